"""What readings of drawn exercises have found: each kind with the exercise that showed it."""

from __future__ import annotations

import re

from assistant.decision.sense import contrary
from assistant.engine.engines import Engines
from assistant.model import Case, Library
from assistant.training.exercises.defensible import Defensible, within
from assistant.training.exercises.gap import tells_points
from assistant.training.exercises.idle_questions import unneeded
from assistant.training.exercises.one_incident import Examiner
from assistant.training.exercises.paragraphs import deciding, heads
from assistant.training.exercises.reasons import Reasons, sentences
from assistant.training.exercises.ruling import Decision, Ruling, punishes
from assistant.training.exercises.several_incidents import Examiners, chain
from assistant.training.exercises.what_if import Told, Way, given_before, sensible, tells_another, told, ways


def told_case(library: Library, engines: Engines, case: str, ruleset: str) -> Told:
    mine = told(library, engines, library.cases[case], ruleset)
    assert mine is not None
    return mine


def test_a_variation_takes_no_sentence_of_another_fact(library: Library) -> None:
    """« Un autre joueur dit « ron » sur le même écart » makes no sense where this player drew."""
    lent = sentences(library, library.cases["ron-main-declaree-morte-riichi.tsumo"], "ema-2016")
    assert {name for name, _ in lent} == {"tuile_gagnante"}
    assert (
        len({name for name, _ in sentences(library, library.cases["ron-main-declaree-morte-riichi"], "ema-2016")}) > 1
    )


def test_nobody_is_spared_by_passing_over_a_rare_circumstance(library: Library, engines: Engines) -> None:
    """A dead hand that announces a win is judged for that: « non pénalisé » would be so of its riichi alone."""
    mine = told_case(library, engines, "riichi-annule-d-une-main-deja-morte", "wrc-2015")
    won = (("fin_de_la_donne", "il-gagne"),)
    given = mine.asking.given({**mine.facts, **dict(won)})
    assert given is not None and not sensible(library, mine, Way(won, given))
    assert all(
        dict(way.changes).get("fin_de_la_donne") != "il-gagne" or len(way.changes) > 1
        for way in ways(library, mine, {})
    )


def test_an_answer_that_belies_the_decision_explains_nothing(library: Library, engines: Engines) -> None:
    """No deal goes on that the end of the time has stopped."""
    mine = told_case(library, engines, "hu-apres-le-signal.sept-points", "mcr-2015")
    rung = (("temps_ecoule", "avant-le-compte"),)
    given = mine.asking.given({**mine.facts, **dict(rung)})
    assert (
        given is None
        or dict(given.outcome.slots)["donne"] != "continue"
        or not sensible(library, mine, Way(rung, given))
    )


def test_what_is_punished_as_another_incident_can_be_meant(library: Library, engines: Engines) -> None:
    """Eleven tiles are a dead hand, whoever cheats with them."""
    assert tells_another(library, told_case(library, engines, "rc-017", "ema-2016"))
    assert not tells_another(library, told_case(library, engines, "rc-017.bon-compte", "ema-2016"))


def test_no_penalty_is_called_wrong_where_nothing_is_due(library: Library, engines: Engines) -> None:
    """Where all four are noten nobody pays."""
    free = frozenset([("joueur", "aucune")])
    for case, defended in (("seul-noten.tous-noten", True), ("noten-puis-tenpai.rien-montre", False)):
        mine = told_case(library, engines, case, "ema-2016")
        assert Defensible(library, Ruling(library, mine.ruleset, *mine.given)).decision(free) is defended, case


def test_what_becomes_of_a_call_is_left_open_by_a_silence_on_it(library: Library, engines: Engines) -> None:
    mine = told_case(library, engines, "pung-bien-apres-la-pioche", "mcr-2015")
    defensible = Defensible(library, Ruling(library, mine.ruleset, *mine.given))
    assert defensible.decision(frozenset([("joueur", "appel-annule")]))
    assert not defensible.decision(frozenset([("joueur", "points")]))


