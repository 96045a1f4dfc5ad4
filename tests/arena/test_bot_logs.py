"""What bots wrote to stderr, as files have it and as far as a store keeps it."""

from arena.match.stderr_logs import KEPT_BYTES, newest, told


def test_the_newest_lines_are_kept_and_the_first_says_how_many_are_not() -> None:
    few = told([(1, "one"), (2, "two")])
    assert newest(few) == ["1\tone", "2\ttwo"]
    many = newest(told([(n, "x" * 1000) for n in range(200)]))
    assert sum(len(line) + 1 for line in many[1:]) <= KEPT_BYTES
    assert many[-1].startswith("199\t")
    left = 200 - len(many) + 1
    assert many[0] == f"{left}\t({left} lines before this one are not kept)"
    assert len(newest([f"1\t{'ü' * 100_000}"])[0].encode()) <= 4096
