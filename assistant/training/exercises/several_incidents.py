"""Exercises on several incidents of one case: what each gets, what becomes of the deal, who pays. Each is ruled by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from assistant.consultation.cases import each
from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.events import combined_slots, entailed
from assistant.decision.outcome import Outcome, Slots
from assistant.decision.sameness import same_case, same_deal
from assistant.decision.state import State
from assistant.decision.words import dues_words
from assistant.engine.engines import Engines
from assistant.errors import Conflict, Hole
from assistant.french import named_edition, section_name
from assistant.model import DEFAULT_PLAYER, INCIDENT, By, Case, Library, Value
from assistant.training.exercises.neighbours import answered
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.plausible import punishes, weighty
from assistant.training.exercises.stage import NO_POINTS, Part, Stage, Wrong, assemble
from assistant.training.exercises.words import NOT_SAID, deal_words, decision_words, unsaid

ORDINALS = ("premier", "deuxième", "troisième", "quatrième")


class Sequel(NamedTuple):
    """A case of several incidents as one ruleset rules it."""

    case: Case
    ruleset: str
    ends: tuple[tuple[str, State], ...]  # (by whom, the state) of each incident
    slots: Slots

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(state.outcome for _, state in self.ends if state.outcome is not None)

    @property
    def standing(self) -> tuple[str, ...]:
        return tuple(sorted({rule for _, state in self.ends for rule in state.run.standing}))


def sequel(library: Library, engines: Engines, case: Case, ruleset: str) -> Sequel | None:
    """The rulings, or None where an incident does not occur here or the facts do not suffice."""
    incidents = [case.incident, *(str(facts[INCIDENT]) for _, facts in case.further)]
    if not case.further or any(ruleset not in library.incidents[one].rulesets for one in incidents):
        return None
    try:
        ends = tuple(each(library, engines, case, ruleset))
        slots = combined_slots(library, ruleset, [state.outcome for _, state in ends if state.outcome is not None])
    except (Hole, Conflict):
        return None
    return Sequel(case, ruleset, ends, slots)


def sequel_stages(library: Library, engines: Engines, mine: Sequel) -> tuple[Stage, ...]:
    """The stages that make sense for several incidents."""
    made = (decision(library, engines, mine), deal(library, engines, mine), points(library, mine))
    return tuple(stage for stage in made if stage is not None)


def neighbours(library: Library, engines: Engines, mine: Sequel) -> Iterator[tuple[Origin, str, Sequel]]:
    """The same case with one fact changed, or under another ruleset: where from, on which condition, what it gets."""
    for index in range(len(mine.ends)):
        facts = mine.case.facts if index == 0 else mine.case.further[index - 1][1]
        questionnaire = Questionnaire(library, engines.engine(mine.ruleset, str(facts[INCIDENT])))
        for name in (name for name in facts if name in questionnaire.branches and name != INCIDENT):
            for value in questionnaire.branches[name]:
                theirs = sequel(library, engines, changed(mine.case, index, name, value), mine.ruleset)
                if theirs is None or value == facts[name] or _upsets(library, mine, theirs, index):
                    continue
                yield Origin.FACT, answered(questionnaire, [(name, value)]), theirs
    for ruleset in library.rulesets:
        theirs = sequel(library, engines, mine.case, ruleset) if ruleset != mine.ruleset else None
        if theirs is not None:
            other = library.rulesets[ruleset]
            yield Origin.RULESET, f"sous le règlement {named_edition(other.short, other.edition)}", theirs


def _upsets(library: Library, mine: Sequel, theirs: Sequel, index: int) -> bool:
    """Whether a change of one incident takes away what the later ones of this story rest on."""
    last = index == len(mine.ends) - 1
    ours, other = (entailed(library, one.outcomes[index], same_player=True) for one in (mine, theirs))
    return not last and ours != other


def changed(case: Case, index: int, name: str, value: Value) -> Case:
    """The case with one fact of one incident otherwise."""
    if index == 0:
        return case._replace(facts={**case.facts, name: value})
    further = list(case.further)
    by, facts = further[index - 1]
    further[index - 1] = (by, {**facts, name: value})
    return case._replace(further=tuple(further))


# What does each get?


def _words(library: Library, one: Sequel, told_in: str) -> str:
    """Incident after incident, in the words of the ruleset the exercise is told in."""
    said = [decision_words(library, outcome, one.ruleset, told_in) for outcome in one.outcomes]
    return _listed(["le texte ne le dit pas" if words == NOT_SAID else words for words in said])


def _listed(parts: list[str]) -> str:
    return " · ".join(f"{ORDINALS[index]} incident : {part}" for index, part in enumerate(parts))


def _decided(library: Library, one: Sequel) -> tuple[frozenset[str] | None, ...]:
    """What weighs, incident after incident; None where the text leaves it open."""
    outcomes = one.outcomes
    return tuple(None if unsaid(library, end) else weighty(library, end.sanction_ids()) for end in outcomes)


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
            said = [decision_words(library, one, mine.ruleset, mine.ruleset) for one in mine.outcomes]
            said[index] = spared.rulesets[mine.ruleset].name
            which = f"le {ORDINALS[index]} incident est jugé lui aussi"
            why = f"l'un n'efface pas l'autre, {which} : {_because(library, mine, index)}"
            key = tuple(frozenset() if place == index else one for place, one in enumerate(decided))
            yield Wrong(key, _listed(said), why, Origin.FORGOTTEN)


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
        if not outcome.readings and not any(entailed(library, one, same_player=True) for one in mine.outcomes[:index])
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
    culprit = library.players[DEFAULT_PLAYER].label
    costs: list[str] = []
    for (by, _), outcome in zip(mine.ends, mine.outcomes, strict=True):
        words = dues_words(library, outcome.dues) if punishes(library, outcome) else ""
        costs.append(words if by == By.SAME else words.replace(culprit, "l'autre joueur"))
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


def _salt(mine: Sequel) -> str:
    return f"{mine.case.id}|{mine.ruleset}"


def _story(mine: Sequel) -> tuple[str, ...]:
    return tuple(text for _, text in mine.case.story)
