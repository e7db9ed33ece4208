"""The proof catches what it promises to catch, each with a message that tells where; and a clean base is proved clean."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import walk as walk_module
from assistant.engine import Engines
from assistant.library import load
from assistant.proof import Proof, counts, prove, walk_incident
from assistant.walk import MOST_STATES, Walk
from tests.make import CASES, CLAUSES, FACTS, RULES, RULES_B, SUITES, Base, small


def proved(base: Base, ruleset: str | None = None, incident: str | None = None) -> Proof:
    return prove(base.library(), ruleset, incident, workers=1)


def place(base: Base, file: str, passage: str) -> str:
    return f"{file}:{base.line(file, passage)}"


def only(problems: list[str], words: str) -> str:
    """The one problem that says this."""
    found = [problem for problem in problems if words in problem]
    assert len(found) == 1, f"{words!r} is told {len(found)} times:\n" + "\n".join(problems)
    return found[0]


def walked(base: Base) -> list[Walk]:
    library = base.library()
    return walk_incident(library, Engines(library), "alpha", "essai")


def rule(conditions: str, sanction: str, more: str = "") -> str:
    return f"if: {{incident: essai, {conditions}}}\n  then: {{sanction: {sanction}, donne: continue}}\n  {more}"


# --- a clean base -----------------------------------------------------------------------------------------------------------------


def test_a_clean_base_is_proved_clean(tmp_path: Path) -> None:
    base = Base(tmp_path)
    library = base.library()
    proof = prove(library, workers=1)
    assert proof.problems == []
    assert proof.clean
    assert proof.whole
    assert {(walk.ruleset, walk.incident) for walk in proof.walks} == {
        ("alpha", "victoire"),
        ("alpha", "retard"),
        ("beta", "victoire"),
    }
    alpha, beta = counts(library, proof)
    assert (
        alpha["rules"],
        alpha["incidents"],
        alpha["cases"],
        alpha["silences"],
        alpha["contradictions"],
        alpha["interpretations"],
    ) == (16, 2, 16, 1, 1, 1)
    assert (beta["rules"], beta["paths"], beta["states"], beta["mean_questions"], beta["worst_questions"]) == (
        3,
        4,
        5,
        1.5,
        2,
    )


def test_a_context_is_walked_only_where_it_matters(tmp_path: Path) -> None:
    proof = proved(Base(tmp_path))
    contexts = {
        (walk.ruleset, walk.incident): [
            dict(other.context)["contexte"]
            for other in proof.walks
            if (other.ruleset, other.incident) == (walk.ruleset, walk.incident)
        ]
        for walk in proof.walks
    }
    assert contexts == {
        ("alpha", "victoire"): ["tournoi", "amical"],
        ("alpha", "retard"): ["tournoi"],
        ("beta", "victoire"): ["tournoi"],
    }


def test_both_cores_prove_the_same(tmp_path: Path) -> None:
    folders = Base(tmp_path).write()
    library = load(*folders)
    one, two = prove(library, workers=1), prove(library, workers=2, folders=folders)
    assert two.problems == []
    assert one.walks == two.walks
    assert one.cases == two.cases


TREE = {
    "u": rule("grand: u", "avertissement"),
    "v": rule("grand: v", "main-morte"),
    "w-a": rule("grand: w, petit: a", "aucune"),
    "w-b": rule("grand: w, petit: b", "victoire-payee"),
}


def test_paths_states_and_means_are_counted(tmp_path: Path) -> None:
    (walk,) = walked(small(tmp_path, {"petit": "a b", "grand": "u v w"}, TREE))
    assert walk.problems == []
    assert walk.paths() == 4
    assert walk.states == 6
    assert walk.worst_questions() == 2
    assert walk.mean_questions() == pytest.approx(
        1 + 1 / 3
    )  # each answer equally likely; over the paths it would be 1.5


def test_equal_states_are_walked_once(tmp_path: Path) -> None:
    """Two answers that leave the same rules open lead to one state."""
    base = small(tmp_path, {"x": "a b c", "z": "u v"}, {
        "ab-u": rule("x: {in: [a, b]}, z: u", "avertissement"),
        "ab-v": rule("x: {in: [a, b]}, z: v", "main-morte"),
        "c": rule("x: c", "aucune"),
    })  # fmt: skip
    (walk,) = walked(base)
    assert walk.problems == []
    assert walk.paths() == 5
    assert walk.states == 5  # the root, what a and b share, c, and two ends


def test_rare_circumstances_are_walked(tmp_path: Path) -> None:
    proof = proved(Base(tmp_path), "alpha", "victoire")
    rare = {name for walk in proof.walks for node in walk.nodes for name, _, _ in node.rare}
    assert rare == {"autre_victoire", "expres"}
    outcomes = {frozenset(node.outcome.sanction_ids()) for walk in proof.walks for node in walk.nodes if node.outcome}
    assert {
        frozenset({"aucune"}),
        frozenset({"chombo", "discretion"}),
        frozenset({"discretion"}),
        frozenset({"main-morte", "discretion"}),
    } <= outcomes


def test_counts_that_a_later_rule_will_pay_are_not_merged(tmp_path: Path) -> None:
    """The number is asked before what decides whether it is paid: the steps of the ladder stay apart."""
    base = small(tmp_path, {"fois": "1..3", "z": "oui non"}, {
        "rien": "if: {incident: essai}\n  then: {sanction: avertissement, donne: continue}",
        "malus": """if: {incident: essai, fois: {min: 2}, z: oui}
  then:
    sanction: malus
    amount: {ladder: {count: fois, first: 2, steps: [10, 20], beyond: derniere-marche}, unit: points-de-table, payer: joueur, payee: personne, moment: fin}
  adds: true""",
    })  # fmt: skip
    (walk,) = walked(base)
    assert walk.nodes[walk.root].question == "fois"
    numbers = {due.numbers for node in walk.nodes if node.outcome for due in node.outcome.dues}
    assert numbers == {(10,), (20,)}
    assert walk.problems == []


def test_what_an_exception_waits_for_is_walked(tmp_path: Path) -> None:
    """`encore` stands once `sauf` holds, though `sauf` itself can never stand here: the answers that `sauf` waits for are states of their own."""
    base = small(tmp_path, {"x": "a b", "fois": "0..5", "clair": "oui non"}, {
        "a": rule("x: a", "avertissement"),
        "sauf": "if: {incident: essai, fois: {min: 3}, clair: oui}\n  then: {}\n  overrides: alpha.essai.a",
        "encore": "if: {incident: essai}\n  then: {sanction: main-morte, donne: continue}\n  overrides: alpha.essai.sauf",
    })  # fmt: skip
    (walk,) = walked(base)
    assert all(0 <= number < len(walk.nodes) for node in walk.nodes for _, number in node.children)
    sheets = {frozenset(node.outcome.sanction_ids()) for node in walk.nodes if node.outcome}
    assert frozenset({"main-morte"}) in sheets


# --- what is wrong with rules -----------------------------------------------------------------------------------------------------


def test_conflict(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "complete: non, tuiles: {not: toutes}}", "complete: non}")
    told = only(proved(base, "beta", "victoire").problems, "conflit")
    assert told.startswith("beta, victoire [")
    assert "complete=non, tuiles=toutes" in told
    for name in ("beta.essai.vide", "beta.essai.montree"):
        assert f"{name} ({place(base, RULES_B, f'- id: {name}')})" in told
    assert "overrides" in told


def test_dead_end(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "tuiles: {not: toutes}}", "tuiles: aucune}")
    told = only(proved(base, "beta", "victoire").problems, "impasse")
    assert told.startswith("beta, victoire [")
    assert "complete=non, tuiles=quelques-unes" in told
    assert "aucune règle ne décide" in told


def test_dead_end_because_a_question_makes_no_sense(tmp_path: Path) -> None:
    """What is waited for can never be asked: its only_if asks for itself."""
    base = small(tmp_path, {"un": "a b | only_if: {deux: a}", "deux": "a b | only_if: {un: a}"}, {
        "aa": rule("un: a, deux: a", "aucune"),
    })  # fmt: skip
    (walk,) = walked(base)
    told = only(walk.problems, "impasse")
    assert "deux, un" in told


def test_unreachable_rule(tmp_path: Path) -> None:
    base = Base(tmp_path).append(
        RULES_B,
        """\
