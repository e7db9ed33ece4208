"""What the server takes upon itself: too long is refused unread, idle or slow connections are in nobody's way, names are known ones."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from assistant.errors import InputError
from tests.conftest import ROOT
from tests.support.serving import Serving, free_port, serving
from web.connections import BODY, CONNECTIONS, HEADERS, IDLE, LARGE_SENDING, SENDING, SPARE, Channel, Parser, room
from web.hosts import LOCAL, Hosts, name_in, read_names

LINUX = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs Linux's /proc")


@pytest.fixture(scope="module")
def running(own_cache: Path) -> Iterator[Serving]:
    with serving(own_cache) as server:
        yield server


def raw(server: Serving, sent: bytes, seconds: float = 20) -> bytes:
    """What comes back for these bytes: one whole answer, its body too, or what there was when the server closed."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as connection:
        connection.sendall(sent)
        answer = b""
        while not whole(answer) and (piece := connection.recv(65536)):
            answer += piece
        return answer


def whole(answer: bytes) -> bool:
    """Whether the head of an answer is there, and as much after it as it announces."""
    top, end, body = answer.partition(b"\r\n\r\n")
    announced = re.search(rb"(?im)^content-length: *(\d+)", top)
    return bool(end) and announced is not None and len(body) >= int(announced[1])


def head(path: str, **headers: str) -> bytes:
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


@pytest.mark.walk
@pytest.mark.parametrize("path", ["/", "/cas", "/formation/eleve", "/api/v1/consultations", "/nulle/part"])
def test_a_long_body_is_refused_when_it_is_announced(running: Serving, path: str) -> None:
    """Nothing of it is sent, nothing of it is kept: the answer comes first, in French."""
    answer = raw(running, head(path, Content_Length=str(1024**3), Content_Type="application/x-www-form-urlencoded"))
    assert answer.startswith(b"HTTP/1.1 413 ") and b"C'est trop long" in answer


