"""One match and its record: the rules of play, the log, clocks, frames, replay links, and who may
see what. Does no I/O but reading and writing log files. May import: errors.
"""
