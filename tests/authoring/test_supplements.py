"""A supplement: one file beside a ruleset, what it takes over, what it changes, and what is said where it goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.consultation.cases import each
from assistant.consultation.sheet import sheet
from assistant.engine.engines import Engines
from assistant.errors import AuthorError
from assistant.model import Library
from assistant.proof.difference import Difference
from assistant.proof.prove import prove
from assistant.proof.supplement import as_its_base, changed_words, changes_of, unlike_base
from assistant.store.library import read_library, read_what_stands
from tests.support.make import RULES_B, Base
from tests.support.readable import assert_readable

SUPPLEMENT = """\
id: delta
supplements: beta
title: Précisions Delta
short: D
edition: saison 2030
text:
  publisher: le tournoi Delta
  prevails: Le règlement de base fait foi.
  licence: libre
  attribution: Le tournoi Delta.
clauses:
  - section: "1"
    heading: Victoires
  - id: delta/1/vide
    quote: Une fausse victoire, rien de montré, ne coûte rien.
rules:
  - id: delta.essai.vide
    title: Fausse victoire
    if: {incident: victoire, complete: non, tuiles: {not: toutes}}
    then: {sanction: aucune, donne: continue}
    cites: [delta/1/vide, texte-b/7/victoire]
sanctions:
  aucune: {name: rien, effect: Rien ne se passe.}
expectations:
  - sanction: aucune
    cites: delta/1/vide
    quote: ne coûte rien
expect:
  tsumo-incomplet.rien-montre: {sanction: aucune, cites: delta/1/vide}
