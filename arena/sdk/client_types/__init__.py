"""Typed views of games for the clients in other languages, generated from the games' schemas.

May import: the standard library and engine alone.
"""

from arena.sdk.client_types.languages import LANGUAGES, source

__all__ = ["LANGUAGES", "source"]
