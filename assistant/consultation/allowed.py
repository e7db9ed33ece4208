"""What each player may still do when the case is settled: each right that was taken, with the event and the clause that took it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from assistant.consultation.events import Judged
from assistant.consultation.naming import player_label
from assistant.decision.events import offered
from assistant.decision.statuses import CHOICE, NOBODY, Happening, Held, Open, held
from assistant.french import section_name
from assistant.model import Lasts, Library, Right, When

if TYPE_CHECKING:
    from assistant.consultation.settlement import AllowedPart, RightPart

RIGHTS = {
    Right.WIN: "gagner",
    Right.CALL: "appeler un chow, un pung ou un kong",
    Right.OWN_KONG: "faire un kong de sa main",
    Right.RIICHI: "déclarer riichi",
    Right.TENPAI: "être tenpai",
}
UNTIL = {
    Lasts.TURN: "pour ce tour",
    Lasts.DEAL: "jusqu'à la fin de la donne",
    Lasts.SESSION: "jusqu'à la fin de la session",
    Lasts.TOURNAMENT: "jusqu'à la fin du tournoi",
    Lasts.UNSAID: "le texte ne dit pas jusqu'à quand",
}
Word = Literal["oui", "non", "non-dit"]
TAKEN: Word = "non"
UNSAID: Word = "non-dit"
LEFT: Word = "oui"


def allowed(library: Library, judged: Sequence[Judged], over: bool) -> list[AllowedPart]:
    """By player, what a status takes, leaves or does not speak of; of a deal that is over only what outlives it."""
    ruleset = library.rulesets[judged[0].questionnaire.network.ruleset]
    after = When.EARLIER_DEAL if over else When.AFTER_RULING
    case = [*(one.happening() for one in judged), Happening(len(judged) + 1, "", NOBODY, None, after, {}, None)]
    rights: dict[str, dict[Right, RightPart]] = {}
    for status, waits in held(ruleset, case, len(judged)):
        if waits is not None and waits.key == CHOICE and not _offered(library, status, judged[status.event - 1]):
            continue
        mine = rights.setdefault(status.player, {})
        for right, part in _rights(library, status, waits, judged[status.event - 1]):
            if right not in mine or _weighs_more(part, mine[right]):
                mine[right] = part
    return [
        {
            "who": player,
            "label": player_label(library, player),
            "rights": [mine[right] for right in Right if right in mine],
        }
        for player, mine in rights.items()
        if mine
    ]


def _offered(library: Library, status: Held, set_by: Judged) -> bool:
    """Whether what is left to the referee names the sanction that would set this; of others nobody asks what they would take."""
    ruleset = set_by.questionnaire.network.ruleset
    return bool(offered(library, ruleset, set_by.position.state.outcome, status.sets.sanctions))


def _weighs_more(part: RightPart, known: RightPart) -> bool:
    """Whether a status counts above what is known of a right: what takes it, or would if so decided, does; what leaves it above what is silent."""
    return _weight(part) > _weight(known)


def _weight(part: RightPart) -> int:
    return [UNSAID, LEFT, "", TAKEN].index(part["allowed"]) if not part["open"] else 2


def _rights(library: Library, status: Held, waits: Open | None, set_by: Judged) -> list[tuple[Right, RightPart]]:
    """What one status says of each right, and which clauses: that of its event first; nothing is certain where a choice decides."""
    sets = status.sets
    outcome = set_by.end.outcome if set_by.end and not waits else None
    cites = list(dict.fromkeys([*(outcome.cites[:1] if outcome else ()), *sets.cites]))
    sections = [section_name(library.clauses[clause].section) for clause in cites]
    said: list[tuple[Right, Word]] = [
        *((right, UNSAID if waits else TAKEN) for right in sets.takes),
        *((right, UNSAID) for right in sets.unsaid),
        *((right, LEFT) for right in sets.leaves),
    ]
    return [
        (
            right,
            {
                "right": right,
                "label": RIGHTS[right],
                "allowed": word,
                "event": status.event,
                "until": UNTIL[sets.lasts],
                "sections": sections,
                "open": waits is not None,
                "cites": cites,
                "interpretation": sets.interpretation,
            },
        )
        for right, word in said
    ]
