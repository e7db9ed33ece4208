"""The search as it is typed: the answer of the page comes under the words, and the page alone does without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Open = Callable[..., Any]


def test_what_is_meant_is_told_while_one_types(open_page: Open) -> None:
    page = open_page(has_touch=True, is_mobile=True)
    page.goto("/")
    page.get_by_role("searchbox").press_sequentially("kuikae")
    first = page.locator("#reponse a.incident").first
    first.wait_for()
    assert "incident=appel-de-substitution" in str(first.get_attribute("href")) and "q=" not in page.url
    assert page.locator("#reponse").count() == 1
    page.get_by_role("searchbox").fill("")
    page.locator("#reponse").wait_for(state="detached")


def test_without_javascript_the_page_does_the_same(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/")
    page.get_by_role("searchbox").fill("kuikae")
    page.get_by_role("button", name="Chercher").click()
    page.get_by_role("link", name="Aucun de ceux-là").wait_for()
    assert "incident=appel-de-substitution" in str(page.locator("a.incident").first.get_attribute("href"))


def test_a_further_incident_is_found_as_the_first_one_was(open_page: Open) -> None:
    """While one types, three at most, and taken by its digit."""
    page = open_page(has_touch=True, is_mobile=True)
    page.goto("/cas/ajouter?reglement=ema-2016&contexte=tournoi&incident=retard")
    page.get_by_role("searchbox").press_sequentially("faux ron")
    found = page.locator("#reponse a.incident")
    found.first.wait_for()
    assert "2.incident=victoire-annoncee" in str(found.first.get_attribute("href")) and found.count() <= 3
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("1")
    page.wait_for_url("**2.incident=victoire-annoncee**")


def test_where_nothing_is_found_the_table_is_there(open_page: Open) -> None:
    page = open_page(has_touch=True, is_mobile=True)
    page.goto("/?q=zzzz")
    page.locator(".table .zone").first.tap()
    page.locator("ol.incidents a.incident").first.wait_for()