- id: beta.essai.jamais
  title: Exception à ce qui ne tient jamais en même temps
  if: {incident: victoire, complete: oui}
  then: {sanction: aucune, donne: continue}
  overrides: beta.essai.vide
  cites: texte-b/7/victoire
""",
    )
    told = only(proved(base, "beta").problems, "aucun chemin ne l'atteint")
    assert place(base, RULES_B, "- id: beta.essai.jamais") in told
    assert "beta.essai.jamais" in told


def test_question_without_effect(tmp_path: Path) -> None:
    base = small(tmp_path, {"grand": "u v", "petit": "a b"}, {
        "u-a": rule("grand: u, petit: a", "avertissement"),
        "u-b": rule("grand: u, petit: b", "avertissement"),
        "v": rule("grand: v", "main-morte"),
    })  # fmt: skip
    (walk,) = walked(base)
    told = only(walk.problems, "question sans effet")
    assert told.startswith("alpha, essai [grand=u]")
    assert "« petit »" in told


def test_question_without_effect_further_up(tmp_path: Path) -> None:
    """Both answers ask the same next and end the same: equal subtrees are one."""
    base = small(tmp_path, {"inutile": "oui non", "utile": "a b"}, {
        "oui-a": rule("inutile: oui, utile: a", "avertissement"),
        "oui-b": rule("inutile: oui, utile: b", "main-morte"),
        "non-a": rule("inutile: non, utile: a", "avertissement"),
        "non-b": rule("inutile: non, utile: b", "main-morte"),
    })  # fmt: skip
    (walk,) = walked(base)
    assert any("question sans effet" in problem and "« inutile »" in problem for problem in walk.problems)


def test_rare_circumstance_without_effect(tmp_path: Path) -> None:
    base = (
        Base(tmp_path)
        .replace(SUITES, "then: {sanction: aucune, donne: gagnee, est: reste}", "then: {sanction: chombo}")
        .replace(SUITES, "overrides: {sanction: chombo}", "overrides: alpha.essai.montree")
    )
    told = [
        problem for problem in proved(base, "alpha", "victoire").problems if "circonstance rare sans effet" in problem
    ]
    assert told
    assert all("« autre_victoire »" in problem for problem in told)


def test_circle(tmp_path: Path) -> None:
    """Rules that go round in a circle cannot be put in order: they do not even load."""
    base = Base(tmp_path).replace(RULES, "if: {complete: non}", "if: {valable: oui, complete: non}")
    (problem, *_) = base.problems()
    assert "tournent en rond" in problem.message


def test_facts_that_multiply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_STATES == 5000
    monkeypatch.setattr(walk_module, "MOST_STATES", 60)
    facts = {f"fait{index}": "oui non" for index in range(7)}
    rules = {
        f"dit{index}": f"if: {{incident: essai, fait{index}: oui}}\n  then: {{silence: Silence {index}.}}\n  adds: true"
        for index in range(7)
    }
    base = small(
        tmp_path, facts, {"rien": "if: {incident: essai}\n  then: {sanction: aucune, donne: continue}", **rules}
    )
    (walk,) = walked(base)
    told = only(walk.problems, "états")
    assert told.startswith("alpha, essai []")
    assert "plus de 60 états" in told
    assert "fait" in told
    assert "fois)" in told
    assert prove(base.library(), workers=1).problems


def test_over_five_thousand_states_fail(tmp_path: Path) -> None:
    """The real bound, on facts that are all independent: it stops there and names them."""
    facts = {f"fait{index}": "a b c d e f" for index in range(6)}
    rules = {
        f"dit{index}{value}": f"if: {{incident: essai, fait{index}: {value}}}\n  then: {{silence: Silence {index} {value}.}}\n  adds: true"
        for index in range(6)
        for value in "abcde"
    }
    base = small(
        tmp_path, facts, {"rien": "if: {incident: essai}\n  then: {sanction: aucune, donne: continue}", **rules}
    )
    (walk,) = walked(base)
    assert walk.states <= MOST_STATES
    assert "plus de 5000 états" in only(walk.problems, "états")


def test_slot_without_a_value(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "{sanction: main-morte, donne: continue}", "{sanction: main-morte}")
    told = only(proved(base, "beta", "victoire").problems, "ne dit rien de")
    assert "« donne »" in told
    assert "beta.essai.montree" in told
    assert "complete=non, tuiles=toutes" in told


def test_slot_that_only_the_deals_end_asks_for(tmp_path: Path) -> None:
    """East must be told unless the deal goes on."""
    base = Base(tmp_path).replace(
        RULES, "{sanction: victoire-payee, donne: gagnee, est: reste}", "{sanction: victoire-payee, donne: gagnee}"
    )
    told = [problem for problem in proved(base, "alpha", "victoire").problems if "ne dit rien de" in problem]
    assert told
    assert all("« est »" in problem and "alpha.essai.bonne" in problem for problem in told)


def test_slot_without_a_value_in_a_reading(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        RULES,
        "sanction: chombo, donne: redistribuee, est: reste, cites",
        "sanction: chombo, donne: redistribuee, cites",
    )
    told = only(proved(base, "alpha", "retard").problems, "ne dit rien de")
    assert "« On redonne. »" in told
    assert "« est »" in told


def test_fact_that_nothing_reads(tmp_path: Path) -> None:
    base = Base(tmp_path).append(
        FACTS,
        "- {id: inutile, title: Inutile, question: Quoi ?, values: [{id: oui, label: Oui}, {id: non, label: Non}]}\n",
    )
    told = only(proved(base).problems, "aucune règle ne le lit")
    assert place(base, FACTS, "- {id: inutile") in told
    assert "« inutile »" in told


def test_outcomes_of_two_incidents_that_do_not_combine(tmp_path: Path) -> None:
    base = Base(tmp_path).replace("rules_yaml/beta/ruleset.yaml", "  donne: [gagnee, continue]", "  donne: [gagnee]")
    told = [problem for problem in proved(base, "beta").problems if "combine" in problem]
    assert len(told) == 1, told  # once, not for both orders
    assert "« donne »" in told[0]
    assert "continue, gagnee" in told[0]
    assert "beta.essai." in told[0]


# --- what is wrong with cases -----------------------------------------------------------------------------------------------------


def test_a_rule_that_no_case_shows(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        CASES,
        """\
    - id: rien-montre
      change: {tuiles: aucune}
      tells: Il ne montre rien.
      expect:
        beta: {sanction: avertissement}
