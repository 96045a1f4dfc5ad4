"""Keeps matches until it is killed, and says what was acknowledged: `MATCH STEP` or `MATCH end`."""

import sys
from threading import BoundedSemaphore

from arena.errors import StoreError
from arena.match.log import dump, result_line, step_line
from arena.store import open_store
from arena.store.writer import Then
from tests.arena.store.stored_matches import begin, played

IN_FLIGHT = 30


def main(url: str, first: int) -> None:
    """Play and keep matches from this seed on."""
    free = BoundedSemaphore(IN_FLIGHT)

    def acknowledging(word: str) -> Then:
        free.acquire()

        def then(error: StoreError | None) -> None:
            if error:
                sys.exit(str(error))
            sys.stdout.write(f"{word}\n")
            sys.stdout.flush()
            free.release()

        return then

    with open_store(url) as store:
        for seed in range(first, first + 10_000):
            match = played(str(seed)).match
            match_id = begin(store, match, rated=seed % 2 == 0)
            for record in match.records:
                told = acknowledging(f"{match_id} {record.n}")
                store.matches.append(match_id, record.n, dump(step_line(record)), told)
            end = acknowledging(f"{match_id} end")
            store.matches.finish(match_id, dump(result_line(match)), end, rated=seed % 2 == 0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
