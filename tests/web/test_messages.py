"""The message files have what the pages ask for, and a page finds its language."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from aiohttp import ClientSession

from arena.api import responses
from arena.local.loop import play
from arena.match.log import parse_log, positions
from arena.match.page_files import static_files
from arena.match.playback import log_history
from arena.match.wire_frames import event_rows
from arena.plugins.advisers import adviser
from arena.plugins.manager import Plugins
from arena.testing import running_server
from arena.web.languages import COOKIE, ENGLISH, LANGUAGES, accepted, messages
from arena.web.pages import static_root
from bots import WireTurn
from bots.hand_notes import BARS, PASSED, Remark, in_english
from engine.game import ALL_HANDS, PUBLIC, Event, Viewer
from engine.riichi import events as riichi
from engine.sichuan import events as sichuan
from engine.taiwan import events as taiwan
from engine.texas42 import events as texas42
from protocol import errors
from tests.web.message_keys import keys, terms
from tests.web.node import FOLDER, node
from tests.web.samples import Samples

TRANSLATED: Final = sorted(set(LANGUAGES) - {ENGLISH})
FIELD: Final = re.compile(r"\{(\w+)\}")
GAMES: Final = ("riichi", "taiwan", "sichuan", "texas42", "tigerdragon")
POINTS: Final = (1, -1, 0, 0)
RARE: Final[dict[str, list[Event]]] = {
    "riichi": [
        riichi.RoundStarted(3, "S2", 1, 2, 3, POINTS, "5m"),
        riichi.Called(0, "ankan", ("1m",) * 4, None, None),
        riichi.Called(0, "minkan", ("1m",) * 4, "1m", 2),
        riichi.Discarded(1, "0p", tsumogiri=True, riichi=True),
        riichi.Discarded(1, "0p", tsumogiri=False, riichi=True),
        riichi.Furiten(1, "temporary"),
        riichi.Furiten(1, "none"),
        riichi.DoraRevealed("7z"),
        riichi.RoundEnded(1, "suukaikan", POINTS, POINTS, 0),
    ],
    "taiwan": [
        taiwan.RoundStarted(2, "E", 1, 3, 0, (1, 2, 3), POINTS),
        taiwan.Melded(0, "concealed_kong", None, None, None),
        taiwan.Melded(0, "concealed_kong", ("1m",) * 4, None, None),
        taiwan.Melded(0, "pong", ("1m",) * 3, "1m", 2),
        taiwan.Discarded(0, "1m", ready=True),
        taiwan.ReadyDeclared(2),
        taiwan.FlowersPaid(0, 1, "花槓", (2000, -2000, 0, 0), POINTS),
        taiwan.Drawn(0, None, replacement=True),
        taiwan.Drawn(0, "4s", replacement=True),
        taiwan.RoundEnded(1, "rob_kong", POINTS, POINTS),
    ],
    "sichuan": [
        sichuan.Called(0, "akong", "1m", None),
        sichuan.Called(0, "kong", "1m", 3),
        sichuan.KongPaid(1, 0, POINTS, POINTS),
        sichuan.KongMoneyMoved(1, "refund", POINTS, POINTS),
        sichuan.KongMoneyMoved(1, "transfer", POINTS, POINTS),
        sichuan.DiceRolled((3, 4), "across"),
    ],
    "texas42": [
        texas42.Declared(0, "t:doubles", None),
        texas42.Declared(0, "t:5", None),
        texas42.Declared(0, "nello", 2),
        texas42.TrickTaken(1, 1),
        texas42.PassedOut(2),
        texas42.Agreed(1),
    ],
}
"""Events that a sample match may not have."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_has_every_text_of_the_pages_and_no_other(language: str) -> None:
    wanted, found = {*keys(), *terms()}, messages(language)
    assert sorted(wanted - set(found)) == []
    assert sorted(set(found) - wanted) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_fields_of_its_text(language: str) -> None:
    for text, said in messages(language).items():
        assert said.strip(), text
        assert sorted(FIELD.findall(said)) == sorted(FIELD.findall(text)), text


