"""YAML of the tests, read by libyaml where it is there: thousands of lines are read by every process of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def written(path: Path) -> Any:
    """What a file says."""
    return yaml.load(path.read_text(encoding="utf-8"), LOADER)
