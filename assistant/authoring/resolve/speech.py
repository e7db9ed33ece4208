"""What the proof knows of our sentences, as plain objects."""

from __future__ import annotations

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names
from assistant.authoring.schema import speech as schema
from assistant.errors import unknown
from assistant.model import Contraries, Mention, Speech


def build_speech(files: Files, names: Names) -> Speech:
    """The words of `vocabularies/speech.yaml`."""
    written = files.speech[0]
    entry = written.entry
    return Speech(
        tuple(entry.actors),
        tuple(entry.verbs),
        tuple(_mention(written, index, names) for index in range(len(entry.mentions))),
        tuple(_unsaid(written, index, names) for index in range(len(entry.unsaid))),
        tuple(Contraries(tuple(pair.one), tuple(pair.other), pair.why) for pair in entry.contraries),
        tuple((option.option, tuple(option.phrases)) for option in entry.options),
    )


def _mention(written: Written[schema.Speech], index: int, names: Names) -> Mention:
    entry = written.entry.mentions[index]
    if entry.fact not in names.facts:
        message = unknown("fait", entry.fact, names.facts)
        names.problems.append(written.problem("mentions", message, "mentions", index, "fact"))
        return Mention(entry.fact, (), frozenset())
    values = [value.id for value in names.facts[entry.fact].entry.values or []]
    for value in entry.nothing:
        if value not in values:
            message = unknown("valeur", value, values)
            names.problems.append(written.problem(f"mentions.{entry.fact}", message, "mentions", index, "nothing"))
    return Mention(entry.fact, tuple(entry.phrases), frozenset(entry.nothing))


def _unsaid(written: Written[schema.Speech], index: int, names: Names) -> tuple[str, tuple[str, ...]]:
    entry = written.entry.unsaid[index]
    if entry.slot not in names.slots:
        message = unknown("case", entry.slot, names.slots)
        names.problems.append(written.problem("unsaid", message, "unsaid", index, "slot"))
    return entry.slot, tuple(entry.phrases)
