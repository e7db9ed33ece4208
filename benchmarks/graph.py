"""The graph against what it spares: runs of a page, the time of a ruling, of comparison and exercises, the questions at best. `python -m benchmarks.graph`

All times are ratios within one run, taken turn by turn.
"""

from __future__ import annotations

import sys
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from statistics import median
from time import process_time
from typing import Any

from assistant.commands.graph import written
from assistant.compare.comparison import pair_row
from assistant.consultation.cases import case_facts
from assistant.consultation.consultant import Consultant
from assistant.consultation.foresight import Foreseeing, told
from assistant.consultation.questionnaire import Questionnaire
from assistant.engine.engines import Engine, Engines
from assistant.engine.network import Network
from assistant.graph.atlas import Atlas
from assistant.model import Case as WrittenCase
from assistant.model import Library, Value
from assistant.proof.graph import kept_or_made
from assistant.store.library import load
from assistant.training.exercises.questions import questions
from assistant.training.exercises.ruled import ruled
from benchmarks.measure import Contender, interleaved
from benchmarks.optimum import MOST_STATES, Search, TooMany
from benchmarks.ours import Answer
from benchmarks.situations import Case
from benchmarks.web import CLIENTS, rate, ruling_pages
from tests.oracles.evaluator import Evaluator, Meaning
from tests.support.serving import started

try:
    from benchmarks.clips import Clips
except ImportError:
    Clips = None  # type: ignore[assignment, misc]

TURNS = 15
SLOW_TURNS = 3
READ = 60  # written cases of which one state is timed
PAGES = 200
INCIDENTS = 12  # compared
EXERCISES = 60
KILO = 1000


def aim(what: str, found: float, bound: float, at_least: bool = False) -> None:
    """A figure beside its aim."""
    met = found >= bound if at_least else found <= bound
    print(f"  {what}: {found:.2f}, aim {'at least' if at_least else 'at most'} {bound:g}: {'met' if met else 'NOT MET'}")


def main() -> None:
    """All figures of the graph; that an aim is not met is no failure of the command."""
    knowledge = load()
    atlas = kept_or_made(knowledge, print)
    _size(atlas)
    _runs(knowledge, atlas)
    _one_ruling(knowledge, atlas)
    _made(knowledge, atlas)
    _pages(knowledge)
    _questions(knowledge, atlas)


def _size(atlas: Atlas) -> None:
    text = written(atlas.document)
    incidents = sum(len(part["incidents"]) for part in atlas.document["rulesets"].values())
    print(f"  the graph of {incidents} incidents: {len(text) // KILO} kB as JSON, {len(zlib.compress(text, 9)) // KILO} kB compressed")


class Counting:
    """How often engines run while this is open; a run that only prices a reading is counted apart."""

    def __init__(self) -> None:
        self.runs = self.priced = 0

    def __enter__(self) -> Counting:
        self._run = Engine.run
        run, mine = self._run, self

        def counted(engine: Engine, facts: Mapping[str, Value], given: frozenset[str] = frozenset()) -> Any:
            mine.runs += not given
            mine.priced += bool(given)
            return run(engine, facts, given)

        Engine.run = counted  # type: ignore[method-assign, assignment]
        return self

    def __exit__(self, *_: object) -> None:
        Engine.run = self._run  # type: ignore[method-assign]


