"""A full hall: a hundred referees, hundreds of idle connections, a class sitting an exam, and what the workers hold afterwards."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from http.client import HTTPException
from random import Random
from statistics import median, quantiles
from threading import Event
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Flask

from assistant.model import Library
from probes.court import Court, Fresh, enrolled, memory, quiet
from probes.figures import Figure, Line

HEALTH = "/healthz"
ADDRESSES = 400


def addresses(library: Library, count: int = ADDRESSES) -> list[str]:
    """Whole cases and bare incidents under all their rulesets, as pages and as data."""
    told = [
        {"reglement": ruleset, **case.flat_facts()}
        for case in library.cases.values()
        if not case.further
        for ruleset in case.expect
    ]
    told += [{"reglement": name, "incident": one.id} for one in library.incidents.values() for name in one.rulesets]
    drawn = Random(11).sample(told, min(count, len(told)))
    return [f"{'/cas.json' if number % 2 else '/cas'}?{urlencode(one)}" for number, one in enumerate(drawn)]


class Told(NamedTuple):
    """What one referee was told: address, status and the digest of the page; and how long cases and the health page took."""

    answers: list[tuple[str, int, bytes]]
    cases: list[float]
    health: list[float]
    lost: int


def _referee(server: Court, paths: list[str], number: int, seconds: float) -> Told:
    told = Told([], [], [], 0)
    lost, draw, client, ends = 0, Random(number), server.client(), time.monotonic() + seconds
    while time.monotonic() < ends:
        try:
            for path in draw.sample(paths, 3):
                fresh = path.startswith("/cas?") and draw.random() < 0.5  # in a way that no cache has
                answer = client.get(f"{path}&_n={number}.{len(told.cases)}" if fresh else path)
                told.cases.append(answer.seconds)
                told.answers.append((path, answer.status, digest(answer.body)))
            told.health.append(client.get(HEALTH).seconds)
        except (OSError, HTTPException):
            lost += 1
    client.close()
    return told._replace(lost=lost)


def digest(body: bytes) -> bytes:
    return blake2b(body, digest_size=16).digest()


def p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98] if len(times) > 1 else times[0]


def referees(server: Court, app: Flask, library: Library, count: int, seconds: float) -> list[Line]:
    """Each answer is compared with that of an application which does one thing after the other."""
    paths = addresses(library)
    with ThreadPoolExecutor(count) as hall:
        told = list(hall.map(lambda number: _referee(server, paths, number, seconds), range(count)))
    alone = app.test_client()
    answers = [answer for one in told for answer in one.answers]
    right = {}
    for path in {path for path, _, _ in answers}:
        answer = alone.get(path)
        right[path] = answer.status_code, digest(answer.data)
    wrong = [path for path, *answer in answers if tuple(answer) != right[path]]
    cases, health = [x for one in told for x in one.cases], [x for one in told for x in one.health]
    return [
        Figure(f"{count} referees: answers compared", len(answers), count, at_least=True),
        Figure(f"{count} referees: wrong or mixed answers", len(wrong), 0, note="; ".join(wrong[:3])),
        Figure(f"{count} referees: requests without an answer", sum(one.lost for one in told), 0),
        Figure(f"{count} referees: p99 of a case / p99 of {HEALTH}", p99(cases) / p99(health), 4, timed=True),
    ]


def flat(server: Court, library: Library, seconds: float) -> list[Line]:
    """What the workers hold after the same pages again."""
    paths = addresses(library)
    rounds = []
    for _ in range(2):
        with ThreadPoolExecutor(8) as hall:
            list(hall.map(lambda number: _referee(server, paths, number, seconds), range(8)))
        rounds.append(sum(memory(pid) for pid in server.workers()))
    return [Figure("memory of the workers, the same pages again / before", rounds[1] / rounds[0], 1.1, timed=True)]


def idle(server: Court, count: int) -> list[Line]:
    """So many phones have asked once and keep their connection; then somebody comes."""
    calm = quiet(server.client(), HEALTH)
    held: list[socket.socket] = []
    times = []
    try:
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=30)
            held.append(connection)
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            connection.recv(4096)
        for _ in range(20):
            client, begun = server.client(), time.perf_counter()
            status = client.get(HEALTH).status
            times.append(time.perf_counter() - begun)
            client.close()
    finally:
        for connection in held:
            connection.close()
    return [
        Figure(f"{count} idle connections: the next visitor is answered", status, 200),
        Figure(f"{count} idle connections: next visitor / {HEALTH} before", median(times) / calm, 10, timed=True),
    ]


def first_visits(server: Court, count: int) -> list[Line]:
    """A fresh server; so many open the training pages at once, and a referee asks meanwhile."""
    page = Fresh(server.client())
    calm = page.quiet()
    with ThreadPoolExecutor(count) as hall:
        visits = [hall.submit(lambda: server.client().get("/formation").status) for _ in range(count)]
        times = []
        while not all(visit.done() for visit in visits):
            times.append(page.seconds())
    failed = [visit.result() for visit in visits if visit.result() >= 500]
    return [
        Figure(f"{count} first visits to training: failures", len(failed), 0),
        Figure(
            f"{count} first visits to training: slowest page of a referee / quiet",
            max([*times, calm]) / calm,
            50,
            timed=True,
        ),
    ]


def _sits(server: Court, number: int, done: Event) -> tuple[int, int]:
    """One learner takes exams until it is over; how many answers there were, and how many were failures."""
    client, asked, failed = server.client(120), 0, 0
    learner = enrolled(client, f"Eleve{number}")
    while not done.is_set():
        form = urlencode({"jeton": learner.token, "graine": str(number), "questions": "20", "reglement": ""}).encode()
        answer = client.ask("POST", "/formation/examen", form, learner.headers)
        asked, failed = asked + 1, failed + (answer.status >= 500)
        place = answer.headers.get("location", "")
        for _ in range(5):
            if done.is_set() or not place.startswith("/formation"):
                break
            page = client.get(place.split("#")[0], {"Cookie": learner.cookie})
            asked, failed = asked + 1, failed + (page.status >= 500)
            time.sleep(0.5)  # somebody reads the question
        time.sleep(0.5)
    return asked, failed


def exam(server: Court, count: int, seconds: float) -> list[Line]:
    """A class sits an exam; a referee asks for a page all the while."""
    page = Fresh(server.client())
    calm = page.quiet()
    done, times = Event(), []
    with ThreadPoolExecutor(count) as hall:
        sitting = [hall.submit(_sits, server, number, done) for number in range(count)]
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            times.append(page.seconds())
            time.sleep(0.02)
        done.set()
    asked = [one.result() for one in sitting if one.exception() is None]
    reasons = sorted({str(one.exception()) for one in sitting if one.exception() is not None})
    return [
        Figure(f"{count} learners at an exam: those who could not", count - len(asked), 0, note="; ".join(reasons)[:300]),
        Figure(f"{count} learners at an exam: failures", sum(failed for _, failed in asked), 0),
        Figure(f"{count} learners at an exam: median page of a referee / quiet", median(times) / calm, 4, timed=True),
        Figure(f"{count} learners at an exam: slowest page of a referee / quiet", max(times) / calm, 50, timed=True),
    ]


USUAL = "2233344456m 678p +3m ecarts:6m ron"
HARD = "2344456677899p +4p tsumo ecarts:1p1p1p"


def hands(server: Court, seed: int, drawn: int) -> list[Line]:
    """The hand that took long once, hands of one suit, and nine hands in one address, against a usual hand."""
    client, random = server.client(), Random(seed)

    def cost(number: int, path: str, said: dict[str, str]) -> float:
        return median(
            client.get(f"{path}?{urlencode({**said, '_n': f'{seed}{number}{turn}'})}").seconds for turn in range(3)
        )

    usual = cost(0, "/mains", {"tuiles": USUAL})
    one_suit = []
    for number in range(drawn):
        tiles = sorted(random.sample([digit for digit in "123456789" for _ in range(4)], 14))
        one_suit.append(
            (cost(number + 2, "/mains", {"tuiles": f"{''.join(tiles[:-1])}p +{tiles[-1]}p tsumo"}), "".join(tiles))
        )
    nine = {"reglement": "ema-2016", "incident": "victoire-annoncee", "tuiles": HARD}
    for event in range(2, 10):
        nine |= {f"{event}.incident": "victoire-annoncee", f"{event}.tuiles": HARD}
    single = cost(1, "/cas", {"reglement": "ema-2016", "incident": "victoire-annoncee", "tuiles": USUAL})
    slowest, which = max(one_suit)
    return [
        Figure("the hard hand / a usual hand", cost(1, "/mains", {"tuiles": HARD}) / usual, 10, timed=True),
        Figure(f"the slowest of {drawn} hands of one suit / a usual hand", slowest / usual, 10, timed=True, note=which),
        Figure("nine hard hands in one address / one usual hand", cost(2, "/cas", nine) / single, 50, timed=True),
    ]
