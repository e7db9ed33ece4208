"""The shape of what ties events together: statuses, which sanctions set them, and links."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from assistant.authoring.schema.base import Cites, Conditions, Entry, FactId, Id, RuleId, SanctionIds, Scalar, Text
from assistant.authoring.schema.sanctions import Right

Ids = Id | Annotated[list[Id], Field(min_length=1)]
When = Literal["en-meme-temps", "apres", "apres-annonce-d-un-joueur", "apres-decision", "donne-precedente"]
Whens = When | Annotated[list[When], Field(min_length=1)]
Seat = Literal["est", "sud", "ouest", "nord"]
Seats = Seat | Annotated[list[Seat], Field(min_length=1)]


class Status(Entry):
    """What lasts beyond an event."""

    id: Id = Field(description="Le nom du statut, que les règlements et les liens emploient.")
    title: Text = Field(description="Ce qu'on en lit sur la feuille, après le nom du joueur : « a une main morte ».")
    says: Text = Field(description="Ce que cela veut dire, en une phrase.")


class Sets(Entry):
    """What a ruleset says of a status."""

    status: Id = Field(description="Le statut, selon vocabularies/statuses.yaml.")
    by: SanctionIds = Field(description="La sanction, ou les sanctions, qui le posent.")
    incidents: Ids | None = Field(
        default=None, description="Les seuls incidents où elles le posent, si ce n'est pas partout."
    )
    from_: Literal["acte", "decision"] = Field(
        alias="from", description="Dès quand : par l'acte lui-même, ou une fois que l'arbitre l'a décidé."
    )
    lasts: Literal["tour", "donne", "session", "tournoi", "non-dit"] = Field(description="Jusqu'à quand il dure.")
    takes: list[Right] = Field(default_factory=list, description="Ce que le joueur ne peut plus faire.")
    leaves: list[Right] = Field(default_factory=list, description="Ce que le texte lui laisse expressément.")
    unsaid: list[Right] = Field(
        default_factory=list, description="Ce dont le texte ne dit pas s'il peut encore le faire."
    )
    chosen: bool = Field(
        default=False,
        description="Vrai si un arbitre à qui le texte laisse le choix peut prononcer cette sanction (« choix »).",
    )
    of_the_deal: bool = Field(
        default=False,
        description="Vrai si c'est un statut de la donne et non d'un joueur : il vaut pour tous, de ce qui suit et non du même moment.",
    )
    of_the_target: bool = Field(
        default=False,
        description="Vrai si c'est un statut de celui à qui l'acte est fait (« a_qui »), non de celui qui le fait.",
    )
    cites: Cites = Field(description="La clause, ou les clauses, qui le disent.")
    interpretation: Text | None = Field(default=None, description="Ce que nous avons dû comprendre au-delà du texte.")


class Source(Entry):
    """The other event that a link looks for: every key given must hold."""

    incident: Ids | None = Field(default=None, description="L'incident de l'autre événement, ou plusieurs.")
    by: Literal["meme", "autre"] | None = Field(
        default=None, description="Le même joueur que celui de l'événement réglé, ou un autre."
    )
    seat: Seats | None = Field(
        default=None,
        description="Le siège du joueur de l'autre événement ; avec « status », de celui qui a ce statut.",
    )
    players: int = Field(
        default=0, ge=0, le=4, description="Le statut est celui de tant de joueurs au moins, quels qu'ils soient ; avec « autre », d'autres que lui."
    )
    when: Whens | None = Field(
        default=None,
        description="Quand l'un est arrivé par rapport à l'autre ; sans cette clé, n'importe quand dans la même donne.",
    )
    order: Literal["avant", "apres", "tous"] = Field(
        default="avant",
        description="« avant » : les événements qui précèdent ou arrivent en même temps ; « apres » : ceux qui suivent ; « tous ».",
    )
    sanction: SanctionIds | None = Field(
        default=None, description="La sanction, ou l'une des sanctions, que l'autre événement reçoit."
    )
    without: SanctionIds | None = Field(
        default=None, description="La sanction, ou les sanctions, qu'il ne reçoit pas ; il faut qu'il soit jugé."
    )
    status: Id | None = Field(default=None, description="Le statut qu'il a posé et qui dure encore.")
    after_status: Id | None = Field(
        default=None, description="Un autre statut du même joueur, que le cas avait posé avant lui."
    )
    causes: bool = Field(default=False, description="Vrai s'il a été fait au joueur de l'événement réglé (« a_qui »).")
    closer: bool = Field(
        default=False,
        description="Vrai si son joueur est plus proche, dans l'ordre du tour, de celui dont les deux prennent la tuile (« a_qui »).",
    )
    unplaced: bool = Field(
        default=False,
        description="Vrai si rien ne dit lequel des deux en est le plus proche : ni sièges, ni « a_qui ».",
    )
    facts: Conditions = Field(default_factory=dict, description="Conditions sur les faits de l'autre événement.")
    slots: dict[Id, Ids] = Field(
        default_factory=dict, description="Des cases de sa décision (donne, est…) et les valeurs qu'elles ont."
    )


class Link(Entry):
    """A fact of one event that another event settles."""

    id: RuleId = Field(description="règlement.liens.nom : le dossier et le fichier où le lien est écrit, puis son nom.")
    title: Text = Field(description="Le lien en quelques mots, tel que la feuille le nomme.")
    counts: FactId | None = Field(
        default=None,
        description="Un nombre, qui est d'un de plus que dans le dernier événement trouvé : la deuxième fois…",
    )
    settles: dict[FactId, Scalar] = Field(
        default_factory=dict,
        description="Les faits réglés et leur valeur : ils ne sont plus demandés ; une réponse contraire passe outre, et la feuille le dit.",
    )
    asks: list[FactId] = Field(
        default_factory=list,
        description="Des circonstances rares que cet autre événement rend possibles : elles sont alors demandées, non supposées.",
    )
    excludes: dict[FactId, list[Scalar]] = Field(
        default_factory=dict,
        description="Des faits et les réponses que cet autre événement rend impossibles : elles ne sont plus proposées ; une réponse contraire passe outre, et la feuille le dit.",
    )
    opens: list[FactId] = Field(
        default_factory=list,
        description="Des faits qu'aucun des liens écrits après lui ne règle alors : ce que dit l'autre événement n'en décide pas, ils sont demandés.",
    )
    of: Ids | None = Field(
        default=None, description="Les seuls incidents dont ces faits sont réglés ; sinon tous ceux qui les lisent."
    )
    seat: Seats | None = Field(
        default=None, description="Le siège du joueur de l'événement ; alors aucun autre événement n'est cherché."
    )
    from_: Source | None = Field(default=None, alias="from", description="L'autre événement, qui règle ces faits.")
    reads: Literal["alors", "fin"] = Field(
        default="alors",
        description="L'autre événement tel qu'il était quand celui-ci est arrivé, ou tel qu'il est à la fin du cas.",
    )
    cites: Cites | None = Field(default=None, description="La clause, ou les clauses, qui font ce lien.")
    interpretation: Text | None = Field(default=None, description="Ce que nous avons dû comprendre au-delà du texte.")
