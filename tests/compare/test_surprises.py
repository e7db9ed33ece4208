"""An organiser who knows only EMA finds the points on which a WRC tournament will surprise her players; each was read in the texts."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.cli import main
from assistant.compare.comparison import Comparison
from assistant.compare.surprises import Surprise, reversed_row, surprises
from assistant.decision.gravity import Difference
from assistant.model import Library
from tests.support.wording import plain

TOURNAMENT = {"contexte": "tournoi"}

# Read in the two texts: incident, how WRC compares, what EMA decides and the words that say so, what WRC decides and its words.
READ = [
    ("mauvais-endroit-du-mur", Difference.HEAVIER, "Pas de sanction", "il n’y a pas de pénalité",
     "Chonbo", "Si la partie ne peut pas continuer de façon équitable : Chonbo"),
    # The penalty of the player who was replaced is counted here by EMA; WRC judges it with the absence (§ 7.2: 20 points).
    ("resultat-avec-remplacant", Difference.LIGHTER, "Session manquée, entrée à −15 000 points", "soit un total de -30 000 points",
     "Les trois autres ont, dans l'ordre, +5, −5 et −15 d'uma", "Le score des joueurs de substitution est compté normalement"),
    ("annonce-changee", Difference.LIGHTER, "Chombo (20 000)", "Si le joueur a révélé toutes ses tuiles, il reçoit une pénalité chombo",
     "Non pénalisé", "un joueur peut se corriger s'il se trompe de mot"),
    ("mauvais-mot-de-victoire", Difference.LIGHTER, "Chombo (20 000)", "déclarant « Ippatsu » et révélant ses tuiles",
     "La victoire est valable", "Utiliser des termes alternatifs n'est pas pénalisé"),
    ("joueur-absent", Difference.UNORDERED, "classé à la fin du tableau", "soit un total de -30 000 points",
     "n'est pas classé", "Il ne sera pas listé dans le classement"),
    ("tuile-tournee-sans-riichi", Difference.LIGHTER, "Main morte", "n’a pas fait une annonce valide de « riichi »",
     "le riichi est valable", "Ne pas placer la mise de 1 000 points : Non pénalisé, l'erreur doit être corrigée"),
    ("riichi-incomplet", Difference.LIGHTER, "main morte", "ne dit pas « riichi » ou ne tourne pas la tuile écartée",
     "Le riichi est valable", "Ne pas dire \"riichi\" ou \"reach\" : Non pénalisé"),
    ("plusieurs-gagnants", Difference.HEAVIER, "La victoire est valable", "possible pour plusieurs joueurs de gagner sur un même écart",
     "la victoire est refusée", "seul le joueur le plus proche du jeteur"),
    ("rythme-de-jeu", Difference.HEAVIER, "Pas de sanction", "de s’arrêter pour réfléchir de temps en temps",
     "À la discrétion de l'arbitre", "prenant un temps excessif, peut être pénalisé"),
    ("appel-apres-la-pioche", Difference.HEAVIER, "L'appel est valable", "l’annonce reste valide et la tuile piochée est replacée",
     "à la discrétion de l'arbitre", "Un joueur piochant trop vite"),
    ("propos-a-table", Difference.HEAVIER, "Pas de sanction", "ne pas faire de commentaire sur son jeu",
     "À la discrétion de l'arbitre", "Pénalité à la discrétion de l'arbitre"),
    ("riichi-conteste", Difference.UNORDERED, "Main morte", "sur une main ouverte résulte en une main morte",
     "Le riichi est annulé", "Non pénalisé, la déclaration de riichi est annulée"),
    ("tuile-gagnante-melangee", Difference.HEAVIER, "La victoire est valable", "pourront demander à ce que d’éventuels points",
     "pas de minipoint", "sa victoire est toujours valide, mais il ne peut pas recevoir de minipoint"),
    ("appel-avec-main-morte", Difference.UNORDERED, "Chombo (20 000)", "appeler une tuile après que la main ait été annoncée",
     "points de pénalité (20)", "20 points de pénalité, le jeu continue"),
    ("mises-en-fin-de-partie", Difference.UNORDERED, "vont au gagnant de la partie", "sont collectées par le gagnant",
     "Personne ne prend", "Personne ne les récupère"),
]  # fmt: skip


@pytest.fixture(scope="module")
def found(library: Library, comparison: Comparison) -> list[Surprise]:
    return surprises(library, comparison, "ema-2016", "wrc-2015", TOURNAMENT)


@pytest.fixture(scope="module")
def client(app: Flask, comparison: Comparison) -> FlaskClient:
    return app.test_client()


def test_the_ten_told_first_were_all_read(found: list[Surprise]) -> None:
    assert [one.incident for one in found[:10]] == [incident for incident, *_ in READ[:10]]


@pytest.mark.parametrize(
    ("incident", "kind", "ema", "ema_words", "wrc", "wrc_words"), READ, ids=[one[0] for one in READ]
)
def test_each_is_what_the_texts_say(
    library: Library,
    found: list[Surprise],
    incident: str,
    kind: str,
    ema: str,
    ema_words: str,
    wrc: str,
    wrc_words: str,
) -> None:
    (one,) = [surprise for surprise in found if surprise.incident == incident]
    assert found.index(one) < 20
    assert one.group.kind == kind
    for index, decided, words in ((0, ema, ema_words), (1, wrc, wrc_words)):
        assert decided in one.group.shorts[index].replace("\u202f", " ")
        quotes = [quote for name in one.group.cites[index] for quote in library.clauses[name].quotes]
        assert any(words in quote for quote in quotes), quotes


def test_the_gravest_come_first_and_silences_last(found: list[Surprise]) -> None:
    distances = [one.distance for one in found]
    assert distances == sorted(distances, reverse=True) and distances[0] > 2
    silent = [one.group.kind == "silence" for one in found]
    assert silent == sorted(silent) and any(silent)
    assert len({one.incident for one in found}) == len(found)


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
    assert link in table and table.index(link) < table.index("<form")
    page = plain(client.get(link.replace("&amp;", "&")).get_data(as_text=True).replace("&nbsp;", " "))
    assert "Vous connaissez EMA, vous jouerez WRC" in page
    assert (
        page.index("mauvais endroit du mur")
        < page.index("Riichi annoncé sans le mot")
        < page.index("autres différences")
    )
    assert 'href="/comparer/riichi-incomplet?r=ema-2016&amp;r=wrc-2015"' in page
    assert 'href="/textes/ema-2016/5.4"' in page and 'href="/textes/wrc-2015/7.2"' in page


def test_as_data_and_in_the_terminal(client: FlaskClient, capsys: pytest.CaptureFixture[str]) -> None:
    document = client.get("/comparer/surprises.json?r=ema-2016&r=wrc-2015").get_json()
    told = next(one["sentence"] for one in document["surprises"] if one["incident"] == "riichi-incomplet")
    assert told == (
        "EMA : le riichi ne vaut pas et la mise est rendue + main morte, riichi annoncé sans un mot (§ 5.4 et § 3.4.7) ; "
        "WRC : le riichi est valable, riichi déclaré sans un mot (d'après notre interprétation) (§ 7.2)."
    )
    arguments = ["compare", "--gravest", "--ruleset", "ema-2016", "--ruleset", "wrc-2015"]
    assert main([*arguments, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["surprises"] == document["surprises"]
    assert main(arguments) == 0
    assert plain(capsys.readouterr().out).count("ce qui change :") == len(document["surprises"])
    assert main(["compare", "--gravest", "--ruleset", "ema-2016"]) == 2
