"""Which build runs: the source itself, or what mypyc compiled of it."""

from engine import model


def build_kind() -> str:
    """Return `compiled` if the rules were compiled, else `interpreted`."""
    return "interpreted" if str(model.__file__).endswith(".py") else "compiled"
