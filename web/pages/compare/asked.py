"""What an address asks of the comparison: rulesets, a game, a family, a kind of difference. A name that does not exist is refused."""

from __future__ import annotations

from collections.abc import Collection

from flask import request

from assistant.decision.gravity import Difference
from assistant.errors import unknown
from assistant.model import Library
from web.address import AddressError

LONGEST = 40  # of a word that is quoted back


def rulesets(library: Library, parameter: str = "r") -> list[str]:
    """The rulesets named, each once, in the order of the address."""
    return list(dict.fromkeys(_named(parameter, "règlement", library.rulesets)))


def of_game(library: Library) -> list[str]:
    """The rulesets of the game named, if one is."""
    games = _named("jeu", "jeu", [one.game for one in library.rulesets.values()])
    return [one.id for one in library.rulesets.values() if one.game in games[:1]]


def family(library: Library) -> str | None:
    return next(iter(_named("famille", "famille", library.families)), None)


def kind() -> Difference | None:
    return next((Difference(one) for one in _named("genre", "genre de différence", list(Difference))), None)


def _named(parameter: str, what: str, known: Collection[str]) -> list[str]:
    """All that the address says under a name, what a form left empty aside."""
    said = [word for word in request.args.getlist(parameter) if word]
    for word in said:
        if word not in known:
            raise AddressError(f"{parameter} : {unknown(what, word[:LONGEST], known)}")
    return said
