"""Checks on what is to be done: each step begins with it, and none contradicts another sentence."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.french import sentence
from assistant.model import NOWHERE
from assistant.proof.coherence.final import Final, Part, Spoken
from assistant.proof.coherence.language import begins_with_an_act, conditions, says
from assistant.proof.coherence.lint import Broken, Lint


class BeginsWithTheAct(Lint):
    """Every sentence of « À faire » begins with what to do."""

    name = "dit-quoi-faire"
    recommendation = "commencez par un impératif (« Faites… », « Dites… »), ou par un joueur et ce qu'il fait ; ce qui n'est pas un geste est un effet"

    def broken(self, final: Final) -> Iterator[Broken]:
        speech = final.library.speech
        wrote = {sentence(spoken.text): spoken for spoken in final.of(Part.STEP, Part.DEAL, Part.DUE)}
        for step in final.steps:
            if not begins_with_an_act(step, speech.actors, speech.verbs):
                spoken = wrote.get(step) or Spoken(Part.STEP, step, "la feuille", NOWHERE)
                yield Broken.by(spoken, "ne commence pas par ce qu'il y a à faire")


class NoContradiction(Lint):
    """No step, effect, name or slot contradicts another."""

    name = "sans-contradiction"
    recommendation = "gardez celle que le texte dit, ou donnez à l'autre une condition"

    def broken(self, final: Final) -> Iterator[Broken]:
        every = final.of(Part.STEP, Part.DEAL, Part.EFFECT, Part.NAME)
        told = [spoken for spoken in every if not conditions(spoken.text)]
        for pair in final.library.speech.contraries:
            ones = [spoken for spoken in told if says(spoken.text, pair.one)]
            others = [spoken for spoken in told if says(spoken.text, pair.other)]
            for spoken in ones:
                for other in others:
                    same = spoken.player is None or other.player is None or spoken.player == other.player
                    if same and other is not spoken:
                        yield Broken.by(
                            spoken,
                            f"contredit {other.part.value} « {other.text.rstrip('.')} » ({other.owner}) : {pair.why}",
                        )
