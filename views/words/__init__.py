"""Shared texts and drawings: hands, cards, deals, changes, results, sheets and charts."""
