"""Cases of several events: the same ruling by both doors, and what one event settles known to the other."""

from __future__ import annotations

import pytest

from assistant.consultation.cases import each
from assistant.consultation.consultant import Consultant
from assistant.consultation.events import outcomes_of
from assistant.consultation.forks import Explorer
from assistant.consultation.intake import understand
from assistant.consultation.seating import sayer, seated
from assistant.consultation.sheet import sheet
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.model import INCIDENT, Case, Library, When
from assistant.proof.trial import several
from tests.support.artefacts import library_at_hand
from tests.support.chains import every_chain, facts

SEVERAL = [(case, ruleset) for case in library_at_hand().cases.values() if case.further for ruleset in case.expect]
NAMES = [f"{case.id}-{ruleset}" for case, ruleset in SEVERAL]


def cases() -> list[Case]:
    return list({case.id: case for case, _ in SEVERAL}.values())


def seats(case: Case) -> list[str | None]:
    return [case.telling.who, *(further.telling.who for further in case.further)]


def test_there_are_enough_of_one_player_of_two_and_of_more() -> None:
    assert len(cases()) >= 100
    players = [{who for who in seats(case) if who != "personne"} for case in cases()]
    assert sum(len(some) == 1 for some in players) >= 40 and sum(len(some) == 2 for some in players) >= 40
    assert sum(len(some) > 2 for some in players) >= 3 and sum(len(case.further) > 1 for case in cases()) >= 15
    assert len({ruleset for _, ruleset in SEVERAL}) == 4


def test_every_one_says_who_and_when_and_what_each_event_gets() -> None:
    for case in cases():
        assert None not in seats(case), case.id
        assert all(further.telling.when for further in case.further), case.id
        assert all(len(one.events) == len(case.further) + 1 for one in case.expect.values()), case.id


def test_near_misses_differ_in_who_or_when_alone() -> None:
    """The same incidents and facts, another player or another moment, and another ruling."""
    told = {
        case.id: [(*further.telling, sorted(map(str, further.facts.items()))) for further in case.further]
        for case in cases()
    }
    pairs = 0
    for first in cases():
        for second in cases():
            same = str(first.facts) == str(second.facts) and len(told[first.id]) == len(told[second.id])
            facts = same and [one[-1] for one in told[first.id]] == [one[-1] for one in told[second.id]]
            pairs += facts and first.id < second.id and first.expect != second.expect
    assert pairs >= 25


def test_every_moment_is_told(library: Library) -> None:
    assert {further.telling.when for case in cases() for further in case.further} == set(When)


@pytest.mark.drawn(500)
@pytest.mark.parametrize(("case", "ruleset"), SEVERAL, ids=NAMES)
def test_a_referee_gets_what_the_proof_saw(
    library: Library, engines: Engines, consultant: Consultant, case: Case, ruleset: str
) -> None:
    outcome, _ = several(library, engines, case, ruleset)
    assert len(outcomes_of(each(library, engines, case, ruleset))) == len(case.further) + 1
    (document,) = consultant.consult([ruleset], case.flat_facts())["consultations"]
    sheet = document["ruling"]
    assert sheet is not None, document["question"]
    slots = {slot["id"]: slot["value"] for slot in sheet["slots"]}
    unsaid = {slot: value for slot, value in outcome.slots if slot not in slots}
    assert {**slots, **unsaid} == dict(outcome.slots)
    assert all(library.slots[slot].values[value].idle for slot, value in unsaid.items()), "only what is without object"
    told = {sanction["id"] for sanction in sheet["sanctions"]}
    decided = {name for name in outcome.sanction_ids() if not library.sanctions[name].discretion}
    chosen = {telling.choice for telling in (case.telling, *(telling for telling, _ in case.further)) if telling.choice}
    mine = {name for name in chosen & library.sanctions.keys() if ruleset in library.sanctions[name].rulesets}
    assert decided | mine <= told, "of a discretion, what the referee has chosen"
    assert mine or outcome.sanction_ids() <= told
    assert all(library.sanctions[sanction].vanishes for sanction in told - outcome.sanction_ids() - mine)
    numbers = sorted(number for amount in sheet["amounts"] for number in amount["numbers"] or ())
    assert set(numbers) == {number for due in outcome.dues for number in due.numbers or ()}
    apart = [due for one in outcomes_of(each(library, engines, case, ruleset)) for due in one.dues]
    assert len(numbers) <= sum(len(due.numbers or ()) for due in apart), "the same fault twice is owed twice, nothing more often"
    assert {one["id"] for one in sheet["citations"]} >= set(outcome.cites)


@pytest.mark.walk
def test_both_doors_judge_every_case_of_several_incidents_alike(
    library: Library, engines: Engines, consultant: Consultant
) -> None:
    """Wherever its incidents occur, whatever it expects: event by event the same ruling, or both wait for the same one."""
    settled = waiting = 0
    for case in (case for case in library.cases.values() if case.further):
        incidents = [str(facts[INCIDENT]) for facts in case.every_facts()]
        for ruleset in library.rulesets:
            if any(ruleset not in library.incidents[incident].rulesets for incident in incidents):
                continue
            (document,) = consultant.consult([ruleset], case.flat_facts(), explain=False)["consultations"]
            if document["ruling"] is None:
                with pytest.raises(Hole) as hole:
                    each(library, engines, case, ruleset)
                asked = document["question"]
                assert f"« {asked['fact']} »" in str(hole.value) if asked else "plusieurs décisions" in str(hole.value)
                waiting += 1
                continue
            ends = each(library, engines, case, ruleset)
            assert [event["who"] for event in document["events"]] == [judged.event.player for judged in ends]
            for event, judged in zip(document["events"], ends, strict=True):
                assert judged.end is not None and event["ruling"] is not None
                told = seated(sheet(library, judged.end), sayer(library, judged))
                assert {key: event["ruling"][key] for key in told} == told, (case.id, ruleset)
            settled += 1
    assert settled >= len(SEVERAL) and waiting > 0


