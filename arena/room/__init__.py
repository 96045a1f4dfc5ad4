"""Rooms: the asyncio side of a table, with its timer, bots, queues and connections.

`Room` carries out what `arena.table` asks for. May import: table, plugins, match, errors, settings.
"""