""",
        "",
    )
    told = only(proved(base, "beta").problems, "beta.essai.vide")
    assert told.startswith(place(base, RULES_B, "- id: beta.essai.vide"))
    assert "aucun cas ne la montre" in told


def test_a_rule_that_decides_no_case(tmp_path: Path) -> None:
    """It stands beside another that gives the same and cites the same: taken out, nothing changes."""
    base = Base(tmp_path).append(
        RULES_B,
        """\
- id: beta.essai.double
  title: La même chose encore
  if: {incident: victoire, complete: non, tuiles: toutes}
  then: {sanction: main-morte, donne: continue}
  cites: texte-b/7/victoire
""",
    )
    problems = proved(base, "beta").problems
    for name in ("beta.essai.double", "beta.essai.montree"):
        told = only(problems, f"règle {name}")
        assert told.startswith(place(base, RULES_B, f"- id: {name}"))
        assert "n'en décide aucun" in told
        assert "rien ne change" in told


def test_a_rule_that_only_adds_its_citation_decides(tmp_path: Path) -> None:
    """`deux` never stands alone and gives nothing new; but taken out, the sheet cites one clause less."""
    base = small(tmp_path, {"x": "a b", "z": "oui non tard"}, {
        "un": rule("x: a, z: {not: tard}", "avertissement"),
        "deux": rule("x: a, z: oui", "avertissement"),
        "trois": rule("x: b, z: oui", "aucune"),
        "quatre": rule("x: b, z: non", "main-morte"),
        "tard": rule("z: tard", "victoire-payee"),
    }, cases="""\
