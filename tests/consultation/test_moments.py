"""A deed told when the deal is over is judged at that moment: no order to play on, and the step that the moment asks for."""

from __future__ import annotations

import pytest

from assistant.consultation.consultant import Consultant
from tests.support.wording import plain

OPEN = {"incident": "riichi-conteste", "reproche_au_riichi": "main-ouverte"}
FURITEN = {"incident": "riichi-conteste", "reproche_au_riichi": "furiten"}
MUTE = {"incident": "riichi-incomplet", "etape_oubliee": "mot"}
TOLD = [  # the ruleset, the facts, when it is told, the words of a step
    ("ema-2016", OPEN, "il-gagne", "jugez à part la victoire qu'il annonce"),
    ("ema-2016", OPEN, "nulle", "tenez-le pour noten"),
    ("ema-2016", OPEN, "un-autre-gagne", "laissez payer la victoire de l'autre"),
    ("ema-2016", FURITEN, "nulle", "faites-lui montrer sa main"),
    ("ema-2016", FURITEN, "un-autre-gagne", "donnez au gagnant la mise"),
    ("ema-2016", MUTE, "nulle", "tenez-le pour noten"),
    ("wrc-2015", OPEN, "il-gagne", "compter sa main sans riichi"),
    ("wrc-2015", OPEN, "nulle", "comme un joueur sans riichi"),
    ("wrc-2015", FURITEN, "nulle", "faites-lui montrer sa main"),
    ("wrc-2015", MUTE, "un-autre-gagne", "donnez au gagnant la mise"),
]


def _steps(consultant: Consultant, ruleset: str, facts: dict[str, str]) -> list[str]:
    (document,) = consultant.consult([ruleset], facts, explain=False)["consultations"]
    assert document["ruling"] is not None
    return [plain(step).lower() for step in document["ruling"]["steps"]]


@pytest.mark.parametrize(("ruleset", "facts", "moment", "words"), TOLD)
def test_a_riichi_told_at_the_end_is_judged_there(
    consultant: Consultant, ruleset: str, facts: dict[str, str], moment: str, words: str
) -> None:
    steps = _steps(consultant, ruleset, {**facts, "riichi_vu_quand": moment})
    assert any(plain(words) in step for step in steps)
    assert not any(plain("reprendre le jeu") in step or plain("continuer à piocher") in step for step in steps)


@pytest.mark.parametrize("ruleset", ["ema-2016", "wrc-2015"])
def test_nobody_takes_sticks_before_the_referee_has_decided(consultant: Consultant, ruleset: str) -> None:
    """The text counts minutes and says nothing of an excuse: that is decided first."""
    late = {"incident": "retard", "minutes_de_retard": "6", "minute_commencee": "non", "place_a_l_arrivee": "libre"}
    steps = _steps(consultant, ruleset, {**late, "retard_de_l_organisation": "oui"})
    taken = [number for number, step in enumerate(steps) if "reprenez-lui" in step or "perd 6" in step]
    assert min(number for number, step in enumerate(steps) if plain("décidez") in step) < min(taken)


@pytest.mark.parametrize(
    ("ruleset", "fact", "words"),
    [("ema-2016", {"fausse_annonce": "oui", "gagnant_en_riichi": "non"}, "au moment même"), ("wrc-2015", {"plus_proche_valable": "non"}, "simultanément")],
)  # fmt: skip
def test_a_false_announcement_among_several_has_its_ruling_and_its_open_word(
    consultant: Consultant, ruleset: str, fact: dict[str, str], words: str
) -> None:
    (document,) = consultant.consult([ruleset], {"incident": "plusieurs-gagnants", **fact}, explain=False)["consultations"]
    ruling = document["ruling"]
    assert ruling is not None
    assert {sanction["id"] for sanction in ruling["sanctions"]} == {"victoire-payee", "victoire-refusee"}
    assert any(plain(words) in plain(warning["text"]).lower() for warning in ruling["warnings"])
    assert any("ne comptez pas de cho" in plain(step).lower() for step in ruling["steps"])


FALSE_TSUMO = {"incident": "victoire-annoncee", "tuile_gagnante": "pioche", "main_complete": "non"}
CALLED_DEAD = {"incident": "appel-avec-main-morte", "acte_avec_main_morte": "appel", "mort_declaree": "oui", "declaree_par": "arbitre"}
A_LITTLE_LATER = [  # acts beside which another wins, a little later, on the discard that may still be claimed; two readings, or none left
    ("ema-2016", CALLED_DEAD, True),
    ("ema-2016", {**CALLED_DEAD, "declaree_par": "joueur"}, True),
    ("ema-2016", {**FALSE_TSUMO, "tuiles_montrees": "toutes"}, True),
    ("ema-2016", {**FALSE_TSUMO, "tuiles_montrees": "quelques-unes"}, True),
    ("ema-2016", {"incident": "tuiles-montrees", "donne_jouable": "non", "recidive": "non"}, True),
    ("ema-2016", {"incident": "appel-change", "correction_immediate": "oui"}, False),
    ("ema-2016", {"incident": "pung-tardif"}, False),
    ("wrc-2015", CALLED_DEAD, False),
    ("wrc-2015", {"incident": "appel-avec-main-morte", "acte_avec_main_morte": "appel", "mort_declaree": "pas-morte"}, False),
    ("wrc-2015", {**FALSE_TSUMO, "tuiles_montrees": "quelques-unes"}, True),
    ("wrc-2015", {"incident": "mauvais-endroit-du-mur", "donne_jouable": "non"}, True),
    ("wrc-2015", {"incident": "appel-change", "correction_immediate": "non"}, False),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "facts", "readings"), A_LITTLE_LATER)
def test_a_win_a_little_later_is_never_passed_over(
    consultant: Consultant, ruleset: str, facts: dict[str, str], readings: bool
) -> None:
    """« Au moment même », « simultanément » are open words; and a call never outlives a win on its tile."""
    told = {**facts, "victoire_d_un_autre": "peu-apres"}
    (document,) = consultant.consult([ruleset], told, explain=False)["consultations"]
    ruling = document["ruling"]
    assert ruling is not None and "la donne continue" not in plain(ruling["decision"])
    assert bool(ruling["readings"]) is readings
    assert readings or "la donne est gagnée" in plain(ruling["decision"])
