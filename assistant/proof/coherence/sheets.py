"""Every check, and what they find in the final states of one incident."""

from __future__ import annotations

from assistant.decision.state import State
from assistant.model import Library, Rule, Value
from assistant.proof.coherence.acts import BeginsWithTheAct, NoContradiction
from assistant.proof.coherence.amounts import ChosenBySomebody, DecidedBeforePaid, WholeAmount, WholeChoice
from assistant.proof.coherence.answers import NoConditionInWords, NothingExcluded
from assistant.proof.coherence.final import Final
from assistant.proof.coherence.language import says
from assistant.proof.coherence.lint import Broken, Finding, Lint
from assistant.proof.coherence.silences import SaidOrSilent, SilenceIsDecided

LINTS: tuple[Lint, ...] = (
    SaidOrSilent(),
    SilenceIsDecided(),
    WholeAmount(),
    WholeChoice(),
    ChosenBySomebody(),
    DecidedBeforePaid(),
    NoConditionInWords(),
    NothingExcluded(),
    BeginsWithTheAct(),
    NoContradiction(),
)


class Sheets:
    """Looks at the final states of one incident as they are met; what is found again is told once."""

    def __init__(self, library: Library):
        self.library = library
        self.found: dict[tuple[str, Broken], Finding] = {}

    def look(self, state: State, facts: dict[str, Value]) -> None:
        """Put every check to one final state."""
        final = Final(self.library, state, facts)
        for lint in LINTS:
            for finding in lint.findings(final):
                self.found.setdefault(finding.key, finding)

    def mentioned(self, rule: Rule) -> set[str]:
        """The facts of which the sentences of a rule and of its sanctions speak: states that differ in them are looked at apart."""
        namings = [self.library.sanctions[name].rulesets[rule.ruleset] for name in rule.then.sanctions]
        texts = [sentence.text for sentence in rule.steps]
        texts += [sentence.text for naming in namings for sentence in (*naming.effects, *naming.steps)]
        texts += [
            *(naming.name for naming in namings),
            *(warn.text for warn in rule.warnings),
            rule.interpretation or "",
        ]
        texts += [then.decides.text for then in rule.every_then() if then.decides]
        return {
            mention.fact
            for mention in self.library.speech.mentions
            if mention.nothing and any(says(text, mention.phrases) for text in texts)
        }
