"""Two hundred simulated learners for a year of reviews: does the schedule work? `python -m benchmarks.training [--write]`

Memory here is not FSRS's: a clause is forgotten exponentially with a half-life of its own; a right answer lengthens it, the more the
longer one waited; a wrong one shortens it; and anybody slips now and then. Learners and clauses differ in all of these. The
scheduler sees right and wrong answers only. The rival policies get, learner by learner and day by day, exactly as many reviews
as FSRS spent, new clauses and repetitions alike: they differ only in which known clause is repeated.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import NamedTuple

from assistant.library import load
from assistant.repetition import SCHEDULER
from assistant.syllabus import ruling_clauses

LEARNERS, DAYS = 200, 365
MOST_A_DAY = 30  # reviews, new clauses included
NEW_A_DAY = 3  # all clauses of all rulesets are met within the year
START = datetime(2026, 1, 1, 12, tzinfo=UTC)
MEASURED = 7  # recall of everything is measured every so many days
LADDER = (1, 3, 7, 14, 30, 60, 120)  # days
RIVALS = ("fixed", "ladder", "boxes", "random")
FIGURE = Path(__file__).resolve().parent.parent / "docs" / "formation.svg"
NAMES = {
    "fsrs": "FSRS",
    "fixed": "à tour de rôle",
    "ladder": "1, 3, 7, 14… jours",
    "boxes": "boîtes (Leitner)",
    "random": "au hasard",
}


class Memory:
    """One learner's memory of every clause: the half-life of each, and when it was last met."""

    def __init__(self, seed: int, count: int):
        dice = random.Random(seed)
        start, growth = dice.uniform(4, 10), dice.uniform(4, 9)
        self.slip = dice.uniform(0.01, 0.06)
        self.kept = dice.uniform(0.3, 0.6)
        self.first = [start * math.exp(dice.gauss(0, 0.6)) for _ in range(count)]  # days
        self.growth = [growth * math.exp(dice.gauss(0, 0.4)) for _ in range(count)]
        self.half = list(self.first)
        self.met: list[float | None] = [None] * count

    def recall(self, clause: int, day: float) -> float:
        """The chance to answer rightly now."""
        met = self.met[clause]
        return 0.0 if met is None else (1 - self.slip) * 2 ** (-(day - met) / self.half[clause])

    def meet(self, clause: int, day: float, right: bool) -> None:
        """After the answer its explanation is read: the clause is fresh again, and lasts longer or less long."""
        if self.met[clause] is not None:
            if right:
                self.half[clause] *= 1 + self.growth[clause] * (1 - self.recall(clause, day))
            else:
                self.half[clause] = max(self.first[clause], self.half[clause] * self.kept)
        self.met[clause] = day


class Year(NamedTuple):
    recalls: list[float]  # mean over all clauses, at each measure
    loads: list[tuple[int, int]]  # (repetitions, new clauses) of each day
    daily: list[float]  # the mean load of each day, over all learners


def simulate(
    seed: int, count: int, choose: Callable[[int, int], list[int]], told: Callable[[int, bool, int], None]
) -> Year:
    """A year of one learner under one policy."""
    memory, luck = Memory(seed, count), random.Random(seed * 7919 + 1)
    recalls: list[float] = []
    loads: list[tuple[int, int]] = []
    for day in range(DAYS):
        today = choose(day, seed)
        fresh = sum(memory.met[clause] is None for clause in today)
        for place, clause in enumerate(today):
            at = day + place / 2000
            right = luck.random() < memory.recall(clause, at)
            memory.meet(clause, at, right)
            told(clause, right, day)
        loads.append((len(today) - fresh, fresh))
        if (day + 1) % MEASURED == 0:
            recalls.append(mean(memory.recall(clause, day + 0.9) for clause in range(count)))
    return Year(recalls, loads, [])


def fsrs_year(seed: int, count: int) -> Year:
    """What is due, weakest first; then new clauses, up to the day's load."""
    from assistant.repetition import recall, reviewed

    cards: dict[int, object] = {}

    def choose(day: int, _seed: int) -> list[int]:
        at = START + timedelta(days=day)
        due = [clause for clause, card in cards.items() if card.due <= at]  # type: ignore[attr-defined]
        due.sort(key=lambda clause: recall(cards[clause], at))  # type: ignore[arg-type]
        today = due[:MOST_A_DAY]
        fresh = range(len(cards), min(count, len(cards) + NEW_A_DAY, len(cards) + MOST_A_DAY - len(today)))
        return [*today, *fresh]

    def told(clause: int, right: bool, day: int) -> None:
        cards[clause] = reviewed(cards.get(clause), right, START + timedelta(days=day))  # type: ignore[arg-type]

    return simulate(seed, count, choose, told)