def test_a_paragraph_that_was_infringed_or_is_of_another_sort_is_not_wrong(library: Library, engines: Engines) -> None:
    found: dict[str, set[object]] = {}
    for ruleset, case in (
        ("ema-2016", "ron-furiten-riichi"),
        ("wrc-2015", "pung-puis-kong.avant-derniere-tuile"),
        ("wrc-2015", "seul-yaku-refuse"),
        ("mcr-2015", "pung-bien-apres-la-pioche"),
    ):
        asked = Examiner(library, engines, told_case(library, engines, case, ruleset)).paragraph()
        found[case] = {one.answer for one in asked.wrong} if asked is not None else set()
    assert "3.3.11" not in found["ron-furiten-riichi"], "nobody wins so who is furiten"
    assert "5.4.7" not in found["pung-puis-kong.avant-derniere-tuile"], "an exposed kong, where this one is concealed"
    assert "6.5.1" not in found["seul-yaku-refuse"], "another yaku"
    assert "3.6.8" not in found["pung-bien-apres-la-pioche"], "a kong, where it was a pung"


def test_no_paragraph_is_asked_of_several_readings(library: Library, engines: Engines) -> None:
    mine = told_case(library, engines, "kong-sur-pung-expose", "ema-2016")
    assert mine.given.outcome.readings and Examiner(library, engines, mine).paragraph() is None


def test_conditions_are_told_in_whole_sentences(library: Library, engines: Engines) -> None:
    reasons = Reasons(library, told_case(library, engines, "recours-en-regle.trente-minutes", "mcr-2015"))
    half = [change for change, text in reasons.sentences.items() if text.endswith(",")]
    assert half and all("si l'histoire disait" not in reasons.condition((change,)) for change in half)


def test_a_refused_win_is_said_of_a_punished_one_and_a_silence_leaves_the_price_open(
    library: Library, engines: Engines
) -> None:
    for case, ruleset, sanction in (
        ("prive-de-hu-sans-attente-mcr.en-attente", "mcr-2006", "victoire-refusee"),
        ("noten-puis-tenpai.tenpai-puis-noten", "wrc-2015", "penalite-noten"),
    ):
        mine = told_case(library, engines, case, ruleset)
        said = frozenset([("joueur", sanction)])
        assert Defensible(library, Ruling(library, mine.ruleset, *mine.given)).decision(said), case


def test_a_paragraph_that_names_the_penalty_is_not_wrong(library: Library, engines: Engines) -> None:
    asked = Examiner(library, engines, told_case(library, engines, "scandale-dans-la-salle", "mcr-2015")).paragraph()
    assert asked is None or "3.11.4" not in {one.answer for one in asked.wrong}


FREE: Decision = frozenset([("joueur", "aucune")])


def paragraphs(library: Library, engines: Engines, case: str, ruleset: str) -> set[object]:
    """The paragraphs that could be offered as wrong."""
    asked = Examiner(library, engines, told_case(library, engines, case, ruleset)).paragraph()
    return {one.answer for one in asked.wrong} if asked is not None else set()


def test_a_paragraph_that_tells_how_the_act_is_done_or_when_the_game_ends_is_not_wrong(
    library: Library, engines: Engines
) -> None:
    """« Comment faire un Kong, 2- » is headed by what the story tells, and § 5.9 says in so many words when the game is over."""
    assert "3.6.8" not in paragraphs(library, engines, "kong-cache-interdit-d-appels.compte-faux", "mcr-2015")
    assert "5.9" not in paragraphs(library, engines, "seconds-a-egalite.totaux-differents", "wrc-2015")


def test_a_paragraph_by_which_a_reading_decides_the_same_or_whose_condition_is_not_met_is_not_wrong(
    library: Library, engines: Engines
) -> None:
    superposed = paragraphs(library, engines, "quatre-chows-superposes-et-petite-suite", "mcr-2006")
    assert not any("30" in str(one) or "unique" in str(one) for one in superposed)
    late = paragraphs(library, engines, "hu-apres-le-signal.rien-montre", "mcr-2015")
    assert not {"3.7.1", "3.11.6.11"} & late, "he showed nothing, and these refuse a hand that is not shown"


