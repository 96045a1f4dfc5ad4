"""Other programs' formats: mjai and mjlog, read and written.

May import: match, errors.
"""
