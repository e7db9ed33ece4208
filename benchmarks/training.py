"""Two hundred simulated learners for a year of reviews: does the schedule work? `python -m benchmarks.training [--write]`

The memories are published models (`benchmarks.memories`), none of them the scheduler's own; fifty learners have each. The models, their
constants and the headline were fixed before the first run: the recall of all clauses after twelve months, over the two hundred together.
The scheduler sees right and wrong answers only. The rival policies get, learner by learner and day by day, exactly as many reviews as
FSRS spent, new clauses and repetitions alike: they differ only in which known clause is repeated.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import NamedTuple

from fsrs import Card

from assistant.store.library import load
from assistant.training.exercises.syllabus import ruling_clauses
from assistant.training.learners.repetition import SCHEDULER, recall, reviewed
from benchmarks.memories import MODELS

LEARNERS, DAYS = 200, 365
MOST_A_DAY = 20  # reviews, new clauses included
NEW_A_DAY = 3  # all clauses of all rulesets are met within the year
START = datetime(2026, 1, 1, 12, tzinfo=UTC)
MEASURED = (46, 91, 137, 182, 228, 274, 320, DAYS)  # the days on whose evening recall of everything is measured
LADDER = (1, 3, 7, 14, 30, 60, 120)  # days
RIVALS = ("fixed", "ladder", "boxes", "random")
DEMANDED = ("fixed", "ladder", "random")  # to be beaten; the boxes are told for comparison
ALL = "tous ensemble"
DOCS = Path(__file__).resolve().parent.parent / "docs"
FIGURE, PAGE = DOCS / "formation.svg", DOCS / "formation.md"
MARKS = ("<!-- benchmark -->", "<!-- end of benchmark -->")
NAMES = {
    "fsrs": "FSRS",
    "fixed": "à tour de rôle",
    "ladder": "1, 3, 7, 14… jours",
    "boxes": "boîtes (Leitner)",
    "random": "au hasard",
}


class Year(NamedTuple):
    recalls: list[float]  # mean over all clauses, at each measure
    loads: list[tuple[int, int]]  # (repetitions, new clauses) of each day


class Mean(NamedTuple):
    """The mean year of many learners."""

    recalls: list[float]
    daily: list[float]

    @property
    def quarters(self) -> list[float]:
        return [mean(self.daily[part * 91 : part * 91 + 91]) for part in range(4)]


def simulate(
    model: str, seed: int, count: int, choose: Callable[[int], list[int]], told: Callable[[int, bool, int], None]
) -> Year:
    """A year of one learner under one policy."""
    memory, luck = MODELS[model](seed, count), random.Random(seed * 7919 + 1)
    recalls: list[float] = []
    loads: list[tuple[int, int]] = []
    for day in range(DAYS):
        today = choose(day)
        fresh = sum(not memory.met[clause] for clause in today)
        for place, clause in enumerate(today):
            at = day + place / 2000
            right = luck.random() < memory.recall(clause, at)
            memory.meet(clause, at, right)
            told(clause, right, day)
        loads.append((len(today) - fresh, fresh))
        if day + 1 in MEASURED:
            recalls.append(sum(memory.recall(clause, day + 0.9) for clause in range(count)) / count)
    return Year(recalls, loads)


def fsrs_year(model: str, seed: int, count: int) -> Year:
    """What is due, weakest first; then new clauses, up to the day's load."""
    cards: dict[int, Card] = {}

    def choose(day: int) -> list[int]:
        at = START + timedelta(days=day)
        due = [clause for clause, card in cards.items() if card.due <= at]
        due.sort(key=lambda clause: recall(cards[clause], at))
        today = due[:MOST_A_DAY]
        fresh = range(len(cards), min(count, len(cards) + NEW_A_DAY, len(cards) + MOST_A_DAY - len(today)))
        return [*today, *fresh]

    def told(clause: int, right: bool, day: int) -> None:
        cards[clause] = reviewed(cards.get(clause), right, START + timedelta(days=day))

    return simulate(model, seed, count, choose, told)


