"""Hashes of all that an incident is proved by, in each ruleset: what was clean at the last proof need not be proved again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from assistant.graph.fingerprint import digest
from assistant.model import Library
from assistant.proof.difference import Knowledge
from assistant.store import cache
from assistant.store.library import code_print
from assistant.store.paths import data_folder

KIND = "proved"
Pair = tuple[str, str]  # a ruleset and an incident


def prints(library: Library) -> dict[Pair, str]:
    """Of every incident in every ruleset: its questions, rules, clauses and words, its cases and what is expected of all cases."""
    knowledge = Knowledge(library)
    told: dict[Pair, list[object]] = {}
    for case in library.cases.values():
        for ruleset, expected in case.expect.items():
            told.setdefault((ruleset, case.incident), []).append([case.id, dict(case.flat_facts()), expected, case.story])
    common = {name: digest(library.expectations.get(name, ())) for name in library.rulesets}
    return {pair: digest(knowledge.hash(pair), told.get(pair, ()), common[pair[0]]) for pair in knowledge.pairs}


def changed(now: Mapping[Pair, str], before: Mapping[Pair, str]) -> list[Pair]:
    """The incidents that are not what they were."""
    return [pair for pair, print_ in now.items() if before.get(pair) != print_]


def remembered() -> dict[Pair, str]:
    """What was clean when it was last proved with this program, here."""
    kept = cache.kept(KIND, _here(), dict)
    return dict(kept) if kept is not None else {}


def remember(clean: Mapping[Pair, str]) -> None:
    """Note what was proved clean."""
    cache.keep(KIND, _here(), {**remembered(), **clean})


def _here() -> str:
    """Where the knowledge lies and by which code it is proved, as a name."""
    places = [str(data_folder(name).resolve()) for name in ("knowledge", "rules_yaml")]
    return hashlib.sha256("\n".join([*places, code_print()]).encode()).hexdigest()
