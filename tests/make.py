"""A small made-up knowledge base on disk, valid as it stands, that a test changes in one place.

Two rulesets (`alpha` with every kind of rule, `beta` with a few), two incidents, facts of every sort. Nothing in it is a rule
of mah-jong: tests that use it do not depend on the project's own knowledge.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from assistant.library import read_library
from assistant.model import Library
from assistant.problem import AuthorError, Problem

SOURCES = "knowledge/sources.yaml"
CLAUSES = "knowledge/clauses/texte-a.yaml"
CLAUSES_B = "knowledge/clauses/texte-b.yaml"
FACTS = "knowledge/facts/commun.yaml"
INCIDENTS = "knowledge/incidents/essai.yaml"
SANCTIONS = "knowledge/sanctions.yaml"
CASES = "knowledge/cases/essai.yaml"
RULESET = "rules_yaml/alpha/ruleset.yaml"
RULES = "rules_yaml/alpha/essai.yaml"
SUITES = "rules_yaml/alpha/suites.yaml"
RULESET_B = "rules_yaml/beta/ruleset.yaml"
RULES_B = "rules_yaml/beta/essai.yaml"

FILES: dict[str, str] = {
    SOURCES: """\
- id: texte-a
  title: Texte A
  edition: édition de 2020
  publisher: Une fédération
  language: français
  prevails: Le français fait foi.
  licence: domaine public
  attribution: Une fédération, Texte A.
- id: texte-b
  title: Texte B
  edition: édition de 2021
  publisher: Une autre fédération
  language: français
  prevails: Le texte ne dit pas quelle langue fait foi.
  licence: domaine public
  attribution: Une autre fédération, Texte B.
""",
    CLAUSES: """\
- id: texte-a/1.1/victoire
  section: "1.1"
  heading: La victoire
  quote: La main bonne est payée.
- id: texte-a/1.2/non-montree
  section: "1.2"
  heading: La main non montrée
  quote: Qui annonce à tort sans montrer a une main morte.
- id: texte-a/1.3/montree
  section: "1.3"
  heading: La main montrée
  quote: [Qui montre une main fausse est chombo., On redonne.]
  warnings:
    - {kind: coquille, text: Le texte écrit deux fois ce mot.}
- id: texte-a/1.4/furiten
  section: "1.4"
  heading: La tuile déjà écartée
  quote: On ne gagne pas sur une tuile déjà écartée.
- id: texte-a/1.5/autre
  section: "1.5"
  heading: La victoire d'un autre
  quote: La victoire d'un autre efface le chombo.
- id: texte-a/1.6/expres
  section: "1.6"
  heading: Le geste voulu
  quote: L'arbitre apprécie le geste voulu.
- id: texte-a/2.1/retard
  section: "2.1"
  heading: Le retard
  quote: Un point par minute, cinq au plus.
- id: texte-a/2.2/excuse
  section: "2.2"
  heading: L'excuse
  quote: Le retard excusé n'est pas puni, trois fois au plus.
- id: texte-a/2.3/rappel
  section: "2.3"
  heading: Les rappels
  quote: Cinq, dix, vingt points par rappel.
- id: texte-a/3.1/conteste
  section: "3.1"
  heading: Les litiges
  quote: L'arbitre tranche.
""",
    CLAUSES_B: """\
- id: texte-b/7/victoire
  section: "7"
  heading: Fausse victoire
  quote: Main fausse et montrée, main morte ; sinon un avertissement.
""",
    FACTS: """\
- id: contexte
  title: Contexte
  scope: contexte
  question: Quel jeu ?
  values:
    - {id: tournoi, label: Tournoi}
    - {id: amical, label: Partie amicale}
- id: annonce
  title: Annonce
  question: Qu'a-t-il annoncé ?
  values:
    - {id: ron, label: Ron}
    - {id: tsumo, label: Tsumo}
- id: furiten
  title: Tuile déjà écartée
  question: L'avait-il déjà écartée ?
  only_if: {annonce: ron}
  values:
    - {id: oui, label: "Oui"}
    - {id: non, label: "Non"}
- id: complete
  title: Main complète
  question: Sa main est-elle complète ?
  values:
    - {id: oui, label: "Oui"}
    - {id: non, label: "Non"}
- id: valable
  title: Victoire valable
  values:
    - {id: oui, label: "Oui"}
    - {id: non, label: "Non"}
  otherwise: oui
- id: tuiles
  title: Tuiles montrées
  question: Qu'a-t-il montré ?
  values:
    - {id: aucune, label: Rien}
    - {id: quelques-unes, label: Quelques tuiles}
    - {id: toutes, label: Tout}
