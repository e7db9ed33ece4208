"""A warning of a clause shows where it bears on the decision, not wherever the clause is cited; what nothing derived is told only where it counts."""

from __future__ import annotations

import pytest

from assistant.consultation.consultant import Consultant
from tests.support.wording import plain

NO_BEARING = [  # the words of a warning, the ruleset, facts under which its clause is cited but it says nothing
    ("quand un chombo est découvert à la donne nulle", "ema-2016", {"incident": "main-morte-a-la-nulle", "mort_declaree": "oui", "autres_noten": "deux"}),
    ("le riichi n'est pas dans la liste", "ema-2016", {"incident": "main-morte-a-la-nulle", "mort_declaree": "oui", "autres_noten": "deux"}),
    ("« a été annoncée »", "ema-2016", {"incident": "main-morte-a-la-nulle", "mort_declaree": "oui", "autres_noten": "deux"}),
    ("combien de tuiles font", "ema-2016", {"incident": "victoire-annoncee", "tuile_gagnante": "pioche", "main_complete": "non", "tuiles_montrees": "toutes"}),
    ("combien de tuiles font", "wrc-2015", {"incident": "victoire-annoncee", "tuile_gagnante": "pioche", "main_complete": "non", "tuiles_montrees": "toutes"}),
    ("exclut pour la dernière main", "wrc-2015", {"incident": "victoire-annoncee", "tuile_gagnante": "pioche", "main_complete": "non", "tuiles_montrees": "toutes"}),
    ("dite ici sans condition", "wrc-2015", {"incident": "victoire-annoncee", "tuile_gagnante": "pioche", "main_complete": "non", "tuiles_montrees": "toutes", "derniere_main": "oui"}),
    ("ce que peut l'arbitre quand un joueur refuse", "wrc-2015", {"incident": "score-faux", "moment_de_l_erreur": "main-etalee"}),
    ("« intacte »", "wrc-2015", {"incident": "score-faux", "moment_de_l_erreur": "main-defaite", "tous_d_accord": "non"}),
    ("aucune sanction n'est nommée", "ema-2016", {"incident": "kong-defendu", "moment_du_kong": "avant-derniere"}),
    ("seul le kong caché est nommé", "wrc-2015", {"incident": "kong-defendu", "moment_du_kong": "avant-derniere"}),
    ("qui paie les compteurs", "ema-2016", {"incident": "responsabilite-de-paiement", "figure_du_gagnant": "grands", "donneur_de_la_victoire": "personne", "elements_du_gagnant": "moins", "gagnant_est": "non"}),
    ("copie de l'anglais", "ema-2016", {"incident": "responsabilite-de-paiement", "figure_du_gagnant": "grands", "donneur_de_la_victoire": "le-meme", "gagnant_est": "non"}),
    ("« ce dernier » désigne", "wrc-2015", {"incident": "responsabilite-de-paiement", "figure_du_gagnant": "grands", "donneur_de_la_victoire": "un-autre", "elements_du_gagnant": "moins", "gagnant_est": "non"}),
    ("« main gagnante » n'est pas défini", "ema-2016", {"incident": "riichi-sans-attente", "fin_de_la_donne": "nulle", "main_montree_a_la_fin": "pas-en-attente"}),
    ("ni un tsumo, ni un kong", "ema-2016", {"incident": "appel-avec-main-morte", "acte_avec_main_morte": "appel", "mort_declaree": "oui", "declaree_par": "joueur"}),
    ("« formellement »", "wrc-2015", {"incident": "appel-avec-main-morte", "acte_avec_main_morte": "appel", "mort_declaree": "oui", "declaree_par": "arbitre"}),
    ("qui change son annonce", "ema-2016", {"incident": "annonce-tenpai", "annonce_a_la_nulle": "hors-tour", "autres_noten": "deux"}),
    ("qui change son annonce", "wrc-2015", {"incident": "annonce-tenpai", "annonce_a_la_nulle": "hors-tour", "autres_noten": "deux"}),
    ("ce que devient la mise", "ema-2016", {"incident": "riichi-conteste", "reproche_au_riichi": "main-ouverte", "riichi_vu_quand": "en-cours"}),
    ("reste sans suite", "wrc-2015", {"incident": "plusieurs-gagnants", "plus_proche_valable": "non"}),
    ("le texte ne fixe aucun moment", "ema-2016", {"incident": "mauvais-nombre-de-tuiles", "moment_decouverte": "pendant-la-donne", "compte_des_tuiles": "faux"}),
    ("les autres appareils", "ema-2016", {"incident": "telephone-ou-appareil", "appareil": "sonnerie", "appel_convenu": "non"}),
    ("si les dés sont lancés trop tôt", "ema-2016", {"incident": "des-hors-du-temps", "moment_des_des": "murs-seulement"}),
    ("si les dés sont lancés trop tôt", "wrc-2015", {"incident": "des-hors-du-temps", "moment_des_des": "murs-seulement"}),
    ("tuile de remplacement ; ", "wrc-2015", {"incident": "indicateur-de-kong", "erreur_d_indicateur": "oublie", "moment_de_l_indicateur": "plus-tard"}),
    ("hors tournoi", "ema-2016", {"incident": "mur-renverse", "contexte": "tournoi", "donne_jouable": "oui", "recidive": "non", "geste_delibere": "oui"}),
    ("aucune sanction n'est nommée", "wrc-2015", {"incident": "score-mal-dit", "reponse_sur_le_score": "refus"}),
]  # fmt: skip


