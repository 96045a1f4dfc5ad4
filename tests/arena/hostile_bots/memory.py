from table import attempt, play


def hog() -> int:
    kept = []
    for _ in range(24):
        kept.append(bytearray(64 * 1024 * 1024))
    return len(kept)


attempt("1.5 GB of memory", hog)
play()
