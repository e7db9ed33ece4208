"""Payments by seat: who pays whom, what each has in the end, and what cannot be told."""

from __future__ import annotations

from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.outcome import Due, Outcome
from assistant.decision.payments import Net, Payment, net_words, nets, payment_words, payments, pays
from assistant.engine.engines import Engines
from assistant.model import NAMES, WINDS, Amount, Library, Seat, Value

EAST, SOUTH, WEST, NORTH = WINDS


def judged(library: Library, engines: Engines, ruleset: str, facts: dict[str, Value]) -> Outcome:
    """The ruling of one incident whose facts are all told."""
    questionnaire = Questionnaire(library, engines.engine(ruleset, str(facts["incident"])))
    state = questionnaire.judge({"contexte": "tournoi", **facts})
    assert questionnaire.next_question(state) is None and state.outcome is not None
    return state.outcome


def by_seat(found: list[Net]) -> dict[Seat, tuple[int, ...] | None]:
    assert len({(net.unit, net.moment) for net in found}) == 1
    return {net.seat: net.numbers for net in found}


def test_two_false_hu_in_one_deal_pay_each_other_too(library: Library, engines: Engines) -> None:
    false = {"incident": "victoire-annoncee", "tuile_gagnante": "ecart", "tuiles_montrees": "toutes"}
    small = judged(library, engines, "mcr-2006", {**false, "main_complete": "oui", "huit_points": "non"})
    wrong = judged(library, engines, "mcr-2006", {**false, "main_complete": "non"})
    paid = [*payments(library, small.dues, EAST, event=1), *payments(library, wrong.dues, WEST, event=2)]
    assert [(one.payer, one.payee, one.numbers, one.event) for one in paid] == [
        (EAST, SOUTH, (10,), 1), (EAST, WEST, (10,), 1), (EAST, NORTH, (10,), 1),
        (WEST, EAST, (20,), 2), (WEST, SOUTH, (20,), 2), (WEST, NORTH, (20,), 2),
    ]  # fmt: skip
    assert by_seat(nets(library, paid, WINDS)) == {EAST: (-10,), SOUTH: (30,), WEST: (-50,), NORTH: (30,)}


def chombo(library: Library, engines: Engines, **facts: Value) -> Outcome:
    told = {"incident": "victoire-annoncee", "main_complete": "non", "tuiles_montrees": "toutes"} | facts
    told |= {"tuile_gagnante": "pioche", "victoire_d_un_autre": "non"}
    return judged(library, engines, "ema-2016", told)


def test_a_chombo_among_friends_is_paid_to_each(library: Library, engines: Engines) -> None:
    paid = payments(library, chombo(library, engines, contexte="amical", joueur_est="oui").dues, EAST)
    assert {(one.payer, one.payee, one.numbers) for one in paid} == {(EAST, seat, (4000,)) for seat in EAST.others}
    assert by_seat(nets(library, paid, WINDS)) == {EAST: (-12000,), SOUTH: (4000,), WEST: (4000,), NORTH: (4000,)}


def test_another_pays_est_double(library: Library, engines: Engines) -> None:
    dues = chombo(library, engines, contexte="amical", joueur_est="non").dues
    nord = by_seat(nets(library, payments(library, dues, NORTH), WINDS))
    assert nord == {EAST: (4000,), SOUTH: (2000,), WEST: (2000,), NORTH: (-8000,)}
    told = by_seat(nets(library, payments(library, dues, Seat.A, {"est": Seat.C}), NAMES))
    assert told == {Seat.A: (-8000,), Seat.B: (2000,), Seat.C: (4000,), Seat.D: (2000,)}
    untold = by_seat(nets(library, payments(library, dues, Seat.A), NAMES))
    assert untold == {Seat.A: (-8000,), Seat.B: None, Seat.C: None, Seat.D: None}


def test_points_that_go_to_nobody(library: Library, engines: Engines) -> None:
    paid = payments(library, chombo(library, engines).dues, SOUTH, event=3)
    assert paid == [
        Payment(SOUTH, None, (20000,), "points-de-tournoi", "fin-de-session-apres-uma", event=3),
    ]
    assert by_seat(nets(library, paid, WINDS)) == {EAST: (0,), SOUTH: (-20000,), WEST: (0,), NORTH: (0,)}


def due_of(numbers: tuple[int, ...] | None, **changed: str) -> Due:
    """An amount that one player owes each of the others, unless it says otherwise."""
    keys = {"sanction": "paiement", "unit": "points-de-partie", "payer": "joueur", "payee": "chaque-adversaire"}
    return Due(Amount(**{**keys, "moment": "immediat", **changed}), numbers)  # type: ignore[arg-type]


