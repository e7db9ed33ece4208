"""Checks on what the text leaves unsaid: said or silent, and always to be decided and noted."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.model import UNSAID
from assistant.proof.coherence.final import Final, Part
from assistant.proof.coherence.language import DECIDE, NOTE, SILENT, plain, says
from assistant.proof.coherence.lint import Broken, Lint


class SaidOrSilent(Lint):
    """A slot is said or left unsaid, not both."""

    name = "dit-ou-tu"
    recommendation = "donnez à la case la valeur « non-dit », ou dites autrement ce dont le texte ne parle pas"

    def broken(self, final: Final) -> Iterator[Broken]:
        said = {name: value for name, value in final.outcome.slots if value != UNSAID}
        library = final.library
        for spoken in final.of(Part.SILENCE):
            for slot, phrases in library.speech.unsaid:
                words = says(spoken.text, phrases) if slot in said else None
                if (
                    words
                    and not library.slots[slot].values[said[slot]].idle
                    and not library.slots[slot].values[said[slot]].open
                ):
                    label = library.slots[slot].values[said[slot]].label
                    yield Broken.by(spoken, f"tait « {words} », et la case « {slot} » dit « {label} »")


class SilenceIsDecided(Lint):
    """Every silence comes with what to do about it: decide and note."""

    name = "silence-a-decider"
    recommendation = "écrivez-le sous « silence », ou dites dans le même geste de décider et de noter"

    def broken(self, final: Final) -> Iterator[Broken]:
        told = [plain(step) for step in final.steps]
        deciding = [step for step in told if DECIDE.search(step) and NOTE.search(step)]
        for name, value in final.outcome.slots:
            slot = final.library.slots[name]
            step = plain(slot.values[value].step or slot.values[value].label)
            if value == UNSAID and not any(words.startswith(step.rstrip(".")) for words in deciding):
                yield Broken(
                    f"{name}: {value}", slot.place, f"la case « {name} » est tue et aucun geste ne dit d'en décider"
                )
        if (final.outcome.silences or any(due.numbers is None for due in final.outcome.dues)) and not deciding:
            yield Broken(
                final.rules[0].id, final.rules[0].place, "le texte se tait et aucun geste ne dit de décider et de noter"
            )
        for spoken in final.of(Part.STEP, Part.DEAL, Part.EFFECT):
            words = plain(spoken.text)
            if SILENT.search(words) and not (DECIDE.search(words) and NOTE.search(words)):
                yield Broken.by(spoken, "dit que le texte se tait sans dire d'en décider")
