"""What later readings of drawn exercises have found: each kind with the exercise that showed it."""

from __future__ import annotations

import re

from assistant.decision.sense import contrary, kin
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.training.exercises.defensible import Defensible
from assistant.training.exercises.gap import can_spare, granted, still_told
from assistant.training.exercises.idle_questions import unneeded
from assistant.training.exercises.one_incident import Examiner
from assistant.training.exercises.paragraphs import general
from assistant.training.exercises.questions import questions
from assistant.training.exercises.reasons import Reasons
from assistant.training.exercises.ruled import ruled
from assistant.training.exercises.ruling import Ruling
from assistant.training.exercises.stage import Part
from assistant.training.exercises.syllabus import tasks
from assistant.training.exercises.what_if import ways
from tests.training.test_draws import gaps, paragraphs, told_case


def test_what_holds_of_any_two_winners_is_not_wrong_of_two_without_riichi(library: Library, engines: Engines) -> None:
    """« Chaque gagnant en riichi reprend la sienne » takes nothing from who has none."""
    asked = Examiner(library, engines, told_case(library, engines, "double-ron-riichi.aucun-riichi", "ema-2016")).deal()
    assert asked is not None and dict(asked.right.answer)["mises"] == "au-plus-proche"  # type: ignore[call-overload]
    ours = dict(asked.right.answer)  # type: ignore[call-overload]
    for one in asked.wrong:
        theirs = dict(one.answer)  # type: ignore[call-overload]
        assert {**theirs, "mises": ""} != {**ours, "mises": ""}, one.label


def test_where_one_alone_can_win_no_story_lets_two(library: Library) -> None:
    two = re.compile(r"(?:a|ont) gagné[^.]*en même temps|gagnent ensemble|ont gagné tous")
    looked_at = 0
    for case in library.cases.values():
        if "wrc-2015" in (*case.expect, *library.cases[case.varies or case.id].expect):
            story = " ".join(text for _, text in case.told(library.rulesets["wrc-2015"].names))
            assert not two.search(story), (case.id, story)
            looked_at += 1
    assert looked_at > 400


def test_no_win_is_supposed_of_a_hand_that_was_declared_dead(library: Library, engines: Engines) -> None:
    """Its announcement is punished by itself, and nothing is said of that where its riichi is judged."""
    for dead in ("oui", "avant"):
        assert contrary(library, {"main_morte_apres_riichi": dead, "fin_de_la_donne": "il-gagne"})
        assert not contrary(library, {"main_morte_apres_riichi": dead, "fin_de_la_donne": "nulle"})
    mine = told_case(library, engines, "riichi-en-attente-et-mort.est-mort", "wrc-2015")
    assert all(
        dict(way.changes).get("fin_de_la_donne") != "il-gagne" or "main_morte_apres_riichi" in dict(way.changes)
        for way in ways(library, mine, {})
    )


def test_no_chombo_has_stopped_a_deal_that_was_won(library: Library) -> None:
    assert contrary(library, {"donne_deja_arretee": "oui", "victoire_annoncee_valable": "oui"}) == ["donne_deja_arretee"]
    assert not contrary(library, {"donne_deja_arretee": "oui", "victoire_annoncee_valable": "non"})


def test_no_deal_goes_on_whose_end_the_story_tells(library: Library, engines: Engines) -> None:
    """He has said « tsumo »: without the riichi his kong would be judged otherwise, and his win all the same."""
    mine = told_case(library, engines, "faux-kong-d-un-riichi.il-dit-tsumo", "wrc-2015")
    found = [way for way in ways(library, mine, {}) if "fin_de_la_donne" not in dict(way.changes)]
    assert found and all(dict(way.given.outcome.slots).get("donne") != "continue" for way in found)
    shown = told_case(library, engines, "riichi-en-attente-et-mort.est-mort", "wrc-2015").questionnaire.network.facts
    assert granted(shown["fin_de_la_donne"], "nulle") and not granted(shown["fin_de_la_donne"], "en-cours")