@pytest.mark.parametrize("language", TRANSLATED)
def test_message_files_are_sorted_so_that_changes_merge(language: str) -> None:
    assert list(messages(language)) == sorted(messages(language))
    body = json.dumps(messages(language), ensure_ascii=False, indent=2) + "\n"
    assert static_files()[f"messages/{language}.json"].decode() == body


def test_every_code_of_an_error_has_its_meaning() -> None:
    script = static_files()["app/lib/errors.js"].decode()
    known = set(re.findall(r"^  (\w+): t\(", script, re.MULTILINE))
    assert {*errors.CODES, *responses.CODES.values()} - known == set()


def test_chinese_is_written_in_two_scripts() -> None:
    simplified, traditional = messages("zh-Hans"), messages("zh-Hant")
    assert simplified["Watch"] == "观战"
    assert traditional["Watch"] == "觀戰"
    assert not re.search(
        "[对观战牌谱听杠东龙发]", traditional["Watch"] + traditional["Just finished"]
    )


def shown(game: str, samples: Samples, plugins: Plugins) -> Iterator[dict[str, Any]]:
    """The events of a match as two viewers see them, and some that are rare."""
    for position in positions(samples.log(game), plugins.game(game)):
        for viewer in (ALL_HANDS, PUBLIC):
            yield from json.loads(json.dumps(event_rows(position.events, viewer)))
    yield from json.loads(json.dumps([event.told() for event in RARE.get(game, [])]))


def test_what_happened_is_told_as_the_games_tell_it(samples: Samples, plugins: Plugins) -> None:
    events = {game: list(shown(game, samples, plugins)) for game in GAMES}
    done = node(str(FOLDER / "tell_events.js"), text=json.dumps(events))
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    for game in GAMES:
        assert said[game] == [event["text"] for event in events[game]], game


def remarks(game: str, plugins: Plugins) -> list[Remark]:
    """What bots remark on the choices of a match."""
    log = parse_log(play(game, [plugins.bots_of(game)[1]] * 4, seed=2, plugins=plugins).log)
    rules, found = plugins.game(game), []
    for seat in range(4):
        history = log_history(log, rules, Viewer.player(seat))
        bot = adviser(plugins, rules, seat, 4, history["config"], ())
        for frame in history["frames"][::5]:
            legal = tuple(frame["view"]["legal"])
            if len(legal) > 1:
                turn = WireTurn(seat, legal, frame["view"], ())
                found += [row for row in bot.remarks(turn).values() if not isinstance(row, str)]
    return found


def test_what_bots_remark_is_told_as_they_say_it_in_english(plugins: Plugins) -> None:
    rows = [row for game in GAMES[:3] for row in remarks(game, plugins)]
    assert len(rows) > 100
    hand = {"away": 0, "helps": {"3s": 1, "6s": 0}, "points": {}, "unit": "points"}
    rows += [
        hand,
        {**hand, "points": {"3s": 1000, "6s": 12_000}},
        {**hand, "away": 2},
        {**hand, "away": 1, "helps": {"3s": 4}},
        *({**hand, "bar": bar} for bar in BARS),
        *({"passes": 8000, "unit": "points", "until": until} for until in PASSED),
        *({"wins": 1200, "unit": unit} for unit in ("points", "tai", "from each payer")),
    ]
    done = node(str(FOLDER / "tell_remarks.js"), text=json.dumps(rows))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [in_english(row) for row in rows]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("en-GB,en;q=0.9,ja;q=0.8", "en"),
        ("de-DE,de;q=0.9,ja;q=0.4,en;q=0.3", "ja"),
        ("de,fr;q=0.5", "en"),
        ("zh", "zh-Hans"),
        ("zh-CN,zh;q=0.9", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("ZH-hant-tw", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"),
        ("ja;q=0, en", "en"),
        ("ja;q=0", "en"),
        ("en;q=0.2, ja;q=0.7", "ja"),
        ("*", "en"),
        ("../../ja", "en"),
        ("ja;q=nan, zh;q=inf, en;q=0.1", "en"),
        ("ja;q=-1", "en"),
        ("ja;q=\u0661", "en"),
        (";;;,,,;q=,=,q", "en"),
        ("x," * 4000 + "ja", "en"),
        ("ja;q=1" + "0" * 5000, "en"),
    ],
)
def test_a_browser_gets_the_language_it_likes_best(header: str, language: str) -> None:
    assert accepted(header) == language


