"""The shape of a supplement: one file beside a ruleset, with its own text, its rules and what they change of the base's cases."""

from __future__ import annotations

from pydantic import Field

from assistant.authoring.schema.base import Entry, Id, RuleId, Text
from assistant.authoring.schema.cases import Case, Expected
from assistant.authoring.schema.chains import Link, Sets
from assistant.authoring.schema.expectations import Common
from assistant.authoring.schema.knowledge import Clause, Fact, Heading
from assistant.authoring.schema.rules import Rule, Ruleset
from assistant.authoring.schema.sanctions import Naming


class OwnText(Entry):
    """The text that a supplement quotes: its author's own."""

    publisher: Text = Field(description="Qui a écrit et publié ces précisions : un tournoi, une fédération.")
    language: Text = Field(default="français", description="La langue du texte ; français si rien n'est dit.")
    prevails: Text = Field(description="La phrase qui dit ce qui fait foi : la langue, ou le règlement de base.")
    licence: Text = Field(description="La licence sous laquelle ces précisions peuvent être citées.")
    attribution: Text = Field(description="La mention à faire : auteur, titre, licence.")
    note: Text | None = Field(default=None, description="Ce qu'il faut encore savoir de ce texte.")


class Supplement(Entry):
    """Precisions beside a ruleset, in one file."""

    id: Id = Field(
        description="Le nom du supplément : c'est celui d'un règlement de plus, de son texte, et le début des identifiants de ses clauses et de ses règles."
    )
    supplements: Id = Field(description="Le règlement qu'il complète, dont tout est repris sauf ce qu'il change.")
    title: Text = Field(description="Le nom complet, dans les listes et sur la feuille.")
    short: Text = Field(description="Le nom court, dans les tableaux.")
    edition: Text = Field(description="L'édition de ces précisions : la date, la saison.")
    text: OwnText = Field(description="De qui sont ces précisions, et comment elles peuvent être citées.")
    newer: Text | None = Field(
        default=None, description="Ce que l'on sait d'éditions plus récentes ; sans cette clé, ce qu'en dit la base."
    )
    order: int | None = Field(
        default=None, description="Son rang dans les listes ; sans cette clé, juste après la base."
    )
    clauses: list[Clause | Heading] = Field(
        min_length=1,
        description="Les précisions elles-mêmes, mot pour mot, chacune sous un titre, comme dans knowledge/clauses.",
    )
    rules: list[Rule] = Field(
        default_factory=list,
        description="Les règles qui les appliquent, comme dans rules_yaml ; une règle du même nom qu'une règle de la base la remplace. Elles citent les clauses du supplément ou celles de la base.",
    )
    drop: list[RuleId] = Field(default_factory=list, description="Les règles de la base que le supplément retire.")
    facts: list[Fact] = Field(
        default_factory=list,
        description="Les questions que seules ces précisions posent, comme dans knowledge/facts.",
    )
    sanctions: dict[Id, Naming] = Field(
        default_factory=dict,
        description="Les sanctions que la base ne connaît pas, ou nomme autrement : comment ce supplément les nomme.",
    )
    expectations: list[Common] = Field(
        default_factory=list,
        description="Ce que tous les cas d'une sanction attendent et que ces précisions changent, comme dans knowledge/expectations.",
    )
    statuts: list[Sets] = Field(
        default_factory=list, description="Les statuts qu'il pose autrement que la base, comme dans statuts.yaml."
    )
    liens: list[Link] = Field(default_factory=list, description="Les liens de plus, comme dans liens.yaml.")
    expect: dict[str, Expected] = Field(
        default_factory=dict,
        description="Les cas de la base qui se décident autrement, et la décision qu'ils reçoivent ici ; pour une variante, cas.variante. Tous les autres sont rejoués et attendent ce que la base décide.",
    )
    leave: list[str] = Field(
        default_factory=list,
        description="Les cas de la base que l'on ne reprend pas : leur histoire ne répond pas à une question que ces précisions posent.",
    )
    cases: list[Case] = Field(
        default_factory=list, description="Les cas propres à ces précisions, comme dans knowledge/cases."
    )


class OfSupplement(Ruleset):
    """The ruleset that a supplement makes: it cites its base's text as its base does, and its own."""
