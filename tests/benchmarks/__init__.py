"""How fast, how small and how steady the pages are: `make bench` writes results.md.

Everything runs in this process against the WSGI application, so that only our own work is measured.
Nothing here passes or fails: figures stand beside the bars that the design set.
"""
