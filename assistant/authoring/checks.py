"""What must hold between the parts of the knowledge, beyond every name being known.

Each check is a small function with a name; it yields problems that say what is wrong and how to mend it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from assistant.engine.network import Network, network_of
from assistant.errors import AuthorError, Problem, listing, nearest, unknown
from assistant.model import ALWAYS, Bearing, Library, Place, Rule, Test, value_problem

FEWEST, MOST = 3, 6  # incidents where a place of the table leads
Check = Callable[[Library], Iterator[Problem]]


def _at(place: Place, key: str, message: str) -> Problem:
    return Problem(place.file, place.line, key, message)


def rule_has_a_purpose(library: Library) -> Iterator[Problem]:
    """A rule derives, rules, adds, follows from a sanction or makes an exception, and only one of the first two."""
    for rule in library.rules():
        if rule.is_derivation and rule.gives_something:
            yield _at(
                rule.place, rule.id, "une règle déduit un fait ou donne une décision, pas les deux : écrivez-en deux"
            )
        if not rule.is_derivation and not rule.gives_something and not rule.is_exception:
            yield _at(
                rule.place, rule.id, "« then » ne donne rien ; seule une exception (« overrides ») peut être vide"
            )
        if rule.is_ruling and rule.incidents is None and not rule.is_exception:
            yield _at(rule.place, rule.id, "une décision doit nommer son incident dans « if »")
        if rule.is_consequence and (rule.then.sanctions or rule.then.readings):
            yield _at(
                rule.place,
                rule.id,
                "une suite (« if: {sanction: …} » ou « if: {donne: …} ») ne donne que des montants et des cases ; pour une sanction de plus, « adds: true »",
            )


def then_makes_sense(library: Library) -> Iterator[Problem]:
    """Sanctions are named in the ruleset, amounts belong to sanctions that are counted, discretion says who decides."""
    for rule in library.rules():
        slots = library.rulesets[rule.ruleset].slots
        for then in [rule.then, *(reading.then for reading in rule.then.readings)]:
            for sanction in sorted(then.sanctions):
                if rule.ruleset not in library.sanctions[sanction].rulesets:
                    yield _at(
                        rule.place,
                        rule.id,
                        f"vocabularies/sanctions.yaml ne dit pas comment {rule.ruleset} nomme « {sanction} »",
                    )
            for amount in then.amounts:
                if not library.sanctions[amount.sanction].amount:
                    yield _at(
                        rule.place,
                        rule.id,
                        f"« {amount.sanction} » ne se chiffre pas (vocabularies/sanctions.yaml : « amount: true »)",
                    )
            discretion = any(library.sanctions[sanction].discretion for sanction in then.sanctions)
            if discretion != (then.decides is not None):
                yield _at(
                    rule.place, rule.id, "« decides » va avec une sanction laissée à l'appréciation, et inversement"
                )
            for slot, _ in then.slots:
                if slot not in slots:
                    yield _at(rule.place, rule.id, f"{rule.ruleset} n'a pas de case « {slot} » (ruleset.yaml : slots)")
        if rule.then.readings and (rule.then.sanctions or rule.then.amounts or rule.then.slots or rule.then.silence):
            yield _at(
                rule.place, rule.id, "« one_of » se suffit : mettez sanctions, montants et cases dans chaque lecture"
            )


def rare_facts_are_rare(library: Library) -> Iterator[Problem]:
    """A fact with a usual value is read only by exceptions, additions and consequences."""
    for rule in library.rules():
        if rule.is_exception or rule.adds or rule.is_consequence:
            continue
        for name in rule.reads():
            if library.facts[name].usual is not None:
                yield _at(
                    rule.place,
                    rule.id,
                    f"« {name} » est une circonstance rare (usual) : seules une exception, une règle « adds » ou une suite peuvent la lire",
                )


def derived_facts_end(library: Library) -> Iterator[Problem]:
    """A derived fact says what it is worth when nothing derives it, and is not asked."""
    for fact in library.facts.values():
        if fact.derived and fact.otherwise is None:
            yield _at(
                fact.place, fact.id, "fait déduit sans « otherwise » : dites sa valeur quand aucune règle ne le déduit"
            )
        if fact.derived and fact.question is not None:
            yield _at(fact.place, fact.id, "un fait déduit n'a pas de question")
        if fact.usual is not None and fact.derived:
            yield _at(fact.place, fact.id, "un fait déduit n'a pas de « usual »")


def only_if_ends(library: Library) -> Iterator[Problem]:
    """No question waits, through what it makes sense with, for its own answer: neither would ever be asked."""
    settled: set[str] = set()
    for start in library.facts:
        path = [start]
        while path:
            waits = (test.fact for test in library.facts[path[-1]].only_if if test.fact in library.facts)
            following = next((name for name in waits if name not in settled), None)
            if following is None:
                settled.add(path.pop())
                continue
            if following in path:
                circle = [library.facts[name] for name in path[path.index(following) :]]
                told = ", ".join(f"{fact.id} ({fact.place})" for fact in circle)
                message = f"ces « only_if » tournent en rond, aucune de ces questions ne serait jamais posée : {told} ; ôtez-en un"
                yield _at(circle[0].place, circle[0].id, message)
                settled.update(path)
                break
            path.append(following)


def derivations_end(library: Library) -> Iterator[Problem]:
    """No fact is derived from itself, whether or not a decision reads it."""
    for ruleset in library.rulesets.values():
        deriving = [rule for rule in ruleset.rules.values() if rule.is_derivation]
        after: dict[str, set[str]] = {rule.id: set() for rule in deriving}
        for rule in deriving:
            read = set(rule.reads())
            after[rule.id] = {other.id for other in deriving if read & set(dict(other.derives))}
        for name in sorted(after):
            circle = _round(after, name)
            if circle and name == min(circle):
                told = " → ".join(f"{one} ({ruleset.rules[one].place})" for one in circle)
                message = f"ces règles se déduisent l'une de l'autre et tournent en rond : {told} ; ôtez une condition"
                yield _at(ruleset.rules[name].place, name, message)


def _round(after: dict[str, set[str]], start: str) -> list[str]:
    """A way from a rule back to itself; nothing where there is none."""
    waiting, seen = [[start]], {start}
    while waiting:
        path = waiting.pop(0)
        if start in after[path[-1]]:
            return path
        further = sorted(after[path[-1]] - seen)
        seen.update(further)
        waiting += [[*path, name] for name in further]
    return []


def facts_make_sense_where_they_are_read(library: Library) -> Iterator[Problem]:
    """What a rule reads can make sense together, and where it says itself when, it admits nothing else."""
    for rule in library.rules():
        for test in rule.tests:
            if test.values == frozenset():
                message = f"« if » lit des faits qui n'ont jamais de sens ensemble : voyez « {test.fact} » dans leurs « only_if »"
                yield _at(rule.place, rule.id, message)
        for name in rule.reads():
            for needed in library.facts[name].only_if:
                if not any(_implies(test, needed) for test in rule.tests):
                    yield _at(
                        rule.place,
                        rule.id,
                        f"« {name} » n'a de sens que si {_words(needed)} (only_if) : « if » ne doit rien admettre d'autre de « {needed.fact} »",
                    )


def _implies(test: Test, needed: Test) -> bool:
    if test.fact != needed.fact:
        return False
    if test.values is not None:
        return all(needed.admits(value) for value in test.values)
    return (needed.low is None or (test.low is not None and test.low >= needed.low)) and (
        needed.high is None or (test.high is not None and test.high <= needed.high)
    )


def _words(test: Test) -> str:
    if test.values is not None:
        return f"{test.fact} vaut {' ou '.join(map(str, sorted(test.values, key=str)))}"
    return f"{test.fact} est de {test.low} à {test.high}"


def incidents_are_ruled(library: Library) -> Iterator[Problem]:
    """Somebody rules every incident, and a rule names only those that its ruleset rules, or that an edition gave up."""
    for incident in library.incidents.values():
        if not incident.rulesets:
            remedy = "écrivez une règle dont « if » le nomme, ou retirez-le"
            yield _at(incident.place, incident.id, f"aucun règlement ne décide cet incident : {remedy}")
    for ruleset in library.rulesets.values():
        ruled = ruleset.decided() | (library.rulesets[ruleset.base].decided() if ruleset.base else set())
        for rule in ruleset.rules.values():
            for name in sorted((rule.incidents or frozenset()) - ruled):
                remedy = "écrivez la règle qui le décide, ou ne le nommez pas"
                message = f"« if » nomme « {name} », qu'aucune règle de {ruleset.id} ne décide : {remedy}"
                yield _at(rule.place, rule.id, message)


def networks_have_no_circle(library: Library) -> Iterator[Problem]:
    """Every incident's rules can be put in order."""
    for incident in library.incidents.values():
        for ruleset in incident.rulesets:
            try:
                network_of(library, library.rulesets[ruleset], incident.id)
            except AuthorError as error:
                yield from error.problems


