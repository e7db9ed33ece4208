"""YAML read so that it cannot surprise its author.

Nodes are composed by PyYAML (its C parser when there is one) and turned into text, whole numbers, `true`/`false`, lists
and mappings. What YAML 1.1 would silently turn into something else (`no`, `010`, `12:30`, `1_000`, dates, an empty
value) is refused with its line, and so are two equal keys, anchors and tags, and sentences between brackets, which a comma
would split.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from assistant.errors import AuthorError, Problem, unreadable

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)\Z")
BOOLEAN_WORDS = {"yes", "no", "on", "off", "y", "n", "true", "false"}
NUMBER_LIKE = re.compile(
    r"[-+]?(0b[01_]+|0x[0-9a-fA-F_]+|0o?[0-7_]*|[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|[0-9][0-9_]*|"
    r"([0-9][0-9_]*)?\.[0-9_]*([eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+|\.(inf|Inf|INF|nan|NaN|NAN))\Z"
)
DATE_LIKE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?\Z")

INDENTED_BY_A_TAB = re.compile(r" *\t")
MOST_DIGITS = 15  # no number of a rulebook is longer
DEEPEST = 40  # levels of lists and keys, one in another: nothing that is read has ten
LARGEST = 8 * 1024 * 1024  # bytes of one file

Path_ = tuple[Any, ...]


@dataclass(frozen=True)
class Document:
    """The content of one file and the line of every key and item in it."""

    file: str
    data: Any
    lines: dict[Path_, int]

    def line(self, path: Path_) -> int:
        """The line of the nearest thing that exists at or above this path."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.lines:
                return self.lines[path[:end]]
        return 1


class _Reader:
    def __init__(self, file: str, prose: Set[str]):
        self.file = file
        self.prose = prose
        self.lines: dict[Path_, int] = {}
        self.problems: list[Problem] = []
        self.ids: dict[int, str] = {}

    def refuse(self, node: yaml.Node, path: Path_, message: str) -> None:
        self.problems.append(
            Problem(self.file, node.start_mark.line + 1, ".".join(map(str, self.named(path))), message)
        )

    def named(self, path: Path_) -> Path_:
        """The path with an entry's number replaced by its id."""
        if path and isinstance(path[0], int) and path[0] in self.ids:
            return (self.ids[path[0]], *path[1:])
        return path

    def read(self, node: yaml.Node, path: Path_) -> Any:
        self.lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            if node.flow_style and path and path[-1] in self.prose and _could_be_split(node):
                self.refuse(
                    node,
                    path,
                    "entre crochets, une virgule coupe la phrase en deux ; écrivez chaque phrase sur sa ligne, après « - »",
                )
            if not path:
                self.ids = {index: name for index, item in enumerate(node.value) if (name := _id_of(item))}
            return [self.read(item, (*path, index)) for index, item in enumerate(node.value)]
        assert isinstance(node, yaml.ScalarNode)
        return self.scalar(node, path)

    def mapping(self, node: yaml.MappingNode, path: Path_) -> dict[str, Any]:
        result: dict[str, Any] = {}
        first_line: dict[str, int] = {}
        for key_node, value_node in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
            if key is None or key == "<<":
                self.refuse(key_node, path, "une clé doit être un mot simple (pas de fusion « << », pas de liste)")
                continue
            if not key_node.style and key.lower() in BOOLEAN_WORDS:
                self.refuse(
                    key_node,
                    (*path, key),
                    f"« {key} » serait lu comme vrai ou faux ; mettez la clé entre "
                    "guillemets ou choisissez un autre mot",
                )
            if key in result:
                self.refuse(
                    key_node, (*path, key), f"clé écrite deux fois (déjà ligne {first_line[key]}) ; gardez-en une"
                )
                continue
            first_line[key] = key_node.start_mark.line + 1
            self.lines[(*path, key)] = first_line[key]
            result[key] = self.read(value_node, (*path, key))
        return result

    def scalar(self, node: yaml.ScalarNode, path: Path_) -> Any:
        text = node.value
        if node.style:
            if not text.strip():
                self.refuse(node, path, "texte vide ; écrivez quelque chose ou supprimez la clé")
            return text
        if text in ("true", "false"):
            return text == "true"
        if text.strip() in ("", "~") or text.lower() == "null":
            self.refuse(node, path, "valeur vide ; donnez une valeur ou supprimez la clé")
        elif text.lower() in BOOLEAN_WORDS:
            self.refuse(
                node,
                path,
                f"« {text} » serait lu comme vrai ou faux ; écrivez « oui » ou « non », ou mettez le "
                "mot entre guillemets",
            )
        elif len(text) > MOST_DIGITS and WHOLE_NUMBER.match(text):
            self.refuse(
                node,
                path,
                f"nombre de {len(text)} chiffres ; {MOST_DIGITS} au plus (pour un texte mettez des guillemets)",
            )
        elif WHOLE_NUMBER.match(text):
            return int(text)
        elif NUMBER_LIKE.match(text):
            self.refuse(
                node,
                path,
                f"« {text} » serait lu comme un autre nombre que celui qui est écrit ; pour un texte "
                f'(numéro de section, heure) mettez des guillemets : "{text}", pour un nombre écrivez des '
                "chiffres seuls, sans zéro devant",
            )
        elif DATE_LIKE.match(text):
            self.refuse(node, path, f'« {text} » serait lu comme une date ; mettez des guillemets : "{text}"')
        return text


