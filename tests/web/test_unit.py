"""The systemd unit of the guide, as it is written there: its command, its environment and its folders, for a user without a home."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT
from tests.support.nobody import NOBODY, Python, python_of_all
from tests.support.serving import Serving, free_port

GUIDE = ROOT / "docs" / "servir.md"


def unit() -> dict[str, list[str]]:
    """The [Service] section of the guide's unit."""
    (section,) = re.findall(r"^\[Service\]\n(.*?)\n\n", GUIDE.read_text(encoding="utf-8"), re.M | re.S)
    told: dict[str, list[str]] = {}
    for line in section.splitlines():
        key, _, value = line.partition("=")
        told.setdefault(key, []).append(value)
    return told


def test_everything_that_is_kept_has_a_folder_of_the_service() -> None:
    service = unit()
    environment = dict(one.split("=", 1) for line in service["Environment"] for one in line.split())
    assert environment["ARBITRE_CACHE"] + "/arbitre" == "/var/cache/" + service["CacheDirectory"][0]
    assert environment["XDG_DATA_HOME"] + "/arbitre" == "/var/lib/" + service["StateDirectory"][0]
    assert service["DynamicUser"] == ["yes"] and service["StateDirectoryMode"] == ["0700"]


def as_systemd(port: int, python: Python) -> list[str]:
    """The command in a mount namespace where all is read-only but the two folders, by a user of no account with no HOME."""
    service = unit()
    program, *arguments = shlex.split(service["ExecStart"][0])
    assert program == "/opt/arbitre/.venv/bin/arbitre"
    command = [python.program, "-m", "assistant", *arguments, "--port", str(port)]
    environment = [
        "PATH=/usr/bin:/bin",
        f"PYTHONPATH={python.path}",
        *(one for line in service["Environment"] for one in line.split()),
    ]
    folders = [f"/var/cache/{service['CacheDirectory'][0]}", f"/var/lib/{service['StateDirectory'][0]}"]
    steps = [
        "mount --make-rprivate /",
        "mount -t tmpfs tmpfs /var/cache && mount -t tmpfs tmpfs /var/lib",
        *(
            f"mkdir -m 0700 {folder} && chown {NOBODY}:{NOBODY} {folder} && mount --bind {folder} {folder}"
            for folder in folders
        ),
        "mount -o remount,ro,bind / && mount -o remount,ro,bind /var/cache && mount -o remount,ro,bind /var/lib",
        f"exec env -i {' '.join(environment)} setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups {shlex.join(command)}",
    ]
    return ["unshare", "--mount", "sh", "-ec", "cd /\n" + "\n".join(steps)]


def _can_unshare() -> bool:
    if os.name != "posix" or os.getuid() != 0:
        return False
    try:
        return (
            subprocess.run(
                ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/var/lib"], capture_output=True
            ).returncode
            == 0
        )
    except OSError:
        return False


@pytest.fixture
def service() -> Iterator[Serving]:
    python = python_of_all()
    if python is None or not _can_unshare():
        pytest.skip("needs root, setpriv and mount namespaces, to do what systemd does")
    port = free_port()
    process = subprocess.Popen(as_systemd(port, python), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    try:
        assert "est prêt" in process.stdout.readline(), process.stderr.read()
        yield Serving(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        told = process.stderr.read()
        process.stdout.close()
        process.stderr.close()
    assert "Traceback" not in told, told


def ask(server: Serving, request: bytes) -> bytes:
    deadline = time.monotonic() + 20
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(request)
        answer = b""
        while time.monotonic() < deadline and (more := connection.recv(65536)):
            answer += more
    return answer


@pytest.mark.walk
def test_the_unit_serves_as_written(service: Serving) -> None:
    """A ruling, and a learner who is remembered."""
    close = b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    assert ask(service, b"GET /cas?reglement=ema-2016&incident=victoire-annoncee" + close + b"\r\n").startswith(
        b"HTTP/1.1 200"
    )
    page = ask(service, b"GET /formation" + close + b"\r\n")
    assert page.startswith(b"HTTP/1.1 200"), page[:2000]
    token = re.search(rb'name="jeton" value="([^"]+)"', page)
    assert token
    form = b"nom=Camille&jeton=" + token[1]
    post = close + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n" % len(form)
    answer = ask(service, b"POST /formation/eleve" + post + form)
    assert answer.startswith(b"HTTP/1.1 303") and b"Set-Cookie" in answer, answer[:500]
