"""How fast it is, as ratios taken in one run against a named rival or floor.

May import: everything but the command line.
"""
