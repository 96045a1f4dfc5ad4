import socket

from table import TARGETS, attempt, play


def connect() -> bool:
    with socket.create_connection(("127.0.0.1", TARGETS["tcp"]), 2) as opened:
        opened.sendall(b"owned")
    return True


def listen() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0))


attempt("a connection", connect)
attempt("a server", listen)
play()
