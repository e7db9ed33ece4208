"""What must hold of every case of several events, whatever happened in it; each with the sentence that an author reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.events import Judged
from assistant.consultation.shares import Share, shares_of
from assistant.consultation.sheet import brief_sanctions, is_over, sheet
from assistant.consultation.whole_case import of_shares, silences
from assistant.decision.events import combined_slots, said_slots, wins
from assistant.decision.links import fits_alone
from assistant.decision.outcome import Outcome, Slots
from assistant.decision.state import State
from assistant.decision.statuses import NOBODY, Happening, held, relation, with_reading
from assistant.model import DEFAULT_PLAYER, UNSAID, By, Library, Link, Nature, Right, Ruleset, SlotValue, When

if TYPE_CHECKING:
    from assistant.consultation.document import RulingPart


class Lore:
    """What all cases of a ruleset share, worked out once: which statuses are contrary, which steps are brief, and the sheets of single events."""

    def __init__(self, library: Library, ruleset: Ruleset):
        self.library, self.ruleset = library, ruleset
        self.sheets: dict[tuple[int, Outcome], tuple[State, RulingPart]] = {}  # by their run and what was decided

    @cached_property
    def contraries(self) -> dict[frozenset[str], str]:
        """See `contraries`."""
        return contraries(self.library, self.ruleset)

    @cached_property
    def brief(self) -> dict[str, str]:
        """See `brief_steps`."""
        return brief_steps(self.library, self.ruleset)

    def sheet(self, judged: Judged) -> RulingPart:
        """The sheet of one event, made once for each run."""
        state = judged.position.state
        if state.outcome is None:
            return sheet(self.library, state)
        key = (id(state.run), state.outcome)
        if key not in self.sheets:
            self.sheets[key] = state, sheet(self.library, state)
        return self.sheets[key][1]


class Told(NamedTuple):
    """A case as its sheet tells it: its events, what each brings to the whole, and the ruling of all together."""

    library: Library
    ruleset: Ruleset
    judged: Sequence[Judged]
    shares: Sequence[Share]
    slots: Slots
    lore: Lore

    def ruling(self) -> RulingPart:
        """The sheet of the whole case."""
        return of_shares(self.library, self.judged, self.shares)

    @property
    def deal(self) -> Mapping[str, SlotValue]:
        """What can become of the deal."""
        return self.library.slots[self.ruleset.slots[0]].values

    def present(self) -> list[Share]:
        """What the events of the last deal of the case bring."""
        return [share for share in self.shares if not share.judged.past]

    def end_of(self, share: Share) -> str | None:
        """What an event says of the deal, whichever of its readings is followed."""
        return said_slots(share.outcome).get(self.ruleset.slots[0])


def told(library: Library, ruleset: Ruleset, judged: Sequence[Judged], lore: Lore | None = None) -> Told:
    """A case whose events are all judged, told by the functions that make its sheet."""
    lore = lore or Lore(library, ruleset)
    shares = shares_of(library, judged, [lore.sheet(one) for one in judged])
    outcomes = [share.outcome._replace(slots=()) if share.judged.past else share.outcome for share in shares]
    slots = combined_slots(library, ruleset.id, outcomes)
    return Told(library, ruleset, judged, shares, slots, lore)


def no_win_beside_a_redeal(case: Told) -> Iterator[str]:
    """A win that is paid, and a deal that ends otherwise than by it, or another's fault at that moment for which it is dealt anew."""
    deal = case.deal
    for winner in case.present():
        won = case.end_of(winner)
        if not wins(case.library, winner.outcome) or winner.judged.ended is not None or won is None:
            continue
        faults = [
            (case.end_of(other), f"l'événement {other.judged.event.number}")
            for other in case.present()
            if other.judged.event.player != winner.judged.event.player
            and _same_moment(case)
            and _cancelled(case, winner, other)
            and _punished(case, other)
        ]
        for said, who in [*faults, *((value, "l'ensemble") for _, value in case.slots[:1])]:
            if said is not None and deal[said].over and said != won and won not in deal[said].covers:
                number = winner.judged.event.number
                yield f"l'événement {number} est une victoire payée, et {who} dit « {deal[said].label} »"
    yield from _two_winners(case)


