"""What the tiles told of an event answer, and tiles told to no purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from assistant.consultation.intake import Event
from assistant.consultation.questionnaire import Questionnaire
from assistant.engine.engines import Engines
from assistant.engine.network import Network
from assistant.french import lower_first
from assistant.model import DEFAULT_PLAYER, Library, Value
from assistant.model.hands import Computation

if TYPE_CHECKING:
    from assistant.hands.facts import Tiles


def refuse_idle_tiles(library: Library, engines: Engines, rulesets: Sequence[str], event: Event) -> None:
    """HandError where the tiles told of an event answer nothing that it asks in any of these rulesets, and value no hand there."""
    from assistant.hands.facts import tiles_of
    from assistant.hands.tiles import HandError, Mistake

    assert event.tiles is not None
    turns = [turn.into for turn in library.incidents[event.incident].turns if event.number > 1]
    read: dict[str, str] = {}
    lost: list[str | None] = []
    used = False
    for ruleset in rulesets:
        tiles = tiles_of(library, ruleset, event.tiles, event.told)
        for incident in (event.incident, *turns):
            if ruleset in library.incidents[incident].rulesets:
                network = engines.engine(ruleset, incident).network
                read.update((name, fact.title) for name, fact in network.facts.items() if fact.computed)
                if tiles.hand.size == 14 and _values(library, network):
                    lost.append(tiles.loses())
        used = used or not tiles.as_told.right_count or not read.keys().isdisjoint(tiles.facts())
    told = f"{event.prefix}tuiles : l'incident « {library.incidents[event.incident].title} »"
    if lost and all(lost):
        raise HandError(
            Mistake.UNUSED,
            f"{told} suppose une main gagnante, et ces tuiles ne gagnent pas. {lost[0]} Corrigez-les, retirez-les, ou prenez "
            "l'incident d'une victoire annoncée et contestée.",
        )
    if used or lost:
        return  # or of a wrong number, which the sheet says
    if not read:
        raise HandError(Mistake.UNUSED, f"{told} ne se décide pas aux tuiles : retirez-les.")
    raise HandError(
        Mistake.UNUSED,
        f"{told} ne lit rien de ces tuiles. Il y chercherait : {', '.join(map(lower_first, read.values()))} ; dites ce qui manque "
        "(+3m la tuile gagnante, kong:3s un kong après riichi, ecarts: et passees:), ou retirez les tuiles.",
    )


def _values(library: Library, network: Network) -> bool:
    """Whether a sheet of this incident takes a hand for a winning one and can say what it is worth."""
    if library.tiles is None or network.incident not in library.tiles.valued:
        return False
    if any(fact.computed and fact.computed.by is Computation.COMPLETE for fact in network.facts.values()):
        return False  # it judges itself whether the hand wins
    return any(
        library.sanctions[name].wins
        for rule in network.rules.values()
        for then in (rule.then, *(reading.then for reading in rule.then.readings))
        if then.player == DEFAULT_PLAYER
        for name in then.sanctions
    )


def with_tiles(
    library: Library, questionnaire: Questionnaire, event: Event, told: Mapping[str, Value]
) -> tuple[dict[str, Value], Tiles | None]:
    """What was told, and what the tiles answer besides; an answer or a dispute of the referee beats the tiles."""
    if event.tiles is None:
        return dict(told), None
    from assistant.hands.facts import tiles_of

    tiles = tiles_of(library, questionnaire.network.ruleset, event.tiles, told)
    known, before = dict(told), -1
    while before != len(known):  # one computed answer can make another question sensible
        before = len(known)
        for name, computed in tiles.facts().items():
            fact = questionnaire.network.facts.get(name)
            if fact is None or name in known or name in event.contested:
                continue
            if all(test.admits(known.get(test.fact)) for test in fact.only_if):
                known[name] = computed.value
    return known, tiles
