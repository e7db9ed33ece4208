"""Where the YAML lies: inside the installed package, or beside it in a clone; where caches may be kept, and what users made."""

from __future__ import annotations

import os
from pathlib import Path

from assistant.errors import InputError

PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: str) -> Path:
    """The folder `knowledge` or `rules_yaml`."""
    override = os.environ.get("ARBITRE_DATA")
    candidates = [Path(override) / name] if override else [PACKAGE / name, PACKAGE.parent / name]
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    told = "ARBITRE_DATA doit nommer le dossier qui le contient" if override else "réinstallez Arbitre"
    raise InputError(f"dossier « {name} » introuvable ; cherché : {', '.join(map(str, candidates))}. {told}")


def cache_folder() -> Path:
    """A folder outside the source tree for what can be made anew at any time; of a user without a home, one that cannot be written."""
    root = os.environ.get("ARBITRE_CACHE") or os.environ.get("XDG_CACHE_HOME")
    home = _home()
    base = Path(root) if root else home / ".cache" if home else Path(os.devnull)
    return base / "arbitre"


def user_folder() -> Path:
    """A folder for what users made and nobody can make anew."""
    root = os.environ.get("XDG_DATA_HOME")
    home = _home()
    if not root and home is None:
        raise InputError(
            "cet utilisateur n'a pas de dossier personnel ; nommez dans XDG_DATA_HOME celui où garder ce que font les élèves"
        )
    base = Path(root) if root else (home or Path()) / ".local" / "share"
    return base / "arbitre"


def _home() -> Path | None:
    """The user's own folder; a user may have none (no HOME, no account)."""
    try:
        return Path.home()
    except RuntimeError:
        return None