async def page_as(session: ClientSession, url: str, **headers: str) -> tuple[str, str]:
    """A page's language and text."""
    headers.setdefault("Accept", "text/html")
    async with session.get(
        url, headers={key.replace("_", "-"): v for key, v in headers.items()}
    ) as r:
        text = await r.text()
        assert {part.strip() for part in r.headers["Vary"].split(",")} >= {
            "Accept-Language",
            "Cookie",
        }
    found = re.search(r'<html lang="([^"]+)">', text)
    assert found
    return found[1], text


async def test_pages_come_in_the_language_of_the_cookie_before_that_of_the_browser() -> None:
    async with running_server() as running, ClientSession() as session:
        language, text = await page_as(session, running.url, Accept_Language="ja")
        assert language == "ja"
        assert "<title>対局中の卓" in text
        assert f'href="{static_root()}/messages/ja.json"' in text
        both = {"Accept_Language": "ja", "Cookie": f"{COOKIE}=zh-Hant"}
        language, text = await page_as(session, running.url, **both)
        assert language == "zh-Hant"
        language, text = await page_as(session, running.url)
        assert language == "en"
        assert "/messages/" not in text
        language, text = await page_as(session, f"{running.url}/nowhere", Accept_Language="zh-CN")
        assert (language, "找不到页面" in text) == ("zh-Hans", True)


@pytest.mark.parametrize("value", ["xx", "../en", "EN", "ja%00", "a" * 3000, '"<script>"', ""])
async def test_a_strange_cookie_is_as_good_as_none(value: str) -> None:
    async with running_server() as running, ClientSession() as session:
        for path in ("/", "/rules"):
            url = running.url + path
            language, text = await page_as(session, url, Cookie=f"{COOKIE}={value}")
            assert language == "en"
            assert "<script>" not in text.split("<body")[0]


async def test_a_choice_is_remembered_and_leads_back_to_the_page_it_was_made_on() -> None:
    async with running_server() as running, ClientSession() as session:
        address, url = f"{running.url}/language", running.url
        answers = [
            ("ja", f"{url}/play/riichi?x=1", f"{COOKIE}=ja", "/play/riichi?x=1"),
            ("xx", f"{url}/rules", "", "/rules"),
            ("ja", "https://elsewhere.example/a", f"{COOKIE}=ja", "/"),
            ("ja", f"{url}//elsewhere.example/a", f"{COOKIE}=ja", "/"),
            ("ja", f"{url}/\\elsewhere.example/a", f"{COOKIE}=ja", "/"),
            ("ja", "", f"{COOKIE}=ja", "/"),
            ("ja", "http://[", f"{COOKIE}=ja", "/"),
            ("ja", f"{url}/é", f"{COOKIE}=ja", "/"),
        ]
        for chosen, referer, cookie, place in answers:
            async with session.post(
                address, data={"language": chosen}, headers={"Referer": referer},
                allow_redirects=False,
            ) as response:  # fmt: skip
                assert response.status == 303
                assert response.headers["Location"] == place, referer
                assert response.headers.get("Set-Cookie", "").startswith(cookie)
                assert ("HttpOnly" in response.headers.get("Set-Cookie", "")) is bool(cookie)


async def test_pages_of_other_sites_cannot_choose() -> None:
    async with running_server() as running, ClientSession() as session:
        headers = {"Origin": "https://elsewhere.example"}
        async with session.post(
            f"{running.url}/language", data={"language": "ja"}, headers=headers
        ) as response:
            assert response.status == 403
            assert "Set-Cookie" not in response.headers
