"""A case: one question a screen, then the ruling sheet; the whole case is its address."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from flask import request, url_for

from assistant.consultation.asking import WHOSE, judgement, typed
from assistant.consultation.intake import BY, TILES, TO_WHOM, WHEN, WHO, is_hand
from assistant.consultation.naming import CASE_TITLES, MOMENTS, player_label
from assistant.consultation.questionnaire import UNSETTLED, in_words, unsettled
from assistant.decision.statuses import CHOICE, NOBODY, READING
from assistant.errors import InputError
from assistant.french import lower_first
from assistant.hands.tiles import HandError
from assistant.model import INCIDENT, Fact, Incident, Ruleset, Scope
from web import events
from web.address import RULESET, CaseAddress, case_link, held, read_case
from web.context import desk
from web.page import Pages, Shown, strict
from web.pages.hands import entry_page, read_hand
from web.pages.home import families_of, matching
from web.remaining import remaining
from web.telling import in_few_words, says, settings_words
from web.vintage import VINTAGE, since

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationDocument

pages = Pages(__name__)

MOST_EVENTS = 9
ADD = "case.add"
CHANGED, WAS = "_change", "_etait"  # the answer that was changed last, and what it was before
UNSAID = "_redire"  # the events of which it is no longer said when they happened
QUESTIONS = {WHO: "Qui est en cause ?", TO_WHOM: "À qui est-ce arrivé ?", WHEN: "Quand est-ce arrivé"}


class Tools(NamedTuple):
    """What can be done with one event: addresses of the case with it earlier, later, or taken out."""

    earlier: str | None
    later: str | None
    out: str | None


class Saying(NamedTuple):
    """Something that can be said of an event: the name and value under which it is told, and its words."""

    key: str
    value: str
    label: str
    help: str | None


class Offer(NamedTuple):
    """Something to tap: its words, where it leads, whether it is said already."""

    label: str
    help: str | None
    link: str
    chosen: bool


def consultation(address: CaseAddress, explain: bool = True) -> ConsultationDocument:
    """What the engine says of the case in this address."""
    facts = {**address.table.context, **address.facts}
    return desk().consultant.consult([address.table.ruleset], facts, explain)


SAME_IN_ALL_GAMES = ("origin", "seat", "riichi", "count")  # what tiles tell of these does not depend on the game


@pages.page("/cas", twin="/cas.json", kept=True)
def case() -> Shown[ConsultationDocument] | Shown[None]:
    """The next question, or the ruling; tiles that make no hand go back to be mended. As data it is strictly read."""
    if strict():
        said = {name: value for name, value in request.args.items() if name != RULESET}
        return Shown("case/case.html", desk().consultant.consult([request.args.get(RULESET, "")], said))
    address = read_case(desk().library, request)
    for key, value in address.facts.items():
        if is_hand(desk().library, key.rpartition(".")[2]):
            error = read_hand(value)[1]
            if error is not None:
                return entry_page(address, key, error)
    try:
        return _case(address)
    except HandError as error:  # a hand that exists, but not with the kong said of it
        return entry_page(address, next(key for key in address.facts if key.rpartition(".")[2] == TILES), error)


def _case(address: CaseAddress) -> Shown[ConsultationDocument]:
    changed = request.args.get(CHANGED)
    forgotten: list[str] = []
    was = _was(address, str(changed)) if changed in address.facts else None
    if changed in address.facts:
        facts: dict[str, object] = {**address.table.context, **address.facts}
        forgotten = desk().consultant.forget([address.table.ruleset], facts, str(changed))
        address = address._replace(
            facts={name: value for name, value in address.facts.items() if name not in forgotten}
        )
    data = consultation(address)
    return Shown(
        "case/case.html",
        data,
        document=data["consultations"][0],
        address=address,
        twin=address.link("case.case_json"),
        forgotten=[_told(name, request.args[name]) for name in forgotten],
        was=was,
        changed=changed,
        remaining=remaining(data["consultations"][0], address.facts),
        preview=in_few_words(data["consultations"][0]),
        says=says(data["consultations"][0]),
        under=settings_words(data["consultations"][0]),
        elsewhere=_elsewhere(address),
        since=since(desk().library.version, data["consultations"][0], request.args.get(VINTAGE, "")),
        way_back=_back(address),
        tools=_tools(address),
        unsaid=_unsaid(address),
        instead=lambda number, incident: _instead(address, number, incident),
        changing=lambda key, value: _changing(address, key, value),
    )


def _was(address: CaseAddress, changed: str) -> list[str]:
    """The decision before an answer was changed, where there was one."""
    before = {name: value for name, value in address.facts.items() if name != changed}
    if request.args.get(WAS):
        before[changed] = request.args[WAS]
    try:
        (document,) = consultation(address._replace(facts=before), explain=False)["consultations"]
    except InputError:  # an answer that was never possible
        return []
    return document["ruling"]["headline"] if document["ruling"] else []


def _changing(address: CaseAddress, key: str, value: object) -> str:
    """The case with one answer changed, which tells what it was."""
    return case_link(address.table, {**address.facts, key: value, CHANGED: key, WAS: address.facts.get(key, "")})


def _instead(address: CaseAddress, number: int, incident: str) -> str:
    """The same case with another incident in the place of one: who and when stay, and the answers that it reads too."""
    library, start = desk().library, events.prefix(number)
    read = _read(library.version, address.table.ruleset, incident)
    kept: dict[str, str] = {}
    for key, value in address.facts.items():
        own, name = events.parted(key)
        fact = library.facts.get(name)
        stays = fact is None or fact.scope != Scope.FAULT or (name in read and not fact.is_exit(value))
        if own != number or (stays and name not in (READING, CHOICE)):
            kept[key] = value
    return case_link(address.table, {**kept, start + INCIDENT: incident})


@lru_cache(maxsize=1024)
def _read(_version: str, ruleset: str, incident: str) -> frozenset[str]:
    """The facts that the rules of an incident read."""
    rules = desk().library.rulesets[ruleset].rules.values()
    return frozenset(name for rule in rules if incident in (rule.incidents or ()) for name in rule.reads())


def _told(name: str, value: str) -> str:
    """An answer in words."""
    fact = desk().library.facts[name.rpartition(".")[2]]
    return f"{fact.title} : {in_words(fact, fact.read(value))}"


def _elsewhere(address: CaseAddress) -> list[tuple[Ruleset, str]]:
    """The same case under each other ruleset where all its incidents can occur.

    Another game calls other hands complete: what was said of the hand itself is asked again there, unless its tiles are told.
    """
    library = desk().library
    told = events.of_any_ruleset(address.facts)
    lasting = {name: value for name, value in told.items() if not _of_the_hand(name)}
    incidents = [value for name, value in address.facts.items() if name.rpartition(".")[2] == INCIDENT]
    return [
        (
            ruleset,
            case_link(
                address.table._replace(ruleset=ruleset.id),
                told if _game(ruleset.id) == _game(address.table.ruleset) else lasting,
            ),
        )
        for ruleset in library.rulesets.values()
        if ruleset.id != address.table.ruleset
        and all(ruleset.id in library.incidents[name].rulesets for name in incidents)
    ]


def _back(address: CaseAddress) -> str:
    """From a visit, the same case under what is played, or the first page where it cannot occur there."""
    own = held(desk().library, request.environ).table
    here = address.table._replace(context=own.context)
    if own.ruleset == here.ruleset:
        return case_link(own, address.facts)
    links = {ruleset.id: link for ruleset, link in _elsewhere(address._replace(table=here))}
    return links.get(own.ruleset, url_for("home.home"))


def _of_the_hand(name: str) -> bool:
    """Whether an answer says of the hand what another game would judge otherwise."""
    fact = desk().library.facts.get(name.rpartition(".")[2])
    return fact is not None and fact.computed is not None and fact.computed.by not in SAME_IN_ALL_GAMES


def _game(ruleset: str) -> str | None:
    rules = desk().library.hands.get(ruleset)
    return rules.game if rules is not None else None


def _tools(address: CaseAddress) -> dict[int, Tools]:
    """What can be done with each event of a case."""
    library, facts = desk().library, address.facts
    last = events.count(facts)
    earlier = {number: _rearranged(address, events.swapped(library, facts, number)) for number in range(2, last + 1)}
    return {
        number: Tools(
            earlier.get(number),
            earlier.get(number + 1),
            _rearranged(address, events.removed(library, facts, number)) if last > 1 else None,
        )
        for number in range(1, last + 1)
    }


def _rearranged(address: CaseAddress, case: events.Rearranged) -> str:
    again = {UNSAID: ",".join(map(str, case.unsaid))} if case.unsaid else {}
    return case_link(address.table, {**case.facts, **again})


def _unsaid(address: CaseAddress) -> list[str]:
    """The events of which it must be said again when they happened."""
    told = request.args.get(UNSAID, "").split(",")
    return [str(number) for number in range(2, 1 + events.count(address.facts)) if str(number) in told]


@pages.page("/cas/changer")
def change() -> Shown[None]:
    """One earlier question again: of a fact, or who did it, to whom, when."""
    address = read_case(desk().library, request)
    key = request.args.get("_fait", "")
    number, name = events.parted(key)
    if number <= events.count(address.facts):
        fact = desk().library.facts.get(name)
        if name in (WHO, TO_WHOM) or (name == WHEN and number > 1):
            return _saying(address, number, name)
        if fact is not None and not fact.derived and not is_hand(desk().library, name):
            ruleset = desk().library.rulesets[address.table.ruleset]
            return _fact(address, key, _judged_as(address, number).asks(fact, ruleset))
    raise InputError("Cette réponse ne peut pas être changée.")


def _judged_as(address: CaseAddress, number: int) -> Incident:
    """The incident as which an event is judged."""
    event = consultation(address, explain=False)["consultations"][0]["events"][number - 1]
    return desk().library.incidents[(event["judged_as"] or event["incident"])["id"]]


def _fact(address: CaseAddress, key: str, fact: Fact) -> Shown[None]:
    library = desk().library
    ruleset, asked = library.rulesets[address.table.ruleset], judgement(library, address.table.ruleset, fact)
    offers = [
        Offer(
            value.label,
            value.help if value is unsettled(fact) else None,
            _changing(address, key, value.id),
            _said(address, key, value.id),
        )
        for value in [*fact.values, unsettled(fact)]
    ]
    return Shown(
        "case/change.html",
        address=address,
        question=fact.question or fact.title,
        help=" ".join(filter(None, [fact.helps(ruleset.id, ruleset.game), asked["text"] if asked else None])),
        citations=asked["citations"] if asked else [],
        offers=offers[:-1],
        open=offers[-1],
        typed=typed(fact),
        key=key,
        hidden=address.hidden(without=(key,), **{CHANGED: key, WAS: address.facts.get(key, "")}),
    )


def _said(address: CaseAddress, key: str, value: str) -> bool:
    return address.facts.get(key) == value


def _saying(address: CaseAddress, number: int, name: str) -> Shown[None]:
    """Who did it, to whom, or when; none of them need be said."""
    key = events.prefix(number) + name
    besides = (key, events.prefix(number) + BY) if name == WHO else (key,)
    offers = [
        Offer(
            one.label,
            one.help,
            address.link(without=besides, **{one.key: one.value}),
            _said(address, one.key, one.value),
        )
        for one in _sayings(address, number, name)
    ]
    title = desk().library.incidents[address.facts[events.prefix(number) + INCIDENT]].title
    return Shown(
        "case/change.html",
        address=address,
        question=QUESTIONS[name] if name != WHEN else f"{QUESTIONS[name]}, par rapport à l'incident {number - 1} ?",
        help=title if events.count(address.facts) == 1 else f"Incident {number} : {lower_first(title)}",
        offers=offers,
        citations=[],
        open=Offer("Ne pas le dire", "ce qui compte sera demandé", address.link(without=besides), False),
        typed=None,
        key=key,
        hidden=[],
    )


def _sayings(address: CaseAddress, number: int, name: str) -> list[Saying]:
    """What can be said of an event: a player, or a moment."""
    library, start = desk().library, events.prefix(number)
    if name == WHEN:
        return [Saying(start + WHEN, one.id, one.label, one.help) for one in (*MOMENTS, UNSETTLED)]
    players = events.names_in_use(address.facts, start + name)
    said = [Saying(start + name, player, player_label(library, player), None) for player in players]
    if name == TO_WHOM:
        return said
    if number > 1 and WHO not in address.facts:
        said = [*(Saying(start + BY, one.id, one.label, one.help) for one in WHOSE), *said]
    return [*said, Saying(start + WHO, NOBODY, "Personne", "le signal, un mur qui tombe seul")]


@pages.page("/cas/ajouter", twin_of="home.home_json")
def add() -> Shown[None]:
    """Another incident in the same case, found as the first one was; who did it and when may be said, and need not."""
    address = read_case(desk().library, request)
    number = 1 + events.count(address.facts)
    if number > MOST_EVENTS:
        raise InputError(f"Un cas a {MOST_EVENTS} incidents au plus.")
    start, query = events.prefix(number), request.args.get("_q", "")[:200].strip()
    ways = {name: _sayings(address, number, name) for name in (WHO, WHEN)}
    chosen = {
        one.key: one.value
        for name in ways
        for one in ways[name]
        if request.args.get(f"_{one.key[len(start) :]}") == one.value
    }
    carried = {f"_{key[len(start) :]}": value for key, value in chosen.items()}
    more = {"_q": query} if query else {}
    return Shown(
        "case/add.html",
        address=address,
        number=number,
        query=query,
        suggest=case_link(address.table, {**address.facts, **carried}, ADD),
        found=matching(query, address.table.ruleset) if query else [],
        families=families_of(address.table.ruleset),
        link=lambda incident: case_link(address.table, {**address.facts, start + INCIDENT: incident, **chosen}),
        chosen=chosen,
        carried=carried,
        ways=[
            (CASE_TITLES[name], [_way(address, one, chosen, {**carried, **more}, len(start)) for one in ways[name]])
            for name in ways
        ],
    )


def _way(address: CaseAddress, one: Saying, chosen: Mapping[str, str], carried: Mapping[str, str], start: int) -> Offer:
    """One thing that may be said of the event to come; said already, it is taken back."""
    name, here = f"_{one.key[start:]}", chosen.get(one.key) == one.value
    without = {f"_{WHO}", f"_{BY}"} if name in (f"_{WHO}", f"_{BY}") else {name}
    kept = {key: value for key, value in carried.items() if key not in without}
    said = {} if here else {name: one.value}
    return Offer(one.label, one.help, case_link(address.table, {**address.facts, **kept, **said}, ADD), here)
