"""The chains of `tests/data/chains`, told to the product and compared with what the texts give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import yaml

from assistant.consultation.forks import Explorer, Leaf
from assistant.consultation.intake import understand
from assistant.decision.events import combined_slots
from assistant.decision.outcome import Outcome
from assistant.engine.engines import Engines
from assistant.model import Library, Scope
from tests.support.modules import ROOT

FOLDER = ROOT / "tests" / "data" / "chains"
SLOTS = ("donne", "est", "compteurs", "mises")
Told = Mapping[str, Any]


@cache
def read(name: str) -> list[dict[str, Any]]:
    """One file of the folder."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return list(yaml.load((FOLDER / name).read_text(encoding="utf-8"), loader) or [])


def every_chain() -> Iterator[tuple[str, Told]]:
    """Every chain, and every near miss as `chain/near`, a chain of its own."""
    for chain in read("chains.yaml"):
        yield chain["id"], chain
        for near in chain.get("near", ()):
            context = {"contexte": chain["contexte"]} if "contexte" in chain else {}
            yield f"{chain['id']}/{near['id']}", {**context, **near}


def facts(library: Library, chain: Told, ruleset: str) -> dict[str, object]:
    """A chain as a user tells it under one ruleset."""
    said: dict[str, object] = {"contexte": chain["contexte"]} if "contexte" in chain else {}
    for number, event in enumerate(chain["events"], 1):
        prefix = "" if number == 1 else f"{number}."
        said.update(
            {prefix + name: event[name] for name in ("incident", "qui", "quand", "a_qui", "choix") if name in event}
        )
        said.update({prefix + "a_qui": event["ecarte_par"]} if "ecarte_par" in event else {})
        for name, value in {**event["facts"], **event.get("per", {}).get(ruleset, {})}.items():
            said[name if library.facts[name].scope != Scope.FAULT else prefix + name] = value
    return said


def differences(library: Library, engines: Engines, chain: Told, ruleset: str) -> list[str]:
    """In what the product rules a chain otherwise than its reader did."""
    expected = chain["expect"][ruleset]
    absent = [
        event["incident"] for event in chain["events"] if ruleset not in library.incidents[event["incident"]].rulesets
    ]
    if absent:
        return [f"no {', '.join(absent)} in {ruleset}"]
    events = understand(library, [ruleset], facts(library, chain, ruleset)).events
    standing = Explorer(library, engines, ruleset).standing(events)
    if standing.ask is not None:
        return [f"asks {standing.ask.event}.{standing.ask.name}"]
    if standing.ruled is None:
        return _forked(library, ruleset, standing.leaves, expected)
    outcomes = standing.ruled.outcomes()
    problems = [
        f"{number}: {problem}"
        for number, (outcome, wanted) in enumerate(zip(outcomes, expected["events"], strict=True), 1)
        for problem in _event(outcome, wanted)
    ]
    slots = dict(combined_slots(library, ruleset, outcomes))
    return [
        *problems,
        *(
            f"{slot}: {slots.get(slot)}, not {expected[slot]}"
            for slot in _told(expected)
            if slots.get(slot) != expected[slot]
        ),
    ]


def _told(expected: Told) -> list[str]:
    return [slot for slot in SLOTS if isinstance(expected.get(slot), str)]


def _forked(library: Library, ruleset: str, leaves: Sequence[Leaf], expected: Told) -> list[str]:
    """Several rulings remain: every deal that the branches of the chain come to is among them."""
    branches = expected.get("lectures") or expected.get("possibilites")
    if not branches:
        return ["forks by " + ", ".join(sorted({f"{way.event}.{way.name}" for leaf in leaves for way in leaf.ways}))]
    every = branches.values() if isinstance(branches, Mapping) else branches
    wanted = {branch.get("donne", expected.get("donne")) for branch in every}
    got = {dict(combined_slots(library, ruleset, leaf.outcomes())).get("donne") for leaf in leaves}
    return [] if wanted <= got else [f"of the deal {sorted(map(str, got))}, not {sorted(map(str, wanted))}"]


def _event(outcome: Outcome, wanted: Told) -> Iterator[str]:
    """In what one event is decided otherwise."""
    readings = Counter(_ids(one.get("sanction")) for one in wanted.get("one_of", ()))
    got = Counter(frozenset(reading.then.sanctions) for reading in outcome.readings)
    if readings != got:
        yield f"readings {_words(got)}, not {_words(readings)}"
    elif not readings and outcome.sanction_ids() != _ids(wanted.get("sanction")):
        yield f"{sorted(outcome.sanction_ids())}, not {sorted(_ids(wanted.get('sanction')))}"
    if wanted.get("silence") and not outcome.silences and not any(one.then.silence for one in outcome.readings):
        yield "does not say that the text is silent"


def _ids(said: str | Sequence[str] | None) -> frozenset[str]:
    return frozenset([said] if isinstance(said, str) else said or ())


def _words(readings: Counter[frozenset[str]]) -> list[list[str]]:
    return sorted(sorted(one) for one in readings.elements())
