"""Players who read and write: agents at a table, by the Model Context Protocol (extra `mcp`).

Over stdio (`arena mcp`) and at `/mcp` of a server. The tools sit down in rooms of the lobby as any
client does. May import: api and everything below it.
"""