def test_a_wrong_paragraph_is_one_that_decides_elsewhere(library: Library, engines: Engines) -> None:
    """What a rule cites beside explains it: how a win is announced is met by who announces it well."""
    assert "3.7.1" not in paragraphs(library, engines, "rc-095-mcr", "mcr-2015")
    mine = told_case(library, engines, "rc-095-mcr", "mcr-2015")
    found = [Ruling(library, mine.ruleset, *way.given) for way in ways(library, mine, {})]
    assert any(len(list(heads(library, one))) < len(list(deciding(library, one))) for one in found)


def test_a_payment_owed_anyway_is_no_penalty_where_the_text_has_none(library: Library, engines: Engines) -> None:
    """Who only pays as noten is not punished for what the text does not punish; who is noten and nothing else pays."""
    for case, ruleset, defended in (
        ("faux-tenpai-sans-riichi", "wrc-2015", True),
        ("noten-puis-tenpai.rien-montre", "ema-2016", False),
    ):
        mine = told_case(library, engines, case, ruleset)
        assert Defensible(library, Ruling(library, mine.ruleset, *mine.given)).decision(FREE) is defended, case


def test_what_was_given_before_is_no_new_penalty(library: Library, engines: Engines) -> None:
    """A hand that was declared dead stays dead: nothing is added for its riichi, and that can be said."""
    mine = told_case(library, engines, "pung-d-un-mort-et-ron-d-un-autre.riichi", "ema-2016")
    ruling, before = Ruling(library, mine.ruleset, *mine.given), given_before(library, mine)
    assert "main-morte" in before
    assert Defensible(library, ruling, before).decision(FREE) and not Defensible(library, ruling).decision(FREE)
    assert not given_before(library, told_case(library, engines, "rc-080.meme-tuile", "ema-2016"))


def test_an_end_that_commits_to_nothing_is_not_wrong(library: Library, engines: Engines) -> None:
    """« La donne suit son cours, ou reste comme elle a fini » is said of a deal that a chombo of another ended."""
    seen = 0
    for case in ("riichi-noten-et-faux-ron-furiten", "rc-098.il-n-attend-plus"):
        asked = Examiner(library, engines, told_case(library, engines, case, "wrc-2015")).deal()
        assert asked is not None
        assert all(not one.label.startswith("la donne suit son cours") for one in asked.wrong), case
        seen += len(asked.wrong)
    assert seen > 3


def test_no_hand_is_supposed_under_what_its_figures_are_worth(library: Library, engines: Engines) -> None:
    """Who counts Trois kongs has more than 8 points, whatever falls."""
    assert contrary(library, {"figure_de_pungs": "kongs-caches", "encore_huit_points": "non"}) == ["encore_huit_points"]
    assert contrary(library, {"autre_figure": "chows-superposes", "encore_huit_points": "non"}) == ["encore_huit_points"]
    assert not contrary(library, {"figure_de_pungs": "pung-complete", "encore_huit_points": "non"})
    mine = told_case(library, engines, "sept-paires-et-tout-pair", "mcr-2006")
    assert all(dict(way.changes).get("encore_huit_points") != "non" or len(way.changes) > 1 for way in ways(library, mine, {}))


def test_a_win_after_the_end_of_the_time_is_refused_however_it_was_counted(library: Library, engines: Engines) -> None:
    mine = told_case(library, engines, "hu-apres-le-signal.rien-montre", "mcr-2006")
    for when in ("oui", "avant-le-compte"):
        given = mine.asking.given({**mine.facts, "huit_points": "mal-comptes", "temps_ecoule": when})
        assert given is not None and dict(given.outcome.slots)["donne"] == "interrompue", when


def test_the_next_deal_needs_the_end_of_the_one_before(library: Library, engines: Engines) -> None:
    """Without the chombo there is no deal that was dealt anew."""
    mine = chain(library, engines, library.cases["morte-puis-donne-redistribuee"], "ema-2016")
    assert mine is not None
    others = Examiners(library, engines, mine).others
    assert others and not any(("tuiles_montrees", "aucune") in one.ground.changes for one in others if one.ground.event == 2)


