"""Tournaments that say how sure they are, on one machine or many."""
