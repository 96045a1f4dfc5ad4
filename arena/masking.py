"""Secrets in text: tokens and passwords are masked before a line reaches a log or a terminal."""

import re
from typing import Final

MASK: Final = "***"
# A password of a URL has an end: else a line of nothing but beginnings would take seconds.
SECRETS: Final = re.compile(
    r"""
      (?P<url>://[^\s:@/"']{0,500}:)[^\s"']{1,500}@  # the password of a URL
    | (?P<header>\bbearer\s+)[^\s"',]+             # an Authorization header
    | (?P<prefix>\barena_)[A-Za-z0-9_-]{32,}       # a token, wherever it stands
    | (?P<key>\b(?:password|passwd|token|secret|session)["']?\s*[=:]\s*["']?)[^\s"'&,;)}]+
    """,
    re.VERBOSE | re.IGNORECASE,
)


def without_secrets(text: str) -> str:
    """Return the text with every token and password masked."""
    return SECRETS.sub(_masked, text)


def _masked(found: re.Match[str]) -> str:
    kept = next(part for part in found.groupdict().values() if part is not None)
    return f"{kept}{MASK}{'@' * (found['url'] is not None)}"
