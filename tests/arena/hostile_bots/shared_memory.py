import mmap
import os

from table import attempt, play

attempt("shared memory", lambda: mmap.mmap(-1, 400 * 1024 * 1024))
attempt("a file in memory", lambda: os.memfd_create("hog"))
play()
