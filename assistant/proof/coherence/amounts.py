"""Checks on what is paid: whole amounts, whole choices, and nothing paid before it is decided."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.consultation.sheet import CHOOSE, DECIDE_THE_REST
from assistant.consultation.sheet import DECIDE as DECIDE_ALL
from assistant.decision.outcome import Due
from assistant.decision.words import numbers_words
from assistant.french import sentence
from assistant.model import Rule
from assistant.proof.coherence.final import Final, Part, Spoken
from assistant.proof.coherence.language import DECIDE, NOT, NUMBER, PAY, numbers, plain, says
from assistant.proof.coherence.lint import Broken, Lint

PAYEES = (
    "au gagnant", "aux gagnants", "à celui qui a gagné", "à l'autre joueur", "au joueur *", "aux joueurs *", "à chacun *", "à chaque *", "aux adversaires",
    "à ses adversaires", "aux autres", "aux trois autres", "aux deux autres", "à personne", "à la caisse", "à l'arbitre", "à l'organis*", "à est",
)  # fmt: skip
NOT_OFFERED = re.compile(r"\([^)]*\)|\bsans (?:aucune? )?[\w-]+")


class WholeAmount(Lint):
    """Every amount has its number, unit, payer, payee and moment, in words too."""

    name = "montant-entier"
    recommendation = "dites combien, de quoi, qui paie, à qui et quand ; ce que le texte tait est un silence"

    def broken(self, final: Final) -> Iterator[Broken]:
        outcome, library = final.outcome, final.library
        owed = {due.amount.sanction for due in outcome.dues}
        for name in sorted(outcome.sanction_ids() - owed):
            sanction = library.sanctions[name]
            rule = final.giving(name)
            wrote = (rule.id, f"{name} ({final.network.ruleset})")
            told = any(PAY.search(plain(spoken.text)) for spoken in final.of(Part.STEP) if spoken.owner in wrote)
            if (
                sanction.amount
                and not sanction.discretion
                and not outcome.silences
                and not outcome.decides
                and not told
            ):
                yield Broken(rule.id, rule.place, f"« {name} » se chiffre et rien n'est dû, ni tu")
        for spoken in final.of(Part.STEP, Part.EFFECT):
            words = plain(spoken.text)
            if PAY.search(words) and NUMBER.search(words) and not says(_without_payer(words), PAYEES):
                yield Broken.by(spoken, "dit une somme sans dire à qui elle est payée")


def _without_payer(words: str) -> str:
    """« Faites payer au jeteur 300 points » names who pays, not who is paid."""
    for whom in ("au ", "à ", "aux "):
        for payer in ("payer ", "payer en plus "):
            words = words.replace(payer + whom, payer)
    return words


class WholeChoice(Lint):
    """A decision left to somebody names all that the text lets him choose, as the text groups it, and nothing else."""

    name = "choix-entier"
    recommendation = "nommez sous « decides » tout ce que le texte laisse choisir, avertissement compris, groupé comme dans la citation"

    def broken(self, final: Final) -> Iterator[Broken]:
        for rule in final.rules:
            for then in rule.every_then():
                if then.decides is None:
                    continue
                spoken = Spoken(Part.CHOICE, then.decides.text, rule.id, rule.place)
                if rule.then.decides and plain(then.decides.text).rstrip(".") not in plain(final.headline):
                    yield Broken.by(spoken, "n'est pas en entier dans la décision lue à voix haute")
                yield from self._amounts(final, rule, spoken)
                yield from self._options(final, rule, spoken)

    def _amounts(self, final: Final, rule: Rule, spoken: Spoken) -> Iterator[Broken]:
        """Ranges and choices of the amounts, word for word in the choice; and no number that the text does not have."""
        words = plain(spoken.text)
        for due in final.outcome.dues:
            if due.amount in rule.then.amounts and due.numbers and plain(numbers_words(due)) not in words:
                yield Broken.by(spoken, f"ne dit pas le montant « {plain(numbers_words(due))} » comme il est donné")
        quoted = {
            number
            for clause in rule.citations()
            for quote in final.library.clauses[clause].quotes
            for number in numbers(quote)
        }
        for number in sorted(set(numbers(spoken.text)) - quoted):
            yield Broken.by(spoken, f"dit {number}, qui n'est dans aucune citation de la règle")

    def _options(self, final: Final, rule: Rule, spoken: Spoken) -> Iterator[Broken]:
        """What may be chosen, as the first clause cited names it; and nothing that no clause cited names."""
        clauses = final.library.clauses
        first = _offered(" ".join(clauses[rule.cites[0]].quotes))
        every = _offered(" ".join(quote for clause in rule.citations() for quote in clauses[clause].quotes))
        chosen = _offered(spoken.text)
        for option, phrases in final.library.speech.options:
            if (words := says(first, phrases)) and not says(chosen, phrases):
                yield Broken.by(
                    spoken, f"ne nomme pas « {option} », que la première citation laisse choisir (« {words} »)"
                )
            if (words := says(chosen, phrases)) and not says(every, phrases):
                yield Broken.by(
                    spoken, f"nomme « {option} » (« {words} »), qu'aucune citation de la règle ne laisse choisir"
                )


def _offered(text: str) -> str:
    """A text less what it offers to nobody: « (niveau d'un chombo) » offers no chombo, « sans aucun point » no points."""
    return NOT_OFFERED.sub("", text)


class ChosenBySomebody(Lint):
    """Where the text gives a range or a choice of amounts, somebody is said to choose."""

    name = "quelqu-un-choisit"
    recommendation = "dites sous « decides » qui choisit, et entre quoi ; si le montant suit un fait, lisez-le, une règle par réponse"

    def broken(self, final: Final) -> Iterator[Broken]:
        for due in final.outcome.dues:
            if _open(due) and not final.outcome.decides and not final.outcome.silences:
                rule = final.charging(due)
                yield Broken(
                    rule.id,
                    rule.place,
                    f"« {due.amount.sanction} » est à choisir ({plain(numbers_words(due))}) sans que personne en décide",
                )


def _open(due: Due) -> bool:
    return due.numbers is not None and len(due.numbers) > 1


class DecidedBeforePaid(Lint):
    """Nothing is ordered to be paid before it is decided: by the rule that leaves it open, or before a reading is chosen."""

    name = "decider-avant-de-payer"
    recommendation = "faites payer après avoir fait décider, et seulement ce qui est décidé"

    def broken(self, final: Final) -> Iterator[Broken]:
        for spoken in final.of(Part.STEP):
            words = sentence(spoken.text)
            if not PAY.search(plain(words)) or NOT.match(plain(words)) or words not in final.steps:
                continue
            if final.steps.index(words) < max(self._decided(final, spoken.owner), default=-1):
                yield Broken.by(spoken, "fait payer avant le geste qui décide")

    def _decided(self, final: Final, owner: str) -> Iterator[int]:
        """Where among the steps stands what decides whatever a rule or a sanction makes pay."""
        rule = final.network.rules.get(owner)
        steps = list(enumerate(final.steps))
        if rule is None:
            dues = [due for due in final.outcome.dues if due.amount.sanction == owner.partition(" ")[0]]
            if any(due.numbers is None or _open(due) for due in dues):
                yield from (index for index, step in steps if DECIDE.search(plain(step)))
            return
        if rule.then.readings:
            yield final.steps.index(CHOOSE)
        if rule.then.silence:
            yield from (index for index, step in steps if step in (DECIDE_ALL, DECIDE_THE_REST))
        if rule.then.decides:
            text = plain(rule.then.decides.text)
            yield from (index for index, step in steps if plain(step).endswith(text))
