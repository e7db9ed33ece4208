"""Every module of the product, in all its rooms: what tests that read the code itself look at."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FEWEST = 100  # fewer than there are: whoever sees less has not looked into the rooms


def modules(root: Path) -> dict[str, Path]:
    """Every module below a folder that holds `assistant` and `web`, by its full name; packages too."""
    found = {}
    for folder in ("assistant", "web"):
        for path in sorted((root / folder).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def product() -> dict[str, Path]:
    """The modules of the product, and never just a few of them."""
    found = modules(ROOT)
    assert len(found) >= FEWEST, f"only {len(found)} modules seen: the rooms were not looked into"
    return found


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
