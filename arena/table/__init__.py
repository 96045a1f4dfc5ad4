"""A table as a state machine without I/O: seats, clocks, answers, takeovers, spectators.

`Table` is told what happened (somebody joined, left, answered; a bot replied; a step was saved; it
is now t) and collects what is to be done (send this frame, ask that bot, save this step, wake me
at t). It opens no socket, starts no task and looks at no clock: `arena.room` does that.
May import: match, plugins, errors.
"""
