import os

from table import TARGETS, attempt, play

attempt("the secret", lambda: [v for v in os.environ.values() if TARGETS["secret"] in v])
attempt("whose home", lambda: os.environ["HOME"])
play()
