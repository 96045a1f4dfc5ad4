"""Submitted bots on a server: admission, rated matches, ratings and challenges.

May import: hosting, sdk, tournament and everything below them.
"""
