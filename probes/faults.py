"""What happens to a server: killed, short of disk, kept from writing, its files damaged, fed with files that are none."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

from probes.court import FORM, Court, court, enrolled, token_in
from probes.figures import Figure, Line, Skipped

RULING = "/cas?reglement=ema-2016&incident=victoire-annoncee"
PAGES = ("/", RULING, "/textes/ema-2016", "/healthz", "/mains?tuiles=1m", "/formation", "/bareme", "/comparer")


def healthy(server: Court, what: str, training: bool = True) -> list[Line]:
    """Rulings are given, nothing is answered by a failure, and the journal has no traceback."""
    client = server.client()
    pages = [path for path in PAGES if training or path != "/formation"]
    answers = {path: client.get(path).status for path in pages}
    failed = [f"{path} {status}" for path, status in answers.items() if status >= 500 and status != 503]
    return [
        Figure(f"{what}: a ruling is given", answers[RULING], 200),
        Figure(f"{what}: answers of 500 or more", len(failed), 0, note="; ".join(failed)),
        Figure(f"{what}: tracebacks", server.tracebacks(), 0),
    ]


def workers_killed(server: Court, times: int) -> list[Line]:
    """`kill -9` again and again while learners are enrolled; whoever was told that they are, is."""
    known: list[str] = []
    done = Event()
    token = token_in(server.client().get("/formation").body)

    def enrol(writer: int) -> None:
        client, number = server.client(30), 0
        while not done.is_set():
            number += 1
            with suppress(OSError, HTTPException, KeyError):
                name = f"Tue{writer}x{number}"
                answer = client.ask("POST", "/formation/eleve", f"nom={name}&jeton={token}".encode(), FORM)
                known.append(answer.headers["set-cookie"].split(";")[0])
                time.sleep(0.05)

    writers = [Thread(target=enrol, args=(writer,)) for writer in range(2)]
    for writer in writers:
        writer.start()
    random, killed = Random(3), 0
    deadline = time.monotonic() + 3 * times
    while killed < times and time.monotonic() < deadline:
        with suppress(OSError, IndexError):
            os.kill(random.choice(server.workers()), signal.SIGKILL)
            killed += 1
        time.sleep(random.uniform(0.05, 0.4))
    done.set()
    for writer in writers:
        writer.join()
    client = server.client()
    lost = [one for one in known if not _exported(client.get, one)]
    return [
        Figure("kill -9 of a worker: times", killed, times, at_least=True),
        Figure("kill -9 of a worker: acknowledged meanwhile", len(known), times / 4, at_least=True),
        Figure("kill -9 of a worker: acknowledged and lost", len(lost), 0),
        Figure("kill -9 of a worker: the next page", client.get(RULING).status, 200),
    ]


def _exported(get: Callable[..., Any], cookie: str) -> bool:
    answer = get("/formation/export.json", {"Cookie": cookie})
    return bool(answer.status == 200 and b"Tue" in answer.body)


def parent_killed(folder: Path, cache: Path, port: int, times: int) -> list[Line]:
    """`kill -9` of the first process of all, and the same port at once."""
    taken = 0
    for _ in range(times):
        try:
            with court(folder, cache, port) as server:
                taken += server.client().get("/healthz").status == 200
                server.process.kill()
                server.process.wait()
        except ConnectionError:
            break
    return [Figure("kill -9 of the parent: restarts that took the port", taken, times, at_least=True)]


def read_only(folder: Path, cache: Path) -> list[Line]:
    """Neither cache nor data can be written: by a user to whom they do not belong."""
    what = "read-only folders"
    if os.getuid() != 0 or not shutil.which("unshare"):
        return [Skipped(what, "needs root, to mount them so")]
    (folder / "data").mkdir(parents=True, exist_ok=True)
    script = f'mount --bind {folder}/data {folder}/data && mount -o remount,bind,ro {folder}/data && mount --bind {cache} {cache} && mount -o remount,bind,ro {cache} && exec "$@"'
    return _within(what, folder, cache, script)


def full_disk(folder: Path, cache: Path) -> list[Line]:
    """Not a byte is left where learners are kept."""
    what = "full disk"
    if os.getuid() != 0 or not shutil.which("unshare"):
        return [Skipped(what, "needs root, to mount a small one")]
    (folder / "data").mkdir(parents=True, exist_ok=True)
    script = f'mount -t tmpfs -o size=64k tmpfs {folder}/data && (dd if=/dev/zero of={folder}/data/full bs=4k 2>/dev/null || true) && exec "$@"'
    return _within(what, folder, cache, script)


def _within(what: str, folder: Path, cache: Path, script: str) -> list[Line]:
    wrap = ("unshare", "--mount", "sh", "-c", script, "sh")
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
        return [Skipped(what, "mount namespaces are not allowed here")]
    with court(folder, cache, wrap=wrap) as server:
        return healthy(server, what)


def damaged(folder: Path, cache: Path, seed: int) -> list[Line]:
    """Every file that is kept has a few bytes turned, or is cut; the server starts and gives the right ruling."""
    random, own = Random(seed), folder / "cache"
    shutil.rmtree(own, ignore_errors=True)
    shutil.copytree(cache, own)
    with court(folder, own) as server:
        client = server.client()
        right = client.get(RULING.replace("/cas", "/cas.json")).body
        enrolled(client, "Abime")
    files = [
        path for path in [*own.rglob("*"), *(folder / "data").rglob("*")] if path.is_file() and path.stat().st_size
    ]
    for path in files:
        content = bytearray(path.read_bytes())
        for _ in range(5):
            content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        path.write_bytes(bytes(content[: random.randrange(1, len(content) + 1)] if random.random() < 0.5 else content))
    with court(folder, own) as server:
        same = server.client().get(RULING.replace("/cas", "/cas.json")).body == right
        return [
            Figure("damaged files: how many", len(files), 1, at_least=True, note=f"seed {seed}"),
            Figure("damaged files: the same ruling as before", same, 1, at_least=True),
            *healthy(server, "damaged files"),
        ]


def log_gone(folder: Path, cache: Path) -> list[Line]:
    """The reader of the journal leaves in the middle."""
    with court(folder, cache, wrap=("sh", "-c", 'exec "$@" 2>/dev/full', "sh")) as server:
        client = server.client()
        statuses = [client.get(f"/?_n={number}").status for number in range(10)]
    return [Figure("journal on a full device: pages that were not answered", sum(one != 200 for one in statuses), 0)]


def imports(server: Court, seed: int, count: int) -> list[Line]:
    """A real export, changed at random; whatever is taken, the learner's pages still open."""
    random, client = Random(seed), server.client()
    before = server.tracebacks()
    me = enrolled(client, "Import")
    export = json.loads(client.get("/formation/export.json", {"Cookie": me.cookie}).body)
    files = [b"", b"{", b"null", b"[" * 100_000, b"\xff\xfe", b'{"a": ' * 5000, b"9" * 10_000]
    files += [json.dumps(_changed(export, random)).encode() for _ in range(count)]
    failed = []
    for file in files:
        boundary = "limite"
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="jeton"\r\n\r\n{me.token}\r\n'.encode(),
            f'--{boundary}\r\nContent-Disposition: form-data; name="fichier"; filename="a.json"\r\n\r\n'.encode(),
            file,
            f"\r\n--{boundary}--\r\n".encode(),
        ]
        headers = {"Cookie": me.cookie, "Content-Type": f"multipart/form-data; boundary={boundary}"}
        answer = client.ask("POST", "/formation/import", b"".join(parts), headers)
        theirs = answer.headers.get("set-cookie", me.cookie).split(";")[0]
        pages = ("/formation", "/formation/progres", "/formation/export.json")
        statuses = [answer.status, *(client.get(page, {"Cookie": theirs}).status for page in pages)]
        if max(statuses) >= 500:
            failed.append(f"{statuses} for {file[:80]!r}")
    return [
        Figure("imports: files brought", len(files), count, at_least=True, note=f"seed {seed}"),
        Figure("imports: answers of 500 or more", len(failed), 0, note="; ".join(failed[:2])),
        Figure("imports: tracebacks", server.tracebacks() - before, 0),
    ]


ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**63,
    2**70,
    1.5,
    "",
    "²",
    "x" * 5000,
    [],
    {},
    [[]],
    {"a": []},
    "2026-99-99",
    "\ud800",
)


def _changed(value: Any, random: Random) -> Any:
    """The same with something else somewhere."""
    if random.random() < 0.08:
        return random.choice(ODD)
    if isinstance(value, dict):
        return {key: _changed(one, random) for key, one in value.items() if random.random() > 0.03}
    if isinstance(value, list):
        return [_changed(one, random) for one in value]
    return value
