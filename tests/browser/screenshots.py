"""`make screenshots`: every page as a phone shows it, by day and by night, and as a desk does, into screenshots/."""

from __future__ import annotations

import sys

from playwright.sync_api import sync_playwright

from assistant.compare.comparison import kept_or_made
from assistant.consultation.consultant import Consultant
from assistant.proof.prove import keep, kept, prove
from assistant.store.library import load
from assistant.store.paths import cache_folder
from tests.browser.stage import CHROMIUM_FLAGS, DESK, PHONE, Missing, chromium, every_page
from tests.support.serving import ROOT, serving

FOLDER = ROOT / "screenshots"


def main() -> int:
    """Write them all, and say where."""
    try:
        program = chromium()
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    library = load()
    if kept(library) is None:
        keep(library, prove(library))  # the schedules are read off it
    kept_or_made(library)
    pages = every_page(library, Consultant(library))
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with serving(cache_folder().parent) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        for suffix, viewport, theme in (("390", PHONE, "light"), ("390-nuit", PHONE, "dark"), ("1280", DESK, "light")):
            context = browser.new_context(viewport=viewport, color_scheme=theme, service_workers="block")
            page = context.new_page()
            for name, link in pages.items():
                page.set_viewport_size(viewport)
                page.goto(server.url + link)
                height = page.evaluate("document.documentElement.scrollHeight")
                page.set_viewport_size({**viewport, "height": max(viewport["height"], min(height, 12000))})
                page.screenshot(path=FOLDER / f"{name}-{suffix}.png")
            context.close()
        browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} images in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