def test_who_was_warned_for_being_slow_is_not_said_to_be_free(library: Library) -> None:
    """« Et cela à répétition » : the EMA book leaves that to the referee."""
    slow = [case for case in library.cases.values() if case.incident == "rythme-de-jeu" and "ema-2016" in case.expect]
    warned = [case.id for case in slow if any(name == "deja_averti" for name, _ in case.story)]
    freed = {case.id for case in slow if "aucune" in (case.expect["ema-2016"].sanctions or ())}
    assert len(freed) > 2 and freed.isdisjoint(case for case in warned if library.cases[case].facts["deja_averti"] == "oui")


def test_no_gap_is_asked_of_what_is_confessed(library: Library, engines: Engines) -> None:
    """« Il rit et reconnaît l'avoir fait exprès » : something was done."""
    for case, ruleset in (("riichi-de-bluff-entre-amis", "ema-2016"), ("faux-tenpai-sans-riichi.expres", "wrc-2015")):
        assert not {"main_montree_a_la_fin", "attente_montree"} & gaps(library, engines, case, ruleset), case


def test_the_missing_question_in_other_words_is_not_pointless(library: Library, engines: Engines) -> None:
    """« Un arbitre l'avait-il déjà averti ? » asks how often he did it."""
    assert "deja_averti" in kin(library, "combien_de_fois") and "recidive" in kin(library, "deja_averti")
    assert "tuiles_montrees" not in kin(library, "combien_de_fois")
    mine = told_case(library, engines, "kong-annonce-trois-fois.premiere", "mcr-2015")
    assert "deja_averti" not in {one.answer for one in unneeded(library, mine, library.facts["combien_de_fois"])}


def test_where_the_penalty_is_open_a_deal_dealt_anew_is_not_wrong(library: Library, engines: Engines) -> None:
    """Whoever would give a chombo, of which the text says nothing, would have it dealt anew."""
    mine = told_case(library, engines, "rc-098", "wrc-2015")
    defensible = Defensible(library, Ruling(library, mine.ruleset, *mine.given))
    assert defensible.ruling.mute and defensible.deal((("donne", "redistribuee"),))
    assert not defensible.deal((("donne", "gagnee"),))
    decided = told_case(library, engines, "rc-098.il-n-attend-plus", "wrc-2015")
    assert not Defensible(library, Ruling(library, decided.ruleset, *decided.given)).deal((("donne", "gagnee"),))


def test_that_something_is_judged_with_the_win_is_not_wrong_of_who_has_won(library: Library, engines: Engines) -> None:
    mine = told_case(library, engines, "deux-ron-dont-un-apres-kong-defendu.un-seul-ron", "ema-2016")
    asked = Examiner(library, engines, mine).decision()
    assert asked is not None and asked.wrong
    assert frozenset([("joueur", "kong-juge-avec-la-victoire")]) not in {one.answer for one in asked.wrong}


def test_no_answer_is_supposed_that_the_tiles_belie(library: Library, engines: Engines) -> None:
    """Seven pairs and thirteen orphans, told tile by tile, are worth more than 8 points."""
    for case in ("rc-095-mcr", "rc-026-mcr"):
        for ruleset in ("mcr-2006", "mcr-2015"):
            mine = told_case(library, engines, case, ruleset)
            supposed = {change for way in ways(library, mine, {}) for change in way.changes}
            assert supposed and ("huit_points", "non") not in supposed, (case, ruleset)
    assert "huit_points" not in gaps(library, engines, "rc-026-mcr", "mcr-2015")
    untold = told_case(library, engines, "moins-de-huit-nommes-sans-montrer", "mcr-2015")
    assert any(("huit_points", "non") in way.changes for way in ways(library, untold, {}))


def test_nobody_has_won_where_nobody_has_won(library: Library) -> None:
    """The wall is exhausted, or a chombo has ended the deal: no other player has won it at that moment."""
    for end in ("nulle", "finie-par-un-chombo"):
        assert contrary(library, {"fin_de_la_donne": end, "victoire_d_un_autre": "oui"}) == ["fin_de_la_donne"]
    assert not contrary(library, {"fin_de_la_donne": "il-gagne", "victoire_d_un_autre": "oui"})


