"""A link that was given away keeps which knowledge decided, and what; opened later it says whether today's decision differs."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationPart, RulingPart

VINTAGE = "_v"  # beside the case: it tells nothing of it
FORM = re.compile(r"([0-9a-f]{12})\.([0-9a-f]{10})")
SAME = "Ce lien vient d'une version antérieure des connaissances ({}) ; la décision est restée la même."
OTHER = (
    "Ce lien vient d'une version antérieure des connaissances ({}). Depuis, une règle, une question ou une phrase du texte y a changé : "
    "ce que dit cette page n'est plus ce qui avait été partagé."
)


def vintage(version: str, document: ConsultationPart) -> str:
    """Of which knowledge a case was told, and a digest of all that it decided; words and citations aside."""
    told = json.dumps(_decided(document), sort_keys=True)
    return f"{version[:12]}.{hashlib.sha256(told.encode()).hexdigest()[:10]}"


def since(version: str, document: ConsultationPart, said: str) -> str:
    """What to tell whoever opens a link of older knowledge; nothing of a link made today, or of what was never such a link."""
    found = FORM.fullmatch(said)
    if found is None or found[1] == version[:12]:
        return ""
    same = vintage(found[1], document) == said
    return (SAME if same else OTHER).format(found[1])


def _decided(document: ConsultationPart) -> object:
    ruling, question = document["ruling"], document["question"]
    if ruling is not None:
        return ["ruling", *_ruled(ruling)]
    if question is not None:
        return ["question", question["key"]]
    return [document["status"], *(_ruled(one["ruling"]) for one in document["possibilities"] or ())]


def _ruled(ruling: RulingPart) -> list[object]:
    return [
        sorted((one["id"], one["player"]) for one in ruling["sanctions"]),
        [[one["numbers"], one["unit"], one["payer"], one["payee"], one["moment"]] for one in ruling["amounts"]],
        sorted((one["id"], one["value"]) for one in ruling["slots"]),
        len(ruling["silences"]),
        [sorted(one["id"] for one in reading["sanctions"]) for reading in ruling["readings"]],
    ]