def rival_year(model: str, seed: int, count: int, loads: list[tuple[int, int]], policy: str) -> Year:
    """As many repetitions and new clauses each day, the repeated ones chosen otherwise."""
    last: dict[int, int] = {}
    step: dict[int, int] = {}
    dice = random.Random(seed + 17)

    def choose(day: int) -> list[int]:
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

    return simulate(model, seed, count, choose, told)


def learner(task: tuple[str, int, int]) -> dict[str, Year]:
    """All policies on one learner."""
    model, seed, count = task
    years = {"fsrs": fsrs_year(model, seed, count)}
    for policy in RIVALS:
        years[policy] = rival_year(model, seed, count, years["fsrs"].loads, policy)
        assert years[policy].loads == years["fsrs"].loads, "the load is equal learner by learner and day by day"
    return years


def run(learners: int = LEARNERS, count: int | None = None, workers: int = 2) -> dict[str, dict[str, Mean]]:
    """The mean year under each policy for each model and for all learners together; the clauses are those of all rulesets."""
    library = load()
    clauses = count or sum(len(ruling_clauses(library, ruleset)) for ruleset in library.rulesets)
    names = [list(MODELS)[number % len(MODELS)] for number in range(learners)]
    tasks = [(model, seed, clauses) for seed, model in enumerate(names, 1)]
    if workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            years = list(pool.map(learner, tasks, chunksize=2))
    else:
        years = [learner(task) for task in tasks]
    groups = {ALL: years, **{model: years[place :: len(MODELS)] for place, model in enumerate(MODELS)}}
    return {name: _means(group) for name, group in groups.items() if group}


def _means(years: list[dict[str, Year]]) -> dict[str, Mean]:
    return {
        policy: Mean(
            [mean(values) for values in zip(*(one[policy].recalls for one in years), strict=True)],
            [mean(sum(pair) for pair in pairs) for pairs in zip(*(one[policy].loads for one in years), strict=True)],
        )
        for policy in years[0]
    }


def figure(means: dict[str, dict[str, Mean]]) -> str:
    """Recall over the year of all learners under each policy, the daily load below, and each model beside."""
    dashes = {"fsrs": "", "fixed": "8 4", "ladder": "2 4", "boxes": "5 2 1 2", "random": "12 4 2 4"}
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 760" role="img" font-family="sans-serif" font-size="12">',
        "<title>Rappel moyen de 200 élèves simulés pendant un an, ensemble et par modèle de mémoire ; charge par jour</title>",
        '<rect width="660" height="760" fill="#fffdf6"/>',
    ]
    parts += _panel(means[ALL], dashes, 46, 26, 470, 250, "Rappel de toutes les clauses, 200 élèves", named=True)
    daily = means[ALL]["fsrs"].daily
    points = " ".join(f"{46 + day * 470 / (len(daily) - 1):.1f},{400 - 3 * load:.1f}" for day, load in enumerate(daily))
    parts.append('<text x="46" y="304" font-weight="bold">Révisions par jour (les mêmes pour tous les choix)</text>')
    for mark in (0, 10, 20, 30):
        parts.append(
            f'<path d="M46 {400 - 3 * mark}H516" stroke="#ddd5c1"/><text x="22" y="{404 - 3 * mark}">{mark}</text>'
        )
    parts.append(f'<polyline points="{points}" fill="none" stroke="#a3261a" stroke-width="1.5"/>')
    for place, model in enumerate(MODELS):
        left, top = 46 + 310 * (place % 2), 446 + 160 * (place // 2)
        parts += _panel(means[model], dashes, left, top, 240, 110, model)
    return "\n".join([*parts, "</svg>", ""])


def _panel(
    years: dict[str, Mean],
    dashes: dict[str, str],
    left: int,
    top: int,
    width: int,
    height: int,
    title: str,
    named: bool = False,
) -> list[str]:
    """One graph of recall over the year."""
    parts = [f'<text x="{left}" y="{top - 10}" font-weight="bold">{title}</text>']
    for percent in range(0, 101, 20 if named else 50):
        y = top + height - height * percent / 100
        parts.append(f'<path d="M{left} {y:.1f}H{left + width}" stroke="#ddd5c1"/>')
        parts.append(f'<text x="{left - 40}" y="{y + 4:.1f}">{percent} %</text>')
    ends: list[float] = []
    for policy, dash in dashes.items():
        spots = zip((0, *MEASURED), (0.0, *years[policy].recalls), strict=True)
        points = " ".join(f"{left + day * width / DAYS:.1f},{top + height * (1 - value):.1f}" for day, value in spots)
        thick = 3 if policy == "fsrs" else 1.6
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="#1d4a39" stroke-width="{thick}" stroke-dasharray="{dash}"/>'
        )
        end = top + height * (1 - years[policy].recalls[-1])
        while any(abs(end - other) < 14 for other in ends):
            end += 2
        ends.append(end)
        if named:
            parts.append(f'<text x="{left + width + 8}" y="{end + 4:.1f}">{NAMES[policy]}</text>')
    return parts


