"""The spy of spy.py as a bot in the sandbox."""

from pathlib import Path

SHORT = {"target": 1}

SPY = Path(__file__).with_name("spy.py")


def spy_spec(folder: Path, *told: str) -> str:
    """The spy as a spec, with what it is told in its file."""
    source, empty = SPY.read_text(), "TOLD: list[str] = []"
    assert empty in source
    file = folder / "spy.py"
    file.write_text(source.replace(empty, f"TOLD: list[str] = {list(told)!r}"))
    return f"box:{file}"