"""


def written(tmp_path: Path, text: str = SUPPLEMENT, name: str = "delta.yaml") -> Path:
    folder = tmp_path / "precisions"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def library(tmp_path: Path, *texts: str) -> Library:
    files = [written(tmp_path, text, f"{index}.yaml") for index, text in enumerate(texts or (SUPPLEMENT,))]
    return read_library(*Base(tmp_path).write(), "essai", files)


def test_it_takes_over_rules_with_the_clauses_of_the_base(tmp_path: Path) -> None:
    delta = library(tmp_path).rulesets["delta"]
    assert sorted(delta.rules) == ["delta.essai.bonne", "delta.essai.montree", "delta.essai.vide"]
    assert delta.rules["delta.essai.bonne"].cites == ("texte-b/7/victoire",)
    assert delta.rules["delta.essai.vide"].place.file == "precisions/0.yaml"
    assert delta.game == "essai" and delta.slots == ("donne",)


def test_it_comes_right_after_its_base(tmp_path: Path) -> None:
    assert list(library(tmp_path).rulesets) == ["alpha", "beta", "delta"]


def test_cases_are_replayed_and_only_those_that_change_are_expected_anew(tmp_path: Path) -> None:
    known = library(tmp_path)
    taken = known.cases["tsumo-incomplet"].expect
    assert taken["delta"] == taken["beta"]
    assert known.cases["tsumo-incomplet.rien-montre"].expect["delta"].cites == ("delta/1/vide",)
    assert prove(known, "delta", workers=1).problems == []


def test_a_case_that_changes_unsaid_is_named_with_what_to_write(tmp_path: Path) -> None:
    known = library(tmp_path, SUPPLEMENT.partition("expect:\n")[0])
    (told,) = prove(known, "delta", workers=1).problems
    assert told.startswith("precisions/0.yaml:1 : cas « tsumo-incomplet.rien-montre » (knowledge/cases/essai.yaml:")
    assert "repris de beta" in told and "sanction attendue avertissement, obtenue aucune" in told
    assert "« tsumo-incomplet.rien-montre: {sanction: aucune, silence: false, donne: continue, cites: delta/1/vide} »" in told


def test_a_case_may_be_left_aside_only_where_its_facts_do_not_suffice(tmp_path: Path) -> None:
    known = library(tmp_path, SUPPLEMENT + "leave: [tsumo-incomplet]\n")
    assert "delta" not in known.cases["tsumo-incomplet"].expect
    told = [problem for problem in prove(known, "delta", workers=1).problems if "leave" in problem]
    assert len(told) == 1 and "suffisent encore" in told[0]


def test_a_precision_is_told_as_its_authors_decision(tmp_path: Path) -> None:
    known = library(tmp_path)
    engines = Engines(known)

    def told(case: str) -> list[str]:
        (judged,) = each(known, engines, known.cases[case], "delta")
        assert judged.end is not None
        return [one["text"] for one in sheet(known, judged.end)["warnings"] if one["kind"] == "precision"]

    (said,) = told("tsumo-incomplet.rien-montre")
    assert said.startswith("Précisions Delta en décide ainsi, et non le texte de base (Règlement Beta, édition de 2021)")
    assert told("tsumo-incomplet") == []


def test_citations_keep_their_source_and_licence(tmp_path: Path) -> None:
    known = library(tmp_path)
    assert known.sources["delta"].licence == "libre"
    assert known.sources_of("delta") == ("delta", "texte-b")
    assert known.clauses["delta/1/vide"].heading == "Victoires"


def test_what_it_changes_is_what_differs_from_its_base(tmp_path: Path) -> None:
    known = library(tmp_path)
    assert unlike_base(known, "delta") == [("delta", "victoire")]
    changes = Difference(as_its_base(known, known.rulesets["delta"]), known).changes()
    assert {change.ruleset for change in changes} == {"delta"}
    told = changed_words(known, "delta", changes_of(known, "delta"))
    assert told == "Précisions Delta : 1 règle changée, 1 situation où la décision n'est plus celle de Règlement Beta (1 incident)."
    assert {cause for change in changes for cause, _ in change.causes} >= {"delta.essai.vide"}


def test_a_supplement_of_a_supplement(tmp_path: Path) -> None:
    inner = SUPPLEMENT.partition("rules:\n")[0].replace("delta", "epsilon").replace("supplements: beta", "supplements: delta")
    known = library(tmp_path, inner, SUPPLEMENT)
    assert known.sources_of("epsilon") == ("epsilon", "delta", "texte-b")
    assert known.cases["tsumo-incomplet.rien-montre"].expect["epsilon"].cites == ("delta/1/vide",)


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("supplements: beta", "supplements: bêta", 2, "n'a pas la forme d'un identifiant"),
        ("supplements: beta", "supplements: betta", 2, "Vouliez-vous dire « beta » ?"),
        ("id: delta\n", "id: alpha\n", 1, "ce nom est déjà pris"),
        ("sanction: aucune, donne", "sanction: aucun, donne", 20, "Vouliez-vous dire « aucune » ?"),
        ("[delta/1/vide, texte-b/7/victoire]", "texte-a/1.1/victoire", 21, "ne cite que delta et texte-b"),
        ("tsumo-incomplet.rien-montre:", "tsumo-incomplet.rien:", 29, "cas de beta inconnu"),
        ("delta/1/vide\n", "beta/1/vide\n", 14, "commencent par « delta/ »"),
        ("aucune: {name", "aucun: {name", 23, "Vouliez-vous dire « aucune » ?"),
    ],
)
def test_mistakes_are_told_at_their_line(tmp_path: Path, old: str, new: str, line: int, told: str) -> None:
    with pytest.raises(AuthorError) as raised:
        library(tmp_path, SUPPLEMENT.replace(old, new, 1))
    problem = next(problem for problem in raised.value.problems if told in problem.message)
    assert_readable(problem)
    assert (problem.file, problem.line) == ("precisions/0.yaml", line)


def test_a_broken_supplement_is_set_aside_and_the_others_rule(tmp_path: Path) -> None:
    broken = written(tmp_path, SUPPLEMENT.replace("sanction: aucune, donne", "sanction: aucun, donne"))
    known = read_what_stands(*Base(tmp_path).write(), "essai", [broken])
    assert list(known.rulesets) == ["alpha", "beta"]
    (told,) = known.aside["delta"]
    assert told.startswith("precisions/delta.yaml:20")
    assert "delta" not in known.cases["tsumo-incomplet"].expect and "delta" not in known.sources


def test_a_broken_ruleset_is_set_aside_with_what_is_built_on_it(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition().replace(RULES_B, "sanction: main-morte", "sanction: mainmorte")
    known = read_what_stands(*base.write(), "essai", [written(tmp_path)])
    assert list(known.rulesets) == ["alpha"]
    assert sorted(known.aside) == ["beta", "delta", "gamma"]
    assert "mainmorte" in known.aside["beta"][0] and "sa base « beta » est écartée" in known.aside["gamma"][0]
    assert all(set(case.expect) == {"alpha"} for case in known.cases.values())
    assert prove(known, workers=1).problems == []


def test_a_file_of_an_edition_that_is_no_yaml_sets_it_aside(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "then: {sanction: main-morte", "then: {sanction: main-morte: ")
    known = read_what_stands(*base.write(), "essai")
    assert list(known.rulesets) == ["alpha"] and list(known.aside) == ["beta"]


def test_what_all_rulesets_share_must_be_in_order(tmp_path: Path) -> None:
    base = Base(tmp_path).append("knowledge/facts/commun.yaml", "- {id: faux}\n")
    with pytest.raises(AuthorError):
        read_what_stands(*base.write(), "essai")


def test_an_edition_may_replay_the_cases_of_its_base(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition().append("rules_yaml/gamma/ruleset.yaml", "replays: true\n")
    known = base.library()
    assert set(known.cases["tsumo-incomplet"].expect) == {"alpha", "beta", "gamma"}
    assert prove(known, "gamma", workers=1).problems == []


TWO_EVENTS = """\
- id: deux-fausses-victoires
  title: Deux fausses victoires de suite
  story:
    - tuiles: Est annonce tsumo sans rien montrer.
    - Puis Ouest annonce ron et montre tout.
  who: est
  facts: {incident: victoire, annonce: tsumo, complete: non, tuiles: aucune}
  then:
    - who: ouest
      when: apres
      facts: {incident: victoire, annonce: ron, complete: non, tuiles: toutes}
  expect:
    beta:
      events:
        - {sanction: avertissement, dues: []}
        - {sanction: main-morte, dues: []}
      donne: continue
  level: 2
