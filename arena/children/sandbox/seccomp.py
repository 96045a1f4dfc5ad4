"""The system-call filter: a small BPF program that the kernel runs before every call."""

import platform
from errno import EAGAIN, ENOSYS, EPERM
from struct import pack
from typing import Final

from arena.children.sandbox.syscalls import NEWEST, PROCESSORS, X86_64, Processor

LOAD, JUMP_EQUAL, JUMP_ABOVE, JUMP_SET, AND, RETURN = 0x20, 0x15, 0x25, 0x45, 0x54, 0x06
ALLOW: Final = 0x7FFF0000
KILL: Final = 0x80000000
REFUSE: Final = 0x00050000 | EPERM
LACKING: Final = 0x00050000 | ENOSYS
AGAIN: Final = 0x00050000 | EAGAIN
CALL, ARCH = 0, 4
X32_BIT: Final = 0x40000000

OWN_PID: Final = 0x50494421
"""Stands for the process's own number, which is only known once it runs; `launch` fills it in."""
CLONE_THREAD: Final = 0x00010000
AF_UNIX, SOCK_STREAM, SOCKET_KIND = 1, 1, 0xF
SHARED_ANONYMOUS: Final = 0x21
MAP_GROWSDOWN, MAP_HUGETLB = 0x100, 0x40000
FUTEX_WAIT, FUTEX_WAKE, FUTEX_WAIT_BITSET, FUTEX_PRIVATE, FUTEX_COMMAND = 0, 1, 9, 0x80, 0x7F
LAST_COMMON_CLOCK: Final = 0x7FFFFFFF
"""Numbers above it, negative ones, are clocks of a process: of any process."""
FILE_COMMANDS: Final = (0, 1, 2, 3, 4, 1027, 1030, 1032)
"""What may be asked of an open file: copies, flags, and a pipe's size; no lock, lease or signal."""
SIGNAL_REQUESTS: Final = (0x5452, 0x8901, 0x8902)
"""FIOASYNC, FIOSETOWN and SIOCSPGRP: signals on input, to any process of the same user."""
OWN_SETTINGS: Final = (2, 3, 15, 16, 21, 23, 27, 30, 39, 42, 0x53564D41)
"""What `prctl` may do: read settings, name a thread, name memory. The rest stays as `launch` set
it, above all the death signal, which ends a bot whose server was killed."""

Program = list[tuple[int, int, int, int]]


def supported() -> bool:
    """Whether the filter can be written for this processor."""
    return platform.machine().lower() in PROCESSORS


def this_processor() -> Processor:
    """The processor we run on; KeyError where the sandbox does not know it."""
    return PROCESSORS[platform.machine().lower()]


def filter_bytes(processor: Processor, *, may_exec: bool) -> bytes:
    """The filter as the kernel reads it."""
    return b"".join(pack("<HBBI", *row) for row in filter_program(processor, may_exec=may_exec))


def filter_program(processor: Processor, *, may_exec: bool) -> Program:
    """No new processes, no sockets, no powers; threads and ordinary reading go on."""
    program = [(LOAD, 0, 0, ARCH), (JUMP_EQUAL, 1, 0, processor.audit), (RETURN, 0, 0, KILL)]
    program.append((LOAD, 0, 0, CALL))
    if processor is X86_64:  # the same calls under other numbers, with 32-bit pointers
        program += [(JUMP_SET, 0, 1, X32_BIT), (RETURN, 0, 0, KILL)]
    program += [(JUMP_ABOVE, 0, 1, NEWEST), (RETURN, 0, 0, LACKING)]
    program += _always(processor.clone3, LACKING)  # its flags lie in memory; glibc then uses clone
    for number in processor.forbidden:
        program += _always(number, REFUSE)
    if not may_exec:
        program += _always(processor.execve, REFUSE)
    for number, body in _looked_at(processor):
        # What is looked at is decided there and then: every body ends in a return.
        program += [(JUMP_EQUAL, 0, len(body), number), *body]
    program.append((RETURN, 0, 0, ALLOW))
    return program


