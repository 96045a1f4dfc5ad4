"""House bots as programs for other arenas: over mjai, and over our own protocol's flat level.

May import: plugins, formats, errors.
"""
