"""The sandbox's rules as data: the system-call filter on both processors, and what may be read."""

from pathlib import Path
from struct import unpack

import pytest

from arena.children.sandbox import landlock
from arena.children.sandbox.entry_commands import PACKAGES
from arena.children.sandbox.limits import Limits
from arena.children.sandbox.plan import landlock_rules
from arena.children.sandbox.program import Program
from arena.children.sandbox.seccomp import (
    AGAIN,
    ALLOW,
    KILL,
    LACKING,
    OWN_PID,
    REFUSE,
    filter_bytes,
)
from arena.children.sandbox.syscalls import ARM64, X86_64, Processor

PROCESSORS = pytest.mark.parametrize("cpu", [X86_64, ARM64], ids=["x86-64", "arm64"])
THREAD = 0x3D0F00
"""What a thread is cloned with."""
READ = {X86_64: 0, ARM64: 63}


def answer(cpu: Processor, call: int, *arguments: int, may_exec: bool = False) -> int:
    """What the kernel would answer: the filter, run by a small machine of its kind."""
    words = [call, cpu.audit, 0, 0]
    for value in (*arguments, *[0] * (6 - len(arguments))):
        words += [value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF]
    return run(filter_bytes(cpu, may_exec=may_exec), words)


def run(program: bytes, words: list[int]) -> int:
    place = register = 0
    while True:
        code, if_true, if_false, value = unpack("<HBBI", program[place * 8 : place * 8 + 8])
        place += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            register = words[value // 4]
        elif code == 0x54:
            register &= value
        else:
            held = {
                0x15: register == value,
                0x25: register > value,
                0x45: bool(register & value),
            }[code]
            place += if_true if held else if_false


@PROCESSORS
def test_threads_are_allowed_and_processes_are_not(cpu: Processor) -> None:
    assert answer(cpu, cpu.clone, THREAD) == ALLOW
    assert answer(cpu, cpu.clone, 17) == REFUSE
    assert answer(cpu, cpu.clone3) == LACKING
    assert answer(cpu, cpu.execve) == REFUSE
    assert answer(cpu, cpu.execve, may_exec=True) == ALLOW


@PROCESSORS
def test_what_is_forbidden_is_refused_and_reading_is_not(cpu: Processor) -> None:
    assert {answer(cpu, number) for number in cpu.forbidden} == {REFUSE}
    assert {answer(cpu, number, may_exec=True) for number in cpu.forbidden} == {REFUSE}
    assert answer(cpu, READ[cpu]) == ALLOW


@PROCESSORS
def test_a_process_may_signal_and_limit_nobody_but_itself(cpu: Processor) -> None:
    for call in (cpu.kill, cpu.tgkill):
        assert answer(cpu, call, OWN_PID) == ALLOW
        assert answer(cpu, call, 1) == REFUSE
        assert answer(cpu, call, 0) == REFUSE
        assert answer(cpu, call, 0xFFFFFFFFFFFFFFFF) == REFUSE
    assert answer(cpu, cpu.prlimit64, 0) == ALLOW
    assert answer(cpu, cpu.prlimit64, 1234) == REFUSE


@PROCESSORS
def test_only_a_pair_of_streams_can_be_had(cpu: Processor) -> None:
    cloexec = 0o2000000
    assert answer(cpu, cpu.socketpair, 1, 1 | cloexec) == ALLOW
    assert answer(cpu, cpu.socketpair, 1, 2) == REFUSE
    assert answer(cpu, cpu.socketpair, 2, 1) == REFUSE


@PROCESSORS
def test_memory_that_no_limit_counts_is_refused(cpu: Processor) -> None:
    assert answer(cpu, cpu.mmap, 0, 4096, 3, 0x22) == ALLOW
    assert answer(cpu, cpu.mmap, 0, 4096, 1, 0x01) == ALLOW
    assert answer(cpu, cpu.mmap, 0, 4096, 3, 0x20022) == ALLOW  # a thread's stack, counted as data
    for flags in (0x21, 0x23, 0x122, 0x40022):
        assert answer(cpu, cpu.mmap, 0, 4096, 3, flags) == REFUSE


def test_a_stack_cannot_grow_and_addresses_are_bounded_for_every_language() -> None:
    for python in (True, False):
        limits = Limits(memory_mb=256).as_rlimits(python=python, own_users=False)
        assert limits["STACK"] == 8 * 1024 * 1024
        assert limits["DATA"] == 256 * 1024 * 1024
        assert limits["AS"] <= (256 + 4096) * 1024 * 1024


@PROCESSORS
def test_open_files_take_no_locks_and_send_no_signals(cpu: Processor) -> None:
    copies_and_flags, locks_and_signals = (0, 1, 2, 3, 4, 1030), (5, 6, 7, 8, 10, 15, 36, 37, 38)
    assert {answer(cpu, cpu.fcntl, 1, command) for command in copies_and_flags} == {ALLOW}
    for command in (*locks_and_signals, 1024, 1026, 1031, 9999):
        assert answer(cpu, cpu.fcntl, 1, command) == REFUSE
    assert answer(cpu, cpu.ioctl, 1, 0x5401) == ALLOW  # whether it is a terminal
    assert {answer(cpu, cpu.ioctl, 1, one) for one in (0x5452, 0x8901, 0x8902)} == {REFUSE}


@PROCESSORS
def test_a_process_keeps_its_death_signal(cpu: Processor) -> None:
    assert answer(cpu, cpu.prctl, 15) == ALLOW  # a thread's name
    assert {answer(cpu, cpu.prctl, option) for option in (1, 4, 22, 35, 36)} == {REFUSE}


@PROCESSORS
def test_threads_wait_at_words_of_their_own_process_alone(cpu: Processor) -> None:
    wait, wake, wait_bitset, lock_pi, private, by_calendar = 0, 1, 9, 6, 128, 256
    for command in (wait, wake, wait_bitset, lock_pi, wait_bitset | by_calendar):
        assert answer(cpu, cpu.futex, 1, command | private) == ALLOW
    for command in (wait, wait_bitset, wait_bitset | by_calendar):
        assert answer(cpu, cpu.futex, 1, command) == AGAIN
    assert answer(cpu, cpu.futex, 1, wake) == ALLOW  # of nobody
    assert {answer(cpu, cpu.futex, 1, command) for command in (3, 4, 5, lock_pi, 11)} == {REFUSE}


@PROCESSORS
def test_only_clocks_that_all_have_in_common_can_be_read(cpu: Processor) -> None:
    for call in cpu.clocks:
        assert {answer(cpu, call, clock) for clock in (0, 1, 2, 3, 11)} == {ALLOW}
        assert {answer(cpu, call, (~pid << 3) | 2) for pid in (1, 4321)} == {REFUSE}


@PROCESSORS
def test_calls_under_other_numbers_are_no_way_round(cpu: Processor) -> None:
    assert answer(cpu, 470) == LACKING
    program = filter_bytes(cpu, may_exec=False)
    assert run(program, [READ[cpu], 0x40000003, *[0] * 14]) == KILL
    assert answer(X86_64, 0x40000000 | 59) == KILL


@pytest.mark.parametrize(
    ("version", "rights"),
    [
        (1, {"files": 0x1FFF, "net": 0, "scopes": 0}),
        (3, {"files": 0x7FFF, "net": 0, "scopes": 0}),
        (4, {"files": 0x7FFF, "net": 3, "scopes": 0}),
        (7, {"files": 0xFFFF, "net": 3, "scopes": 3}),
    ],
)
def test_older_kernels_are_asked_for_what_they_know(version: int, rights: dict[str, int]) -> None:
    assert landlock.handled(version) == rights


def test_nothing_can_be_written_and_one_program_run(tmp_path: Path) -> None:
    python = landlock_rules(Program("script", tmp_path, ("bot.py",)), 7)["rules"]
    assert {path for path, rights in python if rights & ~landlock.READ} == {"/dev/null"}
    node = landlock_rules(Program("exec", tmp_path, ("/usr/bin/node", "bot.js")), 7)["rules"]
    run = {path for path, rights in node if rights & landlock.EXECUTE}
    assert "/usr/bin/node" in run
    assert all("/ld-" in path for path in run - {"/usr/bin/node"})


def test_the_folder_our_packages_lie_in_is_not_open(tmp_path: Path) -> None:
    rules = landlock_rules(Program("bot", tmp_path, ("bot.py",)), 7)["rules"]
    paths = [Path(path) for path, _ in rules]
    assert PACKAGES / "bots" in paths
    assert not any(PACKAGES.is_relative_to(path) for path in paths)


def test_threads_are_counted_only_in_a_namespace_of_their_own() -> None:
    assert "NPROC" in Limits().as_rlimits(python=True, own_users=True)
    assert "NPROC" not in Limits().as_rlimits(python=True, own_users=False)
