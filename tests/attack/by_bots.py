"""Hostile bots at tables in the real sandbox, four at a time, and a spy in a series."""

import asyncio
import os
import re
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import arena
from tests.arena.attackers import (
    AT_THE_TABLE,
    CLOCK,
    DENIED,
    NAMED,
    SECRET,
    Attack,
    battlefield,
    check_denied,
    check_peace,
    fight,
)
from tests.arena.boxed_spy import SHORT, spy_spec
from tests.arena.boxes import LAYERS

SPY = "spy"
TABLES: tuple[tuple[str, ...], ...] = (*DENIED, *AT_THE_TABLE, (SPY,))


async def attack_from(names: tuple[str, ...]) -> dict[str, str]:
    """Let the bots of one table loose; by name what went wrong, empty if the bot was held."""
    if names == (SPY,):
        return {SPY: await asyncio.to_thread(spied)}
    os.environ["TEST_OF_ARENA_SECRET"] = SECRET  # the bots look for it
    clock = replace(CLOCK, ready_ms=3000) if "slow_start" in names else CLOCK
    wrong: dict[str, str] = {}
    with battlefield(LAYERS.uid) as field:
        battle = await fight(names, field, LAYERS, clock)
        try:
            check_peace(battle, field)
        except AssertionError as error:
            return dict.fromkeys(names, f"the table: {error}")
    for attack in battle.attacks:
        wrong[attack.name] = "; ".join(attack.achieved)
        if names in DENIED and not wrong[attack.name]:
            wrong[attack.name] = _denied(attack)
        elif not re.search(NAMED.get(attack.name, ""), attack.reasons):
            wrong[attack.name] = f"not named in the log: {attack.reasons}"
    return wrong


def _denied(attack: Attack) -> str:
    try:
        check_denied(attack)
    except AssertionError as error:
        return str(error) or "nothing was denied"
    return ""


def spied() -> str:
    """What a boxed bot found out about the deals of a series."""
    with TemporaryDirectory() as folder:
        spec = spy_spec(Path(folder))
        rows = arena.series("tigerdragon", [spec, "first"], deals=2, seed="root", config=SHORT)
    return (
        f"{sum(bool(row.faults) for row in rows)} deals known"
        if any(row.faults for row in rows)
        else ""
    )
