"""`python -m benchmarks`: first that all give the same answers, then how long each takes, as ratios within this one run."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

from assistant.engine.network import network_of
from assistant.errors import AuthorError
from benchmarks import graph, hands, search, training
from benchmarks.coldstart import RUNS, cold_start
from benchmarks.measure import Contender, drift, interleaved
from benchmarks.ours import Answer, Ours
from benchmarks.plain import Plain
from benchmarks.situations import Case, cases, more_cases
from benchmarks.stock import Stock
from benchmarks.synthetic import RULESET, library
from benchmarks.web import measure

try:
    from benchmarks import clips
except ImportError:
    clips = None  # type: ignore[assignment]

T = TypeVar("T")
SIZES = (1, 5, 20)
TURNS = 30
STOCK_EVERY = {1: 3, 5: 10, 20: 15}  # the big network takes its time: it runs in one turn out of so many
CHECKED = {1: 400, 5: 100, 20: 100}  # further cases of which the answers are compared
CHECKED_STOCK = {1: 400, 5: 40, 20: 0}  # and of these with the big network, beside the timed ones
DRIFT_RUNS = 6000


def main() -> None:
    """Compare, time, say which aims are met; that one is not met is no failure of the command."""
    begun = perf_counter()
    if clips is None:
        print("clipspy is not installed, so it is left out: pip install -r requirements-bench.txt\n")
    totals: dict[int, dict[str, float]] = {}
    ours: dict[int, Ours] = {}
    for size in SIZES:
        totals[size], ours[size] = _size(size)
    _table(totals)
    growth = interleaved([Contender(str(size), ours[size].judge) for size in SIZES], cases(), TURNS)
    print("\nAims")
    last = totals[SIZES[-1]]
    _aim("size 20, big stock network / ours", last["stock"] / last["ours"], 10, at_least=True)
    if clips is not None:
        _aim("size 20, ours / clipspy", last["ours"] / last["clipspy"], 4)
    _aim("ours, size 20 / size 1, taking turns", growth[str(SIZES[-1])] / growth[str(SIZES[0])], 1.5)
    _cold()
    _web()
    if clips is not None:
        _drift()
    print("\nHands")
    hands.main()
    print("\nSearch")
    search.main()
    print("\nGraph")
    graph.main()
    print("\nTraining")
    training.main()
    print(f"\n{perf_counter() - begun:.0f} seconds in all.")


def _size(size: int) -> tuple[dict[str, float], Ours]:
    """Build everything at one size, compare the answers, time them."""
    base = library(size)
    networks = {incident: network_of(base, base.rulesets[RULESET], incident) for incident in base.incidents}
    print(f"size {size}: {len(base.rulesets[RULESET].rules)} rules, {len(networks)} incidents; built in", end=" ")
    ours = _built("ours", lambda: Ours(base))
    plain = _built("plain", lambda: Plain(base, RULESET))
    stock = _built("stock", lambda: Stock(networks))
    contenders = [
        Contender("ours", ours.judge),
        Contender("run alone", ours.infer),
        Contender("plain", plain.answer),
        Contender("stock", stock.answer, STOCK_EVERY[size]),
    ]
    ruled = {"ours": ours.answer, "stock": stock.answer}
    if clips is not None:
        clipspy = _built("clipspy", lambda: clips.Clips(networks.values()))
        contenders.append(Contender("clipspy", clipspy.answer))
        ruled["clipspy"] = clipspy.answer
    print("seconds", flush=True)
    for name, answer in ruled.items():
        more = CHECKED_STOCK[size] if name == "stock" else CHECKED[size]
        _compare(name, answer, plain, [*cases(), *more_cases(more)])
    return interleaved(contenders, cases(), TURNS), ours


def _built(name: str, make: Callable[[], T]) -> T:
    start = perf_counter()
    gc.disable()  # building is not what is timed, and collecting would walk through all that was built before
    try:
        made = make()
    finally:
        gc.enable()
    print(f"{perf_counter() - start:.1f} ({name})", end=" ", flush=True)
    return made


def _compare(name: str, answer: Callable[[Case], Answer], plain: Plain, checked: list[Case]) -> None:
    """Contenders that answer differently must not be timed against each other."""
    differing = [case for case in checked if answer(case) != plain.answer(case)]
    if differing:
        sys.exit(
            f"  {name} DIFFERS from the plain evaluator in {len(differing)} of {len(checked)} cases: {differing[0]}"
        )
    print(f"  {name}: what stands and what may stand as the plain evaluator has it, in all {len(checked)} cases")


def _table(totals: dict[int, dict[str, float]]) -> None:
    count = len(cases())
    print(
        f"\nOne ruling with its open needs, {count} cases, each case's median of {TURNS} turns taken in rotation; the big\n"
        f"network ran in {', '.join(f'{-(-TURNS // every)} (size {size})' for size, every in STOCK_EVERY.items())} of them. "
        "Ours is the whole judgement with outcome,\nlive rules and needs; the others only find what stands and may stand, "
        "as does « run alone ».\n"
    )
    names = [name for name in ("ours", "run alone", "clipspy", "plain", "stock") if name in totals[SIZES[0]]]
    pairs = [("stock", "ours"), ("ours", "clipspy"), ("run alone", "clipspy"), ("ours", "plain")]
    pairs = [pair for pair in pairs if set(pair) <= set(names)]
    heads = [f"{name} ms" for name in names] + [f"{over}/{under}" for over, under in pairs]
    print("size  " + "  ".join(f"{head:>17}" for head in heads))
    for size, found in totals.items():
        cells = [f"{1000 * found[name] / count:.3f}" for name in names]
        cells += [f"{found[over] / found[under]:.1f}" for over, under in pairs]
        print(f"{size:>4}  " + "  ".join(f"{cell:>17}" for cell in cells))


def _aim(what: str, ratio: float, bound: float, at_least: bool = False) -> None:
    met = ratio >= bound if at_least else ratio <= bound
    print(
        f"  {what}: {ratio:.2f}, aim {'at least' if at_least else 'at most'} {bound:g}: {'met' if met else 'NOT MET'}"
    )


def _cold() -> None:
    found = cold_start()
    if isinstance(found, str):
        print(f"  cold start of `arbitre rule`: skipped, {found}")
        return
    each = f"(medians of {RUNS} runs each, taking turns)"
    _aim(f"cold start, `arbitre rule` / import of the door {each}", found.rule / found.door, 3)
    _aim(f"`arbitre compare` from the kept table / cold start of `arbitre rule` {each}", found.compare / found.rule, 10)


def _web() -> None:
    """The production server, turn by turn with a route that does nothing on the same server."""
    try:
        figures = measure()
    except (AuthorError, OSError) as error:
        print(f"  web: skipped, {type(error).__name__}: {error}")
        return
    print(
        f"  web, {figures.pages} ruling pages: {figures.trivial:.0f} requests per second for a route that does nothing, "
        f"{figures.kept:.0f} for pages made before, {figures.fresh:.0f} when the engine runs"
    )
    _aim("web, pages made before / route that does nothing", figures.kept_ratio, 0.5, at_least=True)
    _aim("web, engine runs / route that does nothing", figures.fresh_ratio, 0.2, at_least=True)
    _aim(
        f"web, megabytes in all processes after {figures.asked} pages, every incident among them",
        figures.megabytes,
        600,
    )
    _aim("web, the whole table of differences / the home page, time", figures.table_ratio, 3)
    _aim("web, the gravest differences / the home page, time", figures.surprises_ratio, 3)


def _drift() -> None:
    """That clipspy is really mended: the same case over and over, with and without the mend."""
    base = library(1)
    case = cases()[5]
    network = network_of(base, base.rulesets[RULESET], case.incident)
    print(f"\nclipspy, last tenth of {DRIFT_RUNS} runs of one case against the first tenth:", end=" ")
    print(f"{drift(clips.Clips([network]).answer, case, DRIFT_RUNS):.2f} as mended here,", end=" ", flush=True)
    environment = clips.Clips([network])
    clips.unmend()
    try:
        print(f"{drift(environment.answer, case, DRIFT_RUNS):.2f} as it comes.")
    finally:
        clips.mend()


if __name__ == "__main__":
    main()
