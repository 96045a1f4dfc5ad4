import threading
import time

from table import attempt, play


def start_many() -> bool:
    for _ in range(400):
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
    return True


attempt("400 threads", start_many)
play()
