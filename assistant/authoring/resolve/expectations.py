"""What all cases expect in common, every name resolved and every quotation found in its clause."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names, as_list
from assistant.authoring.resolve.conditions import resolve_bearing
from assistant.authoring.schema import expectations as schema
from assistant.errors import listing, nearest, unknown
from assistant.model import Common, Fact, Payment


def build_expectations(files: Files, names: Names, facts: Mapping[str, Fact]) -> dict[str, tuple[Common, ...]]:
    """The entries of each ruleset in their order; an edition has those of its base first, where its text has the same words."""
    own: dict[str, list[Common]] = {ruleset: [] for ruleset in names.rulesets}
    for written in files.expectations:
        if written.stem not in own:
            message = f"ce fichier porte le nom d'un règlement : {unknown('règlement', written.stem, names.rulesets)}"
            names.problems.append(written.problem("", message))
            continue
        own[written.stem].append(_entry(written, names, facts))
    return {ruleset: (*_inherited(ruleset, own, names), *entries) for ruleset, entries in own.items()}


def _inherited(ruleset: str, own: Mapping[str, list[Common]], names: Names) -> list[Common]:
    """What an edition takes over: the entries whose quotation stands word for word in its own text."""
    taken: list[Common] = []
    for base in reversed(names.bases_of(ruleset)):
        for entry in own.get(base, ()):
            clause = names.taken_over(entry.cites, ruleset)
            if clause in names.clauses and entry.quote in _words(names, clause):
                citing = names.taken_over(entry.citing, ruleset) if entry.citing else None
                taken.append(entry._replace(ruleset=ruleset, cites=clause, citing=citing))
    return taken


def _words(names: Names, clause: str) -> str:
    return " ".join(" ".join(as_list(names.clauses[clause].entry.quote)).split())


def _entry(written: Written[schema.Common], names: Names, facts: Mapping[str, Fact]) -> Common:
    """One entry as a plain object."""
    entry = written.entry
    if (entry.sanction is None) == (entry.slot is None):
        message = "une entrée dit la suite d'une sanction (« sanction ») ou d'une case (« slot »), l'une des deux"
        names.problems.append(written.problem(entry.id, message))
    for key, word in [("sanction", entry.sanction), *(("beside", word) for word in as_list(entry.beside))]:
        if word:
            names.expect(written, key, "sanction", word, names.sanctions, key)
    for key, words in (("strikes", entry.strikes), ("decides", entry.decides)):
        for word in as_list(words):
            names.expect(written, key, "joueur", word, names.players, key)
    slots = _slots(written, names, {str(slot): str(value) for slot, value in sorted((entry.model_extra or {}).items())})
    _quoted(written, names)
    return Common(
        written.stem,
        entry.sanction,
        next(iter(_slots(written, names, dict(entry.slot or {}))), None),
        resolve_bearing(written, entry.if_, names, facts, ("if",)),
        frozenset(as_list(entry.beside)),
        entry.citing,
        frozenset(as_list(entry.strikes)) if entry.strikes else None,
        tuple(_payment(written, names, pays) for pays in entry.pays) if entry.pays is not None else None,
        entry.any,
        frozenset(as_list(entry.decides)),
        tuple(entry.offers),
        slots,
        entry.cites,
        " ".join(entry.quote.split()),
        written.place,
    )


def _slots(written: Written[schema.Common], names: Names, said: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    for slot, value in said.items():
        if slot in names.slots:
            names.expect(written, slot, "valeur", value, names.slots[slot], slot)
            continue
        allowed = sorted(
            [*names.slots, *(field.alias or name for name, field in type(written.entry).model_fields.items())]
        )
        message = f"clé inconnue « {slot} ».{nearest(slot, allowed)} Clés permises : {listing(allowed, 30)}."
        names.problems.append(written.problem(written.entry.id, message, slot))
    return tuple(said.items())


def _payment(written: Written[schema.Common], names: Names, pays: schema.Payment) -> Payment:
    names.expect(written, "pays", "unité", pays.unit, names.units, "pays")
    names.expect(written, "pays", "moment", pays.moment, names.moments, "pays")
    for word in (pays.payer, pays.payee):
        names.expect(written, "pays", "joueur", word, names.players, "pays")
    numbers = None if pays.value is None else tuple(as_list(pays.value))
    return Payment(pays.unit, pays.payer, pays.payee, pays.moment, numbers)


def _quoted(written: Written[schema.Common], names: Names) -> None:
    """The clause exists, is of the ruleset's own text, and has these words."""
    entry = written.entry
    known = names.citable(written.stem)
    if entry.citing:
        names.expect(written, "citing", "clause", entry.citing, known, "citing")
    if not names.expect(written, "cites", "clause", entry.cites, known, "cites"):
        return
    if " ".join(entry.quote.split()) not in _words(names, entry.cites):
        message = f"« quote » n'est pas mot pour mot dans la clause {entry.cites} : recopiez-la"
        names.problems.append(written.problem(f"{entry.id}.quote", message, "quote"))
