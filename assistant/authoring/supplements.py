"""A supplement as what it stands for: one more ruleset, with its text, its clauses, its rules and its cases, each at its line of the one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from assistant.authoring.files import Files, Written
from assistant.authoring.schema.knowledge import Source
from assistant.authoring.schema.supplements import OfSupplement, Supplement
from assistant.errors import Problem, unknown

Written_ = Written[Any]


def with_supplements(files: Files) -> tuple[Files, list[Problem]]:
    """The files with every supplement laid out beside what is written elsewhere, and what is wrong with their names."""
    problems: list[Problem] = []
    rulesets: dict[str, Written_] = {written.entry.id: written for written in files.rulesets}
    taken: dict[str, Written_] = {**{written.entry.id: written for written in files.sources}, **rulesets}
    for written in _bases_first(files.supplements, set(rulesets)):
        entry = written.entry
        base = rulesets.get(entry.supplements)
        if entry.id in taken:
            message = f"ce nom est déjà pris : {taken[entry.id].place} ; choisissez-en un autre"
            problems.append(written.problem("id", message, "id"))
            continue
        if base is None:
            known = [name for name in rulesets if name != entry.id]
            message = unknown("règlement", entry.supplements, known)
            problems.append(written.problem("supplements", message, "supplements"))
            continue
        rulesets[entry.id] = taken[entry.id] = _ruleset(written, base)
        problems += _misnamed(written)
        files = _beside(files, written, rulesets[entry.id])
    return files, problems


def _bases_first(supplements: Iterable[Written[Supplement]], known: set[str]) -> list[Written[Supplement]]:
    """A supplement of a supplement after it; one whose base is unknown comes last."""
    waiting, ordered = list(supplements), list[Written[Supplement]]()
    while waiting:
        ready = [one for one in waiting if one.entry.supplements in known] or waiting
        ordered += ready
        known = known | {one.entry.id for one in ready}
        waiting = [one for one in waiting if one not in ready]
    return ordered


def _ruleset(written: Written[Supplement], base: Written_) -> Written_:
    """The ruleset: the base's frame where the supplement says nothing else."""
    own, under = written.entry, base.entry
    entry = OfSupplement.model_construct(
        **{name: getattr(under, name) for name in ("game", "slots", "combine", "sibling", "governs", "differs", "disputed", "calls")},
        id=own.id, title=own.title, short=own.short, edition=own.edition, source=own.id, newer=own.newer or under.newer,
        order=under.order if own.order is None else own.order, base=own.supplements, drop=own.drop,
        expect=own.expect, leave=own.leave, replays=True,
    )  # fmt: skip
    return Written(entry, written.document, written.path, written.stem, own.id)


def _beside(files: Files, written: Written[Supplement], ruleset: Written_) -> Files:
    """The files with what one supplement holds."""
    own = written.entry
    said = own.text
    source = Source(
        id=own.id, title=own.title, edition=own.edition, publisher=said.publisher, language=said.language, prevails=said.prevails,
        licence=said.licence, attribution=said.attribution, note=said.note,
    )  # fmt: skip
    return replace(
        files,
        sources=[*files.sources, Written(source, written.document, written.path, own.id, own.id)],
        texts=[*files.texts, *_each(written, "clauses", own.id)],
        facts=[*files.facts, *_each(written, "facts")],
        rulesets=[*files.rulesets, ruleset],
        rules=[*files.rules, *_each(written, "rules")],
        cases=[*files.cases, *_each(written, "cases")],
        expectations=[*files.expectations, *_each(written, "expectations", own.id)],
        sets=[*files.sets, *_each(written, "statuts")],
        links=[*files.links, *_each(written, "liens", "liens")],
    )


def _each(written: Written[Supplement], key: str, stem: str | None = None) -> Iterator[Written_]:
    """The entries under one key, each at its own line; a rule is of the family that its name says."""
    for index, entry in enumerate(getattr(written.entry, key)):
        family = entry.id.split(".")[1] if key == "rules" else key
        yield Written(entry, written.document, (*written.path, key, index), stem or family, written.entry.id)


def _misnamed(written: Written[Supplement]) -> Iterator[Problem]:
    """The clauses and rules that do not bear the supplement's name."""
    own = written.entry.id
    for key, mark in (("clauses", "/"), ("rules", "."), ("liens", ".")):
        for index, entry in enumerate(getattr(written.entry, key)):
            name = getattr(entry, "id", None)
            if name is not None and not name.startswith(f"{own}{mark}"):
                message = f"dans ce supplément les identifiants commencent par « {own}{mark} »"
                yield written.problem(name, message, key, index, "id")
