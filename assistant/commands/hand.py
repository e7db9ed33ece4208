"""The command `arbitre hand`: a hand explained under each ruleset, as text or as one JSON document."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.commands.output import print_json
from assistant.consultation.text import WIDTH, wrapped
from assistant.decision import headings
from assistant.errors import InputError
from assistant.french import number, place, section_name, typeset
from assistant.hands.document import explained, refusal
from assistant.hands.hand import parse_hand
from assistant.hands.tiles import HandError
from assistant.model import Library
from assistant.model.hand_words import Flag, Game
from assistant.store.library import load

if TYPE_CHECKING:
    from assistant.hands.parts import AnalysisPart, HandDocument, LinePart, WinPart

OPTIONS = {
    "win": "+{}", "discards": "ecarts:{}", "passed": "passees:{}", "passed_after_riichi": "passees-riichi:{}", "seat": "siege:{}",
    "round": "dominant:{}", "indicators": "indicateurs:{}", "ura": "ura:{}", "flowers": "fleurs:{}", "counters": "compteurs:{}",
    "stakes": "mises:{}", "kong": "kong:{}",
}  # fmt: skip
SIGNS = (
    "par exemple '2233344456m 678p' '+3m' 'ecarts:6m' ; (789m) un élément exposé, [2222s] un kong caché, +3m la tuile gagnante, "
    "passees:3m les tuiles laissées passer, kong:3s un kong caché après riichi (docs/mains.md dit tous les signes)"
)


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("tiles", nargs="+", metavar="TUILES", help=SIGNS)
    parser.add_argument("--ruleset", action="append", default=[], metavar="R", help="règlement (tous si absent)")
    for name, meaning in (
        ("--win", "la tuile gagnante"),
        ("--discards", "ses écarts"),
        ("--passed", "tuiles laissées passer ce tour"),
        ("--passed-after-riichi", "tuiles laissées passer depuis son riichi"),
        ("--indicators", "indicateurs de dora"),
        ("--ura", "indicateurs ura"),
        ("--kong", "kong caché fait après riichi, par sa tuile ou ses quatre (3s ou 3333s)"),
    ):
        parser.add_argument(name, metavar="TUILES", help=meaning)
    parser.add_argument("--seat", metavar="VENT", help="vent du joueur : est, sud, ouest, nord")
    parser.add_argument("--round", metavar="VENT", help="vent dominant")
    for name, meaning in (("--flowers", "fleurs"), ("--counters", "compteurs"), ("--stakes", "mises de riichi")):
        parser.add_argument(name, type=int, metavar="N", help=meaning)
    for name, meaning in (("--ron", "sur un écart"), ("--tsumo", "sur pioche"), ("--riichi", "riichi déclaré")):
        parser.add_argument(name, action="store_true", help=meaning)
    parser.add_argument("--json", action="store_true", help="un seul document JSON")
    parser.set_defaults(run=hand)


def hand_line(options: argparse.Namespace) -> str:
    """The words of the command as the one line that says everything."""
    words = [" ".join(options.tiles)]
    for name, form in OPTIONS.items():
        value = getattr(options, name)
        if value is not None:
            words.append(form.format("".join(str(value).split()) or "-"))
    words.extend(flag for flag in (Flag.RON, Flag.TSUMO, Flag.RIICHI) if getattr(options, flag))
    return " ".join(words)


def hand(options: argparse.Namespace) -> int:
    """Print the explanation; tiles that make no hand are told with what to do."""
    library = load()
    try:
        document = explained(library, parse_hand(hand_line(options)), options.ruleset)
    except HandError as error:
        told = refusal(library, error)
        if options.json:
            print_json(told)
            return 2
        ways = "".join(f"\n  - {way['label']} : arbitre hand '{way['tiles']}'" for way in told["choices"])
        incident = library.incidents[told["offers"]] if told["offers"] else None
        offer = f"\n  - l'incident : {incident.title} (arbitre rule --fact incident={incident.id})" if incident else ""
        raise InputError(f"{error} [{error.code}]{ways}{offer}") from error
    if options.json:
        print_json(document)
    else:
        print("\n\n".join(hand_text(library, document)))
    return 0


def hand_text(library: Library, document: HandDocument) -> Iterator[str]:
    """The hand, then one part for each ruleset."""
    yield typeset(f"Main : {document['hand']['text']}")
    for analysis in document["analyses"]:
        yield "\n".join(_analysis(library, analysis))


def _analysis(library: Library, analysis: AnalysisPart) -> Iterator[str]:
    yield typeset(f"{analysis['title']}, {analysis['edition']}")
    yield "=" * WIDTH
    for line in analysis["lines"]:
        yield from _line(library, line, "  · ")
    if analysis["shanten"] is not None and analysis["shanten"] > 0:
        yield from wrapped(f"Il manque {analysis['shanten']} échange(s) de tuile avant l'attente.", "  · ")
    if analysis["missing"]:
        yield from wrapped(analysis["missing"], "  ! ")
    for value in analysis["values"]:
        yield ""
        yield from wrapped(f"Gagnée {value['when']} : {_total(analysis['game'], value)}", "  ")
        for line in value["lines"]:
            yield from _line(library, line, "    · ")
    yield ""
    yield "  Textes cités"
    for clause in analysis["citations"]:
        yield from wrapped(place(clause["section"], clause["heading"]), "    ")
        for quote in clause["quotes"]:
            yield from wrapped(f"«\u202f{quote}\u202f»", "      ", own=False)
        for warning in clause["warnings"]:
            yield from wrapped(f"{headings.WARNING_NAMES[warning['kind']]} : {warning['text']}", "      ! ")


def _total(game: Game, value: WinPart) -> str:
    if game == Game.MCR:
        return f"{value['points']} points" + ("" if value["valid"] else ", moins de 8")
    if value["barred"]:
        return "furiten, ron interdit"
    return f"{number(value['points'])} points" if value["valid"] else "aucun yaku"


def _line(library: Library, line: LinePart, first: str) -> Iterator[str]:
    sections = list(dict.fromkeys(section_name(library.clauses[clause].section) for clause in line["cites"]))
    where = f" [{' ; '.join(sections)}]" if sections else ""
    yield from wrapped(line["text"] + where, first)
