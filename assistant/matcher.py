"""Experta's Rete matcher with a memory of its own for each engine.

Experta keeps the list of conflict-set nodes in a cache for one engine per process, so that several engines used in turn
walk their whole network at every step; and `reset` leaves in those nodes what a failed run had put there. Here each
matcher knows its own nodes, asks only those that changed, and a reset empties them all.
"""

from __future__ import annotations

from typing import Any

from assistant.door import Activation, ConflictSetNode, Fact, Node, ReteMatcher


class OwnMatcher(ReteMatcher):
    """A Rete network that knows its own end nodes."""

    def __init__(self, engine: Any):
        super().__init__(engine)
        self.nodes = _all_nodes(self.root_node)
        self.ends = [node for node in self.nodes if isinstance(node, ConflictSetNode)]

    def changes(
        self, adding: list[Fact] | None = None, deleting: list[Fact] | None = None
    ) -> tuple[list[Activation], list[Activation]]:
        """Pass the changed facts through the network and collect what became or ceased to be active."""
        for fact in deleting or ():
            self.root_node.remove(fact)
        for fact in adding or ():
            self.root_node.add(fact)
        added: list[Activation] = []
        removed: list[Activation] = []
        for node in self.ends:
            if node.added or node.removed:
                fresh, gone = node.get_activations()
                added.extend(fresh)
                removed.extend(gone)
        return added, removed

    def reset(self) -> None:
        """Empty every node once, and forget what a failed run left undelivered."""
        for node in self.nodes:
            node._reset()
        for node in self.ends:
            node.added.clear()
            node.removed.clear()


def _all_nodes(root: Node) -> list[Node]:
    """Every node of the network once, in the order met."""
    found: dict[int, Node] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) not in found:
            found[id(node)] = node
            waiting.extend(child.node for child in node.children)
    return list(found.values())