OPEN_WORDS = [  # a word of the text that decides and that the text does not measure
    ("« répété »", "ema-2016", {"incident": "mauvais-mot-de-victoire", "mot_employe": "ron-tsumo-inverses", "recidive": "oui"}),
    ("« répété »", "ema-2016", {"incident": "tuiles-montrees", "donne_jouable": "oui", "recidive": "oui"}),
    ("« répété »", "wrc-2015", {"incident": "perturbation", "trouble": "tapage", "recidive": "oui"}),
    ("« récurrent »", "wrc-2015", {"incident": "mauvais-mot-d-appel", "mot_d_appel": "autre-terme", "appel_compris": "oui", "recidive": "oui"}),
    ("« récurrent »", "wrc-2015", {"incident": "perturbation", "trouble": "petites-fautes"}),
]  # fmt: skip


def shown(consultant: Consultant, ruleset: str, facts: dict[str, str]) -> list[str]:
    """The warnings of the ruling on these facts, plainly written."""
    (document,) = consultant.consult([ruleset], facts, explain=False)["consultations"]
    assert document["ruling"] is not None
    return [plain(warning["text"]).lower() for warning in document["ruling"]["warnings"]]


@pytest.mark.parametrize(("words", "ruleset", "facts"), OPEN_WORDS)
def test_a_word_that_the_text_leaves_open_is_told_once(
    consultant: Consultant, words: str, ruleset: str, facts: dict[str, str]
) -> None:
    assert len([text for text in shown(consultant, ruleset, facts) if plain(words).lower() in text and "défini" in text]) == 1


@pytest.mark.parametrize(("words", "ruleset", "facts"), NO_BEARING)
def test_a_warning_is_not_shown_where_it_says_nothing(
    consultant: Consultant, words: str, ruleset: str, facts: dict[str, str]
) -> None:
    assert not [text for text in shown(consultant, ruleset, facts) if plain(words).lower() in text]


@pytest.mark.parametrize(
    ("ruleset", "facts", "silly"),
    [
        ("wrc-2015", {"incident": "victoire-tardive", "suivant_a": "tsumo"}, "victoire_valable"),
        ("ema-2016", {"incident": "suite-de-la-donne", "gagnant_de_la_donne": "chombo"}, "est_garde_la_donne"),
    ],
)
def test_what_nothing_derived_and_nothing_reads_is_not_told(
    consultant: Consultant, ruleset: str, facts: dict[str, str], silly: str
) -> None:
    """« Victoire valable : Oui » beside a silence on that very win, « la donne tourne » beside « gardez le même Est »."""
    (document,) = consultant.consult([ruleset], facts, explain=False)["consultations"]
    assert silly not in {answer["fact"] for answer in document["events"][0]["answers"]}


