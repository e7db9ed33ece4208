"""The command `arbitre` as a user meets it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import jsonschema
import pytest

from assistant.cli import COMMANDS, Parser, in_french, main
from assistant.commands.schema import schema_text, schemas
from assistant.model import Library
from tests.conftest import ROOT
from tests.support.drawing import Drawing
from tests.support.serving import free_port


def run(*arguments: str) -> int:
    try:
        return main(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)


def some_case(library: Library) -> tuple[list[str], str]:
    case = next(case for case in library.cases.values() if case.expect)
    return [part for name, value in case.facts.items() for part in ("--fact", f"{name}={value}")], next(
        iter(case.expect)
    )


def test_rule_prints_a_ruling(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    told = [
        "incident=victoire-annoncee",
        "tuile_gagnante=ecart",
        "main_complete=oui",
        "yaku=oui",
        "furiten=ecart-precedent",
        "victoire_d_un_autre=non",
    ]
    facts = [part for fact in [*told, "tuiles_montrees=toutes"] for part in ("--fact", fact)]
    assert run("rule", "--ruleset", "ema-2016", *facts) == 0
    out = capsys.readouterr().out
    assert "DÉCISION" in out and "LE TEXTE" in out and "§" in out and "POURQUOI" in out


def test_rule_asks_when_facts_do_not_settle_it(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rule", "--ruleset", "ema-2016", "--fact", "incident=victoire-annoncee") == 0
    out = capsys.readouterr().out
    assert "QUESTION SUIVANTE" in out and "DÉCISIONS ENCORE POSSIBLES" in out and "non-etabli" in out


@pytest.mark.walk
def test_json_is_one_document_that_fits_its_schema(
    library: Library, drawing: Drawing, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = schemas()["consultation"]
    form = jsonschema.validators.validator_for(schema)(schema)
    for case in drawing.sample("cases put to « arbitre rule --json »", list(library.cases.values()), 15):
        arguments = [part for ruleset in case.expect for part in ("--ruleset", ruleset)]
        arguments += [part for name, value in case.facts.items() for part in ("--fact", f"{name}={value}")]
        assert run("rule", "--json", *arguments) == 0
        form.validate(json.loads(capsys.readouterr().out))
    for incident in drawing.sample("incidents put to « arbitre rule --json »", list(library.incidents.values()), 15):
        assert run("rule", "--json", "--ruleset", incident.rulesets[0], "--fact", f"incident={incident.id}") == 0
        document = json.loads(capsys.readouterr().out)
        form.validate(document)
        question = document["consultations"][0]["question"]
        if question:
            contested = f"{question['fact']}=non-etabli"
            assert (
                run(
                    "rule",
                    "--json",
                    "--ruleset",
                    incident.rulesets[0],
                    "--fact",
                    f"incident={incident.id}",
                    "--fact",
                    contested,
                )
                == 0
            )
            form.validate(json.loads(capsys.readouterr().out))


def test_facts_come_from_a_file_too(library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = next(iter(library.cases.values()))
    file = tmp_path / "faits.yaml"
    file.write_text("".join(f"{name}: {value}\n" for name, value in case.facts.items()), encoding="utf-8")
    assert run("rule", "--ruleset", next(iter(case.expect)), "--facts", str(file)) == 0
    assert "DÉCISION" in capsys.readouterr().out


@pytest.mark.drawn(60)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rule", "--ruleset", "ema-2017", "--fact", "incident=victoire-annoncee"], "Vouliez-vous dire « ema-2016 » ?"),
        (["rule", "--ruleset", "ema-2016"], "Dites l'incident"),
        (["rule", "--fact", "incident=victoire-anoncee"], "« victoire-annoncee »"),
        (["rule", "--fact", "victoire-annoncee"], "FAIT=VALEUR"),
        (["rule", "--fact", "incident=victoire-annoncee", "--fact", "tuile_montrees=toutes"], "« tuiles_montrees »"),
        (["rule", "--fact", "incident=victoire-annoncee", "--fact", "tuiles_montrees=tout"], "toutes"),
        (["rule", "--fact", "incident=victoire-annoncee", "--fact", "incident=victoire-tardive"], "deux fois"),
        (
            ["rule", "--ruleset", "ema-2016", "--fact", "incident=tuiles-melangees-au-compte"],
            "ne se produit pas en ema-2016",
        ),
        (["rule", "--fact", "incident=victoire-annoncee", "--fact", "contexte=concours"], "contexte"),
        (["rule", "--facts", "nulle-part.yaml"], "introuvable"),
        (["show", "clause", "ema-2016/5.2.2/victoire"], "clause inconnu"),
        (["show", "truc", "x"], "choix inconnu"),
        (["verify", "--ruleset", "ema"], "règlement inconnu"),
        (["verify", "--incident", "rien"], "incident inconnu"),
        (["schema", "rien"], "schéma inconnu"),
        (["serve", "--port", "99999"], "99999"),
        (["serve", "--port", "abc"], "un nombre entier est attendu"),
        pytest.param(
            ["exam", "--seed", "1", "--output", "/nulle/part.html"],
            "/nulle/part.html : le dossier n'existe pas",
            marks=pytest.mark.walk,
        ),
        pytest.param(["exam", "--seed", "1", "--output", "/"], "c'est un dossier", marks=pytest.mark.walk),
        (["exam", "--seed", "1", "--questions", "30"], "20 ou 40 questions, pas 30"),
        (["exam"], "arbitre exam : il manque : --seed"),
        (["exam", "--seed"], "--seed : une valeur est attendue"),
        (["exam", "--seed", "1", "--format", "doc"], "--format : choix inconnu : 'doc' (choisir parmi 'html', 'pdf')"),
        (["cards", "--ruleset", "ema"], "règlement inconnu"),
        (["hand"], "arbitre hand : il manque : TUILES"),
        (["hand", "1m", "--json=oui"], "--json : cette option ne prend pas de valeur, trouvé : 'oui'"),
        (["rule", "--fa", "x=y"], "--fa peut vouloir dire --fact, --facts ; écrivez l'option en entier"),
        (["rule", "incident"], "arbitre rule : arguments inconnus : incident"),
        (["dance"], "COMMANDE : choix inconnu : 'dance'"),
        ([], "il manque : COMMANDE"),
    ],
)
def test_bad_input_is_told_and_exits_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err and "Traceback" not in captured.err and not captured.out


def test_errors_of_the_grammar_are_told_with_the_usage_of_their_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rule", "incident") == 2
    assert capsys.readouterr().err.startswith("usage : arbitre rule ")


def test_what_a_user_types_is_not_translated() -> None:
    assert in_french("argument COMMANDE: invalid choice: 'expected one argument' (choose from 'ask')") == (
        "COMMANDE : choix inconnu : 'expected one argument' (choisir parmi 'ask')"
    )


ENGLISH = re.compile(
    r"usage:|positional|show this|show program|\b(the|and|exit|argument [a-z]|required|expected|invalid)\b"
)


@pytest.mark.parametrize("name", [name for name, _, _ in COMMANDS])
def test_help_is_french_and_explains_every_argument(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name, "--help") == 0
    told = capsys.readouterr().out
    assert told.startswith(f"usage : arbitre {name}") and not ENGLISH.search(told)
    command = Parser(prog=name)
    import_module({name: module for name, module, _ in COMMANDS}[name]).declare(command)
    assert all(action.help for action in command._actions)
    assert callable(command.get_default("run"))


def test_the_help_of_all_names_each_command_and_opens_none() -> None:
    script = "import sys; from assistant.cli import parsed\ntry: parsed(['--help'])\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    told, modules = done.stdout.rsplit("\n", 2)[:2]
    assert all(f"    {name} " in told and meaning.split()[0] in told for name, _, meaning in COMMANDS)
    assert not ENGLISH.search(told)
    assert not [module for _, module, _ in COMMANDS if module in modules.split()]


def test_a_folder_of_knowledge_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARBITRE_DATA", str(tmp_path))
    assert run("list", "clauses") == 2
    told = capsys.readouterr().err
    assert "« knowledge » introuvable" in told and "ARBITRE_DATA" in told


def test_a_bad_facts_file_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "faits.yaml"
    file.write_text("incident: victoire-annoncee\ntuiles_montrees: no\n", encoding="utf-8")
    assert run("rule", "--facts", str(file)) == 2
    assert "faits.yaml:2" in capsys.readouterr().err


@pytest.mark.drawn(8)
@pytest.mark.parametrize("kind", ["clause", "rule", "fact", "incident", "case"])
def test_everything_can_be_listed_and_shown(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", f"{kind}s", "--json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows and all(row["id"] and row["title"] for row in rows)
    assert run("list", f"{kind}s") == 0
    assert rows[0]["id"] in capsys.readouterr().out
    assert run("show", kind, rows[0]["id"], "--json") == 0
    assert json.loads(capsys.readouterr().out)["id"] == rows[0]["id"]
    assert run("show", kind, rows[0]["id"]) == 0
    assert capsys.readouterr().out.strip()


def test_a_shown_case_has_the_ruling_of_each_ruleset(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    case = next(case for case in library.cases.values() if len(library.incidents[case.incident].rulesets) == 4)
    assert run("show", "case", case.id, "--json") == 0
    assert set(json.loads(capsys.readouterr().out)["rulings"]) == set(library.rulesets)


def test_ask_leads_to_a_ruling_and_lets_one_answer_be_changed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from assistant.commands.ask import ask

    typed: list[str] = []

    def answers() -> Iterator[str]:
        yield from ("1", "1", "9", "1", "?", "zzz")
        while True:
            yield "1"

    source = answers()

    def read(prompt: str) -> str:
        typed.append(prompt)
        return next(source)

    assert ask(read) == 0
    out = capsys.readouterr().out
    assert "DÉCISION" in out and "n'est pas une réponse" in out


def test_ask_says_so_when_its_input_ends(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def read(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    assert run("ask") == 2
    assert "s'est arrêtée" in capsys.readouterr().err


def test_published_schemas_are_up_to_date() -> None:
    for name, content in schemas().items():
        assert (ROOT / "docs" / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(
            content
        ), "run `make schemas`"


@pytest.mark.walk
def test_serve_answers_stops_on_sigterm_and_names_a_taken_port(own_cache: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "assistant", "serve", "--port", str(port)]
    environment = {**os.environ, "ARBITRE_CACHE": str(own_cache), "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
    try:
        assert server.stdout is not None
        assert re.search(rf"http://localhost:{port}/", server.stdout.readline())
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
            assert json.load(answer)["status"] == "ok"
        second = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=60)
        assert second.returncode == 2 and "déjà pris" in second.stderr
    finally:
        server.send_signal(signal.SIGTERM)
    assert server.wait(10) == 0
    server.stdout.close()
