"""`arena connect`: a bot of this machine plays one match at a server."""

import re
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from arena.cli.options import Plugin, Seed, Variant, read_variants
from arena.cli.output import say
from arena.cli.remote import ask, named_server
from arena.cli.saved_logins import saved_token
from arena.cli.server import run
from arena.errors import ServerError, SpecError
from arena.match.result import fresh_seed
from arena.plugins.bot_specs import CommandLineSpec, Player, find_player
from arena.plugins.manager import Plugins, load_plugins
from engine.game import Outcome, Seat
from engine.variants import VariantEntry

T = TypeVar("T")
Url = Annotated[
    str,
    typer.Argument(
        metavar="[URL]",
        envvar="ARENA_SERVER",
        help="A server, such as http://127.0.0.1:8001; that of `arena login` if left out.",
        default_factory=lambda: "",
        show_default=False,
        show_envvar=False,
    ),
]


def connect(
    url: Url,
    bot: Annotated[
        str,
        typer.Option(
            help="A name from `arena bots`, ./file.py[:Name], or cmd:, flat: or mjai: PROGRAM."
        ),
    ],
    room: Annotated[str, typer.Option(help="The room to join; event:ID plays a whole event.")],
    name: Annotated[str | None, typer.Option(help="The name to play under.")] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="ARENA_TOKEN",
            help="Your token at that server, or a seat's token to return to it.",
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="The game, if this opens a new room; that of a bot with only one."),
    ] = None,
    fill: Annotated[
        bool, typer.Option("--fill", help="Open the room with house bots in the other seats.")
    ] = False,
    variant: Variant = None,
    seed: Seed = None,
    plugin: Plugin = None,
) -> None:
    """Play a match, or a whole event, at a server with your bot.

    Example: arena connect http://127.0.0.1:8001 --bot counter --room mine --fill
    """
    server = named_server(url)
    token = token or saved_token(server)
    plugins = load_plugins(plugin or ())
    player = find_player(CommandLineSpec(bot), plugins)
    if player.spec is not None and player.spec.kind == "box":
        raise SpecError(f"{bot}: the sandbox is for a server's own tables; write it without box:")
    if variant and not fill:
        raise typer.BadParameter("--variant is for a room that this opens: add --fill.")
    root = fresh_seed() if seed is None else seed
    own = name or own_name(player, plugins, filled=fill)
    game = game or (player.games[0] if len(player.games) == 1 else None)
    say(f"{own} joins {room} at {server}, seed {root}")
    if room.startswith("event:"):
        attend_event(server, room, player, own, token, root, plugins)
        return
    if fill:
        open_filled(server, room, game, read_variants(variant), token)
    playing = play_here(player, server, room, own, token, game, root, plugins)
    seat, outcome = run_remote(playing)
    say(result_line(own, seat, outcome))


async def play_here(
    player: Player,
    server: str,
    room: str,
    own: str,
    token: str | None,
    game: str | None,
    seed: str,
    plugins: Plugins,
) -> tuple[Seat, Outcome]:
    """Play a match with a bot of this process, or with a child process; return its seat as well."""
    if player.bot is None:
        from arena.cli.child_relay import ChildRelay

        assert player.spec is not None
        join: dict[str, Any] = {"player_id": own, "bot": own}
        join |= {"game": game} if game else {}
        join |= {"token": token, "takeover": True} if token else {}
        relay = ChildRelay(player.spec, server, room, join)
        outcome = await relay.play()
        return relay.seat, outcome
    from bots.websocket import run as run_bot

    seats: list[Seat] = []
    outcome = await run_bot(
        server, room, player.bot, player_id=own, token=token, game=game,
        seed=seed, find_game=plugins.game, seated=seats.append,
    )  # fmt: skip
    return seats[0], outcome


def own_name(player: Player, plugins: Plugins, *, filled: bool) -> str:
    """Return the name to play under, which no house bot that fills another seat has."""
    if player.bot is None and player.spec is not None:
        words = [word for word in player.spec.argv if not word.startswith(("-", "{"))]
        return re.sub(r"[^A-Za-z0-9._-]", "", Path(words[-1]).stem)[:40] or "bot"
    return f"my-{player.name}" if filled and player.name in plugins.bots else player.name


def attend_event(
    server: str,
    event: str,
    player: Player,
    own: str,
    token: str | None,
    seed: str,
    plugins: Plugins,
) -> None:
    """Play all matches of an event, and print each result."""
    if not token:
        raise ServerError(f"an event needs your account's token; arena login {server} saves it")

    def played(outcome: Outcome, seat: int) -> None:
        points, rank = outcome.points[seat], outcome.ranks[seat]
        say(f"match over: {points} points, rank {rank} of {len(outcome.points)}")

    if player.bot is None:
        from arena.cli.event_relay import EventRelay

        assert player.spec is not None
        join = {"player_id": own, "bot": own, "token": token, "takeover": True}
        attending = EventRelay(player.spec, server, event, join, played).attend()
    else:
        from bots.websocket import run_event

        attending = run_event(
            server, event, player.bot, token=token, seed=seed, find_game=plugins.game, played=played
        )
    say(f"the event is over: {run_remote(attending)} matches played")


def result_line(name: str, seat: int, outcome: Outcome) -> str:
    """Return how the match ended, and for the own seat."""
    points, ranks = (" ".join(map(str, row)) for row in (outcome.points, outcome.ranks))
    own = f"{name}, seat {seat}, has {outcome.points[seat]} points and rank {outcome.ranks[seat]}"
    return f"the match is over: points {points}, ranks {ranks}; {own}"


def run_remote(main: Coroutine[Any, Any, T]) -> T:
    """Run a conversation with a server; what goes wrong with it is a ServerError."""
    from bots.errors import RunnerError

    try:
        return run(main)
    except RunnerError as error:
        raise ServerError(str(error)) from None


def open_filled(
    url: str,
    room: str,
    game: str | None,
    variants: Sequence[VariantEntry] = (),
    token: str | None = None,
) -> None:
    """Open a room at a server with one seat free; a ServerError says why not."""
    body: dict[str, Any] = {"room_id": room} | ({"game": game} if game else {})
    if variants:
        body["variants"] = list(variants)
    ask(url, "POST", "/rooms", token, body)
