"""Bots in processes of their own: started, talked to over pipes, sandboxed and ended.

May import: room, table, plugins, match, settings, errors.
"""
