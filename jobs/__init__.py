"""Carrying out what takes long, in a process beside the web servers."""
