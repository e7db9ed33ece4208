"""Whether the network and Experta's run of some facts are what the plain evaluator says of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from assistant.engine.engines import Engine
from assistant.engine.network import Network
from assistant.errors import Conflict
from assistant.model import Value
from tests.oracles.evaluator import Evaluator, Meaning, given


def misread(network: Network, meaning: Meaning) -> list[str]:
    """Every relation of the network that is not what the rules themselves say, by name."""
    overridable, exceptions = _overridable(meaning), [name for name, found in meaning.targets.items() if found]
    both: dict[str, tuple[object, object]] = {
        "rules": (set(network.rules), set(meaning.rules)),
        "derivers": (_pairs(network.derivers), _pairs(meaning.derivers)),
        "derived": (set(network.derivers), set(meaning.derivers)),
        "exceptions": (_pairs(network.exceptions), _pairs({name: meaning.exceptions[name] for name in overridable})),
        "targets": (_pairs(network.targets), _pairs({name: meaning.targets[name] for name in exceptions})),
        "givers": (
            _pairs(network.givers),
            {(name, rule.id) for rule in meaning.rules.values() for name in given(rule.then)},
        ),
    }
    return [name for name, (theirs, ours) in both.items() if theirs != ours]


def _pairs(relation: Mapping[str, Iterable[str]]) -> set[tuple[str, str]]:
    return {(name, other) for name, others in relation.items() for other in others}


def disagreements(engine: Engine, meaning: Meaning, known: Mapping[str, Value]) -> list[str]:
    """Everything in which the two differ, by name; nothing where they agree."""
    return list(_told(engine, meaning, known))


def _told(engine: Engine, meaning: Meaning, known: Mapping[str, Value]) -> Iterator[str]:
    evaluator = Evaluator(meaning, known)
    plain = evaluator.evaluate()
    twice = [fact for fact in meaning.derivers if fact not in known and len(evaluator.values(fact)) > 1]
    try:
        run = engine.run(known)
    except Conflict as conflict:
        if not twice:
            yield f"a conflict that is none: {conflict}"
        return
    if twice:
        yield f"no conflict, though two values are derived: {twice}"
    both = {
        "stands": (set(run.standing), set(plain.standing)),
        "may stand": (set(run.may_stand), set(plain.may_stand)),
        "is derived": (set(run.derived.items()), set(plain.derived.items())),
        "holds": (set(run.holding), {name for name in _overridable(meaning) if evaluator.holds(name) is True}),
        "is overridden": (
            {(name, by) for name, found in run.overridden.items() for by in found},
            {
                (name, by)
                for name in _overridable(meaning)
                for by in meaning.exceptions[name]
                if evaluator.holds(name) is True and name not in plain.standing and by in plain.standing
            },
        ),
    }
    for what, (theirs, ours) in both.items():
        if theirs != ours:
            yield f"{what}: only by Experta {theirs - ours or '{}'}, only by the evaluator {ours - theirs or '{}'}"


def _overridable(meaning: Meaning) -> list[str]:
    return [name for name, exceptions in meaning.exceptions.items() if exceptions]
