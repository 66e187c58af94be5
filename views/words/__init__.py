"""Texts and drawings that several rooms share: hands, cards, deals, changes, results, sheets, charts."""