def test_what_the_story_says_is_quoted(library: Library, engines: Engines) -> None:
    """« il les a nommés » says more than « qui vaut 12 points »."""
    mine = told_case(library, engines, "pung-un-temps-hu-mcr.rien-montre", "mcr-2006")
    told_already = {one.answer: one.why for one in unneeded(library, mine, library.facts["tuiles_montrees"])}
    assert told_already["huit_points"] == "l'histoire le dit déjà : « La tuile complète sa main, qui vaut 12 points. »"


def test_no_gap_asks_what_the_tiles_tell(library: Library, engines: Engines) -> None:
    """Whoever reads seven pairs, tile by tile, knows that they are worth more than 8 points."""
    mine = told_case(library, engines, "rc-095-mcr.cachee", "mcr-2015")
    assert "huit_points" not in {asked.right.answer for asked in Examiner(library, engines, mine).ask()}


COUNTED = re.compile(r"noten|tenpai|trois autres|des autres")


def test_stories_tell_how_many_are_noten(library: Library, engines: Engines) -> None:
    """What is paid depends on it; no one can know it who is not told."""
    looked_at = 0
    for case in library.cases.values():
        for ruleset in ("ema-2016", "wrc-2015"):
            if pays_by_number(library, engines, case, ruleset):
                story = " ".join(text for _, text in case.told(library.rulesets[ruleset].names))
                assert COUNTED.search(re.sub(r"« [^»]*»", "", story)), (case.id, story)
                looked_at += 1
    assert looked_at > 20


def pays_by_number(library: Library, engines: Engines, case: Case, ruleset: str) -> bool:
    """Whether a case of several events tells how many others are noten, and asks what is paid."""
    counted = any(facts.get("autres_noten") in ("aucun", "un", "deux") for facts in case.every_facts())
    if not counted or not case.further:
        return False
    mine = chain(library, engines, case, ruleset)
    return mine is not None and Examiners(library, engines, mine).points() is not None


def test_a_part_of_the_decision_is_known_by_its_words(library: Library, engines: Engines) -> None:
    """« La partie est finie » is a part of « la partie est finie ; pour les joueurs à égalité … », whichever rule says so."""
    asked = Examiner(library, engines, told_case(library, engines, "seconds-a-egalite.entre-deux-donnes", "mcr-2006")).decision()
    assert asked is not None
    assert asked.right.label not in {one.label for one in asked.wrong}
    assert all(one.label.casefold() != "la partie est finie" for one in asked.wrong)


def test_no_story_counts_what_the_question_leaves_out(library: Library) -> None:
    """A payment is asked without counters: a story that tells some makes every answer wrong."""
    for case in library.cases.values():
        if case.facts.get("incident") == "responsabilite-de-paiement":
            assert not re.search(r"compteurs? (?:est|sont) sur la table", " ".join(text for _, text in case.story)), case.id


def test_points_that_the_story_tells_are_not_asked(library: Library, engines: Engines) -> None:
    """« L'arbitre lui a donné 5 points » says what is asked, and no condition on how often he did it makes sense beside it."""
    mine = chain(library, engines, library.cases["points-puis-fin-du-temps-donne-d-avant"], "mcr-2015")
    assert mine is not None
    dues = [due for outcome in mine.outcomes for due in outcome.dues]
    story = [text for _, text in mine.case.story]
    assert dues and tells_points(story, dues) and Examiners(library, engines, mine).points() is None
    assert not tells_points(["Sa main vaut 8 points."], dues) and tells_points(["Il perd 5 points."], dues)


def test_no_change_is_added_that_changes_nothing(library: Library, engines: Engines) -> None:
    """What is noticed before the first discard needs no win that ended the deal besides."""
    mine = told_case(library, engines, "quatorze-tuiles-a-la-fin.nulle", "wrc-2015")
    found = [way for way in ways(library, mine, {}) if len(way.changes) > 1]
    assert found
    for way in found:
        for name, value in way.changes:
            assert mine.asking.given({**mine.facts, name: value}) != way.given, way.changes


