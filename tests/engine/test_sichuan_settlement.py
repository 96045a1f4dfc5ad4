"""刮风下雨 The ledger of kong money, and the empty wall."""

from engine.sichuan.settlement import Books, Entry, Kong, Settlement, Standing
from tests.engine.sichuan_table import GAME

START = Books((100,) * 4)
NOBODY = (0, 0, 0, 0)


def settlement(**config: object) -> Settlement:
    return Settlement(GAME.config(config))


def states(text: str) -> list[Standing]:
    words: dict[str, Standing] = {"w": "won", "p": "pig", "r": "ready", "n": "noten"}
    return [words[letter] for letter in text]


def test_ledger_names_kong_receiver_payer_amount_and_status() -> None:
    books, _ = settlement().kong("g", START, Kong(3, 1, "exposed", 2))
    assert books.ledger == (Entry(3, 1, 2, 2, "paid"),)


def test_base_multiplies_kong_money() -> None:
    books, _ = settlement(base=5).kong("g", START, Kong(1, 1, "concealed"))
    assert books.scores == (90, 130, 90, 90)


def test_kong_that_earns_nothing_is_not_told() -> None:
    assert settlement().kong("g", START, Kong(1, 1, "postponed")) == (START, ())


def test_money_that_has_moved_is_not_returned() -> None:
    pay = settlement()
    books, _ = pay.kong("g", START, Kong(1, 1, "concealed"))
    books, _ = pay.kong("g", books, Kong(2, 1, "exposed", 3))
    books, _ = pay.move_kong_money("g", books, 1, [2])
    assert books.scores == (98, 102, 104, 96)
    after, _ = pay.empty_wall("g", books, states("rnrr"), NOBODY)
    assert after.scores == (98, 100, 104, 98)
    assert [entry.status for entry in after.ledger] == ["moved"] * 3 + ["returned"]


def test_winner_and_ready_hand_keep_their_kong_money() -> None:
    pay = settlement()
    for text in ("wrnn", "rwnn"):
        books, _ = pay.kong("g", START, Kong(1, 1, "concealed"))
        after, (told,) = pay.empty_wall("g", books, states(text), NOBODY)
        assert told.refunds == NOBODY  # type: ignore[attr-defined]  # an EmptyWallSettled
        assert after.scores == books.scores


def test_money_is_moved_once() -> None:
    pay = settlement()
    books, _ = pay.kong("g", START, Kong(1, 1, "concealed"))
    books, _ = pay.move_kong_money("g", books, 1, [2])
    assert pay.move_kong_money("g", books, 1, [2]) == (books, ())


def test_pigs_pay_everybody_but_pigs_and_owe_no_readiness() -> None:
    books, (told,) = settlement().empty_wall("g", START, states("pprw"), (0, 0, 8, 0))
    assert told.pigs == (-32, -32, 32, 32)  # type: ignore[attr-defined]  # an EmptyWallSettled
    assert books.scores == (68, 68, 132, 132)


def test_not_ready_pays_every_ready_hand_its_best_value() -> None:
    books, _ = settlement().empty_wall("g", START, states("nrrn"), (0, 4, 1, 0))
    assert books.scores == (95, 108, 102, 95)


def test_pig_pays_the_value_at_the_cap_of_the_table() -> None:
    books, _ = settlement(preset="sbr").empty_wall("g", START, states("pnnn"), NOBODY)
    assert books.scores == (76, 108, 108, 108)
