"""The sandbox for bots nobody has read: what it is made of, and how a bot is put into it.

`layers` says what this machine offers, `program` what is to run, `plan` what it may do, and
`entry_commands` the command line that starts it. `drop_privileges` and `launch` are scripts that
run on the way in.
"""
