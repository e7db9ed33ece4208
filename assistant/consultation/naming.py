"""How the players and the moments of a case are called."""

from __future__ import annotations

from assistant.consultation.intake import OTHER_PLAYER, SEATS, TO_WHOM, WHEN, WHO
from assistant.decision.statuses import CHOICE, NO_CHOICE, NOBODY, READING
from assistant.model import DEFAULT_PLAYER, FactValue, Library, When

THE_OTHER = "l'autre joueur"
MOMENTS = (
    FactValue(When.SAME_MOMENT, "Au même moment", "dans le même geste, ou sur le même écart"),
    FactValue(
        When.AFTER, "Après, sans que personne n'ait rien dit du précédent", "une décision réservée n'en est pas une"
    ),
    FactValue(When.AFTER_CLAIM, "Après qu'un joueur l'avait dit à la table", "aucun arbitre n'avait encore décidé"),
    FactValue(When.AFTER_RULING, "Après que l'arbitre avait décidé du précédent", "et l'avait dit à la table"),
    FactValue(When.EARLIER_DEAL, "Dans une donne suivante", "le précédent était d'une autre donne, avant celle-ci"),
)
CASE_TITLES = {
    WHO: "Qui",
    TO_WHOM: "À qui",
    WHEN: "Quand",
    READING: "La lecture que vous suivez",
    CHOICE: "Ce que l'arbitre a choisi",
}
WHENS = {moment.id: moment.label for moment in MOMENTS}


def is_seated(player: str) -> bool:
    """Whether a player of a case has a seat or a name."""
    return player in SEATS


def has_a_name(player: str) -> bool:
    """Whether sentences about the player in question can be told of this one: a seat, or another than the first."""
    return is_seated(player) or player == OTHER_PLAYER


def player_label(library: Library, player: str) -> str:
    """A player of a case in words."""
    if is_seated(player):
        return player.capitalize()
    return {NOBODY: "", OTHER_PLAYER: THE_OTHER}.get(player, library.players[DEFAULT_PLAYER].label)


def choice_label(library: Library, ruleset: str, choice: str) -> str:
    """What the referee chose where the text leaves it to her."""
    if choice == NO_CHOICE:
        return "une autre décision"
    names = library.sanctions[choice].rulesets  # chosen under another ruleset, it may have no name in this one
    return names[ruleset].name if ruleset in names else next(iter(names.values())).name