def test_ranges_choices_and_what_is_not_said(library: Library) -> None:
    told = {"victime": SOUTH}
    (paid,) = pays(library, due_of((5, 60), payee="victime"), EAST, told)
    assert paid.between and payment_words(library, paid) == "de 5 à 60 points de la partie"
    assert by_seat(nets(library, [paid], WINDS)) == {EAST: (-60, -5), SOUTH: (5, 60), WEST: (0,), NORTH: (0,)}
    (unsaid,) = pays(library, due_of(None, payee="victime"), EAST, told)
    assert payment_words(library, unsaid) == "des points de la partie en nombre non dit"
    assert by_seat(nets(library, [paid, unsaid], WINDS)) == {EAST: None, SOUTH: None, WEST: (0,), NORTH: (0,)}
    (somebody,) = pays(library, due_of((5,), payee="victime"), EAST)
    assert somebody.payee == "victime"
    assert by_seat(nets(library, [somebody], WINDS)) == {EAST: (-5,), SOUTH: None, WEST: None, NORTH: None}


def test_what_is_left_to_discretion_may_come_to_nothing(library: Library) -> None:
    left = [due_of((8000, 48000), sanction="discretion", payee="personne")]
    assert by_seat(nets(library, payments(library, left, NORTH), (NORTH,))) == {NORTH: (-48000, 0)}


def test_alternatives_are_not_added(library: Library) -> None:
    either = [due_of((12000, 48000), payee="personne"), due_of((8000,), payee="personne")]
    (paid,) = payments(library, either, NORTH)
    assert (paid.numbers, paid.between) == ((8000, 48000), True)
    two_units = [due_of((5,), payee="personne"), due_of((20,), payee="personne", unit="points-de-table")]
    assert [one.sure for one in payments(library, two_units, NORTH)] == [False, False]


def test_units_and_moments_are_never_added(library: Library) -> None:
    paid = [
        *payments(library, [due_of((10,))], EAST),
        *payments(library, [due_of((20,), unit="points-de-table")], EAST),
        *payments(library, [due_of((30,), moment="non-dit")], EAST),
    ]
    east = [(net.unit, net.moment, net.numbers) for net in nets(library, paid, (EAST,))]
    assert east == [
        ("points-de-partie", "immediat", (-30,)),
        ("points-de-table", "immediat", (-60,)),
        ("points-de-partie", "non-dit", (-90,)),
    ]


def test_a_win_is_paid_by_those_who_have_not_won(library: Library) -> None:
    eight = due_of((8,), payer="chaque-adversaire", payee="gagnant")
    paid = pays(library, eight, SOUTH, {"gagnant": WEST})
    assert {one.payer for one in paid} == {EAST, SOUTH, NORTH} and {one.payee for one in paid} == {WEST}
    (untold,) = pays(library, eight, SOUTH)
    assert (untold.payer, untold.payee, untold.times) == ("chaque-adversaire", "gagnant", 3)
    assert set(by_seat(nets(library, [untold], WINDS)).values()) == {None}


def test_est_is_no_name_among_letters(library: Library) -> None:
    (paid,) = pays(library, due_of((5,), payee="est"), Seat.A)
    assert by_seat(nets(library, [paid], NAMES)) == {Seat.A: (-5,), Seat.B: None, Seat.C: None, Seat.D: None}
    (told,) = pays(library, due_of((5,), payee="est"), Seat.A, {"est": Seat.D})
    assert told.payee is Seat.D


def test_whom_nobody_named_is_no_seat(library: Library) -> None:
    (other,) = pays(library, due_of((5,), payee="victime"), Seat.NOBODY, {"victime": SOUTH})
    assert (other.payer, other.payee) == ("joueur", SOUTH)
    (paid,) = pays(library, due_of((5,), payee="personne"), Seat.NOBODY)
    assert paid.payer == "joueur"
    (fee,) = pays(library, due_of((200,), payee="caisse-non-nommee"), WEST)
    assert by_seat(nets(library, [fee], WINDS)) == {EAST: (0,), SOUTH: (0,), WEST: (-200,), NORTH: (0,)}


def test_nets_in_words() -> None:
    said = [net_words(numbers) for numbers in ((30,), (-1000,), (0,), (-60, -5), None)]
    assert said == ["+30", "−1\u202f000", "0", "de −60 à −5", "non dit"]