- id: autre_victoire
  title: Victoire d'un autre
  scope: table
  question: Un autre a-t-il gagné ?
  values:
    - {id: oui, label: "Oui"}
    - {id: non, label: "Non"}
  usual: non
- id: expres
  title: Geste voulu
  question: L'a-t-il fait exprès ?
  values:
    - {id: oui, label: "Oui"}
    - {id: non, label: "Non"}
  usual: non
- id: minutes
  title: Retard
  question: De combien de minutes ?
  number: {min: 0, max: 60, unit: minutes}
- id: excuse
  title: Excuse
  question: S'est-il excusé ?
  values:
    - {id: oui, label: "Oui"}
    - {id: non, label: "Non"}
- id: rappels
  title: Rappels
  question: Combien de rappels a-t-il déjà reçus ?
  number: {min: 0, max: 5, unit: rappels}
""",
    INCIDENTS: """\
- id: victoire
  title: Une victoire contestée
  help: Ron ou tsumo annoncé.
  words: [faux ron, chombo]
  rulesets: [alpha, beta]
- id: retard
  title: Un joueur en retard
  help: Le joueur arrive après le début.
  words: [absent, en retard]
  rulesets: [alpha]
""",
    SANCTIONS: """\
sanctions:
  - id: aucune
    title: Aucune sanction
    nature: decision
    vanishes: true
    rulesets:
      alpha: {name: pas de sanction, effect: Rien.}
      beta: {name: rien, effect: Rien.}
  - id: victoire-payee
    title: Victoire payée
    nature: decision
    rulesets:
      alpha: {name: la victoire est payée, effect: La main est payée.}
      beta: {name: la victoire est payée, effect: La main est payée.}
  - id: avertissement
    title: Avertissement
    nature: sanction
    rulesets:
      alpha: {name: avertissement, effect: Le joueur est averti.}
      beta: {name: avertissement, effect: Le joueur est averti., steps: [Avertissez le joueur.]}
  - id: main-morte
    title: Main morte
    nature: sanction
    rulesets:
      alpha: {name: main morte, effect: Le joueur ne gagne plus.}
      beta: {name: main morte, effect: Le joueur ne gagne plus.}
  - id: points
    title: Points
    nature: sanction
    amount: true
    rulesets:
      alpha: {name: points, effect: Des points sont retirés.}
  - id: malus
    title: Malus
    nature: sanction
    amount: true
    rulesets:
      alpha: {name: malus, effect: Des points de plus sont retirés.}
  - id: chombo
    title: Chombo
    nature: sanction
    amount: true
    rulesets:
      alpha: {name: chombo, effect: On redonne.}
  - id: discretion
    title: À l'appréciation
    nature: sanction
    discretion: true
    rulesets:
      alpha: {name: à l'appréciation, effect: L'arbitre choisit.}
