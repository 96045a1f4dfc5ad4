"""Plays well, and will not leave."""

import signal
import time

from table import play, say

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
play()
time.sleep(30)
say("achieved staying")