def test_one_thing_told_by_two_questions_is_no_condition(library: Library, engines: Engines) -> None:
    """That nobody won, and that a chombo is found when the wall is exhausted, is what the story tells already."""
    twice = {"gagnant_de_la_donne": "nulle", "chombo_a_la_nulle": "oui"}
    assert contrary(library, twice) == ["chombo_a_la_nulle"]
    assert not contrary(library, {**twice, "gagnant_de_la_donne": "chombo-et-nulle"})
    mine = told_case(library, engines, "compteurs-apres-deux-gagnants.chombo-et-nulle", "wrc-2015")
    assert not any(twice.items() <= dict(way.changes).items() for way in ways(library, mine, {}))


def test_a_story_has_the_words_of_its_own_text(library: Library) -> None:
    """A « figure » of 2015 is a « combinaison » in 2006, where nothing is called « annonce vide »."""
    foreign = re.compile(r"\bfigures?\b|annonces? vides?")
    told_mcr = 0
    for case in library.cases.values():
        if "mcr-2006" in case.expect or (case.varies and "mcr-2006" in library.cases[case.varies].expect):
            story = " ".join(text for _, text in case.told(library.rulesets["mcr-2006"].names))
            assert not foreign.search(story), (case.id, story)
            told_mcr += 1
    assert told_mcr > 200


def test_a_condition_too_many_makes_no_paragraph_wrong(library: Library, engines: Engines) -> None:
    """By which the same is decided on one of the conditions alone: the other is told only to make it differ."""
    late = paragraphs(library, engines, "pon-tardif-que-nul-n-entend.neuvieme-fois", "mcr-2015")
    assert not {"3.9.1.3", "3.7.1", "3.4.8"} & late, "the next player's win, and how often it was late besides"


def test_a_paragraph_of_what_is_not_punished_is_not_wrong_where_nobody_is(library: Library, engines: Engines) -> None:
    """A call that is only taken back: « § 7.1, Types de pénalités, Non pénalisé » can be said of it."""
    mine = told_case(library, engines, "chow-d-en-face.derniere-tuile", "wrc-2015")
    assert not punishes(library, Ruling(library, mine.ruleset, *mine.given).decision)
    assert "7.1" not in paragraphs(library, engines, "chow-d-en-face.derniere-tuile", "wrc-2015")


def gaps(library: Library, engines: Engines, case: str, ruleset: str) -> set[object]:
    """The facts that a gap in the story asks."""
    return {asked.right.answer for asked in Examiner(library, engines, told_case(library, engines, case, ruleset)).ask()}


def test_no_gap_asks_what_another_act_of_the_story_has_brought_about(library: Library, engines: Engines) -> None:
    """« Est avait couché une main qui n'est pas complète »: that the deal was over needs no sentence of its own."""
    assert "donne_deja_arretee" not in gaps(library, engines, "main-couchee-apres-un-chombo.quelques-tuiles", "ema-2016")
    assert "tuile_de_la_fin" not in gaps(library, engines, "rc-051.remplacement", "wrc-2015"), "« en plus de Finir sur Kong »"
    assert "compte_des_tuiles" not in gaps(library, engines, "rc-017", "mcr-2006"), "two tiles are on his chair"
    assert "autres_noten" in gaps(library, engines, "faux-tenpai-sans-riichi", "ema-2016")


def test_a_deal_is_no_hand(library: Library) -> None:
    """« La main continue » is said of a deal in the text of 2015 alone, and in no story."""
    for case in library.cases.values():
        assert not re.search(r"la main (?:ne )?peut (?:plus )?continuer", " ".join(text for _, text in case.story)), case.id


def test_no_gap_asks_what_all_else_implies(library: Library, engines: Engines) -> None:
    """Who asks whether he may declare his kong is in a deal that goes on."""
    assert "fin_de_la_donne" not in gaps(library, engines, "rc-034.defendu", "wrc-2015")