players:
  - {id: joueur, label: le joueur}
  - {id: adversaires, label: ses adversaires}
  - {id: arbitre, label: l'arbitre}
  - {id: personne, label: personne, nobody: true}
units:
  - {id: points-de-table, label: points à la table}
  - {id: points-de-tournoi, label: points de tournoi}
moments:
  - {id: immediat, label: tout de suite}
  - {id: fin, label: à la fin}
slots:
  - id: donne
    title: La donne
    values:
      - {id: continue, label: la donne continue, step: Le jeu reprend.}
      - {id: gagnee, label: la donne est gagnée}
      - {id: redistribuee, label: on redonne}
      - {id: non-dit, label: le texte ne dit rien de la donne}
  - id: est
    title: Est
    unless: {donne: [continue]}
    values:
      - {id: reste, label: Est reste}
      - {id: tourne, label: Est change}
      - {id: non-dit, label: le texte ne dit rien d'Est}
gravity:
  chains:
    - [aucune, avertissement, main-morte, chombo]
    - [victoire-payee, main-morte]
    - [aucune, points]
  unordered:
    - between: [points, main-morte]
      why: Des points et une main morte ne se comparent pas.
""",
    RULESET: """\
id: alpha
title: Règlement Alpha
short: A
edition: édition de 2020
game: essai
source: texte-a
newer: Il n'y a pas d'édition plus récente.
order: 1
slots: [donne, est]
disputed: texte-a/3.1/conteste
""",
    RULESET_B: """\
id: beta
title: Règlement Beta
short: B
edition: édition de 2021
game: essai
source: texte-b
newer: Il n'y a pas d'édition plus récente.
order: 2
slots: [donne]
""",
    RULES: """\
- id: alpha.essai.furiten
  title: Tuile déjà écartée
  if: {annonce: ron, furiten: oui}
  then: {fact: {valable: non}}
  cites: texte-a/1.4/furiten
- id: alpha.essai.incomplete
  title: Main incomplète
  if: {complete: non}
  then: {fact: {valable: non}}
  cites: texte-a/1.1/victoire
- id: alpha.essai.bonne
  title: Bonne victoire
  if: {incident: victoire, valable: oui}
  then: {sanction: victoire-payee, donne: gagnee, est: reste}
  cites: texte-a/1.1/victoire
- id: alpha.essai.vide
  title: Fausse victoire non montrée
  if: {incident: victoire, valable: non, tuiles: aucune}
  then: {sanction: main-morte, donne: continue}
  cites: texte-a/1.2/non-montree
- id: alpha.essai.quelques
  title: Fausse victoire montrée en partie
  if: {incident: victoire, valable: non, tuiles: quelques-unes}
  then: {silence: Le texte ne dit pas combien de tuiles font une main montrée., donne: non-dit, est: non-dit}
  cites: [texte-a/1.2/non-montree, texte-a/1.3/montree]
- id: alpha.essai.montree
  title: Fausse victoire montrée
  if: {incident: victoire, valable: non, tuiles: toutes}
  then: {sanction: chombo}
  cites: texte-a/1.3/montree
- id: alpha.essai.a-l-heure
  title: À l'heure
  if: {incident: retard, minutes: 0}
  then: {sanction: aucune, donne: continue}
  cites: texte-a/2.1/retard
- id: alpha.essai.court
  title: Retard court
  if: {incident: retard, minutes: {min: 1, max: 9}}
  then:
    sanction: points
    amount: {per: {count: minutes, each: 1, max: 5}, unit: points-de-table, payer: joueur, payee: personne, moment: immediat}
    donne: continue
  cites: texte-a/2.1/retard
- id: alpha.essai.long
  title: Retard long
  if: {incident: retard, minutes: {min: 10}}
  then:
    one_of:
      - {reading: Le joueur est averti., sanction: avertissement, donne: continue, cites: texte-a/2.1/retard}
      - {reading: On redonne., sanction: chombo, donne: redistribuee, est: reste, cites: texte-a/1.3/montree}
  cites: texte-a/2.1/retard
- id: alpha.essai.excuse
  title: Retard excusé
  if: {incident: retard, minutes: {min: 1, max: 9}, excuse: oui}
  then: {sanction: aucune, donne: continue}
  overrides: alpha.essai.court
  cites: texte-a/2.2/excuse
- id: alpha.essai.excuse-usee
  title: Trop d'excuses
  if: {incident: retard, excuse: oui, rappels: {min: 3}}
  then: {}
  overrides: [alpha.essai.excuse]
  cites: texte-a/2.2/excuse
- id: alpha.essai.rappel
  title: Rappels déjà reçus
  if: {incident: retard, minutes: {min: 1, max: 9}, rappels: {min: 1}}
  then:
    sanction: malus
    amount:
      ladder: {count: rappels, first: 1, steps: [5, 10, 20], beyond: derniere-marche}
      unit: points-de-table
      payer: joueur
      payee: personne
      moment: fin
  adds: true
  cites: texte-a/2.3/rappel
""",
    SUITES: """\
- id: alpha.suites.chombo
  title: Après un chombo
  if: {sanction: chombo}
  then: {donne: redistribuee, est: reste}
  cites: texte-a/1.3/montree
- id: alpha.suites.chombo-tournoi
  title: Chombo en tournoi
  if: {sanction: chombo, contexte: tournoi}
  then:
    amount: {of: chombo, value: 20, unit: points-de-tournoi, payer: joueur, payee: personne, moment: fin}
  cites: texte-a/1.3/montree
- id: alpha.suites.autre
  title: La victoire d'un autre efface le chombo
  if: {autre_victoire: oui}
  then: {sanction: aucune, donne: gagnee, est: reste}
  overrides: {sanction: chombo}
  cites: texte-a/1.5/autre
  interpretation: Nous lisons que l'autre victoire doit être bonne.
- id: alpha.suites.expres
  title: Geste voulu
  if: {incident: victoire, expres: oui}
  then: {sanction: discretion, decides: {who: arbitre, text: De l'avertissement à l'exclusion.}}
  adds: true
  cites: texte-a/1.6/expres
""",
    RULES_B: """\
- id: beta.essai.bonne
  title: Bonne victoire
  if: {incident: victoire, complete: oui}
  then: {sanction: victoire-payee, donne: gagnee}
  cites: texte-b/7/victoire
- id: beta.essai.vide
  title: Fausse victoire
  if: {incident: victoire, complete: non, tuiles: {not: toutes}}
  then: {sanction: avertissement, donne: continue}
  cites: texte-b/7/victoire
- id: beta.essai.montree
  title: Fausse victoire montrée
  if: {incident: victoire, complete: non, tuiles: toutes}
  then: {sanction: main-morte, donne: continue}
  cites: texte-b/7/victoire
""",
    CASES: """\
- id: ron-deja-ecarte
  title: Ron sur une tuile déjà écartée
  story:
    - Ouest annonce ron.
    - tuiles: Il montre tout.
  facts: {incident: victoire, annonce: ron, furiten: oui, complete: oui, tuiles: toutes}
  expect:
    alpha: {sanction: chombo, amounts: [20], donne: redistribuee, est: reste, cites: texte-a/1.3/montree}
    beta: {sanction: victoire-payee}
  level: 1
  variants:
    - id: entre-amis
      change: {contexte: amical}
      tells: Ils jouent entre amis.
      expect:
        alpha: {sanction: chombo, amounts: []}
    - id: pas-ecartee
      change: {furiten: non}
      tells: Il ne l'avait pas écartée.
      expect:
        alpha: {sanction: victoire-payee, cites: texte-a/1.1/victoire}
    - id: rien-montre
      change: {tuiles: aucune}
      tells: Il ne montre rien.
      expect:
        alpha: {sanction: main-morte, donne: continue}
    - id: un-peu-montre
      change: {tuiles: quelques-unes}
      tells: Il montre trois tuiles.
      expect:
        alpha: {silence: true}
    - id: autre-gagnant
      change: {autre_victoire: oui}
      tells: Nord gagne au même moment.
      expect:
        alpha: {sanction: aucune, donne: gagnee}
    - id: expres
      change: {expres: oui}
      tells: Il le fait exprès.
      expect:
        alpha: {sanction: [chombo, discretion]}
- id: tsumo-incomplet
  title: Tsumo sans main complète
  story: [Est annonce tsumo et montre tout.]
  facts: {incident: victoire, annonce: tsumo, complete: non, tuiles: toutes}
  expect:
    alpha: {sanction: chombo}
    beta: {sanction: main-morte, donne: continue}
  level: 1
  variants:
    - id: complet
      change: {complete: oui}
      tells: Sa main est bonne.
      expect:
        alpha: {sanction: victoire-payee}
        beta: {sanction: victoire-payee, donne: gagnee}
    - id: rien-montre
      change: {tuiles: aucune}
      tells: Il ne montre rien.
      expect:
        beta: {sanction: avertissement}
- id: sept-minutes
  title: Sept minutes de retard
  story: [Sud arrive en retard.]
  facts: {incident: retard, minutes: 7, excuse: non, rappels: 0}
  expect:
    alpha: {sanction: points, amounts: [5]}
  level: 2
  variants:
    - id: a-l-heure
      change: {minutes: 0}
      tells: Il est à l'heure.
      expect:
        alpha: {sanction: aucune}
    - id: un-quart-d-heure
      change: {minutes: 15}
      tells: Il a un quart d'heure de retard.
      expect:
        alpha:
          one_of:
            - {sanction: avertissement, cites: texte-a/2.1/retard}
            - {sanction: chombo, donne: redistribuee}
    - id: excuse
      change: {excuse: oui}
      tells: Il s'excuse.
      expect:
        alpha: {sanction: aucune, cites: texte-a/2.2/excuse}
    - id: deux-rappels
      change: {rappels: 2}
      tells: Il a déjà eu deux rappels.
      expect:
        alpha: {sanction: [points, malus], amounts: [5, 10]}
- id: trop-d-excuses
  title: Une excuse de trop
  story: [Sud s'excuse encore.]
  facts: {incident: retard, minutes: 3, excuse: oui, rappels: 4}
  expect:
    alpha: {sanction: [points, malus], amounts: [3, 20]}
  level: 3
  variants:
    - id: encore-permise
      change: {rappels: 2}
      tells: C'est sa troisième excuse.
      expect:
        alpha: {sanction: malus, amounts: [10]}
""",
}

EDITION = "rules_yaml/gamma/ruleset.yaml"
EDITION_RULES = "rules_yaml/gamma/essai.yaml"
EDITION_CLAUSES = "knowledge/clauses/texte-c.yaml"


class Base:
    """The files of a knowledge base, to be changed and then written below a folder."""

    def __init__(self, root: Path, files: Mapping[str, str] = FILES):
        self.root = root
        self.files = dict(files)

    def replace(self, file: str, old: str, new: str) -> Base:
        """Change one passage of one file; it must stand there exactly once."""
        assert self.files[file].count(old) == 1, f"{old!r} stands {self.files[file].count(old)} times in {file}"
        self.files[file] = self.files[file].replace(old, new)
        return self

    def append(self, file: str, text: str) -> Base:
        self.files[file] = self.files.get(file, "") + text
        return self

    def remove(self, file: str) -> Base:
        del self.files[file]
        return self

    def with_edition(self) -> Base:
        """Add `gamma`, a later edition of `beta` that takes over all its rules."""
        source = self.files[SOURCES].split("- id: texte-b")[1].replace("Texte B", "Texte C").replace("2021", "2022")
        self.append(SOURCES, f"- id: texte-c{source}")
        self.append(EDITION_CLAUSES, self.files[CLAUSES_B].replace("texte-b", "texte-c"))
        ruleset = self.files[RULESET_B].replace("beta", "gamma").replace("Beta", "Gamma").replace("texte-b", "texte-c").replace("order: 2", "order: 3")
        self.append(EDITION, ruleset + "base: beta\n")
        self.replace(INCIDENTS, "rulesets: [alpha, beta]", "rulesets: [alpha, beta, gamma]")
        self.files[SANCTIONS] = re.sub(r"( +)beta: (.*)", r"\1beta: \2\n\1gamma: \2", self.files[SANCTIONS])
        return self

    def write(self) -> tuple[Path, Path]:
        """Put the files on disk; the two folders that a library is read from."""
        for name, text in self.files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return self.root / "knowledge", self.root / "rules_yaml"

    def library(self, version: str = "essai") -> Library:
        return read_library(*self.write(), version)

    def problems(self) -> list[Problem]:
        """What the reader says is wrong; nothing when it loads."""
        try:
            self.library()
        except AuthorError as error:
            return error.problems
        return []

    def line(self, file: str, passage: str) -> int:
        """The line of the first place in a file where this passage begins."""
        text = self.files[file]
        assert passage in text, f"{passage!r} is not in {file}"
        return text[: text.index(passage)].count("\n") + 1


def small(root: Path, facts: Mapping[str, str], rules: Mapping[str, str], cases: str = "", clauses: Mapping[str, str] | None = None) -> Base:
    """A base of one ruleset, `alpha`, and one incident, `essai`, written in few words.

    A fact is its values (`oui non`, or `0..9` for a number) and after `|` any other keys; without `otherwise` it is asked. A rule
    is its YAML without `id`, `title` and `cites`: it cites `texte-a/1/<name>`, or what `clauses` says.
    """
    files = {name: text for name, text in FILES.items() if name in (SOURCES, SANCTIONS, RULESET)}
    files[SANCTIONS] = re.sub(r" +beta: .*\n", "", files[SANCTIONS])
    files[RULESET] = files[RULESET].replace("disputed: texte-a/3.1/conteste", "disputed: texte-a/1/litige")
    files[INCIDENTS] = "- {id: essai, title: Un essai, help: Pour voir., words: [essai], rulesets: [alpha]}\n"
    files[FACTS] = "".join(_fact(name, text) for name, text in facts.items())
    files[RULES] = "".join(f"- id: alpha.essai.{name}\n  title: Règle {name}\n  cites: {(clauses or {}).get(name, f'texte-a/1/{name}')}\n  {body.strip()}\n"
                           for name, body in rules.items())
    files[CLAUSES] = "".join(f"- {{id: texte-a/1/{name}, section: \"1\", heading: Article, quote: Le texte de {name}.}}\n" for name in ("litige", *rules))
    files[CASES] = cases or "- {id: rien, title: Rien, story: [Rien.], facts: {incident: essai}, expect: {alpha: {note: Rien.}}, level: 1}\n"
    return Base(root, files)


def _fact(name: str, text: str) -> str:
    values, _, more = (part.strip() for part in text.partition("|"))
    keys = [f"- id: {name}", f"title: Le fait {name}", *(line.strip() for line in more.split("|") if line)]
    if "otherwise" not in more:
        keys.append(f"question: Quel est {name} ?")
    if ".." in values:
        low, high = values.split("..")
        keys.append(f"number: {{min: {low}, max: {high}, unit: fois}}")
    else:
        keys.append("values: [" + ", ".join(f'{{id: {value}, label: "{value}"}}' for value in values.split()) + "]")
    return "\n  ".join(keys) + "\n"