- id: un
  title: Un
  story: [Un.]
  facts: {incident: essai, x: a, z: oui}
  expect: {alpha: {sanction: avertissement, cites: [texte-a/1/un, texte-a/1/deux]}}
  level: 1
  variants:
    - {id: x, change: {x: b}, tells: Autrement., expect: {alpha: {sanction: aucune}}}
    - {id: z, change: {z: non}, tells: Autrement., expect: {alpha: {sanction: avertissement, cites: texte-a/1/un}}}
    - {id: tard, change: {z: tard}, tells: Trop tard., expect: {alpha: {sanction: victoire-payee}}}
- {id: deux, title: Deux, story: [Deux.], facts: {incident: essai, x: b, z: non}, expect: {alpha: {sanction: main-morte}}, level: 1}
""")  # fmt: skip
    assert proved(base).problems == []


def test_a_deriver_that_says_what_would_be_so_anyway_decides_nothing(tmp_path: Path) -> None:
    base = small(tmp_path, {"x": "a b", "d": "oui non | otherwise: oui", "z": "u v"}, {
        "deduit": "if: {x: a}\n  then: {fact: {d: oui}}",
        "u": rule("d: oui, z: u", "aucune"),
        "v": rule("d: oui, z: v", "avertissement"),
    }, cases="""\