def test_where_players_pay_each_other_at_the_wall_nothing_is_not_said_to_be_due(library: Library, engines: Engines) -> None:
    """Who announces before his turn and is noten pays all the same."""
    mine = told_case(library, engines, "noten-puis-tenpai.derniere", "ema-2016")
    asked = Examiner(library, engines, mine).points()
    assert asked is not None
    drawn_games = [one for one in asked.wrong if not one.answer and "avant son tour" in one.why]
    assert asked.wrong and not drawn_games, drawn_games


def test_the_sentence_of_a_call_names_it(library: Library) -> None:
    """« L'histoire le dit déjà » shows it; and a variation with a kong keeps no « pung »."""
    named = re.compile(r"\b(?:pon|pung|chow|chii|kong|kan)\b")
    told_calls = [(case, text) for case in library.cases.values() for name, text in case.story if name == "element_appele"]
    assert len(told_calls) > 20
    for case, text in told_calls:
        assert named.search(text), (case.id, text)


def test_a_gap_takes_nothing_that_the_rest_or_the_question_points_to(library: Library, engines: Engines) -> None:
    """« Que changeait ce kong ? » of a story without one; « il s'en aperçoit » of what is no longer told."""
    assert "effet_du_kong" not in gaps(library, engines, "kong-en-riichi-et-ron-refuse-au-gong", "wrc-2015")
    assert "fin_de_la_donne" not in gaps(library, engines, "rc-034.deja-fait", "ema-2016"), "it has not ended"
    assert "erreur_de_remplacement" not in gaps(library, engines, "remplacement-oublie.avant-l-ecart", "ema-2016")


def test_the_chapter_around_a_section_is_not_wrong(library: Library, engines: Engines) -> None:
    """Of 2006 too, whose sections have names: « Ch. 10, Fautes » around « Tuiles exposés par erreur »."""
    assert within("十 Fautes, Retard", "十 Fautes") and within("7.2.1", "7.2") and not within("7.21", "7.2")
    offered = paragraphs(library, engines, "coude-dans-le-mur.mur-detruit", "mcr-2006")
    assert "十 Fautes" not in offered


def test_what_leaves_any_fault_to_the_referee_is_no_wrong_paragraph(library: Library, engines: Engines) -> None:
    """« § 3.11.1, Avertissement », for whatever is a minor infraction or a first one."""
    assert "3.11.1" not in paragraphs(library, engines, "conseil-a-un-debutant", "mcr-2015")


def test_no_condition_says_a_part_of_what_the_story_tells(library: Library, engines: Engines) -> None:
    """« Une seule tuile » is told already of who waited for one with Quatre kongs."""
    mine = told_case(library, engines, "finir-sur-la-paire-de-quatre-kongs", "mcr-2006")
    assert not any(("tuiles_attendues", "une") in way.changes for way in ways(library, mine, {}))
    won = told_case(library, engines, "faux-kong-d-un-riichi.il-dit-tsumo", "wrc-2015")
    assert not any(("ecart_fait", "non") in way.changes for way in ways(library, won, {}) if len(way.changes) == 1)


def test_who_is_spared_for_one_thing_is_not_said_to_be_spared(library: Library, engines: Engines) -> None:
    """A riichi that waited is not punished; of the win that was announced on it nothing is said."""
    mine = told_case(library, engines, "riichi-et-main-cachee-a-la-fin.il-avait-dit-ron", "ema-2016")
    asked = Examiner(library, engines, mine).decision()
    assert asked is not None and asked.wrong
    assert not [one.why for one in asked.wrong if ("main_montree_a_la_fin", "en-attente") in one.ground.changes]


def test_who_is_paid_at_the_wall_is_not_asked_whether_anything_is_paid(library: Library, engines: Engines) -> None:
    mine = told_case(library, engines, "main-morte-dite-tenpai-avant-son-tour.pas-morte", "ema-2016")
    assert Examiner(library, engines, mine).points() is None
