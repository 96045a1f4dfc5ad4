import os
import time

from table import attempt, play


def fork() -> int:
    child = os.fork()
    if child == 0:
        time.sleep(20)
        os._exit(0)
    return child


for number in range(30):
    attempt(f"fork {number}", fork)
play()
