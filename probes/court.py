"""A server of the probes' own: its cache, its data and its journal in one folder, on the loopback alone."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import SystemRandom
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float


class Client:
    """A connection that is opened again when it is lost."""

    def __init__(self, port: int, patience: float = 60):
        self._port, self._patience = port, patience
        self._connection: HTTPConnection | None = None

    def ask(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
        """One request; what goes wrong with the connection is raised, and the next one is made anew."""
        connection = self._connection or HTTPConnection("127.0.0.1", self._port, timeout=self._patience)
        self._connection = connection
        begun = time.perf_counter()
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            said = {
                "Host": "localhost",
                **(headers or {}),
                **({"Content-Length": str(len(body))} if body is not None else {}),
            }
            for name, value in said.items():
                connection.putheader(name, value.encode("utf-8", "surrogateescape"))
            connection.endheaders(body)
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, HTTPException):
            self.close()
            raise
        return Answer(
            answer.status,
            {name.lower(): value for name, value in answer.getheaders()},
            content,
            time.perf_counter() - begun,
        )

    def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return self.ask("GET", path, None, headers)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Learner(NamedTuple):
    """Somebody who learns, by the server's own forms."""

    cookie: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {**FORM, "Cookie": self.cookie}


def token_in(page: bytes) -> str:
    found = re.search(rb'name="jeton" value="([^"]+)"', page)
    return found[1].decode() if found else ""


def enrolled(client: Client, name: str) -> Learner:
    """A new learner; the page gives the form, the form gives the cookie."""
    token = token_in(client.get("/formation").body)
    answer = client.ask("POST", "/formation/eleve", f"nom={name}&jeton={token}".encode(), FORM)
    if answer.status != 303:
        raise ConnectionError(f"no learner: {answer.status}")
    cookie = answer.headers["set-cookie"].split(";")[0]
    return Learner(cookie, token_in(client.get("/formation", {"Cookie": cookie}).body))


class Court(NamedTuple):
    """A server that runs."""

    port: int
    process: subprocess.Popen[str]
    log: Path
    clients: list[Client]  # closed with it

    def client(self, patience: float = 60) -> Client:
        self.clients.append(Client(self.port, patience))
        return self.clients[-1]

    def workers(self) -> list[int]:
        """The processes that answer; those that make things beside are programs of their own."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        return [int(child) for child in children if b"web.maker" not in _command(child)]

    def tracebacks(self) -> int:
        return self.log.read_text(encoding="utf-8", errors="replace").count("Traceback (most recent call last)")


def _command(pid: str) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def environment(folder: Path, cache: Path | None = None) -> dict[str, str]:
    """Everything that is kept is kept in this folder."""
    told = {**os.environ, "PYTHONPATH": str(ROOT), "ARBITRE_CACHE": str(cache or folder / "cache")}
    told.pop("ARBITRE_PROGRESS", None)
    return {
        **told,
        "XDG_DATA_HOME": str(folder / "data"),
        "ARBITRE_PROGRESS": str(folder / "data" / "progression.sqlite"),
    }


@contextmanager
def court(folder: Path, cache: Path | None = None, port: int = 0, wrap: tuple[str, ...] = ()) -> Iterator[Court]:
    """`arbitre serve`, ended at the end however it goes."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "journal"
    with log.open("ab") as errors:
        process = subprocess.Popen(
            [*wrap, sys.executable, "-m", "assistant", "serve", "--port", str(port)],
            stdout=subprocess.PIPE, stderr=errors, text=True, env=environment(folder, cache), cwd=ROOT,
        )  # fmt: skip
    assert process.stdout is not None
    clients: list[Client] = []
    try:
        found = re.search(r"http://[^:/]+:(\d+)/", process.stdout.readline())
        if not found:
            raise ConnectionError(f"the server did not start: {log.read_text(encoding='utf-8')[-500:]}")
        yield Court(int(found[1]), process, log, clients)
    finally:
        for client in clients:
            client.close()
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def memory(pid: int) -> int:
    """Bytes that this process alone holds."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
        if line.startswith("Private_Dirty:"):
            return 1024 * int(line.split()[1])
    return 0


def quiet(client: Client, path: str, times: int = 40) -> float:
    """The median time of an address when nobody else asks."""
    return median(client.get(path).seconds for _ in range(times))


class Fresh:
    """A ruling that no cache has: the same case, asked each time in another way."""

    def __init__(self, client: Client):
        self._client = client
        self._number = SystemRandom().randrange(10**9)

    def seconds(self) -> float:
        """How long it takes."""
        self._number += 1
        return self._client.get(f"/cas?reglement=ema-2016&incident=victoire-annoncee&_n={self._number}").seconds

    def quiet(self, times: int = 40) -> float:
        """Its median when nobody else asks."""
        return median(self.seconds() for _ in range(times))
