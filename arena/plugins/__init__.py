"""Games and bots from plugins, and specs: the text that says who sits at a seat.

May import: match, errors.
"""
