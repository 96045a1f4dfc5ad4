"""Stops itself instead of answering: it neither ends nor reads."""

import os
import signal

from table import play

play(lambda: os.kill(os.getpid(), signal.SIGSTOP))
