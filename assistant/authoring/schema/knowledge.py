"""The shape of what all rulesets share: texts and their clauses, facts, words, families and incidents.

Pydantic lives in these schemas and in nothing that a ruling needs: what they describe is resolved into the plain objects
of `model`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from assistant.authoring.schema.base import Cites, ClauseId, Conditions, Entry, FactId, Id, Scalar, Text, Warn
from assistant.model import Scope


class Source(Entry):
    """A text that is quoted."""

    id: Id = Field(description="Le nom du texte : celui de son fichier de clauses, et le début de leurs identifiants.")
    title: Text = Field(description="Le titre du texte, tel qu'il se présente.")
    edition: Text = Field(description="L'édition citée : l'année, la traduction, la version.")
    publisher: Text = Field(description="Qui a publié le texte.")
    language: Text = Field(description="La langue du texte cité.")
    prevails: Text = Field(description="La phrase qui dit quelle langue fait foi.")
    licence: Text = Field(description="La licence sous laquelle le texte peut être cité.")
    attribution: Text = Field(description="La mention que la licence demande : auteur, titre, licence.")
    note: Text | None = Field(default=None, description="Ce qu'il faut encore savoir du texte.")
    chapters: dict[Text, Text] = Field(
        default_factory=dict,
        description="Les titres des chapitres, par le début du numéro de leurs sections, entre guillemets ; pour le sommaire.",
    )


class Heading(Entry):
    """A heading of the text: the clauses after it stand under it, up to the next heading."""

    section: Text | None = Field(
        default=None,
        description="La section du texte, son numéro toujours entre guillemets ; sans elle, le titre est de la section en cours.",
    )
    heading: Text = Field(description="Le titre, pour toutes les clauses qui suivent jusqu'au titre suivant.")


class Clause(Entry):
    """One statement of a text, word for word."""

    id: ClauseId = Field(
        description="texte/section/nom, par exemple ema-2016/5.2.2/annonce-vide ; les règles citent par lui."
    )
    quote: Text | Annotated[list[Text], Field(min_length=1)] = Field(
        description="La citation mot pour mot, fautes comprises ; une liste si elle se lit en plusieurs morceaux."
    )
    joined: bool = Field(
        default=False,
        description="Vrai si, dans le texte, rien n'est laissé de côté entre la clause d'avant et celle-ci ; sinon la page marque une coupure.",
    )
    warnings: list[Warn] = Field(default_factory=list, description="Ce qu'il faut dire au lecteur de cette clause.")


class Value(Entry):
    """One answer to a question."""

    id: Id = Field(description="Le mot que les règles et les cas emploient.")
    label: Text = Field(description="La réponse, telle qu'on la lit sous la question.")
    help: Text | None = Field(default=None, description="Ce que la réponse veut dire, si le libellé ne suffit pas.")
    said: Text | None = Field(
        default=None,
        description="La même réponse dite comme une phrase, qui se lit après « si » : « il a montré toute sa main ». Inutile si le libellé en est déjà une (« Il… »).",
    )
    game: Id | None = Field(default=None, description="Le seul jeu où cette réponse a un sens.")
    exit: bool = Field(
        default=False,
        description="Vrai pour « autre chose » : la réponse sort de l'incident et mène à ses voisins, à la recherche, à personne ; ni décision ni silence. Seule une règle qui la nomme en décide, là où le texte a une clause générale ; « not » ne l'admet jamais.",
    )
    belies: list[Id] = Field(
        default_factory=list,
        description="Les incidents que cette réponse dément : un cas où elle est vraie n'en est pas un, et la comparaison l'écarte.",
    )
    excludes: dict[Id, Annotated[list[Id], Field(min_length=1)]] = Field(
        default_factory=dict,
        description="Par case, les valeurs qu'aucune décision ne peut avoir si cette réponse est vraie : la comparaison n'oppose pas une telle décision à une autre.",
    )
    implied_by: Conditions | Annotated[list[Conditions], Field(min_length=1)] = Field(
        default_factory=dict,
        description="D'autres réponses, qui disent déjà celle-ci : ni la comparaison ni un exercice ne supposent le contraire. Une liste quand plusieurs le disent, chacune à elle seule.",
    )
    only_if: Conditions | None = Field(
        default=None,
        description="Les autres réponses sans lesquelles celle-ci ne peut pas être vraie (« les unes ici, les autres là » suppose qu'elles soient deux) : comparaison et exercices ne la donnent pas à côté d'une réponse contraire.",
    )


class Number(Entry):
    """A fact that is counted."""

    min: int = Field(description="Le plus petit nombre qu'on puisse répondre.")
    max: int = Field(description="Le plus grand nombre qu'on puisse répondre.")
    unit: Text = Field(description="Ce que l'on compte, au pluriel : minutes, rappels, fois.")
    said: Text | None = Field(
        default=None, description="Le nombre dit dans une phrase, « … » à sa place : « il a … de retard »."
    )


class Computed(Entry):
    """The tiles can answer: by which computation, and which of its results is which value."""

    by: Literal[
        "complete", "count", "yaku", "eight_points", "wait", "wait_count", "furiten", "orphans", "kong", "origin", "seat", "riichi", "swap"
    ] = Field(description="Le calcul sur les tuiles qui répond à la question (docs/mains.md).")  # fmt: skip
    gives: dict[str, Id] = Field(min_length=1, description="Résultat du calcul : valeur ; le reste est demandé.")
    note: Text | None = Field(default=None, description="Ce que les tuiles seules ne disent pas.")


class Judgement(Entry):
    """What is not seen but judged."""

    yardstick: dict[Id, Cites] = Field(
        default_factory=dict,
        description="Pour chaque règlement qui donne une mesure, la clause qui la dit ; pour les autres la question dit que le texte n'en a pas.",
    )


class Fact(Entry):
    """What can be true of a case."""

    id: FactId = Field(description="Le nom du fait, que règles et cas emploient ; des soulignés, pas de tirets.")
    title: Text = Field(description="Le nom court, tel qu'il figure parmi les réponses.")
    scope: Literal["contexte", "table", "faute"] = Field(
        default=Scope.FAULT.value,
        description="De quoi le fait parle : « contexte », réglé avec le règlement et jamais demandé ; « table », dit une fois pour tous les incidents d'un cas ; « faute », propre à un incident (ce qui vaut si rien n'est dit).",
    )
    question: Text | None = Field(
        default=None, description="La question posée ; absente quand le fait est déduit par des règles."
    )
    help: Text | None = Field(default=None, description="Ce qui aide à répondre, sous la question.")
    help_in: dict[Id, Text] = Field(
        default_factory=dict,
        description="L'aide dans les mots d'un règlement ou d'un jeu, à la place de « help » ; le règlement l'emporte sur le jeu.",
    )
    establish: Text | None = Field(
        default=None,
        description="Comment l'établir quand on n'est pas d'accord : quoi regarder, qui interroger d'abord.",
    )
    judgement: Judgement | None = Field(
        default=None,
        description="Le fait ne se voit pas, il se juge : la question le dit, avec le repère du règlement joué ou le mot qu'il n'en a pas ; « non établi » y devient « pas encore jugé ».",
    )
    values: list[Value] | None = Field(
        default=None,
        min_length=2,
        max_length=7,
        description="Les réponses possibles, six au plus sans la sortie (exit), dans l'ordre où elles sont montrées ; ou « number ».",
    )
    number: Number | None = Field(
        default=None, description="Les bornes d'une réponse qui est un nombre ; ou « values »."
    )
    only_if: Conditions | None = Field(
        default=None,
        description="Les conditions sans lesquelles la question n'a pas de sens. Une règle qui lit le fait les a d'elle-même ; on ne les y répète pas.",
    )
    usual: Id | None = Field(
        default=None,
        description="Circonstance rare : la valeur supposée, sans la demander. Seules une exception, une règle « adds » ou une suite peuvent lire un tel fait.",
    )
    otherwise: Id | None = Field(default=None, description="Fait déduit : sa valeur si aucune règle ne le déduit.")
    computed: Computed | None = Field(default=None, description="Comment les tuiles de la main y répondent.")


class Word(Entry):
    """A word that does not mean the same in every text."""

    word: Text = Field(description="Le mot, tel que les textes l'écrivent.")
    meanings: dict[Id, Text] = Field(min_length=2, description="Son sens dans chaque texte.")


class Synonym(Entry):
    """How else something is said at the table, for the search."""

    means: Text = Field(description="Ce que cela veut dire, dans les mots français des incidents et des textes.")
    french: list[Text] = Field(default_factory=list, description="Comment on le dit aussi en français, à la table.")
    japanese: list[Text] = Field(
        default_factory=list, description="Comment on le dit en japonais, en rōmaji et dans son écriture."
    )
    chinese: list[Text] = Field(
        default_factory=list, description="Comment on le dit en chinois, en pinyin et dans son écriture."
    )
    english: list[Text] = Field(default_factory=list, description="Comment on le dit en anglais.")


class Family(Entry):
    """Incidents that are looked for together: a file of incidents, and of rules in each ruleset."""

    id: Id = Field(description="Le nom de la famille : celui de son fichier d'incidents et de ses fichiers de règles.")
    title: Text = Field(description="Le titre de la famille dans le choix de l'incident.")
    help: Text = Field(description="Ce que l'on y trouve, en une phrase.")
    establish: Text | None = Field(
        default=None,
        description="Comment établir ce qui s'est passé dans ces incidents : quoi regarder, qui interroger d'abord.",
    )


class Turn(Entry):
    """What an incident is under a status of its player."""

    into: Id = Field(description="L'incident dont il s'agit alors.")
    answers: dict[FactId, Scalar] = Field(
        default_factory=dict, description="Ce que l'incident naturel répond déjà aux questions de celui-ci."
    )
    if_: Conditions = Field(
        default_factory=dict, alias="if", description="Conditions sur ce qui a été dit de l'incident naturel."
    )
    in_: list[Id] = Field(
        default_factory=list, alias="in", description="Les seuls règlements, ou jeux, où il en est ainsi."
    )


class Zone(Entry):
    """A place of the table that is touched to say what happened: where it is drawn, and where it leads."""

    id: Id = Field(description="Le nom de l'endroit.")
    label: Text = Field(description="Le mot écrit sur l'endroit, court.")
    heading: Text = Field(description="Le titre de la page où il mène : « Autour du mur ».")
    drawing: Literal[
        "mur", "mur-mort", "fleurs", "joueur", "ecarts", "batonnets", "horloge", "feuille", "tuile-gagnante", "elements", "main"
    ] = Field(description="Ce qui y est dessiné.")
    row: int = Field(ge=1, le=6, description="La rangée de la table où il est, en partant du haut.")
    width: int = Field(default=2, ge=1, le=6, description="Sa largeur, comparée à celle de ses voisins de rangée.")
    game: Id | None = Field(default=None, description="Le seul jeu où il est dessiné ; sans lui, dans tous.")
    incidents: list[Id] = Field(
        min_length=3,
        description="Les incidents où il mène, le plus probable d'abord : de trois à six dans chaque règlement où il est dessiné.",
    )


class Incident(Entry):
    """What happened, as the table sees it; it can occur wherever a rule decides it."""

    id: Id = Field(description="Le nom de l'incident, que les règles et les cas emploient.")
    title: Text = Field(description="Ce qui s'est passé, vu de la table.")
    help: Text = Field(description="De quoi reconnaître l'incident, et à quel autre penser.")
    words: list[Text] = Field(min_length=1, description="Les mots avec lesquels on le cherche.")
    first: list[FactId] = Field(default_factory=list, description="Les questions à poser d'abord, dans cet ordre.")
    answers: dict[FactId, Annotated[list[Id], Field(min_length=2)]] = Field(
        default_factory=dict,
        description="Les seules réponses proposées ici ; une circonstance rare qui y figure est demandée.",
    )
    establish: Text | None = Field(
        default=None, description="Comment établir ce qui s'est passé, à la place de ce qu'en dit sa famille."
    )
    neighbours: list[Id] = Field(
        default_factory=list,
        description="Les incidents avec lesquels on peut le confondre : des liens sous chaque question et sous la décision, et ce qu'offre une sortie (exit).",
    )
    turns: dict[Id, Id | Annotated[list[Turn], Field(min_length=1)]] = Field(
        default_factory=dict,
        description="Sous un statut que le joueur a déjà (vocabularies/statuses.yaml), l'incident dont il s'agit alors ; les faits du même nom y répondent, le premier qui tient est entendu.",
    )
