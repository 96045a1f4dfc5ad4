"""Hosting of rooms: the lobby, accounts and quotas, WebSockets, connections,
recovery after a restart, metrics, and finding a match wherever it is stored.
May import: store, local and everything below them.
"""
