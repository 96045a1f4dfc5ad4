"""Variants as requests name them: looked up by the game, so only their shape is checked here."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from engine.variants import VariantEntry

MOST_OPTIONS = 64
Name = Annotated[str, StringConstraints(max_length=64)]


class VariantWithOptions(BaseModel):
    """A variant with options of its own; `GET /api/games/GAME` lists them."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    type: Name
    """The variant's name."""
    config: dict[str, Any] = Field(default_factory=dict, max_length=MOST_OPTIONS)
    """Its options."""


VariantName = Name | VariantWithOptions


def variant_entries(named: Sequence[str | VariantWithOptions]) -> tuple[VariantEntry, ...]:
    """The variants as a match takes them."""
    return tuple(item if isinstance(item, str) else item.model_dump() for item in named)
