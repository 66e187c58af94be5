"""Speed and size of the pages: `make bench` writes results.md.

pages.py lists the pages, groups.py builds the groups, measuring.py measures in this process and load.py over
connections, report.py writes. There is no pass or fail: the figures are shown beside the targets of the
design.
"""