def _runs(knowledge: Library, atlas: Atlas) -> None:
    """Of every written case under every ruleset: the runs of its page, with the graph and without."""
    reading, inferring = Consultant(knowledge, lambda: atlas), Consultant(knowledge)
    per_event: Counter[tuple[int, int]] = Counter()
    before = after = asked = priced = 0
    for case in knowledge.cases.values():
        for ruleset in case.expect:
            facts = case.flat_facts()
            with Counting() as with_graph:
                (part,) = reading.consult([ruleset], facts)["consultations"]
            if asked % 10 == 0:
                with Counting() as without:
                    inferring.consult([ruleset], facts)
                before, after = before + without.runs + without.priced, after + with_graph.runs + with_graph.priced
            per_event[len(part["events"]), with_graph.runs] += 1
            if with_graph.runs != len(part["events"]):
                print(f"    {case.id} in {ruleset}: {with_graph.runs} runs for {len(part['events'])} events")
            asked, priced = asked + 1, priced + bool(with_graph.priced)
    once = sum(count for (events, runs), count in per_event.items() if runs == events)
    print(f"  {asked} pages: one run for each event told on {once}, {priced} of them price readings by a further run; one page in ten: {before / after:.1f} times as many without the graph")
    aim("pages with one run for each event, share", once / asked, 1, at_least=True)


def _one_ruling(knowledge: Library, atlas: Atlas) -> None:
    """A state read in the graph, against the plain evaluator and clipspy on the same rules and written cases."""
    engines = Engines(knowledge)
    every = [(ruleset, case) for case in knowledge.cases.values() for ruleset in case.expect if not case.further]
    drawn = [pair for pair in Random(5).sample(every, min(READ, len(every))) if atlas.chart(pair[0], pair[1].incident) is not None]
    read = Foreseeing(engines, atlas)
    meanings, networks, clipped = dict[str, Meaning](), dict[str, Network](), dict[str, Any]()
    put: list[Case] = []
    for ruleset, case in drawn:
        questionnaire = read.questionnaire(ruleset, case.incident)
        name = f"{ruleset} {case.incident}"
        networks[name] = questionnaire.network
        meanings[name] = meanings.get(name) or Meaning(knowledge, ruleset, case.incident)
        put.append(Case(name, questionnaire.heard(case_facts(knowledge, case))))
        one, other = questionnaire.judge(put[-1].facts), Questionnaire.judge(questionnaire, put[-1].facts)
        if told(one) != told(other) or one.needs != other.needs:
            raise SystemExit(f"the graph DIFFERS from the engine: {ruleset}, {case.id}")
    asked = {name: read.questionnaire(*name.split()) for name in networks}
    contenders = [
        Contender("graph", lambda case: asked[case.incident].judge(case.facts)),
        Contender("plain", lambda case: Evaluator(meanings[case.incident], case.facts).evaluate()),
        Contender("engine", lambda case: Questionnaire.judge(asked[case.incident], case.facts)),
    ]
    if Clips is not None:
        clipped = {name: Clips([network]) for name, network in networks.items()}
        own = {name: network.incident for name, network in networks.items()}

        def by_clips(case: Case) -> Answer:
            answer: Answer = clipped[case.incident].answer(Case(own[case.incident], case.facts))
            return answer

        for one_put in put:
            evaluated = Evaluator(meanings[one_put.incident], one_put.facts).evaluate()
            if by_clips(one_put) != (evaluated.standing, evaluated.may_stand):
                raise SystemExit(f"clipspy DIFFERS from the plain evaluator: {one_put}")
        contenders.append(Contender("clipspy", by_clips))
    found = interleaved(contenders, put, TURNS)
    each = ", ".join(f"{name} {1000 * seconds / len(put):.3f} ms" for name, seconds in found.items())
    print(f"  one state, {len(put)} written cases: {each}")
    aim("one state, graph / plain evaluator", found["graph"] / found["plain"], 1)
    if Clips is not None:
        aim("one state, graph / clipspy", found["graph"] / found["clipspy"], 1)


def _timed(make: Callable[[], object]) -> float:
    """Time of the processor: on a busy machine the longer one would also wait for others more often."""
    begun = process_time()
    make()
    return process_time() - begun


def _ratio(slow: Callable[[], object], fast: Callable[[], object]) -> float:
    for make in (slow, fast):  # whatever is opened or remembered once and for all is nobody's to pay
        make()
    return median(_timed(slow) / _timed(fast) for _ in range(SLOW_TURNS))