def _always(number: int, answer: int) -> Program:
    return [(JUMP_EQUAL, 0, 1, number), (RETURN, 0, 0, answer)]


def _looked_at(processor: Processor) -> list[tuple[int, Program]]:
    own = [(JUMP_EQUAL, 0, 1, OWN_PID), *_otherwise_refuse()]
    return [
        (processor.clone, [_argument(0), (JUMP_SET, 0, 1, CLONE_THREAD), *_otherwise_refuse()]),
        (processor.kill, [_argument(0), *own]),
        (processor.tgkill, [_argument(0), *own]),
        (processor.prlimit64, [_argument(0), (JUMP_EQUAL, 0, 1, 0), *_otherwise_refuse()]),
        (processor.socketpair, _stream_pair()),
        (processor.mmap, _counted_memory()),
        (processor.fcntl, [_argument(1), *_only(FILE_COMMANDS)]),
        (processor.ioctl, [_argument(1), *_all_but(SIGNAL_REQUESTS)]),
        (processor.prctl, [_argument(0), *_only(OWN_SETTINGS)]),
        (processor.futex, _own_words()),
        *((number, _common_clock()) for number in processor.clocks),
    ]


def _only(values: tuple[int, ...]) -> Program:
    allowed = [row for value in values for row in _always(value, ALLOW)]
    return [*allowed, (RETURN, 0, 0, REFUSE)]


def _all_but(values: tuple[int, ...]) -> Program:
    refused = [row for value in values for row in _always(value, REFUSE)]
    return [*refused, (RETURN, 0, 0, ALLOW)]


def _stream_pair() -> Program:
    """A pair of streams talks to itself alone; event loops wake themselves with one."""
    return [
        _argument(0),
        (JUMP_EQUAL, 1, 0, AF_UNIX),
        (RETURN, 0, 0, REFUSE),
        _argument(1),
        (AND, 0, 0, SOCKET_KIND),
        (JUMP_EQUAL, 0, 1, SOCK_STREAM),
        *_otherwise_refuse(),
    ]


def _counted_memory() -> Program:
    """Refuse memory that RLIMIT_DATA does not count: shared without a file, stacks, huge pages."""
    return [
        _argument(3),
        (JUMP_SET, 0, 1, MAP_GROWSDOWN | MAP_HUGETLB),
        (RETURN, 0, 0, REFUSE),
        (AND, 0, 0, SHARED_ANONYMOUS),
        (JUMP_EQUAL, 0, 1, SHARED_ANONYMOUS),
        (RETURN, 0, 0, REFUSE),
        (RETURN, 0, 0, ALLOW),
    ]


def _own_words() -> Program:
    """Let threads wait for each other, and nobody at a word of a file that another bot maps too.

    Joining a thread waits in the way that is shared between processes. EAGAIN, "the word has
    changed", makes the C library look again until the thread has ended.
    """
    return [
        _argument(1),
        (JUMP_SET, 0, 1, FUTEX_PRIVATE),
        (RETURN, 0, 0, ALLOW),
        (AND, 0, 0, FUTEX_COMMAND),
        *_always(FUTEX_WAKE, ALLOW),
        *_always(FUTEX_WAIT, AGAIN),
        *_always(FUTEX_WAIT_BITSET, AGAIN),
        (RETURN, 0, 0, REFUSE),
    ]


def _common_clock() -> Program:
    """Refuse a clock that shows how long another process has computed."""
    return [
        _argument(0),
        (JUMP_ABOVE, 0, 1, LAST_COMMON_CLOCK),
        (RETURN, 0, 0, REFUSE),
        (RETURN, 0, 0, ALLOW),
    ]


def _otherwise_refuse() -> Program:
    return [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]


def _argument(number: int) -> tuple[int, int, int, int]:
    """The low half of an argument; both processors are little-endian."""
    return LOAD, 0, 0, 16 + 8 * number
