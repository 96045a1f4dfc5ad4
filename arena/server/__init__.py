"""The server as a whole: the aiohttp application, the demo, and the user it runs as.

May import: web, api, ladder and everything below them.
"""
