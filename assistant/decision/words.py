"""A decision in words: complete in one line, short for a table, to be read aloud, and what changes from one to another."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.decision import headings
from assistant.decision.outcome import Due, Outcome
from assistant.french import enumerate_words, lower_first, number, of_whom, sentence, to_whom, upper_first
from assistant.model import DEFAULT_PLAYER, UNSAID, Decides, Library


def amount_words(library: Library, due: Due, *others: Due) -> str:
    """Who pays how much of what to whom, and when; or one of several amounts that differ in nothing else."""
    amount = due.amount
    payer, payee = library.players[amount.payer], library.players[amount.payee]
    if due.numbers is None:
        much = f"des {library.units[amount.unit]} dont le texte ne dit plus le nombre"
    else:
        numbers = ", ou ".join(map(numbers_words, (due, *others)))
        much = f"{numbers} {singular(library.units[amount.unit], due.numbers)}"
    moment = library.moments[amount.moment]
    if moment.entered:
        return f"le résultat {of_whom(payer.label)} est de −{much} ({moment.label})"
    if payee.nobody:
        return (
            f"{payer.label} perd {much}, qui ne {'va' if due.numbers == (1,) else 'vont'} à personne ({moment.label})"
        )
    return f"{payer.label} paie {much} {to_whom(payee.label)} ({moment.label})"


def amount_order(library: Library, due: Due) -> str:
    """An amount as something to be done."""
    if not library.moments[due.amount.moment].entered:
        return amount_words(library, due)
    return (
        amount_words(library, due).replace("le résultat ", "entrez comme résultat ", 1).replace(" est de −", " : −", 1)
    )


def singular(unit: str, numbers: tuple[int, ...] | None) -> str:
    """« 1 point », « 2 points »."""
    return unit.replace("points", "point", 1) if numbers == (1,) else unit


def numbers_words(one: Due) -> str:
    assert one.numbers is not None
    if len(one.numbers) == 2 and one.amount.choices is None:
        return f"de {number(one.numbers[0])} à {number(one.numbers[1])}"
    return enumerate_words(map(number, one.numbers), "ou")


def dues_words(library: Library, dues: Iterable[Due]) -> str:
    """All amounts of a sanction: alternatives between the same two players joined by « ou », the rest by « et »."""
    groups: dict[tuple[str, ...], list[Due]] = {}
    for one in sorted_dues(dues):
        groups.setdefault((*one.key, one.amount.unit, one.amount.moment), []).append(one)
    words = [amount_words(library, *_lighter_first(group)) for group in groups.values()]
    if len(words) < 2:
        return "".join(words)
    first = next(iter(groups.values()))[0].amount
    begins, ends = f"{library.players[first.payer].label} paie ", f" ({library.moments[first.moment].label})"
    if all(one.startswith(begins) and one.endswith(ends) for one in words):
        said_once = [one.removesuffix(ends) for one in words[:-1]]
        words = [said_once[0], *(one.removeprefix(begins) for one in (*said_once[1:], words[-1]))]
    return " et ".join(words)


def _lighter_first(alternatives: Iterable[Due]) -> list[Due]:
    return sorted(alternatives, key=lambda one: one.numbers or ())


def sorted_dues(dues: Iterable[Due]) -> list[Due]:
    """By sanction, the largest first, then by who pays whom, what and when: never as a set happens to hold them."""
    return sorted(
        dues,
        key=lambda one: (
            one.amount.sanction,
            -(max(one.numbers) if one.numbers else 0),
            one.amount.payee,
            one.amount.payer,
            one.amount.unit,
            one.amount.moment,
            one.numbers or (),
        ),
    )


def decision_line(library: Library, ruleset: str, outcome: Outcome) -> str:
    """The decision in one line that can be read aloud."""
    if outcome.exit:
        return sentence(headings.EXIT)
    parts: list[str] = []
    if outcome.readings:
        readings = [f"({index}) {reading.text.rstrip('.')}" for index, reading in enumerate(outcome.readings, 1)]
        parts.append("le texte admet plusieurs lectures : " + " ; ".join(readings))
    order = list(library.sanctions)
    for player, sanction in sorted(outcome.sanctions, key=lambda pair: (order.index(pair[1]), pair[0])):
        name = library.sanctions[sanction].rulesets[ruleset].name
        if library.sanctions[sanction].discretion:
            name += _elsewhere(library, outcome.decides)
        if player != DEFAULT_PLAYER and not library.players[player].whole:
            name = f"pour {library.players[player].label}, {name}"
        mine = [one for one in outcome.dues if one.amount.sanction == sanction]
        if mine and library.sanctions[sanction].discretion:
            parts.append(f"{name}, et s'il y a des points : {dues_words(library, mine)}")
        else:
            parts.append(f"{name} : {dues_words(library, mine)}" if mine else name)
    silences = [f"le texte est muet : {lower_first(silence)}".rstrip(".") for silence in sorted(outcome.silences)]
    deal = _deal_aloud(library, outcome.slots[:1])
    parts += [*deal, *silences] if _is_settled(library, outcome) else [*silences, *deal]
    return sentence(" ; ".join(parts))


def _elsewhere(library: Library, decides: Iterable[Decides]) -> str:
    """Who decides, where it is not the referee at the table whom the name of the sanction means."""
    others = sorted({one.who for one in decides if not library.players[one.who].addressed})
    return f" (qui décide : {enumerate_words([library.players[who].label for who in others])})" if others else ""


def _is_settled(library: Library, outcome: Outcome) -> bool:
    """Whether what becomes of the deal is said: then it comes before what is not."""
    return any(value != UNSAID and not library.slots[slot].values[value].open for slot, value in outcome.slots[:1])


def _few(one: Due) -> str:
    """The numbers; of more than three only the ends."""
    assert one.numbers is not None
    if len(one.numbers) > 3:
        return f"de {number(min(one.numbers))} à {number(max(one.numbers))}"
    return numbers_words(one)


def short_line(library: Library, ruleset: str, outcome: Outcome, ends: bool = False) -> str:
    """The outcome in a few words: sanctions and their numbers, for a table; of many numbers only the ends on demand."""
    if outcome.readings:
        return lower_first(headings.SEVERAL_READINGS)
    parts: list[str] = []
    order = list(library.sanctions)
    for _, sanction in sorted(outcome.sanctions, key=lambda pair: (order.index(pair[1]), pair[0])):
        dues = [one for one in sorted_dues(outcome.dues) if one.amount.sanction == sanction]
        words = _few if ends else numbers_words
        numbers = [words(one) if one.numbers else "nombre non dit" for one in dues]
        name = library.sanctions[sanction].rulesets[ruleset].name
        parts.append(f"{name} ({' / '.join(numbers)})" if numbers else name)
    if outcome.silences:
        parts.append(lower_first(headings.SILENT))
    return upper_first(" + ".join(parts))


def penalty_line(library: Library, ruleset: str, outcome: Outcome) -> str:
    """The sanctions with what is paid to whom, for a schedule; what becomes of the deal is left out."""
    if outcome.readings:
        return headings.SEVERAL_READINGS
    parts = _sanctions_aloud(library, ruleset, outcome.sanctions, outcome.dues)
    return upper_first(" ; ".join([*parts, *([lower_first(headings.SILENT)] if outcome.silences else [])]))


COUNTS = {2: "deux", 3: "trois", 4: "quatre"}


def headline(library: Library, ruleset: str, outcome: Outcome, spoken: bool = False) -> str:
    """The decision above a sheet, which itself tells who pays what to whom and when; on demand as it is said to the player."""
    if outcome.exit:
        return sentence(headings.EXIT)
    parts: list[str] = []
    if outcome.readings:
        count = len(outcome.readings)
        parts.append(f"le texte admet {COUNTS.get(count, count)} lectures, l'arbitre choisit celle qu'il suit")
    parts += _sanctions_aloud(library, ruleset, outcome.sanctions, outcome.dues, outcome.decides, spoken)
    deal = _deal_aloud(library, outcome.slots[:1])
    if not outcome.silences:
        return sentence(" ; ".join([*parts, *deal]))
    if deal and _is_settled(library, outcome):
        return sentence(" ; ".join([*parts, *deal, "sur le reste le texte est muet, l'arbitre décide"]))
    decided = outcome.sanctions or outcome.readings
    silent = "sur le reste le texte est muet, l'arbitre décide" if decided else "le texte est muet, l'arbitre décide"
    return sentence(" ; ".join([*parts, silent, *deal]))


def _sanctions_aloud(
    library: Library,
    ruleset: str,
    sanctions: Iterable[tuple[str, str]],
    dues: Iterable[Due],
    decides: Iterable[Decides] = (),
    spoken: bool = False,
) -> list[str]:
    """The sanctions and their numbers; what is left to someone is said with all that he may choose, not its points alone."""
    order = list(library.sanctions)
    pairs = sorted(sanctions, key=lambda pair: (order.index(pair[1]), pair[0]))
    left_open = [pair for pair in pairs if library.sanctions[pair[1]].discretion]
    choices = [lower_first(one.text).rstrip(".") for one in sorted(decides, key=str)]
    parts: list[str] = []
    for player, sanction in pairs:
        naming = library.sanctions[sanction].rulesets[ruleset]
        name = naming.aloud or naming.name if spoken and player == DEFAULT_PLAYER else naming.name
        if player != DEFAULT_PLAYER and not library.players[player].whole:
            name = f"pour {library.players[player].label}, {name}"
        if choices and (player, sanction) in left_open:
            parts.append(f"{name} : {' ; '.join(choices)}" if (player, sanction) == left_open[-1] else name)
            continue
        groups: dict[tuple[str, str, str], list[Due]] = {}
        for one in sorted_dues(due for due in dues if due.amount.sanction == sanction):
            groups.setdefault(one.key, []).append(one)
        said = [[_due_aloud(library, one, player) for one in _lighter_first(group)] for group in groups.values()]
        much = " et ".join(" ou ".join(dict.fromkeys(group)) for group in said)
        parts.append(f"{name} : {much}" if much else name)
    return parts


def _due_aloud(library: Library, one: Due, player: str) -> str:
    """How much of what, and to whom; who pays only where it is not the one who is judged."""
    amount = one.amount
    unit = library.units[amount.unit].partition(" (")[0]  # what a unit is worth is for the steps
    if one.numbers is None:
        much = f"des {unit} en nombre non dit"
    else:
        sign = "−" if library.moments[amount.moment].entered else ""
        much = f"{sign}{_few(one)} {singular(unit, one.numbers)}"
    payee = library.players[amount.payee]
    if not payee.nobody:
        much += f" {to_whom(payee.label)}"
    if amount.payer == player:
        return much
    return f"{library.players[amount.payer].label} {'perd' if payee.nobody else 'paie'} {much}"


def _deal_aloud(library: Library, slots: Iterable[tuple[str, str]]) -> list[str]:
    order = list(library.slots)
    said = [library.slots[slot].values[value] for slot, value in sorted(slots, key=lambda pair: order.index(pair[0]))]
    return [value.label for value in said if not value.idle]


def change_line(library: Library, ruleset: str, before: Outcome, after: Outcome) -> str:
    """What another outcome would change: only what it adds where it takes nothing away, else all of it."""
    only_adds = (
        before.sanctions <= after.sanctions
        and before.dues <= after.dues
        and before.silences <= after.silences
        and before.readings == after.readings
        and before.slots[:1] == after.slots[:1]
    )
    if not only_adds:
        said = headline(library, ruleset, after)
        if said != headline(library, ruleset, before):
            return said
        others = [
            " ; ".join([reading.text.rstrip("."), *_deal_aloud(library, reading.then.slots)])
            for reading in after.readings
            if reading not in before.readings
        ]
        return sentence(" ; ou : ".join(others))
    sanctions, dues = after.sanctions - before.sanctions, after.dues - before.dues
    more = sanctions | {pair for pair in after.sanctions if any(one.amount.sanction == pair[1] for one in dues)}
    decides = sorted(after.decides - before.decides, key=str)
    if decides:
        more = frozenset(pair for pair in more if not library.sanctions[pair[1]].discretion)
    parts = _sanctions_aloud(library, ruleset, more, dues)
    for one in decides:
        text = lower_first(one.text).removeprefix("en plus, ").rstrip(".")
        parts.append(f"à décider par {library.players[one.who].label} : {text}")
    parts += [lower_first(silence).rstrip(".") for silence in sorted(after.silences - before.silences)]
    found = f"en plus : {' ; '.join(parts)}" if parts else ""
    slots = _deal_aloud(library, [pair for pair in after.slots if pair not in before.slots])
    return sentence(" ; ".join([*([found] if found else []), *slots]))
