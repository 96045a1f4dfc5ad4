"""Data about bots: how far they are apart, and decisions as a dataset.

May import: tournament and everything below it.
"""
