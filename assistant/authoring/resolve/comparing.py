"""What the comparison alone reads: how often incidents are met, points that no incident decides, what units bring."""

from __future__ import annotations

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names, as_list
from assistant.authoring.schema import comparing as schema
from assistant.model import Frequency, Point, Said, Usual


def build_frequencies(files: Files) -> dict[str, Frequency]:
    """How often incidents are met, the most often first."""
    entries = (written.entry for written in files.frequency)
    found = [Frequency(entry.id, entry.label, entry.weight) for entry in entries]
    return {one.id: one for one in sorted(found, key=lambda one: -one.weight)}


def build_met(files: Files, names: Names) -> dict[str, str]:
    """For each incident how often it is met; where anything is said of it, all are named, each once."""
    names.unique(files.frequency)
    met: dict[str, str] = {}
    for written in files.frequency:
        for index, incident in enumerate(written.entry.incidents):
            if not names.expect(written, "incidents", "incident", incident, names.incidents, "incidents", index):
                continue
            if incident in met:
                message = f"« {incident} » est déjà sous « {met[incident]} » ; nommez-le une fois"
                names.problems.append(written.problem(written.entry.id, message, "incidents", index))
            met[incident] = written.entry.id
    missing = [incident for incident in names.incidents if incident not in met]
    if files.frequency and missing:
        message = f"aucune fréquence ne nomme « {missing[0]} »" + (
            f" ni {len(missing) - 1} autres" if missing[1:] else ""
        )
        remedy = f" : ajoutez-le aux « incidents » de l'une d'elles ({', '.join(one.entry.id for one in files.frequency)})"
        names.problems.append(files.frequency[0].problem("incidents", message + remedy))
    return met


def build_points(files: Files, names: Names) -> dict[str, Point]:
    """What no incident decides, each with what the texts say of it."""
    names.unique(files.points)
    frequencies = [written.entry.id for written in files.frequency]
    families = [written.entry.id for written in files.families] or sorted({one.stem for one in files.incidents})
    return {written.entry.id: _point(written, names, frequencies, families) for written in files.points}


def _point(written: Written[schema.Point], names: Names, frequencies: list[str], families: list[str]) -> Point:
    entry = written.entry
    names.expect(written, "family", "famille", entry.family, families, "family")
    names.expect(written, "met", "fréquence", entry.met, frequencies, "met")
    says: dict[str, Said] = {}
    for ruleset, said in entry.says.items():
        if names.expect(written, "says", "règlement", ruleset, names.rulesets, "says", ruleset):
            cites = tuple(as_list(said.cites))
            for clause in cites:
                names.expect(written, "cites", "clause", clause, names.citable(ruleset), "says", ruleset, "cites")
            says[ruleset] = Said(said.text, cites)
    return Point(entry.id, entry.family, entry.title, entry.met, names.with_supplements(says), written.place)


def build_usual(files: Files, names: Names) -> dict[str, Usual]:
    """What units usually bring."""
    found: dict[str, Usual] = {}
    for written in files.units:
        usual = written.entry.usual
        if usual is not None:
            cites = tuple(as_list(usual.cites))
            for clause in cites:
                names.expect(written, "usual.cites", "clause", clause, names.clauses, "usual", "cites")
            found[written.entry.id] = Usual(usual.value, usual.what, cites)
    return found
