import os

from table import attempt, play


def inherited() -> list[int]:
    found = []
    for number in range(3, 1024):
        try:
            os.fstat(number)
        except OSError:
            continue
        found.append(number)
    return found


def many() -> bool:
    pipes = [os.pipe() for _ in range(2000)]
    return bool(pipes)


attempt("descriptors of others", inherited)
attempt("4000 descriptors", many)
play()