def cases_fit_their_incident(library: Library) -> Iterator[Problem]:
    """A case tells only answers that its incident offers, and expects rulings only where it can occur."""
    for case in library.cases.values():
        here = library.incidents[case.incident]
        for name in set(case.facts) & set(here.answers):
            if problem := value_problem(here.asks(library.facts[name]), case.facts[name]):
                yield _at(case.place, case.id, f"{name} : {problem} (incident « {here.id} », « answers »)")
        for extra in sorted(set(case.expect) - set(library.incidents[case.incident].rulesets)):
            yield _at(
                case.place, case.id, f"« expect » parle de {extra}, où l'incident « {case.incident} » ne se produit pas"
            )


def cases_differ(library: Library) -> Iterator[Problem]:
    """No two cases tell the same facts, disputes told as they were aside."""
    first: dict[object, str] = {}
    for case in library.cases.values():
        other = library.cases[first.setdefault(frozenset(case.flat_facts().items()), case.id)]
        if other.id != case.id and not (case.dispute or other.dispute):
            yield _at(case.place, case.id, f"mêmes faits que le cas « {other.id} » ({other.place}) ; gardez-en un (un supplément dit sous « expect » ce qu'un cas de sa base y reçoit)")


def values_name_what_there_is(library: Library) -> Iterator[Problem]:
    """The game that alone has a value is played, and the incidents that a value belies and the decisions that it excludes exist."""
    games = {ruleset.game for ruleset in library.rulesets.values()}
    for fact in library.facts.values():
        for value in fact.values:
            if value.game is not None and value.game not in games:
                yield _at(fact.place, fact.id, f"valeur « {value.id} » : {unknown('jeu', value.game, games)}")
            for incident in value.belies:
                if incident not in library.incidents:
                    message = unknown("incident", incident, library.incidents)
                    yield _at(fact.place, fact.id, f"valeur « {value.id} » : {message}")
            for slot, excluded in value.excludes:
                if slot not in library.slots:
                    yield _at(fact.place, fact.id, f"valeur « {value.id} » : {unknown('case', slot, library.slots)}")
                    continue
                known = library.slots[slot].values
                for one in (one for one in excluded if one not in known):
                    yield _at(fact.place, fact.id, f"valeur « {value.id} » : {unknown('valeur', one, known)}")


