"""What a search answers, as data. Imported for typing only, and by whoever writes the JSON Schema."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict


class ResultPart(TypedDict):
    """An incident found."""

    incident: Annotated[str, Field(description="L'identifiant de l'incident.")]
    title: Annotated[str, Field(description="Ce qui s'est passé, vu de la table.")]
    help: Annotated[str, Field(description="De quoi reconnaître l'incident, et à quel autre penser.")]
    score: Annotated[float, Field(description="Plus il est grand, mieux les mots vont à l'incident ; à comparer dans une réponse.")]
    matched: Annotated[list[str], Field(description="Les mots cherchés qui l'ont fait trouver.")]
    like: Annotated[str, Field(description="La phrase connue qui en est la plus proche ; vide si c'est le titre ou l'aide.")]
    silent: Annotated[bool, Field(description="Vrai si le texte de ce règlement n'en décide rien.")]


class SearchDocument(TypedDict):
    """What a search found, best first, and whether the first is clearly meant."""

    query: Annotated[str, Field(description="Les mots cherchés.")]
    ruleset: Annotated[
        str | None, Field(description="Le règlement joué : seul ce qui peut y arriver est trouvé. Vaut null si aucun n'est dit.")
    ]
    sure: Annotated[bool, Field(description="Vrai si le premier résultat est nettement devant les autres.")]
    results: Annotated[list[ResultPart], Field(description="Les incidents, le plus probable d'abord.")]
