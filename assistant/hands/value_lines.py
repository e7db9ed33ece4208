"""What a complete hand is worth under one ruleset, in every circumstance that was left open, explained line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from assistant.french import enumerate_words, number, sentence
from assistant.hands.explanation import FURITEN_TOPICS, Analysis, Line
from assistant.hands.hand import Hand
from assistant.hands.mcr import count as mcr
from assistant.hands.mcr.exclusions import Principle
from assistant.hands.mcr.fans import Fan
from assistant.hands.payments import Payment
from assistant.hands.tiles import Wind
from assistant.model.hand_words import Flag, FuritenState, Topic, Yaku

if TYPE_CHECKING:
    from assistant.hands.mcr.count import ChineseValue
    from assistant.hands.mcr.exclusions import Removed
    from assistant.hands.parts import ChineseWinPart, RiichiWinPart
    from assistant.hands.riichi import RiichiValue, Won
    from assistant.model.hands import Figure

DECLARED = frozenset(
    (
        Yaku.RIICHI, Yaku.DOUBLE_RIICHI, Yaku.IPPATSU, Yaku.RINSHAN, Yaku.CHANKAN, Yaku.HAITEI, Yaku.HOUTEI, Yaku.RENHOU,
        Yaku.TENHOU, Yaku.CHIIHOU,
    )
)  # fmt: skip
BY_EAST = "par Est"
NO_WAIT_WORDS = "ce qui dépend de l'attente n'est pas compté"
PRINCIPLE_TOPICS = {
    Principle.INCLUSION: Topic.INCLUSION,
    Principle.SINGLE_USE: Topic.SINGLE_USE,
    Principle.NOT_TWICE: Topic.NOT_TWICE,
}


def shanten(analysis: Analysis) -> int | None:
    """How many exchanges the hand is from waiting; None where its library is missing or cannot say."""
    if analysis.form.chinese:
        if not mcr.available():
            return None
        return -1 if analysis.readings else mcr.shanten(analysis.hand)
    from assistant.hands import riichi

    return -1 if analysis.readings else riichi.shanten(analysis.hand.concealed, len(analysis.hand.melds))


def missing(analysis: Analysis) -> str | None:
    """What must be installed before the hand can be valued."""
    return mcr.MISSING if analysis.form.chinese and not mcr.available() else None


def wins(analysis: Analysis) -> list[RiichiWinPart] | list[ChineseWinPart]:
    """The value of a complete hand, one for each way in which it can have been won; none after a forbidden kong."""
    if analysis.forbidden_kong:
        return []
    if not analysis.form.chinese:
        return [_riichi_win(analysis, won) for won in _riichi_ways(analysis.hand)] if analysis.readings else []
    countable = analysis.readings and mcr.available()
    return [_chinese_win(analysis, won) for won in _chinese_ways(analysis.hand)] if countable else []


def _line(text: str, cites: tuple[str, ...] = ()) -> Line:
    return Line(sentence(text), tuple(dict.fromkeys(cites)))


def _clause(figure: Figure) -> tuple[str, ...]:
    return (figure.clause,) if figure.clause else ()


def _riichi_ways(hand: Hand) -> Iterator[Won]:
    """The circumstances to value: those said, and both where nothing was said."""
    from assistant.hands.riichi import Won

    for drawn in (False, True) if hand.drawn is None else (hand.drawn,):
        for seat in (None, Wind.EAST) if hand.seat is None else (hand.seat,):
            yield Won(drawn, seat, hand.prevalent, bool(hand.riichi))


def _riichi_win(analysis: Analysis, won: Won) -> RiichiWinPart:
    from assistant.hands.riichi import value

    worth = value(analysis.hand, analysis.rules, won)
    assert worth is not None
    figures = analysis.rules.figures
    who = BY_EAST if won.seat == Wind.EAST else "par un joueur qui n'est pas Est"
    counted = f"{worth.han} han" + (f", {worth.fu} minipoints" if worth.han < 5 else "")
    counted = "yakuman" if worth.yakuman else ", ".join(filter(None, (counted, worth.level)))
    return {
        "when": f"{_how(won.drawn)}, {who}",
        "valid": bool(worth.han),
        "barred": _barred(analysis, won),
        "yaku": [{"id": yaku, "name": figures[yaku].name, "han": han} for yaku, han in worth.yaku],
        "without_circumstances": [figures[yaku].name for yaku, _ in worth.yaku if yaku not in DECLARED],
        "han": worth.han,
        "fu": worth.fu,
        "points": worth.total,
        "level": worth.level,
        "payments": [{"payer": payment.payer, "points": payment.points} for payment in worth.payments],
        "summary": _summary(counted, [figures[yaku].name for yaku, _ in worth.yaku], worth.payments),
        "lines": [line.part() for line in _riichi_lines(analysis, won, worth)],
    }


def _how(drawn: bool) -> str:
    return "sur pioche" if drawn else "sur un écart"


def _barred(analysis: Analysis, won: Won) -> bool:
    """Whether furiten forbids this win: on a discard only."""
    return not won.drawn and analysis.furiten is not None and analysis.furiten.state != FuritenState.NONE


def _riichi_lines(analysis: Analysis, won: Won, worth: RiichiValue) -> Iterator[Line]:
    barred = _barred(analysis, won)
    if barred and analysis.furiten is not None:
        cites = analysis.cites(FURITEN_TOPICS[analysis.furiten.state])
        yield _line("furiten : le ron est interdit ; la main ne gagne que sur pioche", cites)
    if not worth.han:
        yield _line("aucun yaku : les dora n'en sont pas", analysis.cites(Topic.NO_YAKU))
        return
    if Flag.NO_WAIT in analysis.hand.flags:
        yield _line(NO_WAIT_WORDS)
    yield from _yaku_lines(analysis, worth)
    yield from _fu_lines(analysis, worth)
    for note in worth.notes:
        remark = analysis.rules.remarks.get(note)
        if remark:
            yield _line(remark.text, remark.cites)
    yield _level_line(analysis, worth)
    if not barred:
        yield from _payment_lines(analysis, won, worth)


def _yaku_lines(analysis: Analysis, worth: RiichiValue) -> Iterator[Line]:
    """Every yaku, what is left without the declared circumstances, and the dora."""
    figures = analysis.rules.figures
    for yaku, han in worth.yaku:
        yield _line(f"{figures[yaku].called} : {'yakuman' if worth.yakuman else f'{han} han'}", _clause(figures[yaku]))
    declared = [figures[yaku].name for yaku, _ in worth.yaku if yaku in DECLARED]
    if declared:
        bare = ", ".join(figures[yaku].name for yaku, _ in worth.yaku if yaku not in DECLARED) or "aucun yaku"
        yield _line(f"sans les circonstances déclarées ({', '.join(declared)}) : {bare}")
    for words, count in (("dora", worth.dora), ("ura dora", worth.ura)):
        if count:
            yield _line(f"{count} {words} : {count} han", analysis.cites(Topic.DORA))


def _fu_lines(analysis: Analysis, worth: RiichiValue) -> Iterator[Line]:
    for fu in worth.fu_lines:
        yield _line(f"{fu.words} : {fu.points} minipoints", analysis.cites(fu.topic))
    raw = sum(fu.points for fu in worth.fu_lines)
    if raw and raw != worth.fu:
        yield _line(f"{raw} minipoints arrondis à {worth.fu}", analysis.cites(Topic.ROUNDING))


def _level_line(analysis: Analysis, worth: RiichiValue) -> Line:
    """Han and minipoints, or the level that they reach."""
    if worth.yakuman:
        return _line("Yakuman", analysis.cites(Topic.YAKUMAN))
    words = f"{worth.han} han" + (f", {worth.fu} minipoints" if worth.han < 5 else "")
    cites = analysis.cites(Topic.YAKU)
    if 5 <= worth.han < 13:
        cites += analysis.cites(Topic.LIMIT)
    if worth.level:
        words += f" : {worth.level}"
        cites += analysis.cites(Topic(worth.level.split()[0]))
    return _line(words, cites)


def _payment_lines(analysis: Analysis, won: Won, worth: RiichiValue) -> Iterator[Line]:
    cites = analysis.cites(Topic.DRAWN if won.drawn else Topic.DISCARD)
    rounding = () if worth.level else analysis.cites(Topic.PAYMENT_ROUNDING)
    for payment in worth.payments:
        yield _line(f"{payment.payer} paie {number(payment.points)}", (*cites, *rounding))
    if analysis.hand.counters:
        yield _line(f"dont {analysis.hand.counters} compteur(s)", analysis.cites(Topic.COUNTERS))
    if worth.stakes:
        yield _line(f"et les mises sur la table : {number(worth.stakes)}", analysis.cites(Topic.STAKES))
    yield _line(f"le gagnant reçoit {number(worth.total)} en tout")


def _chinese_ways(hand: Hand) -> Iterator[mcr.Circumstances]:
    """The circumstances to value: both where nothing was said; a wind not said is taken as East, and the lines say so."""
    for drawn in (False, True) if hand.drawn is None else (hand.drawn,):
        yield mcr.Circumstances(drawn, hand.seat or Wind.EAST, hand.prevalent or Wind.EAST)


def _chinese_win(analysis: Analysis, won: mcr.Circumstances) -> ChineseWinPart:
    worth = mcr.value(analysis.hand, analysis.rules, won, analysis.readings)
    assert worth is not None
    figures = analysis.rules.figures
    return {
        "when": _how(won.drawn),
        "valid": worth.enough,
        "barred": False,
        "fans": [
            {"number": fan, "name": figures[str(fan)].name, "times": times, "points": points}
            for fan, times, points in worth.fans
        ],
        "points": worth.points,
        "flowers": worth.flowers,
        "with_flowers": worth.points + worth.flowers,
        "removed": [
            {"number": removed.fan, "name": figures[str(removed.fan)].name, "principle": removed.principle}
            for removed in worth.removed
        ],
        "payments": [{"payer": payment.payer, "points": payment.points} for payment in mcr.payments(worth, won.drawn)],
        "summary": _summary(
            f"{worth.points} points" + (" sans les fleurs" if worth.flowers else ""),
            [figures[str(fan)].name + (f" ({times} fois)" if times > 1 else "") for fan, times, _ in worth.fans],
            mcr.payments(worth, won.drawn),
        ),
        "lines": [line.part() for line in _chinese_lines(analysis, won, worth)],
    }


def _summary(counted: str, figures: list[str], payments: Sequence[Payment]) -> str:
    """What is counted and by what, and who pays."""
    paid = [f"{payment.payer} paie {number(payment.points)}" for payment in payments]
    return f"{counted} ({', '.join(figures)})" + (f" ; {enumerate_words(paid)}" if paid else "")


def _chinese_lines(analysis: Analysis, won: mcr.Circumstances, worth: ChineseValue) -> Iterator[Line]:
    rules = analysis.rules
    if Flag.NO_WAIT in analysis.hand.flags:
        yield _line(NO_WAIT_WORDS)
    for fan, times, points in worth.fans:
        figure = rules.figures[str(fan)]
        often = f"{times} fois " if times > 1 else ""
        yield _line(f"n° {fan}, {figure.called} : {often}{points}", _clause(figure))
    for note in worth.notes:
        yield _line(rules.remarks[note].text, rules.remarks[note].cites)
    for removed in worth.removed:
        yield _removed_line(analysis, removed)
    winds = any(counted.fan in (Fan.PREVALENT_WIND, Fan.SEAT_WIND) for counted in worth.fans)
    if winds and (analysis.hand.seat is None or analysis.hand.prevalent is None):
        yield _line("le vent du joueur ou le vent dominant n'est pas dit ; Est est supposé")
    enough = "le minimum de 8 est atteint" if worth.enough else "moins de 8 : pas de Hu"
    yield _line(f"{worth.points} points sans les fleurs : {enough}", analysis.cites(Topic.MINIMUM))
    if worth.flowers:
        total = worth.points + worth.flowers
        yield _line(f"{worth.flowers} fleur(s) : {total} points en tout", analysis.cites(Topic.FLOWERS))
    for payment in mcr.payments(worth, won.drawn):
        cites = analysis.cites(Topic.DRAWN if won.drawn else Topic.DISCARD)
        yield _line(f"{payment.payer} paie {payment.points}", cites)


def _removed_line(analysis: Analysis, removed: Removed) -> Line:
    """Why a figure that the hand shows does not count."""
    figures = analysis.rules.figures
    name = figures[str(removed.fan)].name
    beside = figures[str(removed.because)].name if removed.because else ""
    words = {
        Principle.INCLUSION: f"{name} ne s'ajoute pas : compris dans {beside}",
        Principle.SINGLE_USE: f"{name} ne se compte pas une fois de plus : principe du comptage unique",
        Principle.NOT_TWICE: f"{name} ne se compte pas deux fois avec les mêmes éléments : principe du non-identique",
        Principle.TEXT: f"{name} ne se compte pas avec {beside}",
    }[removed.principle]
    if removed.clause:
        return _line(words, (removed.clause,))
    topic = PRINCIPLE_TOPICS.get(removed.principle)
    return _line(words, analysis.cites(topic) if topic else ())
