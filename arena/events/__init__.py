"""Events: tournaments that connected clients play at tables of this server.

May import the ladder and everything below it. The schedule, results and statistics are those of
`arena.tournament`; the tables are rooms of `arena.hosting`.
"""
