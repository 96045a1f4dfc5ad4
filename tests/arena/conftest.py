"""The command line, for every test of this folder that types one."""

from collections.abc import Callable

import pytest

from arena.cli import main

Arena = Callable[..., tuple[int, str, str]]


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str]) -> Arena:
    """Run a command line in this process: exit code, stdout, stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(words)
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, out, err

    return run
