"""The proof: everything walked, every case ruled, every rule shown to decide something; and its table, kept for readers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from assistant.decision.events import clashing_outcomes
from assistant.decision.outcome import Outcome
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.proof import graph
from assistant.proof.agreement import Agreement, agree_on_cases, prove_incident, walk_alone
from assistant.proof.coherence.lint import Finding
from assistant.proof.graph import document
from assistant.proof.inheritance import unexpected
from assistant.proof.pairs import Found, prove_pairs
from assistant.proof.quotes import texts_folder, unfaithful_quotes
from assistant.proof.reading_order import elsewhere, misplaced
from assistant.proof.replays import left_in_vain, retold
from assistant.proof.trial import UNSHOWN, undecided_rules
from assistant.proof.walk import Walk
from assistant.proof.workers import Folders, at_work
from assistant.store import cache, making

if TYPE_CHECKING:
    from assistant.graph.parts import GraphDocument

KIND = "proof"
UNREACHED = (
    "aucun chemin ne l'atteint : ses conditions ne sont jamais vraies ensemble (voyez « only_if » et « answers »), aucune décision ne lit "
    "ce qu'elle déduit, ou une exception l'emporte toujours ; corrigez « if », ou retirez-la"
)
Columns = tuple[tuple[str, str], ...]  # keys of a row of figures, each with its heading
COLUMNS: Columns = (
    ("ruleset", "règlement"),
    ("clauses", "clauses"),
    ("rules", "règles"),
    ("incidents", "incidents"),
    ("cases", "cas"),
    ("paths", "chemins"),
    ("states", "états"),
    ("mean_questions", "questions"),
    ("worst_questions", "au pire"),
    ("exits", "sorties"),
    ("silences", "silences"),
    ("contradictions", "lectures"),
    ("interpretations", "interprét."),
)
PAIRS: Columns = (
    ("ruleset", "règlement"),
    ("walked", "paires parcourues"),
    ("combined", "combinées"),
    ("told", "dites en entier"),
    ("chains", "suites des cas"),
)

Look = Callable[[Library, Engines, str], list[str]]  # something else to look at in a ruleset, and what it lacks
NOTHING: Mapping[str, Look] = MappingProxyType({})


@dataclass
class Proof:
    """What was proved, of which knowledge, and when."""

    version: str
    made: str = ""
    walks: list[Walk] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    lacks: list[str] = field(default_factory=list)  # what cases should expect and do not name
    cases: dict[str, int] = field(default_factory=dict)
    pairs: dict[str, Found] = field(default_factory=dict)  # of events, by ruleset
    quotes_checked: bool = False
    seconds: float = 0.0
    whole: bool = True
    besides: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # what each look found, ruleset by ruleset
    agreement: Agreement = field(default_factory=Agreement)  # of graph and engine
    uncharted: list[tuple[str, str]] = field(default_factory=list)  # incidents whose graph would be too large
    graph: GraphDocument | None = None


def prove(
    library: Library,
    ruleset: str | None = None,
    incident: str | None = None,
    workers: int = 2,
    folders: Folders = (None, None),
    besides: Mapping[str, Look] = NOTHING,
    pairs: bool = False,
    graphs: bool = False,
    only: Collection[tuple[str, str]] | None = None,
    every_case: bool = False,
) -> Proof:
    """Prove the whole, or one ruleset, or one incident, or only these incidents of rulesets (with all the ruleset's cases, if so asked): every path and case, and where asked the graphs and, of whole rulesets, pairs of events and what else is named here."""
    start = time.perf_counter()
    texts = texts_folder()
    proof = Proof(
        library.version,
        datetime.now(UTC).isoformat(timespec="seconds"),
        quotes_checked=texts is not None,
        whole=ruleset is None and incident is None and only is None,
    )
    rulesets = [ruleset] if ruleset else list(library.rulesets)
    walks = [(name, each.id) for name in rulesets for each in library.incidents_of(name) if incident in (None, each.id)]
    if only is not None:
        walks = [pair for pair in walks if pair in only]
        rulesets = [name for name in rulesets if any(pair[0] == name for pair in walks)]
    partly = incident is not None or only is not None
    looks = NOTHING if partly else besides
    few = only is not None and not every_case
    asked: list[tuple[str, str | None]] = list(walks) if few else [(name, incident) for name in rulesets]
    with at_work(library, workers, folders) as spread:
        looked = spread(look_besides, [(tuple(looks.items()), rulesets)] if looks else [])  # what takes longest comes first
        judged = spread(judge_cases, asked)
        in_turn = _largest_first(library, walks)
        proved = dict(zip(in_turn, spread(prove_incident if graphs else walk_alone, in_turn), strict=True))
        walked = {pair: proved[pair] for pair in walks}
        proof.walks = [walk for one in walked.values() for walk in one.walks]
        agreed: Iterable[Agreement] = ()
        beside: Iterable[Found] = ()
        right: dict[str, list[Walk]] = {}
        if pairs and not partly:
            every = {name: _right(library, name, proof.walks) for name in rulesets}
            right = {name: mine for name, mine in every.items() if mine}
            right = dict(sorted(right.items(), key=lambda each: -sum(len(walk.nodes) for walk in each[1])))
            beside = spread(prove_pairs, list(right.items()))
        if graphs:
            proof.graph = made = document(library, {pair: one.part for pair, one in walked.items()})
            proof.uncharted = [pair for pair, one in walked.items() if one.part is None]
            charted = walks if only is not None else asked
            agreed = spread(agree_on_cases, [(name, _alone(made, name), one) for name, one in charted])
        paired = dict(zip(right, beside, strict=True))
        proof.pairs = {name: paired[name] for name in rulesets if name in paired}
        for (name, _), (count, problems, lacks) in zip(asked, judged, strict=True):
            proof.cases[name] = proof.cases.get(name, 0) + count
            proof.problems.extend(problems)
            proof.lacks.extend(lacks)
        for agreement in (*(one.agreement for one in walked.values()), *agreed):
            proof.agreement.add(agreement)
        proof.besides = dict(lacks for all_lacks in looked for lacks in all_lacks.items())
    proof.problems.extend(problem for walk in proof.walks for problem in walk.problems)
    proof.problems.extend(map(str, incoherences(proof)))
    proof.problems.extend(proof.agreement.problems)
    for name, found in proof.pairs.items():
        proof.problems.extend(violation.words(name) for violation in found.violations)
    if not partly:
        proof.problems.extend(_across(library, rulesets, proof.walks))
    unreached = dict(_unreached(library, rulesets, proof.walks))
    proof.problems = [problem for problem in proof.problems if not any(problem == f"{told}{UNSHOWN}" for told in unreached)]
    proof.problems.extend(dict.fromkeys(told + why for told, why in unreached.items()))
    if proof.whole:
        proof.problems.extend(_unused(library))
    if texts is not None:
        proof.problems.extend(unfaithful_quotes(library, texts))
        proof.problems.extend(misplaced(library, texts) if proof.whole else ())
        proof.problems.extend(elsewhere(library, texts) if proof.whole else ())
    proof.seconds = time.perf_counter() - start
    return proof


def look_besides(
    library: Library, engines: Engines, looks: Sequence[tuple[str, Look]], rulesets: Sequence[str]
) -> dict[str, dict[str, list[str]]]:
    """What each look finds in each ruleset: in one process, because what they look at is made once for all of them."""
    return {title: {name: look(library, engines, name) for name in rulesets} for title, look in looks}


def _largest_first(library: Library, walks: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """What has most rules, and so most likely most paths, comes first, so that all processes end at about the same time."""
    rules = Counter(
        (name, incident)
        for name in {name for name, _ in walks}
        for rule in library.rulesets[name].rules.values()
        for incident in rule.incidents or ()
    )
    return sorted(walks, key=lambda pair: -rules[pair])


def judge_cases(
    library: Library, engines: Engines, ruleset: str, incident: str | None
) -> tuple[int, list[str], list[str]]:
    """How many cases of a ruleset were judged, what is wrong with them or with the rules they should show, and what they do not name."""
    problems, verdicts = undecided_rules(library, engines, ruleset, incident)
    wrong = [problem for verdict in verdicts for problem in retold(library, engines, verdict)]
    wrong += left_in_vain(library, engines, ruleset) if incident is None else ()
    lacks = [lack for verdict in verdicts for lack in verdict.lacks]
    return len(verdicts), [*wrong, *problems, *(unexpected(library, ruleset) if incident is None else [])], lacks


def _alone(made: GraphDocument, ruleset: str) -> GraphDocument:
    """The graph of one ruleset."""
    return {**made, "rulesets": {ruleset: made["rulesets"][ruleset]}}


def _right(library: Library, ruleset: str, walks: list[Walk]) -> list[Walk]:
    """The walks of a ruleset where each path is right by itself and any two can be combined: only then are pairs of events looked at."""
    mine = [walk for walk in walks if walk.ruleset == ruleset]
    wrong = any(walk.problems for walk in mine) or clashing_outcomes(library, ruleset, _outcomes(mine))
    return [] if wrong else mine


def _outcomes(walks: list[Walk]) -> list[Outcome]:
    return [node.outcome for walk in walks for node in walk.nodes if node.outcome]


def _across(library: Library, rulesets: list[str], walks: list[Walk]) -> Iterator[str]:
    """What only all the incidents of a ruleset together show."""
    for name in rulesets:
        outcomes = _outcomes([walk for walk in walks if walk.ruleset == name])
        yield from clashing_outcomes(library, name, outcomes)


def _unreached(library: Library, rulesets: list[str], walks: list[Walk]) -> Iterator[tuple[str, str]]:
    """The rules that no path reaches, of those whose incidents were all walked: the rule with its place, and what to do."""
    reached = {rule for walk in walks for rule in walk.reached}
    for name in rulesets:
        walked = {walk.incident for walk in walks if walk.ruleset == name}
        every = {incident.id for incident in library.incidents_of(name)}
        for rule in library.rulesets[name].rules.values():
            where = every if rule.incidents is None else rule.incidents & every
            if rule.id not in reached and where <= walked:
                yield f"{rule.place} : règle {rule.id} : ", UNREACHED


def _unused(library: Library) -> list[str]:
    """Facts that no rule reads."""
    read = {name for rule in library.rules() for name in rule.reads()} | {
        test.fact for fact in library.facts.values() for test in fact.only_if
    }
    return [
        f"{fact.place} : fait « {fact.id} » : aucune règle ne le lit ; nommez-le sous « if » d'une règle, ou retirez-le"
        for fact in library.facts.values()
        if fact.id not in read
    ]


def incoherences(proof: Proof) -> list[Finding]:
    """Where sheets do not hold together, each told once, in the order of the files."""
    found = {finding.key: finding for walk in proof.walks for finding in walk.findings}
    return sorted(found.values(), key=lambda finding: (finding.broken.place, finding.check, finding.broken.what))


def keep(library: Library, proof: Proof) -> None:
    """Keep a whole proof for those who read its table, and the graph that it proved for those who read that."""
    if proof.whole:
        _keep_graph(library, proof)
        cache.keep(KIND, library.version, proof)


def _keep_graph(library: Library, proof: Proof) -> None:
    """What agrees with the engine is kept apart."""
    if proof.graph is not None and not proof.agreement.problems:
        graph.keep(library, proof.graph)
    proof.graph = None


def kept(library: Library) -> Proof | None:
    """The proof of exactly this knowledge and code, if one is at hand."""
    proof = cache.kept(KIND, library.version, Proof)
    return proof if proof is not None and proof.version == library.version else None


def kept_or_made(library: Library, besides: Mapping[str, Look] = NOTHING) -> Proof:
    """The kept proof of everything, or a new one that is then kept."""

    def make() -> Proof:
        proof = prove(library, besides=besides)
        _keep_graph(library, proof)
        return proof

    return making.kept_or_made(KIND, library.version, lambda: kept(library), make)


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
                "clauses": sum(clause.source in library.sources_of(name) for clause in library.clauses.values()),
                "rules": len(ruleset.rules),
                "incidents": len(by_incident),
                "cases": proof.cases.get(name, 0),
                "paths": sum(walk.paths() for walk in walks),
                "states": sum(walk.states for walk in walks),
                "mean_questions": round(sum(means) / len(means), 2),
                "worst_questions": max(walk.worst_questions() for walk in walks),
                "exits": sum(walk.exits for walk in walks),
                "silences": sum(rule.then.silence is not None for rule in ruleset.rules.values()),
                "contradictions": sum(bool(rule.then.readings) for rule in ruleset.rules.values()),
                "interpretations": sum(rule.interpretation is not None for rule in ruleset.rules.values()),
            }
        )
    return rows


def pair_counts(proof: Proof) -> list[Mapping[str, object]]:
    """One row of figures per ruleset of which pairs of events were proved."""
    return [{"ruleset": name, **found._asdict()} for name, found in proof.pairs.items()]
