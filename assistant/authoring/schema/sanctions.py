"""The shape of the vocabularies: sanctions, players, units, moments, slots, and what is graver than what."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from assistant.authoring.schema.base import Cites, Entry, Id, Said, Steps, Text

Right = Literal["gagner", "appeler", "kong-de-sa-main", "riichi", "tenpai"]


class Naming(Entry):
    """How one ruleset names a sanction and what it means there."""

    name: Text = Field(description="Le nom de la sanction dans ce règlement, tel qu'on l'annonce.")
    aloud: Text | None = Field(
        default=None,
        description="La sanction dite au joueur : « votre main est morte ». Inutile si le nom se dit tel quel.",
    )
    effect: Text | Annotated[list[Text | Said], Field(min_length=1)] = Field(
        description="Ce que cela veut dire à la table, en une ou deux phrases ; une liste si l'une d'elles a une condition."
    )
    steps: Steps = Field(default_factory=list, description="Ce que l'arbitre fait alors, geste par geste.")


class Sanction(Entry):
    """A sanction, or a decision that punishes nobody."""

    id: Id = Field(description="Le nom de la sanction, que les règles et les cas emploient.")
    title: Text = Field(description="Son nom quand on ne parle d'aucun règlement en particulier.")
    nature: Literal["decision", "sanction"] = Field(
        description="« sanction » si elle punit quelqu'un, « decision » si elle règle seulement ce qui se passe."
    )
    discretion: bool = Field(
        default=False,
        description="Vrai si elle est laissée à l'appréciation : la règle qui la donne dit qui décide (« decides »).",
    )
    amount: bool = Field(default=False, description="Vrai si la sanction se chiffre.")
    vanishes: bool = Field(default=False, description="Vrai si elle disparaît à côté d'une autre, comme « aucune ».")
    covers: list[Id] = Field(
        default=[],
        description="Autres décisions que l'on peut dire du même cas : jamais opposées dans un exercice.",
    )
    named: list[Text] = Field(
        default=[],
        description="Comment les textes en parlent, par débuts de mots (« avert », « main morte ») : un exercice n'appelle pas fausse une décision que la fiche ou le texte cité nomme.",
    )
    wins: bool = Field(default=False, description="Vrai si elle dit que le joueur visé gagne la donne.")
    outlives: bool = Field(
        default=False,
        description="Vrai si elle compte encore quand un autre événement a fini la donne : une mise à rendre, un avertissement.",
    )
    on_dues: Literal["annule", "maintient"] | None = Field(
        default=None, description="Ce qu'elle fait de tout ce qui est dû pour les fautes de la même donne."
    )
    varies: bool = Field(default=False, description="Vrai si son effet n'est pas le même dans tous les règlements.")
    rulesets: dict[Id, Naming] = Field(
        min_length=1,
        description="Comment chaque règlement qui la connaît la nomme ; une édition la nomme comme sa base.",
    )


class Named(Entry):
    id: Id = Field(description="Le mot que les règles emploient.")
    label: Text = Field(description="Ce qu'on en lit sur la feuille.")


class Moment(Named):
    """When an amount is settled."""

    entered: bool = Field(
        default=False, description="Le nombre est un résultat entré au lieu de celui de la table, non un retrait."
    )


class Usual(Entry):
    """What a unit usually brings."""

    value: int = Field(ge=1, description="Le nombre.")
    what: Text = Field(description="Ce qu'il est, avec son article : « l'uma du premier ».")
    cites: Cites = Field(description="La clause, ou les clauses, qui le disent.")


class Unit(Named):
    """What an amount counts."""

    counts_as: Id | None = Field(
        default=None, description="Une autre unité qui compte les mêmes points sous un autre nom, ou par milliers."
    )
    worth: int = Field(default=1, ge=1, description="Combien l'une vaut de l'autre (« counts_as »).")
    usual: Usual | None = Field(
        default=None, description="Un résultat courant, auquel la comparaison rapporte un montant de cette unité."
    )


class Player(Named):
    """Who pays, receives, decides, or is aimed at."""

    nobody: bool = Field(default=False, description="Vrai pour « personne » : des points qui ne vont à aucun joueur.")
    whole: bool = Field(default=False, description="Vrai pour toute la table : la décision ne nomme alors personne.")
    words: list[Text] = Field(
        default=[],
        description="Autres mots des phrases pour le même joueur ; là où l'on sait qui c'est, son nom les remplace.",
    )
    among: Literal["les-autres", "les-autres-sauf-est", "est", "aucun"] | None = Field(
        default=None,
        description="Quels sièges ce sont, vus de celui qui les paie ou qu'ils paient ; « aucun » si ce n'est pas un joueur.",
    )
    sits: Literal["a-qui", "gagnant", "seul-gagnant"] | None = Field(
        default=None,
        description="Lequel des joueurs d'un cas c'est : celui à qui l'événement est fait, qui gagne dans un autre, ou qui est seul à gagner.",
    )
    addressed: bool = Field(default=False, description="Vrai pour l'arbitre à qui la feuille parle : « Décidez … ».")


class ByWinner(Entry):
    """What a value comes to once the winner's seat is known."""

    est: Id = Field(description="La valeur si Est a gagné.")
    autre: Id = Field(description="La valeur si un autre a gagné.")


