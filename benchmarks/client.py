"""`python -m benchmarks.client PORT CONNECTIONS < paths`: ask for every path once over connections that stay open.

A process of its own, so that its work is not done under the lock of the process that measures. It prints the seconds from
the first request to the last answer, the answers, and the bytes of their bodies.
"""

from __future__ import annotations

import json
import sys
from http.client import HTTPConnection
from threading import Thread
from time import perf_counter

HEADERS = {"Accept-Encoding": "gzip"}


def ask(port: int, paths: list[str], connections: int) -> dict[str, float]:
    """Share the paths between the connections."""
    told: list[tuple[int, int]] = []

    def work(mine: list[str]) -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=120)
        good = size = 0
        for path in mine:
            connection.request("GET", path, headers=HEADERS)
            answer = connection.getresponse()
            size += len(answer.read())
            good += answer.status == 200
        connection.close()
        told.append((good, size))

    threads = [Thread(target=work, args=(paths[start::connections],)) for start in range(connections)]
    start = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {
        "seconds": perf_counter() - start,
        "good": sum(good for good, _ in told),
        "bytes": sum(size for _, size in told),
    }


if __name__ == "__main__":
    print(json.dumps(ask(int(sys.argv[1]), sys.stdin.read().split(), int(sys.argv[2]))))
