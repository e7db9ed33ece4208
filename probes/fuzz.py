"""Requests that nobody would make, over every address there is, with forms and cookies: none may be answered by a failure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from random import Random
from statistics import median
from typing import NamedTuple
from urllib.parse import quote, urlencode

from flask import Flask
from werkzeug.routing import Rule

from assistant.model import Library
from probes.court import FORM, Client, Court, Learner, enrolled
from probes.figures import Figure, Line

CLIENTS = 3
JUNK = (
    "", " ", "0", "-1", "1", "2", str(2**31), str(2**63), str(2**63 - 1), str(-(2**63)), "9" * 5000, "²", "١٢", "1e9", "0x10", "1.5", "NaN",
    "%", "%00", "\x00", "\x01\x02", "\r\nX: y", "é", "\u202e", "😀", "\ud800", "<script>alert(1)</script>", "' or 1=1 --", "../../etc/passwd",
    "{{7*7}}", "[]", "{}", "null", "true", "a" * 300, "x,y;z", "&=&", "=", "..", "/", "//", "*", "?", "#", "non-etabli", "oui", "non",
    "1m", "2233344456m 678p +3m ecarts:6m ron", "2344456677899p +4p tsumo ecarts:1p1p1p", "99999m", "123456789m" * 20, "tournoi", "amical",
)  # fmt: skip
NAMES = (
    "reglement", "incident", "contexte", "tuiles", "q", "r", "a", "de", "vers", "famille", "par", "vu", "_mode", "_pour", "_avant", "_n", "etape", "choix",
    "numero", "nom", "jeton", "graine", "questions", "confirmer", "importe", "connu", "niveau", "clause", "exercice", "2.incident", "9.tuiles", "10.incident",
)  # fmt: skip
METHODS = ("GET",) * 12 + ("POST",) * 6 + ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH")


class Odd(NamedTuple):
    """One request."""

    method: str
    path: str
    body: bytes | None
    headers: dict[str, str]


class Fuzzer:
    """Draws requests: addresses from the url map, names and values from the knowledge, and nonsense."""

    def __init__(self, app: Flask, library: Library, seed: int, learner: Learner | None):
        self._random = Random(seed)
        self._rules: Sequence[Rule] = list(app.url_map.iter_rules())
        known = [*library.rulesets, *library.incidents, *library.families, *library.clauses, *library.cases]
        values = [value.id for fact in library.facts.values() for value in fact.values]
        sections = [clause.split("/")[1] for clause in library.clauses]
        self._values = [*known, *values, *sections]
        self._names = [*NAMES, *library.facts]
        self._rulesets = list(library.rulesets)
        self._incidents = list(library.incidents)
        self._learner = learner

    def value(self) -> str:
        draw = self._random.random()
        if draw < 0.5:
            return self._random.choice(self._values)
        if draw < 0.9:
            return self._random.choice(JUNK)
        return "".join(chr(self._random.randrange(1, 0x2FF)) for _ in range(self._random.randrange(40)))

    def pairs(self) -> list[tuple[str, str]]:
        drawn = [(self._random.choice(self._names), self.value()) for _ in range(self._random.randrange(6))]
        if self._random.random() < 0.5:
            drawn += [
                ("reglement", self._random.choice(self._rulesets)),
                ("incident", self._random.choice(self._incidents)),
            ]
        return drawn

    def request(self) -> Odd:
        """One more."""
        rule = self._random.choice(self._rules)
        path = re.sub(r"<[^>]+>", lambda _: quote(self.value(), safe="", errors="surrogatepass"), rule.rule)
        asked = urlencode(self.pairs(), errors="surrogatepass")
        method = self._random.choice(METHODS)
        headers = {**FORM, **self._cookies()} if method == "POST" else self._cookies()
        body = None
        if method in ("POST", "PUT", "PATCH"):
            said = self.pairs()
            if self._learner and self._random.random() < 0.8:
                said.append(("jeton", self._learner.token))
            body = urlencode(said, errors="surrogatepass").encode()
            if self._random.random() < 0.1:
                body, headers = (
                    b'{"facts": {"incident": ' + b"[" * self._random.randrange(200),
                    {"Content-Type": "application/json"},
                )
        if self._random.random() < 0.1:
            headers["Accept-Encoding"] = self._random.choice(["gzip", "br", "gzip;q=0", "*"])
        return Odd(method, path + (f"?{asked}" if asked else ""), body, headers)

    def _cookies(self) -> dict[str, str]:
        draw = self._random.random()
        if self._learner and draw < 0.5:
            return {"Cookie": self._learner.cookie}
        if draw < 0.8:
            names = self._random.choices(["table", "eleve", "table ", "x"], k=2)
            junk = quote(self.value()[:200], safe="", errors="surrogatepass") if draw < 0.7 else "mcr-2006.amical"
            return {"Cookie": "; ".join(f"{name}={junk}" for name in names)}
        return {}


class Seen(NamedTuple):
    """What came of many requests."""

    asked: int
    failed: list[str]
    pages: list[float]
    slowest: tuple[float, str]


def _ask(client: Client, fuzzer: Fuzzer, count: int, waiting: bool) -> Seen:
    failed, pages, slowest = [], [], (0.0, "")
    for _ in range(count):
        odd = fuzzer.request()
        try:
            answer = client.ask(*odd)
        except (OSError, HTTPException) as error:
            failed.append(f"{type(error).__name__} {odd.method} {odd.path[:200]}")
            continue
        if answer.status >= 500 and not (waiting and answer.status == 503):
            failed.append(f"{answer.status} {odd.method} {odd.path[:200]}")
        if answer.status == 200:
            pages.append(answer.seconds)
        slowest = max(slowest, (answer.seconds, f"{odd.method} {odd.path[:200]}"))
    client.close()
    return Seen(count, failed, pages, slowest)


def fuzz(server: Court, app: Flask, library: Library, requests: int, seed: int, waiting: bool = False) -> list[Line]:
    """So many requests; where things are still being made, being told to wait is no failure."""
    before = server.tracebacks()
    client = server.client()
    try:
        learner: Learner | None = enrolled(client, "Fuzz")
    except ConnectionError:
        learner = None
    fuzzers = [Fuzzer(app, library, seed + number, learner) for number in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as clients:
        seen = list(clients.map(lambda one: _ask(server.client(), one, requests // CLIENTS, waiting), fuzzers))
    failed = [one for part in seen for one in part.failed]
    seconds, which = max(part.slowest for part in seen)
    page = median([one for part in seen for one in part.pages] or [1.0])
    note = f"seed {seed}"
    return [
        Figure("fuzz: requests", sum(part.asked for part in seen), requests - CLIENTS, at_least=True, note=note),
        Figure("fuzz: answers of 500 or more, or none", len(failed), 0, note="; ".join(failed[:5])),
        Figure("fuzz: tracebacks in the journal", server.tracebacks() - before, 0, note=note),
        Figure("fuzz: slowest request / median page", seconds / page, 50, timed=True, note=which[:120]),
    ]