def test_no_pointless_question_speaks_of_what_nobody_told(library: Library, engines: Engines) -> None:
    """« La victoire que l'autre avait annoncée … » of two who called a chow and a pung."""
    mine = told_case(library, engines, "chow-puis-pung.chow-expose", "mcr-2015")
    pointless = {one.answer for one in unneeded(library, mine, library.facts["chow_avance"])}
    assert pointless and "victoire_annoncee_valable" not in pointless


def test_no_gap_asks_what_a_later_sentence_supposes(library: Library, engines: Engines) -> None:
    """« Il n'était pas en attente » of a hand that was not complete, also where nobody asks for it; « aucun arbitre ne l'avait averti » of a first time."""
    assert "main_complete" not in gaps(library, engines, "rc-071-mcr.rien-montre", "mcr-2006")
    assert "combien_de_fois" not in gaps(library, engines, "pung-bien-apres-la-pioche.non-vue", "mcr-2006")
    assert "combien_de_fois" in gaps(library, engines, "kong-annonce-trois-fois.premiere", "mcr-2015")


def test_no_gap_takes_what_elle_stands_for(library: Library, engines: Engines) -> None:
    """« Il couche toute sa main. Avec ce 6 elle est complète. »"""
    assert "tuiles_montrees" not in gaps(library, engines, "ron-sur-une-tuile-tombee.ecartee", "mcr-2015")
    told = ((None, "Sud dit « Hu »."), ("vue", "Il couche sa main."), (None, "Avec ce 6 elle est complète."))
    assert not can_spare(told, "vue")
    assert can_spare(((None, "Sud a une main de 12 points."), *told[1:]), "vue")


def test_what_punishes_any_fault_is_no_wrong_paragraph_of_a_fault(library: Library, engines: Engines) -> None:
    """« § 3.11.1, Avertissement, pour une infraction mineure ou pour une première infraction »."""
    scale = general(library, "mcr-2015")
    assert {"mcr-2015/3.11.1/avertissement", "mcr-2015/3.11.2.2/bareme"} <= scale
    assert "mcr-2015/3.11.6.2/faux-element" not in scale and len(scale) < 20
    assert not {"3.11.1", "3.11.2.2"} & paragraphs(library, engines, "rc-095-mcr.cachee", "mcr-2015")


def test_nobody_gives_the_tile_of_a_wind_that_nobody_gave(library: Library, engines: Engines) -> None:
    assert contrary(library, {"donneur_de_la_victoire": "le-meme", "elements_du_gagnant": "moins"})
    for case in ("est-gagne-sur-un-ecart-seul", "rc-107.pas-fourni"):
        mine = told_case(library, engines, case, "wrc-2015")
        supposed = [dict(way.changes) for way in ways(library, mine, {})]
        assert supposed and all("elements_du_gagnant" in one for one in supposed if one.get("donneur_de_la_victoire") == "le-meme")


def test_a_paragraph_on_the_hand_that_was_declared_dead_is_not_wrong(library: Library, engines: Engines) -> None:
    """« Un joueur n'est pas tenpai si sa main a été annoncée main morte » : he is in riichi, and shows nothing."""
    assert "3.3.13" not in paragraphs(library, engines, "riichi-et-main-cachee-a-la-fin.main-morte", "ema-2016")


def test_no_gap_takes_what_is_noticed_later(library: Library) -> None:
    """« Il écarte, et l'on joue. On ne s'en aperçoit qu'après » : of what, where the sentence before is gone?"""
    story = library.cases["remplacement-oublie.vu-apres-la-donne"].story
    assert "s'en aperçoit" in story[-1][1]
    assert not can_spare(story, "erreur_de_remplacement")


def test_no_gap_asks_for_the_tile_of_who_says_tsumo(library: Library) -> None:
    story, origin = library.cases["main-montree-puis-ron-riichi"].story, library.facts["tuile_gagnante"]
    assert "tsumo" in story[0][1]
    assert still_told(library, story, origin, "pioche")
    assert not still_told(library, ((None, "Un joueur étale sa main."), ("tuile_gagnante", "Il venait de piocher.")), origin, "pioche")


