"""Published models of memory, none of them the scheduler's own, with the constants their authors or an open benchmark give.

- ACT-R: Pavlik and Anderson (2005), activation as a sum of power functions whose decay is the faster the fresher the clause was; their
  constants.
- HLR: Settles and Meeder (2016), half-life regression; the weights of the open SRS benchmark (Anki collections).
- DASH: Lindsey, Shroyer, Pashler and Mozer (2014), a logistic of what was practised in windows of a day, a week, a month and ever; the
  weights of the same benchmark.
- DASH-MCM: the same with windows that fade exponentially, after the multiscale context model (Mozer et al. 2009).

Learners and clauses differ, as in DASH itself: by an ability and a difficulty on the log-odds there, by a stretch of time in the others.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Protocol

SECONDS = 86400
SPREAD = 0.4  # of the logarithm of time, over learners and again over clauses
ODDS = 0.5  # of the log-odds, over learners and again over clauses


class Memory(Protocol):
    """One learner's memory of all clauses."""

    met: list[list[float]]  # the days on which each clause was met

    def recall(self, clause: int, day: float) -> float: ...

    def meet(self, clause: int, day: float, right: bool) -> None: ...


class ActR:
    """Pavlik and Anderson (2005)."""

    INTERCEPT, SCALE, NOISE, THRESHOLD, INTERFERENCE = 0.177, 0.217, 0.255, -0.704, 0.025

    def __init__(self, seed: int, count: int):
        dice = random.Random(seed)
        mine = dice.gauss(0, SPREAD)
        self.pace = [self.INTERFERENCE * SECONDS * math.exp(mine + dice.gauss(0, SPREAD)) for _ in range(count)]
        self.met: list[list[float]] = [[] for _ in range(count)]
        self.falls: list[list[float]] = [[] for _ in range(count)]  # the exponent of each meeting
        self.latest = (-1, -1.0, 0.0)

    def _strength(self, clause: int, day: float) -> float:
        """A sum of power functions of the time since each meeting; meetings of one clause are at least a day apart."""
        pace = self.pace[clause]
        traces = zip(self.met[clause], self.falls[clause], strict=True)
        return float(sum([((day - met) * pace) ** fall for met, fall in traces]))

    def recall(self, clause: int, day: float) -> float:
        strength = self._strength(clause, day)
        self.latest = (clause, day, strength)
        return 1 / (1 + math.exp((self.THRESHOLD - math.log(strength)) / self.NOISE)) if strength else 0.0

    def meet(self, clause: int, day: float, right: bool) -> None:
        """Every meeting leaves a trace, right or wrong, since its explanation is read; it fades the faster the fresher the clause was."""
        known = self.latest[2] if self.latest[:2] == (clause, day) else self._strength(clause, day)
        self.met[clause].append(day)
        self.falls[clause].append(-(self.SCALE * known + self.INTERCEPT))


class HalfLife:
    """Settles and Meeder (2016)."""

    RIGHT, WRONG, BIAS = 2.5819, -0.8674, 2.7245

    def __init__(self, seed: int, count: int):
        dice = random.Random(seed)
        mine = dice.gauss(0, SPREAD)
        self.pace = [math.exp(mine + dice.gauss(0, SPREAD)) for _ in range(count)]
        self.met: list[list[float]] = [[] for _ in range(count)]
        self.tally = [[0, 0] for _ in range(count)]

    def recall(self, clause: int, day: float) -> float:
        if not self.met[clause]:
            return 0.0
        wrong, right = self.tally[clause]
        life = 2 ** (self.RIGHT * math.sqrt(right) + self.WRONG * math.sqrt(wrong) + self.BIAS)
        return float(2 ** (-(day - self.met[clause][-1]) * self.pace[clause] / life))

    def meet(self, clause: int, day: float, right: bool) -> None:
        self.met[clause].append(day)
        self.tally[clause][right] += 1


class Dash:
    """Lindsey et al. (2014)."""

    PARTS: tuple[
        tuple[float, float | None, float, float], ...
    ] = (  # days, fading in days, weight of all meetings, of right answers
        (1.0, None, 0.2024, 0.5967),
        (7.0, None, 0.1255, 0.6039),
        (30.0, None, -0.1485, 0.572),
        (math.inf, None, 0.0933, 0.4801),
    )
    BIAS = 0.787

    def __init__(self, seed: int, count: int):
        dice = random.Random(seed)
        mine = dice.gauss(0, ODDS)
        self.odds = [mine - dice.gauss(0, ODDS) for _ in range(count)]
        self.met: list[list[float]] = [[] for _ in range(count)]
        self.right: list[list[bool]] = [[] for _ in range(count)]
        self.ever = [(0.0, 0.0) for _ in range(count)]  # all meetings and right answers, faded up to the last meeting

    def recall(self, clause: int, day: float) -> float:
        met, right = self.met[clause], self.right[clause]
        if not met:
            return 0.0
        odds = self.BIAS + self.odds[clause]
        for window, fading, every, known in self.PARTS:
            if window == math.inf:
                fade = math.exp((met[-1] - day) / fading) if fading else 1.0
                all_of_them, right_ones = (fade * one for one in self.ever[clause])
            else:
                all_of_them = right_ones = 0.0
                for place in range(len(met) - 1, -1, -1):
                    age = day - met[place]
                    if age > window:
                        break
                    weight = math.exp(-age / fading) if fading else 1.0
                    all_of_them += weight
                    right_ones += weight * right[place]
            odds += every * math.log1p(all_of_them) + known * math.log1p(right_ones)
        return 1 / (1 + math.exp(-odds))

    def meet(self, clause: int, day: float, right: bool) -> None:
        _, fading, _, _ = self.PARTS[-1]
        fade = math.exp((self.met[clause][-1] - day) / fading) if fading and self.met[clause] else 1.0
        every, known = self.ever[clause]
        self.ever[clause] = (every * fade + 1, known * fade + right)
        self.met[clause].append(day)
        self.right[clause].append(right)


class DashMcm(Dash):
    """DASH with windows that fade."""

    PARTS = (
        (1.0, 0.2434, 0.2783, 0.8131),
        (7.0, 1.9739, 0.4252, 1.0056),
        (30.0, 16.009, -0.1527, 0.6455),
        (math.inf, 129.8426, 0.1409, 0.669),
    )
    BIAS = 0.843


MODELS: dict[str, Callable[[int, int], Memory]] = {
    "ACT-R": ActR,
    "HLR": HalfLife,
    "DASH": Dash,
    "DASH-MCM": DashMcm,
}
