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
