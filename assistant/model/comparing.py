"""What a comparison needs to know beside the rules: where a text applies, how often incidents are met, points that no incident decides."""

from collections.abc import Mapping
from typing import NamedTuple

from assistant.model.conditions import Test
from assistant.model.texts import NOWHERE, Place


class Governs(NamedTuple):
    """The only context that a text speaks of."""

    tests: tuple[Test, ...]
    text: str
    cites: tuple[str, ...]


class Named(NamedTuple):
    """A difference from another ruleset that the text itself names."""

    of: str  # the incident, or the point
    cites: tuple[str, ...]


class Frequency(NamedTuple):
    """How often such an incident is met, and what a difference there weighs."""

    id: str
    label: str
    weight: int


class Said(NamedTuple):
    """What one text says of a point."""

    text: str
    cites: tuple[str, ...]


class Point(NamedTuple):
    """Something on which texts differ though no incident decides it."""

    id: str
    family: str
    title: str
    met: str  # how often: a frequency
    says: Mapping[str, Said]  # by ruleset; one that is not there says nothing of it
    place: Place = NOWHERE


class Usual(NamedTuple):
    """What a unit usually brings: the measure by which an amount is told."""

    value: int
    what: str
    cites: tuple[str, ...]
