"""Bots: the contract, the stock and house bots, and the runners that speak the protocol."""

from bots.bot import Answer, Bot, Info, watches
from bots.turn import TableTurn, Turn, WireTurn, masked

__all__ = ["Answer", "Bot", "Info", "TableTurn", "Turn", "WireTurn", "masked", "watches"]
