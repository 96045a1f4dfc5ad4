"""Submitted bots on a server: their gate, the ladder they climb, their ratings and challenges."""
