"""How training puts an outcome into words: sanctions by player, the deal, quotations within quotations."""

from __future__ import annotations

from assistant.decision.outcome import Outcome
from assistant.french import enumerate_words, lower_first, sentence, upper_first
from assistant.model import DEFAULT_PLAYER, UNSAID, Library

NOT_SAID = "Le texte ne le dit pas (il est muet, admet plusieurs lectures ou laisse l'arbitre juge)"
THE_REST = "le reste, le texte ne le dit pas"
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


def certain(outcome: Outcome) -> frozenset[tuple[str, str]]:
    """What is decided whichever way the text is read: (player, sanction)."""
    readings = [frozenset((one.then.player, sanction) for sanction in one.then.sanctions) for one in outcome.readings]
    return outcome.sanctions | (frozenset.intersection(*readings) if readings else frozenset())


def unsaid(library: Library, outcome: Outcome) -> bool:
    """Whether the text leaves the whole decision open: readings that agree on nothing, silence, or nothing but discretion."""
    return all(library.sanctions[sanction].discretion for _, sanction in certain(outcome))


def partly_unsaid(library: Library, outcome: Outcome) -> bool:
    """Whether something is decided and something else is left open."""
    discretion = any(library.sanctions[one].discretion for one in outcome.sanction_ids())
    return bool(outcome.silences or outcome.readings or discretion) and not unsaid(library, outcome)


def decision_words(library: Library, outcome: Outcome, ruleset: str, told_in: str) -> str:
    """The sanctions player by player, in the words of the ruleset the exercise is told in, else of the one that knows them."""
    if unsaid(library, outcome):
        return NOT_SAID
    order = list(library.sanctions)
    parts: dict[str, list[str]] = {}
    for player, sanction in sorted(certain(outcome), key=lambda pair: (order.index(pair[1]), pair[0])):
        known = library.sanctions[sanction]
        theirs, ours = known.rulesets[ruleset].name, known.rulesets.get(told_in)
        foreign = (
            known.varies or ours is None or any(sign.isdigit() for sign in ours.name)
        )  # numbers are of one ruleset
        parts.setdefault(player, []).append(theirs if foreign or ours is None else ours.name)
    said = [
        " ; ".join(names) if player == DEFAULT_PLAYER else f"pour {library.players[player].label} : {', '.join(names)}"
        for player, names in parts.items()
    ]
    return " ; ".join([*said, *([THE_REST] if outcome.silences or outcome.readings else [])])


def deal_words(library: Library, outcome: Outcome) -> str:
    """What becomes of each slot; its title first where the words do not name it, nothing where it is without object."""
    if len(outcome.slots) > 1 and all(value == UNSAID for _, value in outcome.slots):
        return "le texte n'en dit rien"
    parts: list[str] = []
    idle: dict[str, list[str]] = {}
    for index, (slot, value) in enumerate(outcome.slots):
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
