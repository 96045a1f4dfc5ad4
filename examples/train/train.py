"""Learn Tiger & Dragon in a few minutes: `python train/train.py`.

Four steps: matches of a bot become rows, a network learns to choose as the bot did, it improves by
playing against itself, and a bot of two files plays by it. `arena compare` says how good that is.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from shutil import copyfile

from clone import clone
from network import Network
from self_play import SelfPlay

import arena

HERE = Path(__file__).resolve().parent
GAME = "tigerdragon"
TEACHER = "counter"
ARENA = [sys.executable, "-m", "arena.cli"]


def main() -> None:
    """Train, write the bot, and compare it with its teacher."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=Path("learned"), help="folder of the bot")
    options.add_argument("--matches", type=int, default=100, help="matches to learn from")
    options.add_argument("--rounds", type=int, default=100, help="improvements by self-play")
    options.add_argument("--deals", type=int, default=400, help="deals of the comparison; 0: none")
    options.add_argument("--seed", type=int, default=7, help="the same seed learns the same")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()

    rows = watch_teacher(given.out, given.matches, given.seed)
    table = arena.table_env(GAME)
    network = Network(arena.encoder(GAME).size, len(table.actions), seed=given.seed)
    decisions, agreed = clone(network, rows, GAME, given.seed)
    say(began, f"cloned {TEACHER} from {decisions:,} decisions; agrees with {agreed:.0%} of them")
    learned = SelfPlay(network, GAME, given.seed).train(given.rounds)
    say(began, f"learned from {learned:,} decisions of self-play")
    bot = write_bot(network, given.out)
    say(began, f"wrote {bot} and {bot.with_name('policy.bin')}")
    if given.deals:
        compare(bot, given.deals, given.seed)
        say(began, "compared")
    say(began, f"next: arena check {bot} && arena submit {bot.parent}")


def watch_teacher(folder: Path, matches: int, seed: int) -> Path:
    """Log matches of the teacher, and make rows of them by `arena dataset`."""
    logs = []
    for number in range(matches):
        result = arena.play(GAME, [TEACHER] * 4, seed=f"{seed}:{number}")
        log = folder / f"teacher-{number}.jsonl"
        log.write_text("".join(f"{line}\n" for line in result.log), encoding="utf-8")
        logs.append(log)
    rows = folder / "rows.jsonl"
    subprocess.run([*ARENA, "dataset", *map(str, logs), "--out", str(rows)], check=True)
    for log in logs:
        log.unlink()
    return rows


def write_bot(network: Network, folder: Path) -> Path:
    """Put the bot and its weights into a folder of their own."""
    home = folder / "bot"
    home.mkdir(exist_ok=True)
    network.save(home / "policy.bin")
    copyfile(HERE / "bot.py", home / "bot.py")
    return home / "bot.py"


def compare(bot: Path, deals: int, seed: int) -> None:
    """Play it against its teacher on the same deals, and print what comes of it."""
    words = ["compare", str(bot), TEACHER, "--game", GAME, "--deals", str(deals)]
    words += ["--sprt", "none", "--seed", str(seed)]
    subprocess.run([*ARENA, *words], check=True)


def say(began: float, words: str) -> None:
    """Print a line with the time it took to get there."""
    sys.stdout.write(f"{time.monotonic() - began:6.0f} s  {words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
