"""The questions of an incident with where each answer leads, as a picture of each context: read off the proof."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from flask import abort, request
from markupsafe import Markup

from assistant.model import INCIDENT
from assistant.proof.picture import painted, svg
from assistant.proof.tree import WHOLE, text, trees
from web.address import case_link, table_of
from web.artefacts import PROOF
from web.context import desk
from web.page import Pages, Shown

pages = Pages(__name__)


class Drawn(NamedTuple):
    """A tree in one context: as a picture, and as lines that are read aloud."""

    picture: str
    lines: tuple[str, ...]


@lru_cache(maxsize=64)
def _drawn(version: str, made: str, ruleset: str, incident: str) -> tuple[Drawn, ...]:
    library = desk().library
    proof = PROOF.read(library)
    assert proof is not None and (library.version, proof.made) == (version, made)
    found = trees(library, desk().consultant.engines, ruleset, incident, proof.walks)
    return tuple(Drawn(Markup(svg(painted(one), number)), tuple(filter(None, text(one, WHOLE).splitlines()))) for number, one in enumerate(found, 1))


@pages.page("/arbre/<ruleset>/<incident>")
def tree(ruleset: str, incident: str) -> Shown[None]:
    """The tree of one incident in one ruleset."""
    library = desk().library
    if ruleset not in library.rulesets or incident not in library.incidents:
        abort(404)
    if ruleset not in library.incidents[incident].rulesets:
        abort(404)
    proof = PROOF.at_hand(library)
    return Shown(
        "tree/tree.html",
        incident=library.incidents[incident],
        shown=library.rulesets[ruleset],
        drawn=_drawn(library.version, proof.made, ruleset, incident) if proof is not None else (),
        proved=proof is not None,
        way_on=case_link(table_of(library, request)._replace(ruleset=ruleset), {INCIDENT: incident}),
    )
