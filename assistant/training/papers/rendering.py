"""The templates of what is written to files, with our typesetting; whatever a template does not mark is escaped."""

from __future__ import annotations

from functools import cache
from html import escape

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from assistant.french import place, typeset


def verbatim(text: str) -> Markup:
    """Somebody else's words, as they are; between tags quotation marks need no escaping."""
    return Markup(escape(text, quote=False))


def words(text: str) -> Markup:
    """Our own words, typeset."""
    return verbatim(typeset(text))


@cache
def environment() -> Environment:
    """The templates of this room."""
    made = Environment(
        loader=PackageLoader("assistant.training.papers"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(words=words, verbatim=verbatim)
    made.globals.update(place=place)
    return made


def rendered(template: str, **data: object) -> str:
    """One template filled in, without the newline at its end."""
    return environment().get_template(template).render(**data)
