"""A club evening of a group: who takes part, which session is played at which table, what was decided."""