- id: un
  title: Un
  story: [Un.]
  facts: {incident: essai, x: a, z: u}
  expect: {alpha: {sanction: aucune}}
  level: 1
  variants:
    - {id: x, change: {x: b}, tells: Autrement., expect: {alpha: {sanction: aucune}}}
    - {id: z, change: {z: v}, tells: Autrement., expect: {alpha: {sanction: avertissement}}}
""", clauses={"deduit": "texte-a/1/u", "v": "texte-a/1/u"})  # fmt: skip
    told = only(proved(base).problems, "règle alpha.essai.deduit")
    assert "n'en décide aucun" in told


def test_a_rule_without_a_near_miss(tmp_path: Path) -> None:
    base = small(tmp_path, {"x": "a b", "z": "u v"}, {
        "au": rule("x: a, z: u", "aucune"),
        "av": rule("x: a, z: v", "avertissement"),
        "b": rule("x: b", "main-morte"),
    }, cases="""\
- {id: un, title: Un, story: [Un.], facts: {incident: essai, x: a, z: u}, expect: {alpha: {sanction: aucune}}, level: 1}
- {id: deux, title: Deux, story: [Deux.], facts: {incident: essai, x: a, z: v}, expect: {alpha: {sanction: avertissement}}, level: 1}
- {id: trois, title: Trois, story: [Trois.], facts: {incident: essai, x: b}, expect: {alpha: {sanction: main-morte}}, level: 1}
""")  # fmt: skip
    told = only(proved(base).problems, "aucun cas voisin")
    assert told.startswith(place(base, RULES, "- id: alpha.essai.b"))
    assert "« trois »" in told
    assert "variante" in told


WRONG = [
    (
        "alpha: {sanction: points, amounts: [5]}",
        "alpha: {sanction: malus, amounts: [5]}",
        "sanction attendue malus, obtenue points",
        "alpha.essai.court",
    ),
    (
        "alpha: {sanction: points, amounts: [5]}",
        "alpha: {sanction: points, amounts: [7]}",
        "montants attendus [7], obtenus [5]",
        "",
    ),
    (
        "alpha: {sanction: points, amounts: [5]}",
        "alpha: {sanction: points, donne: gagnee}",
        "« donne » attendu « gagnee », obtenu « continue »",
        "",
    ),
    (
        "alpha: {sanction: points, amounts: [5]}",
        "alpha: {sanction: points, cites: texte-a/2.2/excuse}",
        "texte-a/2.2/excuse n'est pas citée",
        "texte-a/2.1/retard",
    ),
    ("alpha: {sanction: points, amounts: [5]}", "alpha: {silence: true}", "un silence était attendu", ""),
]


@pytest.mark.parametrize(
    ("old", "new", "says", "more"), WRONG, ids=["sanction", "amounts", "slot", "citation", "silence"]
)
def test_a_case_with_a_wrong_expectation(tmp_path: Path, old: str, new: str, says: str, more: str) -> None:
    base = Base(tmp_path).replace(CASES, old, new)
    told = only(proved(base, "alpha", "retard").problems, "« sept-minutes »")
    assert told.startswith(place(base, CASES, "- id: sept-minutes"))
    assert says in told
    assert more in told


def test_a_case_that_expects_no_silence(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(CASES, "alpha: {silence: true}", "alpha: {silence: false}")
    assert "silence inattendu" in only(proved(base, "alpha", "victoire").problems, "« ron-deja-ecarte.un-peu-montre »")


def test_a_case_with_readings_that_expects_one(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        CASES,
        """\
          one_of:
            - {sanction: avertissement, cites: texte-a/2.1/retard}
            - {sanction: chombo, donne: redistribuee}
