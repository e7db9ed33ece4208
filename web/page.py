"""How a page is declared, once, on its view: address, JSON twin, kept or not, place in the navigation, offline.

A view returns what it shows: a template, the data of the page, and what the template alone needs. The twin is made of the same
view: it sends exactly the data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    g,
    jsonify,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as Answer

from assistant.model import Library

Data = TypeVar("Data", covariant=True)
DECLARED = "arbitre.declared"


class Shown(Generic[Data]):
    """What a view shows. Without data the twin says that it is being made."""

    def __init__(self, template: str, data: Data | None = None, status: int = 200, **more: object):
        self.template = template
        self.data = data
        self.status = status
        self.more = more

    def as_page(self) -> Response:
        """The page: its template may read the data, and what it alone needs."""
        return make_response(render_template(self.template, data=self.data, **self.more), self.status)

    def as_data(self) -> Response:
        """The twin."""
        return make_response(jsonify(self.data), self.status) if self.data is not None else abort(503)


View = TypeVar("View", bound=Callable[..., "Shown[object] | Answer"])
Values = Mapping[str, Any]  # what an address is made with
Offline = Callable[[Library], Iterable[Values]]  # one page after the other


def once(_: Library) -> Iterable[Values]:
    """A page whose address has nothing to fill in."""
    return ({},)


class Nav(NamedTuple):
    """A place in the navigation: its name, its number from the left, its picture, and the pages under whose addresses others belong to it."""

    name: str
    place: int
    icon: str = ""
    around: tuple[str, ...] = ()
    aside: bool = False  # in the header, not in the bar


class Tab(NamedTuple):
    """A place in the navigation of one page, and whether this page belongs to it."""

    link: str
    name: str
    icon: str
    here: bool
    aside: bool


class Declared(NamedTuple):
    """What is said of a page once and for all."""

    endpoint: str
    twin: str | None  # the endpoint of its data
    kept: bool  # depends on its address and on the table's settings alone
    nav: Nav | None
    offline: Offline | None
    asked: bool  # shows data only once something is asked


class Pages(Blueprint):
    """The pages of one file, which gives them its name: those of `web/pages/compare/table.py` are `compare_table`."""

    def __init__(self, module: str, url_prefix: str | None = None):
        super().__init__(module.removeprefix("web.pages.").replace(".", "_"), module, url_prefix=url_prefix)

    def page(
        self,
        address: str,
        twin: str | tuple[str, ...] = (),
        twin_of: str | None = None,
        kept: bool = False,
        nav: Nav | None = None,
        offline: Offline | None = None,
        asked: bool = False,
    ) -> Callable[[View], View]:
        """Declare a page.

        A twin is an address, or what the page's own takes at the end; of several the first is named on the page. A page that
        shows another one's data shares its twin, which is an endpoint.
        """

        def declare(view: View) -> View:
            name = view.__name__
            self.add_url_rule(address, name, _page(view))
            data = _data(view)
            twins = [
                address + end if end.startswith(".") else end for end in ([twin] if isinstance(twin, str) else twin)
            ]
            for place in twins:
                self.add_url_rule(place, twin_name(name), data)
            own = twin_name(f"{self.name}.{name}") if twins else None
            said = Declared(f"{self.name}.{name}", twin_of or own, kept, nav, offline, asked)
            self.record(lambda state: _declare(state, said))
            return view

        return declare


def twin_name(endpoint: str) -> str:
    """The endpoint of the twin that is made of a view."""
    return f"{endpoint}_json"


def _declare(state: BlueprintSetupState, said: Declared) -> None:
    state.app.extensions.setdefault(DECLARED, {})[said.endpoint] = said


def _page(view: Callable[..., Shown[object] | Answer]) -> Callable[..., Answer]:
    @wraps(view)
    def page(**values: object) -> Answer:
        shown = view(**values)
        return shown.as_page() if isinstance(shown, Shown) else shown

    return page


def _data(view: Callable[..., Shown[object] | Answer]) -> Callable[..., Answer]:
    @wraps(view)
    def data(**values: object) -> Answer:
        g.strict = True
        shown = view(**values)
        return shown.as_data() if isinstance(shown, Shown) else shown

    return data


def strict() -> bool:
    """Whether the twin is asked for, which forgives nothing unknown."""
    return bool(g.get("strict", False))


def every_page() -> Iterator[Pages]:
    """The pages of every file under `web/pages`; each calls them `pages`."""
    for file in walk_packages(import_module("web.pages").__path__, "web.pages."):
        mine = getattr(import_module(file.name), "pages", None)
        if isinstance(mine, Pages):
            yield mine


def declared(app: Flask | None = None) -> dict[str, Declared]:
    """What was said of every page, by endpoint."""
    known: dict[str, Declared] = (app or current_app).extensions[DECLARED]
    return known


def kept_endpoints(app: Flask) -> frozenset[str]:
    """Those whose answers may be kept: pages, and the twins made of the same views."""
    kept = [page.endpoint for page in declared(app).values() if page.kept]
    return frozenset([*kept, *map(twin_name, kept)])


def answers_pages(app: Flask) -> frozenset[str]:
    """The endpoints of pages and of the twins made of their views."""
    return frozenset(name for page in declared(app) for name in (page, twin_name(page)))


def twin_here() -> str | None:
    """The address of the twin of the page asked for, with the same question."""
    here = declared().get(request.endpoint or "")
    if here is None or here.twin is None or (here.asked and not request.args):
        return None
    path = url_for(here.twin, **request.view_args or {})
    asked = urlencode([(name, value) for name, value in request.args.items(multi=True) if not name.startswith("_")])
    return f"{path}?{asked}" if asked else path


def navigation() -> list[Tab]:
    """The navigation of the page asked for."""
    places = sorted((one.nav.place, one.endpoint, one.nav) for one in declared().values() if one.nav is not None)
    return [Tab(url_for(page), nav.name, nav.icon, _belongs(page, nav), nav.aside) for _, page, nav in places]


def _belongs(page: str, nav: Nav) -> bool:
    """Whether the page asked for is this place, or lies under it."""
    starts = [url_for(one) for one in (page, *nav.around)]
    return any(request.path == start or request.path.startswith(f"{start}/") for start in starts)


def offline_addresses(library: Library) -> list[str]:
    """The pages that a browser fetches ahead."""
    return [
        url_for(one.endpoint, **values)
        for one in declared().values()
        if one.offline is not None
        for values in one.offline(library)
    ]
