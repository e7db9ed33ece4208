"""The picture of agreement: for each family a bar of the kinds of difference, wide enough to be touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.compare.comparison import Shares
from assistant.decision.gravity import Difference
from assistant.model import Family, Library

WIDTH = 400.0
LEAST = 50.0  # of what is there at all: 44 px on a phone of 390


class Piece(NamedTuple):
    """A part of a bar: where it begins, how wide it is, what share it stands for."""

    kind: Difference
    start: float
    width: float
    share: float


class Bar(NamedTuple):
    """One family."""

    family: Family
    pieces: list[Piece]
    shares: Shares


def bars(library: Library, shares: Mapping[str, Shares]) -> list[Bar]:
    """A bar for each family; a small share is drawn as wide as a finger needs, and the others give way."""
    return [Bar(library.families[family], list(_pieces(values)), values) for family, values in shares.items()]


def _pieces(shares: Shares) -> list[Piece]:
    there = {kind: share for kind, share in shares.items() if share > 0}
    widths = {kind: share * WIDTH for kind, share in there.items()}
    small: set[Difference] = set()
    while narrow := {kind for kind, width in widths.items() if width < LEAST and kind not in small}:
        small |= narrow
        left = WIDTH - LEAST * len(small)
        whole = sum(share for kind, share in there.items() if kind not in small)
        widths = {kind: LEAST if kind in small else left * share / whole for kind, share in there.items()}
    found: list[Piece] = []
    start = 0.0
    for kind, share in there.items():
        width = widths[kind]
        found.append(Piece(kind, round(start, 1), round(width, 1), share))
        start += width
    return found
