"""The shape of rules and rulesets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from assistant.authoring.schema.base import (
    Cites,
    ClauseId,
    Conditions,
    Entry,
    FactId,
    Id,
    RuleId,
    SanctionIds,
    Scalar,
    Steps,
    Text,
    Warn,
    with_slots,
)
from assistant.authoring.schema.cases import Expected


class Ladder(Entry):
    """An amount that grows with a number."""

    count: FactId = Field(description="Le fait que l'on compte ; la règle doit le nommer dans « if ».")
    first: int = Field(description="Le rang auquel correspond la première marche.")
    steps: list[int] = Field(min_length=2, description="Les montants, marche après marche.")
    beyond: Literal["derniere-marche", "non-dit"] = Field(
        description="Au-delà de la dernière marche : elle vaut encore (« derniere-marche »), ou le texte ne chiffre plus rien (« non-dit »)."
    )


class Per(Entry):
    """So much for each."""

    count: FactId = Field(description="Le fait que l'on compte ; la règle doit le nommer dans « if ».")
    each: int = Field(description="Le montant pour chaque unité comptée.")
    max: int | None = Field(default=None, description="Le montant le plus grand, quel que soit le nombre.")


class Amount(Entry):
    """So much, in which unit, from whom, to whom, when."""

    of: Id | None = Field(default=None, description="La sanction chiffrée, si la règle ne la donne pas seule.")
    value: int | None = Field(default=None, description="Le montant, quand le texte en dit un seul.")
    range: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="Le plus petit et le plus grand montant, quand le texte laisse choisir entre les deux.",
    )
    choices: Annotated[list[int], Field(min_length=2)] | None = Field(
        default=None, description="Les seuls montants possibles, quand le texte laisse choisir parmi eux."
    )
    per: Per | None = Field(default=None, description="Tant par unité d'un fait compté : par minute, par tuile.")
    ladder: Ladder | None = Field(
        default=None, description="Une échelle : le montant croît avec le rang (la première fois, la deuxième…)."
    )
    unit: Id = Field(description="En quoi il se compte, selon vocabularies/units.yaml.")
    payer: Id = Field(description="Qui paie, selon vocabularies/players.yaml.")
    payee: Id = Field(
        description="Qui reçoit, selon vocabularies/players.yaml ; « personne » si les points sont perdus."
    )
    moment: Id = Field(description="Quand il se règle, selon vocabularies/moments.yaml.")


class Decides(Entry):
    """Who decides where the text leaves it to somebody."""

    who: Id = Field(description="Qui décide, selon vocabularies/players.yaml.")
    text: Text = Field(description="Entre quoi et quoi, tel que le texte le dit.")


class Effect(Entry):
    """What a ruling or one reading of a contradiction gives; slots (donne, est…) are keys of their own."""

    model_config = ConfigDict(extra="allow", strict=True, json_schema_extra=with_slots)
    sanction: SanctionIds | None = Field(
        default=None, description="La sanction ou la décision, ou plusieurs, selon vocabularies/sanctions.yaml."
    )
    player: Id | None = Field(default=None, description="Le joueur visé ; le joueur en cause si rien n'est dit.")
    amount: Amount | Annotated[list[Amount], Field(min_length=1)] | None = Field(
        default=None,
        description="Ce que la sanction coûte, à qui, quand ; une seule des clés value, range, choices, per, ladder.",
    )
    decides: Decides | None = Field(
        default=None, description="Qui décide, et entre quoi, là où la sanction est laissée à l'appréciation."
    )
    silence: Text | None = Field(
        default=None,
        description="Ce que le texte ne dit pas. Seul, il laisse toutes les cases non dites ; à côté d'une sanction, il ne porte que sur une partie.",
    )


class Reading(Effect):
    """One way to read a contradiction."""

    reading: Text = Field(description="Cette lecture en une phrase.")
    cites: Cites = Field(description="La clause, ou les clauses, d'où vient cette lecture.")


class Then(Effect):
    """What follows when all conditions hold."""

    fact: Annotated[dict[FactId, Scalar], Field(min_length=1, max_length=1)] | None = Field(
        default=None, description="Le fait que la règle déduit et sa valeur ; une telle règle ne donne rien d'autre."
    )
    one_of: Annotated[list[Reading], Field(min_length=2)] | None = Field(
        default=None,
        description="Une contradiction : les lectures possibles, chacune avec ses sanctions, cases et clauses, et rien à côté.",
    )


class Overrides(Entry):
    """An exception to whatever gives a sanction."""

    sanction: Id = Field(description="La sanction : toutes les règles qui la donnent cèdent à celle-ci.")


class Rule(Entry):
    """If these facts hold then this follows, because of these clauses."""

    id: RuleId = Field(
        description="règlement.famille.nom : le dossier et le fichier où la règle est écrite, puis son nom."
    )
    title: Text = Field(description="La règle en quelques mots, telle que la feuille la nomme.")
    if_: Conditions = Field(
        alias="if",
        min_length=1,
        description="Les conditions, toutes ensemble : « incident », des faits ; une suite y nomme la « sanction », ou la case (« donne: gagnee »), dont elle découle.",
    )
    then: Then = Field(
        description="Ce qui suit quand toutes les conditions sont vraies ; vide pour une exception qui ne fait qu'ôter."
    )
    cites: Cites = Field(description="La clause, ou les clauses, du texte de ce règlement qui le disent.")
    overrides: Overrides | RuleId | Annotated[list[RuleId], Field(min_length=1)] | None = Field(
        default=None,
        description="L'exception : les règles (ou, par « sanction », toutes celles qui la donnent) qui cèdent à celle-ci là où elle tient.",
    )
    adds: bool = Field(
        default=False,
        description="Vrai si la règle s'ajoute à la décision des autres au lieu d'en être une : une sanction de plus, un silence de plus.",
    )
    interpretation: Text | None = Field(default=None, description="Ce que nous avons dû comprendre au-delà du texte.")
    forbids: ClauseId | None = Field(
        default=None,
        description="Pour un silence : celle des clauses citées qui défend l'acte, ou ordonne le contraire, sans dire ce qu'il coûte.",
    )
    steps: Steps = Field(default_factory=list, description="Gestes propres à cette règle, dans l'ordre.")
    warnings: list[Warn] = Field(default_factory=list, description="Ce qu'il faut dire au lecteur de la décision.")


class Governs(Entry):
    """The only context that a text speaks of."""

    if_: Conditions = Field(
        alias="if", min_length=1, description="Le cadre, par les faits qui se règlent avec le règlement."
    )
    text: Text = Field(description="Ce que l'on en dit, après le nom du règlement.")
    cites: Cites = Field(description="La clause qui le dit.")


class Named(Entry):
    """A difference from another ruleset that the text itself names."""

    of: Id = Field(description="L'incident où elle se voit, ou le point (points.yaml) qui la dit.")
    cites: Cites = Field(description="La clause qui la nomme.")


class Ruleset(Entry):
    """A ruleset, or an edition of one."""

    id: Id = Field(
        description="Le nom du règlement : celui de son dossier, et le début des identifiants de ses règles."
    )
    title: Text = Field(description="Le nom complet, dans les listes et sur la feuille.")
    short: Text = Field(description="Le nom court, dans les tableaux.")
    edition: Text = Field(description="L'édition, telle qu'elle suit le nom.")
    game: Text = Field(
        description="Le jeu (riichi, mcr) : une réponse qui n'existe que dans un jeu n'est offerte que dans ses règlements."
    )
    source: Id = Field(description="Le texte que ses règles citent, selon sources.yaml.")
    newer: Text = Field(description="Ce que l'on sait d'éditions plus récentes.")
    order: int = Field(description="Son rang dans les listes ; le plus petit vient d'abord.")
    slots: list[Id] = Field(
        min_length=1, description="Les cases que ses décisions remplissent, selon vocabularies/slots.yaml."
    )
    combine: dict[Id, list[Id]] = Field(
        default_factory=dict,
        description="Pour une case, un autre ordre que celui de vocabularies/slots.yaml quand deux incidents diffèrent : la première valeur l'emporte.",
    )
    sibling: Id | None = Field(default=None, description="Un règlement dont le texte traduit peut-être le même livre.")
    governs: Governs | None = Field(
        default=None,
        description="Le seul cadre dont le texte parle ; ailleurs la comparaison ne lui oppose pas celui qui en règle d'autres.",
    )
    differs: dict[Id, Annotated[list[Named], Field(min_length=1)]] = Field(
        default_factory=dict,
        description="Par règlement, les différences avec lui que ce texte nomme lui-même ; « ce qui surprendra » les montre toutes.",
    )
    disputed: ClauseId | None = Field(default=None, description="La clause qui dit qui tranche un fait contesté.")
    calls: dict[Text, Text] = Field(
        default_factory=dict,
        description="Des mots de nos questions et réponses que le texte n'emploie pas, et ceux qui les remplacent quand on le joue (« figure » : « combinaison »).",
    )
    base: Id | None = Field(
        default=None,
        description="L'édition dont celle-ci reprend toutes les règles, sauf celles qu'elle redéfinit ou retire.",
    )
    drop: list[RuleId] = Field(
        default_factory=list, description="Les règles de la base que cette édition ne reprend pas."
    )
    expect: dict[str, Expected] = Field(
        default_factory=dict,
        description="Les cas de la base qui se décident autrement dans cette édition, et ce qu'ils y reçoivent ; pour une variante, cas.variante. Avec « replays » seulement.",
    )
    leave: list[str] = Field(
        default_factory=list,
        description="Les cas de la base que l'on ne reprend pas : leur histoire ne répond pas à une question de cette édition.",
    )
    replays: bool = Field(
        default=False,
        description="Vrai si les cas de la base sont rejoués dans cette édition : tous, sauf ceux de « leave », attendent ce que la base décide ou ce que dit « expect ».",
    )
