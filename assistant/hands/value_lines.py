"""What a complete hand is worth under one ruleset, in every circumstance that was left open, explained line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from assistant.french import number, sentence
from assistant.hands.after_riichi import NONE
from assistant.hands.hand import Hand
from assistant.hands.mcr import count as mcr

if TYPE_CHECKING:
    from assistant.hands.explanation import Analysis
    from assistant.hands.mcr.count import ChineseValue
    from assistant.hands.riichi import RiichiValue, Won
    from assistant.model.hands import Figure

DECLARED = frozenset(
    ("riichi", "daburu_riichi", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "renhou", "tenhou", "chiihou")
)


def worth(analysis: Analysis) -> dict[str, Any]:
    """Shanten, what is missing, and one value for each way the hand can have been won."""
    if analysis.form.chinese:
        return _chinese(analysis)
    from assistant.hands import riichi

    hand = analysis.hand
    melds = len(hand.melds)
    found = -1 if analysis.readings else riichi.shanten(hand.concealed, melds)
    values = [_riichi_document(analysis, won) for won in riichi_ways(hand)] if analysis.readings else []
    return {"shanten": found, "missing": None, "values": values}


def riichi_ways(hand: Hand) -> Iterator[Won]:
    """The circumstances to value: those said, and both where nothing was said."""
    from assistant.hands.riichi import Won

    drawn = hand.drawn
    for way in (False, True) if drawn is None else (drawn,):
        for seat in (None, 0) if hand.seat is None else (hand.seat,):
            yield Won(way, seat, hand.prevalent, bool(hand.riichi))


def _line(text: str, cites: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"text": sentence(text), "cites": list(dict.fromkeys(cites))}


def _clause(figure: Figure) -> tuple[str, ...]:
    return (figure.clause,) if figure.clause else ()


def _riichi_document(analysis: Analysis, won: Won) -> dict[str, Any]:
    from assistant.hands.riichi import value

    found = value(analysis.hand, analysis.rules, won)
    assert found is not None
    return {
        "when": _when(won.drawn, won.seat),
        "valid": bool(found.han),
        "barred": _barred(analysis, won),
        "yaku": [{"id": name, "name": analysis.rules.figures[name].name, "han": han} for name, han in found.yaku],
        "without_circumstances": [
            analysis.rules.figures[name].name for name, _ in found.yaku if name not in DECLARED
        ],
        "han": found.han,
        "fu": found.fu,
        "points": found.total,
        "level": found.level,
        "payments": [{"payer": one.payer, "points": one.points} for one in found.payments],
        "lines": list(_riichi_lines(analysis, won, found)),
    }  # fmt: skip


def _barred(analysis: Analysis, won: Won) -> bool:
    """Whether furiten forbids this win: on a discard only."""
    found = analysis.furiten()
    return not won.drawn and found is not None and found.state != NONE


def _when(drawn: bool, seat: int | None) -> str:
    who = {None: "par un joueur qui n'est pas Est", 0: "par Est"}.get(seat, "par un joueur qui n'est pas Est")
    return f"{'sur pioche' if drawn else 'sur un écart'}, {who}"


def _riichi_lines(analysis: Analysis, won: Won, found: RiichiValue) -> Iterator[dict[str, Any]]:
    figures = analysis.rules.figures
    if _barred(analysis, won):
        state = analysis.furiten()
        assert state is not None
        yield _line("furiten : le ron est interdit ; la main ne gagne que sur pioche", analysis.cites(state.state))
    if not found.han:
        yield _line("aucun yaku : les dora n'en sont pas", analysis.cites("no_yaku"))
        return
    for name, han in found.yaku:
        figure = figures[name]
        worth_words = "yakuman" if found.yakuman else f"{han} han"
        yield _line(f"{figure.name} : {worth_words}", _clause(figure))
    declared = [figures[name].name for name, _ in found.yaku if name in DECLARED]
    if declared:
        bare = ", ".join(figures[name].name for name, _ in found.yaku if name not in DECLARED) or "aucun yaku"
        yield _line(f"sans les circonstances déclarées ({', '.join(declared)}) : {bare}")
    for words, count in (("dora", found.dora), ("ura dora", found.ura)):
        if count:
            yield _line(f"{count} {words} : {count} han", analysis.cites("dora"))
    for one in found.fu_lines:
        yield _line(f"{one.words} : {one.points} minipoints", analysis.cites(one.topic))
    raw = sum(one.points for one in found.fu_lines)
    if raw and raw != found.fu:
        yield _line(f"{raw} minipoints arrondis à {found.fu}", analysis.cites("rounding"))
    for note in found.notes:
        remark = analysis.rules.remarks.get(note)
        if remark:
            yield _line(remark.text, remark.cites)
    total = "Yakuman" if found.yakuman else f"{found.han} han" + (f", {found.fu} minipoints" if found.han < 5 else "")
    level = found.level.split()[0] if found.level else ""
    why = (
        *(() if found.yakuman else analysis.cites("yaku")),
        *(analysis.cites("limit") if 5 <= found.han < 13 else ()),
    )
    yield _line(
        total + (f" : {found.level}" if found.level and not found.yakuman else ""), (*why, *analysis.cites(level))
    )
    if _barred(analysis, won):
        return
    for payment in found.payments:
        why = analysis.cites("drawn" if won.drawn else "discard")
        yield _line(
            f"{payment.payer} paie {number(payment.points)}",
            (*why, *(() if found.level else analysis.cites("payment_rounding"))),
        )
    if analysis.hand.counters:
        yield _line(f"dont {analysis.hand.counters} compteur(s)", analysis.cites("counters"))
    if found.stakes:
        yield _line(f"et les mises sur la table : {number(found.stakes)}", analysis.cites("stakes"))
    yield _line(f"le gagnant reçoit {number(found.total)} en tout", ())


def chinese_ways(hand: Hand) -> Iterator[mcr.Circumstances]:
    drawn = hand.drawn
    for way in (False, True) if drawn is None else (drawn,):
        yield mcr.Circumstances(way, _wind(hand.seat), _wind(hand.prevalent))


def _wind(wind: int | None) -> int:
    """A wind not said is taken as East; `facts` tries all four where it matters."""
    return 0 if wind is None else wind


def _chinese(analysis: Analysis) -> dict[str, Any]:
    hand = analysis.hand
    if not mcr.available():
        return {"shanten": None, "missing": mcr.MISSING, "values": []}
    found = -1 if analysis.readings else mcr.shanten(hand)
    values = [_chinese_document(analysis, won) for won in chinese_ways(hand)] if analysis.readings else []
    return {"shanten": found, "missing": None, "values": values}


def _chinese_document(analysis: Analysis, won: mcr.Circumstances) -> dict[str, Any]:
    found = mcr.value(analysis.hand, analysis.rules, won, analysis.readings)
    assert found is not None
    figures = analysis.rules.figures
    return {
        "when": "sur pioche" if won.drawn else "sur un écart",
        "valid": found.enough,
        "barred": False,
        "fans": [
            {"number": fan.number, "name": figures[str(fan.number)].name, "times": fan.times, "points": fan.points}
            for fan in found.fans
        ],
        "points": found.points,
        "flowers": found.flowers,
        "with_flowers": found.points + found.flowers,
        "removed": [
            {"number": one.number, "name": figures[str(one.number)].name, "principle": one.principle}
            for one in found.removed
        ],
        "payments": [
            {"payer": payer, "points": points}
            for payer, points in (mcr.payments(found.points + found.flowers, won.drawn) if found.enough else ())
        ],
        "lines": list(_chinese_lines(analysis, won, found)),
    }


def _chinese_lines(analysis: Analysis, won: mcr.Circumstances, found: ChineseValue) -> Iterator[dict[str, Any]]:
    rules = analysis.rules
    for fan in found.fans:
        figure = rules.figures[str(fan.number)]
        times = f"{fan.times} fois " if fan.times > 1 else ""
        text = f"n° {fan.number}, {figure.name} : {times}{fan.points}"
        yield _line(text, _clause(figure))
    for note in found.notes:
        yield _line(rules.remarks[note].text, rules.remarks[note].cites)
    for one in found.removed:
        figure = rules.figures[str(one.number)]
        beside = rules.figures[str(one.because)].name if one.because else ""
        words = {
            "inclusion": f"{figure.name} ne s'ajoute pas : compris dans {beside}",
            "comptage-unique": f"{figure.name} ne se compte pas une fois de plus : principe du comptage unique",
            "non-identique": f"{figure.name} ne se compte pas deux fois avec les mêmes éléments : principe du non-identique",
            "texte": f"{figure.name} ne se compte pas avec {beside}",
        }[one.principle]
        yield _line(words, (one.clause,) if one.clause else analysis.cites(one.principle))
    if analysis.hand.seat is None or analysis.hand.prevalent is None:
        winds = {"60", "61"} & {str(fan.number) for fan in found.fans}
        if winds:
            yield _line("le vent du joueur ou le vent dominant n'est pas dit ; Est est supposé")
    enough = "le minimum de 8 est atteint" if found.enough else "moins de 8 : pas de Hu"
    yield _line(f"{found.points} points sans les fleurs : {enough}", analysis.cites("minimum"))
    if found.flowers:
        yield _line(
            f"{found.flowers} fleur(s) : {found.points + found.flowers} points en tout", analysis.cites("flowers")
        )
    if found.enough:
        for payer, points in mcr.payments(found.points + found.flowers, won.drawn):
            yield _line(f"{payer} paie {points}", analysis.cites("drawn" if won.drawn else "discard"))
