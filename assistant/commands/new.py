"""The command `arbitre new`: a commented skeleton of an incident, a case, a rule, a supplement or one of its precisions, which the proof already reads."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from assistant.authoring.precision import CLAUSES, RULES, inserted, precision
from assistant.authoring.yamlfile import read_yaml
from assistant.errors import InputError, refusal, unknown
from assistant.french import enumerate_words
from assistant.model import Library
from assistant.store.library import load
from assistant.store.paths import data_folder, supplement_files

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RULE = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+\.[a-z0-9-]+")
LAST_ITEM = re.compile(r"^( +- )[a-z0-9-]+\n\Z", re.M)

INCIDENT = """\
- id: {id}
  title: À écrire, ce qui s'est passé, vu de la table
  help: À écrire, de quoi reconnaître l'incident, et à quel autre penser.
  # Les mots avec lesquels on le cherche, un par ligne.
  words:
    - {words}
  # Les incidents avec lesquels on peut le confondre : « neighbours: [autre-incident] ».
"""
RULING = """\
- id: {id}
  title: À écrire, la règle en quelques mots
  # Les conditions, toutes ensemble : l'incident, puis des faits et leurs valeurs (arbitre list facts).
  if: {{incident: {incident}}}
  # Ce qui suit : « sanction: … » (arbitre list sanctions), et ce que deviennent les cases (« donne: continue »).
  # Là où le texte se tait, on le dit : un silence est une réponse.
  then:
    silence: À écrire, ce que le texte ne dit pas, et où on l'a cherché.
  cites: {cites}
"""
CASE = """\
- id: {id}
  title: À écrire, le cas en quelques mots
  # Une phrase par ligne ; « fait: phrase » dit quel fait une phrase raconte.
  story:
    - À écrire, ce qui s'est passé, comme on le raconte à une table.
  # Tout ce qui a été vu : l'incident, puis « fait: valeur » ; la preuve nomme ce qui manque encore.
  facts:
    incident: {incident}
  # Ce que chaque règlement doit décider, écrit d'après son texte ; d'abord la clause qui décide (« cites: … »).
  expect:
    {ruleset}: {{note: "À écrire, puis remplacer par sanction, silence, cites…"}}
  level: 1
"""
SUPPLEMENT = """\
# yaml-language-server: $schema=docs/schemas/supplement.schema.json
# Un supplément : des précisions à côté de {base}, dans ce seul fichier. Tout ce que l'on n'écrit pas est repris de la base.
# Le guide : docs/ecrire-une-regle.md, « Un supplément » ; un exemple entier : examples/precisions-d-un-tournoi.yaml.
id: {id}
supplements: {base}
title: À écrire, le nom complet
short: À écrire
edition: À écrire, la date ou la saison
text:
  publisher: À écrire, qui publie ces précisions
  prevails: Ces précisions ne valent que dans ce tournoi ; pour tout le reste le règlement de base fait foi.
  licence: À écrire
  attribution: À écrire, auteur, titre, licence

# Les précisions elles-mêmes, mot pour mot.
clauses:
  - section: "1"
    heading: À écrire, un titre
  - id: {id}/1/premiere
    quote: À écrire, la première précision.

# Une règle du même nom que celle de la base la remplace : {base}.famille.nom devient {id}.famille.nom.
# « arbitre silences --ruleset {base} » liste ce que le texte laisse ouvert, « arbitre show rule … » montre une règle.
# rules:
#   - id: {id}.famille.nom
#     title: La règle en quelques mots
#     if: {{incident: …}}
#     then: {{sanction: aucune, donne: continue}}
#     cites: [{id}/1/premiere]

