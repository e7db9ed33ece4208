"""How training puts an answer into words: sanctions by player, the deal, quotations within quotations."""

from __future__ import annotations

from assistant.decision.outcome import Slots
from assistant.french import enumerate_words, lower_first, sentence, upper_first
from assistant.model import DEFAULT_PLAYER, UNSAID, Library
from assistant.training.exercises.ruling import Decision

LONGEST_REPEATED = 60  # an answer longer than this is not repeated in its own explanation


def closed(text: str) -> str:
    """A sentence; a quotation alone, or one that ends it with a point of its own, stays as it is."""
    alone = text.startswith("«") and text.endswith("»")
    return upper_first(text) if alone or text.endswith((". »", "? »", "! »", "… »")) else sentence(text)


def quoted(text: str) -> str:
    """Between quotation marks, those within changed as French wants it."""
    inner = text.replace("« ", "“").replace(" »", "”").replace("«", "“").replace("»", "”")
    return f"« {inner} »"


def would_be(label: str) -> str:
    """« ce serait un chombo », or a reference to the answer where it is long."""
    return f"ce serait {quoted(lower_first(label))}" if len(label) <= LONGEST_REPEATED else "ce serait la bonne réponse"


def decision_words(library: Library, decision: Decision, ruleset: str) -> str:
    """The sanctions player by player, in the words of the ruleset played."""
    order = list(library.sanctions)
    parts: dict[str, list[str]] = {}
    for player, sanction in sorted(decision, key=lambda pair: (order.index(pair[1]), pair[0])):
        parts.setdefault(player, []).append(library.sanctions[sanction].rulesets[ruleset].name)
    return " ; ".join(
        " ; ".join(names)
        if player == DEFAULT_PLAYER or library.players[player].whole
        else f"pour {library.players[player].label} : {', '.join(names)}"
        for player, names in parts.items()
    )


def sayable(library: Library, decision: Decision, ruleset: str) -> bool:
    """Whether another ruleset's decision can be said in the words of this one and means the same here."""
    known = [library.sanctions[sanction] for _, sanction in decision]
    return all(
        ruleset in one.rulesets and not one.varies and not any(sign.isdigit() for sign in one.rulesets[ruleset].name)
        for one in known
    )


def deal_words(library: Library, slots: Slots) -> str:
    """What becomes of each slot; its title first where the words do not name it, nothing where it is without object."""
    if len(slots) > 1 and all(value == UNSAID for _, value in slots):
        return "le texte n'en dit rien"
    parts: list[str] = []
    idle: dict[str, list[str]] = {}
    for index, (slot, value) in enumerate(slots):
        title, found = library.slots[slot].title, library.slots[slot].values[value]
        shown = lower_first(title) if " " in title else title
        if found.idle and index:
            idle.setdefault(found.label, []).append(shown)
            continue
        stems = [word.removesuffix("s") for word in title.split() if word not in ("La", "Le", "Les", "de")]
        words = found.label.replace("'", " ").split()
        named = not index or any(word.startswith(stem) for word in words for stem in stems)
        parts.append(found.label if named else f"{shown} : {found.label}")
    parts[1:1] = [f"{enumerate_words(slots)} : {label}" for label, slots in idle.items()]
    return " ; ".join(parts)