def test_no_fault_seen_after_the_end_is_put_right_in_a_deal_that_goes_on(library: Library, engines: Engines) -> None:
    """« S'il n'avait pas encore écarté, la donne continue »: of a fault that is only seen when the wall is exhausted."""
    mine = told_case(library, engines, "pung-avec-un-neuf-pour-un-huit.a-la-donne-nulle", "wrc-2015")
    assert mine.facts["donne_finie"] == "nulle"
    for way in ways(library, mine, {}):
        changed = dict(way.changes)
        assert "donne_finie" in changed or changed.get("ecart_fait") != "non", way.changes


def test_nobody_claims_the_same_discard_where_somebody_has_drawn(library: Library, engines: Engines) -> None:
    mine = told_case(library, engines, "victoire-lue-de-travers.sur-pioche", "ema-2016")
    assert mine.facts["tuile_gagnante"] == "pioche"
    assert all(dict(way.changes).get("victoire_d_un_autre") != "peu-apres" for way in ways(library, mine, {}))


def test_nothing_is_seen_before_the_first_discard_of_a_deal_that_has_ended(library: Library, engines: Engines) -> None:
    mine = told_case(library, engines, "quatorze-tuiles-a-la-fin.nulle", "wrc-2015")
    assert all(dict(way.changes).get("moment_decouverte") != "avant-la-fin-de-la-distribution" for way in ways(library, mine, {}))


def test_a_hand_without_any_other_yaku_does_not_win_with_what_is_not_counted(library: Library, engines: Engines) -> None:
    for name in ("seul-yaku-refuse.ura-dora", "seul-yaku-refuse"):
        mine = told_case(library, engines, name, "ema-2016")
        found = list(ways(library, mine, {}))
        assert found
        for way in found:
            if "encore_un_yaku" not in dict(way.changes):
                assert "figure-refusee" not in way.given.outcome.sanction_ids(), way.changes


def test_no_condition_repeats_what_the_tiles_and_the_story_tell(library: Library, engines: Engines) -> None:
    mine = told_case(library, engines, "ron-furiten-riichi", "ema-2016")
    said = Reasons(library, mine).condition((("furiten", "non"),))
    assert "complète ?" not in said and "yaku" not in said and "Est ?" not in said, said


def test_nobody_lays_down_a_call_for_what_he_has_drawn(library: Library, engines: Engines) -> None:
    mine = told_case(library, engines, "victoire-lue-de-travers.sur-pioche", "mcr-2006")
    shown = {label.id for label in library.facts["tuiles_montrees"].values if "celles d'un appel" in label.label}
    assert shown
    assert all(dict(way.changes).get("tuiles_montrees") not in shown for way in ways(library, mine, {}))


def test_no_mcr_story_speaks_of_what_riichi_alone_has(library: Library) -> None:
    alone = re.compile(r"\b(?:ura|dora|yaku|furiten|noten|tenpai|tsumo|chombo|chonbo|yakuman)\b")
    looked_at = 0
    for task in tasks(library):
        if library.rulesets[task.ruleset].game == "mcr":
            story = " ".join(text for _, text in library.cases[task.case].told(library.rulesets[task.ruleset].names))
            assert not alone.search(story), (task.case, task.ruleset, story)
            looked_at += 1
    assert looked_at > 300


def test_no_sentence_begins_in_the_middle(library: Library) -> None:
    """« C'est la tuile qu'un adversaire ajoutait. et couche sa main »; « on ne s'en aperçoit que au mur épuisé »."""
    torn, open_vowel = re.compile(r"[.!?] [a-zà-ÿ]"), re.compile(r"\bque (?:au|après|à|en|un|une|il)\b")
    for task in tasks(library):
        story = " ".join(text for _, text in library.cases[task.case].told(library.rulesets[task.ruleset].names))
        outside = re.sub(r"«[^»]*»", "«»", story)
        assert not torn.search(outside) and not open_vowel.search(outside), (task.case, story)


def test_one_chombo_that_two_events_tell_is_not_paid_twice(library: Library, engines: Engines) -> None:
    mine = ruled(library, engines, library.cases["faux-ron-et-mur-epuise"], "wrc-2015")
    assert mine is not None
    assert Part.POINTS not in {asked.part for asked in questions(library, engines, mine).asked}
