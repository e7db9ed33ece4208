"""The production server: it outlives the proof made beside it, ends what it started, and believes a proxy only when told to."""

from __future__ import annotations

import os
import re
import shlex
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from assistant.cli import parsed
from assistant.errors import InputError
from assistant.model import Library
from assistant.proof.prove import Proof
from tests.support.serving import ROOT, Serving, serving
from web.server import proxy_options

FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "arbitre.club.example", "X-Forwarded-For": "203.0.113.9"}


def get(server: Serving, path: str, headers: dict[str, str] | None = None) -> tuple[int, dict[str, str], str]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path, headers=headers or {})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def choice(server: Serving, library: Library) -> str:
    """The cookie that is set, through the proxy, when the menu changes the ruleset."""
    said = {"reglement": next(iter(library.rulesets)), **{fact.id: fact.values[0].id for fact in library.context_facts()}}
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/reglement", urlencode(said), {**FORWARDED, **form})
    answer = connection.getresponse()
    cookie = answer.headers["set-cookie"]
    connection.close()
    return cookie.lower()


def share_link(library: Library) -> str:
    incident = next(iter(library.incidents.values()))
    return f"/cas/partager?reglement={incident.rulesets[0]}&incident={incident.id}"


def test_a_proxy_is_not_believed_unless_told_to(own_cache: Path, library: Library, proof: Proof) -> None:
    with serving(own_cache) as server:
        _, _, page = get(server, share_link(library), FORWARDED)
        assert "arbitre.club.example" not in page and f"http://127.0.0.1:{server.port}/cas?" in page
        assert "secure" not in choice(server, library)


def test_a_trusted_proxy_is_believed(own_cache: Path, library: Library, proof: Proof) -> None:
    with serving(own_cache, "--trusted-proxy", "127.0.0.1") as server:
        _, _, page = get(server, share_link(library), FORWARDED)
        assert "https://arbitre.club.example/cas?" in page
        assert "secure" in choice(server, library)
        assert f"http://127.0.0.1:{server.port}/cas?" in get(server, share_link(library))[2]


def test_another_address_is_not_the_trusted_proxy(own_cache: Path, library: Library, proof: Proof) -> None:
    with serving(own_cache, "--trusted-proxy", "192.0.2.1") as server:
        assert "arbitre.club.example" not in get(server, share_link(library), FORWARDED)[2]


@pytest.mark.parametrize("address", ["*", "localhost", "1.2.3", ""])
def test_a_proxy_is_named_by_its_address(address: str) -> None:
    with pytest.raises(InputError, match=r"127\.0\.0\.1"):
        proxy_options(address)


def descendants(pid: int) -> list[int]:
    try:
        children = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    except OSError:
        return []  # it has just ended
    return [*children, *(one for child in children for one in descendants(child))]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(true: Callable[[], bool]) -> None:
    """Wait for something that comes by itself, and fail when it does not come."""
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.05)


@pytest.mark.walk
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux's /proc")
def test_what_the_server_started_ends_with_it(tmp_path: Path) -> None:
    with serving(tmp_path) as server:  # an empty cache: the proof is made beside
        until(lambda: any(b"web.maker" in command(pid) for pid in descendants(server.pid)))
        started = descendants(server.pid)
    until(lambda: not [pid for pid in started if alive(pid)])


@pytest.mark.walk
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux's /proc")
def test_a_worker_that_dies_is_replaced_and_the_proof_may_end(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        get(server, "/healthz")  # a worker answers, so there is one
        started = descendants(server.pid)
        beside = [
            pid for pid in started if any(word in command(pid) for word in (b"web.maker", b"multiprocessing"))
        ]
        workers = [pid for pid in started if pid not in beside]
        for pid in [*beside, workers[0]]:
            os.kill(pid, 9)
        until(lambda: len(set(descendants(server.pid)) - set(started)) > 0)
        assert [get(server, "/healthz")[0] for _ in range(6)] == [200] * 6
        assert alive(server.pid)


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_it_logs_one_line_per_request_and_nothing_of_a_person(own_cache: Path, proof: Proof, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serving(own_cache, log=log) as server:
        get(server, "/?q=secret+mots", {"User-Agent": "personne"})
        get(server, "/healthz")
    lines = [line for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("GET ")]
    assert len(lines) == 2 and all(word not in "".join(lines) for word in ("secret", "personne", "127.0.0.1"))


def test_the_commands_of_the_guide_are_understood() -> None:
    guide = (ROOT / "docs" / "servir.md").read_text(encoding="utf-8")
    commands = re.findall(r"arbitre serve[^\n`]*", guide)
    assert len(commands) >= 3
    for line in commands:
        options = parsed(shlex.split(line)[1:])
        assert options.command == "serve" and proxy_options(options.trusted_proxy)
    for name in re.findall(r"make run (\w+)=", guide):
        assert f"$({name})" in (ROOT / "Makefile").read_text(encoding="utf-8")
