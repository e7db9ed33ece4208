"""`python -m benchmarks.trivial`: one Flask route that does nothing, on the very server that serves the application; `--live` for the application."""

from __future__ import annotations

import os
import signal
import sys

from flask import Flask

from web import create_app
from web.journal import logged
from web.server import JOURNAL, MOST_WORKERS, open_socket, proxy_options, run


def main() -> int:
    """Serve until stopped."""
    app = create_app() if "--live" in sys.argv else Flask(__name__)  # the application itself, with nothing made beside it
    if "--live" not in sys.argv:
        app.add_url_rule("/", view_func=lambda: "rien")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    listening = open_socket("127.0.0.1", 0)
    signal.signal(signal.SIGTERM, stop)
    try:
        print(f"http://localhost:{listening.getsockname()[1]}/", flush=True)
        run(logged(app.wsgi_app, JOURNAL), listening, min(MOST_WORKERS, os.cpu_count() or 1), proxy_options(None))
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
