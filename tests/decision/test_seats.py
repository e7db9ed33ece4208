"""Sentences of a ruling that name the seats: a dozen word for word, and all sentences of the library."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from assistant.decision.outcome import due
from assistant.decision.seats import ANOTHER, QUOTED, named, roles
from assistant.decision.words import amount_words
from assistant.french import lower_first, of_whom, sentence, to_whom
from assistant.model import NAMES, WINDS, Amount, Library, Seat, Then

ENTERED, NOBODY = "resultat-de-session", "personne"


def test_a_seat_is_a_wind_a_name_or_nobody() -> None:
    assert [seat.label for seat in WINDS] == ["Est", "Sud", "Ouest", "Nord"]
    assert [seat.label for seat in NAMES] == ["A", "B", "C", "D"]
    assert {*WINDS, *NAMES, Seat.NOBODY} == set(Seat)
    assert Seat("ouest").others == (Seat.EAST, Seat.SOUTH, Seat.NORTH)
    assert Seat("b").others == (Seat.A, Seat.C, Seat.D)
    assert Seat("personne").table == () == Seat("personne").others


@pytest.mark.parametrize(
    ("seat", "to", "of"),
    [("Est", "à Est", "d'Est"), ("Ouest", "à Ouest", "d'Ouest"), ("Nord", "à Nord", "de Nord"), ("A", "à A", "de A")],
)
def test_prepositions_go_with_names(seat: str, to: str, of: str) -> None:
    assert (to_whom(seat), of_whom(seat)) == (to, of)
    assert lower_first(f"{seat} perd") == f"{seat} perd"


@pytest.mark.parametrize(
    ("text", "who", "said"),
    [
        ("Rendez au joueur sa mise de 1 000 points.", "Nord", "Rendez à Nord sa mise de 1 000 points."),
        ("Le joueur n'est pas pénalisé.", "Est", "Est n'est pas pénalisé."),
        ("la main du joueur est morte", "Est", "la main d'Est est morte"),
        ("la main du joueur est morte", "A", "la main de A est morte"),
        ("la règle que le joueur réclame", "Ouest", "la règle qu'Ouest réclame"),
        ("la règle que le joueur réclame", "A", "la règle que A réclame"),
        ("lorsque le joueur gagne", "Est", "lorsqu'Est gagne"),
        ("Du joueur fautif, rien.", "Est", "D'Est, rien."),
        ("Au joueur de décider.", "Sud", "À Sud de décider."),
        ("Que le joueur gagne ou non.", "Est", "Qu'Est gagne ou non."),
        ("le montant que le fautif donne", "Est", "le montant qu'Est donne"),
        ("Vous l'avez dit à ce joueur.", "Nord", "Vous l'avez dit à Nord."),
        ("le tour de ce joueur", "Est", "le tour d'Est"),
        ("jusqu'au joueur", "Nord", "jusqu'à Nord"),
        ("Rappelez au joueur que l'annonce vient d'abord.", "Nord", "Rappelez à Nord que l'annonce vient d'abord."),
        ("Le joueur en cause perd 5 points.", "l'autre joueur", "L'autre joueur perd 5 points."),
        ("du joueur en cause", "l'autre joueur", "de l'autre joueur"),
    ],
)
def test_words_about_the_player_name_the_seat(text: str, who: str, said: str) -> None:
    assert named(text, who) == said


@pytest.mark.parametrize(
    "text",
    [
        "La pioche du joueur suivant ; le joueur précédent ; le joueur à sa droite ; le joueur de gauche.",
        "Le joueur qui l'a écartée, ou le joueur dont il a renversé les tuiles.",
        "Un joueur, chaque joueur, les joueurs, l'autre joueur, le seul joueur tenpai, le quatrième joueur.",
        "Le texte dit « si le joueur gagne », et « au joueur fautif » ailleurs.",
        "Nous lisons que celui qui a défait son jeu est le fautif, et un mur fautif est refait.",
        "Il paie comme le fautif.",
    ],
)
def test_others_and_quotations_are_left(text: str) -> None:
    assert named(text, "Est") == text


def test_other_players_are_named_where_they_are_known(library: Library) -> None:
    others = roles(
        library, {"victime": "Ouest", "joueur-suivant": "Sud", "gagnant": "Ouest", "est": "B", "joueur": "D"}
    )
    assert "Est" not in others and "le joueur en cause" not in others
    given = "le montant, de 5 à 60 points, que le fautif donne au joueur dont il a renversé les tuiles."
    assert named(given, "Est", others) == "le montant, de 5 à 60 points, qu'Est donne à Ouest."
    assert named("La tuile que le joueur suivant a piochée.", "Est", others) == "La tuile que Sud a piochée."
    assert named("La pioche du joueur suivant qui a pioché.", "Est", others) == "La pioche de Sud."
    assert named("les mises vont au gagnant", "Est", others) == "les mises vont à Ouest"
    for left in ("au gagnant le plus proche", "au gagnant de la partie", "Est reste Est"):
        assert named(left, "Nord", others) == left


def test_amounts_name_who_pays(library: Library) -> None:
    fine = Amount("chombo", "points-de-tournoi", "joueur", NOBODY, "fin-de-session-apres-uma", value=20000)
    said = sentence(named(amount_words(library, due(fine, {})), "Nord"))
    assert said == (
        "Nord perd 20\u202f000 points du total de tournoi, qui ne vont à personne (à la fin de la session, après l'uma)."
    )
    entered = Amount("session-perdue", "points-de-tournoi", "joueur", NOBODY, ENTERED, value=32000)
    assert named(amount_words(library, due(entered, {})), "Est").startswith("le résultat d'Est est de −32\u202f000")
    paid = Amount("paiement", "points-de-partie", "joueur", "victime", "immediat", range=(5, 60))
    others = roles(library, {"victime": "Est"})
    assert named(amount_words(library, due(paid, {})), "A", others) == (
        "A paie de 5 à 60 points de la partie à Est (tout de suite)"
    )


def sentences(library: Library) -> Iterator[tuple[str, str]]:
    """Every sentence that a ruling can say, with where it stands."""
    for sanction in library.sanctions.values():
        for naming in sanction.rulesets.values():
            said = [sentence.text for sentence in (*naming.effects, *naming.steps)]
            yield from ((sanction.id, text) for text in (naming.name, *said))
    for slot in library.slots.values():
        for value in slot.values.values():
            yield from ((slot.id, text) for text in (value.label, value.step) if text)
    for player in library.players.values():
        yield player.id, player.label
    for rule in library.rules():
        steps = [step.text for step in rule.steps]
        texts = [*steps, rule.interpretation, *(warning.text for warning in rule.warnings), *_said(rule.then)]
        for reading in rule.then.readings:
            texts += [reading.text, *_said(reading.then)]
        yield from ((rule.id, text) for text in texts if text)


def _said(then: Then) -> list[str | None]:
    return [then.silence, then.decides.text if then.decides else None]


LEFT = re.compile(r"\b(?:le|du|au|ce) (?:joueur|fautif)\b(?P<rest>.{0,25})", re.IGNORECASE)
WRONG = re.compile(
    r"\b(?:[Dd]e|[Qq]ue|[Dd]u|[Aa]u|[Ll]e|[Cc]e|[Ll]a) (?:Est|Ouest)\b(?! reste| est celui| le reste| ensuite)"
    r"|\bà le\b|\bde le joueur\b|[Dd]'Nord|[Qq]u'Nord|\b(?:du|au|le|ce) Nord\b"
)


def outside(text: str) -> str:
    return "".join(QUOTED.split(text)[::2])


@pytest.mark.parametrize("seat", [Seat.EAST, Seat.NORTH])
def test_no_sentence_of_the_library_is_left_or_spoiled(library: Library, seat: Seat) -> None:
    changed = 0
    for where, text in sentences(library):
        said = named(text, seat.label)
        changed += said != text
        assert QUOTED.findall(said) == QUOTED.findall(text), where
        for left in LEFT.finditer(outside(said)):
            predicate = outside(said)[: left.start()].endswith(("est ", "comme "))
            assert predicate or left["rest"].strip().startswith(ANOTHER), f"{where}: {said}"
        if said != text:
            assert not WRONG.search(said), f"{where}: {said}"
            assert said[0].isupper() == text[0].isupper() or said.startswith(seat.label), f"{where}: {said}"
    assert changed > 90


def test_every_role_but_the_winds_can_be_named(library: Library) -> None:
    for player in library.players.values():
        for words, name in roles(library, {player.id: "Est"}).items():
            assert name == "Est"
            assert named(f"Vous parlez {of_whom(words)}.", "Nord", {words: name}) == "Vous parlez d'Est.", words
            assert named(f"Dites {to_whom(words)} que {words} paie.", "Nord", {words: name}) == (
                "Dites à Est qu'Est paie."
            ), words


def test_no_words_mean_two_players(library: Library) -> None:
    words = [one for player in library.players.values() for one in (player.label, *player.words)]
    assert len(words) == len(set(words))
    assert all(
        one.startswith(("le ", "les ", "l'", "celui ")) for player in library.players.values() for one in player.words
    )
