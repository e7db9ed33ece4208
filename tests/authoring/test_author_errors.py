"""Every kind of mistake an author can make in the YAML, and what is said about it: file, line, key, what is wrong, what is allowed.

The files of `tests/data/bad` hold the mistakes: each changes one passage of the valid base of `tests.support.make` and names the line and key that
must be told and the words that the message must hold. What does not fit that form is tested here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from assistant.errors import AuthorError
from assistant.store.library import load
from tests.conftest import ROOT
from tests.support.make import (
    CASES,
    CLAUSES,
    FACTS,
    GRAVITY,
    INCIDENTS,
    MOMENTS,
    PLAYERS,
    RULES,
    RULES_B,
    RULESET,
    RULESET_B,
    SANCTIONS,
    SLOTS,
    SOURCES,
    SUITES,
    UNITS,
    VOCABULARIES,
    Base,
    small,
)
from tests.support.nobody import as_nobody
from tests.support.readable import assert_readable
from tests.support.written import written

ZONES = "knowledge/zones.yaml"
BAD = ROOT / "tests" / "data" / "bad"


@dataclass(frozen=True)
class Bad:
    """One mistake: the passage it replaces, and what must be said of it."""

    name: str
    file: str
    old: str
    new: str
    says: list[str] = field(hash=False)
    key: str = ""  # the key told, or how it ends
    at: str = ""  # a passage on the line that must be told; by default the new passage itself
    alone: bool = True  # nothing else is told


def mistakes() -> list[object]:
    """All mistakes of all files; those of `editions` are made in a base with an edition."""
    return [
        pytest.param(path.stem, Bad(**entry), id=f"{path.stem}: {entry['name']}")
        for path in sorted(BAD.glob("*.yaml"))
        for entry in written(path)
    ]


def assert_told(base: Base, mistake: Bad) -> None:
    line = base.line(mistake.file, mistake.at or mistake.new.strip().split("\n")[0])
    problems = base.problems()
    assert problems, "this mistake slips through"
    for problem in problems:
        assert_readable(problem)
    here = [problem for problem in problems if (problem.file, problem.line) == (mistake.file, line)]
    assert here, f"not told at {mistake.file}:{line} but:\n" + "\n".join(map(str, problems))
    told = [problem for problem in here if f".{problem.key}".endswith(f".{mistake.key}") or not mistake.key]
    assert told, f"key {mistake.key} not told but {[problem.key for problem in here]}"
    assert any(all(words in problem.message for words in mistake.says) for problem in told), (
        f"{mistake.says} not in:\n" + "\n".join(problem.message for problem in told)
    )
    if mistake.alone:
        assert len(problems) == 1, "one mistake, told more than once:\n" + "\n".join(map(str, problems))


@pytest.mark.drawn(320)
@pytest.mark.parametrize(("group", "mistake"), mistakes())
def test_mistake(tmp_path: Path, group: str, mistake: Bad) -> None:
    base = Base(tmp_path).with_edition() if group == "editions" else Base(tmp_path)
    assert_told(base.replace(mistake.file, mistake.old, mistake.new), mistake)


def test_the_base_is_in_order(tmp_path: Path) -> None:
    assert Base(tmp_path).problems() == []


# --- what YAML would silently turn into something else ---------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["yes", "no", "on", "off", "y", "N", "No", "YES", "True", "FALSE"])
def test_words_that_yaml_takes_for_true_or_false(tmp_path: Path, word: str) -> None:
    base = Base(tmp_path).replace(FACTS, "usual: non\n- id: expres", f"usual: {word}\n- id: expres")
    says = [f"« {word} » serait lu comme vrai ou faux", "oui", "non", "guillemets"]
    assert_told(base, Bad(word, FACTS, "", f"usual: {word}\n", says, "autre_victoire.usual"))


@pytest.mark.parametrize("word", ["yes", "no", "on", "off"])
def test_keys_that_yaml_takes_for_true_or_false(tmp_path: Path, word: str) -> None:
    base = Base(tmp_path).replace(FACTS, "only_if: {annonce: ron}", f"{word}: ron")
    assert_told(
        base, Bad(word, FACTS, "", f"{word}: ron", [f"« {word} » serait lu comme vrai ou faux", "guillemets"], word)
    )


def test_true_and_false_are_what_they_say(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        PLAYERS, "{id: arbitre, label: l'arbitre, addressed: true}", "{id: arbitre, label: l'arbitre, nobody: false}"
    )
    assert base.problems() == []


@pytest.mark.parametrize("text", ["", "# rien qu'un commentaire\n", "---\n"], ids=["nothing", "comment", "marker"])
def test_empty_file(tmp_path: Path, text: str) -> None:
    (problem,) = Base(tmp_path).append("knowledge/facts/autre.yaml", text).problems()
    assert problem.file == "knowledge/facts/autre.yaml"
    assert problem.line == max(1, text.count("---") + 1)
    assert "vide" in problem.message
    assert_readable(problem)


def test_not_utf8(tmp_path: Path) -> None:
    base = Base(tmp_path)
    base.write()
    (tmp_path / FACTS).write_bytes(base.files[FACTS].encode("latin-1"))
    line = next(number for number, line in enumerate(base.files.pop(FACTS).splitlines(), 1) if not line.isascii())  # popped: it is not written again
    problem = base.problems()[0]
    assert (problem.file, problem.line) == (FACTS, line)
    assert "n'est pas en UTF-8" in problem.message
    assert "enregistrez-le en UTF-8" in problem.message


# --- what would exhaust the reader, or what the system does not let it read -------------------------------------------------------

EXHAUSTING = {
    "braces": ("{" * 100_000, "plus de 40 niveaux"),
    "brackets": ("- [" + "[" * 100_000, "plus de 40 niveaux"),
    "dashes": ("- " * 50_000 + "x\n", "plus de 40 niveaux"),
    "keys": ("".join("  " * depth + "a:\n" for depth in range(900)), "plus de 40 niveaux"),
    "digits": ("- id: " + "9" * 10_000 + "\n", "nombre de 10000 chiffres"),
    "size": ("# " + "x" * 9_000_000 + "\n", "dépasse 8 Mo"),
}


@pytest.mark.parametrize("name", EXHAUSTING)
def test_what_would_exhaust_the_reader_is_told(tmp_path: Path, name: str) -> None:
    text, says = EXHAUSTING[name]
    (problem,) = Base(tmp_path).append("knowledge/facts/autre.yaml", text).problems()
    assert problem.file == "knowledge/facts/autre.yaml" and says in problem.message and ";" in problem.message
    assert_readable(problem)


def test_a_link_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    base = Base(tmp_path)
    base.write()
    (tmp_path / "knowledge" / "facts" / "autre.yaml").symlink_to(tmp_path / "nulle-part")
    (problem,) = base.problems()
    assert problem.file == "knowledge/facts/autre.yaml" and "lien est rompu" in problem.message
    with pytest.raises(AuthorError, match="lien est rompu"):
        load(*base.write())


def test_a_folder_with_the_name_of_a_file_is_no_file(tmp_path: Path) -> None:
    base = Base(tmp_path)
    base.write()
    (tmp_path / "knowledge" / "facts" / "dossier.yaml").mkdir()
    assert base.problems() == []
    assert load(*base.write()).facts


@pytest.mark.parametrize("folder", ["knowledge", "rules_yaml"])
def test_a_missing_folder_is_told(tmp_path: Path, folder: str) -> None:
    knowledge, rules = Base(tmp_path).write()
    shutil.rmtree(tmp_path / folder)
    with pytest.raises(AuthorError) as raised:
        load(knowledge, rules)
    (problem,) = raised.value.problems
    assert (
        problem.file == folder and "ce dossier manque" in problem.message and str(tmp_path / folder) in problem.message
    )


@pytest.mark.parametrize("closed", ["knowledge/facts/commun.yaml", "rules_yaml/beta", "knowledge/facts"])
def test_what_may_not_be_read_is_told(tmp_path: Path, closed: str) -> None:
    """As a user who may not: root may read everything."""
    Base(tmp_path).write()
    (tmp_path / closed).chmod(0)
    environment = {
        **os.environ,
        "ARBITRE_DATA": str(tmp_path),
        "ARBITRE_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": str(ROOT),
    }
    command = as_nobody(["-m", "assistant", "list", "facts"], tmp_path)
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd="/")
    finally:
        (tmp_path / closed).chmod(0o755)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert f"{closed}: ne peut pas être lu : l'accès est refusé" in done.stderr and "chmod" in done.stderr


def test_circle_of_only_if_names_both_places(tmp_path: Path) -> None:
    facts = {"un": "a b | only_if: {deux: a}", "deux": "a b | only_if: {trois: a}", "trois": "a b | only_if: {deux: b}"}
    base = small(tmp_path, facts, {"toujours": "if: {incident: essai}\n  then: {sanction: aucune}"})
    (problem,) = base.problems()
    assert (problem.file, problem.line, problem.key) == (FACTS, base.line(FACTS, "- id: deux"), "deux")
    for name in ("deux", "trois"):
        assert f"{name} ({FACTS}:{base.line(FACTS, f'- id: {name}')})" in problem.message
    assert "tournent en rond" in problem.message and "un (" not in problem.message.replace("en un", "")
    assert_readable(problem)


def test_only_if_of_itself_is_told(tmp_path: Path) -> None:
    base = small(
        tmp_path, {"un": "a b | only_if: {un: a}"}, {"toujours": "if: {incident: essai}\n  then: {sanction: aucune}"}
    )
    assert ["tournent en rond" in problem.message for problem in base.problems()] == [True]


@pytest.mark.parametrize("file", [SOURCES, *VOCABULARIES])
def test_missing_file(tmp_path: Path, file: str) -> None:
    (problem,) = Base(tmp_path).remove(file).problems()
    assert problem.file == file
    assert "ce fichier manque" in problem.message


@pytest.mark.parametrize("file", [FACTS, INCIDENTS, CASES])
def test_folder_without_files(tmp_path: Path, file: str) -> None:
    (problem,) = Base(tmp_path).remove(file).problems()
    assert problem.file == str(Path(file).parent)
    assert "aucun fichier .yaml" in problem.message


def test_rules_without_their_ruleset(tmp_path: Path) -> None:
    problems = Base(tmp_path).remove(RULESET_B).problems()
    assert any(
        problem.file.startswith("rules_yaml/beta") and "ruleset.yaml" in problem.message for problem in problems
    ), list(map(str, problems))


def test_other_extension_is_not_passed_over(tmp_path: Path) -> None:
    problems = Base(tmp_path).append("knowledge/facts/autre.yml", "- id: x\n").problems()
    assert [problem.file for problem in problems] == ["knowledge/facts/autre.yml"]
    assert ".yaml" in problems[0].message


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("knowledge/sanctions.yaml", "vocabularies"),
        ("knowledge/vocabularies/cases.yaml", "slots.yaml"),
        ("knowledge/regles/victoire.yaml", "incidents"),
    ],
)
def test_a_file_that_nobody_reads_is_told(tmp_path: Path, file: str, says: str) -> None:
    (problem,) = Base(tmp_path).append(file, "- id: x\n").problems()
    assert problem.file == file
    assert "n'est pas lu" in problem.message
    assert says in problem.message
    assert_readable(problem)


def test_list_expected(tmp_path: Path) -> None:
    (problem,) = Base(tmp_path).append("knowledge/facts/autre.yaml", "id: x\ntitle: Un titre\n").problems()
    assert (problem.file, problem.line) == ("knowledge/facts/autre.yaml", 1)
    assert "doit être une liste" in problem.message
    assert "« - »" in problem.message


def test_all_mistakes_are_told_at_once_in_order(tmp_path: Path) -> None:
    base = (
        Base(tmp_path)
        .replace(RULESET, "short: A", "short: ~")
        .replace(RULESET, "order: 1", "order: 01")
        .replace(FACTS, "usual: non\n- id: expres", "usual: no\n- id: expres")
    )
    with pytest.raises(AuthorError) as raised:
        base.library()
    places = [(problem.file, problem.line) for problem in raised.value.problems]
    assert places == [(FACTS, base.line(FACTS, "usual: no\n")), (RULESET, 3), (RULESET, 8)]
    first = str(raised.value).split("\n")[0]
    assert first.startswith(f"{FACTS}:{places[0][1]}: ")


def test_a_wrong_shape_and_a_wrong_type_are_both_told(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULESET, "short: A", "shor: A").replace(RULESET, "order: 1", "order: un")
    keys = {problem.key for problem in base.problems()}
    assert {"alpha.shor", "alpha.order"} <= keys


# --- things in the wrong place ----------------------------------------------------------------------------------------------------

TWICE = [
    (SUITES, "- id: alpha.suites.autre", "- id: alpha.suites.chombo", "- id: alpha.suites.chombo\n"),
    (CASES, "- id: trop-d-excuses", "- id: sept-minutes", "- id: sept-minutes\n"),
    (CASES, "- id: pas-ecartee", "- id: entre-amis", "- id: entre-amis\n"),
    (FACTS, "- id: rappels", "- id: minutes", "- id: minutes\n"),
    (INCIDENTS, "- id: retard", "- id: victoire", "- id: victoire\n"),
    (CLAUSES, "- id: texte-a/2.2/excuse", "- id: texte-a/2.1/retard", "- id: texte-a/2.1/retard\n"),
    (SOURCES, "- id: texte-b", "- id: texte-a", "- id: texte-a\n"),
    (SANCTIONS, "- id: malus", "- id: points", "- id: points\n"),
    (PLAYERS, "- {id: adversaires,", "- {id: joueur,", "- {id: joueur,"),
    (UNITS, "- {id: points-de-tournoi,", "- {id: points-de-table,", "- {id: points-de-table,"),
    (MOMENTS, "- {id: fin,", "- {id: immediat,", "- {id: immediat,"),
    (SLOTS, "- id: est\n", "- id: donne\n", "- id: donne\n"),
    (SLOTS, "- {id: tourne,", "- {id: reste,", "- {id: reste,"),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "first"), TWICE, ids=[f"{Path(file).stem} {new.strip('- {,')}" for file, _, new, _ in TWICE]
)
def test_the_same_id_twice_names_both_places(tmp_path: Path, file: str, old: str, new: str, first: str) -> None:
    base = Base(tmp_path).replace(file, old, new)
    text = base.files[file]
    one = base.line(file, first)
    other = text[: text.rindex(new)].count("\n") + 1
    assert one != other
    told = [problem for problem in base.problems() if problem.line == other and problem.file == file]
    assert any("déjà pris" in problem.message and f"{file}:{one}" in problem.message for problem in told), [
        str(problem) for problem in told
    ]


def test_the_same_value_twice(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(FACTS, "{id: quelques-unes, label", "{id: aucune, label")
    told = [problem for problem in base.problems() if problem.file == FACTS]
    assert [problem.key for problem in told] == ["tuiles"]
    assert "même identifiant" in told[0].message


def test_the_same_rule_in_two_files_names_both_places(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(SUITES, "- id: alpha.suites.autre", "- id: alpha.essai.montree")
    told = {
        problem.message for problem in base.problems() if problem.line == base.line(SUITES, "- id: alpha.essai.montree")
    }
    assert any(
        "déjà pris" in message and f"{RULES}:{base.line(RULES, '- id: alpha.essai.montree')}" in message
        for message in told
    )
    assert any("« alpha.suites. »" in message for message in told)


# --- rules ------------------------------------------------------------------------------------------------------------------------


def test_circle_of_exceptions_names_both_places(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        RULES,
        "if: {incident: retard, minutes: 0}\n",
        "if: {incident: retard, minutes: 0}\n  overrides: alpha.essai.excuse\n",
    )
    base.replace(RULES, "overrides: alpha.essai.court", "overrides: [alpha.essai.court, alpha.essai.a-l-heure]")
    (problem,) = base.problems()
    assert problem.file == RULES
    for rule in ("alpha.essai.a-l-heure", "alpha.essai.excuse"):
        assert f"{rule} ({RULES}:{base.line(RULES, f'- id: {rule}')})" in problem.message
    assert "tournent en rond" in problem.message
    assert "« overrides »" in problem.message
    assert_readable(problem)


def test_circle_of_derived_facts_names_both_places(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES, "if: {complete: non}", "if: {valable: oui, complete: non}")
    (problem, *_) = base.problems()
    assert f"valable ({FACTS}:{base.line(FACTS, '- id: valable')})" in problem.message
    assert f"alpha.essai.incomplete ({RULES}:{base.line(RULES, '- id: alpha.essai.incomplete')})" in problem.message
    assert "tournent en rond" in problem.message


def test_circle_of_gravity(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(GRAVITY, "- [aucune, points]", "- [chombo, aucune]")
    problems = base.problems()
    assert {problem.file for problem in problems} == {GRAVITY}
    assert all(
        base.line(GRAVITY, "chains:") <= problem.line <= base.line(GRAVITY, "unordered:") for problem in problems
    )
    text = " ".join(problem.message for problem in problems)
    for sanction in ("aucune", "avertissement", "main-morte", "chombo"):
        assert sanction in text
    assert "points" not in text


def test_sanctions_said_to_have_no_order_that_have_one(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(GRAVITY, "between: [points, main-morte]", "between: [aucune, main-morte]")
    (problem,) = base.problems()
    assert (problem.file, problem.line) == (GRAVITY, base.line(GRAVITY, "between:"))
    assert "aucune" in problem.message
    assert "main-morte" in problem.message


def test_facts_that_never_make_sense_together(tmp_path: Path) -> None:
    facts = {"un": "a b", "deux": "a b | only_if: {un: a}", "trois": "a b | only_if: {un: b}"}
    base = small(tmp_path, facts, {"jamais": "if: {incident: essai, deux: a, trois: a}\n  then: {sanction: aucune}"})
    problem = base.problems()[0]
    assert (problem.file, problem.line, problem.key) == (RULES, 1, "alpha.essai.jamais")
    assert "n'ont jamais de sens ensemble" in problem.message
    assert "« un »" in problem.message


def test_incident_that_nobody_rules(tmp_path: Path) -> None:
    base = Base(tmp_path).append(
        INCIDENTS, "- {id: orage, title: Un orage, help: Il pleut sur la table., words: [pluie]}\n"
    )
    (problem,) = base.problems()
    assert (problem.file, problem.line, problem.key) == (INCIDENTS, base.line(INCIDENTS, "- {id: orage"), "orage")
    assert "aucun règlement ne décide cet incident" in problem.message


def test_rule_for_an_incident_that_its_ruleset_does_not_rule(tmp_path: Path) -> None:
    """An exception that names an incident decides nothing there by itself."""
    base = Base(tmp_path).replace(
        RULES_B,
        "  then: {sanction: main-morte, donne: continue}",
        "  then: {sanction: main-morte, donne: continue}\n  overrides: beta.essai.bonne",
    )
    base.replace(
        RULES_B, "if: {incident: victoire, complete: non, tuiles: toutes}", "if: {incident: {in: [victoire, retard]}}"
    )
    (problem,) = base.problems()
    assert (problem.file, problem.line) == (RULES_B, base.line(RULES_B, "- id: beta.essai.montree"))
    assert "« retard »" in problem.message
    assert "aucune règle de beta" in problem.message


@pytest.mark.parametrize(
    ("incidents", "key", "says"),
    [
        ("[victoire, retard, orage]", "mur.incidents", ["incident inconnu", "orage"]),
        ("[victoire, retard, victoire]", "mur", ["« victoire » y est deux fois"]),
        ("[victoire, retard]", "mur.incidents", ["3"]),
    ],
)
def test_a_place_of_the_table_that_leads_astray(tmp_path: Path, incidents: str, key: str, says: list[str]) -> None:
    base = Base(tmp_path).append(ZONES, f"- {{id: mur, label: mur, heading: Autour du mur, drawing: mur, row: 1, incidents: {incidents}}}\n")
    problem = base.problems()[0]
    assert (problem.file, problem.line, problem.key) == (ZONES, 1, key)
    assert all(words in problem.message for words in says)


def test_a_place_of_the_table_that_leads_to_too_few(tmp_path: Path) -> None:
    """Three incidents are named, one of which does not occur in each ruleset."""
    base = Base(tmp_path).append(INCIDENTS, "- {id: orage, title: Un orage, help: Il pleut sur la table., words: [pluie]}\n")
    base.append(RULES, "- id: alpha.essai.orage\n  title: L'orage\n  if: {incident: orage}\n  then: {sanction: aucune}\n  cites: [texte-a/1.1/victoire]\n")
    base.append(ZONES, "- {id: mur, label: mur, heading: Autour du mur, drawing: mur, row: 1, incidents: [victoire, retard, orage]}\n")
    told = [problem for problem in base.problems() if problem.file == ZONES]
    assert [problem.key for problem in told] == ["mur"]
    assert "dans beta cet endroit mène à" in told[0].message and "de 3 à 6" in told[0].message
