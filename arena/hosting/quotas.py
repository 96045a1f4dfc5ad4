"""Quotas: how often one account or one address may do something within a time."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Final

from arena.settings import Settings

KEYS: Final = 10_000
"""Accounts or addresses that one quota counts; the oldest makes way."""
MINUTE: Final = 60.0
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
RENAMES: Final = 3
EXPORTS: Final = 10


class QuotaError(Exception):
    """Somebody has had as much as one may have; the text says how much, and until when.

    It is no ArenaError: those are mistakes in what was asked, this is about who asks how often.
    `seconds` is when to try again, if that is known.
    """

    def __init__(self, message: str, seconds: float | None = None) -> None:
        super().__init__(message)
        self.seconds = seconds


class Quota:
    """Counts by key; a key's window begins with its first count and ends after some seconds."""

    def __init__(
        self, most: int, seconds: float, what: str, now: Callable[[], float] = monotonic
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._what = what
        self._now = now
        self._windows: dict[str, tuple[float, int]] = {}
        """When a key's window ends, and its count; in the order in which they end."""

    def __len__(self) -> int:
        return len(self._windows)

    def check(self, key: str) -> None:
        """Raise QuotaError if a key has no more left."""
        now = self._now()
        end, count = self._windows.get(key, (now, 0))
        if end > now and count >= self._most:
            raise QuotaError(
                f"{self._most} {self._what} within {self._seconds:g} s are the most; "
                f"try again in {end - now:.0f} s",
                end - now,
            )

    def take(self, key: str) -> None:
        """Count one; QuotaError if a key has no more left."""
        self.check(key)
        now = self._now()
        end, count = self._windows.get(key, (now, 0))
        if end <= now:
            self._windows.pop(key, None)
            end, count = now + self._seconds, 0
        self._windows[key] = (end, count + 1)
        while len(self._windows) > KEYS:
            del self._windows[next(iter(self._windows))]

    def give_back(self, key: str) -> None:
        """Take one off the count: nothing came of it."""
        if key in self._windows:
            end, count = self._windows[key]
            self._windows[key] = (end, max(0, count - 1))


class Quotas:
    """The quotas of a server that are counted by time."""

    def __init__(self, settings: Settings, now: Callable[[], float] = monotonic) -> None:
        guesses, sign_ups = settings.wrong_tokens_a_minute, settings.sign_ups_per_address
        submissions = settings.submissions_an_hour
        self.wrong_tokens = Quota(guesses, MINUTE, "wrong tokens of one address", now)
        self.sign_ups = Quota(sign_ups, DAY, "new accounts of one address", now)
        self.submissions = Quota(submissions, HOUR, "submissions of one account", now)
        advice, replays = settings.advice_a_minute, settings.replays_a_minute
        self.advice = Quota(advice, MINUTE, "questions of one address", now)
        self.replays = Quota(replays, MINUTE, "replays of one address", now)
        self.renames = Quota(RENAMES, DAY, "changes of one account's name", now)
        self.exports = Quota(EXPORTS, DAY, "exports of one account", now)


def opener_of(account_id: int) -> str:
    """Return what a room remembers of an account that opened it."""
    return f"account {account_id}"


def address_key(address: str | None) -> str:
    """Return what an address is counted by: in IPv6, one customer has a whole network."""
    try:
        ip = ip_address(address or "")
    except ValueError:
        return address or ""
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))
