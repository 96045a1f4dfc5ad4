"""How much a boxed bot may use."""

from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024
RESERVED_ADDRESSES: Final = 4 * 1024 * MIB
"""Node.js and Go reserve addresses that they never use (Node.js 20: 700 MiB); their data counts."""
STACK: Final = 8 * MIB
"""The kernel's usual stack; counted apart from data, so it must not grow without end."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits the kernel keeps for one bot's process."""

    memory_mb: int = 512
    cpu_seconds: int = 3600
    """Over the whole life of the process; the seat's clock is what bounds a decision."""
    descriptors: int = 64
    threads: int = 64
    timers: int = 1024
    """With the signals that wait to be taken."""

    def as_rlimits(self, *, python: bool, own_users: bool) -> dict[str, int]:
        """By the kernel's names; `own_users`: whether no other process has the same user."""
        memory = self.memory_mb * MIB
        limits = {
            "CPU": self.cpu_seconds,
            "AS": memory if python else memory + RESERVED_ADDRESSES,
            "DATA": memory,
            "STACK": STACK,
            "NOFILE": self.descriptors,
            "FSIZE": 0,
            "CORE": 0,
            "MEMLOCK": 0,
            "SIGPENDING": self.timers,
        }
        if own_users:  # elsewhere it would count every process of the same user
            limits["NPROC"] = self.threads
        return limits
