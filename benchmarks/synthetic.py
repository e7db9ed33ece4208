"""Rule bases of any size in the shape of the real ones.

An incident has 20 rules of its own: six derive one fact that has an `otherwise`, eight rule on it and on asked facts (one a
silence, one a contradiction), three are exceptions (by name, to an exception, by sanction), two add, one is a consequence. Four
more are shared by all incidents, so that each network has 24 rules. Size 1 has 18 incidents, 364 rules; size 20 has 7,204.
"""

from __future__ import annotations

from assistant.model import (
    Amount,
    Decides,
    Fact,
    FactValue,
    Gravity,
    Incident,
    Library,
    Moment,
    Naming,
    Nature,
    Place,
    Player,
    Reading,
    Rule,
    Ruleset,
    Sanction,
    Scope,
    Slot,
    SlotValue,
    Test,
    Then,
    Value,
)

RULESET = "essai"
INCIDENTS = 18  # at size 1
NOWHERE = Place("benchmarks/synthetic.py", 1)
SANCTIONS = ("aucune", "victoire-payee", "avertissement", "points", "main-morte", "chombo", "discretion", "penalite")
SLOTS = ("donne", "est", "compteurs", "mises")
OPEN = (("donne", "continue"),)
WON = (("donne", "gagnee"), ("est", "selon"), ("compteurs", "selon"), ("mises", "au-gagnant"))
UNSAID = (("donne", "non-dit"), ("est", "non-dit"), ("compteurs", "non-dit"), ("mises", "non-dit"))
REDEALT = (("donne", "redistribuee"), ("est", "reste"), ("compteurs", "inchanges"), ("mises", "rendues"))

COMMON = {"contexte": ("tournoi", "amical"), "autre": ("oui", "non"), "voulu": ("oui", "non")}
OWN = {
    "genre": ("a", "b", "c"),
    "montre": ("aucune", "quelques", "toutes"),
    "moment": ("avant", "apres"),
    "corrige": ("oui", "non"),
    "vu": ("oui", "non"),
    "dit": ("oui", "non"),
    "pris": ("oui", "non"),
}
COUNTED = "minutes"
DERIVED = "valable"


def incident_name(number: int) -> str:
    return f"incident-{number:04d}"


def fact_name(number: int, name: str) -> str:
    """A common fact keeps its name, the others belong to one incident."""
    return name if name in COMMON else f"{name}_{number:04d}"


def library(size: int) -> Library:
    """Everything the engine and its readers look at; the rest is left empty."""
    numbers = range(size * INCIDENTS)
    facts = {
        name: _fact(
            name,
            values,
            usual="non" if name == "autre" else None,
            scope=Scope.CONTEXT if name == "contexte" else Scope.TABLE,
        )
        for name, values in COMMON.items()
    }
    rules = {rule.id: rule for rule in _shared_rules()}
    for number in numbers:
        for fact in _own_facts(number):
            facts[fact.id] = fact
        for rule in _own_rules(number):
            rules[rule.id] = rule
    ruleset = Ruleset(RULESET, RULESET, RULESET, "", "", "", "", 0, SLOTS, None, None, rules, NOWHERE)
    names = [incident_name(number) for number in numbers]
    return Library(
        version=f"synthetic-{size}",
        sources={},
        clauses={},
        facts=facts,
        incidents={name: Incident(name, "essai", name, "", (), (RULESET,), NOWHERE) for name in names},
        sanctions={
            name: Sanction(
                name,
                name,
                Nature.DECISION,
                name == "discretion",
                name in ("points", "penalite", "chombo"),
                name == "aucune",
                {RULESET: Naming(name, (), ())},
            )
            for name in SANCTIONS
        },
        players={"joueur": Player("joueur", "joueur", False), "personne": Player("personne", "personne", True)},
        units={"points": "points"},
        moments={"aussitot": Moment("aussitôt", False)},
        slots={
            slot: Slot(
                slot,
                slot,
                {} if slot == "donne" else {"donne": ("continue",)},
                {value: SlotValue(value, value, None) for value in ("continue", "gagnee", "non-dit")},
            )
            for slot in SLOTS
        },
        gravity=Gravity((), ()),
        rulesets={RULESET: ruleset},
        cases={},
    )


def _fact(
    name: str,
    values: tuple[str, ...],
    usual: str | None = None,
    otherwise: str | None = None,
    scope: Scope = Scope.FAULT,
    bounds: tuple[int, int] | None = None,
) -> Fact:
    low, high = bounds or (None, None)
    return Fact(
        name,
        name,
        scope,
        None,
        None,
        tuple(FactValue(value, value, None) for value in values),
        low,
        high,
        None,
        (),
        usual,
        otherwise,
        otherwise is not None,
        0,
        NOWHERE,
    )


def _own_facts(number: int) -> list[Fact]:
    facts = [_fact(fact_name(number, name), values) for name, values in OWN.items()]
    facts.append(_fact(fact_name(number, COUNTED), (), bounds=(0, 30)))
    facts.append(_fact(fact_name(number, DERIVED), ("oui", "non"), otherwise="oui"))
    return facts


