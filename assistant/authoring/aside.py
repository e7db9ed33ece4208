"""A broken edition set aside, so that the others rule: which files are whose, and the knowledge without a ruleset."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from assistant.authoring.files import Files, Written
from assistant.authoring.names import as_list
from assistant.authoring.schema.cases import Case
from assistant.errors import Problem

Broken = dict[str, list[Problem]]  # by ruleset


def owners(files: Files, rules: str) -> dict[str, set[str]]:
    """Of every file that serves some rulesets alone, which: their rules, what is expected in them, their own text, a supplement."""
    served: dict[str, set[str]] = {}
    of_folders: list[Written[Any]] = [*files.rulesets, *files.rules, *files.hands, *files.sets, *files.links]
    for written in of_folders:
        served.setdefault(written.document.file, set()).add(written.folder)
    for written in files.supplements:
        served.setdefault(written.document.file, set()).add(written.entry.id)
    for written in files.expectations:
        served.setdefault(written.document.file, set()).add(written.stem)
    for ruleset in files.rulesets:
        served.setdefault(f"knowledge/clauses/{ruleset.entry.source}.yaml", set()).add(ruleset.entry.id)
    return served


def blamed(problems: Iterable[Problem], files: Files, rules: str) -> Broken | None:
    """Each mistake with the rulesets it breaks; None where one of them is nobody's alone."""
    known = owners(files, rules)
    broken: Broken = {}
    for problem in problems:
        mine = known.get(problem.file) or _by_place(problem.file, rules)
        if not mine:
            return None
        for ruleset in mine:
            broken.setdefault(ruleset, []).append(problem)
    return broken


def _by_place(file: str, rules: str) -> set[str]:
    """Whose a file is that could not be read, by where it lies: a folder of rules, what is expected of a ruleset, a supplement by its name."""
    folder, _, rest = file.partition("/")
    if folder == rules and rest:
        return {rest.partition("/")[0]}
    if file.startswith("knowledge/expectations/"):
        return {file.rpartition("/")[2].removesuffix(".yaml")}
    return set() if folder == "knowledge" else {file.rpartition("/")[2].removesuffix(".yaml")}


def with_dependents(broken: Mapping[str, list[Problem]], files: Files) -> Broken:
    """What is broken, and whatever is built on it."""
    fallen = {name: list(problems) for name, problems in broken.items()}
    bases: list[tuple[Written[Any], str]] = [
        (written, written.entry.base) for written in files.rulesets if written.entry.base
    ]
    bases += [(written, written.entry.supplements) for written in files.supplements]
    while more := [(written, base) for written, base in bases if base in fallen and written.entry.id not in fallen]:
        for written, base in more:
            message = f"sa base « {base} » est écartée : corrigez-la d'abord"
            fallen[written.entry.id] = [written.problem(written.entry.id, message)]
    return fallen


def without(files: Files, gone: Collection[str]) -> Files:
    """The knowledge as if these rulesets had not been written; the clauses of a text go with the last ruleset whose own it is."""

    def mine(written: Written[Any]) -> bool:
        return written.folder in gone

    lost = {one.entry.source for one in files.rulesets if mine(one)} - {one.entry.source for one in files.rulesets if not mine(one)}
    ours = ("rulesets", "rules", "hands", "sets", "links")
    kept = {name: [one for one in getattr(files, name) if not mine(one)] for name in ours}
    kept["supplements"] = [one for one in files.supplements if one.entry.id not in gone]
    kept["expectations"] = [one for one in files.expectations if one.stem not in gone]
    kept["rulesets"] = [_forgetting(one, gone, "differs") for one in kept["rulesets"]]
    kept["rulesets"] = [
        replace(one, entry=one.entry.model_copy(update={"sibling": None})) if one.entry.sibling in gone else one
        for one in kept["rulesets"]
    ]
    kept["sanctions"] = [_forgetting(one, gone, "rulesets") for one in files.sanctions]
    kept["units"] = [_unmeant(one, lost) for one in files.units]
    kept["texts"] = [one for one in files.texts if one.stem not in lost]
    kept["points"] = [_forgetting(one, gone, "says") for one in files.points]
    kept["facts"] = [_unmeasured(_forgetting(one, gone, "help_in"), gone) for one in files.facts]
    kept["incidents"] = [_unturned(one, gone) for one in files.incidents]
    cases = [(one, _expecting(one.entry, gone)) for one in files.cases]
    kept["cases"] = [replace(one, entry=entry) for one, entry in cases if entry is not None]
    return replace(files, **kept, gone=(*files.gone, *gone))


def _left(said: Mapping[str, Any], gone: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in said.items() if name not in gone}


def _forgetting(written: Written[Any], gone: Collection[str], key: str) -> Written[Any]:
    """An entry that says something ruleset by ruleset, without what it says of these."""
    said = getattr(written.entry, key)
    if not set(said) & set(gone):
        return written
    return replace(written, entry=written.entry.model_copy(update={key: _left(said, gone)}))


def _unmeant(written: Written[Any], lost: Collection[str]) -> Written[Any]:
    """A unit without what it usually brings, where a text that went says so."""
    usual = written.entry.usual
    if usual is None or not any(clause.partition("/")[0] in lost for clause in as_list(usual.cites)):
        return written
    return replace(written, entry=written.entry.model_copy(update={"usual": None}))


def _unmeasured(written: Written[Any], gone: Collection[str]) -> Written[Any]:
    judgement = written.entry.judgement
    if judgement is None or not set(judgement.yardstick) & set(gone):
        return written
    measure = judgement.model_copy(update={"yardstick": _left(judgement.yardstick, gone)})
    return replace(written, entry=written.entry.model_copy(update={"judgement": measure}))


def _unturned(written: Written[Any], gone: Collection[str]) -> Written[Any]:
    """An incident that turns into another in these rulesets alone turns no more."""
    turns: dict[str, Any] = {}
    for status, said in written.entry.turns.items():
        if isinstance(said, str):
            turns[status] = said
            continue
        left = [turn for turn in said if not turn.in_ or set(turn.in_) - set(gone)]
        each = [turn.model_copy(update={"in_": [name for name in turn.in_ if name not in gone]}) for turn in left]
        if each:
            turns[status] = each
    return replace(written, entry=written.entry.model_copy(update={"turns": turns}))


def _expecting(case: Case, gone: Collection[str]) -> Case | None:
    """A case without what it expects of these rulesets; None where nothing is left."""
    variants = [one.model_copy(update={"expect": _left(one.expect, gone)}) for one in case.variants]
    expect = _left(case.expect, gone)
    if not expect:
        return None
    return case.model_copy(update={"expect": expect, "variants": [one for one in variants if one.expect]})