def sentences_read_what_is_known(library: Library) -> Iterator[Problem]:
    """A sentence under conditions reads only what some incident where it can be said knows, and names only such incidents."""
    conditional = [one for one in _sentences(library) if one.bears != ALWAYS]
    networks = [
        network_of(library, library.rulesets[name], incident.id)
        for incident in library.incidents.values()
        for name in incident.rulesets
        if conditional
    ]
    for one in conditional:
        here = [network for network in networks if one.said_in(network)]
        yield from (_at(one.place, one.key, problem) for problem in _unknown_to(one.bears, here))


class _Spoken(NamedTuple):
    """A sentence: where it is written, on which conditions it is said, and in which incidents it can be."""

    place: Place
    key: str
    bears: Bearing
    said_in: Callable[[Network], bool]


def _sentences(library: Library) -> Iterator[_Spoken]:
    """The steps and warnings of rules, the steps and effects of sanctions, the warnings of clauses.

    Each is judged in the ruleset that it was written for: one whose rules an edition replaces is no longer said there, and no mistake of its author.
    """
    written = {name: {rule.place for rule in ruleset.rules.values()} for name, ruleset in library.rulesets.items()}
    for rule in library.rules():
        base = library.rulesets[rule.ruleset].base
        if base is not None and rule.place in written[base]:
            continue
        own = partial(_holds, rule=rule)
        yield from (_Spoken(step.place, rule.id, step.bears, own) for step in rule.steps)
        yield from (_Spoken(rule.place, rule.id, warn.bears, own) for warn in rule.warnings)
    for sanction in library.sanctions.values():
        for ruleset, naming in sanction.rulesets.items():
            base = library.rulesets[ruleset].base
            if base is not None and sanction.rulesets.get(base) == naming:
                continue
            giving = partial(_gives, ruleset=ruleset, sanction=sanction.id)
            for sentence in (*naming.effects, *naming.steps):
                yield _Spoken(sentence.place, f"{sanction.id}.{ruleset}", sentence.bears, giving)
    for clause in library.clauses.values():
        citing = partial(_quotes, clause=clause.id)
        yield from (_Spoken(clause.place, clause.id, warn.bears, citing) for warn in clause.warnings)


