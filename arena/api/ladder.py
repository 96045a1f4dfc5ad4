"""The ladder behind an endpoint, where the server has one."""

from typing import TYPE_CHECKING

from arena.api.responses import RefusedError

if TYPE_CHECKING:
    from arena.ladder.service import LadderService


def ladder_of(service: "LadderService | None") -> "LadderService":
    """The ladder of a server; RefusedError where there is none."""
    if service is None:
        raise RefusedError(409, "this server has no ladder; it needs a store (--db) to have one")
    return service
