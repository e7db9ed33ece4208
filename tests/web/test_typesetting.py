"""Typesetting in one place: our own words are typeset wherever they stand, quotations and what a user wrote never."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from flask import render_template_string

from assistant.french import NARROW, long_moment, typeset
from assistant.model import Library
from tests.conftest import ROOT
from web import create_app
from web.typesetting import as_printed, typeset_page

NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("own", "printed"),
    [
        ("Qu'a-t-il dit ?", f"Qu’a-t-il dit{NARROW}?"),
        ("il paie : « tout » ; vite !", f"il paie{NBSP}: «{NARROW}tout{NARROW}»{NARROW}; vite{NARROW}!"),
        ("voir § 5 et n° 3", f"voir §{NBSP}5 et n°{NBSP}3"),
        ("20 000 points, −15 000, 1 234 567 ou 75 %", f"20{NARROW}000 points, −15{NARROW}000, 1{NARROW}234{NARROW}567 ou 75{NBSP}%"),
        ("123 456m et 45 6789", "123 456m et 45 6789"),
        ("qu&#39;il", "qu’il"),
    ],
)  # fmt: skip
def test_our_own_words_are_typeset(own: str, printed: str) -> None:
    assert as_printed(own) == printed
    assert as_printed(printed) == printed


@pytest.mark.parametrize(
    "page",
    [
        "<blockquote lang='fr'><p>l'écart : « 20 000 » ;</p></blockquote>",
        "<q>qu'il dise ?</q>",
        "<bdi>Jo l'ami !</bdi>",
        "<code>a ; b</code>",
        '<pre tabindex="0">{"a" : \'b\'}</pre>',
        "<script>const a = 'b' ;</script>",
        "<a href=\"/x?q=l'écart ;\" title=\"l'ami : 20 000\" data-x='a ;'>",
        '<input value="qu\'il ?" placeholder="qu\'il ?">',
        "<textarea>l'ami ;</textarea>",
    ],
)
def test_what_is_not_ours_and_what_is_no_text_stay_as_they_are(page: str) -> None:
    assert typeset_page(page) == page
    assert typeset_page(f"<p>l'un ;</p>{page}<p>l'autre ;</p>") == f"<p>l’un{NARROW};</p>{page}<p>l’autre{NARROW};</p>"


def test_a_number_never_breaks_wherever_our_words_are_printed() -> None:
    """In a terminal, on paper and in a tree no less than on a page."""
    assert typeset("de 8 000 ou 12 000 points, en 2016 ou 5 10") == f"de 8{NARROW}000 ou 12{NARROW}000 points, en 2016 ou 5 10"


def test_a_page_is_typeset_across_its_tags() -> None:
    assert typeset_page("<p>« <strong>l'un</strong> » <em>x</em> : y ?</p>") == (
        f"<p>«{NARROW}<strong>l’un</strong>{NARROW}» <em>x</em>{NBSP}: y{NARROW}?</p>"
    )
    assert typeset_page("<quote>l'un</quote>") == "<quote>l’un</quote>"  # no element of ours: only whole names count


def test_a_new_template_needs_no_filter_and_its_quotation_stays(library: Library) -> None:
    app = create_app(library)
    source = """<title>L'essai ?</title><p title="l'un ;">L'{{ word }} : {{ amount }} points ?</p>
<blockquote><p>{{ quote }}</p></blockquote><input value="{{ quote }}">"""

    @app.get("/essai")
    def trial() -> str:
        return render_template_string(source, word="essai d'ici", amount="20 000", quote="l'écart ; « 20 000 »")

    page = unescape(app.test_client().get("/essai").get_data(as_text=True))
    assert f"L’essai d’ici{NBSP}: 20{NARROW}000 points{NARROW}?" in page and f"L’essai{NARROW}?" in page
    assert page.count("l'écart ; « 20 000 »") == 2 and 'title="l\'un ;"' in page


def test_every_quotation_is_verbatim_on_its_page(library: Library) -> None:
    """Quotes with an apostrophe or a plain space before a sign, as they stand in the file."""
    client = create_app(library).test_client()
    telling = [
        clause for clause in library.clauses.values() if any(re.search(r"'| [;:?!»]", quote) for quote in clause.quotes)
    ]
    assert len(telling) > 100
    pages = {source: unescape(client.get(f"/textes/{source}").get_data(as_text=True)) for source in library.sources}
    assert not [clause.id for clause in telling for quote in clause.quotes if quote not in pages[clause.source]]


def test_a_sheet_is_typeset_but_for_its_quotations(library: Library) -> None:
    client = create_app(library).test_client()
    link = "/cas?reglement=ema-2016&contexte=tournoi&incident=victoire-annoncee&tuile_gagnante=ecart&main_complete=non&en_attente=non&tuiles_montrees=toutes"
    page = client.get(link).get_data(as_text=True)
    assert "<blockquote" in page
    own = unescape(re.sub(r"<(blockquote|q|code|bdi)\b.*?</\1>|<[^>]*>", "", page, flags=re.S))
    assert "’" in own and not re.findall(r".{0,20}(?:'| [;:?!»%]|« |\d \d{3}\b).{0,20}", own)


def test_data_is_not_typeset(library: Library) -> None:
    client = create_app(library).test_client()
    titles = [one["title"] for one in client.get("/index.json").get_json()["incidents"]]
    assert any("'" in title for title in titles) and not any("’" in title for title in titles)


def test_what_a_user_wrote_stays(library: Library) -> None:
    page = create_app(library).test_client().get("/textes?q=l%27écart+%3B").get_data(as_text=True)
    assert f"«{NARROW}<bdi>l&#39;écart ;</bdi>{NARROW}»" in page and 'value="l&#39;écart ;"' in page


def test_no_template_typesets_for_itself() -> None:
    templates = list((ROOT / "web" / "templates").rglob("*.*"))
    assert len(templates) > 30
    by_hand = re.compile(r"\btypeset\b|&nbsp;[:;%?!]|u202f|u00a0")
    assert not [path.name for path in templates if by_hand.search(Path(path).read_text(encoding="utf-8"))]


def test_a_moment_in_words() -> None:
    assert long_moment("2026-11-01T05:07:09+00:00") == f"1er novembre 2026 à 5{NBSP}h{NBSP}07 (temps universel)"
    assert long_moment("2026-11-16T15:27") == f"16 novembre 2026 à 15{NBSP}h{NBSP}27"
