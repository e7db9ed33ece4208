"""Whether a fact can have a value."""

from __future__ import annotations

from assistant.errors import unknown
from assistant.model import Fact, Value


def value_problem(fact: Fact, value: Value) -> str | None:
    """Why this fact cannot have this value, or None."""
    if fact.is_number:
        assert fact.low is not None and fact.high is not None
        if not isinstance(value, int) or not fact.low <= value <= fact.high:
            return f"« {value} » n'est pas un nombre entier de {fact.low} à {fact.high} ({fact.unit})"
        return None
    ids = [known.id for known in fact.values]
    return None if value in ids else unknown("valeur", value, ids)
