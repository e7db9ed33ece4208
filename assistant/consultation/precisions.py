"""What a supplement decides where its base's text does not, or otherwise: told as its authors' decision, never as the text's."""

from __future__ import annotations

from assistant.french import lower_first
from assistant.model import Library, Rule


def precision(library: Library, rule: Rule) -> str | None:
    """Whose decision a rule is, and what the base's text says there; None of a rule that a text gives."""
    ruleset = library.rulesets[rule.ruleset]
    base = library.rulesets.get(ruleset.base or "")
    if base is None:
        return None
    if library.taken_over(rule):
        return precision(library, base.rules[base.id + rule.id[len(ruleset.id) :]])
    if not ruleset.supplements:
        return None
    names = [rule.id, *rule.overrides]
    before = [base.rules[name] for own in names if (name := base.id + own[len(ruleset.id) :]) in base.rules]
    return f"{ruleset.title} en décide ainsi, et non le texte de base ({base.title}, {base.edition}) ; {_said(library, before)}"


def _said(library: Library, before: list[Rule]) -> str:
    """What the base says where the supplement decides."""
    for rule in before:
        then = rule.then
        if then.silence:
            return f"ce texte y laisse un silence : {lower_first(then.silence)}"
        if then.readings:
            ways = " ; ".join(f"({number}) {one.text.rstrip('.')}" for number, one in enumerate(then.readings, 1))
            return f"ce texte s'y lit de {len(then.readings)} façons : {ways}."
        if then.decides:
            return f"ce texte y laisse décider {library.players[then.decides.who].label} : {then.decides.text}"
    if before:
        return f"ce texte y dit autre chose (« {before[0].title} »)."
    return "c'est une règle de plus."