class SlotValue(Entry):
    """What can become of a slot."""

    id: Id = Field(description="Le mot que les règles et les cas emploient ; « non-dit » si le texte n'en dit rien.")
    label: Text = Field(description="La valeur, telle qu'on la lit dans la décision.")
    step: Text | None = Field(default=None, description="Ce qu'il y a à faire ; sinon le libellé est dit.")
    idle: bool = Field(default=False, description="Vrai s'il n'y a rien à faire ni à dire.")
    covers: list[Id] = Field(
        default=[],
        description="Autres valeurs de la case dont elle peut se dire aussi : jamais opposées dans un exercice.",
    )
    open: bool = Field(
        default=False, description="Vrai si quelqu'un doit encore en décider : un exercice ne le demande pas."
    )
    over: bool = Field(default=False, description="Vrai si la donne est finie : ce qui suit n'y change plus rien.")
    named: list[Text] = Field(
        default=[],
        description="Comment les textes en parlent, par débuts de mots : un exercice n'appelle pas fausse une valeur que la fiche nomme.",
    )
    winner: ByWinner | None = Field(
        default=None, description="Ce qu'elle devient quand on sait si le gagnant est Est ou un autre."
    )
    doubts: bool = Field(
        default=False,
        description="Vrai si le texte laisse douter que ce qui est dû pour les fautes de la donne le reste quand elle finit ainsi.",
    )
    asks: list[Right] = Field(
        default=[],
        description="Les droits que l'on regarde encore quand la donne finit ainsi : un statut qui les ôte n'est pas sans effet.",
    )
    counted: Text | None = Field(
        default=None,
        description="Le geste que demande alors un joueur à qui un tel droit était ôté, l'arbitre l'ayant dit avant la fin de la donne.",
    )


class Slot(Entry):
    """A part of every decision: the deal, the dealer, the counters, the stakes."""

    id: Id = Field(description="Le nom de la case, qui est une clé de « then » et de « expect ».")
    title: Text = Field(description="Le nom de la case sur la feuille.")
    unless: dict[Id, list[Id]] | None = Field(
        default=None, description="Valeurs d'une autre case qui la rendent sans objet."
    )
    values: list[SlotValue] = Field(min_length=2, description="Ce qu'elle peut devenir.")
    combine: list[Id] = Field(
        default_factory=list,
        description="L'ordre des valeurs quand deux incidents d'une donne diffèrent : la première l'emporte, et avec elle le reste de ce que dit cet incident.",
    )


class Unordered(Entry):
    """Two sanctions that cannot be weighed against each other."""

    between: Annotated[list[Id], Field(min_length=2, max_length=2)] = Field(description="Les deux sanctions.")
    why: Text = Field(description="Pourquoi aucune n'est plus grave que l'autre.")


class Gravity(Entry):
    """What is graver than what."""

    chains: list[list[Id]] = Field(
        min_length=1,
        description="Des suites de sanctions, chacune du plus léger au plus lourd ; deux sanctions qu'aucune ne lie ne se comparent pas.",
    )
    unordered: list[Unordered] = Field(
        default_factory=list,
        description="Les paires que l'on tient pour incomparables, et la raison que la comparaison en donne.",
    )