def _two_winners(case: Told) -> Iterator[str]:
    """Two wins paid of one tile, where a link knows that the closer player alone wins it."""
    winners = [share for share in case.present() if wins(case.library, share.outcome) and share.judged.ended is None]
    for one, other in combinations(winners, 2):
        both = (one.judged.happening(), other.judged.happening())
        closer = [link.source for link in case.ruleset.links if link.source is not None and link.source.closer]
        alone = any(all(fits_alone(source, happening) for happening in both) for source in closer)
        if alone and _same_moment(case) and both[0].player != both[1].player:
            yield f"les événements {both[0].number} et {both[1].number} sont deux victoires payées sur la même tuile"


def _same_moment(case: Told) -> bool:
    return all(one.when is When.SAME_MOMENT for one in case.judged[1:])


def _punished(case: Told, share: Share) -> bool:
    """Whether the player of an event is punished for it."""
    sanctions = case.library.sanctions
    return any(
        role == DEFAULT_PLAYER and sanctions[name].nature is Nature.SANCTION for role, name in share.outcome.sanctions
    )


def _cancelled(case: Told, winner: Share, other: Share) -> bool:
    """Whether a link tells another's event of such a win, and a rule there lets the win decide what becomes of the deal."""
    won = case.end_of(winner)
    rules = other.judged.questionnaire.network.rules.values()
    giving = [rule for rule in rules if (case.ruleset.slots[0], won) in rule.then.slots]
    decisive = {test.fact for rule in giving for test in rule.tests}
    return any(
        link.source is not None
        and link.source.by is By.OTHER
        and any(case.library.sanctions[name].wins for name in link.source.sanctions)
        and (link.source.incidents is None or winner.judged.incident in link.source.incidents)
        and (link.source.whens is None or When.SAME_MOMENT in link.source.whens)
        and (link.incidents is None or other.judged.incident in link.incidents)
        and any(name in decisive for name, _ in link.settles)
        for link in case.ruleset.links
    )


def no_status_and_its_contrary(case: Told) -> Iterator[str]:
    """Two statuses of one player that links read as contrary answers, or a paid win without the right to it."""
    now = Happening(len(case.judged) + 1, "", NOBODY, None, When.AFTER_RULING, {}, None)
    happenings = [*(one.happening() for one in case.judged), now]
    lasting = [status for status, waits in held(case.ruleset, happenings, len(case.judged)) if waits is None]
    opposed = case.lore.contraries
    for one, other in combinations(lasting, 2):
        fact = opposed.get(frozenset((one.status, other.status)))
        if one.player == other.player and fact is not None:
            yield (
                f"le même joueur a « {one.status} » ({one.sets.place}) et « {other.status} » ({other.sets.place}), "
                f"dont les liens répondent le contraire à « {fact} »"
            )
    for index, share in enumerate(case.shares):
        winner = share.judged
        own = wins(case.library, share.outcome) and is_natural(case.library, winner.event.incident)
        if not own or winner.ended is not None or winner.when is When.EARLIER_DEAL:
            continue
        for status, waits in held(case.ruleset, happenings, index):
            if waits is None and status.player == winner.event.player and Right.WIN in status.sets.takes:
                yield (
                    f"« {status.status} » ({status.sets.place}), par l'événement {status.event}, ôte le droit de gagner, "
                    f"et l'événement {winner.event.number} est une victoire payée du même joueur"
                )


def is_natural(library: Library, incident: str) -> bool:
    """Whether a win in this incident is the player's own act; elsewhere, as at the signal, it is somebody's and taken for granted."""
    return bool(library.incidents[incident].turns)


def contraries(library: Library, ruleset: Ruleset) -> dict[frozenset[str], str]:
    """The statuses that links read as contrary answers to one question that has only two, and never in their order."""
    ordered = {
        frozenset((source.status, source.after_status))
        for source in (link.source for link in ruleset.links)
        if source is not None and source.after_status is not None
    }
    opposed: dict[frozenset[str], str] = {}
    for one, other in combinations([link for link in ruleset.links if _reads_a_status_alone(link)], 2):
        assert one.source is not None and other.source is not None
        pair = frozenset((str(one.source.status), str(other.source.status)))
        whens = (one.source.whens or set(When)) & (other.source.whens or set(When))
        apart = one.incidents is not None and other.incidents is not None and not one.incidents & other.incidents
        answers = dict(other.settles)
        for fact, value in one.settles:
            contrary = answers.get(fact, value) != value and len(library.facts[fact].values) == 2
            if len(pair) == 2 and pair not in ordered and whens and not apart and contrary:
                opposed[pair] = fact
    return opposed