# Les cas de la base qui se décident alors autrement : la preuve les nomme, avec la ligne à écrire.
# expect:
#   nom-du-cas: {{sanction: aucune, cites: {id}/1/premiere}}
"""


class Written(NamedTuple):
    """What was written where, and what to do next."""

    files: list[Path]
    then: list[str]


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("kind", choices=tuple(KINDS), metavar="|".join(KINDS), help="ce qu'il faut commencer")
    parser.add_argument("name", metavar="NOM", help="son identifiant ; d'une règle, règlement.famille.nom ; d'une précision, la règle de la base qu'elle remplace")
    parser.add_argument("--ruleset", metavar="R", help="le règlement (d'un supplément, sa base)")
    parser.add_argument("--incident", metavar="I", help="l'incident d'un cas ou d'une règle")
    parser.add_argument("--family", metavar="F", help="la famille d'un incident")
    parser.add_argument("--cites", metavar="CLAUSE", help="la clause que cite la règle")
    parser.add_argument("--output", metavar="FICHIER", help="d'un supplément, son fichier (NOM.yaml si absent)")
    parser.set_defaults(run=new)


LACKING = "il manque"
NEEDED = {  # what each kind cannot be begun without, in the order in which it is asked for
    "incident": ("family", "ruleset", "cites"),
    "case": ("incident", "ruleset"),
    "rule": ("incident", "cites"),
    "supplement": ("ruleset",),
    "precision": (),
}


def new(options: argparse.Namespace) -> int:
    """Write a skeleton; nothing that is there is overwritten."""
    form = RULE if options.kind in ("rule", "precision") else NAME
    if not form.fullmatch(options.name):
        wanted = "règlement.famille.nom" if form is RULE else "des minuscules sans accent, des chiffres et des tirets"
        raise InputError(f"« {options.name} » n'a pas la forme d'un identifiant : {wanted}.")
    library = load()
    lacking = [f"--{option}" for option in NEEDED[options.kind] if getattr(options, option) is None]
    try:
        written = KINDS[options.kind](library, options)
    except InputError as error:
        if not str(error).startswith(LACKING) or len(lacking) < 2:
            raise
        raise InputError(f"{error} Donnez en même temps {enumerate_words(lacking[1:])}.") from error
    for path in written.files:
        print(f"Écrit : {path}")
    for number, step in enumerate(written.then, 1):
        print(f"{number}. {step}")
    return 0


def _incident(library: Library, options: argparse.Namespace) -> Written:
    _free(options.name, "incident", {name: str(one.place) for name, one in library.incidents.items()})
    family = _one_of("--family", "famille", options.family, library.families)
    ruleset = _one_of("--ruleset", "règlement", options.ruleset, library.rulesets)
    cites = _clause(library, ruleset, options.cites)
    knowledge, rules = data_folder("knowledge"), data_folder("rules_yaml")
    places = [knowledge / "incidents" / f"{family}.yaml", rules / ruleset / f"{family}.yaml"]
    _append(places[0], INCIDENT.format(id=options.name, words=options.name.replace("-", " ")))
    _append(places[1], RULING.format(id=f"{ruleset}.{family}.{options.name}", incident=options.name, cites=cites))
    often = knowledge / "vocabularies" / "frequency.yaml"
    if often.is_file() and (last := LAST_ITEM.search(often.read_text(encoding="utf-8"))):
        _append(often, f"{last[1]}{options.name}\n")
        places.append(often)
    return Written(
        places,
        [
            "Remplacez chaque « À écrire » ; rangez l'incident sous la bonne fréquence de frequency.yaml.",
            f"Écrivez la règle des autres règlements : arbitre new rule R.{family}.{options.name} --incident {options.name} --cites …",
            f"Racontez un cas : arbitre new case … --incident {options.name} --ruleset {ruleset}",
            f"Prouvez : arbitre verify --incident {options.name}",
        ],
    )


def _rule(library: Library, options: argparse.Namespace) -> Written:
    _free(options.name, "règle", {rule.id: str(rule.place) for rule in library.rules()})
    ruleset, family, _ = options.name.split(".")
    _one_of("l'identifiant", "règlement", ruleset, library.rulesets)
    if library.rulesets[ruleset].supplements:
        raise InputError(f"{ruleset} est un supplément : ses règles s'écrivent dans son fichier, {library.rulesets[ruleset].place.file}, sous « rules ».")
    incident = _one_of("--incident", "incident", options.incident, library.incidents)
    path = data_folder("rules_yaml") / ruleset / f"{family}.yaml"
    _append(path, RULING.format(id=options.name, incident=incident, cites=_clause(library, ruleset, options.cites)))
    return Written(
        [path],
        [
            "Remplacez chaque « À écrire », et dites sous « if » quand la règle vaut.",
            f"Prouvez : arbitre verify --incident {incident} --ruleset {ruleset}",
            "Lisez ce qui a changé : arbitre diff",
        ],
    )


def _case(library: Library, options: argparse.Namespace) -> Written:
    _free(options.name, "cas", {name: str(one.place) for name, one in library.cases.items()})
    incident = library.incidents[_one_of("--incident", "incident", options.incident, library.incidents)]
    ruleset = _one_of("--ruleset", "règlement où il se produit", options.ruleset, incident.rulesets)
    path = data_folder("knowledge") / "cases" / f"{incident.family}.yaml"
    _append(path, CASE.format(id=options.name, incident=incident.id, ruleset=ruleset))
    return Written(
        [path],
        [
            "Remplacez chaque « À écrire » ; la décision attendue s'écrit d'après le texte, jamais d'après la réponse du programme.",
            f"Prouvez : arbitre verify --incident {incident.id} (elle nomme le fait qui manque encore)",
        ],
    )


def _supplement(library: Library, options: argparse.Namespace) -> Written:
    base = _one_of("--ruleset", "règlement", options.ruleset, library.rulesets)
    _free(options.name, "règlement ou texte", {**dict.fromkeys(library.sources, ""), **{name: str(one.place) for name, one in library.rulesets.items()}})
    path = Path(options.output or f"{options.name}.yaml")
    if path.exists():
        raise InputError(f"{path} existe déjà ; rien n'a été écrit. Choisissez un autre nom, ou --output.")
    _append(path, SUPPLEMENT.format(id=options.name, base=base))
    return Written(
        [path],
        [
            "Remplacez chaque « À écrire », puis ôtez les « # » devant « rules » et écrivez vos règles.",
            f"Prouvez : arbitre verify --ruleset {options.name} --supplement {path}",
            f"Lisez ce qui change : arbitre diff --ruleset {options.name} --supplement {path}",
            f"Pour qu'il soit toujours lu : ARBITRE_SUPPLEMENTS={path}, ou un dossier qui en contient.",
        ],
    )


def _precision(library: Library, options: argparse.Namespace) -> Written:
    base, family, name = _one_of("l'identifiant", "règle", options.name, (rule.id for rule in library.rules())).split(".")
    rule = library.rulesets[base].rules[options.name]
    if library.rulesets[base].supplements:
        raise InputError(f"{base} est déjà un supplément : changez sa règle dans {library.rulesets[base].place.file}, ou nommez la règle de sa base.")
    path = _supplement_of(base)
    text = path.read_text(encoding="utf-8")
    supplement = read_yaml(path, str(path)).data
    own = supplement["id"]
    _free(f"{own}.{family}.{name}", "règle", {one["id"]: str(path) for one in supplement.get(RULES, ())})
    written = read_yaml(data_folder("rules_yaml").parent / rule.place.file, rule.place.file).data
    clauses = {name: clause.section for name, clause in library.clauses.items() if clause.source == own}
    clause, entry = precision(own, [*clauses.values()][-1] if clauses else None, next(one for one in written if one["id"] == rule.id), clauses)
    _write(path, inserted(inserted(text, CLAUSES, clause), RULES, entry))
    return Written(
        [path],
        [
            "Remplacez chaque « À écrire » : la précision mot pour mot, et sous « then » ce qu'elle décide.",
            f"Prouvez : arbitre verify --ruleset {own} --supplement {path} (elle nomme les cas qui changent, avec la ligne à écrire)",
            f"Lisez ce qui change : arbitre diff --ruleset {own} --supplement {path}",
        ],
    )


def _supplement_of(base: str) -> Path:
    """The one file of precisions on this ruleset that is read."""
    read = supplement_files()
    completing = [path for path in read if dict(read_yaml(path, str(path)).data).get("supplements") == base]
    if len(completing) == 1:
        return completing[0]
    if not completing:
        others = f" ; {enumerate_words(map(str, read))} complète un autre règlement" if read else ""
        raise InputError(
            f"{LACKING} --supplement : le fichier des précisions sur {base}{others}. Commencez-le par « arbitre new supplement NOM --ruleset {base} »."
        )
    raise InputError(
        f"plusieurs suppléments complètent {base} : {enumerate_words(map(str, completing))}. Ne nommez que celui où écrire, par --supplement."
    )


KINDS: dict[str, Callable[[Library, argparse.Namespace], Written]] = {
    "incident": _incident,
    "case": _case,
    "rule": _rule,
    "supplement": _supplement,
    "precision": _precision,
}


def _free(name: str, what: str, taken: dict[str, str]) -> None:
    if name in taken:
        where = f" ({taken[name]})" if taken[name] else ""
        raise InputError(f"{what} « {name} » : ce nom est déjà pris{where} ; rien n'a été écrit.")


def _one_of(option: str, what: str, said: str | None, known: Iterable[str]) -> str:
    names = list(known)
    if said is None:
        raise InputError(f"{LACKING} {option} : {what}, parmi {', '.join(names[:12])}{'…' if names[12:] else ''}.")
    if said not in names:
        raise InputError(unknown(what, said, names))
    return said


def _clause(library: Library, ruleset: str, said: str | None) -> str:
    known = [name for name, clause in library.clauses.items() if clause.source in library.sources_of(ruleset)]
    if said is None:
        raise InputError(f"{LACKING} --cites : la clause que la règle cite ; cherchez-la par « arbitre list clauses --ruleset {ruleset} --search MOT ».")
    if said not in known:
        raise InputError(unknown("clause", said, known))
    return said


def _append(path: Path, text: str) -> None:
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else ""
    except OSError as error:
        raise InputError(f"impossible de lire {path} : {refusal(error)}.") from error
    gap = "" if not before or before.endswith("\n") else "\n"
    _write(path, before + gap + text)


def _write(path: Path, text: str) -> None:
    """The whole file anew, in one step: what cannot be written leaves the old one."""
    beside = path.with_name(f".{path.name}.nouveau")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise InputError(f"impossible d'écrire {path} : {refusal(error)}.") from error
