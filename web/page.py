"""The JSON twin of every page that shows data: where it is, told to programs in the head and to people at the foot."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Request

TWINS = {
    "home.home": "/index.json",
    "cases.case": "/cas.json",
    "cases.add": "/index.json",
    "texts.sources": "/textes.json",
    "texts.source": ".json",
    "texts.section": ".json",
    "texts.sources_page": "/sources.json",
    "proofs.schedules": "/bareme.json",
    "proofs.one_schedule": ".json",
    "proofs.verification": "/verification.json",
    "hands.page": "/mains.json",
    "compare.whole": "/comparer.json",
    "compare.gravest": ".json",
    "compare.figures": ".json",
    "comparecase.case": ".json",
    "sidebyside.one": ".json",
    "training.entry": "/formation/exercices.json",
    "training.work": ".json",
    "training.progress_page": ".json",
    "examroom.question": "/formation/examen/{number}.json",
    "examroom.result": "/formation/examen/{number}.json",
    "api.page": "/api/v1/openapi.json",
}  # the endpoint of a page: its twin, or what its own address takes at the end
ASKED = frozenset(["hands.page"])  # they show data once something is asked


def twin_of(request: Request) -> str | None:
    """The address of the twin of the page asked for, with the same question."""
    twin = TWINS.get(request.endpoint or "")
    if twin is None or (request.endpoint in ASKED and not request.args):
        return None
    path = request.path + twin if twin.startswith(".") else twin.format_map(request.view_args or {})
    asked = urlencode([(name, value) for name, value in request.args.items(multi=True) if not name.startswith("_")])
    return f"{path}?{asked}" if asked else path