"""


def test_of_several_events_the_whole_line_to_write_is_told(tmp_path: Path) -> None:
    """Written as it is told, it proves."""
    base = Base(tmp_path).append("knowledge/cases/essai.yaml", TWO_EVENTS)
    known = read_library(*base.write(), "essai", [written(tmp_path)])
    (told,) = [one for one in prove(known, "delta", workers=1).problems if "deux-fausses-victoires" in one]
    line = told.partition("ajoutez sous « expect » : « ")[2].partition(" »")[0]
    assert line == (
        "deux-fausses-victoires: {events: [{sanction: aucune, silence: false, cites: delta/1/vide}, "
        "{sanction: main-morte, silence: false, cites: texte-b/7/victoire}], donne: continue}"
    )
    followed = read_library(*base.write(), "essai", [written(tmp_path, SUPPLEMENT + f"  {line}\n")])
    assert prove(followed, "delta", workers=1).problems == []


def test_what_the_table_does_not_foresee_is_told_with_its_entry(tmp_path: Path) -> None:
    paid = SUPPLEMENT.replace(
        "then: {sanction: aucune, donne: continue}",
        "then:\n      sanction: points\n      donne: continue\n"
        "      amount: {of: points, value: 7, unit: points-de-table, payer: joueur, payee: personne, moment: immediat}",
    )
    paid = paid.replace("  aucune: {name: rien, effect: Rien ne se passe.}", "  points: {name: des points, effect: Le joueur perd des points.}")
    paid = paid.partition("expectations:\n")[0] + "expectations:\n  - sanction: points\n    pays: [{value: 8, unit: points-de-table, payer: joueur, payee: personne, moment: immediat}]\n    cites: delta/1/vide\n    quote: ne coûte rien\n"
    (told, *_) = prove(library(tmp_path, paid), "delta", workers=1).problems
    entry = "{sanction: points, pays: [{value: 7, unit: points-de-table, payer: joueur, payee: personne, moment: immediat}], cites: …, quote: …}"
    assert f"et sous « expectations », avec la citation de votre texte : « {entry} »" in told, told


def test_a_ruleset_set_aside_is_not_called_unknown(tmp_path: Path) -> None:
    broken = written(tmp_path, SUPPLEMENT.replace("sanction: aucune, donne", "sanction: aucun, donne"))
    known = read_what_stands(*Base(tmp_path).write(), "essai", [broken])
    said = known.no_ruleset("delta")
    assert said.startswith("le règlement « delta » est écarté") and "precisions/delta.yaml:20" in said
    assert known.no_ruleset("beto").startswith("règlement inconnu : « beto »")