def _reads_a_status_alone(link: Link) -> bool:
    source = link.source
    return (
        source is not None
        and source.status is not None
        and source.by is By.SAME
        and not (source.after_status or source.tests or source.slots)
    )


def no_due_owed_twice(case: Told) -> Iterator[str]:
    """A payment that is no punishment, owed by two events of one deal between the same two."""
    owed: dict[tuple[str, ...], int] = {}
    said = {share.judged.event.number: (share.judged.incident, share.outcome.dues) for share in case.present()}
    for share in case.present():
        number = share.judged.event.number
        for due in share.outcome.dues:
            amount = due.amount
            if case.library.sanctions[amount.sanction].nature is not Nature.DECISION:
                continue
            sides = [_side(case.library, share, role) for role in (amount.payer, amount.payee)]
            first = owed.setdefault((amount.sanction, amount.unit, *sides), number)
            told_otherwise = (
                said[first][0] == said[number][0] and said[first][1] != said[number][1]
            )  # one thing, told twice
            if first != number and not told_otherwise:
                yield (
                    f"« {amount.sanction} » ({amount.payer} → {amount.payee}) est dû par l'événement {first} et encore "
                    f"par l'événement {number}"
                )
    yield from _one_act_punished_twice(case)


def _one_act_punished_twice(case: Told) -> Iterator[str]:
    """What one player did in one moment, told as two incidents, costs by one clause the same twice."""
    happenings = [one.happening() for one in case.judged]
    for one, other in combinations(case.present(), 2):
        numbers = [share.judged.event.number for share in (one, other)]
        once = one.judged.event.player == other.judged.event.player and one.judged.incident != other.judged.incident
        if not once or relation(happenings, numbers[0] - 1, numbers[1] - 1) is not When.SAME_MOMENT:
            continue
        if one.outcome.cites[:1] == other.outcome.cites[:1] and one.outcome.dues & other.outcome.dues:
            yield f"les événements {numbers[0]} et {numbers[1]} sont un seul acte, puni deux fois par la même clause"


def _side(library: Library, share: Share, role: str) -> str:
    """Who a role is: a player of the case, or whoever the word means seen from that player."""
    if role == DEFAULT_PLAYER:
        return share.judged.event.player
    player = library.players[role]
    return role if player.nobody or player.whole else f"{role} ({share.judged.event.player})"


def no_step_of_a_deal_that_is_over(case: Told) -> Iterator[str]:
    """What can only be done while the deal goes on, ordered beside its end."""
    if not is_over(case.library, case.slots):
        return
    brief = case.lore.brief
    label = case.deal[case.slots[0][1]].label
    for share in case.present():
        for step in [*share.gestures(case.slots, over=True), *share.owed()]:
            for words, why in brief.items():
                if _bare(step) in map(_bare, [share.said(words), *share.to_do([words])]):
                    yield f"le geste « {step} » est demandé alors que « {label} » : {why}"


def brief_steps(library: Library, ruleset: Ruleset) -> dict[str, str]:
    """The steps that make sense only while the deal goes on, and why: those of what lasts no longer, and of its going on."""
    brief = {
        step: f"la sanction « {name} » ne dure pas plus que la donne"
        for name in sorted(brief_sanctions(library, ruleset))
        if ruleset.id in library.sanctions[name].rulesets
        for sentence in library.sanctions[name].rulesets[ruleset.id].steps
        for step in (sentence.text, sentence.unsure)
        if step
    }
    deal = library.slots[ruleset.slots[0]].values
    return brief | {
        value.step: f"il va avec « {value.label} »" for value in deal.values() if goes_on(deal, value) and value.step
    }


def goes_on(deal: Mapping[str, SlotValue], value: SlotValue) -> bool:
    """Whether a deal of which this is said surely goes on."""
    open_ = value.over or value.open or value.idle or value.id == UNSAID
    return not open_ and not any(deal[other].over for other in value.covers)


def _bare(step: str) -> str:
    return step.casefold().rstrip(". ")


