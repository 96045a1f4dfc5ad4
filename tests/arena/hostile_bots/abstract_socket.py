import socket

from table import TARGETS, attempt, play

NAME = "\0" + TARGETS["abstract"]


def connect() -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as opened:
        opened.connect(NAME)
        opened.sendall(b"owned")
    return True


def by_a_pair() -> int:
    first, _second = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return first.sendto(b"owned", NAME)


def redirected() -> bool:
    first, _second = socket.socketpair()
    first.connect(NAME)
    return True


attempt("an abstract socket", connect)
attempt("a pair of datagrams", by_a_pair)
attempt("a pair turned elsewhere", redirected)
play()
