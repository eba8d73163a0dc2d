"""The chronicle: what is told, in which order, in the reader's language, and what is not."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from campaigns.league.models import Campaign
from campaigns.wars import chronicle
from campaigns.wars.rounds import operations as rounds
from engines.core.dice import EnteredDice
from engines.musg import aftermath
from engines.musg.entries import Hire, Learn, Note, Recover
from engines.musg.ranks import Rank
from engines.musg.report import Down, Who
from rosters.models import Warband
from rosters.operations import take_step, undo_last
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT
from tests.factories.campaigns import Cast, cast, fight

pytestmark = pytest.mark.django_db


def sentences(campaign: Campaign, warband: Warband | None = None) -> list[str]:
    _page, chapters = chronicle.page(campaign, 1, warband.pk if warband else None)
    return [said for chapter in chapters for item in chapter.items for said in item.sentences]


def down(victim: Warband, figure: int, by: Warband) -> Down:
    return Down(Who(victim.key, figure), Who(by.key, LEADER))


def recover(warband: Warband, *faces: int) -> None:
    """Roll the warband's aftermath with these dice."""
    assert warband.roster.engagement is not None
    aftermath.resolve(warband.roster, EnteredDice(faces))
    entry = Recover(battle=warband.roster.engagement.battle, faces=faces, source="entered")
    take_step(warband=warband, entry=entry, author=warband.owner)


@pytest.fixture
def told() -> Cast:
    """Axes win, but lose a henchman for good (1), and their lieutenant comes back hobbled (22)."""
    who = cast()
    first = rounds.open_round(campaign=who.campaign, name="Thaw")
    downs = [down(who.warband, LIEUTENANT, who.other), down(who.warband, HENCHMAN, who.other)]
    fight(
        who.campaign, [who.warband, who.other], downs=downs, bonus={who.warband: 50}, title="At the mill", round=first
    )
    recover(who.warband, 2, 2, 1)
    return who


def test_it_tells_who_won_who_fell_and_what_stays(told: Cast) -> None:
    with override("en"):
        said = sentences(told.campaign, told.warband)
    assert said == [
        "“At the mill” is won against Blades: 50 victory points.",
        "A Lieutenant comes back: Hobbled.",
        "A Henchman 1 does not come back, felled by Blades: Dead or gone.",
    ]


def test_it_speaks_the_readers_language(told: Cast) -> None:
    """Names of the rulebook come from its tables: "Difficulté de déplacement" is the row for 22-23."""
    for language, hobbled, gone in (
        ("fr", "Difficulté de déplacement", "Mort ou parti"),
        ("en", "Hobbled", "Dead or gone"),
    ):
        with override(language):
            said = " ".join(sentences(told.campaign, told.warband))
        assert hobbled in said
        assert gone in said


def test_a_battle_is_one_chapter_for_all_its_warbands(told: Cast) -> None:
    _page, chapters = chronicle.page(told.campaign)
    of_battle = [chapter for chapter in chapters if chapter.battle is not None]
    assert [(chapter.battle.title, chapter.battle.round.name) for chapter in of_battle] == [("At the mill", "Thaw")]
    assert {item.warband for item in of_battle[0].items} == {"Axes", "Blades"}


def test_the_newest_comes_first(told: Cast) -> None:
    fight(told.campaign, [told.warband, told.other], title="At the ford")
    _page, chapters = chronicle.page(told.campaign)
    titles = [chapter.battle.title for chapter in chapters if chapter.battle]
    assert titles == ["At the ford", "At the mill"]


def test_skills_and_newcomers_are_news(told: Cast) -> None:
    """Five points of experience tick a grey box: three won battles give 2 each (Musg, Gain d'expérience)."""
    for _battle in range(2):
        fight(told.campaign, [told.warband, told.other], bonus={told.warband: 5})
    take_step(warband=told.warband, entry=Learn(figure=LEADER, skill="strider"), author=told.owner)
    take_step(warband=told.warband, entry=Hire(rank=Rank.HENCHMAN, race="human", name="Newt"), author=told.owner)
    with override("en"):
        said = sentences(told.campaign, told.warband)
    assert "A Leader learns Strider." in said
    assert any(line.startswith("Newt joins the warband") for line in said)
    undo_last(warband=told.warband, author=told.owner)
    with override("en"):
        assert not any("Newt" in line for line in sentences(told.campaign))


def test_the_muster_notes_and_plain_experience_are_no_news() -> None:
    who = cast()
    take_step(warband=who.warband, entry=Note(text="A secret plan"), author=who.owner)
    fight(who.campaign, [who.warband, who.other])
    with override("en"):
        said = sentences(who.campaign)
    assert len(said) == 2
    assert all("draw" in line for line in said), said


def test_what_went_before_the_campaign_is_left_out() -> None:
    """Both warbands were mustered before they were enlisted."""
    assert sentences(cast().campaign) == []


def test_it_is_read_in_pages(told: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two fights and two aftermaths, the older ones on the second page."""
    monkeypatch.setattr(chronicle, "PAGE", 2)
    newest, _chapters = chronicle.page(told.campaign, 1)
    oldest, _chapters = chronicle.page(told.campaign, "2")
    assert newest.paginator.count == 4
    assert [row.kind for row in newest.object_list] == ["recover", "recover"]
    assert [row.kind for row in oldest.object_list] == ["fight", "fight"]