""",
        "          note: Une seule lecture.\n",
    )
    assert "one_of" in only(proved(base, "alpha", "retard").problems, "« sept-minutes.un-quart-d-heure »")


def test_a_case_with_other_readings(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(CASES, "- {sanction: chombo, donne: redistribuee}", "- {sanction: main-morte}")
    assert "aucune lecture ne donne main-morte" in only(
        proved(base, "alpha", "retard").problems, "« sept-minutes.un-quart-d-heure »"
    )


def test_a_case_whose_facts_do_not_suffice(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        CASES,
        "facts: {incident: retard, minutes: 7, excuse: non, rappels: 0}",
        "facts: {incident: retard, minutes: 7, rappels: 0}",
    )
    told = only(proved(base, "alpha", "retard").problems, "« sept-minutes » en alpha")
    assert "« excuse »" in told
    assert "S'est-il excusé ?" in told


def test_a_case_in_conflict(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "complete: non, tuiles: {not: toutes}}", "complete: non}")
    assert any(
        "« tsumo-incomplet »" in problem and "deux décisions" in problem for problem in proved(base, "beta").problems
    )


# --- quotes -----------------------------------------------------------------------------------------------------------------------


def test_quotes_are_compared_where_the_texts_are_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = Base(tmp_path / "base")
    texts = tmp_path / "textes"
    texts.mkdir()
    monkeypatch.setenv("ARBITRE_TEXTES", str(texts))
    library = base.library()
    quotes = [quote for clause in library.clauses.values() if clause.source == "texte-a" for quote in clause.quotes]
    (texts / "texte-a.txt").write_text(
        "Début.\n" + "\n\n".join(quote.replace(" ", "\n", 1) for quote in quotes), encoding="utf-8"
    )
    assert prove(library, workers=1).problems == []
    (texts / "texte-a.txt").write_text(
        "\n".join(quotes).replace("L'arbitre tranche.", "L'arbitre ne tranche pas."), encoding="utf-8"
    )
    proof = prove(library, workers=1)
    assert proof.quotes_checked
    told = only(proof.problems, "mot pour mot")
    assert told.startswith(place(base, CLAUSES, "- id: texte-a/3.1/conteste"))
    assert "texte-a/3.1/conteste" in told
    assert "L'arbitre tranche." in told
