"""Exercises on several events of one case: what each gets and who, what becomes of the deal, who pays. Each is ruled by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from assistant.consultation.cases import each
from assistant.consultation.events import Judged, outcomes_of
from assistant.consultation.naming import player_label
from assistant.consultation.questionnaire import Questionnaire
from assistant.consultation.seating import sayer
from assistant.decision.events import combined_slots
from assistant.decision.outcome import Outcome, Slots
from assistant.decision.sameness import same_case, same_deal
from assistant.decision.words import dues_words
from assistant.engine.engines import Engines
from assistant.errors import Conflict, Hole
from assistant.french import named_edition, section_name
from assistant.model import INCIDENT, Case, Library, Value, When
from assistant.training.exercises.neighbours import answered
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.plausible import punishes, weighty
from assistant.training.exercises.stage import NO_POINTS, Part, Stage, Wrong, assemble
from assistant.training.exercises.words import NOT_SAID, deal_words, decision_words, unsaid

ORDINALS = ("premier", "deuxième", "troisième", "quatrième")
MOMENTS = {  # between these the words of a story can be right for one alone
    When.AFTER: "avant que personne n'ait rien dit de celui d'avant",
    When.AFTER_RULING: "après une décision de l'arbitre sur celui d'avant",
}
OVER = "sans effet, la donne était finie"


class Sequel(NamedTuple):
    """A case of several incidents as one ruleset rules it."""

    case: Case
    ruleset: str
    ends: tuple[Judged, ...]  # each event, finally judged
    slots: Slots

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(outcomes_of(list(self.ends)))

    @property
    def standing(self) -> tuple[str, ...]:
        return tuple(sorted({rule for judged in self.ends for rule in judged.position.state.run.standing}))


def sequel(library: Library, engines: Engines, case: Case, ruleset: str) -> Sequel | None:
    """The rulings, or None where an incident does not occur here or the facts do not suffice."""
    incidents = [str(facts[INCIDENT]) for facts in case.every_facts()]
    if not case.further or any(ruleset not in library.incidents[one].rulesets for one in incidents):
        return None
    try:
        ends = tuple(each(library, engines, case, ruleset))
        slots = combined_slots(library, ruleset, outcomes_of(list(ends)))
    except (Hole, Conflict):
        return None
    return Sequel(case, ruleset, ends, slots)


def sequel_stages(library: Library, engines: Engines, mine: Sequel) -> tuple[Stage, ...]:
    """The stages that make sense for several incidents."""
    made = (decision(library, engines, mine), deal(library, engines, mine), points(library, mine))
    return tuple(stage for stage in made if stage is not None)


def neighbours(library: Library, engines: Engines, mine: Sequel) -> Iterator[tuple[Origin, str, Sequel]]:
    """The same case with one fact or moment otherwise, or under another ruleset: where from, on which condition, what it gets."""
    for index in range(len(mine.ends)):
        for condition, case in (*_other_moments(mine, index), *_other_facts(library, engines, mine, index)):
            theirs = sequel(library, engines, case, mine.ruleset)
            if theirs is not None and not _upsets(mine, theirs, index):
                yield Origin.FACT, condition, theirs
    for ruleset in library.rulesets:
        theirs = sequel(library, engines, mine.case, ruleset) if ruleset != mine.ruleset else None
        if theirs is not None:
            other = library.rulesets[ruleset]
            yield Origin.RULESET, f"sous le règlement {named_edition(other.short, other.edition)}", theirs


def _other_facts(library: Library, engines: Engines, mine: Sequel, index: int) -> Iterator[tuple[str, Case]]:
    """One fact of one event otherwise."""
    facts = mine.case.every_facts()[index]
    questionnaire = Questionnaire(library, engines.engine(mine.ruleset, mine.ends[index].incident))
    for name in (name for name in facts if name in questionnaire.branches and name != INCIDENT):
        for value in questionnaire.branches[name]:
            if value != facts[name]:
                yield answered(questionnaire, [(name, value)]), changed(mine.case, index, name, value)


def _other_moments(mine: Sequel, index: int) -> Iterator[tuple[str, Case]]:
    """A further event at another moment with regard to the one before."""
    if index == 0:
        return
    further = mine.case.further[index - 1]
    for when in MOMENTS:
        if further.telling.when in MOMENTS and when != further.telling.when:
            moved = further._replace(telling=further.telling._replace(when=when))
            others = (*mine.case.further[: index - 1], moved, *mine.case.further[index:])
            condition = f"si le {ORDINALS[index]} incident était arrivé {MOMENTS[when]}"
            yield condition, mine.case._replace(further=others)


def _upsets(mine: Sequel, theirs: Sequel, index: int) -> bool:
    """Whether a change of one incident takes away what the later ones of this story rest on."""
    ours, other = ([_given(judged) for judged in case.ends[index + 1 :]] for case in (mine, theirs))
    return ours != other


def _given(judged: Judged) -> tuple[str, dict[str, Value]]:
    """What other events make of one: the incident that it is, and the facts that they settle."""
    return judged.incident, {name: settled.value for name, settled in judged.settled.items()}


def changed(case: Case, index: int, name: str, value: Value) -> Case:
    """The case with one fact of one incident otherwise."""
    if index == 0:
        return case._replace(facts={**case.facts, name: value})
    further = list(case.further)
    further[index - 1] = further[index - 1]._replace(facts={**further[index - 1].facts, name: value})
    return case._replace(further=tuple(further))


# What does each get?


def _words(library: Library, one: Sequel, told_in: str) -> str:
    """Event after event and seat by seat, in the words of the ruleset the exercise is told in."""
    return _listed(library, one, _said(library, one, told_in))


def _said(library: Library, one: Sequel, told_in: str) -> list[str]:
    """What each event gets."""
    said = [decision_words(library, outcome, one.ruleset, told_in) for outcome in one.outcomes]
    return [
        OVER if judged.ended is not None else "le texte ne le dit pas" if words == NOT_SAID else words
        for judged, words in zip(one.ends, said, strict=True)
    ]


def _listed(library: Library, one: Sequel, parts: list[str]) -> str:
    return " · ".join(f"{_which(library, one, index)} : {part}" for index, part in enumerate(parts))


def _which(library: Library, one: Sequel, index: int) -> str:
    """An event by its place and its player."""
    who = player_label(library, one.ends[index].event.player)
    return f"{ORDINALS[index]} incident{f' ({who})' if who else ''}"


def _decided(library: Library, one: Sequel) -> tuple[frozenset[str] | None, ...]:
    """What weighs, event after event; None where the text leaves it open."""
    return tuple(
        frozenset()
        if judged.ended is not None
        else None
        if unsaid(library, outcome)
        else weighty(library, outcome.sanction_ids())
        for judged, outcome in zip(one.ends, one.outcomes, strict=True)
    )


def decision(library: Library, engines: Engines, mine: Sequel) -> Stage | None:
    """What each incident gets; the common mistake is to judge one of them alone."""
    wrong = list(_forgotten(library, mine))
    seen = {_decided(library, mine), *(one.key for one in wrong)}
    for kind, condition, theirs in neighbours(library, engines, mine):
        key = _decided(library, theirs)
        if key not in seen and not _reads(library, mine, theirs):
            seen.add(key)
            why = f"ce serait la bonne réponse {condition}"
            wrong.append(Wrong(key, _words(library, theirs, mine.ruleset), why, kind))
    why = " ; ".join(_because(library, mine, index) for index in range(len(mine.outcomes)))
    question = "Quelle est la décision, incident après incident ?"
    return assemble(
        _salt(mine), Part.DECISION, question, _story(mine), (_words(library, mine, mine.ruleset), why), wrong
    )


def _forgotten(library: Library, mine: Sequel) -> Iterator[Wrong]:
    """The decision with one of the incidents left out."""
    decided = _decided(library, mine)
    spared = next((one for one in library.sanctions.values() if one.vanishes and mine.ruleset in one.rulesets), None)
    if spared is None or None in decided:
        return
    for index, outcome in enumerate(mine.outcomes):
        if punishes(library, outcome):
            said = _said(library, mine, mine.ruleset)
            said[index] = spared.rulesets[mine.ruleset].name
            which = f"le {_which(library, mine, index)} est jugé lui aussi"
            why = f"l'un n'efface pas l'autre, {which} : {_because(library, mine, index)}"
            key = tuple(frozenset() if place == index else one for place, one in enumerate(decided))
            yield Wrong(key, _listed(library, mine, said), why, Origin.FORGOTTEN)


def _reads(library: Library, mine: Sequel, theirs: Sequel) -> bool:
    """Whether an answer says what one reading of ours says, or leaves open what ours leaves open in part."""
    for ours, other in zip(mine.outcomes, theirs.outcomes, strict=True):
        if same_case(library, (mine.ruleset, theirs.ruleset), (ours,), (other,)):
            continue
        if unsaid(library, ours) or unsaid(library, other):
            return True
        if not punishes(library, ours) and not punishes(library, other):
            return True
    return False


def _because(library: Library, mine: Sequel, index: int) -> str:
    """The rules that decide one incident, with their sections."""
    rules = library.rulesets[mine.ruleset].rules
    deciding = [
        rules[name]
        for name in mine.outcomes[index].rules
        if rules[name].then.sanctions or rules[name].then.silence or rules[name].then.readings
    ]
    sections = dict.fromkeys(library.clauses[clause].section for rule in deciding for clause in rule.citations())
    titles = " ; ".join(rule.title for rule in deciding[:2])
    return f"{titles}, {' ; '.join(section_name(section) for section in list(sections)[:2])}" if sections else titles


# What becomes of the deal?


def deal(library: Library, engines: Engines, mine: Sequel) -> Stage | None:
    """One value for each slot, whatever each incident alone would say."""
    if not mine.slots or _idle(library, mine.slots):
        return None
    wrong: list[Wrong] = []
    found: list[tuple[Origin, str, Slots]] = [
        (Origin.FORGOTTEN, f"si le {ORDINALS[index]} incident était le seul", outcome.slots)
        for index, outcome in enumerate(mine.outcomes)
        if not outcome.readings and not mine.ends[index].settled and mine.ends[index].turned is None
    ]
    found += [(kind, condition, theirs.slots) for kind, condition, theirs in neighbours(library, engines, mine)]
    known = library.rulesets[mine.ruleset].slots
    told = [mine.slots]
    for kind, condition, slots in found:
        foreign = not slots or any(slot not in known for slot, _ in slots) or _idle(library, slots)
        if foreign or any(same_deal(library, slots, other) for other in told):
            continue
        told.append(slots)
        said = deal_words(library, Outcome(slots=slots))
        wrong.append(Wrong(slots, said, f"ce serait la bonne réponse {condition}", kind))
    leading = [index for index, outcome in enumerate(mine.outcomes) if set(mine.slots) <= set(outcome.slots)]
    together = "les incidents, jugés ensemble, disent cela de la donne"
    right = (deal_words(library, Outcome(slots=mine.slots)), together)
    if len(leading) == 1:
        right = (
            right[0],
            f"le {ORDINALS[leading[0]]} incident l'emporte pour la donne : {_because(library, mine, leading[0])}",
        )
    return assemble(
        _salt(mine), Part.DEAL, "Que devient la donne, les incidents jugés ensemble ?", _story(mine), right, wrong
    )


def _idle(library: Library, slots: Slots) -> bool:
    """Whether there is no deal to speak of, or it is yet to be decided."""
    said = library.slots[slots[0][0]].values[slots[0][1]]
    return said.idle or said.open


# Who pays what?


def points(library: Library, mine: Sequel) -> Stage | None:
    """What is paid in all, against what a single incident costs."""
    if any(
        unsaid(library, one) or one.silences or any(due.numbers is None for due in one.dues) for one in mine.outcomes
    ):
        return None
    if any(library.sanctions[one].discretion for outcome in mine.outcomes for one in outcome.sanction_ids()):
        return None
    costs = [_costs(library, judged, outcome) for judged, outcome in zip(mine.ends, mine.outcomes, strict=True)]
    told = [words for words in costs if words]
    if len(told) < 2 or len(set(told)) < 2:
        return None
    wrong = [
        Wrong(words, words, "il manque ce que coûte l'autre incident : l'un n'efface pas l'autre", Origin.FORGOTTEN)
        for words in told
    ]
    wrong.append(Wrong("", NO_POINTS, "les deux incidents coûtent des points", Origin.FORGOTTEN))
    right = (" ; ".join(told), " ; ".join(_because(library, mine, index) for index in range(len(mine.outcomes))))
    return assemble(
        _salt(mine),
        Part.POINTS,
        "Quels points les incidents font-ils perdre ou payer à titre de sanction ?",
        _story(mine),
        right,
        wrong,
    )


def _costs(library: Library, judged: Judged, outcome: Outcome) -> str:
    """What one event costs its player, who is named."""
    words = dues_words(library, outcome.dues) if punishes(library, outcome) else ""
    return sayer(library, judged)(words)


def _salt(mine: Sequel) -> str:
    return f"{mine.case.id}|{mine.ruleset}"


def _story(mine: Sequel) -> tuple[str, ...]:
    return tuple(text for _, text in mine.case.story)
