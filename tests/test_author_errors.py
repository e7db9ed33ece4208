"""Every kind of mistake an author can make in the YAML, and what is said about it: file, line, key, what is wrong, what is allowed.

Each line of the tables changes one passage of the valid base of `tests.make` and names the line and key that must be told and the
words that the message must hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from assistant.problem import AuthorError, Problem
from tests.make import (
    CASES,
    CLAUSES,
    CLAUSES_B,
    EDITION,
    EDITION_CLAUSES,
    EDITION_RULES,
    FACTS,
    INCIDENTS,
    RULES,
    RULES_B,
    RULESET,
    RULESET_B,
    SANCTIONS,
    SOURCES,
    SUITES,
    Base,
)


@dataclass(frozen=True)
class Bad:
    """One mistake: the passage it replaces, and what must be said of it."""

    file: str
    old: str
    new: str
    key: str  # the key told, or how it ends
    says: tuple[str, ...]
    at: str = ""  # a passage on the line that must be told; by default the new passage itself
    alone: bool = True  # nothing else is told


def bad(name: str, file: str, old: str, new: str, key: str, *says: str, at: str = "", alone: bool = True) -> object:
    return pytest.param(Bad(file, old, new, key, says, at, alone), id=name)


QUOTED = re.compile(r"«[^»]*»|\"[^\"]*\"")
ENGLISH = re.compile(r"\b(or|and|the|are|found|expected|allowed|should|must|input|mapping|character|None|True|False|string|integer)\b")


def assert_readable(problem: Problem) -> None:
    """A file, a message in French, no word of Python, Pydantic or PyYAML in it."""
    assert problem.file
    assert problem.message
    assert not ENGLISH.findall(QUOTED.sub("", problem.message)), f"not French: {problem.message}"
    assert "^[" not in problem.message, f"a regular expression is no help: {problem.message}"
    assert "Connus : ." not in problem.message


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
    assert any(all(words in problem.message for words in mistake.says) for problem in told), \
        f"{mistake.says} not in:\n" + "\n".join(problem.message for problem in told)
    if mistake.alone:
        assert len(problems) == 1, "one mistake, told more than once:\n" + "\n".join(map(str, problems))


def check(tmp_path: Path, mistake: Bad) -> None:
    assert_told(Base(tmp_path).replace(mistake.file, mistake.old, mistake.new), mistake)


def test_the_base_is_in_order(tmp_path: Path) -> None:
    assert Base(tmp_path).problems() == []


# --- what YAML would silently turn into something else ---------------------------------------------------------------------------

SURPRISES = [
    *(bad(f"{word} as a value", FACTS, "usual: non\n- id: expres", f"usual: {word}\n- id: expres", "usual",
          f"« {word} » serait lu comme vrai ou faux", "oui", "non", "guillemets")
      for word in ("yes", "no", "on", "off", "y", "N", "No", "YES", "True", "FALSE")),
    *(bad(f"{word} as a key", FACTS, "only_if: {annonce: ron}", f"{word}: ron", word, f"« {word} » serait lu comme vrai ou faux", "guillemets")
      for word in ("yes", "no", "on", "off")),
    bad("010", RULES, "each: 1,", "each: 010,", "then.amount.per.each", "« 010 »", "guillemets", "sans zéro devant"),
    bad("12:30", RULES, "each: 1,", "each: 12:30,", "then.amount.per.each", "« 12:30 »", "guillemets"),
    bad("1_000", RULES, "each: 1,", "each: 1_000,", "then.amount.per.each", "« 1_000 »", "chiffres seuls"),
    bad("0x1F", RULES, "each: 1,", "each: 0x1F,", "then.amount.per.each", "« 0x1F »", "chiffres seuls"),
    bad("+5", RULES, "each: 1,", "each: +5,", "then.amount.per.each", "« +5 »", "chiffres seuls"),
    bad("1.5", RULES, "each: 1,", "each: 1.5,", "then.amount.per.each", "« 1.5 »", "chiffres seuls"),
    bad("1e3", RULES, "each: 1,", "each: 1e3,", "then.amount.per.each", "« 1e3 »", "chiffres seuls"),
    bad("section 3.10 without quotes", CLAUSES, 'section: "1.1"', "section: 3.10", "section", "« 3.10 »", 'guillemets : "3.10"'),
    bad("section 7 without quotes", CLAUSES_B, 'section: "7"', "section: 7", "texte-b/7/victoire.section", "un texte", "guillemets", "7"),
    bad("date", RULESET, "edition: édition de 2020", "edition: 2020-01-31", "edition", "« 2020-01-31 »", "date", 'guillemets : "2020-01-31"'),
    bad("date and time", RULESET, "edition: édition de 2020", "edition: 2020-01-31T10:00:00", "edition", "date", "guillemets"),
    bad("empty value", RULESET, "short: A", "short:", "short", "valeur vide", "supprimez la clé"),
    bad("tilde", RULESET, "short: A", "short: ~", "short", "valeur vide", "supprimez la clé"),
    bad("null", RULESET, "short: A", "short: null", "short", "valeur vide", "supprimez la clé"),
    bad("Null", RULESET, "short: A", "short: Null", "short", "valeur vide"),
    bad("empty text", RULESET, "short: A", 'short: ""', "short", "texte vide", "supprimez la clé"),
    bad("empty item of a list", INCIDENTS, "words: [absent, en retard]", "words:\n    -\n    - absent", "words.0", "valeur vide", at="    -\n"),
    bad("duplicate key", RULESET, "short: A", "short: A\nshort: B", "short", "deux fois", "ligne 3", at="short: B"),
    bad("duplicate key inside", RULES, "if: {incident: victoire, valable: oui}", "if: {incident: victoire, valable: oui, valable: non}", "if.valable",
        "deux fois"),
    bad("anchor", RULESET, "short: A", "short: &a A", "", "ancres (&)", "écrivez la valeur à chaque endroit"),
    bad("alias", RULESET, "short: A", "short: *a", "", "renvois (*)", "écrivez la valeur à chaque endroit"),
    bad("anchor and alias", RULESET, "short: A\nedition: édition de 2020", "short: &a A\nedition: *a", "", "ancres (&)", at="short: &a", alone=False),
    bad("tag", RULESET, "short: A", "short: !!str A", "", "étiquettes (!)"),
    bad("merge", RULES, "if: {complete: non}", "if: {<<: {complete: non}}", "if", "« << »"),
    bad("key that is a list", RULES, "if: {complete: non}", "if: {[complete]: non}", "if", "une clé doit être un mot simple"),
]

NO_YAML = [
    bad("colon in a text", RULESET, "short: A", "short: A: B", "", "ce n'est pas du YAML", "guillemets"),
    bad("bracket left open", RULESET, "slots: [donne, est]", "slots: [donne, est", "", "ce n'est pas du YAML", at="disputed"),
    bad("tab", RULESET, "short: A", "\tshort: A", "", "ce n'est pas du YAML", "tabulation", at="\tshort"),
    bad("two documents", RULESET, "short: A", "short: A\n---\nshort: B", "", "ce n'est pas du YAML", at="---"),
]


@pytest.mark.parametrize("mistake", [*SURPRISES, *NO_YAML])
def test_yaml_does_not_surprise(tmp_path: Path, mistake: Bad) -> None:
    check(tmp_path, mistake)


def test_strict_keys_name_the_entry(tmp_path: Path) -> None:
    """The entry is named by its id, not by its number in the file."""
    (problem,) = Base(tmp_path).replace(FACTS, "usual: non\n- id: expres", "usual: no\n- id: expres").problems()
    assert problem.key == "autre_victoire.usual"


def test_true_and_false_are_what_they_say(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(SANCTIONS, "{id: arbitre, label: l'arbitre}", "{id: arbitre, label: l'arbitre, nobody: false}")
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
    del base.files[FACTS]  # so that it is not written again
    problem = base.problems()[0]
    assert (problem.file, problem.line) == (FACTS, 1)
    assert "n'est pas en UTF-8" in problem.message
    assert "enregistrez-le en UTF-8" in problem.message


@pytest.mark.parametrize("file", [SOURCES, SANCTIONS])
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
    assert any(problem.file.startswith("rules_yaml/beta") and "ruleset.yaml" in problem.message for problem in problems), list(map(str, problems))


def test_other_extension_is_not_passed_over(tmp_path: Path) -> None:
    problems = Base(tmp_path).append("knowledge/facts/autre.yml", "- id: x\n").problems()
    assert [problem.file for problem in problems] == ["knowledge/facts/autre.yml"]
    assert ".yaml" in problems[0].message


def test_list_expected(tmp_path: Path) -> None:
    (problem,) = Base(tmp_path).append("knowledge/facts/autre.yaml", "id: x\ntitle: Un titre\n").problems()
    assert (problem.file, problem.line) == ("knowledge/facts/autre.yaml", 1)
    assert "doit être une liste" in problem.message
    assert "« - »" in problem.message


def test_all_mistakes_are_told_at_once_in_order(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULESET, "short: A", "short: ~").replace(RULESET, "order: 1", "order: 01").replace(FACTS, "usual: non\n- id: expres",
                                                                                                                  "usual: no\n- id: expres")
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


# --- the shape of entries ---------------------------------------------------------------------------------------------------------

SHAPES = [
    bad("unknown key", RULESET, "short: A", "short: A\nsorce: x", "alpha.sorce", "clé inconnue « sorce »", "« source »", "Clés permises", "edition", "slots",
        at="sorce"),
    bad("unknown key inside", FACTS, "{id: tournoi, label: Tournoi}", "{id: tournoi, label: Tournoi, hlep: x}", "contexte.values.0.hlep",
        "clé inconnue « hlep »", "« help »", "label"),
    bad("unknown key of a condition", RULES, "minutes: {min: 10}", "minutes: {mini: 10}", "if.minutes.mini", "clé inconnue « mini »", "« min »", "max", "in", "not"),
    bad("unknown key of an amount", RULES, "count: minutes, each: 1,", "count: minutes, each: 1, evry: 1,", "then.amount.per.evry", "clé inconnue « evry »",
        "count, each, max"),
    bad("unknown key of then", RULES, "{sanction: victoire-payee, donne: gagnee", "{sanction: victoire-payee, done: gagnee", "then", "clé inconnue « done »", "« donne »",
        "Clés permises", "est", "silence"),
    bad("unknown key of a reading", RULES, "est: reste, cites: texte-a/1.3/montree}", "esst: reste, cites: texte-a/1.3/montree}", "then.one_of.1", "clé inconnue « esst »",
        "« est »", "reading"),
    bad("unknown key of overrides", SUITES, "overrides: {sanction: chombo}", "overrides: {sanctio: chombo}", "overrides.sanctio", "« sanction »", alone=False),
    bad("unknown key of expect", CASES, "alpha: {sanction: points, amounts: [5]}", "alpha: {sanctions: points, amounts: [5]}", "sept-minutes.expect",
        "clé inconnue « sanctions »", "« sanction »", "amounts", "donne"),
    bad("missing key", RULESET, "short: A\n", "", "alpha.short", "la clé « short » manque", at="id: alpha"),
    bad("missing title", RULES, "  title: Retard long\n", "", "alpha.essai.long.title", "« title » manque", at="- id: alpha.essai.long"),
    bad("missing cites", RULES_B, "donne: gagnee}\n  cites: texte-b/7/victoire\n", "donne: gagnee}\n", "beta.essai.bonne.cites", "« cites » manque", at="- id: beta.essai.bonne"),
    bad("missing id", INCIDENTS, "- id: retard\n  title", "- title", "id", "« id » manque", at="- title", alone=False),
    bad("text for a number", RULESET, "order: 1", 'order: "1"', "alpha.order", "un nombre entier", "« 1 »"),
    bad("number for a text", RULESET, "short: A", "short: 1", "alpha.short", "un texte", "guillemets"),
    bad("word for a list", INCIDENTS, "words: [absent, en retard]", "words: absent", "retard.words", "une liste", "« absent »"),
    bad("word for true or false", RULES, "adds: true", "adds: oui", "alpha.essai.rappel.adds", "true ou false", "« oui »"),
    bad("number for keys", FACTS, "number: {min: 0, max: 60, unit: minutes}", "number: 60", "minutes.number", "des clés et des valeurs"),
    bad("word for conditions", RULES, "if: {complete: non}", "if: complete", "alpha.essai.incomplete.if", "des clés et des valeurs"),
    bad("list for a condition", RULES, "if: {complete: non}", "if: {complete: [non]}", "alpha.essai.incomplete.if.complete", "in", "[non]"),
    bad("true for a condition", RULES, "if: {complete: non}", "if: {complete: true}", "alpha.essai.incomplete.if.complete", "true"),
    bad("entry that is a word", INCIDENTS, "- id: victoire\n  title: Une victoire contestée\n  help: Ron ou tsumo annoncé.\n  words: [faux ron, chombo]\n  rulesets: [alpha, beta]\n",
        "- victoire\n", "", "des clés et des valeurs", "« victoire »"),
    bad("no condition", RULES, "if: {complete: non}", "if: {}", "alpha.essai.incomplete.if", "1 au moins"),
    bad("no value in a list", RULES, "if: {complete: non}", "if: {complete: {in: []}}", "alpha.essai.incomplete.if.complete.in", "1 au moins"),
    bad("one value", FACTS, "    - {id: tsumo, label: Tsumo}\n", "", "annonce.values", "1 au lieu de 2 au moins", at="values:\n    - {id: ron", alone=True),
    bad("one reading", RULES, "      - {reading: On redonne., sanction: chombo, donne: redistribuee, est: reste, cites: texte-a/1.3/montree}\n", "", "then.one_of",
        "1 au lieu de 2 au moins", at="one_of:"),
    bad("range of three", SUITES, "{of: chombo, value: 20,", "{of: chombo, range: [1, 2, 3],", "amount.range", "3 au lieu de 2 au plus"),
    bad("citations: none", RULES, "cites: texte-a/1.2/non-montree", "cites: []", "alpha.essai.vide.cites", "1 au moins"),
    bad("citations of a reading: none", RULES, "est: reste, cites: texte-a/1.3/montree}", "est: reste, cites: []}", "cites", "1 au moins"),
    bad("quotes: none", CLAUSES_B, "quote: Main fausse et montrée, main morte ; sinon un avertissement.", "quote: []", "quote", "1 au moins"),
    bad("sanctions: none", RULES, "sanction: main-morte", "sanction: []", "sanction", "1 au moins"),
    bad("overrides: none", RULES, "overrides: alpha.essai.court", "overrides: []", "overrides", "1 au moins"),
    bad("two changes in a variant", CASES, "change: {furiten: non}", "change: {furiten: non, tuiles: aucune}", "change", "2 au lieu de 1 au plus"),
    bad("no change in a variant", CASES, "change: {furiten: non}", "change: {}", "change", "0 au lieu de 1 au moins"),
    bad("sentence without a word", CASES, "- tuiles: Il montre tout.", "- {}", "story.1", "1 au moins"),
    bad("sentence that tells two facts", CASES, "- tuiles: Il montre tout.", "- {tuiles: Il montre tout., annonce: Il dit ron.}", "story.1", "1 au plus"),
    bad("level out of bounds", CASES, "level: 3", "level: 4", "trop-d-excuses.level", "« 4 »", "3"),
    bad("unknown scope", FACTS, "scope: table", "scope: tables", "autre_victoire.scope", "« tables »", "« table »", "contexte", "faute"),
    bad("unknown kind of warning", CLAUSES, "kind: coquille", "kind: coquile", "warnings.0.kind", "« coquile »", "« coquille »", "renvoi", "lacune"),
    bad("unknown end of a ladder", RULES, "beyond: derniere-marche", "beyond: derniere", "ladder.beyond", "« derniere »", "derniere-marche", "non-dit"),
    bad("unknown nature", SANCTIONS, "title: Malus\n    nature: sanction", "title: Malus\n    nature: punition", "nature", "« punition »", "decision", "sanction", at="nature: punition"),
]

FORMS = [
    bad("fact with an accent", FACTS, "- id: excuse\n", "- id: excusé\n", "excusé.id", "« excusé »", "minuscules", "accent", alone=False),
    bad("fact with a hyphen", FACTS, "- id: autre_victoire", "- id: autre-victoire", "autre-victoire.id", "« autre-victoire »", "_"),
    bad("sanction with a capital", SANCTIONS, "- id: malus", "- id: Malus", "id", "« Malus »", "minuscules"),
    bad("rule without its dots", RULES, "- id: alpha.essai.vide", "- id: alpha-essai-vide", "alpha-essai-vide.id", "« alpha-essai-vide »", "."),
    bad("clause without its section", CLAUSES, "- id: texte-a/1.1/victoire", "- id: texte-a/victoire", "texte-a/victoire.id", "« texte-a/victoire »", "/"),
    bad("value with a space", FACTS, "{id: quelques-unes,", "{id: quelques unes,", "values.1.id", "« quelques unes »", "tiret"),
]


@pytest.mark.parametrize("mistake", [*SHAPES, *FORMS])
def test_shapes(tmp_path: Path, mistake: Bad) -> None:
    check(tmp_path, mistake)


# --- names that do not exist ------------------------------------------------------------------------------------------------------

NAMES = [
    bad("fact", RULES, "if: {complete: non}", "if: {complette: non}", "alpha.essai.incomplete.if", "fait inconnu : « complette »", "« complete »"),
    bad("fact like nothing", RULES, "if: {complete: non}", "if: {zzz: non}", "if", "fait inconnu : « zzz »", "complete", "tuiles"),
    bad("value", RULES, "if: {complete: non}", "if: {complete: nonn}", "if.complete", "valeur inconnue : « nonn »", "Vouliez-vous dire « non »", "oui"),
    bad("value like nothing", RULES, "if: {complete: non}", "if: {complete: zzz}", "if.complete", "valeur inconnue : « zzz »", "non", "oui"),
    bad("value in a list", RULES, "if: {complete: non}", "if: {tuiles: {in: [aucune, toute]}}", "if.tuiles", "valeur inconnue : « toute »", "« toutes »", "quelques-unes"),
    bad("value under not", RULES_B, "{not: toutes}", "{not: toute}", "if.tuiles", "valeur inconnue : « toute »", "« toutes »", at="if: {incident: victoire, complete: non, tuiles: {not"),
    bad("incident", RULES, "{incident: victoire, valable: oui}", "{incident: victoir, valable: oui}", "if.incident", "incident inconnu : « victoir »", "« victoire »"),
    bad("incident in a list", RULES, "{incident: victoire, valable: oui}", "{incident: {in: [victoire, retar]}, valable: oui}", "if.incident", "« retar »", "« retard »"),
    bad("incident under not", RULES, "{incident: victoire, valable: oui}", "{incident: {not: victoire}, valable: oui}", "if.incident", "seul « in » est permis"),
    bad("sanction", RULES, "{sanction: main-morte,", "{sanction: main-mort,", "then.sanction", "sanction inconnue : « main-mort »", "« main-morte »"),
    bad("sanction of a consequence", SUITES, "if: {sanction: chombo}", "if: {sanction: chonbo}", "if.sanction", "sanction inconnue : « chonbo »", "« chombo »"),
    bad("sanction of a reading", RULES, "On redonne., sanction: chombo", "On redonne., sanction: chonbo", "then.one_of.1.sanction", "sanction inconnue : « chonbo »", "« chombo »",
        at="- {reading: On redonne"),
    bad("sanction overridden", SUITES, "overrides: {sanction: chombo}", "overrides: {sanction: chonbo}", "overrides", "sanction inconnue : « chonbo »", "« chombo »"),
    bad("sanction counted", SUITES, "{of: chombo, value", "{of: chonbo, value", "amount.of", "sanction inconnue : « chonbo »", "« chombo »", at="amount: {of: chonbo"),
    bad("clause", RULES, "cites: texte-a/1.2/non-montree", "cites: texte-a/1.2/non-montre", "cites", "clause inconnue : « texte-a/1.2/non-montre »", "« texte-a/1.2/non-montree »"),
    bad("clause of a reading", RULES, "est: reste, cites: texte-a/1.3/montree}", "est: reste, cites: texte-a/1.3/montre}", "cites", "clause inconnue", "« texte-a/1.3/montree »",
        at="- {reading: On redonne"),
    bad("clause on disputes", RULESET, "disputed: texte-a/3.1/conteste", "disputed: texte-a/3.1/contest", "alpha.disputed", "clause inconnue", "« texte-a/3.1/conteste »"),
    bad("rule", RULES, "overrides: [alpha.essai.excuse]", "overrides: [alpha.essai.excuze]", "overrides", "règle inconnue : « alpha.essai.excuze »", "« alpha.essai.excuse »"),
    bad("rule of another ruleset", RULES, "overrides: alpha.essai.court", "overrides: beta.essai.vide", "overrides", "« beta.essai.vide »"),
    bad("ruleset of an incident", INCIDENTS, "rulesets: [alpha, beta]", "rulesets: [alpha, beta, betta]", "victoire.rulesets", "règlement inconnu : « betta »", "« beta »", "alpha"),
    bad("ruleset of a sanction", SANCTIONS, "beta: {name: rien, effect: Rien.}", "beta: {name: rien, effect: Rien.}\n      gama: {name: rien, effect: Rien.}", "sanctions.aucune",
        "règlement inconnu : « gama »", "beta", at="gama:"),
    bad("ruleset of a case", CASES, "beta: {sanction: victoire-payee}\n", "betta: {sanction: victoire-payee}\n", "expect", "règlement inconnu : « betta »", "« beta »"),
    bad("slot of a ruleset", RULESET, "slots: [donne, est]", "slots: [donne, est, mise]", "alpha.slots", "case inconnue : « mise »", "donne", "est"),
    bad("slot value", RULES, "{sanction: victoire-payee, donne: gagnee", "{sanction: victoire-payee, donne: gagne", "then.donne", "valeur inconnue : « gagne »", "« gagnee »", "continue"),
    bad("slot of unless", SANCTIONS, "unless: {donne: [continue]}", "unless: {done: [continue]}", "unless", "« done »", "« donne »"),
    bad("slot value of unless", SANCTIONS, "unless: {donne: [continue]}", "unless: {donne: [continu]}", "unless.donne", "« continu »", "« continue »"),
    bad("unit", RULES, "max: 5}, unit: points-de-table", "max: 5}, unit: point-de-table", "amount.unit", "unité inconnue : « point-de-table »", "« points-de-table »", "points-de-tournoi",
        at="amount: {per"),
    bad("payer", RULES, "points-de-table, payer: joueur", "points-de-table, payer: joueuse", "amount.payer", "joueur inconnu : « joueuse »", "« joueur »", "personne", at="amount: {per"),
    bad("payee", SUITES, "payee: personne", "payee: persone", "amount.payee", "joueur inconnu : « persone »", "« personne »", at="amount: {of"),
    bad("player", RULES, "{sanction: main-morte, donne: continue}", "{sanction: main-morte, player: adversaire, donne: continue}", "then.player", "joueur inconnu : « adversaire »",
        "« adversaires »"),
    bad("who decides", SUITES, "who: arbitre", "who: arbitra", "then.decides.who", "joueur inconnu : « arbitra »", "« arbitre »", at="then: {sanction: discretion"),
    bad("moment", RULES, "moment: immediat", "moment: imediat", "amount.moment", "moment inconnu : « imediat »", "« immediat »", "fin", at="amount: {per"),
    bad("fact counted", RULES, "{count: minutes,", "{count: minute,", "amount", "« minute »", "« minutes »", at="amount: {per"),
    bad("fact derived", RULES, "if: {complete: non}\n  then: {fact: {valable: non}}", "if: {complete: non}\n  then: {fact: {valabe: non}}", "then.fact", "fait inconnu : « valabe »",
        "« valable »", at="then: {fact: {valabe"),
    bad("value derived", RULES, "if: {complete: non}\n  then: {fact: {valable: non}}", "if: {complete: non}\n  then: {fact: {valable: nom}}", "then.fact.valable",
        "valeur inconnue : « nom »", "« non »", at="then: {fact: {valable: nom"),
    bad("fact of only_if", FACTS, "only_if: {annonce: ron}", "only_if: {anonce: ron}", "furiten.only_if", "fait inconnu : « anonce »", "« annonce »", alone=False),
    bad("value of only_if", FACTS, "only_if: {annonce: ron}", "only_if: {annonce: rond}", "furiten.only_if.annonce", "valeur inconnue : « rond »", "« ron »", alone=False),
    bad("incident in only_if", FACTS, "only_if: {annonce: ron}", "only_if: {annonce: ron, incident: victoire}", "furiten.only_if", "only_if", alone=False),
    bad("usual value", FACTS, "usual: non\n- id: expres", "usual: nom\n- id: expres", "autre_victoire", "valeur inconnue : « nom »", "« non »"),
    bad("otherwise value", FACTS, "otherwise: oui", "otherwise: ouï", "valable.otherwise", "ouï"),
    bad("source of a ruleset", RULESET, "source: texte-a", "source: texte-aa", "alpha.source", "texte source inconnu : « texte-aa »", "« texte-a »", alone=False),
    bad("sanction of a chain", SANCTIONS, "- [aucune, points]", "- [aucune, point]", "gravity.chains", "sanction inconnue : « point »", "« points »"),
    bad("sanction without order", SANCTIONS, "between: [points, main-morte]", "between: [points, main-mort]", "gravity.unordered", "sanction inconnue : « main-mort »", "« main-morte »",
        at="between: [points, main-mort]"),
    bad("incident of a case", CASES, "facts: {incident: retard, minutes: 7,", "facts: {incident: retar, minutes: 7,", "facts.incident", "incident inconnu : « retar »", "« retard »", alone=False),
    bad("fact of a case", CASES, "facts: {incident: retard, minutes: 7,", "facts: {incident: retard, minute: 7,", "facts", "fait inconnu : « minute »", "« minutes »", alone=False),
    bad("value of a case", CASES, "annonce: tsumo,", "annonce: tsum,", "facts.annonce", "valeur inconnue : « tsum »", "« tsumo »", "ron"),
    bad("number of a case", CASES, "minutes: 7,", "minutes: 70,", "facts.minutes", "« 70 »", "de 0 à 60"),
    bad("word for a number in a case", CASES, "minutes: 7,", "minutes: sept,", "facts.minutes", "« sept »", "de 0 à 60"),
    bad("fact of a variant", CASES, "change: {furiten: non}", "change: {furitem: non}", "facts", "fait inconnu : « furitem »", "« furiten »"),
    bad("sanction of a case", CASES, "{sanction: aucune, donne: gagnee}", "{sanction: aucun, donne: gagnee}", "expect.alpha.sanction", "sanction inconnue : « aucun »", "« aucune »",
        at="alpha: {sanction: aucun,"),
    bad("slot value of a case", CASES, "{sanction: aucune, donne: gagnee}", "{sanction: aucune, donne: gagne}", "expect.donne", "valeur inconnue : « gagne »", "« gagnee »",
        at="alpha: {sanction: aucune, donne: gagne}"),
    bad("clause of a case", CASES, "{sanction: aucune, cites: texte-a/2.2/excuse}", "{sanction: aucune, cites: texte-a/2.2/excus}", "expect.cites", "clause inconnue",
        "« texte-a/2.2/excuse »", at="alpha: {sanction: aucune, cites"),
]


@pytest.mark.parametrize("mistake", NAMES)
def test_unknown_names(tmp_path: Path, mistake: Bad) -> None:
    check(tmp_path, mistake)


# --- things in the wrong place ----------------------------------------------------------------------------------------------------

PLACES = [
    bad("clause in another text's file", CLAUSES_B, "- id: texte-b/7/victoire", "- id: texte-a/7/victoire", "texte-a/7/victoire", "texte-a", "clauses/texte-a.yaml", alone=False),
    bad("section of the id and of the key", CLAUSES, 'section: "1.1"', 'section: "1.2"', "texte-a/1.1/victoire", "« 1.1 »", "« 1.2 »", at="- id: texte-a/1.1/victoire"),
    bad("rule in another ruleset's folder", RULES, "- id: alpha.essai.vide", "- id: beta.essai.autre", "beta.essai.autre", "« alpha.essai. »"),
    bad("rule in another family's file", RULES, "- id: alpha.essai.vide", "- id: alpha.suites.vide", "alpha.suites.vide", "« alpha.essai. »"),
    bad("ruleset in another's folder", RULESET_B, "id: beta", "id: betta", "betta", "« beta »", alone=False),
    bad("citation of another text", RULES_B, "donne: gagnee}\n  cites: texte-b/7/victoire", "donne: gagnee}\n  cites: texte-a/1.1/victoire", "beta.essai.bonne.cites",
        "« texte-a/1.1/victoire »", "texte-b", at="cites: texte-a/1.1/victoire"),
    bad("citation of another text in a reading", RULES, "est: reste, cites: texte-a/1.3/montree}", "est: reste, cites: texte-b/7/victoire}", "cites", "« texte-b/7/victoire »", "texte-a",
        at="- {reading: On redonne"),
    bad("another text's clause on disputes", RULESET, "disputed: texte-a/3.1/conteste", "disputed: texte-b/7/victoire", "alpha.disputed", "« texte-b/7/victoire »", "texte-a"),
    bad("slot that the ruleset has not", RULES_B, "{sanction: victoire-payee, donne: gagnee}", "{sanction: victoire-payee, donne: gagnee, est: reste}", "beta.essai.bonne", "« est »",
        "ruleset.yaml", at="- id: beta.essai.bonne"),
    bad("sanction that the ruleset does not name", RULES_B, "sanction: avertissement", "sanction: chombo", "beta.essai.vide", "« chombo »", "beta", "sanctions.yaml", at="- id: beta.essai.vide"),
]

TWICE = [
    (SUITES, "- id: alpha.suites.autre", "- id: alpha.suites.chombo", "- id: alpha.suites.chombo\n"),
    (CASES, "- id: trop-d-excuses", "- id: sept-minutes", "- id: sept-minutes\n"),
    (CASES, "- id: pas-ecartee", "- id: entre-amis", "- id: entre-amis\n"),
    (FACTS, "- id: rappels", "- id: minutes", "- id: minutes\n"),
    (INCIDENTS, "- id: retard", "- id: victoire", "- id: victoire\n"),
    (CLAUSES, "- id: texte-a/2.2/excuse", "- id: texte-a/2.1/retard", "- id: texte-a/2.1/retard\n"),
    (SOURCES, "- id: texte-b", "- id: texte-a", "- id: texte-a\n"),
    (SANCTIONS, "- id: malus", "- id: points", "- id: points\n"),
    (SANCTIONS, "- {id: adversaires,", "- {id: joueur,", "- {id: joueur,"),
    (SANCTIONS, "- {id: points-de-tournoi,", "- {id: points-de-table,", "- {id: points-de-table,"),
    (SANCTIONS, "- {id: fin,", "- {id: immediat,", "- {id: immediat,"),
    (SANCTIONS, "- id: est\n", "- id: donne\n", "- id: donne\n"),
    (SANCTIONS, "- {id: tourne,", "- {id: reste,", "- {id: reste,"),
]


@pytest.mark.parametrize("mistake", PLACES)
def test_wrong_place(tmp_path: Path, mistake: Bad) -> None:
    check(tmp_path, mistake)


@pytest.mark.parametrize(("file", "old", "new", "first"), TWICE, ids=[f"{Path(file).stem} {new.strip('- {,')}" for file, _, new, _ in TWICE])
def test_the_same_id_twice_names_both_places(tmp_path: Path, file: str, old: str, new: str, first: str) -> None:
    base = Base(tmp_path).replace(file, old, new)
    text = base.files[file]
    one = base.line(file, first)
    other = text[: text.rindex(new)].count("\n") + 1
    assert one != other
    told = [problem for problem in base.problems() if problem.line == other and problem.file == file]
    assert any("déjà pris" in problem.message and f"{file}:{one}" in problem.message for problem in told), [str(problem) for problem in told]


def test_the_same_value_twice(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(FACTS, "{id: quelques-unes, label", "{id: aucune, label")
    told = [problem for problem in base.problems() if problem.file == FACTS]
    assert [problem.key for problem in told] == ["tuiles"]
    assert "même identifiant" in told[0].message


def test_the_same_rule_in_two_files_names_both_places(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(SUITES, "- id: alpha.suites.autre", "- id: alpha.essai.montree")
    told = {problem.message for problem in base.problems() if problem.line == base.line(SUITES, "- id: alpha.essai.montree")}
    assert any("déjà pris" in message and f"{RULES}:{base.line(RULES, '- id: alpha.essai.montree')}" in message for message in told)
    assert any("« alpha.suites. »" in message for message in told)


# --- facts ------------------------------------------------------------------------------------------------------------------------

FACT_MISTAKES = [
    bad("neither asked nor derived", FACTS, "  question: Sa main est-elle complète ?\n", "", "complete", "sans question", "aucune règle ne le déduit", "question", at="- id: complete"),
    bad("derived without otherwise", FACTS, "  otherwise: oui\n", "", "valable", "otherwise", at="- id: valable"),
    bad("derived and asked", FACTS, "title: Victoire valable\n", "title: Victoire valable\n  question: Vaut-elle ?\n", "valable", "un fait déduit n'a pas de question", at="- id: valable"),
    bad("derived and usual", FACTS, "otherwise: oui\n", "otherwise: oui\n  usual: oui\n", "valable", "usual", at="- id: valable"),
    bad("values and number", FACTS, "number: {min: 0, max: 60, unit: minutes}", "number: {min: 0, max: 60, unit: minutes}\n  values: [{id: a, label: A}, {id: b, label: B}]", "minutes",
        "soit « values », soit « number »", at="- id: minutes"),
    bad("neither values nor number", FACTS, "  number: {min: 0, max: 5, unit: rappels}\n", "", "rappels", "soit « values », soit « number »", at="- id: rappels", alone=False),
    bad("min above max", FACTS, "number: {min: 0, max: 60, unit: minutes}", "number: {min: 70, max: 60, unit: minutes}", "minutes", "min", "max", alone=False),
    bad("reserved word", FACTS, "- id: excuse\n", "- id: incident\n", "incident", "« incident »", "réservé", alone=False),
    bad("context that is a number", FACTS, "- id: annonce\n", "- id: niveau\n  title: Niveau\n  scope: contexte\n  question: Quel niveau ?\n  number: {min: 0, max: 2, unit: niveaux}\n- id: annonce\n",
        "niveau", "contexte", "liste de valeurs", at="- id: niveau", alone=False),
    bad("derived number", RULES, "if: {complete: non}\n  then: {fact: {valable: non}}", "if: {complete: non}\n  then: {fact: {minutes: 3}}", "then.fact.minutes", "nombre",
        at="then: {fact: {minutes", alone=False),
]

# --- rules ------------------------------------------------------------------------------------------------------------------------

RULE_MISTAKES = [
    bad("rare fact read by a ruling", RULES, "valable: non, tuiles: toutes}", "valable: non, tuiles: toutes, expres: non}", "alpha.essai.montree", "« expres »", "usual", "exception",
        at="- id: alpha.essai.montree"),
    bad("rare fact read by a derivation", RULES, "if: {complete: non}", "if: {complete: non, expres: oui}", "alpha.essai.incomplete", "« expres »", "usual", at="- id: alpha.essai.incomplete"),
    bad("only_if not repeated", RULES, "if: {annonce: ron, furiten: oui}", "if: {furiten: oui}", "alpha.essai.furiten", "« furiten »", "annonce vaut ron", "only_if",
        at="- id: alpha.essai.furiten"),
    bad("only_if repeated wrongly", RULES, "if: {annonce: ron, furiten: oui}", "if: {annonce: tsumo, furiten: oui}", "alpha.essai.furiten", "« furiten »", "annonce vaut ron",
        at="- id: alpha.essai.furiten"),
    bad("ruling without an incident", RULES, "if: {incident: victoire, valable: oui}", "if: {valable: oui}", "alpha.essai.bonne", "incident", "« if »", at="- id: alpha.essai.bonne"),
    bad("derives and rules", RULES, "if: {complete: non}\n  then: {fact: {valable: non}}", "if: {complete: non}\n  then: {fact: {valable: non}, sanction: aucune}", "alpha.essai.incomplete",
        "pas les deux", at="- id: alpha.essai.incomplete"),
    bad("empty then", RULES, "if: {complete: non}\n  then: {fact: {valable: non}}", "if: {complete: non}\n  then: {}", "alpha.essai.incomplete", "« then » ne donne rien", "overrides",
        at="- id: alpha.essai.incomplete"),
    bad("derives nothing", RULES, "if: {complete: non}\n  then: {fact: {valable: non}}", "if: {complete: non}\n  then: {fact: {}}", "alpha.essai.incomplete", "ne donne rien",
        at="- id: alpha.essai.incomplete"),
    bad("consequence that gives a sanction", SUITES, "then: {donne: redistribuee, est: reste}", "then: {sanction: points, donne: redistribuee, est: reste}", "alpha.suites.chombo", "suite",
        "adds: true", at="- id: alpha.suites.chombo"),
    bad("one_of and something else", RULES, "  then:\n    one_of:", "  then:\n    donne: continue\n    one_of:", "alpha.essai.long", "one_of", "chaque lecture", at="- id: alpha.essai.long"),
    bad("discretion without decides", SUITES, "{sanction: discretion, decides: {who: arbitre, text: De l'avertissement à l'exclusion.}}", "{sanction: discretion}", "alpha.suites.expres",
        "« decides »", at="- id: alpha.suites.expres"),
    bad("decides without discretion", SUITES, "{sanction: discretion, decides", "{sanction: avertissement, decides", "alpha.suites.expres", "« decides »", at="- id: alpha.suites.expres"),
    bad("overrides itself", RULES, "overrides: alpha.essai.court", "overrides: alpha.essai.excuse", "overrides", "elle-même"),
    bad("min on a list", RULES, "if: {complete: non}", "if: {complete: {min: 1}}", "if.complete", "« min »", "nombre"),
    bad("word on a number", RULES, "minutes: 0}", "minutes: zero}", "if.minutes", "nombre", at="if: {incident: retard, minutes: zero}"),
    bad("not on a number", RULES, "minutes: 0}", "minutes: {not: 0}}", "if.minutes", "nombre", "« min »", at="if: {incident: retard, minutes: {not"),
    bad("in and max", RULES, "minutes: 0}", "minutes: {in: [0], max: 3}}", "if.minutes", "une seule", "« in »", at="if: {incident: retard, minutes: {in"),
    bad("condition without a key", RULES, "minutes: 0}", "minutes: {}}", "if.minutes", "« in »", "« min »", at="if: {incident: retard, minutes: {}}"),
    bad("always true", RULES, "if: {complete: non}", "if: {complete: {in: [oui, non]}}", "if.complete", "toujours vraie", "retirez"),
    bad("always false", RULES, "if: {complete: non}", "if: {complete: {not: [oui, non]}}", "if.complete", "toujours fausse"),
    bad("number always true", RULES, "minutes: 0}", "minutes: {min: 0, max: 60}}", "if.minutes", "toujours vraie", at="if: {incident: retard, minutes: {min: 0"),
    bad("number never true", RULES, "minutes: 0}", "minutes: {min: 5, max: 3}}", "if.minutes", "toujours fausse", at="if: {incident: retard, minutes: {min: 5"),
    bad("number out of bounds", RULES, "minutes: 0}", "minutes: 61}", "if.minutes", "61", "60", at="if: {incident: retard, minutes: 61}"),
]

AMOUNTS = [
    bad("said two ways", RULES, "amount: {per:", "amount: {value: 3, per:", "amount", "une seule façon", "value", "per", "ladder"),
    bad("not said", SUITES, "{of: chombo, value: 20,", "{of: chombo,", "amount", "une seule façon", "value", at="amount: {of: chombo, unit"),
    bad("without of", SUITES, "{of: chombo, value", "{value", "amount", "« of »", at="amount: {value"),
    bad("of a sanction that is not counted", SUITES, "{of: chombo, value", "{of: main-morte, value", "alpha.suites.chombo-tournoi", "« main-morte »", "amount: true",
        at="- id: alpha.suites.chombo-tournoi"),
    bad("counts what the rule does not read", RULES, "{count: minutes,", "{count: rappels,", "amount", "« rappels »", "« if »", at="amount: {per"),
    bad("counts what is no number", RULES, "if: {incident: victoire, valable: non, tuiles: toutes}\n  then: {sanction: chombo}",
        "if: {incident: victoire, valable: non, tuiles: toutes}\n  then:\n    sanction: chombo\n    amount: {per: {count: tuiles, each: 1}, unit: points-de-table, payer: joueur, payee: personne, moment: fin}",
        "amount", "« tuiles »", "nombre", at="amount: {per: {count: tuiles"),
    bad("ladder that begins above the condition", RULES, "first: 1, steps", "first: 2, steps", "amount", "rappels", "2", at="amount:\n      ladder"),
]


@pytest.mark.parametrize("mistake", FACT_MISTAKES)
def test_facts(tmp_path: Path, mistake: Bad) -> None:
    check(tmp_path, mistake)


@pytest.mark.parametrize("mistake", RULE_MISTAKES)
def test_rules(tmp_path: Path, mistake: Bad) -> None:
    check(tmp_path, mistake)


@pytest.mark.parametrize("mistake", AMOUNTS)
def test_amounts(tmp_path: Path, mistake: Bad) -> None:
    check(tmp_path, mistake)


def test_circle_of_exceptions_names_both_places(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES, "if: {incident: retard, minutes: 0}\n", "if: {incident: retard, minutes: 0}\n  overrides: alpha.essai.excuse\n")
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
    base = Base(tmp_path).replace(SANCTIONS, "- [aucune, points]", "- [chombo, aucune]")
    problems = base.problems()
    assert {problem.file for problem in problems} == {SANCTIONS}
    assert all(base.line(SANCTIONS, "gravity:") <= problem.line <= base.line(SANCTIONS, "unordered:") for problem in problems)
    text = " ".join(problem.message for problem in problems)
    for sanction in ("aucune", "avertissement", "main-morte", "chombo"):
        assert sanction in text
    assert "points" not in text


def test_sanctions_said_to_have_no_order_that_have_one(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(SANCTIONS, "between: [points, main-morte]", "between: [aucune, main-morte]")
    (problem,) = base.problems()
    assert (problem.file, problem.line) == (SANCTIONS, base.line(SANCTIONS, "between:"))
    assert "aucune" in problem.message
    assert "main-morte" in problem.message


def test_incident_that_a_ruleset_does_not_rule(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(INCIDENTS, "rulesets: [alpha]", "rulesets: [alpha, beta]")
    (problem,) = base.problems()
    assert (problem.file, problem.line, problem.key) == (INCIDENTS, base.line(INCIDENTS, "- id: retard"), "retard")
    assert "aucune règle de beta" in problem.message


def test_rule_for_an_incident_that_does_not_occur(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(INCIDENTS, "rulesets: [alpha, beta]", "rulesets: [alpha]")
    told = [problem for problem in base.problems() if problem.file == RULES_B]
    assert told
    assert "« victoire » ne se produit pas dans beta" in told[0].message


# --- cases ------------------------------------------------------------------------------------------------------------------------

CASE_MISTAKES = [
    bad("derived fact", CASES, "facts: {incident: victoire, annonce: tsumo,", "facts: {incident: victoire, valable: non, annonce: tsumo,", "tsumo-incomplet.facts.valable", "déduit", "vu"),
    bad("without an incident", CASES, "facts: {incident: retard, minutes: 7,", "facts: {minutes: 7,", "sept-minutes.facts", "incident", alone=False),
    bad("ruleset where it cannot occur", CASES, "    alpha: {sanction: points, amounts: [5]}", "    alpha: {sanction: points, amounts: [5]}\n    beta: {sanction: aucune}", "sept-minutes",
        "beta", "« retard » ne se produit pas", at="- id: sept-minutes"),
    bad("sentence about a fact that is not given", CASES, "- tuiles: Il montre tout.", "- expres: Il le fait exprès.", "ron-deja-ecarte.story", "« expres »", "faits du cas"),
    bad("variant that changes nothing", CASES, "change: {furiten: non}", "change: {furiten: oui}", "ron-deja-ecarte.pas-ecartee", "« furiten »", "déjà", at="- id: pas-ecartee"),
    bad("the same facts as another", CASES, "facts: {incident: retard, minutes: 3, excuse: oui, rappels: 4}", "facts: {incident: retard, minutes: 7, excuse: non, rappels: 0}", "trop-d-excuses",
        "sept-minutes", at="- id: trop-d-excuses", alone=False),
]


@pytest.mark.parametrize("mistake", CASE_MISTAKES)
def test_cases(tmp_path: Path, mistake: Bad) -> None:
    check(tmp_path, mistake)


# --- editions ---------------------------------------------------------------------------------------------------------------------

NEW_RULE = """\
- id: gamma.essai.expres
  title: Fausse victoire voulue
  if: {incident: victoire, complete: non, expres: oui}
  then: {sanction: main-morte, donne: continue}
  overrides: gamma.essai.vide
  cites: texte-c/7/victoire
