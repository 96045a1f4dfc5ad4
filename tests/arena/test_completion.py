"""What the shell is offered for values: names of this machine, without a server."""

import pytest

from arena.cli import main
from arena.cli.completion import offered


@pytest.mark.parametrize(
    ("typed", "some", "none"),
    [
        ("play ri", "riichi", "taiwan"),
        ("play riichi riichi-", "riichi-guard", "riichi"),
        ("play riichi ", "riichi-greedy", "taiwan-value"),
        ("check cou", "counter", "defender"),
        ("check ./mine/bot.py --game te", "texas42", "taiwan"),
        ("compare counter def", "defender", "counter"),
        ("new-bot mine --language ty", "typescript", "java"),
        ("play texas42 random random random random --variant ne", "nello", "forced-bid"),
        ("play riichi --config preset=ro", "preset=ronin", "preset=tonpuu"),
        ("leaderboard si", "sichuan", "riichi"),
    ],
)
def test_values_are_offered(
    typed: str,
    some: str,
    none: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = f"arena {typed}"
    monkeypatch.setenv("_ARENA_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    with pytest.raises(SystemExit):
        main([])
    found = capsys.readouterr().out.split()
    assert (some in found, none in found) == (True, False), found


def test_paths_and_programs_are_left_to_the_shell() -> None:
    names = ["first", "counter"]
    assert [offered(names, text) for text in ("./f", "/f", "~/f", "cmd:f")] == [[]] * 4
    assert offered(names, "f") == ["first"]