def _rule(
    name: str,
    incident: str | None,
    tests: tuple[Test, ...],
    then: Then | None = None,
    derives: tuple[tuple[str, Value], ...] = (),
    sanction: str | None = None,
    overrides: tuple[str, ...] = (),
    overrides_sanction: str | None = None,
    adds: bool = False,
) -> Rule:
    return Rule(
        name,
        RULESET,
        "essai",
        name,
        None if incident is None else frozenset({incident}),
        None if sanction is None else frozenset({sanction}),
        tests,
        derives,
        then or Then(),
        (),
        overrides,
        overrides_sanction,
        adds,
        None,
        (),
        (),
        NOWHERE,
    )


def _is(name: str, *values: Value) -> Test:
    return Test(name, frozenset(values))


def _amount(sanction: str, **how: int | str) -> Amount:
    return Amount(sanction, "points", "joueur", "personne", "aussitot", **how)  # type: ignore[arg-type]


def _gives(*sanctions: str, slots: tuple[tuple[str, str], ...] = (), amount: Amount | None = None) -> Then:
    return Then(frozenset(sanctions), slots=slots, amounts=frozenset({amount} if amount else ()))


def _shared_rules() -> list[Rule]:
    return [
        _rule("suites.chombo", None, (), _gives(slots=REDEALT), sanction="chombo"),
        _rule(
            "suites.chombo-tournoi",
            None,
            (_is("contexte", "tournoi"),),
            _gives(amount=_amount("chombo", value=20)),
            sanction="chombo",
        ),
        _rule("suites.main-morte", None, (), _gives(slots=OPEN), sanction="main-morte"),
        _rule(
            "suites.chombo-annule",
            None,
            (_is("autre", "oui"),),
            _gives("aucune", slots=WON),
            overrides_sanction="chombo",
        ),
    ]


def _own_rules(number: int) -> list[Rule]:
    incident = incident_name(number)

    def of(name: str) -> str:
        return f"{incident}.{name}"

    def fact(name: str) -> str:
        return fact_name(number, name)

    def on(name: str, *values: Value) -> Test:
        return _is(fact(name), *values)

    def minutes(low: int | None, high: int | None = None) -> Test:
        return Test(fact(COUNTED), None, low, high)

    wrong, right, some, every = on(DERIVED, "non"), on(DERIVED, "oui"), on("montre", "quelques"), on("montre", "toutes")
    derives = ((fact(DERIVED), "non"),)
    readings = (
        Reading("l'une", _gives("chombo", slots=REDEALT), ()),
        Reading("l'autre", _gives("main-morte", slots=OPEN), ()),
    )
    per_minute = _amount("points", counts=fact(COUNTED), each=1, most=20)
    return [
        _rule(of("genre-a"), incident, (on("genre", "a"), on("vu", "oui")), derives=derives),
        _rule(of("genre-b"), incident, (on("genre", "b"), on("dit", "oui")), derives=derives),
        _rule(of("pris"), incident, (on("genre", "b", "c"), on("pris", "oui")), derives=derives),
        _rule(of("apres"), incident, (on("moment", "apres"), on("vu", "non")), derives=derives),
        _rule(of("tard"), incident, (minutes(10),), derives=derives),
        _rule(
            of("genre-c"), incident, (on("genre", "c"), on("moment", "avant"), on("corrige", "non")), derives=derives
        ),
        _rule(of("sans-suite"), incident, (right, on("montre", "aucune", "quelques")), _gives("aucune", slots=OPEN)),
        _rule(of("gagne"), incident, (right, every), _gives("victoire-payee", slots=WON)),
        _rule(
            of("averti"),
            incident,
            (wrong, on("montre", "aucune"), minutes(None, 4)),
            _gives("avertissement", slots=OPEN),
        ),
        _rule(
            of("paie"),
            incident,
            (wrong, on("montre", "aucune"), minutes(5)),
            _gives("points", slots=OPEN, amount=per_minute),
        ),
        _rule(
            of("silence"),
            incident,
            (wrong, some, on("genre", "a")),
            Then(silence="Le texte ne le dit pas.", slots=UNSAID),
        ),
        _rule(of("morte"), incident, (wrong, some, on("genre", "b", "c")), _gives("main-morte")),
        _rule(of("chombo"), incident, (wrong, every, on("moment", "avant")), _gives("chombo")),
        _rule(of("contredit"), incident, (wrong, every, on("moment", "apres")), Then(readings=readings)),
        _rule(
            of("corrige"),
            incident,
            (on("corrige", "oui"),),
            _gives("avertissement", slots=OPEN),
            overrides=(of("morte"),),
        ),
        _rule(of("mal-corrige"), incident, (on("dit", "oui"),), overrides=(of("corrige"),)),
        _rule(
            of("rattrape"),
            incident,
            (on("corrige", "oui"), _is("autre", "non")),
            _gives("main-morte"),
            overrides_sanction="chombo",
        ),
        _rule(
            of("voulu"),
            incident,
            (_is("voulu", "oui"),),
            Then(frozenset({"discretion"}), decides=Decides("arbitre", "à lui de voir")),
            adds=True,
        ),
        _rule(
            of("obstine"),
            incident,
            (on("corrige", "non"), minutes(15)),
            _gives("penalite", amount=_amount("penalite", value=5)),
            adds=True,
        ),
        _rule(
            of("prive"),
            incident,
            (on("genre", "b"),),
            _gives(amount=_amount("main-morte", value=1)),
            sanction="main-morte",
        ),
    ]
