"""The shape of every YAML file, for checking and for the published JSON Schema.

Pydantic lives here and in nothing that a ruling needs: the reader turns these into the plain objects of `model`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from assistant.authoring.schema.base import Cites, ClauseId, Entry, FactId, Id, RuleId, SanctionIds, Scalar, Text


class Source(Entry):
    id: Id
    title: Text
    edition: Text
    publisher: Text
    language: Text = Field(description="La langue du texte cité.")
    prevails: Text = Field(description="La phrase qui dit quelle langue fait foi.")
    licence: Text
    attribution: Text
    note: Text | None = None


WarningKind = Literal["coquille", "renvoi", "traduction", "contradiction", "ambiguite", "lacune"]


class Warn(Entry):
    kind: WarningKind
    text: Text


class Heading(Entry):
    """A heading of the text: the clauses after it stand under it, up to the next heading."""

    section: Text | None = Field(
        default=None,
        description="La section du texte, son numéro toujours entre guillemets ; sans elle, le titre est de la section en cours.",
    )
    heading: Text = Field(description="Le titre, pour toutes les clauses qui suivent jusqu'au titre suivant.")


class Clause(Entry):
    id: ClauseId
    quote: Text | Annotated[list[Text], Field(min_length=1)] = Field(description="Mot pour mot, fautes comprises.")
    warnings: list[Warn] = Field(default_factory=list)


class Test(Entry):
    """A condition on one fact: one of these keys, or `min` and `max` together."""

    in_: list[Scalar] | None = Field(default=None, alias="in", min_length=1)
    not_: Scalar | list[Scalar] | None = Field(default=None, alias="not")
    min: int | None = None
    max: int | None = None


Conditions = dict[str, Scalar | Test]


class Value(Entry):
    id: Id
    label: Text
    help: Text | None = None
    game: Id | None = Field(default=None, description="Le seul jeu où cette réponse a un sens.")
    belies: list[Id] = Field(default_factory=list, description="Les incidents que cette réponse dément.")
    implied_by: Conditions | None = Field(default=None, description="D'autres réponses, qui disent déjà celle-ci.")


class Number(Entry):
    min: int
    max: int
    unit: Text


class Computed(Entry):
    """The tiles can answer: by which computation, and which of its results is which value."""

    by: Literal[
        "complete", "count", "yaku", "eight_points", "wait", "wait_count", "furiten", "orphans", "kong", "origin", "seat", "riichi", "swap"
    ]  # fmt: skip
    gives: dict[str, Id] = Field(min_length=1, description="Résultat du calcul : valeur ; le reste est demandé.")
    note: Text | None = Field(default=None, description="Ce que les tuiles seules ne disent pas.")


class Fact(Entry):
    id: FactId
    title: Text = Field(description="Le nom court, tel qu'il figure parmi les réponses.")
    scope: Literal["contexte", "table", "faute"] = "faute"
    question: Text | None = Field(default=None, description="Absente quand le fait est déduit par des règles.")
    help: Text | None = None
    values: list[Value] | None = Field(default=None, min_length=2, max_length=6)
    number: Number | None = None
    only_if: Conditions | None = None
    usual: Id | None = Field(default=None, description="Circonstance rare : la valeur supposée, sans la demander.")
    otherwise: Id | None = Field(default=None, description="Fait déduit : sa valeur si aucune règle ne le déduit.")
    computed: Computed | None = Field(default=None, description="Comment les tuiles de la main y répondent.")


class Word(Entry):
    """A word that does not mean the same in every text."""

    word: Text
    meanings: dict[Id, Text] = Field(min_length=2, description="Son sens dans chaque texte.")


Zone = Literal[
    "main", "tuile-gagnante", "ecarts", "elements", "mur", "mur-mort", "batonnets", "joueurs", "horloge", "feuille"
]


class Family(Entry):
    id: Id
    title: Text
    help: Text
    zones: list[Zone] = Field(min_length=1, description="Les endroits de la table où l'on touche pour la trouver.")


class Incident(Entry):
    id: Id
    title: Text
    help: Text
    words: list[Text] = Field(min_length=1, description="Les mots avec lesquels on le cherche.")
    first: list[FactId] = Field(default_factory=list, description="Les questions à poser d'abord, dans cet ordre.")
    answers: dict[FactId, Annotated[list[Id], Field(min_length=2)]] = Field(
        default_factory=dict,
        description="Les seules réponses proposées ici ; une circonstance rare qui y figure est demandée.",
    )


class Ladder(Entry):
    count: FactId
    first: int = Field(description="Le rang auquel correspond la première marche.")
    steps: list[int] = Field(min_length=2)
    beyond: Literal["derniere-marche", "non-dit"]


class Per(Entry):
    count: FactId
    each: int
    max: int | None = None


class Amount(Entry):
    of: Id | None = Field(default=None, description="La sanction chiffrée, si la règle ne la donne pas seule.")
    value: int | None = None
    range: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    choices: Annotated[list[int], Field(min_length=2)] | None = None
    per: Per | None = None
    ladder: Ladder | None = None
    unit: Id
    payer: Id
    payee: Id
    moment: Id


class Decides(Entry):
    who: Id
    text: Text = Field(description="Entre quoi et quoi, tel que le texte le dit.")


class Effect(Entry):
    """What a ruling or one reading of a contradiction gives; slots (donne, est…) are keys of their own."""

    model_config = ConfigDict(extra="allow", strict=True)
    sanction: SanctionIds | None = None
    player: Id | None = Field(default=None, description="Le joueur visé ; le joueur en cause si rien n'est dit.")
    amount: Amount | Annotated[list[Amount], Field(min_length=1)] | None = None
    decides: Decides | None = None
    silence: Text | None = None


class Reading(Effect):
    reading: Text = Field(description="Cette lecture en une phrase.")
    cites: Cites


class Then(Effect):
    fact: Annotated[dict[FactId, Scalar], Field(min_length=1, max_length=1)] | None = None
    one_of: Annotated[list[Reading], Field(min_length=2)] | None = None


class Overrides(Entry):
    sanction: Id


class Rule(Entry):
    id: RuleId
    title: Text
    if_: Conditions = Field(alias="if", min_length=1)
    then: Then
    cites: Cites
    overrides: Overrides | RuleId | Annotated[list[RuleId], Field(min_length=1)] | None = None
    adds: bool = False
    interpretation: Text | None = Field(default=None, description="Ce que nous avons dû comprendre au-delà du texte.")
    steps: list[Text] = Field(default_factory=list, description="Gestes propres à cette règle, dans l'ordre.")
    warnings: list[Warn] = Field(default_factory=list)


class Ruleset(Entry):
    id: Id
    title: Text
    short: Text
    edition: Text
    game: Text
    source: Id
    newer: Text = Field(description="Ce que l'on sait d'éditions plus récentes.")
    order: int
    slots: list[Id] = Field(min_length=1)
    combine: dict[Id, list[Id]] = Field(
        default_factory=dict,
        description="Pour une case, l'ordre des valeurs quand deux incidents diffèrent : la première l'emporte.",
    )
    sibling: Id | None = Field(default=None, description="Un règlement dont le texte traduit peut-être le même livre.")
    disputed: ClauseId | None = Field(default=None, description="La clause qui dit qui tranche un fait contesté.")
    base: Id | None = None
    drop: list[RuleId] = Field(default_factory=list)


class ExpectedReading(Entry):
    model_config = ConfigDict(extra="allow", strict=True)
    sanction: SanctionIds | None = None
    cites: Cites | None = None


class Expected(Entry):
    """The ruling a case must get: every key given is compared, slots included."""

    model_config = ConfigDict(extra="allow", strict=True)
    sanction: SanctionIds | None = None
    amounts: list[int] | None = None
    silence: bool | None = None
    one_of: list[ExpectedReading] | None = None
    cites: Cites | None = None
    note: Text | None = Field(default=None, description="Notre lecture, là où elle s'écarte d'une autre.")


Story = Annotated[list[Text | Annotated[dict[FactId, Text], Field(min_length=1, max_length=1)]], Field(min_length=1)]


class Variant(Entry):
    id: Id
    change: Annotated[dict[FactId, Scalar], Field(min_length=1, max_length=1)]
    tells: Text | None = Field(
        default=None, description="La phrase qui remplace celle du fait changé, ou qui s'ajoute à l'histoire."
    )
    story: Story | None = Field(
        default=None, description="Toute l'histoire, là où une phrase changée ne s'accorde pas avec les autres."
    )
    expect: dict[Id, Expected] = Field(min_length=1)


class Further(Entry):
    """A further incident of the same case, by the same player or by another."""

    by: Literal["meme", "autre"]
    facts: dict[FactId, Scalar] = Field(min_length=1)


class Case(Entry):
    id: Id
    title: Text
    story: Story
    facts: dict[FactId, Scalar] = Field(min_length=1)
    expect: dict[Id, Expected] = Field(min_length=1)
    then: list[Further] = Field(default_factory=list, description="Les incidents suivants du même cas, dans l'ordre.")
    level: Annotated[int, Field(ge=1, le=3)]
    variants: list[Variant] = Field(default_factory=list)
    dispute: Text | None = Field(default=None, description="Le numéro du litige réel dont il vient.")
