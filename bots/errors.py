"""What the runners raise."""


class RunnerError(Exception):
    """A bot cannot be run, or its conversation cannot go on; the text is one clear line."""
