"""Pairs of events: a right base is clean and its pairs add up; for each invariant a wrong link, status or rule is caught and named."""

from __future__ import annotations

from pathlib import Path

from assistant.engine.engines import Engines
from assistant.model import When
from assistant.proof.ends import Ends
from tests.support.make import INCIDENTS, RULES, SANCTIONS, SLOTS, Base
from tests.support.proving import proved

LINKS = "rules_yaml/alpha/liens.yaml"
STATUSES = "rules_yaml/alpha/statuts.yaml"
ANOTHER_WINS = """- id: alpha.liens.autre
  title: un autre gagne au même moment
  settles: {autre_victoire: oui}
  from: {by: autre, incident: victoire, sanction: victoire-payee, when: en-meme-temps, order: tous}
  reads: fin
  cites: texte-a/1.5/autre
"""
BARRED = """- id: sans-droit
  title: Une victoire sans droit
  help: Ron ou tsumo annoncé d'une main morte.
  words: [main morte qui gagne]
"""
BARRED_RULE = """- id: alpha.essai.sans-droit
  title: Victoire sans droit
  if: {incident: sans-droit}
  then: {sanction: avertissement, donne: continue}
  cites: texte-a/1.2/non-montree
"""


def chained(root: Path) -> Base:
    """The small base with a link between wins and a win that turns into another incident."""
    base = Base(root).append(LINKS, ANOTHER_WINS).append(INCIDENTS, BARRED).append(RULES, BARRED_RULE)
    return base.replace(
        INCIDENTS, "words: [faux ron, chombo]", "words: [faux ron, chombo]\n  turns: {main-morte: sans-droit}"
    )


def broken(base: Base, title: str) -> list[str]:
    """What the proof says of one invariant."""
    return [problem for problem in proved(base, "alpha", pairs=True).problems if f" : {title} : " in problem]


def about_pairs(base: Base) -> list[str]:
    return [problem for problem in proved(base, "alpha", pairs=True).problems if " puis " in problem]


def test_a_right_base_is_clean_and_its_pairs_add_up(tmp_path: Path) -> None:
    base = chained(tmp_path)
    proof = proved(base, "alpha", pairs=True)
    assert [problem for problem in proof.problems if " puis " in problem] == []
    library = base.library()
    found = proof.pairs["alpha"]
    contexts = dict.fromkeys(walk.context for walk in proof.walks)
    here, *more = (
        Ends(library, Engines(library), library.rulesets["alpha"], proof.walks, {}, dict(context))
        for context in contexts
    )
    beside = [
        (first.incident, second)
        for ends in more
        for first in ends.classes()
        for second in ends.incidents
        if ends.sensitive & {first.incident, second}
    ]
    pairs = len(here.classes()) * len(here.incidents) + len(beside)
    assert beside and found.walked + found.combined == pairs * 2 * len(When)
    assert 0 < found.walked < found.combined
    assert found.told > 0


def test_a_win_paid_beside_a_redeal(tmp_path: Path) -> None:
    """The link answers the contrary of what it saw: the chombo stands beside the good win."""
    base = chained(tmp_path).replace(LINKS, "settles: {autre_victoire: oui}", "settles: {autre_victoire: non}")
    told = broken(base, "pas de victoire payée à côté d'une donne finie autrement")
    assert any("victoire puis victoire" in problem and "« on redonne »" in problem for problem in told)


def test_a_redeal_that_prevails_over_a_win(tmp_path: Path) -> None:
    base = chained(tmp_path).replace(SLOTS, "combine: [gagnee, redistribuee", "combine: [redistribuee, gagnee")
    told = broken(base, "pas de victoire payée à côté d'une donne finie autrement")
    assert any("l'ensemble dit « on redonne »" in problem for problem in told)


def test_a_win_without_the_right_to_it(tmp_path: Path) -> None:
    """The incident that a dead hand's win turns into pays it."""
    base = chained(tmp_path).replace(
        RULES, "if: {incident: sans-droit}\n  then: {sanction: avertissement, donne: continue}",
        "if: {incident: sans-droit}\n  then: {sanction: victoire-payee, donne: gagnee, est: reste}",
    )  # fmt: skip
    told = broken(base, "pas de statut avec son contraire")
    assert any("« main-morte » (rules_yaml/alpha/statuts.yaml:1)" in problem for problem in told)


