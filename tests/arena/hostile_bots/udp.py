import socket

from table import TARGETS, attempt, play


def send() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
        return opened.sendto(b"owned", ("127.0.0.1", TARGETS["udp"]))


attempt("a datagram", send)
attempt("a raw socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))
play()
