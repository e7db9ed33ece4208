"""The same decision: what counts, what does not, and the narrower equality of outcomes."""

from __future__ import annotations

from assistant.decision.outcome import Due, Outcome
from assistant.decision.sameness import same, same_case, sides
from assistant.model import Decides, Library, Reading, Then
from tests.support.outcomes import PAIR, outcome


def counted(**more: object) -> Outcome:
    """Five points, otherwise."""
    (due,) = outcome("points", 5).dues
    return outcome("points")._replace(dues=frozenset({Due(due.amount._replace(**more), due.numbers)}))  # type: ignore[arg-type]


def reading(text: str, sanction: str, player: str = "joueur") -> Reading:
    return Reading(text, Then(frozenset({sanction}), player), ("une/clause",))


def is_same(library: Library, first: Outcome, second: Outcome, pair: tuple[str, str] = PAIR) -> bool:
    return same(library, *sides(library, pair, first, second))


def test_what_counts(library: Library) -> None:
    warned, five = outcome("avertissement"), outcome("points", 5)
    assert not is_same(library, warned, outcome("main-morte"))
    assert not is_same(library, warned, outcome("avertissement", player="table"))
    assert not is_same(library, outcome("disqualification"), outcome("disqualification"))  # one name, two effects
    assert not is_same(library, five, outcome("points", 10))
    assert not is_same(library, five, counted(unit="points-globaux"))
    assert not is_same(library, five, counted(payee="table")) and not is_same(library, five, counted(payer="table"))
    assert not is_same(
        library,
        outcome("points", 5, 60),
        outcome("points", 5, 60)._replace(
            dues=frozenset(
                Due(one.amount._replace(value=None, choices=(5, 60)), (5, 60)) for one in outcome("points", 5, 60).dues
            )
        ),
    )
    assert not is_same(library, warned, outcome("avertissement", donne="redistribuee"))
    assert not is_same(library, warned, warned._replace(silences=frozenset({"Rien."})))
    assert not is_same(library, warned, warned._replace(decides=frozenset({Decides("arbitre", "s'il y a faute")})))
    read = Outcome(readings=(reading("L'un.", "avertissement"), reading("L'autre.", "main-morte")))
    assert not is_same(library, read, read._replace(readings=read.readings[:1]))
    assert not is_same(
        library, read, read._replace(readings=(reading("L'un.", "avertissement", "table"), read.readings[1]))
    )


def test_what_does_not_count(library: Library) -> None:
    five = outcome("points", 5)
    assert is_same(library, five, five._replace(cites=("une/clause",), rules=("une-regle",)))
    assert is_same(library, five, counted(moment="non-dit"))
    assert is_same(library, counted(unit="points-de-partie"), counted(unit="points-de-session"))  # two names, one thing
    assert is_same(library, outcome("aucune"), outcome("aucune", donne="sans-effet"))
    assert is_same(
        library, *(five._replace(silences=frozenset({text})) for text in ("Rien du mur.", "Nul mot du mur."))
    )
    assert is_same(
        library,
        *(five._replace(decides=frozenset({Decides(*one)})) for one in (("arbitre", "si"), ("arbitres", "quand"))),
    )
    readings = (reading("L'un.", "avertissement"), reading("L'autre.", "main-morte"))
    other = (reading("Ou bien.", "main-morte"), reading("Ou encore.", "avertissement"))
    assert is_same(library, Outcome(readings=readings), Outcome(readings=other))
    mute = [
        Outcome(silences=frozenset({text}), slots=(("donne", deal),))
        for text, deal in (("Rien.", "continue"), ("Nul mot.", "non-dit"))
    ]
    assert is_same(library, *mute)


def test_two_silences(library: Library) -> None:
    """They are not the same where only one text forbids what was done, or where they let the deal end otherwise."""
    mute = Outcome(silences=frozenset({"Rien."}), slots=(("donne", "continue"),))
    forbidden = mute._replace(forbids=("une/clause",))
    assert is_same(library, mute, mute) and is_same(library, forbidden, forbidden)
    assert not is_same(library, mute, forbidden)
    assert not is_same(library, mute, mute._replace(slots=(("donne", "finie"),)))


def test_points_are_counted_in_what_they_are_worth(library: Library) -> None:
    thousands, points = outcome("points", 20, unit="points-globaux"), outcome("points", 20000, unit="points-de-tournoi")
    assert is_same(library, thousands, points) and not is_same(
        library, outcome("points", 20, unit="points-de-tournoi"), thousands
    )
    assert not is_same(library, thousands, outcome("points", 20000, unit="points-de-table"))


def test_outcomes_are_equal_word_for_word_only(library: Library) -> None:
    """The narrower equality, by which states of one ruleset are merged."""
    five = outcome("points", 5)
    assert five == five._replace(cites=("une/clause",), rules=("une-regle",))
    assert five != counted(moment="non-dit") and is_same(library, five, counted(moment="non-dit"))


def test_the_deal_of_several_incidents_is_the_one_they_make_together(library: Library) -> None:
    stopped, goes_on = outcome("chombo", donne="redistribuee"), outcome("avertissement")
    assert same_case(library, PAIR, (goes_on, stopped), (goes_on._replace(slots=()), stopped))
    assert not same_case(library, PAIR, (goes_on, stopped), (goes_on, stopped._replace(slots=goes_on.slots)))
    assert not same_case(library, PAIR, (goes_on, stopped), (stopped, goes_on))