def rival_year(seed: int, count: int, loads: list[tuple[int, int]], policy: str) -> Year:
    """As many repetitions and new clauses each day, the repeated ones chosen otherwise."""
    last: dict[int, int] = {}
    step: dict[int, int] = {}
    dice = random.Random(seed + 17)

    def choose(day: int, _seed: int) -> list[int]:
        repeated, fresh = loads[day]
        if policy == "random":
            old = dice.sample(sorted(last), repeated)
        elif policy == "fixed":  # the interval that this load allows, the same for every clause
            old = sorted(last, key=lambda clause: (last[clause], clause))[:repeated]
        else:
            old = sorted(last, key=lambda clause: ((last[clause] - day) / LADDER[step[clause]], clause))[:repeated]
        return [*old, *range(len(last), len(last) + fresh)]

    def told(clause: int, right: bool, day: int) -> None:
        last[clause] = day
        onward = right or policy == "ladder"  # the boxes start again after a mistake
        step[clause] = min(step.get(clause, -1) + 1, len(LADDER) - 1) if onward else 0

    return simulate(seed, count, choose, told)


def learner(task: tuple[int, int]) -> dict[str, Year]:
    """All policies on one learner."""
    seed, count = task
    years = {"fsrs": fsrs_year(seed, count)}
    for policy in RIVALS:
        years[policy] = rival_year(seed, count, years["fsrs"].loads, policy)
    return years


def run(learners: int = LEARNERS, count: int | None = None, workers: int = 2) -> dict[str, Year]:
    """The mean year under each policy; the clauses are those of all rulesets."""
    library = load()
    clauses = count or sum(len(ruling_clauses(library, ruleset)) for ruleset in library.rulesets)
    tasks = [(seed, clauses) for seed in range(1, learners + 1)]
    if workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            years = list(pool.map(learner, tasks, chunksize=5))
    else:
        years = [learner(task) for task in tasks]
    return {
        policy: Year(
            [mean(values) for values in zip(*(one[policy].recalls for one in years), strict=True)],
            [],
            [mean(sum(pair) for pair in pairs) for pairs in zip(*(one[policy].loads for one in years), strict=True)],
        )
        for policy in years[0]
    }


def figure(found: dict[str, Year]) -> str:
    """Recall over the year under each policy, and the daily load below."""
    width, height, left = 640, 300, 46
    dashes = {"fsrs": "", "fixed": "8 4", "ladder": "2 4", "boxes": "5 2 1 2", "random": "12 4 2 4"}
    weeks = len(found["fsrs"].recalls)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 470" role="img" font-family="sans-serif" font-size="12">',
        "<title>Rappel moyen et charge par jour, 200 élèves simulés pendant un an</title>",
        '<rect width="640" height="470" fill="#fffdf6"/>',
    ]
    for percent in range(0, 101, 20):
        y = height - percent * 2.6
        parts.append(
            f'<path d="M{left} {y:.1f}H{width - 120}" stroke="#ddd5c1"/><text x="6" y="{y + 4:.1f}">{percent} %</text>'
        )
    ends: list[float] = []
    for policy, dash in dashes.items():
        points = " ".join(
            f"{left + index * (width - 120 - left) / (weeks - 1):.1f},{height - 260 * value:.1f}"
            for index, value in enumerate(found[policy].recalls)
        )
        end = height - 260 * found[policy].recalls[-1]
        while any(abs(end - other) < 14 for other in ends):
            end += 2
        ends.append(end)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="#1d4a39" stroke-width="{3 if policy == "fsrs" else 1.6}" stroke-dasharray="{dash}"/>'
            f'<text x="{width - 114}" y="{end + 4:.1f}">{NAMES[policy]}</text>'
        )
    loads = found["fsrs"].daily
    parts.append(f'<text x="{left}" y="335">Révisions par jour (les mêmes pour tous)</text>')
    points = " ".join(
        f"{left + day * (width - 120 - left) / (len(loads) - 1):.1f},{450 - 4.5 * load:.1f}"
        for day, load in enumerate(loads)
    )
    parts.append(f'<polyline points="{points}" fill="none" stroke="#a3261a" stroke-width="1.5"/>')
    for mark in (0, 10, 20):
        parts.append(f'<text x="20" y="{454 - 4.5 * mark:.1f}">{mark}</text>')
    return "\n".join([*parts, "</svg>", ""])


def table(found: dict[str, Year]) -> str:
    """The numbers."""
    loads = found["fsrs"].daily
    lines = [
        "| choix | rappel à 3 mois | à 6 mois | à 12 mois | révisions par élève |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for policy, name in NAMES.items():
        marks = [found[policy].recalls[week] for week in (12, 25, len(found[policy].recalls) - 1)]
        lines.append(f"| {name} | {' | '.join(f'{100 * value:.1f} %' for value in marks)} | {sum(loads):.0f} |")
    return "\n".join(lines)


def main() -> None:
    """Run, print, and write the figure if asked."""
    begun = perf_counter()
    found = run()
    print(table(found))
    loads = found["fsrs"].daily
    quarters = [mean(loads[part * 91 : part * 91 + 91]) for part in range(4)]
    print(
        f"\nRévisions par jour, par trimestre : {', '.join(f'{value:.1f}' for value in quarters)} ; au plus {max(loads):.1f}."
    )
    print(f"FSRS, rappel demandé {SCHEDULER.desired_retention:.0%}. {perf_counter() - begun:.0f} s.")
    if "--write" in sys.argv[1:]:
        FIGURE.write_text(figure(found), encoding="utf-8")


if __name__ == "__main__":
    main()
