"""The command `arbitre serve`: the web application on a production server."""

from __future__ import annotations

import errno
import signal
import socket
from types import FrameType

from assistant.problem import InputError


def serve(host: str, port: int) -> int:
    """Serve until stopped; say where, and plainly when the port is taken."""
    from waitress.server import create_server

    from web import create_app

    if not 0 <= port <= 65535:
        raise InputError(f"le port {port} n'existe pas ; choisissez un nombre de 1 à 65535")
    try:
        server = create_server(create_app(), host=host, port=port, threads=4, ident=None)
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            reason = "est déjà pris" if error.errno == errno.EADDRINUSE else "n'est pas permis à cet utilisateur"
            raise InputError(
                f"le port {port} {reason} ; choisissez-en un autre : --port {port + 1} (ou make run PORT={port + 1})"
            ) from error
        raise InputError(f"impossible d'écouter sur {host} : {error}") from error
    except socket.gaierror as error:
        raise InputError(f"adresse inconnue : {host}") from error

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    shown = "localhost" if host in ("127.0.0.1", "::1") else host
    effective = getattr(server, "effective_port", port)
    print(f"Arbitre est prêt : http://{shown}:{effective}/  (Ctrl-C pour arrêter)", flush=True)
    try:
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        server.close()
    print("Arbitre s'est arrêté.", flush=True)
    return 0
