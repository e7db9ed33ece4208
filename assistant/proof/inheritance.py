"""What a decision must be besides what its case names: what its sanctions and the end of its deal bring with them, by the table of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from assistant.decision.outcome import Due, Outcome, pointless
from assistant.engine.engines import Run
from assistant.model import DEFAULT_PLAYER, Common, Library, Payment, Rule

UNFORESEEN = "la table ne l'attend pas"


class Inherited:
    """What the entries that apply to a decision say of it."""

    def __init__(self, library: Library, run: Run, outcome: Outcome):
        self.library, self.run, self.outcome = library, run, outcome
        self.ruleset = library.rulesets[run.network.ruleset]
        self.entries = [entry for entry in library.expectations.get(self.ruleset.id, ()) if self._applies(entry)]

    def _applies(self, entry: Common) -> bool:
        given = self.outcome.sanction_ids()
        about = entry.sanction in given if entry.sanction else entry.slot in self.outcome.slots
        return (
            about
            and entry.bears.holds(self.run.network.incident, self.run.value) is True
            and (not entry.beside or bool(entry.beside & given))
            and (entry.citing is None or entry.citing in self.outcome.cites)
        )

    def of(self, sanction: str) -> list[Common]:
        """The entries about one sanction, in their order."""
        return [entry for entry in self.entries if entry.sanction == sanction]

    def strikes(self, sanction: str) -> frozenset[str]:
        """Whom a sanction may strike."""
        said = [entry.strikes for entry in self.of(sanction) if entry.strikes is not None]
        return said[-1] if said else frozenset({DEFAULT_PLAYER})

    def pays(self, sanction: str) -> tuple[tuple[Payment, ...], bool] | None:
        """What a sanction makes pay, and whether all of it: of several clauses that are cited, each may; None where no entry says it."""
        said = [entry for entry in self.of(sanction) if entry.pays is not None]
        by_clause = list({entry.citing: entry for entry in said if entry.citing is not None}.values())
        telling = by_clause or said[-1:]
        if not telling:
            return None
        payments = dict.fromkeys(payment for entry in telling for payment in entry.pays or ())
        return tuple(payments), len(telling) == 1 and not telling[0].any

    def decides(self) -> set[str]:
        """Who decides whatever is left to somebody: as the clauses that are cited say, else as usual."""
        said = [entry for entry in self.entries if entry.decides]
        by_clause = {who for entry in said if entry.citing is not None for who in entry.decides}
        usual = {entry.sanction: entry.decides for entry in said if entry.citing is None}
        return by_clause or {who for several in usual.values() for who in several}

    def offers(self) -> list[str]:
        """What a choice that is left to somebody must name."""
        last = {entry.sanction: entry.offers for entry in self.entries if entry.offers}
        return [words for offers in last.values() for words in offers]

    def slots(self) -> dict[str, str]:
        """What becomes of each slot: as the sanctions say, the prevailing one first, else as the end of the deal entails."""
        expected: dict[str, str] = {}
        for entry in self.entries:
            if entry.slot is not None:
                expected.update(entry.slots)
        by_sanction: dict[str, dict[str, str]] = {}
        for entry in self.entries:
            for slot, value in entry.slots if entry.sanction else ():
                by_sanction.setdefault(slot, {})[str(entry.sanction)] = value
        for slot, values in by_sanction.items():
            order = self.ruleset.combine.get(slot, ())
            expected[slot] = min(
                values.values(), key=lambda value: order.index(value) if value in order else len(order)
            )
        return expected


def inherited_differences(
    library: Library, run: Run, outcome: Outcome, named: Mapping[str, str], pays: bool = True
) -> Iterator[str]:
    """In what a decision is not what the table of its ruleset says; what its case names of the slots goes before it."""
    if not library.expectations.get(run.network.ruleset):
        return
    table = Inherited(library, run, outcome)
    for player, sanction in sorted(outcome.sanctions):
        if player not in table.strikes(sanction):
            yield f"« {sanction} » vise « {player} », la table attend {' ou '.join(sorted(table.strikes(sanction)))}"
        if pays:
            mine = [due for due in outcome.dues if due.amount.sanction == sanction]
            yield from _payment_differences(sanction, mine, table.pays(sanction))
    yield from _choice_differences(table)
    slots = dict(outcome.slots)
    for slot, value in table.slots().items():
        if slot in named or slots.get(slot) == value:
            continue
        if slot in slots or (slot in table.ruleset.slots and not pointless(library, slot, slots)):
            yield f"« {slot} » attendu « {value} » d'après la table, obtenu {'« ' + slots[slot] + ' »' if slot in slots else 'rien : aucune règle ne le dit'}"


def _payment_differences(
    sanction: str, dues: Iterable[Due], wanted: tuple[tuple[Payment, ...], bool] | None
) -> Iterator[str]:
    if wanted is None:
        if list(dues):
            yield f"la table ne dit pas ce que « {sanction} » fait payer ici"
        return
    payments, all_due = wanted
    missing = [payment for payment in payments if payment.numbers is not None and all_due]
    for due in dues:
        amount = due.amount
        got = (amount.unit, amount.payer, amount.payee, amount.moment)
        fitting = [payment for payment in payments if payment[:4] == got and payment.numbers in (None, due.numbers)]
        if not fitting:
            told = ", ".join(map(str, due.numbers or ("nombre non dit",)))
            yield f"« {sanction} » : {told} {amount.unit}, {amount.payer} → {amount.payee}, {amount.moment} : {UNFORESEEN}"
        missing = [payment for payment in missing if payment not in fitting]
    for payment in missing:
        told = ", ".join(map(str, payment.numbers or ()))
        yield f"« {sanction} » : la table attend {told} {payment.unit}, {payment.payer} → {payment.payee}, {payment.moment}"


def _choice_differences(table: Inherited) -> Iterator[str]:
    """Who decides, and what he may choose."""
    got, wanted = {one.who for one in table.outcome.decides}, table.decides()
    if not got <= wanted or bool(got) != bool(wanted):
        yield f"décide {' et '.join(sorted(got)) or 'personne'}, la table attend {' ou '.join(sorted(wanted)) or 'personne'}"
    told = " ".join(one.text for one in table.outcome.decides).lower()
    for words in table.offers():
        if words.lower() not in told:
            yield f"le choix laissé ne nomme pas « {words} »"


def unnumbered(library: Library, run: Run, outcome: Outcome) -> Iterator[str]:
    """The amounts of which the table does not say how much: the case must."""
    if not library.expectations.get(run.network.ruleset):
        return
    table = Inherited(library, run, outcome)
    for due in sorted(outcome.dues, key=str):
        wanted = table.pays(due.amount.sanction)
        if wanted is None or not any(payment.numbers == due.numbers for payment in wanted[0]):
            told = ", ".join(map(str, due.numbers or ("nombre non dit",)))
            yield f"la table ne dit pas combien coûte « {due.amount.sanction} » et le cas non plus : « amounts » (obtenu : {told})"


def unexpected(library: Library, ruleset: str) -> list[str]:
    """The sanctions that rules give and of which the table of the ruleset says nothing."""
    entries = library.expectations.get(ruleset, ())
    told = {entry.sanction for entry in entries}
    lacking: dict[str, Rule] = {}
    for rule in library.rulesets[ruleset].rules.values() if any(library.expectations.values()) else ():
        for then in rule.every_then():
            for sanction in sorted(then.sanctions - told):
                lacking.setdefault(sanction, rule)
    where = (
        f"« expectations » de {library.rulesets[ruleset].place.file}"
        if library.rulesets[ruleset].supplements
        else f"knowledge/expectations/{ruleset}.yaml"
    )
    return [
        f"{rule.place} : règle {rule.id} : elle donne « {sanction} », dont {where} ne dit rien : "
        "écrivez ce que le texte y attache, avec sa citation"
        for sanction, rule in lacking.items()
    ]
