"""One case under several rulesets: the facts asked once for all, the sheets side by side, what differs told first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

from assistant.compare.case import case_document
from assistant.errors import InputError
from assistant.model import Library
from web.address import CaseAddress, read_case
from web.context import desk
from web.events import of_any_ruleset
from web.page import Pages, Shown, strict
from web.pages.compare.asked import rulesets

if TYPE_CHECKING:
    from assistant.compare.parts import CasePart
    from assistant.consultation.document import ConsultationPart, QuestionPart

pages = Pages(__name__)


@pages.page("/comparer/cas", twin=".json")
def case() -> Shown[CasePart]:
    """The page; as data it forgives no answer that is not understood."""
    library = desk().library
    told = read_case(library, request)
    address = told._replace(facts=of_any_ruleset(told.facts))
    own = sorted(set(told.facts) - set(address.facts))
    if strict() and own:
        raise InputError(f"{', '.join(own)} : chaque texte a ses lectures et ses choix ; n'en dites pas ici.")
    if strict() and address.dropped:
        raise InputError(f"Ces réponses ne sont pas comprises : {', '.join(address.dropped)}.")
    named = _named(library)
    data = case_document(desk().consultant, named, {**address.table.context, **address.facts})
    asking = _asking(data["consultations"])
    return Shown(
        "compare/case.html",
        data,
        address=address,
        twin=_link(address, named, page="compare_case.case_json"),
        contexts=_contexts(library, address, named),
        link=lambda without=(), **more: _link(address, named, without, **more),
        asking=asking,
        asked_by=_askers(data["consultations"], asking["key"]) if asking else [],
        named=named,
        own=own,
    )


def _named(library: Library) -> list[str]:
    """The rulesets asked for, where they are at least two; else all."""
    named = rulesets(library, "_r")
    return named if len(named) > 1 else list(library.rulesets)


def _asking(documents: list[ConsultationPart]) -> QuestionPart | None:
    """The first question that is left."""
    return next((document["question"] for document in documents if document["question"]), None)


def _contexts(
    library: Library, address: CaseAddress, named: list[str]
) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """For each context fact its values, the link to the same case there, and whether it is this one."""
    table = address.table
    return [
        (
            fact.title,
            [
                (
                    value.label,
                    _link(
                        address._replace(table=table._replace(context={**table.context, fact.id: value.id})),
                        named,
                    ),
                    table.context[fact.id] == value.id,
                )
                for value in fact.values
            ],
        )
        for fact in library.context_facts()
    ]


def _link(
    address: CaseAddress, named: list[str], without: tuple[str, ...] = (), page: str = "compare_case.case", **more: str
) -> str:
    return address.link(page, without, **more) + "".join(f"&_r={name}" for name in named)


def _askers(documents: list[ConsultationPart], key: str) -> list[str]:
    """The rulesets that wait for this answer."""
    asking = [document for document in documents if document["question"] and document["question"]["key"] == key]
    return [document["ruleset"]["short"] for document in asking]