def _holds(network: Network, rule: Rule) -> bool:
    return network.ruleset == rule.ruleset and rule.id in network.rules


def _gives(network: Network, ruleset: str, sanction: str) -> bool:
    rules = network.rules.values() if network.ruleset == ruleset else ()
    return any(sanction in then.sanctions for rule in rules for then in rule.every_then())


def _quotes(network: Network, clause: str) -> bool:
    return any(rule.quotes(clause) for rule in network.rules.values())


def _unknown_to(bears: Bearing, networks: Iterable[Network]) -> Iterator[str]:
    """What a condition names that no incident where its sentence can be said knows."""
    here = [network for network in networks if bears.incidents is None or network.incident in bears.incidents]
    for incident in sorted((bears.incidents or frozenset()) - {network.incident for network in here}):
        yield f"la condition d'une phrase nomme l'incident « {incident} », où cette phrase ne peut pas être dite : retirez-le"
    for test in bears.tests:
        if here and not any(test.fact in network.facts for network in here):
            known = {name for network in here for name in network.facts}
            yield (
                f"la condition d'une phrase lit « {test.fact} », qu'aucun incident où elle est dite ne connaît "
                f"(aucune règle n'y lit ce fait).{nearest(test.fact, known)} Faits connus : {listing(sorted(known), 30)}."
            )


def zones_lead_to_a_few(library: Library) -> Iterator[Problem]:
    """A place of the table leads to three to six incidents, wherever it is drawn."""
    for ruleset in library.rulesets:
        for zone, incidents in library.zones_of(ruleset):
            if not FEWEST <= len(incidents) <= MOST:
                names = ", ".join(incident.id for incident in incidents) or "aucun"
                message = f"dans {ruleset} cet endroit mène à {len(incidents)} incident(s) ({names}) ; il en faut de {FEWEST} à {MOST}"
                yield _at(zone.place, zone.id, message)


FIRST: tuple[Check, ...] = (rule_has_a_purpose, then_makes_sense, derived_facts_end, only_if_ends)
THEN: tuple[Check, ...] = (
    rare_facts_are_rare,
    facts_make_sense_where_they_are_read,
    incidents_are_ruled,
    networks_have_no_circle,
    sentences_read_what_is_known,
    cases_fit_their_incident,
    cases_differ,
    values_name_what_there_is,
    zones_lead_to_a_few,
)
OF_THE_WHOLE: tuple[Check, ...] = (incidents_are_ruled, sentences_read_what_is_known)


def rule_problems(library: Library, partly: bool = False) -> list[Problem]:
    """All that is wrong between the parts; where rulesets were set aside, an incident may be nobody's, and what is said of it said nowhere."""
    problems = [problem for check in FIRST for problem in check(library)]
    then = [check for check in THEN if not (partly and check in OF_THE_WHOLE)]
    return problems or [problem for check in then for problem in check(library)] or list(derivations_end(library))
