import time

from table import play, say

time.sleep(30)
say("achieved a start of 30 s")
play()
