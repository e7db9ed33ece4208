"""What is said of a case: strict and lenient understand the same, and lenient tells what it left out."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from flask import Request
from hypothesis import example, given, settings
from hypothesis import strategies as st
from werkzeug.test import EnvironBuilder

from assistant.consultation.intake import BY, TILES, Understanding, understand
from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.errors import InputError
from assistant.hands.hand import LONGEST
from assistant.model import INCIDENT, By, Library
from tests.support.drawing import examples
from web.address import CaseAddress, read_case

MANY = settings(max_examples=examples(600), derandomize=True, database=None)


def tellings(library: Library) -> st.SearchStrategy[dict[str, str]]:
    """Facts of up to three incidents, most of them right: known names with their own values, some bent."""
    plain = [*library.facts, TILES, "autre_chose"]
    name = st.builds(lambda prefix, fact: prefix + fact, st.sampled_from(["", "", "2.", "3."]), st.sampled_from(plain))

    def value(name: str) -> st.SearchStrategy[str]:
        fact = library.facts.get(name.rpartition(".")[2])
        if fact is None:
            return st.sampled_from(["", "123m", "x" * (LONGEST + 1)])
        known = [one.id for one in fact.values] or [str(number) for number in (fact.low, fact.high, 3)]
        return st.sampled_from([*known, *known, NOT_ESTABLISHED, "-1", "0012", "1234567890", "٣", "peut-être", ""])

    told = name.flatmap(lambda chosen: st.tuples(st.just(chosen), value(chosen)))
    incident = st.sampled_from([*library.incidents])
    further = st.fixed_dictionaries(
        {},
        optional={
            f"2.{INCIDENT}": incident | st.just("rien"),
            f"2.{BY}": st.sampled_from([*By, "personne"]),
            f"3.{INCIDENT}": incident,
        },
    )
    return st.builds(
        lambda first, more, facts: {INCIDENT: first, **more, **dict(facts)},
        incident,
        further,
        st.lists(told, max_size=6),
    )


def strictly(library: Library, facts: dict[str, str]) -> Understanding | None:
    try:
        return understand(library, [], facts)
    except InputError:
        return None


def test_strict_and_lenient_understand_the_same(library: Library) -> None:
    seen = {"accepted": 0, "mended": 0}

    @MANY
    @example(told={INCIDENT: "victoire-annoncee", "2.furiten": "non"})
    @example(told={INCIDENT: "victoire-annoncee", f"3.{INCIDENT}": "victoire-tardive", "3.par": "autre"})
    @given(told=tellings(library))
    def agree(told: dict[str, str]) -> None:
        lenient = understand(library, [], told, strict=False)
        strict = strictly(library, told)
        assert {**lenient.said, **lenient.dropped} == told and not set(lenient.said) & set(lenient.dropped)
        if strict is not None:
            assert lenient == strict and not lenient.dropped
            seen["accepted"] += 1
        else:
            assert lenient.dropped
            assert understand(library, [], lenient.said) == lenient._replace(dropped={})
            seen["mended"] += 1

    agree()
    assert min(seen.values()) > examples(600) / 12, seen


def address(library: Library, told: dict[str, str], **more: str) -> CaseAddress:
    query = urlencode({"reglement": library.incidents[told[INCIDENT]].rulesets[0], **told, **more})
    return read_case(library, Request(EnvironBuilder(path="/cas", query_string=query).get_environ()))


def test_an_address_keeps_what_is_understood_and_names_the_rest(library: Library) -> None:
    told = {
        INCIDENT: "victoire-annoncee",
        "furiten": "non",
        "yaku": "peut-être",
        "ancien_fait": "oui",
        "2.furiten": "non",
        "tuiles": "",
    }
    read = address(library, told, contexte="concours")
    assert read.facts == {INCIDENT: "victoire-annoncee", "furiten": "non"}
    assert read.dropped == [
        "contexte = concours",
        "yaku = peut-être",
        "ancien_fait = oui",
        "2.furiten = non",
        "tuiles = ",
    ]
    assert address(library, {INCIDENT: "victoire-annoncee", "furiten": "non"}, contexte="amical").dropped == []


VICTORY = {INCIDENT: "victoire-annoncee"}


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({}, "Dites l'incident : incident=…"),
        ({INCIDENT: "victoire-anoncee"}, "Vouliez-vous dire « victoire-annoncee » ?"),
        ({**VICTORY, "2.furiten": "non"}, "Dites l'incident : 2.incident=…"),
        ({**VICTORY, "3.incident": "victoire-annoncee"}, "Il y a un incident 3 mais pas d'incident 2"),
        ({**VICTORY, "2.incident": "rien"}, "incident inconnu : « rien »"),
        ({**VICTORY, "2.incident": "victoire-annoncee", "2.par": "lui"}, "2.par : valeur inconnue : « lui »"),
        ({**VICTORY, "par": "meme"}, "ne se dit que d'un événement suivant"),
        ({**VICTORY, "furitenn": "non"}, "Vouliez-vous dire « furiten » ?"),
        ({**VICTORY, "furiten": "parfois"}, "« non-etabli » est toujours permis."),
        ({**VICTORY, "contexte": NOT_ESTABLISHED}, "contexte : valeur inconnue"),
        ({**VICTORY, TILES: ""}, "tuiles : écrivez les tuiles"),
        ({**VICTORY, TILES: "1m" * LONGEST}, "tuiles : plus de 400 signes"),
    ],
)
def test_what_is_not_understood_is_told(library: Library, facts: dict[str, object], says: str) -> None:
    with pytest.raises(InputError) as error:
        understand(library, ["ema-2016"], facts)
    assert says in str(error.value)


def test_an_incident_that_cannot_occur_in_a_ruleset_is_refused_by_both(library: Library) -> None:
    for strict in (True, False):
        with pytest.raises(InputError, match="ne se produit pas en ema-2016"):
            understand(library, ["ema-2016"], {INCIDENT: "tuiles-melangees-au-compte"}, strict)
        with pytest.raises(InputError, match="Vouliez-vous dire « ema-2016 »"):
            understand(library, ["ema-2017"], VICTORY, strict)


def test_what_an_answer_already_tells_is_not_to_be_said_twice(library: Library) -> None:
    riichi = {"incident": "riichi-sans-attente"}
    for east in ("oui", "non"):
        (event,) = understand(library, ["ema-2016"], {**riichi, "joueur_est": east}).events
        assert event.told["est_en_cause"] == east and "est_en_cause" not in event.own
    (event,) = understand(library, ["ema-2016"], {**riichi, "joueur_est": "oui", "est_en_cause": "non"}).events
    assert event.told["est_en_cause"] == "non", "what was said is heard"
    (event,) = understand(library, ["ema-2016"], {**riichi, "joueur_est": "oui", "est_en_cause": NOT_ESTABLISHED}).events
    assert "est_en_cause" not in event.told and event.contested == {"est_en_cause"}
