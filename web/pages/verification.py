"""What the proof yields: the page of its counts, and the schedule of sanctions; the proof is made beside, never in a request."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from assistant.model import Library
from assistant.proof.prove import COLUMNS, Proof, counts, kept
from assistant.proof.schedule import rows
from web.address import case_link, table_of
from web.context import AtHand, desk

pages = Blueprint("proofs", __name__)

_proofs = AtHand(kept)


def proof_at_hand(library: Library) -> Proof | None:
    """The proof of exactly this knowledge, once it is there."""
    return _proofs.of(library)


def prove_in_background(library: Library) -> subprocess.Popen[bytes] | None:
    """Start the proof in a process of its own, unless it is at hand; whoever starts it ends it."""
    if proof_at_hand(library) is not None:
        return None
    return subprocess.Popen(
        [sys.executable, "-m", "assistant", "verify"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_step_back if hasattr(os, "nice") else None,
    )


def _step_back() -> None:
    """Those who wait for a page go first."""
    os.nice(10)


@lru_cache(maxsize=16)
def _schedule(version: str, made: str, ruleset: str) -> list[dict[str, Any]]:
    library = desk().library
    proof = proof_at_hand(library)
    assert proof is not None and (library.version, proof.made) == (version, made)
    return rows(library, proof, ruleset)


def schedule(ruleset: str) -> list[dict[str, Any]] | None:
    """The schedule of one ruleset, or None while the proof is being made."""
    library = desk().library
    if ruleset not in library.rulesets:
        abort(404)
    proof = proof_at_hand(library)
    return _schedule(library.version, proof.made, ruleset) if proof is not None else None


@pages.get("/bareme")
def schedules() -> str:
    """The schedules of all rulesets."""
    return render_template("schedule/schedules.html", all_rulesets=desk().library.rulesets.values())


@pages.get("/bareme.json")
def schedules_json() -> Response:
    """The same as data."""
    keys = ("id", "title", "edition")
    found = [{key: getattr(one, key) for key in keys} for one in desk().library.rulesets.values()]
    return jsonify({"schedules": [{**one, "rows": f"/bareme/{one['id']}.json"} for one in found]})


@pages.get("/bareme/<ruleset>")
def one_schedule(ruleset: str) -> str:
    """All incidents of a ruleset with their sanctions in the table's context, to be printed."""
    every = schedule(ruleset)
    library = desk().library
    table = table_of(library, request)
    context = table.context
    found = [row for row in every or [] if not row["context"] or _within(row, context)]
    families = [(family, [row for row in found if row["family"] == family.id]) for family in library.families.values()]
    return render_template(
        "schedule/schedule.html",
        ruleset=library.rulesets[ruleset],
        source=library.sources[library.rulesets[ruleset].source],
        families=[(family, group) for family, group in families if group],
        waiting=every is None,
        case_link=lambda row: case_link(table._replace(ruleset=ruleset), {"incident": row["incident"]}),
    )


def _within(row: dict[str, Any], context: dict[str, str]) -> bool:
    """Whether a row holds in this context."""
    example = row["outcomes"][0]["example"]
    return all(example.get(name, value) == value for name, value in context.items())


@pages.get("/bareme/<ruleset>.json")
def schedule_json(ruleset: str) -> Response:
    """The same as data."""
    found = schedule(ruleset)
    return jsonify({"ruleset": ruleset, "proved": found is not None, "rows": found or []})


def _figures() -> dict[str, Any]:
    library = desk().library
    proof = proof_at_hand(library)
    if proof is None:
        return {"proved": False, "knowledge": library.version, "rows": [], "problems": []}
    return {
        "proved": True,
        "knowledge": library.version,
        "made": proof.made,
        "seconds": round(proof.seconds, 1),
        "quotes_checked": proof.quotes_checked,
        "problems": proof.problems,
        "rows": counts(library, proof),
    }


@pages.get("/verification")
def verification() -> str:
    """The proof's counts, of which knowledge and when."""
    return render_template("verification/verification.html", figures=_figures(), columns=COLUMNS, **_unsaid())


def _unsaid() -> dict[str, list[dict[str, str]]]:
    """Where the text is silent, and where we read it."""
    rules = list(desk().library.rules())
    return {
        "silences": [
            {"rule": one.id, "title": one.title, "text": one.then.silence} for one in rules if one.then.silence
        ],
        "interpretations": [
            {"rule": one.id, "title": one.title, "text": one.interpretation} for one in rules if one.interpretation
        ],
    }


@pages.get("/verification.json")
def verification_json() -> Response:
    """The same as data."""
    return jsonify({**_figures(), **_unsaid()})
