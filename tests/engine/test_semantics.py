"""What the words of a rule mean, each shown on a made-up base: DESIGN's example line by line, then one thing at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.consultation.consultant import Consultant
from assistant.errors import Conflict
from assistant.model import Library
from tests.support.court import Court, consult, names, numbers, small_court
from tests.support.make import RULES, RULES_B, Base, small

POINTS = "unit: points-de-table, payer: joueur, payee: personne, moment: fin"


@pytest.fixture(scope="module")
def consultant(made: Library) -> Consultant:
    return Consultant(made)


# --- DESIGN's example -------------------------------------------------------------------------------------------------------------

FURITEN = {"contexte": "tournoi", "annonce": "ron", "furiten": "oui"}
SHOWN = {**FURITEN, "tuiles_montrees": "toutes"}


def test_furiten_settles_the_win_and_asks_what_was_shown(example: Court) -> None:
    state = example.judge(**FURITEN)
    assert names(state.run.standing) == {"furiten"}
    assert state.run.derived == {"victoire_valable": "non"}
    assert "main_complete" not in state.needs
    assert example.question(**FURITEN) == "tuiles_montrees"


def test_all_shown_stands_nothing_new_while_the_exception_is_open(example: Court) -> None:
    state = example.judge(**SHOWN)
    assert names(state.run.standing) == {"furiten"}
    assert state.outcome is None
    assert {"montree", "chombo-annule", "suite-chombo", "suite-points", "intention"} == names(state.run.may_stand) - {
        "incomplete"
    }
    assert example.question(**SHOWN) == "victoire_d_un_autre"


def test_nobody_else_won_so_the_chombo_stands_with_its_consequences(example: Court) -> None:
    state = example.judge(**SHOWN, victoire_d_un_autre="non")
    assert names(state.run.standing) == {"furiten", "montree", "suite-chombo", "suite-points"}
    assert state.outcome is not None
    (due,) = state.outcome.dues
    assert due.numbers == (20000,)
    assert (due.amount.payer, due.amount.payee, due.amount.unit, due.amount.moment) == (
        "joueur",
        "personne",
        "points-de-tournoi",
        "fin",
    )
    assert not state.final
    assert names(state.live) == {"intention"}
    assert example.question(**SHOWN, victoire_d_un_autre="non") == "geste_delibere"


def test_on_purpose_adds_discretion(example: Court) -> None:
    outcome = example.outcome(**SHOWN, victoire_d_un_autre="non", geste_delibere="oui")
    assert outcome.sanction_ids() == {"chombo", "discretion"}
    assert outcome.slots == (("donne", "redistribuee"), ("est", "reste"))
    assert [decides.who for decides in outcome.decides] == ["arbitre"]
    assert example.outcome(**SHOWN, victoire_d_un_autre="non", geste_delibere="non").sanction_ids() == {"chombo"}


def test_anothers_win_removes_the_chombo_and_what_follows_from_it(example: Court) -> None:
    state = example.judge(**SHOWN, victoire_d_un_autre="oui")
    assert names(state.run.standing) == {"furiten", "chombo-annule"}
    assert {rule.rsplit(".", 1)[1]: names(by) for rule, by in state.run.overridden.items()} == {
        "montree": {"chombo-annule"}
    }
    assert state.outcome is not None
    assert state.outcome.sanction_ids() == {"aucune"}
    assert state.outcome.slot("donne") == "gagnee"
    assert not state.outcome.dues
    assert names(state.live) == {"intention"}


def test_not_established_gives_one_ruling_per_possibility(example: Court) -> None:
    """Whatever any possibility needs is asked first."""
    assert example.question("tuiles_montrees", **FURITEN) == "victoire_d_un_autre"
    assert example.question("tuiles_montrees", **FURITEN, victoire_d_un_autre="non") == "geste_delibere"
    position = example.position("tuiles_montrees", **FURITEN, victoire_d_un_autre="non", geste_delibere="non")
    assert position.final
    assert position.question is None
    found = {frozenset(way[0][1] for way in group.when): group.outcome for group in position.possibilities}
    assert set(found) == {frozenset({"aucune", "deux-de-l-appel"}), frozenset({"quelques-unes"}), frozenset({"toutes"})}
    assert found[frozenset({"aucune", "deux-de-l-appel"})].sanction_ids() == {"main-morte"}
    assert found[frozenset({"quelques-unes"})].silences
    assert found[frozenset({"toutes"})].sanction_ids() == {"chombo"}


def test_friendly_game_has_no_points(example: Court) -> None:
    outcome = example.outcome(**{**SHOWN, "contexte": "amical"}, victoire_d_un_autre="non", geste_delibere="non")
    assert outcome.sanction_ids() == {"chombo"}
    assert not outcome.dues


# --- conditions -------------------------------------------------------------------------------------------------------------------


def test_an_unknown_fact_is_unknown_under_not_too(tmp_path: Path) -> None:
    one = small_court(tmp_path, {"x": "a b c"}, {
        "sauf-a": "if: {incident: essai, x: {not: a}}\n  then: {sanction: avertissement, donne: continue}",
        "a": "if: {incident: essai, x: a}\n  then: {sanction: aucune, donne: continue}",
    })  # fmt: skip
    state = one.judge()
    assert state.run.standing == ()
    assert names(state.run.may_stand) == {"sauf-a", "a"}
    assert one.outcome(x="b").sanction_ids() == {"avertissement"}
    assert one.outcome(x="c").sanction_ids() == {"avertissement"}
    assert one.outcome(x="a").sanction_ids() == {"aucune"}


@pytest.mark.parametrize(("minutes", "sanctions", "dues"), [
    (0, {"aucune"}, {}),
    (1, {"points"}, {"points": (1,)}),
    (4, {"points"}, {"points": (4,)}),
    (5, {"points"}, {"points": (5,)}),
    (9, {"points"}, {"points": (5,)}),
    (10, set(), {}),
    (60, set(), {}),
])  # fmt: skip
def test_number_intervals_and_so_much_per(
    made: Library, minutes: int, sanctions: set[str], dues: dict[str, object]
) -> None:
    outcome = Court(made, incident="retard").outcome(minutes=minutes, excuse="non", rappels=0, contexte="tournoi")
    assert outcome.sanction_ids() == sanctions
    assert numbers(outcome) == dues
    assert bool(outcome.readings) == (minutes >= 10)


@pytest.mark.parametrize(("reminders", "points"), [(1, 5), (2, 10), (3, 20), (4, 20), (5, 20)])
def test_ladder_goes_on_with_its_last_step(made: Library, reminders: int, points: int) -> None:
    outcome = Court(made, incident="retard").outcome(minutes=3, excuse="non", rappels=reminders)
    assert numbers(outcome) == {"points": (3,), "malus": (points,)}


def test_ladder_where_the_text_stops_counting(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES, "beyond: derniere-marche", "beyond: non-dit")
    library = base.library()
    court = Court(library, incident="retard")
    assert numbers(court.outcome(minutes=3, excuse="non", rappels=3))["malus"] == (20,)
    assert numbers(court.outcome(minutes=3, excuse="non", rappels=4))["malus"] is None
    ruling = consult(Consultant(library), "retard", minutes=3, excuse="non", rappels=4)["ruling"]
    (amount,) = [amount for amount in ruling["amounts"] if amount["sanction"] == "malus"]
    assert amount["numbers"] is None
    assert "le texte ne dit plus" in amount["text"]


def test_a_number_branches_once_per_interval(made: Library) -> None:
    branches = Court(made, incident="retard").questionnaire.branches
    assert branches["minutes"] == (0, 1, 10)
    assert branches["rappels"] == (0, 1, 2, 3, 4)  # the steps of the ladder, and what comes after the last
    assert branches["excuse"] == ("oui", "non")


def test_a_number_branches_before_and_after_a_single_number(tmp_path: Path) -> None:
    one = small_court(tmp_path, {"fois": "0..9"}, {
        "deux": "if: {incident: essai, fois: 2}\n  then: {sanction: main-morte, donne: continue}",
        "cinq-six": "if: {incident: essai, fois: {in: [5, 6]}}\n  then: {sanction: avertissement, donne: continue}",
        "reste": "if: {incident: essai, fois: {min: 8}}\n  then: {sanction: aucune, donne: continue}",
        "bas": "if: {incident: essai, fois: {max: 1}}\n  then: {sanction: victoire-payee, donne: continue}",
    })  # fmt: skip
    assert one.questionnaire.branches["fois"] == (0, 2, 3, 5, 6, 7, 8)


def test_a_range_a_choice_and_a_number(tmp_path: Path) -> None:
    one = small_court(tmp_path, {"x": "a b c"}, {
        name: f"if: {{incident: essai, x: {name}}}\n  then: {{sanction: points, amount: {{{amount}, {POINTS}}}, donne: continue}}"
        for name, amount in (("a", "range: [5, 10]"), ("b", "choices: [5, 20]"), ("c", "value: 7"))
    })  # fmt: skip
    assert [numbers(one.outcome(x=value))["points"] for value in "abc"] == [(5, 10), (5, 20), (7,)]


# --- derived facts ----------------------------------------------------------------------------------------------------------------


def test_otherwise_comes_when_every_deriver_has_fallen(made: Library) -> None:
    court = Court(made, incident="victoire")
    assert court.judge(complete="oui").run.derived == {}
    assert court.judge(annonce="tsumo").run.derived == {}
    assert court.judge(complete="oui", annonce="tsumo").run.derived == {"valable": "oui"}
    assert court.judge(complete="oui", annonce="ron", furiten="non").run.derived == {"valable": "oui"}
    assert court.judge(complete="non").run.derived == {"valable": "non"}


def test_a_derived_fact_that_nothing_derives_here_has_its_otherwise_at_once(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "complete: oui}", "valable: oui}")
    base.replace(RULES_B, "complete: non, tuiles: {not: toutes}}", "valable: non, tuiles: {not: toutes}}")
    library = base.replace(RULES_B, "complete: non, tuiles: toutes}", "valable: non, tuiles: toutes}").library()
    outcome = Court(library, "beta", "victoire").outcome()
    assert outcome.sanction_ids() == {"victoire-payee"}


def test_a_derived_fact_that_has_its_value_needs_nothing_more(made: Library) -> None:
    needs = Court(made, incident="victoire").judge(complete="non").needs
    assert "annonce" not in needs
    assert "furiten" not in needs
    assert "tuiles" in needs


def test_the_referees_answer_beats_a_rule(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non", tuiles="toutes", valable="oui")
    assert [one["id"] for one in document["ruling"]["sanctions"]] == ["victoire-payee"]
    assert {answer["fact"]: answer["origin"] for answer in document["events"][0]["answers"]}["valable"] == "told"
    assert "alpha.essai.incomplete" not in [step["rule"] for step in document["ruling"]["how"]]


def test_an_exception_speaks_only_where_there_is_something_to_except(made: Library) -> None:
    state = Court(made, incident="victoire").judge(complete="non", tuiles="aucune", autre_victoire="oui", expres="non")
    assert names(state.run.standing) == {"incomplete", "vide"}
    assert state.final


def test_an_exception_to_an_exception_restores_what_it_removed(made: Library) -> None:
    court = Court(made, incident="retard")
    assert court.outcome(minutes=3, excuse="oui", rappels=0).sanction_ids() == {"aucune"}
    state = court.judge(minutes=3, excuse="oui", rappels=4)
    assert {"court", "excuse-usee", "rappel"} == names(state.run.standing)
    assert {rule.rsplit(".", 1)[1]: names(by) for rule, by in state.run.overridden.items()} == {
        "excuse": {"excuse-usee"}
    }
    assert numbers(court.outcome(minutes=3, excuse="oui", rappels=4)) == {"points": (3,), "malus": (20,)}


def test_an_exception_with_an_empty_then_only_removes(tmp_path: Path) -> None:
    one = small_court(tmp_path, {"x": "a b", "z": "oui non"}, {
        "base": "if: {incident: essai, x: a}\n  then: {sanction: main-morte, donne: continue}",
        "reste": "if: {incident: essai, x: b}\n  then: {sanction: aucune, donne: continue}",
        "plus": "if: {incident: essai}\n  then: {sanction: avertissement}\n  adds: true",
        "sans-plus": "if: {z: oui}\n  then: {}\n  overrides: alpha.essai.plus",
    })  # fmt: skip
    assert one.outcome(x="a", z="non").sanction_ids() == {"main-morte", "avertissement"}
    assert one.outcome(x="a", z="oui").sanction_ids() == {"main-morte"}


def test_an_exception_waits_for_what_it_overrides_to_hold_not_to_stand(tmp_path: Path) -> None:
    """`encore` stands as soon as `sauf` holds, even where `sauf` itself has nothing to except: its condition must be asked for."""
    one = small_court(tmp_path, {"x": "a b", "fois": "0..5"}, {
        "a": "if: {incident: essai, x: a}\n  then: {sanction: avertissement, donne: continue}",
        "b": "if: {incident: essai, x: b, fois: {max: 2}}\n  then: {sanction: aucune, donne: continue}",
        "sauf": "if: {incident: essai, fois: {min: 3}}\n  then: {}\n  overrides: alpha.essai.a",
        "encore": "if: {incident: essai}\n  then: {sanction: main-morte, donne: continue}\n  overrides: alpha.essai.sauf",
    })  # fmt: skip
    assert one.judge(x="b").needs == {"fois"}
    assert one.outcome(x="b", fois=3).sanction_ids() == {"main-morte"}
    assert one.outcome(x="b", fois=2).sanction_ids() == {"aucune"}


# --- the outcome ------------------------------------------------------------------------------------------------------------------


def test_none_vanishes_beside_an_addition(made: Library) -> None:
    court = Court(made, incident="retard")
    assert court.outcome(minutes=3, excuse="oui", rappels=0).sanction_ids() == {"aucune"}
    assert court.outcome(minutes=3, excuse="oui", rappels=2).sanction_ids() == {"malus"}


READINGS = (
    "then:\n    one_of:\n"
    "      - {reading: L'un., sanction: avertissement, donne: continue, cites: texte-a/1/base}\n"
    "      - {reading: L'autre., sanction: main-morte, donne: continue, cites: texte-a/1/base}\n"
    "  adds: true"
)


def test_none_vanishes_beside_added_readings(tmp_path: Path) -> None:
    one = small_court(tmp_path, {"z": "oui non"}, {
        "base": "if: {incident: essai}\n  then: {sanction: aucune, donne: continue}",
        "lectures": f"if: {{incident: essai, z: oui}}\n  {READINGS}",
    })  # fmt: skip
    assert one.outcome(z="non").sanction_ids() == {"aucune"}
    told = one.outcome(z="oui")
    assert not told.sanctions
    assert [reading.text for reading in told.readings] == ["L'un.", "L'autre."]
    assert told.cites[0] == "texte-a/1/lectures"


def test_what_is_added_to_a_sanction_that_vanished_is_cited_first(tmp_path: Path) -> None:
    one = small_court(tmp_path, {"x": "a b", "z": "oui non"}, {
        "rien": "if: {incident: essai, x: a}\n  then: {sanction: aucune, donne: continue}",
        "morte": "if: {incident: essai, x: b}\n  then: {sanction: main-morte, donne: continue}",
        "plus": "if: {incident: essai, z: oui}\n  then: {sanction: avertissement}\n  adds: true",
    })  # fmt: skip
    assert one.outcome(x="a", z="oui").cites == ("texte-a/1/plus", "texte-a/1/rien")
    assert one.outcome(x="b", z="oui").cites == ("texte-a/1/morte", "texte-a/1/plus")


EQUAL = {
    "premiere": "if: {incident: essai, x: a}\n  then: {sanction: main-morte, donne: continue}",
    "seconde": "if: {incident: essai, z: oui}\n  then: {donne: continue, sanction: [main-morte]}",
    "reste": "if: {incident: essai, x: b, z: non}\n  then: {sanction: aucune, donne: continue}",
}


def test_two_equal_rulings_are_one_that_cites_both(tmp_path: Path) -> None:
    one = small_court(tmp_path, {"x": "a b", "z": "oui non"}, EQUAL)
    both = one.outcome(x="a", z="oui")
    assert both.sanctions == {("joueur", "main-morte")}
    assert both.cites == ("texte-a/1/premiere", "texte-a/1/seconde")
    assert both == one.outcome(x="a", z="non")
    assert one.outcome(x="a", z="non").cites == ("texte-a/1/premiere",)


def test_what_would_change_nothing_is_not_asked(tmp_path: Path) -> None:
    one = small_court(tmp_path, {"x": "a b", "z": "oui non"}, EQUAL)
    assert one.judge(x="a").final
    assert one.question(x="a") is None
    assert one.question(x="b") == "z"


def test_slots_without_object_are_left_out(made: Library) -> None:
    """The deal goes on: nothing is said of East."""
    court = Court(made, incident="victoire")
    assert court.outcome(complete="non", tuiles="aucune", expres="non").slots == (("donne", "continue"),)
    shown = court.outcome(complete="non", tuiles="toutes", autre_victoire="non", expres="non", contexte="tournoi")
    assert shown.slots == (("donne", "redistribuee"), ("est", "reste"))


def test_readings_stand_for_themselves(made: Library) -> None:
    """The consequence of a chombo does not touch a reading that gives one."""
    outcome = Court(made, incident="retard").outcome(minutes=30, excuse="non", rappels=0, contexte="tournoi")
    assert [reading.text for reading in outcome.readings] == ["Le joueur est averti.", "On redonne."]
    assert [reading.cites for reading in outcome.readings] == [("texte-a/2.1/retard",), ("texte-a/1.3/montree",)]
    assert not outcome.dues
    assert not outcome.sanctions


CONFLICTS = {
    "two rulings": ({
        "un": "if: {incident: essai, x: a}\n  then: {sanction: main-morte, donne: continue}",
        "deux": "if: {incident: essai, z: oui}\n  then: {sanction: avertissement, donne: continue}",
    }, ("deux décisions", "overrides", "adds")),
    "two values of a slot": ({
        "un": "if: {incident: essai, x: a}\n  then: {sanction: main-morte, donne: continue}",
        "deux": "if: {incident: essai, z: oui}\n  then: {sanction: avertissement, donne: gagnee}\n  adds: true",
    }, ("« donne »", "« continue »", "« gagnee »")),
    "two amounts": ({
        "un": f"if: {{incident: essai, x: a}}\n  then: {{sanction: points, amount: {{value: 5, {POINTS}}}, donne: continue}}",
        "deux": f"if: {{sanction: points, z: oui}}\n  then: {{amount: {{of: points, value: 10, {POINTS}}}}}",
    }, ("« points »", "montants")),
    "two rules with readings": ({
        "base": "if: {incident: essai}\n  then: {sanction: main-morte, donne: continue}",
        "un": f"if: {{incident: essai, x: a}}\n  {READINGS}",
        "deux": "if: {incident: essai, z: oui}\n  " + READINGS.replace("L'un.", "Ceci."),
    }, ("deux règles", "lectures")),
    "two values of a derived fact": ({
        "un": "if: {x: a}\n  then: {fact: {d: oui}}",
        "deux": "if: {z: oui}\n  then: {fact: {d: non}}",
        "oui": "if: {incident: essai, d: oui}\n  then: {sanction: aucune, donne: continue}",
        "non": "if: {incident: essai, d: non}\n  then: {sanction: avertissement, donne: continue}",
    }, ("« d »", "oui", "non")),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "says"), CONFLICTS.values(), ids=CONFLICTS)
def test_a_conflict_names_both_places(tmp_path: Path, rules: dict[str, str], says: tuple[str, ...]) -> None:
    facts = {"x": "a b", "z": "oui non", **({"d": "oui non | otherwise: oui"} if "oui" in rules else {})}
    base = small(tmp_path, facts, rules)
    court = Court(base.library())
    with pytest.raises(Conflict) as raised:
        court.judge(x="a", z="oui")
    message = str(raised.value)
    for name in ("un", "deux"):
        assert f"alpha.essai.{name} ({RULES}:{base.line(RULES, f'- id: alpha.essai.{name}')})" in message
    assert names(raised.value.rules) == {"un", "deux"}
    for words in says:
        assert words in message
    court.judge(x="a", z="non")  # each alone is in order