def _made(knowledge: Library, atlas: Atlas) -> None:
    """A part of the comparison and of the exercises, made with engines that remember nothing."""
    names = list(knowledge.rulesets)[:2]
    shared = [one.id for one in knowledge.incidents_of(names[0]) if names[1] in one.rulesets]
    incidents = Random(7).sample(shared, min(INCIDENTS, len(shared)))
    every = [(ruleset, case) for case in knowledge.cases.values() for ruleset in case.expect if not case.further]
    drawn = Random(7).sample(every, min(EXERCISES, len(every)))

    def compared(engines: Engines) -> list[object]:
        return [pair_row(knowledge, engines, (names[0], names[1]), incident) for incident in incidents]

    def asked(engines: Engines) -> list[object]:
        return [_questions_on(knowledge, engines, ruleset, case) for ruleset, case in drawn]

    for what, make in ((f"comparison of {len(incidents)} incidents", compared), (f"questions on {len(drawn)} cases", asked)):
        aim(
            f"{what}, inferred / read",
            _ratio(lambda make=make: make(Engines(knowledge)), lambda make=make: make(Foreseeing(Engines(knowledge), atlas))),  # type: ignore[misc]
            3,
            at_least=True,
        )


def _questions_on(knowledge: Library, engines: Engines, ruleset: str, case: WrittenCase) -> object:
    mine = ruled(knowledge, engines, case, ruleset)
    return questions(knowledge, engines, mine) if mine is not None else None


def _pages(knowledge: Library) -> None:
    """Live pages of the application against a route that does nothing, each on the production server, turn by turn."""
    addresses = ruling_pages(knowledge)[:PAGES]
    ratios: list[float] = []
    with (
        ProcessPoolExecutor(CLIENTS, get_context("spawn")) as clients,
        started([sys.executable, "-m", "benchmarks.trivial"]) as nothing,
        started([sys.executable, "-m", "benchmarks.trivial", "--live"]) as server,
    ):
        for _ in range(2):
            rate(clients, server, addresses)
            rate(clients, nothing, ["/"] * len(addresses))
        for turn in range(SLOW_TURNS):
            trivial = rate(clients, nothing, ["/"] * 6 * len(addresses))
            ratios.append(rate(clients, server, [f"{address}&_n={turn}" for address in addresses]) / trivial)
    aim("live pages, requests per second of those of a trivial route", median(ratios), 0.2, at_least=True)


def _questions(knowledge: Library, atlas: Atlas) -> None:
    """The mean number of questions against the best order there is."""
    engines = Foreseeing(Engines(knowledge), atlas)
    asked = best = 0.0
    searched, left, worst = 0, list[str](), list[tuple[float, str]]()
    for ruleset in knowledge.rulesets:
        for incident in knowledge.incidents_of(ruleset):
            questionnaire, chart = engines.questionnaire(ruleset, incident.id), atlas.chart(ruleset, incident.id)
            if chart is None:
                left.append(f"{ruleset}/{incident.id} (no graph)")
                continue
            for context in knowledge.contexts(set(questionnaire.network.facts)):
                try:
                    means = Search(questionnaire, chart, context).means()
                except TooMany:
                    left.append(f"{ruleset}/{incident.id} (over {MOST_STATES} states)")
                    continue
                asked, best, searched = asked + means.asked, best + means.best, searched + 1
                worst.append((means.asked / means.best if means.best else 1.0, f"{ruleset}/{incident.id}"))
    print(f"  questions: {asked / searched:.3f} on average, {best / searched:.3f} at best, {searched} questionnaires searched exactly; not finished: {', '.join(left) or 'none'}")
    print(f"  farthest from the best: {', '.join(f'{name} {ratio:.2f}' for ratio, name in sorted(worst, reverse=True)[:3])}")
    aim("questions asked / best order", asked / best, 1.1)


if __name__ == "__main__":
    main()