@pytest.mark.walk
def test_a_long_body_in_pieces_is_refused_at_the_limit(running: Serving) -> None:
    pieces = b"".join(b"2000\r\n" + b"x" * 0x2000 + b"\r\n" for _ in range(BODY // 0x2000 + 2))
    assert raw(running, head("/formation/eleve", Transfer_Encoding="chunked") + pieces).startswith(b"HTTP/1.1 413 ")


@pytest.mark.walk
def test_a_client_that_asks_first_is_told_not_to_send(running: Serving) -> None:
    answer = raw(running, head("/formation/eleve", Content_Length=str(10**9), Expect="100-continue"))
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.walk
def test_only_where_files_are_brought_more_is_taken(running: Serving) -> None:
    large = "x" * (2 * BODY)
    connection = HTTPConnection("127.0.0.1", running.port, timeout=30)
    connection.request("POST", "/formation/import", large, {"Content-Type": "application/x-www-form-urlencoded"})
    assert connection.getresponse().status in (400, 403)  # it is read, and refused for what it says
    connection.close()


@pytest.mark.walk
def test_long_headers_are_refused(running: Serving) -> None:
    request = b"GET /?q=" + b"x" * HEADERS + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
    answer = raw(running, request)
    assert b" 431 " in answer[:14] and b"32 Kio au plus" in answer
    assert raw(running, b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n").startswith(b"HTTP/1.1 400 ")


@pytest.mark.walk
def test_hundreds_of_idle_connections_are_in_nobodys_way(running: Serving) -> None:
    """Each has asked once and is kept alive, as browsers do: more than waitress takes by itself."""
    idle = []
    try:
        for _ in range(300):
            connection = socket.create_connection(("127.0.0.1", running.port), timeout=20)
            idle.append(connection)
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        assert raw(running, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 10).startswith(b"HTTP/1.1 200")
    finally:
        for connection in idle:
            connection.close()


def channel(begun: float | None, idle_since: float, working: bool = False) -> Channel:
    made = Channel.__new__(Channel)
    made.requests = [object()] if working else []
    made.last_activity = idle_since
    if begun is not None:
        made.request = Parser.__new__(Parser)
        made.request.begun, made.request.large = begun, False
    return made


def test_a_request_sent_drop_by_drop_is_given_up() -> None:
    now = time.time()
    slow, fresh, answered = channel(now - 60, now), channel(now - 1, now), channel(now - 60, now, working=True)
    assert [one.late(now) for one in (slow, fresh, answered)] == [True, False, False]


@LINUX
@pytest.mark.walk
def test_whoever_is_idle_longest_makes_room(own_cache: Path) -> None:
    """With few files to open, a process that is full still takes the next visitor."""
    command = f"ulimit -n 320; exec {sys.executable} -m assistant serve --port {(port := free_port())}"
    environment = {**os.environ, "ARBITRE_CACHE": str(own_cache), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        ["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, cwd=ROOT
    )
    idle: list[socket.socket] = []
    try:
        assert process.stdout is not None and process.stdout.readline()
        for _ in range(400):
            connection = socket.create_connection(("127.0.0.1", port), timeout=20)
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert connection.recv(4096).startswith(b"HTTP/1.1 200")
            idle.append(connection)
    finally:
        for connection in idle:
            connection.close()
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()


def test_a_process_asks_for_as_many_files_as_it_needs() -> None:
    assert 20 <= room() <= 1000


def test_the_guide_tells_the_limits() -> None:
    guide = (ROOT / "docs" / "servir.md").read_text(encoding="utf-8")
    for told in (
        f"| connexions | {CONNECTIONS} par processus",
        f"| connexion sans demande | {IDLE} secondes",
        f"| demande qui arrive | {SENDING} secondes, {LARGE_SENDING} pour un fichier",
        f"| adresse et en-têtes | {HEADERS // 1024} Kio",
        f"| formulaire | {BODY // 1024} Kio",
        f"moins de {CONNECTIONS + 2 * SPARE}",
        *(f"`{ending}`" for ending in LOCAL if ending != ".localhost"),
    ):
        assert told in guide


# --- the journal ------------------------------------------------------------------------------------------------------------------


@pytest.mark.walk
@pytest.mark.parametrize("log", ["gone", "full", "halted", "closed"])
def test_a_journal_that_cannot_be_written_harms_nobody(own_cache: Path, log: str) -> None:
    """Its reader has left, its disk is full, nobody reads on, there is none: every page is answered."""
    reading, writing = os.pipe()
    errors: int = writing
    if log == "gone":
        os.close(reading)
    if log == "full":
        if not Path("/dev/full").exists():
            pytest.skip("needs /dev/full")
        errors = os.open("/dev/full", os.O_WRONLY)
    command = [sys.executable, "-m", "assistant", "serve", "--port", str(port := free_port())]
    if log == "closed":
        command = ["sh", "-c", " ".join(["exec", *command, "2>&-"])]
    if log == "halted":
        os.set_blocking(writing, False)
        try:
            while True:
                os.write(writing, b"x" * 4096)
        except BlockingIOError:
            os.set_blocking(writing, True)
    environment = {**os.environ, "ARBITRE_CACHE": str(own_cache), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=environment, cwd=ROOT)
    server = Serving(port, process.pid)
    try:
        assert process.stdout is not None and process.stdout.readline()
        process.stdout.close()  # what it says there can be said no more either
        for _ in range(20):
            answer = raw(server, b"GET /?_n=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 200"), answer[:200]
    finally:
        process.send_signal(signal.SIGTERM)
        status = process.wait(30)
        for end in {writing, errors, *([] if log == "gone" else [reading])}:
            os.close(end)
    assert status == 0


# --- the port ---------------------------------------------------------------------------------------------------------------------


@LINUX
@pytest.mark.walk
def test_a_killed_parent_leaves_the_port(own_cache: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "assistant", "serve", "--port", str(port)]
    environment = {**os.environ, "ARBITRE_CACHE": str(own_cache), "PYTHONPATH": str(ROOT)}
    for _ in range(2):
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, cwd=ROOT
        )
        assert process.stdout is not None and b"est pr" in process.stdout.readline(), "the port is still taken"
        assert raw(Serving(port, process.pid), b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").startswith(
            b"HTTP/1.1 200"
        )
        process.kill()
        process.wait()
        process.stdout.close()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return
        time.sleep(0.05)
    pytest.fail("somebody still listens")


# --- the names --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("LocalHost:8000", "localhost"), ("192.168.1.20", "192.168.1.20"), ("[::1]:8000", "::1"), ("arbitre.local.", "arbitre.local"),
        ("a b", None), ("a,b", None), ("", None), ("a/b", None), ("a:b", None), ("a@b", None), ("[::1", None), ("a..b", None),
    ],
)  # fmt: skip
def test_a_name_is_read_without_its_port(host: str, name: str | None) -> None:
    assert name_in(host) == name


@pytest.mark.parametrize(
    ("host", "admitted"),
    [
        (None, True), ("localhost:8000", True), ("192.168.1.20:8000", True), ("[fe80::1]", True), ("arbitre", True),
        ("arbitre.local", True), ("portable.lan:8000", True), ("arbitre.club.fr", False), ("192.168.1.20.evil.example", False),
        ("local.evil.example", False), ("evil.example:8000", False), ("localhost, evil.example", False),
    ],
)  # fmt: skip
def test_without_configuration_the_hall_gets_in_and_no_site_of_the_internet(host: str | None, admitted: bool) -> None:
    assert Hosts(frozenset()).admits(host, "192.168.1.77") == admitted


def test_names_that_are_said_are_answered_and_those_of_a_trusted_proxy() -> None:
    said = Hosts(read_names(["Arbitre.Club.fr"]), "127.0.0.1")
    assert said.admits("arbitre.club.fr:443", "127.0.0.1") and not said.admits("autre.club.fr", "127.0.0.1")
    proxied = Hosts(frozenset(), "127.0.0.1")
    assert proxied.admits("arbitre.club.fr", "127.0.0.1") and not proxied.admits("arbitre.club.fr", "192.168.1.5")


@pytest.mark.parametrize("name", ["http://arbitre.fr", "a/b", "", "a b"])
def test_what_is_no_name_is_told(name: str) -> None:
    with pytest.raises(InputError, match=r"--allowed-host attend un nom, par exemple"):
        read_names([name])


@pytest.mark.walk
def test_another_name_is_refused_with_what_to_do(running: Serving) -> None:
    answer = raw(running, b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").decode()
    assert answer.startswith("HTTP/1.1 421 ") and "--allowed-host" in answer
