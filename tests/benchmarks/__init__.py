"""How fast and how small the pages are: `make bench` writes results.md.

pages.py lists the pages, groups.py builds the groups, measuring.py measures in this process and load.py over
connections, report.py writes. Nothing here passes or fails: the figures stand beside the bars of the design.
"""
