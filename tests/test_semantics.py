"""What the words of a rule mean, each shown on a made-up base: DESIGN's example line by line, then one thing at a time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from assistant.consult import Consultant
from assistant.engine import Engine
from assistant.inference import State, judge
from assistant.model import Library, Value
from assistant.network import network_of
from assistant.outcome import Outcome
from assistant.problem import Conflict
from assistant.questionnaire import Position, Questionnaire
from tests.make import FACTS, RULES, RULES_B, Base, small

POINTS = "unit: points-de-table, payer: joueur, payee: personne, moment: fin"


class Court:
    """One incident of a made-up ruleset, asked directly."""

    def __init__(self, library: Library, ruleset: str = "alpha", incident: str = "essai"):
        self.library = library
        self.network = network_of(library, library.rulesets[ruleset], incident)
        self.engine = Engine(self.network)
        self.questionnaire = Questionnaire(library, self.engine)

    def judge(self, **facts: Value) -> State:
        return judge(self.library, self.engine, facts)

    def position(self, *contested: str, **facts: Value) -> Position:
        return self.questionnaire.position(facts, frozenset(contested))

    def question(self, *contested: str, **facts: Value) -> str | None:
        asked = self.position(*contested, **facts).question
        return asked.id if asked else None

    def outcome(self, **facts: Value) -> Outcome:
        state = self.judge(**facts)
        assert state.final, f"not final, waits for {sorted(state.needs)}"
        assert state.outcome is not None
        return state.outcome


def names(rules: object) -> set[str]:
    """Rule ids without their ruleset and family."""
    return {str(rule).rsplit(".", 1)[1] for rule in rules}  # type: ignore[attr-defined]


def numbers(outcome: Outcome) -> dict[str, tuple[int, ...] | None]:
    return {due.amount.sanction: due.numbers for due in outcome.dues}


def court(root: Path, facts: Mapping[str, str], rules: Mapping[str, str]) -> Court:
    return Court(small(root, facts, rules).library())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Base(tmp_path_factory.mktemp("made")).library()


@pytest.fixture(scope="module")
def consultant(made: Library) -> Consultant:
    return Consultant(made)


def consult(consultant: Consultant, incident: str, ruleset: str = "alpha", **facts: Value) -> dict:
    (document,) = consultant.consult([ruleset], {"incident": incident, **facts})["consultations"]
    return document


# --- DESIGN's example -------------------------------------------------------------------------------------------------------------

EXAMPLE_FACTS = {
    "contexte": "tournoi amical | scope: contexte",
    "annonce": "ron tsumo",
    "furiten": "oui non | only_if: {annonce: ron}",
    "main_complete": "oui non",
    "victoire_valable": "oui non | otherwise: oui",
    "tuiles_montrees": "aucune deux-de-l-appel quelques-unes toutes",
    "victoire_d_un_autre": "oui non",
    "geste_delibere": "oui non",
}
EXAMPLE_RULES = {
    "bonne": """if: {incident: essai, victoire_valable: oui}
  then: {sanction: victoire-payee, donne: gagnee, est: reste}""",
    "annonce-vide": """if: {incident: essai, victoire_valable: non, tuiles_montrees: {in: [aucune, deux-de-l-appel]}}
  then: {sanction: main-morte, donne: continue}""",
    "montree": """if: {incident: essai, victoire_valable: non, tuiles_montrees: toutes}
  then: {sanction: chombo}""",
    "quelques-tuiles": """if: {incident: essai, victoire_valable: non, tuiles_montrees: quelques-unes}
  then: {silence: Le texte ne dit pas combien de tuiles font une main montrée., donne: non-dit, est: non-dit}""",
    "furiten": """if: {incident: essai, annonce: ron, furiten: oui}
  then: {fact: {victoire_valable: non}}""",
    "incomplete": """if: {incident: essai, main_complete: non}
  then: {fact: {victoire_valable: non}}""",
    "suite-chombo": """if: {sanction: chombo}
  then: {donne: redistribuee, est: reste}""",
    "suite-points": """if: {sanction: chombo, contexte: tournoi}
  then: {amount: {of: chombo, value: 20000, unit: points-de-tournoi, payer: joueur, payee: personne, moment: fin}}""",
    "chombo-annule": """if: {victoire_d_un_autre: oui}
  then: {sanction: aucune, donne: gagnee, est: reste}
  overrides: {sanction: chombo}""",
    "intention": """if: {incident: essai, victoire_valable: non, tuiles_montrees: toutes, geste_delibere: oui}
  then: {sanction: discretion, decides: {who: arbitre, text: De l'avertissement à l'exclusion.}}
  adds: true""",
}
FURITEN = {"contexte": "tournoi", "annonce": "ron", "furiten": "oui"}
SHOWN = {**FURITEN, "tuiles_montrees": "toutes"}


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Court:
    return court(tmp_path_factory.mktemp("example"), EXAMPLE_FACTS, EXAMPLE_RULES)


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
    assert {"montree", "chombo-annule", "suite-chombo", "suite-points", "intention"} == names(state.run.may_stand) - {"incomplete"}
    assert example.question(**SHOWN) == "victoire_d_un_autre"


def test_nobody_else_won_so_the_chombo_stands_with_its_consequences(example: Court) -> None:
    state = example.judge(**SHOWN, victoire_d_un_autre="non")
    assert names(state.run.standing) == {"furiten", "montree", "suite-chombo", "suite-points"}
    assert state.outcome is not None
    (due,) = state.outcome.dues
    assert due.numbers == (20000,)
    assert (due.amount.payer, due.amount.payee, due.amount.unit, due.amount.moment) == ("joueur", "personne", "points-de-tournoi", "fin")
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
    assert {rule.rsplit(".", 1)[1]: names(by) for rule, by in state.run.overridden.items()} == {"montree": {"chombo-annule"}}
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
    one = court(tmp_path, {"x": "a b c"}, {
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
def test_number_intervals_and_so_much_per(made: Library, minutes: int, sanctions: set[str], dues: dict[str, object]) -> None:
    outcome = Court(made, incident="retard").outcome(minutes=minutes, excuse="non", rappels=0)
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
    assert "le texte ne donne plus" in amount["text"]


def test_a_number_branches_once_per_interval(made: Library) -> None:
    branches = Court(made, incident="retard").questionnaire.branches
    assert branches["minutes"] == (0, 1, 10)
    assert branches["rappels"] == (0, 1, 2, 3, 4)  # the steps of the ladder, and what comes after the last
    assert branches["excuse"] == ("oui", "non")


def test_a_range_a_choice_and_a_number(tmp_path: Path) -> None:
    one = court(tmp_path, {"x": "a b c"}, {
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
    library = base.replace(RULES_B, "complete: non, tuiles: {not: toutes}}", "valable: non, tuiles: {not: toutes}}").library()
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
    assert {answer["fact"]: answer["origin"] for answer in document["answers"]}["valable"] == "given"
    assert "alpha.essai.incomplete" not in [step["rule"] for step in document["ruling"]["how"]]


def test_the_referees_answer_to_one_fact_leaves_the_other_to_the_rule(tmp_path: Path) -> None:
    """A rule that derives two facts still derives the one that nobody settled."""
    one = court(tmp_path, {"x": "a b", "d": "oui non | otherwise: non", "e": "oui non | otherwise: non"}, {
        "deux": "if: {x: a}\n  then: {fact: {d: oui, e: oui}}",
        "d-oui": "if: {incident: essai, d: oui}\n  then: {sanction: avertissement, donne: continue}\n  adds: true",
        "e-oui": "if: {incident: essai, e: oui}\n  then: {sanction: main-morte, donne: continue}",
        "e-non": "if: {incident: essai, e: non}\n  then: {sanction: aucune, donne: continue}",
    })  # fmt: skip
    assert one.outcome(x="a").sanction_ids() == {"avertissement", "main-morte"}
    assert one.outcome(x="a", d="non").sanction_ids() == {"main-morte"}


# --- exceptions -------------------------------------------------------------------------------------------------------------------


def test_an_exception_speaks_only_where_there_is_something_to_except(made: Library) -> None:
    state = Court(made, incident="victoire").judge(complete="non", tuiles="aucune", autre_victoire="oui", expres="non")
    assert names(state.run.standing) == {"incomplete", "vide"}
    assert state.final


def test_an_exception_to_an_exception_restores_what_it_removed(made: Library) -> None:
    court = Court(made, incident="retard")
    assert court.outcome(minutes=3, excuse="oui", rappels=0).sanction_ids() == {"aucune"}
    state = court.judge(minutes=3, excuse="oui", rappels=4)
    assert {"court", "excuse-usee", "rappel"} == names(state.run.standing)
    assert {rule.rsplit(".", 1)[1]: names(by) for rule, by in state.run.overridden.items()} == {"excuse": {"excuse-usee"}}
    assert numbers(court.outcome(minutes=3, excuse="oui", rappels=4)) == {"points": (3,), "malus": (20,)}


def test_an_exception_with_an_empty_then_only_removes(tmp_path: Path) -> None:
    one = court(tmp_path, {"x": "a b", "y": "oui non"}, {
        "base": "if: {incident: essai, x: a}\n  then: {sanction: main-morte, donne: continue}",
        "reste": "if: {incident: essai, x: b}\n  then: {sanction: aucune, donne: continue}",
        "plus": "if: {incident: essai}\n  then: {sanction: avertissement}\n  adds: true",
        "sans-plus": "if: {y: oui}\n  then: {}\n  overrides: alpha.essai.plus",
    })  # fmt: skip
    assert one.outcome(x="a", y="non").sanction_ids() == {"main-morte", "avertissement"}
    assert one.outcome(x="a", y="oui").sanction_ids() == {"main-morte"}


def test_an_exception_waits_for_what_it_overrides_to_hold_not_to_stand(tmp_path: Path) -> None:
    """`encore` stands as soon as `sauf` holds, even where `sauf` itself has nothing to except: its condition must be asked for."""
    one = court(tmp_path, {"x": "a b", "n": "0..5"}, {
        "a": "if: {incident: essai, x: a}\n  then: {sanction: avertissement, donne: continue}",
        "b": "if: {incident: essai, x: b, n: {max: 2}}\n  then: {sanction: aucune, donne: continue}",
        "sauf": "if: {incident: essai, n: {min: 3}}\n  then: {}\n  overrides: alpha.essai.a",
        "encore": "if: {incident: essai}\n  then: {sanction: main-morte, donne: continue}\n  overrides: alpha.essai.sauf",
    })  # fmt: skip
    assert one.judge(x="b").needs == {"n"}
    assert one.outcome(x="b", n=3).sanction_ids() == {"main-morte"}
    assert one.outcome(x="b", n=2).sanction_ids() == {"aucune"}


# --- the outcome ------------------------------------------------------------------------------------------------------------------


def test_none_vanishes_beside_an_addition(made: Library) -> None:
    court = Court(made, incident="retard")
    assert court.outcome(minutes=3, excuse="oui", rappels=0).sanction_ids() == {"aucune"}
    assert court.outcome(minutes=3, excuse="oui", rappels=2).sanction_ids() == {"malus"}


EQUAL = {
    "premiere": "if: {incident: essai, x: a}\n  then: {sanction: main-morte, donne: continue}",
    "seconde": "if: {incident: essai, y: oui}\n  then: {donne: continue, sanction: [main-morte]}",
    "reste": "if: {incident: essai, x: b, y: non}\n  then: {sanction: aucune, donne: continue}",
}


def test_two_equal_rulings_are_one_that_cites_both(tmp_path: Path) -> None:
    one = court(tmp_path, {"x": "a b", "y": "oui non"}, EQUAL)
    both = one.outcome(x="a", y="oui")
    assert both.sanctions == {("joueur", "main-morte")}
    assert both.cites == ("texte-a/1/premiere", "texte-a/1/seconde")
    assert both == one.outcome(x="a", y="non")
    assert one.outcome(x="a", y="non").cites == ("texte-a/1/premiere",)


def test_what_would_change_nothing_is_not_asked(tmp_path: Path) -> None:
    one = court(tmp_path, {"x": "a b", "y": "oui non"}, EQUAL)
    assert one.judge(x="a").final
    assert one.question(x="a") is None
    assert one.question(x="b") == "y"


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
        "deux": "if: {incident: essai, y: oui}\n  then: {sanction: avertissement, donne: continue}",
    }, ("deux décisions", "overrides", "adds")),
    "two values of a slot": ({
        "un": "if: {incident: essai, x: a}\n  then: {sanction: main-morte, donne: continue}",
        "deux": "if: {incident: essai, y: oui}\n  then: {sanction: avertissement, donne: gagnee}\n  adds: true",
    }, ("« donne »", "« continue »", "« gagnee »")),
    "two amounts": ({
        "un": f"if: {{incident: essai, x: a}}\n  then: {{sanction: points, amount: {{value: 5, {POINTS}}}, donne: continue}}",
        "deux": f"if: {{sanction: points, y: oui}}\n  then: {{amount: {{of: points, value: 10, {POINTS}}}}}",
    }, ("« points »", "montants")),
    "two values of a derived fact": ({
        "un": "if: {x: a}\n  then: {fact: {d: oui}}",
        "deux": "if: {y: oui}\n  then: {fact: {d: non}}",
        "oui": "if: {incident: essai, d: oui}\n  then: {sanction: aucune, donne: continue}",
        "non": "if: {incident: essai, d: non}\n  then: {sanction: avertissement, donne: continue}",
    }, ("« d »", "oui", "non")),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "says"), CONFLICTS.values(), ids=CONFLICTS)
def test_a_conflict_names_both_places(tmp_path: Path, rules: dict[str, str], says: tuple[str, ...]) -> None:
    facts = {"x": "a b", "y": "oui non", **({"d": "oui non | otherwise: oui"} if "oui" in rules else {})}
    base = small(tmp_path, facts, rules)
    court = Court(base.library())
    with pytest.raises(Conflict) as raised:
        court.judge(x="a", y="oui")
    message = str(raised.value)
    for name in ("un", "deux"):
        assert f"alpha.essai.{name} ({RULES}:{base.line(RULES, f'- id: alpha.essai.{name}')})" in message
    assert names(raised.value.rules) == {"un", "deux"}
    for words in says:
        assert words in message
    court.judge(x="a", y="non")  # each alone is in order


# --- rare circumstances -----------------------------------------------------------------------------------------------------------


def test_rare_circumstances_are_assumed_shown_and_one_tap_away(consultant: Consultant) -> None:
    facts = {"complete": "non", "tuiles": "toutes"}
    document = consult(consultant, "victoire", **facts)
    assert document["status"] == "ruling"
    assert {answer["fact"]: answer["value"] for answer in document["answers"] if answer["origin"] == "assumed"} == {"autre_victoire": "non", "expres": "non"}
    unless = {one["fact"]: one for one in document["ruling"]["unless"]}
    assert set(unless) == {"autre_victoire", "expres"}
    assert unless["autre_victoire"]["value"] == "oui"
    other = consult(consultant, "victoire", **facts, autre_victoire="oui")
    assert unless["autre_victoire"]["decision"] == other["ruling"]["decision"]
    assert [one["id"] for one in other["ruling"]["sanctions"]] == ["aucune"]


def test_a_circumstance_that_changes_nothing_is_not_shown(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non", tuiles="aucune")
    assert [one["fact"] for one in document["ruling"]["unless"]] == ["expres"]
    assert [answer["fact"] for answer in document["answers"] if answer["origin"] == "assumed"] == ["expres"]


def test_what_is_usual_is_never_asked(made: Library) -> None:
    asked = questions(Court(made, incident="victoire"))
    assert asked
    assert {name for name, _ in asked} == {"annonce", "furiten", "complete", "tuiles"}


def questions(court: Court) -> list[tuple[str, dict[str, Value]]]:
    """Every question of every path, with the answers before it."""
    found: list[tuple[str, dict[str, Value]]] = []
    waiting: list[dict[str, Value]] = [{"contexte": "tournoi"}]
    while waiting:
        known = waiting.pop()
        asked = court.position(**known).question
        if asked is not None:
            found.append((asked.id, known))
            waiting.extend({**known, asked.id: value} for value in court.questionnaire.branches[asked.id])
    return found


# --- questions --------------------------------------------------------------------------------------------------------------------


def test_a_question_is_asked_only_where_it_makes_sense(made: Library, example: Court) -> None:
    for court in (Court(made, incident="victoire"), example):
        asked = questions(court)
        assert any(name == "furiten" for name, _ in asked)
        assert all(known.get("annonce") == "ron" for name, known in asked if name == "furiten")


def test_nothing_is_asked_twice_and_no_answer_is_without_effect(made: Library, example: Court) -> None:
    for court in (Court(made, incident="victoire"), Court(made, incident="retard"), Court(made, "beta", "victoire"), example):
        for name, known in questions(court):
            assert name not in known
            assert name in court.questionnaire.judge(known).needs


def test_the_question_that_leaves_fewest_rulings_comes_first(tmp_path: Path) -> None:
    rules = {f"r{a}{b}": f"if: {{incident: essai, petit: {a}, grand: {b}}}\n  then: {{sanction: {s}, donne: continue}}" for (a, b), s in {
        ("a", "u"): "avertissement", ("b", "u"): "avertissement", ("a", "v"): "main-morte", ("b", "v"): "main-morte", ("a", "w"): "aucune", ("b", "w"): "victoire-payee",
    }.items()}  # fmt: skip
    one = court(tmp_path, {"petit": "a b", "grand": "u v w"}, rules)
    state = one.judge()
    possible = one.questionnaire.possible_rulings(state.run)
    scores = {name: one.questionnaire.score(state.run, possible, one.network.facts[name]) for name in ("petit", "grand")}
    assert scores == {"petit": 3.0, "grand": pytest.approx(4 / 3)}
    assert one.question() == "grand"
    assert one.question(grand="u") is None
    assert one.question(grand="w") == "petit"


def test_why_this_question(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non")
    assert document["status"] == "question"
    assert document["question"]["fact"] == "tuiles"
    why = {one["value"]: one["leaves"] for one in document["question"]["why"]}
    assert why == {"aucune": ["Fausse victoire non montrée"], "quelques-unes": ["Fausse victoire montrée en partie"],
                   "toutes": ["Fausse victoire montrée", "La victoire d'un autre efface le chombo"]} or \
        why == {"aucune": ["Fausse victoire non montrée"], "quelques-unes": ["Fausse victoire montrée en partie"], "toutes": ["Fausse victoire montrée"]}
    open_rules = {one["rule"]: one["waits_for"] for one in document["open"]}
    assert open_rules["alpha.essai.vide"] == ["Tuiles montrées"]
    assert "alpha.essai.bonne" not in open_rules


# --- not established --------------------------------------------------------------------------------------------------------------


def test_a_dispute_that_matters_gives_each_ruling_and_who_settles_it(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non", tuiles="non-etabli")
    assert document["status"] == "possibilities"
    found = {tuple(answer["value"] for way in group["when"] for answer in way): [one["id"] for one in group["ruling"]["sanctions"]]
             for group in document["possibilities"]}
    assert found == {("aucune",): ["main-morte"], ("quelques-unes",): [], ("toutes",): ["chombo"]}
    assert document["disputed"]["id"] == "texte-a/3.1/conteste"
    assert {answer["fact"]: answer["value"] for answer in document["answers"]}["tuiles"] == "non-etabli"


def test_a_dispute_that_does_not_matter(consultant: Consultant) -> None:
    """Whatever he announced, the hand is complete and nothing was discarded before… or it is not, and then the tiles decide."""
    document = consult(consultant, "retard", minutes=5, excuse="non-etabli", rappels=3)
    assert document["status"] == "ruling"
    assert document["ruling"]["dispute_does_not_matter"] is True
    assert {one["id"] for one in document["ruling"]["sanctions"]} == {"points", "malus"}
    certain = consult(consultant, "retard", minutes=5, excuse="non", rappels=3)
    assert certain["ruling"]["dispute_does_not_matter"] is False
    assert certain["ruling"]["decision"] == document["ruling"]["decision"]


def test_what_some_possibility_needs_is_still_asked(made: Library) -> None:
    court = Court(made, incident="victoire")
    assert court.question("annonce", complete="oui", contexte="tournoi") == "furiten"
    assert court.question("complete", annonce="tsumo", contexte="tournoi") == "tuiles"
    assert court.question("complete", annonce="tsumo", contexte="tournoi", tuiles="aucune") is None


def test_two_disputed_facts(made: Library) -> None:
    position = Court(made, incident="victoire").position("complete", "tuiles", annonce="tsumo", contexte="tournoi")
    found = {group.outcome.sanction_ids() or "silence": len(group.when) for group in position.possibilities}
    assert found == {frozenset({"victoire-payee"}): 1, frozenset({"main-morte"}): 1, "silence": 1, frozenset({"chombo"}): 1}


def test_a_disputed_rare_circumstance_is_not_assumed(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non", tuiles="toutes", autre_victoire="non-etabli")
    assert document["status"] == "possibilities"
    found = {group["when"][0][0]["value"]: [one["id"] for one in group["ruling"]["sanctions"]] for group in document["possibilities"]}
    assert found == {"oui": ["aucune"], "non": ["chombo"]}


def test_a_disputed_number_is_told_by_intervals(consultant: Consultant) -> None:
    document = consult(consultant, "retard", minutes="non-etabli", excuse="non", rappels=0)
    labels = [answer["label"] for group in document["possibilities"] for way in group["when"] for answer in way]
    assert len(labels) == 3
    assert "1 à 9" in labels[1]
    assert "10 à 60" in labels[2]


# --- changing one's mind ----------------------------------------------------------------------------------------------------------


def test_answers_that_no_longer_matter_are_dropped(made: Library, consultant: Consultant) -> None:
    facts = {"incident": "victoire", "annonce": "tsumo", "furiten": "oui", "complete": "non", "tuiles": "toutes"}
    assert consultant.forget(["alpha"], facts, "annonce") == ["furiten"]
    assert consultant.forget(["alpha"], {**facts, "complete": "oui"}, "complete") == ["furiten", "tuiles"]
    questionnaire = Court(made, incident="victoire").questionnaire
    assert questionnaire.dropped({"annonce": "ron", "furiten": "oui", "tuiles": "toutes"}, "annonce") == []
    assert questionnaire.dropped({"annonce": "tsumo", "furiten": "oui", "tuiles": "toutes"}, "annonce") == ["furiten"]


def test_answers_that_still_matter_are_kept(consultant: Consultant) -> None:
    facts = {"incident": "victoire", "annonce": "ron", "furiten": "oui", "complete": "oui", "tuiles": "aucune", "autre_victoire": "oui", "expres": "oui"}
    gone = consultant.forget(["alpha"], facts, "tuiles")
    assert "autre_victoire" in gone  # there is no chombo left for it to remove
    assert not {"annonce", "furiten", "tuiles", "expres"} & set(gone)


def test_the_changed_answer_itself_is_kept(consultant: Consultant) -> None:
    facts = {"incident": "victoire", "complete": "non", "tuiles": "toutes", "annonce": "ron"}
    assert "annonce" not in consultant.forget(["alpha"], facts, "annonce")


def test_an_answer_is_dropped_only_where_no_ruleset_needs_it(consultant: Consultant) -> None:
    facts = {"incident": "victoire", "annonce": "ron", "furiten": "oui", "complete": "oui", "tuiles": "toutes"}
    assert consultant.forget(["beta"], facts, "complete") == ["annonce", "furiten", "tuiles"]
    assert "tuiles" not in consultant.forget(["alpha", "beta"], facts, "complete")


def test_a_dispute_that_no_longer_matters_is_dropped_too(consultant: Consultant) -> None:
    facts = {"incident": "victoire", "annonce": "tsumo", "furiten": "non-etabli", "complete": "non", "tuiles": "toutes"}
    assert consultant.forget(["alpha"], facts, "annonce") == ["furiten"]


def test_an_answer_that_a_dispute_needs_is_kept(consultant: Consultant) -> None:
    facts = {"incident": "victoire", "annonce": "tsumo", "complete": "non-etabli", "tuiles": "toutes"}
    assert consultant.forget(["alpha"], facts, "annonce") == []


def test_a_fact_that_the_incident_does_not_read_is_ignored_and_said_so(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non", tuiles="aucune", minutes=3)
    assert document["ignored"] == ["minutes"]
    assert document["status"] == "ruling"


# --- why not ----------------------------------------------------------------------------------------------------------------------


def test_each_single_answer_that_would_make_it_lighter_or_heavier(consultant: Consultant) -> None:
    ruling = consult(consultant, "victoire", annonce="tsumo", complete="non", tuiles="aucune")["ruling"]
    assert [(one["fact"], one["value"]) for one in ruling["lighter"]] == [("complete", "oui")]
    assert [(one["fact"], one["value"]) for one in ruling["heavier"]] == [("tuiles", "toutes")]
    assert [(one["fact"], one["value"]) for one in ruling["unordered"]] == [("tuiles", "quelques-unes")]
    assert ruling["would_ask"] == []


def test_a_change_after_which_something_would_be_asked(tmp_path: Path) -> None:
    library = Base(tmp_path).replace(FACTS, "- id: contexte", "- id: contexte").library()
    ruling = consult(Consultant(library), "victoire", annonce="tsumo", complete="oui")["ruling"]
    asks = {(one["fact"], one["value"]): one["asks"] for one in ruling["would_ask"]}
    assert asks == {("annonce", "ron"): "L'avait-il déjà écartée ?", ("complete", "non"): "Qu'a-t-il montré ?"}
