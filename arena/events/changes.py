"""What can be decided in an event: each function changes a state that is not in force yet."""

from collections.abc import Sequence

from arena.errors import TournamentError
from arena.events.state import FRESH, OVER, EventState, Member, RoundState, TableState


def finish(state: EventState) -> None:
    """End an event whose rounds are all played."""
    state.phase, state.due = "finished", None


def enter(member: Member, state: EventState) -> None:
    """Add an entrant."""
    state.enter(member)


def withdraw_all_of(owner: int, state: EventState) -> None:
    """Take an account and its bots out of the coming rounds."""
    for member in state.members:
        member.withdrawn = member.withdrawn or member.owner == owner


def mark_seen(number: int, state: EventState) -> None:
    """Note that an entrant has checked in, or come back."""
    state.members[number].seen = True
    state.members[number].missing = False


def add_round(
    state: EventState,
    *,
    tables: Sequence[Sequence[int]],
    byes: Sequence[int],
    absent: Sequence[int],
    now: int,
) -> None:
    """Add a round that was drawn."""
    deals, duplicate = state.settings.deals, state.settings.duplicate
    drawn = []
    before = sum(len(each.tables) for each in state.rounds)
    for place, members in enumerate(tables):
        serial = len(state.rounds) if duplicate else before + place
        first = len(state.drawn)
        state.drawn += [(serial * deals + deal, [*members]) for deal in range(deals)]
        drawn.append(TableState(members=[*members], blocks=[*range(first, first + deals)]))
    seated = {who for members in tables for who in members}
    state.rounds.append(
        RoundState(tables=drawn, byes=[*byes], absent=[n for n in absent if n in seated], began=now)
    )
    for number in absent:
        state.members[number].missing = True
    state.due = None


def redraw(state: EventState, *, number: int, place: int, fresh: bool) -> None:
    """Have a table played again, by the same deals or by fresh ones."""
    each = state.rounds[number]
    table = each.tables[place]
    table.attempt += 1
    table.stopped = ""
    each.ended = None
    if state.phase == "reopened":
        state.phase = "running"
    if fresh:
        deals, state.redrawn = state.settings.deals, state.redrawn + 1
        for block in table.blocks:
            deal, members = state.drawn[block]
            state.drawn[block] = (deals * (FRESH + state.redrawn) + deal % deals, members)


def pause(state: EventState) -> None:
    """Begin nothing new until the event is resumed."""
    if state.phase != "running":
        raise TournamentError(f"{state.id} is {state.phase}; only a running event can be paused")
    state.phase = "paused"


def go_on(state: EventState) -> None:
    """Go on with a paused event."""
    if state.phase != "paused":
        raise TournamentError(f"{state.id} is {state.phase}; only a paused event can be resumed")
    state.phase = "running"


def cancel(state: EventState) -> None:
    """End an event without its remaining rounds."""
    if state.phase in OVER:
        raise TournamentError(f"{state.id} is {state.phase} already")
    state.phase, state.due = "cancelled", None


def extend(rounds: int, state: EventState) -> None:
    """Add rounds to a league."""
    if state.settings.format != "league":
        raise TournamentError(f"only a league is extended; this is a {state.settings.format}")
    state.most_rounds += rounds
