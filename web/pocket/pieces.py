"""Pieces of pages as the pocket edition carries them: made by the templates of the application, typeset, their links turned to places of the file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from urllib.parse import parse_qs, urlsplit

from flask import Flask, url_for
from jinja2.environment import TemplateModule
from markupsafe import escape

from assistant.model import INCIDENT, Fact, Value
from web.address import Table
from web.context import desk
from web.typesetting import typeset_page

LINK = re.compile(r'<a\b([^>]*?) ?href="(/[^"]*)"([^>]*)>(.*?)</a>', re.S)
FACE = re.compile(r'<img src="/[^>]*>')  # of a tile: the program of the file draws it
RULE = re.compile(r" <code>[\w.-]+</code>(?=</li>)")  # the name of a rule, which nobody reads at a table


class Pieces:
    """The pieces of one ruleset in one context; an application must be at hand when they are made."""

    def __init__(self, app: Flask, table: Table, cited: set[str] | None = None):
        self.table = table
        self.cited: set[str] = set() if cited is None else cited  # the clauses to which pages lead
        facts = desk().library.facts
        self.templates: TemplateModule = app.jinja_env.get_template("pocket/parts.html").make_module(
            {
                "table": table,
                "rulesets": desk().library.rulesets,
                "changing": changing,
                "address": Answers(),
                "section_page": self._section,
                "settings": [facts[name].label(value) for name, value in table.context.items()],
            }
        )

    def _section(self, clause: str) -> str:
        """Where a clause stands in the file, which will have it."""
        self.cited.add(clause)
        return f"#texte={clause}"

    def __getitem__(self, name: str) -> Made:
        """The maker of a piece."""
        return Made(getattr(self.templates, name))


class Answers:
    """The address of a case that an answer is added to, as templates ask for it."""

    def link(self, page: str = "", **answers: object) -> str:
        """An answer, or the page where one is changed."""
        ((name, value),) = answers.items()
        return f"#?{value}" if page else f"#+{name}={value}"


class Made:
    """A piece of a page: what a macro writes, as it is printed."""

    def __init__(self, macro: object):
        self.macro = macro

    def __call__(self, *arguments: object) -> str:
        """The piece about these things."""
        assert callable(self.macro)
        return printed(str(self.macro(*arguments)))


def printed(html: str) -> str:
    """A piece as a page has it: typeset, without idle space, its links within the file."""
    lines = (line.strip() for line in typeset_page(html).splitlines())
    return FACE.sub("", RULE.sub("", LINK.sub(_within, "\n".join(line for line in lines if line))))


def words(text: str) -> str:
    """Words of ours as a page has them."""
    return typeset_page(str(escape(text)))


def changing(key: str, value: object) -> str:
    """A case with one answer changed."""
    return f"#~{key}={value}"


def zone_link(zone: str) -> str:
    """A place of the table."""
    return f"#zone={zone}"


def _within(link: re.Match[str]) -> str:
    """A link to an incident leads there; what the file does not have is no link."""
    before, address, after, text = link.groups()
    parts = urlsplit(unescape(address))
    incident = parse_qs(parts.query).get(INCIDENT)
    if incident and parts.path == url_for("case.case"):
        return f'<a{before} href="#{INCIDENT}={incident[0]}"{after}>{text}</a>'
    return f"<span>{text}</span>"


def labels(fact: Fact, values: Iterable[Value]) -> list[tuple[str, str]]:
    """The values of a fact with their words."""
    return [(str(value), words(fact.label(value))) for value in values]