def no_silence_lost(case: Told) -> Iterator[str]:
    """A silence of an event that the sheet does not tell, or a deal left unsaid of which it says that it goes on."""
    silent = any(share.outcome.silences for share in case.shares)
    said = frozenset(silences(case.shares) if silent else ())
    for share in case.shares:
        number = share.judged.event.number
        for silence in share.outcome.silences:
            if share.said(silence) not in said:
                yield f"le silence de l'événement {number} (« {silence} ») n'est pas dans l'ensemble"
        if share.judged.past or case.end_of(share) != UNSAID or not case.slots:
            continue
        whole_deal = case.deal[case.slots[0][1]]
        if goes_on(case.deal, whole_deal):
            yield (
                f"le texte ne dit pas ce que devient la donne de l'événement {number}, et l'ensemble dit "
                f"« {whole_deal.label} » : voyez « combine »"
            )


Invariant = Callable[[Told], Iterator[str]]
INVARIANTS: Mapping[str, Invariant] = {
    "pas de victoire payée à côté d'une donne finie autrement": no_win_beside_a_redeal,
    "pas de statut avec son contraire": no_status_and_its_contrary,
    "rien n'est dû deux fois": no_due_owed_twice,
    "pas de geste d'une donne qui est finie": no_step_of_a_deal_that_is_over,
    "aucun silence n'est perdu": no_silence_lost,
}
NOT_ASKED = "rien n'est demandé qu'un autre événement règle"
SAME_DOORS = "les deux portes s'accordent"


def broken(case: Told) -> Iterator[tuple[str, str]]:
    """Each invariant that the case breaks, with what is wrong."""
    for title, invariant in INVARIANTS.items():
        for problem in dict.fromkeys(invariant(case)):
            yield title, problem


Features = tuple[tuple[object, ...], ...]  # one for each invariant
Pair = tuple[tuple[object, ...], tuple[object, ...]]


def features(lore: Lore, incident: str, outcome: Outcome) -> Features:
    """What each invariant looks at in an outcome, one after the other: where two are equal, it sees no difference."""
    library, ruleset = lore.library, lore.ruleset
    opposed = frozenset().union(*lore.contraries)
    telling = {name for one in ruleset.sets if one.takes or one.status in opposed for name in one.sanctions}
    worlds = [outcome, *(with_reading(outcome, index) for index in range(len(outcome.readings)))]
    deals = tuple(world.slot(ruleset.slots[0]) for world in worlds)
    won = wins(library, outcome)
    punished = any(library.sanctions[name].nature is Nature.SANCTION for _, name in outcome.sanctions)
    statuses = tuple(frozenset(pair for pair in world.sanctions if pair[1] in telling) for world in worlds)
    covered = {name for sanction in library.sanctions.values() for name in sanction.covers}
    owed = frozenset(
        due
        for due in outcome.dues
        for sanction in [library.sanctions[due.amount.sanction]]
        if sanction.nature is Nature.DECISION or sanction.covers or sanction.id in covered
    )
    brief = {_bare(step) for step in lore.brief}
    steps = [step for name in outcome.rules for step in ruleset.rules[name].steps]
    steps += [step for name in outcome.sanction_ids() for step in library.sanctions[name].rulesets[ruleset.id].steps]
    ordered = frozenset(_bare(step.text) for step in steps) & brief
    silent = bool(outcome.silences) or UNSAID in deals
    return (
        (won, deals, punished),
        (any(statuses), statuses, won and is_natural(library, incident)),
        (owed,),
        (ordered, deals),
        (silent, deals),
        (outcome.dues, outcome.cites[:1]),
    )


def _share_a_due(first: tuple[object, ...], second: tuple[object, ...]) -> bool:
    """Whether two outcomes have the same cost by the same clause."""
    dues = [one[0] for one in (first, second) if isinstance(one[0], frozenset)]
    return first[1] == second[1] and bool(dues[0] & dues[1])


ONE_ACT = 5  # the kind below that concerns one player at one moment alone
COULD_BREAK: tuple[Callable[[Pair], bool], ...] = (
    lambda pair: bool(pair[0][0] or pair[1][0]),
    lambda pair: bool(pair[0][0] and (pair[1][0] or pair[1][2])),
    lambda pair: bool(pair[0][0] and pair[1][0]),
    lambda pair: bool(pair[0][0] or pair[1][0]),
    lambda pair: bool(pair[0][0] or pair[1][0]),
    lambda pair: _share_a_due(*pair),
)  # of two outcomes, whether the invariant could be broken: else nobody wins, holds a status, owes, orders, is silent
