"""The ladder of a rated match: its game, rules, variants, seats and time control."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

TIME_CONTROL: Final = ("decision_ms", "bank_ms", "round_bonus_ms", "claim_ms")
"""What of a clock changes how a game is played; floors and the time to load do not."""


def ladder_name(header: Mapping[str, Any]) -> str:
    """Return the ladder of a log's header: matches by other rules never share one."""
    clock = header.get("clock") or {}
    rules = [
        header["config"], header["variants"], len(header["players"]),
        {key: clock.get(key) for key in TIME_CONTROL},
    ]  # fmt: skip
    digest = sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()
    return f"{header['game']}:{digest[:8]}"
