"""Under which names the server may be called: another site must not pass for this one in a browser that stands in the hall.

Without any configuration a phone of the hall gets in by address (`192.168.1.20`), by a name that only a local network can give
(`arbitre`, `arbitre.local`), or by the machine's own name: no site of the Internet can have one of these. Any other name is said by
whoever starts the server, or by the reverse proxy that they trust.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterable, Sequence
from ipaddress import ip_address
from typing import Any

from assistant.errors import InputError

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*\Z")
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^:\[\]]+)(:[0-9]{1,5})?\Z")
LOCAL = (".localhost", ".local", ".lan", ".home", ".internal", ".localdomain", ".home.arpa")
PEER = "arbitre.peer"  # who is at the other end of the connection, whatever headers say
UNKNOWN = (
    "Ce serveur ne répond pas sous ce nom. Ouvrez-le par son adresse, ou relancez-le en disant ce nom : "
    "arbitre serve --allowed-host NOM (ou make run HOSTS=NOM).\n"
)


def read_names(names: Sequence[str]) -> frozenset[str]:
    """The names that were said, or why one is none."""
    for name in names:
        if name_in(name) is None:
            raise InputError(
                f"--allowed-host attend un nom, par exemple arbitre.club.fr, sans http:// ni chemin ; trouvé : {name}"
            )
    return frozenset(known for name in names if (known := name_in(name)))


def name_in(host: str) -> str | None:
    """The name or address in a Host header, without its port; None where it is neither."""
    match = HOST.match(host.lower())
    if match is None:
        return None
    name = match["name"].strip("[]").rstrip(".")
    return name if NAME.match(name) or _is_address(name) else None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def own_names() -> frozenset[str]:
    """What the machine calls itself."""
    return frozenset(name.lower().rstrip(".") for name in (socket.gethostname(), socket.getfqdn()) if name)


class Hosts:
    """Which names are answered; those that were said, and whether anybody may come under a name that the proxy vouches for."""

    def __init__(self, said: frozenset[str], trusted_proxy: str | None = None):
        self.said = said
        self.proxy = None if said else trusted_proxy
        self.own = own_names()

    def admits(self, host: str | None, peer: str | None) -> bool:
        """Whether a request with this Host, from there, is answered."""
        if host is None:
            return True  # no browser leaves it out
        name = name_in(host)
        if name is None:
            return False
        if self.proxy is not None and peer == self.proxy:
            return True
        return _is_address(name) or "." not in name or name.endswith(LOCAL) or name in self.said or name in self.own


def only_known(app: Wsgi, hosts: Hosts) -> Wsgi:
    """The application, asked only under its own names."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if hosts.admits(environ.get("HTTP_HOST"), environ.get(PEER)):
            return app(environ, start_response)
        body = UNKNOWN.encode()
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))]
        start_response("421 Misdirected Request", [*headers, ("X-Content-Type-Options", "nosniff")])
        return [body]

    return answer


def noting_peer(app: Wsgi) -> Wsgi:
    """The application, told who is at the other end before any header of a proxy is believed."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        environ[PEER] = environ.get("REMOTE_ADDR")
        return app(environ, start_response)

    return answer