def test_a_status_and_its_contrary(tmp_path: Path) -> None:
    """Two statuses that one player can have at once answer one question both ways."""
    base = chained(tmp_path).append(
        STATUSES, "- {status: averti, by: points, from: acte, lasts: donne, cites: texte-a/2.1/retard}\n"
    )
    for status, value in (("main-morte", "oui"), ("averti", "non")):
        base.append(
            LINKS,
            f"- id: alpha.liens.excuse-{status}\n  title: statut {status}\n  settles: {{excuse: {value}}}\n"
            f"  of: retard\n  from: {{by: meme, status: {status}}}\n  cites: texte-a/2.2/excuse\n",
        )
    told = broken(base, "pas de statut avec son contraire")
    assert any("« excuse »" in problem and "« averti »" in problem and "« main-morte »" in problem for problem in told)


def test_a_due_owed_twice(tmp_path: Path) -> None:
    """What is no punishment but a payment, of two amounts for one deal, by two incidents."""
    base = (
        chained(tmp_path)
        .replace(
            SANCTIONS,
            "- id: malus\n  title: Malus\n  nature: sanction",
            "- id: malus\n  title: Malus\n  nature: decision",
        )
        .replace(
            RULES,
            "  if: {incident: sans-droit}\n  then: {sanction: avertissement, donne: continue}\n",
            "  if: {incident: sans-droit}\n  then:\n    sanction: malus\n    donne: continue\n"
            "    amount: {of: malus, value: 7, unit: points-de-table, payer: joueur, payee: personne, moment: immediat}\n",
        )
    )
    told = broken(base, "rien n'est dû deux fois")
    assert any("sans-droit" in problem and "« malus » (joueur → personne)" in problem for problem in told)


def test_a_step_of_a_deal_that_is_over(tmp_path: Path) -> None:
    """A rule orders what goes with a deal that goes on, and another event ends it."""
    base = chained(tmp_path).replace(
        RULES,
        "  title: Victoire sans droit\n  if: {incident: sans-droit}\n  then: {sanction: avertissement, donne: continue}\n",
        "  title: Victoire sans droit\n  if: {incident: sans-droit}\n  then: {sanction: avertissement, donne: gagnee, est: reste}\n"
        "  steps:\n    - Faites reprendre le jeu.\n",
    )
    told = broken(base, "pas de geste d'une donne qui est finie")
    assert any(
        "aites reprendre le jeu" in problem and "il va avec « la donne continue »" in problem for problem in told
    )


def test_a_silence_about_the_deal_behind_one_that_goes_on(tmp_path: Path) -> None:
    base = chained(tmp_path).replace(SLOTS, "redistribuee, non-dit, continue]", "redistribuee, continue, non-dit]")
    base.replace(
        RULES, "{silence: Le texte ne dit pas combien de tuiles font une main montrée.}",
        "{silence: Le texte ne dit pas combien de tuiles font une main montrée., donne: non-dit, est: non-dit}",
    )  # fmt: skip
    told = broken(base, "aucun silence n'est perdu")
    assert any("« la donne continue »" in problem and "« combine »" in problem for problem in told)


ANSWERED = """- id: alpha.liens.pas-gagne
  title: un autre n'avait pas gagné
  settles: {excuse: non}
  of: retard
  from: {by: autre, incident: victoire, without: victoire-payee}
  cites: texte-a/2.2/excuse
- id: alpha.liens.gagne
  title: un autre avait gagné
  settles: {excuse: oui}
  of: retard
  from: {by: autre, incident: INCIDENT, sanction: victoire-payee}
  cites: texte-a/2.2/excuse
"""


def test_a_question_that_an_earlier_event_has_answered(tmp_path: Path) -> None:
    """The link that tells of a good win looks at another incident than the one that tells of a false one."""
    title = "rien n'est demandé qu'un autre événement règle"
    right = chained(tmp_path / "right").append(LINKS, ANSWERED.replace("INCIDENT", "victoire"))
    assert broken(right, title) == []
    told = broken(chained(tmp_path / "wrong").append(LINKS, ANSWERED.replace("INCIDENT", "sans-droit")), title)
    assert any("victoire puis retard" in problem and "« excuse »" in problem for problem in told)
    assert all("alpha.liens.pas-gagne (rules_yaml/alpha/liens.yaml" in problem for problem in told)


def test_doors_that_do_not_agree(tmp_path: Path) -> None:
    """The incident into which the first turns turns again, once it is told at once."""
    base = chained(tmp_path).replace(
        INCIDENTS, "words: [main morte qui gagne]", "words: [main morte qui gagne]\n  turns: {main-morte: retard}"
    )
    told = broken(base, "les deux portes s'accordent")
    assert any("« sans-droit », qui, dit d'emblée, est jugé comme « retard »" in problem for problem in told)
