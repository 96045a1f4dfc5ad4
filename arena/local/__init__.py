"""Matches on this machine without a server: the plain loop, series, matches with child processes,
and the environment for training. May import: children and everything below it.
"""