"""


def test_an_edition_takes_over_the_rules_of_its_base(tmp_path: Path) -> None:
    gamma = Base(tmp_path).with_edition().library().rulesets["gamma"]
    assert list(gamma.rules) == ["gamma.essai.bonne", "gamma.essai.vide", "gamma.essai.montree"]
    assert {rule.cites for rule in gamma.rules.values()} == {("texte-c/7/victoire",)}
    assert {rule.ruleset for rule in gamma.rules.values()} == {"gamma"}


def test_an_edition_drops_and_redefines(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition().append(EDITION, "drop: [beta.essai.montree]\n")
    base.append(EDITION_RULES, NEW_RULE.replace("gamma.essai.expres", "gamma.essai.vide").replace("  overrides: gamma.essai.vide\n", "").replace(", expres: oui", ""))
    rules = base.library().rulesets["gamma"].rules
    assert sorted(rules) == ["gamma.essai.bonne", "gamma.essai.vide"]
    assert rules["gamma.essai.vide"].title == "Fausse victoire voulue"


def test_an_edition_can_make_exceptions_to_what_it_took_over(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition().append(EDITION_RULES, NEW_RULE)
    assert [str(problem) for problem in base.problems()] == []


EDITIONS = [
    bad("unknown base", EDITION, "base: beta", "base: betta", "gamma.base", "règlement inconnu : « betta »", "« beta »"),
    bad("its own base", EDITION, "base: beta", "base: gamma", "gamma.base", "« gamma »"),
    bad("drop of an unknown rule", EDITION, "base: beta", "base: beta\ndrop: [beta.essai.vid]", "gamma.drop", "« beta.essai.vid »", "« beta.essai.vide »", at="drop:"),
    bad("drop without a base", EDITION, "base: beta", "drop: [beta.essai.vide]", "drop", "« base »", alone=False),
    bad("citation that the edition does not quote", EDITION_CLAUSES, "- id: texte-c/7/victoire\n  section: \"7\"", "- id: texte-c/8/victoire\n  section: \"8\"", "", "", at="- id: texte-c/8"),
]


@pytest.mark.parametrize("mistake", EDITIONS[:-1])
def test_editions(tmp_path: Path, mistake: Bad) -> None:
    assert_told(Base(tmp_path).with_edition().replace(mistake.file, mistake.old, mistake.new), mistake)


def test_an_inherited_citation_must_exist_in_the_editions_source(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition().replace(EDITION_CLAUSES, '- id: texte-c/7/victoire\n  section: "7"', '- id: texte-c/8/victoire\n  section: "8"')
    problems = base.problems()
    assert {problem.key for problem in problems} == {"gamma.essai.bonne", "gamma.essai.vide", "gamma.essai.montree"}
    for problem in problems:
        assert_readable(problem)
        assert problem.file == EDITION
        assert "texte-c/7/victoire" in problem.message
        assert "clauses/texte-c.yaml" in problem.message
        assert "drop" in problem.message


def test_an_inherited_citation_must_stand_word_for_word(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition().replace(EDITION_CLAUSES, "Main fausse et montrée, main morte ; sinon un avertissement.", "Main fausse, exclusion.")
    problems = base.problems()
    assert {problem.key for problem in problems} >= {"gamma.essai.bonne"}
    assert all("texte-c/7/victoire" in problem.message and "mot pour mot" in problem.message for problem in problems)


def test_an_edition_may_come_before_its_base_in_order(tmp_path: Path) -> None:
    """`order` is how rulesets are listed; it does not say which is whose base."""
    base = Base(tmp_path).with_edition()
    base.append("rules_yaml/delta/ruleset.yaml", base.files[EDITION].replace("gamma", "delta").replace("Gamma", "Delta").replace("base: beta", "base: gamma").replace("order: 3", "order: 0"))
    base.replace(INCIDENTS, "rulesets: [alpha, beta, gamma]", "rulesets: [alpha, beta, gamma, delta]")
    base.files[SANCTIONS] = re.sub(r"( +)gamma: (.*)", r"\1gamma: \2\n\1delta: \2", base.files[SANCTIONS])
    assert [str(problem) for problem in base.problems()] == []
