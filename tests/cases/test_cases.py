"""The table-driven cases of every game."""

from inspect import isawaitable

from tests.cases.folder import Case, check_of


async def test_case(case: Case) -> None:
    outcome = check_of(case)(case)
    if isawaitable(outcome):
        await outcome
