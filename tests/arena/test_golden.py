"""A golden file that differs says where, and how to update it."""

from tests.arena.golden import difference


def test_the_line_and_the_key_that_differ_are_named() -> None:
    old, new = '{"n":1,"moves":{"0":"8"}}\n', '{"n":1,"moves":{"0":"7"}}\n'
    problem = difference(f"{{}}\n{old}", f"{{}}\n{new}")
    assert problem is not None
    assert problem.startswith("line 2, key 'moves': {'0': '8'} -> {'0': '7'}")


def test_a_line_too_few_and_plain_text_are_named() -> None:
    assert (difference("a\nb\n", "a\n") or "").splitlines()[-1] == "  now:    (no such line)"
    assert (difference("a\n", "b\n") or "").startswith("line 1\n")
    assert difference("same\n", "same\n") is None
