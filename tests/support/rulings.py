"""What a case gets, in the few words that the tables of these tests speak of."""

from __future__ import annotations

from typing import NamedTuple

from assistant.consultation.cases import case_facts, each
from assistant.consultation.events import outcomes_of
from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.outcome import Outcome
from assistant.engine.engines import Engines
from assistant.model import Case, Library
from assistant.proof.trial import several


class Ruled(NamedTuple):
    """A ruling, its readings included."""

    sanctions: frozenset[tuple[str, str]]  # (player, sanction), those of every reading too
    punished: frozenset[str]  # those that punish somebody
    amounts: frozenset[tuple[str, tuple[int, ...] | None]]  # (sanction, numbers)
    slots: dict[str, str]
    silences: frozenset[str]
    readings: tuple[frozenset[str], ...]
    cites: frozenset[str]
    outcome: Outcome
    spared: bool  # whether an event of it punishes nobody
    several: bool  # whether it has several events

    def on(self, sanction: str) -> list[str]:
        """The players it falls on."""
        return sorted(player for player, one in self.sanctions if one == sanction)

    def ids(self) -> frozenset[str]:
        return frozenset(sanction for _, sanction in self.sanctions)


def outcome_of_case(library: Library, engines: Engines, case: Case, ruleset: str) -> Outcome:
    if case.further:
        return several(library, engines, case, ruleset)[0]
    questionnaire = Questionnaire(library, engines.engine(ruleset, case.incident))
    state = questionnaire.judge(case_facts(library, case))
    assert questionnaire.next_question(state) is None and state.outcome is not None, (
        f"{case.place}: {case.id} does not tell enough for {ruleset}"
    )
    return state.outcome


def spared(library: Library, outcome: Outcome) -> bool:
    """Whether this decides, and punishes nobody."""
    given = outcome.sanction_ids()
    return bool(given) and all(library.sanctions[one].nature != "sanction" for one in given)


def rule(library: Library, engines: Engines, case: Case, ruleset: str) -> Ruled:
    outcome = outcome_of_case(library, engines, case, ruleset)
    then = [reading.then for reading in outcome.readings]
    sanctions = outcome.sanctions | {(one.player, sanction) for one in then for sanction in one.sanctions}
    return Ruled(
        frozenset(sanctions),
        frozenset(sanction for _, sanction in sanctions if library.sanctions[sanction].nature == "sanction"),
        frozenset((one.amount.sanction, one.numbers) for one in outcome.dues)
        | {
            (amount.sanction, (amount.value,) if amount.value is not None else amount.range or amount.choices)
            for one in then
            for amount in one.amounts
        },
        dict(outcome.slots),
        outcome.silences | {one.silence for one in then if one.silence},
        tuple(reading.sanctions for reading in then),
        frozenset(outcome.cites) | {clause for reading in outcome.readings for clause in reading.cites},
        outcome,
        any(spared(library, one) for one in outcomes_of(each(library, engines, case, ruleset))),
        bool(case.further),
    )
