"""The proof: everything walked, every case ruled, every rule shown to decide something; and its table, kept for readers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path

from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.several import clashing_outcomes
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.proof.quotes import texts_folder, unfaithful_quotes
from assistant.proof.trial import undecided_rules
from assistant.proof.walk import Walk, Walker
from assistant.store import cache
from assistant.store.library import load

KIND = "proof"


@dataclass
class Proof:
    """What was proved, of which knowledge, and when."""

    version: str
    made: str = ""
    walks: list[Walk] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    cases: dict[str, int] = field(default_factory=dict)
    quotes_checked: bool = False
    seconds: float = 0.0
    whole: bool = True
    untrained: dict[str, list[str]] = field(default_factory=dict)  # ruling clauses that no exercise trains

    @property
    def clean(self) -> bool:
        return not self.problems


def walk_incident(library: Library, engines: Engines, ruleset: str, incident: str) -> list[Walk]:
    """All paths of an incident, in each context that matters to it."""
    questionnaire = Questionnaire(library, engines.engine(ruleset, incident))
    return [
        Walker(library, questionnaire, context).run() for context in library.contexts(set(questionnaire.network.facts))
    ]


_worker: tuple[Library, Engines] | None = None


def _start_worker(folders: tuple[Path | None, Path | None]) -> None:
    global _worker
    library = load(*folders)
    _worker = (library, Engines(library))


def _walk_task(task: tuple[str, str]) -> list[Walk]:
    assert _worker is not None
    return walk_incident(*_worker, *task)


def _case_task(task: tuple[str, str | None]) -> tuple[str, list[str], int]:
    assert _worker is not None
    problems, verdicts = undecided_rules(*_worker, *task)
    return task[0], [problem for verdict in verdicts for problem in verdict.problems] + problems, len(verdicts)


Gaps = Callable[[Library, Engines, str], list[str]]  # what of a ruleset something else leaves out


def _gaps_task(task: tuple[Gaps, str]) -> list[str]:
    assert _worker is not None
    return task[0](*_worker, task[1])


def prove(
    library: Library,
    ruleset: str | None = None,
    incident: str | None = None,
    workers: int = 2,
    folders: tuple[Path | None, Path | None] = (None, None),
    untrained: Gaps | None = None,
) -> Proof:
    """Prove the whole, or one ruleset, or one incident."""
    start = time.perf_counter()
    whole = ruleset is None and incident is None
    proof = Proof(library.version, datetime.now(UTC).isoformat(timespec="seconds"), whole=whole)
    rulesets = [ruleset] if ruleset else list(library.rulesets)
    walks = [(name, one.id) for name in rulesets for one in library.incidents_of(name) if incident in (None, one.id)]
    cases: list[tuple[str, str | None]] = [(name, incident) for name in rulesets]
    taught = rulesets if incident is None and untrained is not None else []
    if workers > 1:
        with ProcessPoolExecutor(workers, get_context("spawn"), _start_worker, (folders,)) as pool:
            judged = pool.map(_case_task, cases)
            walked = list(pool.map(_walk_task, walks))
            proof.untrained = dict(
                zip(
                    taught,
                    pool.map(_gaps_task, [(untrained, name) for name in taught if untrained is not None]),
                    strict=True,
                )
            )
            collected = list(judged)
    else:
        engines = Engines(library)
        walked = [walk_incident(library, engines, *task) for task in walks]
        collected = []
        proof.untrained = {name: untrained(library, engines, name) for name in taught if untrained is not None}
        for name, one in cases:
            problems, verdicts = undecided_rules(library, engines, name, one)
            collected.append(
                (name, [problem for verdict in verdicts for problem in verdict.problems] + problems, len(verdicts))
            )
    proof.walks = [walk for group in walked for walk in group]
    for name, found, count in collected:
        proof.cases[name] = count
        proof.problems.extend(found)
    proof.problems.extend(problem for walk in proof.walks for problem in walk.problems)
    if incident is None:
        for name in rulesets:
            outcomes = [
                node.outcome for walk in proof.walks if walk.ruleset == name for node in walk.nodes if node.outcome
            ]
            proof.problems.extend(clashing_outcomes(library, name, outcomes))
        proof.problems.extend(_unreached(library, rulesets, proof.walks))
        proof.problems.extend(_unused(library) if whole else [])
    folder = texts_folder()
    if folder is not None:
        proof.quotes_checked = True
        proof.problems.extend(unfaithful_quotes(library, folder))
    proof.seconds = time.perf_counter() - start
    return proof


def _unreached(library: Library, rulesets: list[str], walks: list[Walk]) -> list[str]:
    reached = {rule for walk in walks for rule in walk.reached}
    return [
        f"{rule.place} : règle {rule.id} : aucun chemin ne l'atteint"
        for name in rulesets
        for rule in library.rulesets[name].rules.values()
        if rule.id not in reached
    ]


def _unused(library: Library) -> list[str]:
    """Facts, sanctions and clauses that nothing uses."""
    read = {name for rule in library.rules() for name in rule.reads()} | {
        test.fact for fact in library.facts.values() for test in fact.only_if
    }
    return [
        f"{fact.place} : fait « {fact.id} » : aucune règle ne le lit"
        for fact in library.facts.values()
        if fact.id not in read
    ]


def keep(library: Library, proof: Proof) -> None:
    """Keep a whole proof for those who read its table."""
    if proof.whole:
        cache.keep(KIND, library.version, proof)


def kept(library: Library) -> Proof | None:
    """The proof of exactly this knowledge and code, if one is at hand."""
    proof = cache.kept(KIND, library.version, Proof)
    return proof if proof is not None and proof.version == library.version else None


def counts(library: Library, proof: Proof) -> list[Mapping[str, object]]:
    """One row of figures per ruleset proved."""
    rows: list[Mapping[str, object]] = []
    for name, ruleset in library.rulesets.items():
        walks = [walk for walk in proof.walks if walk.ruleset == name]
        if not walks:
            continue
        by_incident: dict[str, list[Walk]] = {}
        for walk in walks:
            by_incident.setdefault(walk.incident, []).append(walk)
        means = [sum(walk.mean_questions() for walk in group) / len(group) for group in by_incident.values()]
        rows.append(
            {
                "ruleset": name,
                "clauses": sum(clause.source == ruleset.source for clause in library.clauses.values()),
                "rules": len(ruleset.rules),
                "incidents": len(by_incident),
                "cases": proof.cases.get(name, 0),
                "paths": sum(walk.paths() for walk in walks),
                "states": sum(walk.states for walk in walks),
                "mean_questions": round(sum(means) / len(means), 2),
                "worst_questions": max(walk.worst_questions() for walk in walks),
                "silences": sum(rule.then.silence is not None for rule in ruleset.rules.values()),
                "contradictions": sum(bool(rule.then.readings) for rule in ruleset.rules.values()),
                "interpretations": sum(rule.interpretation is not None for rule in ruleset.rules.values()),
            }
        )
    return rows


COLUMNS = (
    ("ruleset", "règlement"),
    ("clauses", "clauses"),
    ("rules", "règles"),
    ("incidents", "incidents"),
    ("cases", "cas"),
    ("paths", "chemins"),
    ("states", "états"),
    ("mean_questions", "questions"),
    ("worst_questions", "au pire"),
    ("silences", "silences"),
    ("contradictions", "lectures"),
    ("interpretations", "interprét."),
)
