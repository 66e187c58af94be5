"""Who may still win: a session played on very often, with hands of the past, dealt by what players did."""
