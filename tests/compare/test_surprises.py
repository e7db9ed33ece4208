"""An organiser who knows only EMA finds the points on which a WRC tournament will surprise her players; each was read in the texts."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.cli import main
from assistant.compare.comparison import Comparison
from assistant.compare.surprises import (
    Surprise,
    as_usual,
    points_apart,
    reversed_row,
    stakes,
    surprises,
    weight_met,
    within,
)
from assistant.decision.gravity import Difference
from assistant.model import Library
from tests.support.wording import plain

TOURNAMENT = {"contexte": "tournoi"}

# Read in the two texts: incident, what EMA decides and the words that say so, what WRC decides and its words.
READ = [
    # The penalty of the player who was replaced is counted here by EMA; WRC judges it with the absence (§ 7.2: 20 points).
    ("resultat-avec-remplacant", "Session manquée, entrée à −15 000 points", "soit un total de -30 000 points",
     "Les trois autres ont, dans l'ordre, +5, −5 et −15 d'uma", "Le score des joueurs de substitution est compté normalement"),
    ("mauvais-mot-de-victoire", "Chombo (20 000)", "déclarant « Ippatsu » et révélant ses tuiles",
     "La victoire est valable", "Utiliser des termes alternatifs n'est pas pénalisé"),
    ("joueur-absent", "classé à la fin du tableau", "soit un total de -30 000 points",
     "n'est pas classé", "Il ne sera pas listé dans le classement"),
    ("tuile-tournee-sans-riichi", "Main morte", "n’a pas fait une annonce valide de « riichi »",
     "le riichi est valable", "Ne pas placer la mise de 1 000 points : Non pénalisé, l'erreur doit être corrigée"),
    ("riichi-incomplet", "main morte", "ne dit pas « riichi » ou ne tourne pas la tuile écartée",
     "Le riichi est valable", "Ne pas dire \"riichi\" ou \"reach\" : Non pénalisé"),
    ("plusieurs-gagnants", "La victoire est valable", "possible pour plusieurs joueurs de gagner sur un même écart",
     "la victoire est refusée", "seul le joueur le plus proche du jeteur"),
    ("rythme-de-jeu", "Pas de sanction", "de s’arrêter pour réfléchir de temps en temps",
     "À la discrétion de l'arbitre", "prenant un temps excessif, peut être pénalisé"),
    ("appel-apres-la-pioche", "L'appel est valable", "l’annonce reste valide et la tuile piochée est replacée",
     "à la discrétion de l'arbitre", "Un joueur piochant trop vite"),
    ("propos-a-table", "Pas de sanction", "ne pas faire de commentaire sur son jeu",
     "À la discrétion de l'arbitre", "Pénalité à la discrétion de l'arbitre"),
    ("riichi-conteste", "Main morte", "sur une main ouverte résulte en une main morte",
     "Le riichi est annulé", "Non pénalisé, la déclaration de riichi est annulée"),
    ("tuile-gagnante-melangee", "La victoire est valable", "pourront demander à ce que d’éventuels points",
     "pas de minipoint", "sa victoire est toujours valide, mais il ne peut pas recevoir de minipoint"),
    ("appel-avec-main-morte", "Chombo (20 000)", "appeler une tuile après que la main ait été annoncée",
     "points de pénalité (20)", "20 points de pénalité, le jeu continue"),
    ("mises-en-fin-de-partie", "vont au gagnant de la partie", "sont collectées par le gagnant",
     "Personne ne prend", "Personne ne les récupère"),
]  # fmt: skip


@pytest.fixture(scope="module")
def found(library: Library, comparison: Comparison) -> list[Surprise]:
    return surprises(library, comparison, "ema-2016", "wrc-2015", TOURNAMENT)


@pytest.fixture(scope="module")
def client(app: Flask, comparison: Comparison) -> FlaskClient:
    return app.test_client()


def test_what_the_ema_book_names_comes_first(library: Library, comparison: Comparison, found: list[Surprise]) -> None:
    """The four differences of its Annotations, three of them incidents and one a point."""
    named = [one.of for one in library.rulesets["ema-2016"].differs["wrc-2015"]]
    assert len(named) == 4
    incidents = [one for one in named if one in library.incidents]
    assert {one.incident for one in found[: len(incidents)]} == set(incidents)
    assert next(one.point.id for one in points_apart(library, "ema-2016", "wrc-2015")) == "quatre-han-trente"
    back = surprises(library, comparison, "wrc-2015", "ema-2016", TOURNAMENT)
    assert {one.incident for one in back[: len(incidents)]} == set(incidents)


@pytest.mark.parametrize(("incident", "ema", "ema_words", "wrc", "wrc_words"), READ, ids=[one[0] for one in READ])
def test_each_is_what_the_texts_say(
    library: Library, found: list[Surprise], incident: str, ema: str, ema_words: str, wrc: str, wrc_words: str
) -> None:
    """Some situation of the incident tells it, with the words that carry it."""
    (one,) = [surprise for surprise in found if surprise.incident == incident]
    quoted = [
        [quote for name in cites for quote in library.clauses[name].quotes]
        for group in one.row.groups
        if group.kind != Difference.SAME
        and ema.lower() in plain(group.shorts[0]).lower()
        and wrc.lower() in plain(group.shorts[1]).lower()
        for cites in [(*group.cites[0], *group.cites[1])]
    ]
    assert quoted, incident
    assert any(
        any(ema_words in quote for quote in quotes) and any(wrc_words in quote for quote in quotes) for quotes in quoted
    ), quoted


def test_what_weighs_most_comes_first_and_silences_last(library: Library, found: list[Surprise]) -> None:
    named = {one.of for one in library.rulesets["ema-2016"].differs["wrc-2015"]}
    scores = [one.score for one in found if one.incident not in named]
    assert scores == sorted(scores, reverse=True) and scores[0] > 2
    for one in found:
        assert one.score == weight_met(library, library.met[one.incident]) * stakes(one.group)
        assert (one.score == 0) == (one.group.kind == Difference.SILENCE), one.incident
    assert len({one.incident for one in found}) == len(found)
    assert {one.incident for one in found if one.score >= 4} >= {"riichi-incomplet", "mauvais-mot-de-victoire"}


def test_a_rare_circumstance_does_not_stand_for_its_incident(library: Library, found: list[Surprise]) -> None:
    """A ron of a dead hand, while another wins, says little of such a ron."""
    chosen = {one.incident: one for one in found}
    assert as_usual(library, chosen["victoire-main-morte"].group)
    for one in found:
        here = [told for told in (within(group, TOURNAMENT) for group in one.row.groups) if told.when]
        usual = [group for group in here if as_usual(library, group) and group.share >= 0.01 and stakes(group)]
        assert as_usual(library, one.group) or not usual, one.incident


def test_a_difference_met_more_often_weighs_more(
    library: Library, comparison: Comparison, found: list[Surprise]
) -> None:
    rare = library._replace(met=dict.fromkeys(library.incidents, "rarement"))
    before = {one.incident: one.score for one in found}
    for one in surprises(rare, comparison, "ema-2016", "wrc-2015", TOURNAMENT):
        assert one.score * weight_met(library, library.met[one.incident]) == pytest.approx(before[one.incident])


def test_only_situations_of_the_context_are_told(library: Library, comparison: Comparison) -> None:
    friendly = surprises(library, comparison, "ema-2016", "wrc-2015", {"contexte": "amical"})
    chombo = next(one for one in friendly if one.incident == "mauvais-mot-de-victoire")
    assert chombo.group.shorts[0].replace("\u202f", " ").startswith("Chombo (4 000")
    for one in friendly:
        assert one.group.when and all(name != "contexte" for told in one.group.when for name, _ in told)


def test_the_other_way_round(library: Library, comparison: Comparison, found: list[Surprise]) -> None:
    back = surprises(library, comparison, "wrc-2015", "ema-2016", TOURNAMENT)
    assert {one.incident for one in back} == {one.incident for one in found}
    one = next(one for one in back if one.incident == "riichi-incomplet")
    assert (
        one.group.kind == Difference.HEAVIER
        and "valable" in one.group.shorts[0]
        and "main morte" in one.group.shorts[1]
    )
    row = comparison.row("ema-2016", "wrc-2015", "riichi-incomplet")
    assert row is not None and reversed_row(reversed_row(row)) == row


def test_two_taps_from_the_first_page(client: FlaskClient) -> None:
    assert 'href="/comparer"' in client.get("/").get_data(as_text=True)
    table = client.get("/comparer").get_data(as_text=True)
    link = "/comparer/surprises?r=ema-2016&amp;r=wrc-2015"
    assert link in table and table.index(link) < table.index('<form class="filters')
    page = plain(client.get(link.replace("&amp;", "&")).get_data(as_text=True).replace("&nbsp;", " "))
    assert "Vous connaissez EMA, vous jouerez WRC" in page
    assert (
        page.index("Plusieurs victoires") < page.index("Riichi annoncé sans le mot") < page.index("autres différences")
    )
    assert page.index("Une main de 4 han et 30 minipoints") < page.index("autres différences")
    assert 'href="/comparer/riichi-incomplet?r=ema-2016&amp;r=wrc-2015"' in page
    assert 'href="/textes/ema-2016/5.4#' in page and 'href="/textes/wrc-2015/7.2#' in page


def test_as_data_and_in_the_terminal(client: FlaskClient, capsys: pytest.CaptureFixture[str]) -> None:
    document = client.get("/comparer/surprises.json?r=ema-2016&r=wrc-2015").get_json()
    told = next(one for one in document["surprises"] if one["incident"] == "riichi-incomplet")
    assert (
        told["sentence"].startswith("EMA : le riichi ne vaut pas et la mise est rendue + main morte, ")
        and "§ 7.2" in told["sentence"]
    )
    assert [ruling["basis"] for ruling in told["rulings"]] == ["texte", "texte"]
    arguments = ["compare", "--gravest", "--ruleset", "ema-2016", "--ruleset", "wrc-2015"]
    assert main([*arguments, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["surprises"] == document["surprises"]
    assert main(arguments) == 0
    printed = plain(capsys.readouterr().out)
    assert printed.count("ce qui change :") == len(document["surprises"]) + len(document["points"])
    assert "ce qui change : EMA : elle n'est pas arrondie au mangan ; WRC : " in printed
    assert main(["compare", "--gravest", "--ruleset", "ema-2016"]) == 2
