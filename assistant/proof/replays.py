"""Cases that an edition takes over from its base: which of them it decides otherwise, and how to say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.consultation.cases import each
from assistant.consultation.events import outcomes_of
from assistant.decision.outcome import Outcome
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.model import Case, Library, Reading
from assistant.proof.inheritance import UNFORESEEN
from assistant.proof.trial import Verdict, several


def retold(library: Library, engines: Engines, verdict: Verdict) -> list[str]:
    """What is wrong with a case; of one that was taken over, in one sentence, with what to write where."""
    case, ruleset = library.cases[verdict.case], library.rulesets[verdict.ruleset]
    if not (verdict.problems and taken_over(library, case, ruleset.id)):
        return list(verdict.problems)
    here = f"{ruleset.place} : cas « {case.id} » ({case.place}), repris de {ruleset.base} : "
    wrong = [problem.partition(f" en {ruleset.id} : ")[2] for problem in verdict.problems]
    try:
        outcome, _ = several(library, engines, case, ruleset.id)
    except Hole:
        remedy = f"nommez-le sous « leave » et racontez-en un autre sous « cases » : « leave: [{case.id}] »"
        return [here + f"{wrong[0]} ; {remedy}"]
    outcomes = outcomes_of(each(library, engines, case, ruleset.id))
    written = f"{case.id}: {as_expected(outcome, outcomes, ruleset.source)}"
    remedies = [f"si votre texte le veut, ajoutez sous « expect » : « {written} »"]
    unforeseen = [one for each_one in outcomes for one in _unforeseen(library, verdict, each_one)]
    if unforeseen:
        remedies.append(
            f"et sous « expectations », avec la citation de votre texte : {' et '.join(dict.fromkeys(unforeseen))}"
        )
    return [here + f"il se décide ici autrement ({' ; '.join(wrong)}) ; {' ; '.join(remedies)}"]


def taken_over(library: Library, case: Case, ruleset: str) -> bool:
    """Whether a case expects in an edition no more than what its base's does."""
    one = library.rulesets[ruleset]
    base = case.expect.get(one.base or "")
    mine = case.expect.get(ruleset)
    return one.replays and mine is not None and base is not None and mine._replace(cites=()) == base._replace(cites=())


def as_expected(outcome: Outcome, outcomes: Sequence[Outcome], source: str) -> str:
    """What a case got, as an author would write that he expects it: first the clause of his own text; of several events each in order."""
    if len(outcomes) == 1:
        return "{" + ", ".join([*_parts(outcome, source), *_deal(outcome), *_cited(outcome, source)]) + "}"
    events = ["{" + ", ".join([*_parts(one, source), *_cited(one, source)]) + "}" for one in outcomes]
    return "{" + ", ".join([f"events: [{', '.join(events)}]", *_deal(outcome)]) + "}"


def _parts(outcome: Outcome, source: str) -> list[str]:
    if outcome.readings:
        readings = ["{" + ", ".join(_read(reading, source)) + "}" for reading in outcome.readings]
        return [f"one_of: [{', '.join(readings)}]"]
    names = sorted(outcome.sanction_ids())
    given = [f"sanction: {_listed(names)}"] if names else []
    return [*given, f"silence: {'true' if outcome.silences else 'false'}"]


def _read(reading: Reading, source: str) -> list[str]:
    sanctions = (
        [f"sanction: {_listed(sorted(reading.then.sanctions))}"] if reading.then.sanctions else ["silence: true"]
    )
    return [*sanctions, *(f"{slot}: {value}" for slot, value in reading.then.slots[:1]), *_first(reading.cites, source)]


def _deal(outcome: Outcome) -> list[str]:
    return [f"{slot}: {value}" for slot, value in outcome.slots[:1]]


def _cited(outcome: Outcome, source: str) -> list[str]:
    return _first(outcome.cites, source)


def _first(cites: Iterable[str], source: str) -> list[str]:
    own = sorted(cites, key=lambda clause: not clause.startswith(f"{source}/"))
    return [f"cites: {clause}" for clause in own[:1]]


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"[{', '.join(names)}]"


def _unforeseen(library: Library, verdict: Verdict, outcome: Outcome) -> Iterator[str]:
    """Of what the table does not expect to be paid, the entry that would."""
    problems = [problem for problem in verdict.problems if problem.endswith(UNFORESEEN)]
    for due in sorted(outcome.dues, key=str):
        amount = due.amount
        if due.numbers and any(
            f"« {amount.sanction} » : {', '.join(map(str, due.numbers))} {amount.unit}," in one for one in problems
        ):
            value = due.numbers[0] if len(due.numbers) == 1 else list(due.numbers)
            yield (
                f"« {{sanction: {amount.sanction}, pays: [{{value: {value}, unit: {amount.unit}, payer: {amount.payer}, "
                f"payee: {amount.payee}, moment: {amount.moment}}}], cites: …, quote: …}} »"
            )


def left_in_vain(library: Library, engines: Engines, ruleset: str) -> Iterator[str]:
    """The cases that an edition leaves aside though their facts still suffice."""
    edition = library.rulesets[ruleset]
    for name in edition.left:
        case = library.cases.get(name)
        if case is None or case.incident not in edition.decided():
            continue
        try:
            each(library, engines, case, ruleset)
        except Hole:
            continue
        yield f"{edition.place} : leave : les faits du cas « {name} » ({case.place}) suffisent encore : ôtez-le de « leave » ; s'il se décide autrement, dites-le sous « expect »"
