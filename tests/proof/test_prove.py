"""A clean base is proved clean, what is counted is right, and the quotes are compared with the texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.engine.engines import Engines
from assistant.errors import InputError
from assistant.model import Library
from assistant.proof.prove import counts, prove
from assistant.proof.quotes import texts_folder
from assistant.store.library import load
from tests.support.make import CLAUSES, Base, small
from tests.support.proving import only, place, proved, rule, walked


def test_a_clean_base_is_proved_clean(tmp_path: Path) -> None:
    base = Base(tmp_path)
    library = base.library()
    proof = prove(library, workers=1)
    assert proof.problems == []
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
    ) == (17, 2, 16, 1, 1, 1)
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
        ("alpha", "retard"): ["tournoi", "amical"],  # what a chombo costs within a reading hangs on it
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


def first_letters(library: Library, engines: Engines, ruleset: str) -> list[str]:
    """Something to look at beside the proof; it stands here so that other processes find it."""
    return [ruleset[0], f"{len(engines.engine(ruleset, library.incidents_of(ruleset)[0].id).network.facts)}"]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_else_to_look_at_is_told_by_ruleset(tmp_path: Path, workers: int) -> None:
    folders = Base(tmp_path).write()
    library = load(*folders)
    looks = {"initiale": first_letters}
    whole = prove(library, workers=workers, folders=folders, besides=looks)
    assert {name: letters[0] for name, letters in whole.besides["initiale"].items()} == {"alpha": "a", "beta": "b"}
    assert all(int(letters[1]) > 0 for letters in whole.besides["initiale"].values())
    assert set(prove(library, "beta", None, workers, folders, looks).besides["initiale"]) == {"beta"}
    assert prove(library, "beta", "victoire", workers, folders, looks).besides == {}
    assert prove(library, workers=1).besides == {}


def test_only_the_variable_names_the_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even texts that lie beside the clone are taken unasked."""
    monkeypatch.delenv("ARBITRE_TEXTES", raising=False)
    assert texts_folder() is None
    monkeypatch.setenv("ARBITRE_TEXTES", str(tmp_path))
    assert texts_folder() == tmp_path


def test_texts_that_are_not_where_they_are_named_are_told_before_the_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Base(tmp_path / "base").library()
    monkeypatch.setenv("ARBITRE_TEXTES", str(tmp_path / "ailleurs"))
    with pytest.raises(InputError, match=r"ARBITRE_TEXTES doit nommer le dossier des textes.*ailleurs"):
        prove(library, workers=1)
    (tmp_path / "ailleurs").mkdir()
    (tmp_path / "ailleurs" / "texte-a.txt").write_bytes("règle".encode("latin-1"))
    with pytest.raises(InputError, match=r"texte-a\.txt n'est pas un texte en UTF-8"):
        prove(library, workers=1)


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
