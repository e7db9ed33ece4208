"""What the parts of a sheet and of a comparison are called: one word for one thing, whatever door shows it."""

from __future__ import annotations

from assistant.decision.gravity import Difference
from assistant.model import WarnKind

DECISION = "Décision"
STEPS = "À faire maintenant"
EFFECT = "Ce que cela veut dire"
TEXT = "Le texte"
WARNINGS = "Avertissements"
UNLESS = "Sauf si…"
IDLE = "Sans effet"
PAYMENTS = "Qui paie qui"
NETS = "Par joueur, en tout"
ALLOWED = "Ce qui reste permis"
HOW = "Comment ?"
WHOLE_CASE = "Le cas entier"
READING = "Lecture"
SEVERAL_READINGS = "Plusieurs lectures"
INTERPRETED = "d'après notre interprétation"
SEE_WARNINGS = "voir les avertissements"
SILENT = "Texte muet"  # where it decides nothing, or leaves a part unsaid

NEXT_QUESTION = "Question suivante"
OPEN_RULINGS = "Décisions encore possibles"
POSSIBILITIES = "Le fait contesté décide : une décision par possibilité"
CHOICES = "L'arbitre choisit : une décision par choix"
FIRST = "À établir d'abord"
CHOOSE_FIRST = "À choisir d'abord"
THEN = "Puis"
ANYWAY = "Dans tous les cas"
SEVERAL_POSSIBILITIES = "plusieurs possibilités"
WHO_SETTLES = "Qui tranche"
NO_MATTER = "Le fait non établi ne change rien : toutes les possibilités donnent cette décision."

DERIVED = "déduit"
ASSUMED = "supposé"
SETTLED = "réglé par"
BY_TILES = "d'après les tuiles"
AGAINST_TILES = "Contre les tuiles"
AGAINST_EVENT = "Contre un autre incident"
AGAINST_ANSWER = "Deux réponses qui ne vont pas ensemble"
ANOTHER_ANSWER = "une autre réponse"
JUDGED_AS = "Jugé comme"

JUDGEMENT = "Cela ne s'établit pas, cela se juge, et c'est à vous."
YARDSTICK = "Le repère de ce texte :"
NO_YARDSTICK = "Ce texte ne donne aucun repère."
JUDGE_FIRST = "À juger d'abord"
JUDGEMENTS = "Votre jugement décide : une décision par jugement"

BESIDE = "Pour trancher là où le texte se tait"
NEAREST = "Ce que le même texte donne dans les cas les plus proches"
NEAR_SIDES = {"lightest": "le plus léger", "heaviest": "le plus lourd", "example": "par exemple"}
OTHER_TEXTS = "Ce qu'en disent les autres textes (sans autorité ici)"
ESTABLISH = "Établir le fait"
NOT_THERE = "cet incident ne s'y produit pas"
WOULD_BE_ASKED = "il faudrait demander"

EXIT = "Aucune décision : ce qui s'est passé est autre chose que cet incident"
NOWHERE = "Si rien ne convient : aucun incident de l'assistant ne décrit cela. Décidez d'après le texte, dites-le et notez-le."
NEIGHBOURS = "Ce n'est pas cela ?"

SOMETHING_ELSE = "autre chose"

KINDS = {
    Difference.SAME: "pareil",
    Difference.LIGHTER: "plus léger",
    Difference.HEAVIER: "plus lourd",
    Difference.UNORDERED: SOMETHING_ELSE,
    Difference.SILENCE: "l'un est muet",
}
BOTH_SILENT = "les deux textes sont muets"
BOTH_FORBID = "les deux textes le défendent, sans dire ce qu'il coûte"
ONE_FORBIDS = "l'un des textes le défend, l'autre n'en dit rien"
FORBIDDEN_BY_ONE = "l'un des textes le défend, sans dire ce qu'il coûte"
PARTLY_SILENT = "l'un des textes en laisse une partie sans réponse"
AS_WE_READ = "d'après notre lecture"
AS_ONE_CHOOSES = "selon l'arbitre"
BOTH_CHOOSE = "les deux textes laissent le choix, pas toujours entre les mêmes choses"
THE_ACT = "L'acte lui-même"
POINT = "point de règle"
NOT_SPOKEN_OF = "le texte n'en parle pas"
FORBIDDEN, NOT_FORBIDDEN = "le texte le défend, sans dire ce qu'il coûte", "le texte ne le défend pas, et se tait"
LIGHTER, HEAVIER, UNORDERED = (
    f"Pourquoi pas {KINDS[kind]} ?" for kind in (Difference.LIGHTER, Difference.HEAVIER, Difference.UNORDERED)
)
WOULD_ASK = "Ce qui ouvrirait une autre question"
ALWAYS = "toujours"
WHERE_THEY_DIFFER = "seulement là où ils diffèrent"

WARNING_NAMES = {
    WarnKind.MISPRINT: "Coquille du texte",
    WarnKind.WRONG_REFERENCE: "Renvoi erroné du texte",
    WarnKind.TRANSLATION: "Traduction",
    WarnKind.CONTRADICTION: "Contradiction du texte",
    WarnKind.AMBIGUITY: "Ambiguïté du texte",
    WarnKind.GAP: "Lacune du texte",
    WarnKind.INTERPRETATION: "Notre interprétation",
    WarnKind.PRECISION: "Décision du supplément",
    WarnKind.SILENCE: SILENT,
    WarnKind.READINGS: SEVERAL_READINGS,
    WarnKind.EDITION: "Édition",
    WarnKind.LANGUAGE: "Langue qui fait foi",
}
