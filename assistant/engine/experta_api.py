"""The one door to Experta: nothing else in the project imports it.

Experta 1.9.4 pins frozendict 1.2, which still looks for `collections.Mapping`; the name is put back only while Experta is
imported. Experta swallows ImportErrors, so every name is taken from the module that defines it. Its watchers log each test
of each condition: they are silenced, and the root logger that it configures is left as it was.
"""

from __future__ import annotations

import collections
import collections.abc
import logging


def _import_quietly() -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    missing = not hasattr(collections, "Mapping")
    if missing:
        collections.Mapping = collections.abc.Mapping  # type: ignore[attr-defined]
    try:
        import experta.engine  # noqa: F401
    finally:
        if missing:
            del collections.Mapping  # type: ignore[attr-defined]
        root.handlers[:] = handlers
        root.setLevel(level)


_import_quietly()

from experta.abstract import Matcher, Strategy  # noqa: E402
from experta.activation import Activation  # noqa: E402
from experta.agenda import Agenda  # noqa: E402
from experta.conditionalelement import NOT  # noqa: E402
from experta.engine import KnowledgeEngine  # noqa: E402
from experta.fact import Fact, InitialFact  # noqa: E402
from experta.factlist import FactList  # noqa: E402
from experta.fieldconstraint import L, P  # noqa: E402
from experta.matchers.rete import ReteMatcher  # noqa: E402
from experta.rule import Rule  # noqa: E402

for _name in ("RULES", "ACTIVATIONS", "FACTS", "AGENDA", "MATCH", "MATCHER", "ENGINE"):
    _logger = logging.getLogger(f"experta.watchers.{_name}")
    _logger.disabled = True

__all__ = [
    "NOT",
    "Activation",
    "Agenda",
    "Fact",
    "FactList",
    "InitialFact",
    "KnowledgeEngine",
    "L",
    "Matcher",
    "P",
    "ReteMatcher",
    "Rule",
    "Strategy",
]
