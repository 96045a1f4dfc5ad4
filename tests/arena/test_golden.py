"""A golden file that differs says where, and how to update it."""

import pytest

from tests.arena.golden import assert_golden, assert_same, difference, updating


def test_the_line_and_the_key_that_differ_are_named() -> None:
    old, new = '{"n":1,"moves":{"0":"8"}}\n', '{"n":1,"moves":{"0":"7"}}\n'
    problem = difference(f"{{}}\n{old}", f"{{}}\n{new}")
    assert problem is not None
    assert problem.startswith("line 2, key moves.0: '8' -> '7'")


def test_a_line_too_few_and_plain_text_are_named() -> None:
    assert (difference("a\nb\n", "a\n") or "").splitlines()[-1] == "  now:    (no such line)"
    assert (difference("a\n", "b\n") or "").startswith("line 1\n")
    assert difference("same\n", "same\n") is None


def test_the_order_of_keys_is_named() -> None:
    problem = difference('{"a":1,"b":2}\n', '{"b":2,"a":1}\n')
    assert (problem or "").startswith("line 1, order of keys\n")


def test_a_failure_names_the_file_and_the_command_that_updates_it(
    request: pytest.FixtureRequest,
) -> None:
    if updating(request):
        pytest.skip("golden files are being updated: none can differ")
    name = "tigerdragon/account.txt"
    with pytest.raises(pytest.fail.Exception) as failed:
        assert_golden("another text", name, request)
    assert str(failed.value).startswith(f"tests/golden/{name}: line 1\n")
    assert f"pytest '{request.node.nodeid}' --golden-update" in str(failed.value)
    with pytest.raises(pytest.fail.Exception, match=r"docs/x\.md: line 1"):
        assert_same("a", "b", "docs/x.md", request)
    with pytest.raises(pytest.fail.Exception, match=r"golden: \(no such line\)"):
        assert_golden("new", "tigerdragon/no-such-file.txt", request)
