"""What is left to a referee is printed twice, « C'est à l'appréciation de l'arbitre : … » and « Décidez : … »: no pronoun in it may mean her."""

from __future__ import annotations

import re

from assistant.model import Library

HER = re.compile(  # « s'il y voit », « ; il peut aussi », « à sa discrétion »: who that is depends on where it is printed
    r"\bs'ils? (?:n'y |y )?(?:voi|tien|jug|estim)\w*|; ils? (?:peu|a le droit)\w*|\b(?:ses injonctions|sa discrétion)\b"
)


def test_no_pronoun_means_the_referee(library: Library) -> None:
    told = {
        f"{rule.id}: {found.group()}"
        for rule in library.rules()
        for outcome in (rule.then, *(reading.then for reading in rule.then.readings))
        for decides in [outcome.decides]
        if decides is not None and (found := HER.search(decides.text))
    }
    assert not told


def test_such_a_pronoun_is_seen() -> None:
    for text in ("rien s'il tient le cas pour mineur", "s'ils n'y voient pas une faute", "5 points ; il peut aussi être exclu", "à sa discrétion"):
        assert HER.search(text), text
    assert not HER.search("rien si le joueur empêche ainsi les autres d'annoncer ; le joueur peut aussi être interdit")
