"""The pages: live tables, replays, play, leaderboard, tournaments, docs.

May import: api and everything below it.
"""