SETTLED = [
    (case, ruleset, number, fact)
    for case, ruleset in SEVERAL
    for number, event in enumerate(case.expect[ruleset].events, 1)
    for fact, _ in event.settles
    if fact not in case.every_facts()[number - 1]
]


@pytest.mark.drawn(400)
@pytest.mark.parametrize(
    ("case", "ruleset", "number", "fact"), SETTLED, ids=[f"{case.id}-{rest}" for case, *rest in SETTLED]
)
def test_what_another_event_settles_is_not_asked_and_is_shown_with_it(
    consultant: Consultant, case: Case, ruleset: str, number: int, fact: str
) -> None:
    (document,) = consultant.consult([ruleset], case.flat_facts(), explain=False)["consultations"]
    (answer,) = [one for one in document["events"][number - 1]["answers"] if one["fact"] == fact]
    assert answer["origin"] == "entailed" and answer["why"]


@pytest.mark.walk
def test_every_link_is_shown_by_a_case(library: Library, engines: Engines) -> None:
    """Each link of each ruleset settles, asks or makes impossible something in a case of ours or in a chain that a reader of the texts told."""
    shown = {
        (ruleset, link.id)
        for case, ruleset in SEVERAL
        for judged in each(library, engines, case, ruleset)
        for link in (
            *(settled.link for settled in judged.settled.values()),
            *judged.asked.values(),
            *judged.opened.values(),
            *(never.link for impossible in judged.excluded.values() for never in impossible),
        )
    }
    for _, chain in every_chain():
        for ruleset in chain["expect"]:
            events = understand(library, [ruleset], facts(library, chain, ruleset)).events
            standing = Explorer(library, engines, ruleset).standing(events)
            ways = [standing.judged, *(leaf.judged for leaf in standing.leaves)]
            shown |= {(ruleset, fact.link.id) for way in ways for one in way for fact in one.settled.values()}
    links = {(ruleset.id, link.id) for ruleset in library.rulesets.values() for link in ruleset.links}
    assert links - shown == set()


ONE_ACT = [
    ("tuiles-d-un-autre-renversees", "donne_jouable", "oui", "non"),
    ("jeu-incomplet", "moment_decouverte", "pendant-la-donne", "apres-la-donne"),
    ("question-tardive", "jeu_repris", "non", "oui"),
    ("mur-touche-apres-la-donne", "points_payes", "oui", "non"),
    ("fin-du-temps", "signal_entendu", "quinze-minutes", "fin"),
    ("recours-tranche", "issue_du_recours", "en-partie", "perdu"),
]


@pytest.mark.parametrize(("incident", "fact", "first", "second"), ONE_ACT)
def test_what_is_told_of_one_act_is_not_told_of_the_next(
    consultant: Consultant, incident: str, fact: str, first: str, second: str
) -> None:
    told = {"incident": incident, fact: first, "2.incident": incident, "2.par": "autre"}
    (asked,) = consultant.consult(["mcr-2015"], told, explain=False)["consultations"]
    assert asked["question"] and asked["question"]["key"] == f"2.{fact}"
    (both,) = consultant.consult(["mcr-2015"], {**told, f"2.{fact}": second}, explain=False)["consultations"]
    answers = [{answer["fact"]: answer["value"] for answer in event["answers"]} for event in both["events"]]
    assert [one.get(fact) for one in answers] == [first, second]


@pytest.mark.parametrize(("first", "asked"), [({"qui": "est"}, "2.qui"), ({}, None)], ids=["a seat was said", "none was"])
def test_nobody_is_named_for_what_was_not_said_to_be_his(
    consultant: Consultant, first: dict[str, str], asked: str | None
) -> None:
    """Where the first event has a seat, a sanction of the second falls on somebody only once it was said on whom."""
    won = {"tuiles_montrees": "toutes", "tuile_gagnante": "ecart", "main_complete": "oui", "yaku": "oui", "furiten": "non"}
    rang = {"2.incident": "telephone-ou-appareil", "2.quand": "apres", "2.appareil": "sonnerie", "2.appel_convenu": "non"}
    (document,) = consultant.consult(["ema-2016"], {"incident": "victoire-annoncee", **won, **first, **rang})["consultations"]
    question = document["question"]
    if asked is None:
        assert question is None or not question["key"].endswith("qui")
        return
    assert question is not None and question["key"] == asked
    told = {"incident": "victoire-annoncee", **won, **first, **rang, "2.qui": "sud"}
    (document,) = consultant.consult(["ema-2016"], told)["consultations"]
    assert document["ruling"] is not None and any("Incident 2 (Sud)" in line for line in document["ruling"]["headline"])
