"""Notebooks: the three of the examples run without an error, and objects show themselves."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

import arena
from arena.errors import ArenaError
from arena.local import notebook
from arena.local.intervals import Interval
from arena.local.series import Row, Rows
from arena.match import inline_page

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
BOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))
needs_kernel = pytest.mark.skipif(
    find_spec("nbclient") is None or find_spec("ipykernel") is None,
    reason="nbclient and ipykernel are not installed",
)


def test_there_are_three_notebooks_with_their_outputs() -> None:
    assert BOOKS == ["compare_two_bots.ipynb", "first_steps.ipynb", "train_a_policy.ipynb"]
    for name in BOOKS:
        cells = json.loads((FOLDER / name).read_text(encoding="utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        assert all(cell["execution_count"] for cell in code), name
        kinds = {output["output_type"] for cell in code for output in cell["outputs"]}
        assert kinds & {"execute_result", "display_data"}
        assert "error" not in kinds


@needs_kernel
@pytest.mark.parametrize("name", BOOKS)
def test_a_notebook_runs_without_an_error(name: str) -> None:
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.reads((FOLDER / name).read_text(encoding="utf-8"), as_version=4)
    NotebookClient(book, timeout=120, kernel_name="python3").execute(cwd=str(FOLDER))
    for cell in book.cells:
        for output in cell.get("outputs", ()):
            assert output.get("name") != "stderr", output.get("text")


def test_a_match_shows_itself_within_bounds() -> None:
    result = arena.play("riichi", ["riichi-greedy"] * 4, seed=7)
    shown = result._repr_html_()
    assert "riichi-greedy (seat 3)" in shown
    assert "<iframe" in shown
    assert len(shown) < 1_500_000


def test_a_match_too_large_for_its_page_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inline_page, "MOST_BYTES", 1000)
    shown = arena.play("tigerdragon", ["counter", "first"], seed=7)._repr_html_()
    assert "<iframe" not in shown
    assert "<summary>Round 1</summary>" in shown
    assert "counter attacks with" in shown


def test_names_are_escaped() -> None:
    rows = Rows([Row(deal, 0, 0, "<script>", 1, 1, 0) for deal in range(12)])
    assert "<script>" not in rows._repr_html_()
    assert "&lt;script&gt;" in rows._repr_html_()


def test_an_interval_is_drawn_with_the_line_of_no_difference() -> None:
    shown = Interval(1.0, 0.5, 1.5, 20)._repr_html_()
    assert "1.00 [0.50, 1.50], 20 deals" in shown
    assert 'class="zero"' in shown
    assert 'class="line"' not in Interval(1.0, None, None, 3)._repr_html_()


def test_rows_become_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = arena.series("tigerdragon", ["counter", "first"], deals=2, seed=7, config={"target": 1})
    if find_spec("pandas") is not None:
        assert list(rows.to_frame().columns) == list(Row.__slots__)
        assert len(rows.to_frame()) == len(rows)
    monkeypatch.setattr(notebook, "find_spec", lambda _name: None)
    with pytest.raises(ArenaError, match="to_frame needs pandas: pip install pandas"):
        rows.to_frame()


def test_a_comparison_shows_its_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    report = arena.compare(
        "tigerdragon", "counter", "random", deals=40, seed=7, config={"target": 1}, progress=True
    )
    assert report.verdict.startswith("counter is better than random")
    assert report.verdict in report._repr_html_()
    assert "deals" in "".join(capsys.readouterr())


def test_progress_is_shown_by_rich_without_tqdm(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notebook, "find_spec", lambda _name: None)
    assert list(notebook.counted(range(3), 3, "deals")) == [0, 1, 2]
    assert "deals" in capsys.readouterr().out
