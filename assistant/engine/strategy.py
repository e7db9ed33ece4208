"""Which activation fires next: by salience, then by rule id; and one that no longer matches is really gone.

Experta's own strategy removes by bisection and looks one place to each side of where it lands: among many activations of
equal key it misses the right one, and a rule fires although its NOT has become false. It also leaves the order of equals
to hash seed and memory address.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from operator import attrgetter

from assistant.engine.experta_api import Activation, Agenda, Strategy

Key = tuple[int, str, tuple[int, ...]]
KEY_OF = attrgetter("key")


class OrderedStrategy(Strategy):
    """A total order, so that removal finds its activation and every run is the same."""

    @staticmethod
    def key(activation: Activation) -> Key:
        """Salience, rule id, and the numbers of the facts that matched."""
        return (
            activation.rule.salience,
            activation.rule.__name__,
            tuple(sorted(fact.__factid__ for fact in activation.facts)),
        )

    def update_agenda(self, agenda: Agenda, added: Sequence[Activation], removed: Sequence[Activation]) -> None:
        """As Experta's, without asking its watchers, which are silenced."""
        if added or removed:
            self._update_agenda(agenda, added, removed)

    def _update_agenda(self, agenda: Agenda, added: Iterable[Activation], removed: Iterable[Activation]) -> None:
        waiting = agenda.activations
        for activation in removed:
            key = activation.key = activation.key or self.key(activation)
            index = bisect_left(waiting, key, key=KEY_OF)
            while index < len(waiting) and waiting[index].key == key:
                if waiting[index] is activation or waiting[index] == activation:
                    del waiting[index]
                    break
                index += 1
        for activation in added:
            activation.key = activation.key or self.key(activation)
            insort(waiting, activation, key=KEY_OF)