def _could_be_split(node: yaml.Node) -> bool:
    """Whether there is text of several words without quotes in a list or mapping."""
    if isinstance(node, yaml.ScalarNode):
        return not node.style and " " in node.value
    if isinstance(node, yaml.MappingNode):
        return any(_could_be_split(value) for _, value in node.value)
    return any(map(_could_be_split, node.value))


def _id_of(node: yaml.Node) -> str | None:
    """The id written in an entry, for messages about it."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == "id" and isinstance(value, yaml.ScalarNode):
                return str(value.value)
    return None


NOT_YAML = (
    (
        "mapping values are not allowed",
        "un « : » suivi d'une espace dans un texte sans guillemets ; mettez le texte entre guillemets",
    ),
    ("undefined alias", "un texte qui commence par « * » ; mettez-le entre guillemets"),
    ("expected ',' or", "une liste ou une accolade qui n'est pas fermée, ou une virgule qui manque"),
    ("found character", "un signe qu'un texte sans guillemets ne peut pas commencer (tabulation, « @ », « % », « ` »)"),
    ("could not find expected ':'", "une clé sans « : », ou une ligne mal alignée"),
    ("expected <block end>", "une ligne mal alignée : les clés d'une même entrée commencent à la même colonne"),
    ("did not find expected key", "une ligne mal alignée : les clés d'une même entrée commencent à la même colonne"),
    ("did not find expected '-'", "une entrée mal alignée, ou un « - » qui manque"),
    ("found unexpected end of stream", "un guillemet qui n'est pas fermé"),
    ("expected a single document", "une ligne « --- » : un fichier n'a qu'un document"),
)
COMMON = "souvent un « : » dans un texte sans guillemets, une accolade ou un guillemet non fermé, une tabulation"


def _not_yaml(words: str) -> str:
    """What is probably wrong, in French."""
    return next((french for english, french in NOT_YAML if english in words), COMMON)


def _tabbed(text: str, near: int) -> int | None:
    """The line at which YAML stumbled, or one beside it, if it is indented by a tab."""
    lines = text.split("\n")
    return next((at for at in (near, near - 1, near + 1) if 0 <= at < len(lines) and INDENTED_BY_A_TAB.match(lines[at])), None)


def _refuse_special(text: str, shown_as: str) -> None:
    """Anchors, aliases and tags would let one line change another unseen; what is nested without end would exhaust the reader."""
    special, depth = [], 0
    for event in yaml.parse(text, Loader=Loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            message = (
                f"plus de {DEEPEST} niveaux l'un dans l'autre ; fermez les accolades et les crochets, "
                "et vérifiez l'alignement des lignes"
            )
            raise AuthorError([Problem(shown_as, event.start_mark.line + 1, "", message)])
        if getattr(event, "anchor", None) or getattr(event, "tag", None):
            special.append(event)
    if special:
        message = "ancres (&), renvois (*) et étiquettes (!) ne sont pas permis ; écrivez la valeur à chaque endroit"
        raise AuthorError([Problem(shown_as, event.start_mark.line + 1, "", message) for event in special])


def _text_of(path: Path, shown_as: str) -> str:
    """What a file says; one that cannot be read is told like any other mistake."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            message = f"ce fichier dépasse {LARGEST // 1024**2} Mo ; partagez-le en plusieurs"
            raise AuthorError([Problem(shown_as, 0, "", message)])
        return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        message = "à cette ligne, ce fichier n'est pas en UTF-8 ; enregistrez-le en UTF-8"
        raise AuthorError([Problem(shown_as, error.object.count(b"\n", 0, error.start) + 1, "", message)]) from error
    except OSError as error:
        raise AuthorError([unreadable(shown_as, error)]) from error


def read_yaml(path: Path, shown_as: str, prose: Set[str] = frozenset()) -> Document:
    """Read one file, in which lists under some keys hold sentences; raise AuthorError with every surprise in it."""
    text = _text_of(path, shown_as)
    try:
        _refuse_special(text, shown_as)
        node = yaml.compose(text, Loader=Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        at = _tabbed(text, mark.line if mark else 0)
        if at is not None:
            message = "une tabulation en début de ligne ; remplacez-la par des espaces (deux par niveau)"
            raise AuthorError([Problem(shown_as, at + 1, "", message)]) from error
        message = f"ce n'est pas du YAML : {_not_yaml(str(error))}"
        raise AuthorError([Problem(shown_as, mark.line + 1 if mark else 1, "", message)]) from error
    if node is None:
        raise AuthorError([Problem(shown_as, 1, "", "fichier vide ; écrivez au moins une entrée, ou supprimez-le")])
    reader = _Reader(shown_as, prose)
    data = reader.read(node, ())
    if reader.problems:
        raise AuthorError(reader.problems)
    return Document(shown_as, data, reader.lines)
