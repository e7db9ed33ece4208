"""The house: which room stands on which floor, and that nobody calls upstairs or next door.

A module imports only from rooms on lower floors, or from its own room. Imports inside functions count like any other; those
made for the type checker alone do not exist when the program runs, but they too follow the floors.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.modules import ROOT, modules, product

FLOORS = (
    ("assistant.errors", "assistant.french"),
    ("assistant.model",),
    ("assistant.engine", "assistant.hands"),
    ("assistant.decision",),
    ("assistant.authoring",),
    ("assistant.store", "assistant.graph"),
    ("assistant.consultation", "assistant.search"),
    ("assistant.proof", "assistant.compare", "assistant.training"),
    ("assistant.commands", "web"),
    ("assistant.cli",),
    ("assistant.__main__",),
)
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}


def room_of(name: str) -> str | None:
    """The room a module belongs to; None for the package `assistant` itself, which holds the version alone."""
    return next((room for room in FLOOR if name == room or name.startswith(f"{room}.")), None)


@cache
def nodes(code: str) -> list[ast.AST]:
    """Everything that a module says; copies of one module are read once."""
    return list(ast.walk(ast.parse(code)))


def imported(name: str, path: Path, known: set[str]) -> Iterator[tuple[str, int]]:
    """Every module of ours that this one imports, wherever in the file, with its line."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in nodes(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            targets = [full if (full := f"{base}.{alias.name}") in known else base for alias in node.names]
        else:
            continue
        for target in targets:
            if target.split(".")[0] in ("assistant", "web", "tests", "tools", "benchmarks", "probes"):
                yield target, node.lineno


def wrong(root: Path) -> list[str]:
    """Every import that goes up, or next door, with both names."""
    found = modules(root)
    told = []
    for name, path in found.items():
        mine = room_of(name)
        if mine is None and name != "assistant":
            told.append(f"{name} stands in no room")
        for target, line in imported(name, path, set(found)):
            theirs = room_of(target)
            if mine == theirs or target == "assistant":
                continue
            if theirs is None or mine is None or FLOOR[theirs] >= FLOOR[mine]:
                told.append(f"{name}:{line} imports {target}: a room knows only the floors below it")
    return told


def test_nobody_calls_upstairs_or_next_door() -> None:
    assert product()
    assert not wrong(ROOT)


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("assistant/model/rules.py", "from assistant.engine.engines import Engines"),
        ("assistant/engine/network.py", "def late():\n    from assistant.hands import tiles"),
        ("assistant/proof/walk.py", "import assistant.training.exam"),
        ("assistant/consultation/sheet.py", "def late():\n    from assistant.proof.prove import Proof"),
        ("assistant/store/cache.py", "from ..consultation import intake"),
        ("assistant/search/index.py", "def late():\n    if late:\n        import web.pages.case"),
        ("web/pages/home.py", "from assistant.cli import main"),
        ("web/pages/home.py", "from tests.conftest import ROOT"),
    ],
)
@pytest.mark.walk
def test_a_wrong_import_is_told_with_both_names(tmp_path: Path, module: str, line: str) -> None:
    for path in product().values():
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    changed = tmp_path / module
    changed.write_text(f"{changed.read_text(encoding='utf-8')}\n\n{line}\n", encoding="utf-8")
    (problem,) = wrong(tmp_path)
    here = module.removesuffix(".py").replace("/", ".")
    assert problem.startswith(f"{here}:") and any(
        name in problem.split(" imports ")[1] for name in FLOOR | {"tests": 0}
    )


def test_only_the_model_re_exports() -> None:
    """What a package's door imports is paid for by everybody who opens it."""
    doors = [path for name, path in product().items() if path.name == "__init__.py"]
    assert len(doors) > 15
    importing = {
        path.parent.relative_to(ROOT).as_posix()
        for path in doors
        if any(
            isinstance(node, ast.Import | ast.ImportFrom) for node in ast.parse(path.read_text(encoding="utf-8")).body
        )
    }
    assert importing == {"assistant/model", "web"}


def test_every_room_has_its_tests() -> None:
    rooms = [ROOT / room.replace(".", "/") for room in FLOOR]
    folders = {room.name for room in rooms if room.is_dir()}
    assert len(folders) > 10
    assert not {name for name in folders if not list((ROOT / "tests" / name).glob("test_*.py"))}


def test_every_room_is_in_the_architecture_page() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    house = page[page.index("```") : page.index("## The way of one case")]
    for number, rooms in enumerate(FLOORS[:-1]):
        names = [room.removeprefix("assistant.") for room in rooms]
        (line,) = [line for line in house.splitlines() if line.startswith(f" {number} ")]
        assert [name for name in names if name in line] == names


FLEETING = ("found", "one")  # names that say nothing, good for a few lines only
FEW_LINES = 8


def lasting(path: Path) -> Iterator[str]:
    """Where a fleeting name is used over more than a few lines of a function; an inner scope counts for itself."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        scopes = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.FunctionDef, ast.Lambda)
        inner = [node for node in ast.walk(function) if isinstance(node, scopes) and node is not function]
        apart = {id(node) for scope in inner for node in ast.walk(scope)}
        for name in FLEETING:
            uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
            lines = [node.lineno for node in uses if id(node) not in apart]
            lines += [argument.lineno for argument in function.args.args if argument.arg == name]
            if lines and max(lines) - min(lines) > FEW_LINES:
                yield f"{path.name}:{min(lines)} « {name} » lasts to line {max(lines)} of {function.name}"


def test_fleeting_names_last_a_few_lines() -> None:
    assert not [told for path in product().values() for told in lasting(path)]


def test_a_lasting_name_is_told(tmp_path: Path) -> None:
    body = "\n".join(["    found = []", *["    pass"] * FEW_LINES, "    return found"])
    (tmp_path / "long.py").write_text(f"def late():\n{body}\n", encoding="utf-8")
    assert list(lasting(tmp_path / "long.py")) == ["long.py:2 « found » lasts to line 11 of late"]


def test_modules_are_imported_by_name_where_a_frame_finds_its_parts() -> None:
    """Who imports a module by a string hides it from the test above: the command finds its commands so, the web its pages."""
    hiding = {name for name, path in product().items() if "import_module" in path.read_text(encoding="utf-8")}
    assert hiding == {"assistant.cli", "web.page"}
