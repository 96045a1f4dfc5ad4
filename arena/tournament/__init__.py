"""Tournaments that say how sure they are, on one machine or many: plans, schedules, results,
ratings, intervals and reports. May import: store, local and everything below them.
"""
