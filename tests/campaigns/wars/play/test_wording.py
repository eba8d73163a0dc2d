"""Words of a battle played at the site that no other test hears."""

import pytest
from django.utils import translation

from campaigns.wars.play.choices import groups_of
from campaigns.wars.play.wording.options import option_sentence
from campaigns.wars.play.wording.refusals import refusal
from campaigns.wars.play.wording.terms import leads_text, reasons_of
from campaigns.wars.replay.wording.names import Names
from engines.core.problems import Problem
from engines.musg.battle.actions import Custom, Walk
from engines.musg.battle.decision import Ask, Decision
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.prospects import Leads, Option, OptionKind, Term

NAMES = Names(("Axes",), ("Ann",), CATALOGUE)


def test_who_charges_ends_in_contact_and_not_at_no_paces() -> None:
    assert (
        leads_text(Leads(to=(3.0, 3.0), length=7.0, nearest=0.0), NAMES) == "7 paces, then in contact, seen by nobody"
    )
    near = leads_text(Leads(to=(3.0, 3.0), length=7.0, nearest=0.5), NAMES)
    assert near.startswith("7 paces, the nearest enemy then at ")


def test_walks_towards_markers_that_read_alike_say_where_they_lead() -> None:
    ends = ((23.0, 12.0), (8.0, 30.0))
    walks = [
        Option(action=Walk(*end), kind=OptionKind.WALK, figure=0, code="mark", leads=Leads(to=end, length=9.0))
        for end in ends
    ]
    [group] = groups_of(walks, NAMES, Decision(Ask.ACT, side=0, figure=0))
    assert [choice.sentence for choice in group.choices] == ["Ann walks towards a marker"] * 2
    assert [choice.place for choice in group.choices] == ["at 23, 12, 9 paces", "at 8, 30, 9 paces"]


@pytest.mark.parametrize(
    ("term", "language", "words"),
    [
        (Term("cover", 5, item="vehicle"), "en", "cover (vehicle): the shot gets through on 5+"),
        (Term("cover", 5, item="vehicle"), "fr", "couvert (véhicule)\N{NO-BREAK SPACE}: le tir passe sur 5+"),
        (Term("cover", 5), "en", "cover: the shot gets through on 5+"),
        (Term("cover", 5, item="wall"), "fr", "couvert (mur)\N{NO-BREAK SPACE}: le tir passe sur 5+"),
        (Term("structure", 3), "en", "Structure 3"),
    ],
)
def test_what_a_shot_at_or_past_a_vehicle_goes_through_is_named(term: Term, language: str, words: str) -> None:
    with translation.override(language):
        [reason] = reasons_of((term,), NAMES)
    assert reason.text == words


@pytest.mark.parametrize(
    "code",
    [
        *("carries_nothing", "hands_full", "nobody_to_hand_to", "nothing_there", "thing_too_far"),
        *("leaves_terrain", "no_running", "not_its_part", "on_round", "too_loud", "wrong_edge"),
        *("marker_too_far", "no_such_marker", "round_full", "no_hostage", "no_kit_for_it", "no_place"),
        *("no_bomb", "no_bomb_here", "no_site_here", "on_site", "sites_too_near", "too_near_entry"),
    ],
)
def test_why_a_module_forbids_something_is_said(code: str) -> None:
    for language in ("en", "fr"):
        with translation.override(language):
            assert refusal(Problem(code, None, {})) != refusal(Problem("nonsense", None, {}))


@pytest.mark.parametrize(
    ("code", "words", "french"),
    [
        ("regroup_team.take", "Ann takes Bob along", "Ann emmène Bob"),
        ("regroup_team.kill", "Ann tries to kill Bob", "Ann essaie de tuer Bob"),
    ],
)
def test_who_frees_a_hostage_takes_none_and_a_blow_may_miss(code: str, words: str, french: str) -> None:
    """Both sides lead hostages along by a touch; killing one is a blow, for which dice are rolled (ruling M340)."""
    names = Names(("Axes",), ("Ann", "Bob"), CATALOGUE)
    option = Option(action=Custom(code, target=1), kind=OptionKind.CUSTOM, figure=0, target=1, code=code)
    decision = Decision(Ask.ACT, side=0, figure=0)
    assert option_sentence(option, names, decision) == words
    with translation.override("fr"):
        assert option_sentence(option, names, decision) == french


def test_one_action_point_is_no_plural() -> None:
    told = refusal(Problem("action_points", None, {"value": 1, "least": 2}))
    assert told == "Action points left: 1; this takes 2."