def table(means: dict[str, dict[str, Mean]]) -> str:
    """The numbers: all learners over the year, then each model at its end."""
    together = means[ALL]
    lines = [
        "| choix | rappel à 3 mois | à 6 mois | à 12 mois | révisions par élève |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for policy, name in NAMES.items():
        marks = " | ".join(percent(together[policy].recalls[place]) for place in (1, 3, -1))
        lines.append(f"| {name} | {marks} | {sum(together[policy].daily):.0f} |")
    lines += [
        "",
        f"| rappel à 12 mois | {' | '.join(MODELS)} |",
        f"| --- | {' | '.join('---:' for _ in MODELS)} |",
    ]
    for policy, name in NAMES.items():
        marks = " | ".join(percent(means[model][policy].recalls[-1]) for model in MODELS)
        lines.append(f"| {name} | {marks} |")
    loads = " | ".join(f"{mean(means[model]['fsrs'].daily[91:]):.1f}".replace(".", ",") for model in MODELS)
    return "\n".join([*lines, f"| révisions par jour après le premier trimestre | {loads} |"])


def percent(value: float) -> str:
    return f"{100 * value:.1f} %".replace(".", ",")


def aims(means: dict[str, dict[str, Mean]]) -> list[tuple[str, bool]]:
    """What is demanded, and whether it is met."""
    together = means[ALL]
    fsrs, quarters = together["fsrs"], together["fsrs"].quarters
    told = [
        ("le rappel monte : 3, 6 et 12 mois", fsrs.recalls[1] < fsrs.recalls[3] < fsrs.recalls[-1]),
        ("la charge reste égale : trimestres 2 à 4 à 30 % près", max(quarters[1:]) <= 1.3 * min(quarters[1:])),
    ]
    for rival in DEMANDED:
        told.append(
            (f"plus de rappel que « {NAMES[rival]} », tous ensemble", fsrs.recalls[-1] > together[rival].recalls[-1])
        )
        for model in MODELS:
            better = means[model]["fsrs"].recalls[-1] > means[model][rival].recalls[-1]
            told.append((f"… {model} seul, « {NAMES[rival]} »", better))
    return told


def main(write: bool = False) -> None:
    """Run, print, say which aims are met; write the figure and the table if asked."""
    begun = perf_counter()
    means = run()
    print(table(means))
    quarters = ", ".join(f"{value:.1f}" for value in means[ALL]["fsrs"].quarters)
    load = f"Révisions par jour, par trimestre : {quarters} ; jamais plus de {max(means[ALL]['fsrs'].daily):.1f} en moyenne."
    print(f"\n{load}\nFSRS, rappel demandé {SCHEDULER.desired_retention:.0%}.\n")
    for aim, met in aims(means):
        print(f"  {'met' if met else 'NOT MET'}: {aim}")
    print(f"{perf_counter() - begun:.0f} seconds.")
    if write:
        FIGURE.write_text(figure(means), encoding="utf-8")
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(MARKS[0])
        after = rest.partition(MARKS[1])[2]
        shown = f"{MARKS[0]}\n{table(means)}\n\n{load.replace('.', ',').removesuffix(',')}.\n{MARKS[1]}"
        PAGE.write_text(before + shown + after, encoding="utf-8")


if __name__ == "__main__":
    main("--write" in sys.argv[1:])
