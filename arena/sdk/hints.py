"""Likely causes of a bot's faults, for its author."""

import re
from typing import Final

from arena.match.match import Fault

NO_ANSWER: Final = "no answer within"
NO_MODULE: Final = re.compile(r"No module named '([A-Za-z0-9_]+)")
NOT_READY: Final = "not ready in time"


def hint(fault: Fault) -> str:
    """Return what most likely led to a fault and what to do about it; empty if unknown."""
    if fault.kind == "timeout":
        return _late(fault.reason)
    if fault.kind == "crash" and (missing := NO_MODULE.search(fault.reason)):
        return (
            f'if the server offers {missing[1]}, add requires = ["{missing[1]}"] under [bot] in '
            "bot.toml; a module of your own goes into the folder"
        )
    if fault.kind != "illegal":
        return ""
    if "not JSON" in fault.reason:
        return (
            "stdout carries the protocol, one JSON object per line; print your own text to stderr"
        )
    return _no_text(str(fault.received or ""), fault.legal)


def _late(reason: str) -> str:
    if reason.startswith(NO_ANSWER):
        return "no line arrived in time; if the program did answer, flush stdout after every line"
    if reason == NOT_READY:
        return (
            "the program never said that it is ready; if it reads the flat level, write flat: "
            'instead of cmd: (in bot.toml: detail = "flat")'
        )
    return ""


def _no_text(received: str, legal: tuple[str, ...]) -> str:
    """Return a hint for an answer that is not a text; `received` is then its repr."""
    if received == "None":
        return "act returned None; is a return missing? return one of turn.legal"
    if received in legal:  # a text would have been taken
        return f'act returned a number; choices are text: return str(choice), such as "{received}"'
    if re.fullmatch(r"[(\[].*[)\]]", received):
        return "act returned a list or tuple; return one of turn.legal, not several"
    return ""
