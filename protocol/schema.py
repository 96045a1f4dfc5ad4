"""JSON Schemas of every message, for bot authors in any language."""

from typing import Any

from protocol.messages import CLIENT, FLAT_SERVER, FULL_SERVER


def schemas() -> dict[str, dict[str, Any]]:
    """Schemas by direction and level, then by message type."""
    groups = {"client": CLIENT, "server_flat": FLAT_SERVER, "server_full": FULL_SERVER}
    return {
        group: {name: model.model_json_schema() for name, model in models.items()}
        for group, models in groups.items()
    }
