"""Where the YAML lies: inside the installed package, or beside it in a clone; where caches may be kept, and what users made."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from assistant.errors import InputError
from assistant.store.unusable import Unusable

PACKAGE = Path(__file__).resolve().parent.parent
SUPPLEMENTS = "ARBITRE_SUPPLEMENTS"  # the variable that names files or folders of supplements


def data_folder(name: str) -> Path:
    """The folder `knowledge` or `rules_yaml`."""
    override = os.environ.get("ARBITRE_DATA")
    candidates = [Path(override) / name] if override else [PACKAGE / name, PACKAGE.parent / name]
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    told = "ARBITRE_DATA doit nommer le dossier qui le contient" if override else "réinstallez Arbitre"
    raise InputError(f"dossier « {name} » introuvable ; cherché : {', '.join(map(str, candidates))}. {told}")


def supplement_files() -> list[Path]:
    """The supplements of tournaments and federations: those that ARBITRE_SUPPLEMENTS names, files or folders, and those that lie in `supplements` beside the knowledge."""
    named = [Path(name) for name in os.environ.get(SUPPLEMENTS, "").split(os.pathsep) if name]
    for path in named:
        lacks = "qui n'existe pas" if not path.exists() else "un dossier sans fichier .yaml" if path.is_dir() and not any(path.glob("*.yaml")) else None
        if lacks:
            remedy = "donnez un fichier .yaml, ou un dossier qui en contient"
            raise InputError(f"{SUPPLEMENTS} (ou --supplement) nomme « {path} », {lacks} : {remedy}.")
    beside = data_folder("knowledge").parent / "supplements"
    places = [*named, *([beside] if beside.is_dir() else [])]
    found = [file for path in places for file in (sorted(path.glob("*.yaml")) if path.is_dir() else [path])]
    return list(dict.fromkeys(file.resolve() for file in found))


def cache_folder() -> Path:
    """A folder outside the source tree for what can be made anew at any time; of a user without a home, one of his own among the temporary files."""
    root = os.environ.get("ARBITRE_CACHE") or os.environ.get("XDG_CACHE_HOME")
    if root:
        return Path(root) / "arbitre"
    try:
        return Path.home() / ".cache" / "arbitre"
    except RuntimeError:  # a user without home: what lies there is read only if it is ours
        return Path(tempfile.gettempdir()) / f"arbitre-{os.geteuid() if hasattr(os, 'geteuid') else 'cache'}"


def user_folder() -> Path:
    """A folder for what users made and nobody can make anew."""
    root = os.environ.get("XDG_DATA_HOME")
    try:
        base = Path(root) if root else Path.home() / ".local" / "share"
    except RuntimeError as error:
        raise Unusable(
            "La progression n'a pas de place : cet utilisateur n'a pas de dossier personnel."
            " Nommez un fichier dans ARBITRE_PROGRESS."
        ) from error
    return base / "arbitre"
