"""All choices of options."""

from itertools import product


def every_choice(variant):
    """Every combination of list and yes/no options, and some numbers."""
    values = {"choice": lambda o: [c.value for c in o.choices], "yes_no": lambda o: [True, False]}
    values |= {
        "count": lambda o: [o.default_for(4), o.least],
        "points": lambda o: [o.default_for(4), {"A": 1}],
    }
    offered = [[(option.key, value) for value in values[option.kind](option)] for option in variant.options]
    return [dict(chosen) for chosen in product(*offered)]