def test_what_decides_is_told_though_derived(consultant: Consultant) -> None:
    facts = {
        "incident": "victoire-annoncee",
        "tuile_gagnante": "pioche",
        "main_complete": "non",
        "tuiles_montrees": "toutes",
    }
    (document,) = consultant.consult(["ema-2016"], facts, explain=False)["consultations"]
    assert "victoire_valable" in {answer["fact"] for answer in document["events"][0]["answers"]}


def test_of_a_false_hu_after_a_call_nothing_is_said_of_a_hu_taken_back(consultant: Consultant) -> None:
    """The words about a Hu taken back, or about a scale that is not climbed, stood beside a whole hand shown after « pung, Hu »."""
    facts = {"incident": "annonce-changee", "main_complete": "oui", "huit_points": "non", "tuiles_montrees": "toutes"}
    said = warned(consultant, {**facts, "sens_du_changement": "element-aussitot-victoire"})
    assert not any("Hu retiré" in text or "l'on compte par tour" in text for text in said)
    taken_back = {**facts, "tuiles_montrees": "aucune", "sens_du_changement": "victoire-aussitot-element"}
    assert any("Un Hu retiré" in text for text in warned(consultant, taken_back))


def test_points_that_are_not_said_are_not_said_to_be_received(consultant: Consultant) -> None:
    facts = {"incident": "victoire-annoncee", "tuile_gagnante": "pioche", "main_complete": "non", "tuiles_montrees": "toutes"}
    assert not any("ici chacun les reçoit" in text for text in warned(consultant, facts, "mcr-2015"))
    ron = {**facts, "tuile_gagnante": "ecart", "en_attente": "non"}
    assert any("ici chacun les reçoit" in text for text in warned(consultant, ron, "mcr-2015"))


def test_a_good_hu_not_shown_is_not_warned_of_an_error_seen_or_of_a_tile_claimed(consultant: Consultant) -> None:
    facts = {"incident": "victoire-annoncee", "tuile_gagnante": "pioche", "main_complete": "oui", "huit_points": "oui", "tuiles_montrees": "aucune"}
    said = warned(consultant, facts, "mcr-2015")
    assert not any("qui voit son erreur" in text or "n'a que 13 tuiles" in text for text in said)


def test_what_is_said_of_fifteen_minutes_is_not_said_of_twelve(consultant: Consultant) -> None:
    late: dict[str, str] = {"incident": "retard", "minutes_de_retard": "12", "place_a_l_arrivee": "libre"}
    assert not any("15 minutes juste" in text or "10 et 11" in text for text in warned(consultant, late, "mcr-2015"))


def test_a_wrong_number_of_tiles_bars_by_its_own_sentence(consultant: Consultant) -> None:
    """It was our reading of other false Hu that barred, though 3.11.6.8 says it."""
    facts = {"incident": "victoire-annoncee", "tuile_gagnante": "ecart", "main_complete": "mauvais-nombre", "tuiles_montrees": "toutes"}
    (answer,) = consultant.consult(["mcr-2015"], dict(facts))["consultations"]
    assert answer["ruling"] is not None
    assert answer["ruling"]["citations"][0]["id"] == "mcr-2015/3.11.6.8/nombre-de-tuiles"
    assert not any("tout faux Hu en prive" in text for text in warned(consultant, facts, "mcr-2015"))


def warned(consultant: Consultant, facts: dict[str, str], ruleset: str = "mcr-2006") -> list[str]:
    (answer,) = consultant.consult([ruleset], dict(facts))["consultations"]
    assert answer["ruling"] is not None
    return [warning["text"] for warning in answer["ruling"]["warnings"]]
