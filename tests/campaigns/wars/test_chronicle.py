"""The chronicle: what is told, in which order, in the reader's language, and what is not."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from campaigns.league.models import Campaign
from campaigns.wars import chronicle
from campaigns.wars.models.battle import BattleSide
from campaigns.wars.models.forecast import Forecast, ForecastState
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.rounds import operations as rounds
from engines.core.dice import EnteredDice
from engines.musg import aftermath
from engines.musg.entries import Hire, Learn, Note, Recover
from engines.musg.ranks import Rank
from engines.musg.report import Down, Who
from rosters.models import Character, Warband
from rosters.operations import take_step, undo_last
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, SECOND_HENCHMAN
from tests.factories.campaigns import Cast, cast, fight

pytestmark = pytest.mark.django_db


def sentences(campaign: Campaign, warband: Warband | None = None) -> list[str]:
    """What is told of warbands, without what is told of battles as a whole."""
    _page, chapters = chronicle.page(campaign, 1, warband.pk if warband else None)
    return [said for chapter in chapters for item in chapter.items for said in item.sentences]


def leads(campaign: Campaign) -> list[str]:
    """What is told of each battle as a whole, newest first."""
    _page, chapters = chronicle.page(campaign)
    return [" ".join(chapter.lead) for chapter in chapters if chapter.battle]


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
    """Blades felled two and won nothing by it: the scenario gave Axes 50, the two felled bring Blades 20 and 5."""
    with override("en"):
        said = sentences(told.campaign, told.warband)
        (lead,) = leads(told.campaign)
    assert all(word in lead for word in ("Axes", "Blades", "50 to "))
    assert len(said) == 2
    assert "A Henchman 1" in said[0]
    assert said[0].endswith("B Leader saw to that.")
    assert said[1] == "A Lieutenant now limps."


def test_deeds_are_told_of_those_who_did_them(told: Cast) -> None:
    with override("en"):
        (said,) = sentences(told.campaign, told.other)
    assert said in {
        "B Leader felled A Lieutenant and A Henchman 1.",
        "Two enemies fell to B Leader: A Lieutenant and A Henchman 1.",
    }


def test_it_speaks_the_readers_language(told: Cast) -> None:
    for language, hobbled, gone in (("fr", "boite désormais", "y a veillé"), ("en", "now limps", "saw to that")):
        with override(language):
            said = " ".join(sentences(told.campaign, told.warband))
        assert hobbled in said
        assert gone in said


def test_how_the_leader_died_and_who_followed() -> None:
    """11 on the table is death; the only lieutenant takes over (ruling M249)."""
    who = cast()
    fight(who.campaign, [who.warband, who.other], downs=[down(who.warband, LEADER, who.other)])
    recover(who.warband, 1, 1)
    with override("en"):
        said = sentences(who.campaign, who.warband)
        deeds = sentences(who.campaign, who.other)
    assert said[0] == "B Leader had felled A Leader: the leader did not recover."
    assert said[1] in {"A Lieutenant took over the lead.", "From now on A Lieutenant gives the orders."}
    assert len(said) == 2
    assert deeds[1] in {"That left Axes without a leader.", "From then on nobody gave orders to Axes."}


def test_a_leader_killed_outright_is_told_with_the_weapon_where_the_engine_fought() -> None:
    """The report is the truth; what the engine noted lends it the weapons."""
    who = cast()
    killed = Down(Who(who.warband.key, LEADER), Who(who.other.key, LIEUTENANT), killed=True)
    battle = fight(who.campaign, [who.warband, who.other], downs=[killed])
    Resolution.objects.create(
        battle=battle,
        setup={},
        falls=[
            {
                "victim": {"warband": who.warband.key, "figure": LEADER},
                "event": 3,
                "by": {"warband": who.other.key, "figure": LIEUTENANT},
                "weapons": ["axe"],
            }
        ],
    )
    with override("fr"):
        said = sentences(who.campaign, who.warband)
        deeds = sentences(who.campaign, who.other)
    assert said[0] == "B Lieutenant tue net A Leader d’un coup de hache\xa0: la bande n’a plus de chef."
    assert deeds[0] == "B Lieutenant tue net A Leader d’un coup de hache."


def test_many_injuries_are_gathered_not_listed() -> None:
    """A lieutenant with multiple injuries (16), three of them (3), all three bruises (34): said once."""
    who = cast()
    fight(who.campaign, [who.warband, who.other], downs=[down(who.warband, LIEUTENANT, who.other)])
    recover(who.warband, 1, 6, 3, 3, 4, 3, 4, 3, 4)
    with override("en"):
        said = sentences(who.campaign, who.warband)
    assert said == ["A Lieutenant has bruises that slow every blow (three times over)."]


def test_who_comes_back_unharmed_is_counted() -> None:
    who = cast()
    downs = [down(who.warband, number, who.other) for number in (HENCHMAN, SECOND_HENCHMAN)]
    fight(who.campaign, [who.warband, who.other], downs=downs)
    recover(who.warband, 3, 3)
    with override("en"):
        said = sentences(who.campaign, who.warband)
    assert said == ["More frightened than hurt: the two who had fallen came back without a scratch."]


def test_accidents_and_flights_are_told_of_their_own_side() -> None:
    who = cast()
    battle = fight(who.campaign, [who.warband, who.other], downs=[Down(Who(who.warband.key, HENCHMAN))])
    report = battle.reports.get()
    report.data = {**report.data, "fled": [{"warband": who.warband.key, "figure": LIEUTENANT}]}
    report.save()
    with override("en"):
        said = sentences(who.campaign, who.warband)
    assert said == ["An accident put A Henchman 1 out of action.", "A Lieutenant fled the table."]


def test_streaks_their_end_and_records() -> None:
    """Three victories make a streak; the fourth battle ends it, and its 60 points are the most so far."""
    who = cast()
    for _battle in range(3):
        fight(who.campaign, [who.warband, who.other], bonus={who.warband: 20})
    fight(who.campaign, [who.warband, who.other], bonus={who.other: 60})
    with override("en"):
        newest, third, second, _first = leads(who.campaign)
    assert "three victories" in third
    assert "Axes" in third
    assert "victories" not in second
    assert "So ended a run of three victories for Axes." in newest
    assert "It ended a wait of three battles for Blades." in newest
    assert "With 60 points from one battle, the record of the campaign now belongs to Blades." in newest


def test_five_takedowns_are_a_record_after_three_battles() -> None:
    who = cast()
    for _battle in range(3):
        fight(who.campaign, [who.warband, who.other])
    downs = [
        Down(Who(who.warband.key, number), Who(who.other.key, LEADER), killed=True)
        for number in (LIEUTENANT, HENCHMAN, SECOND_HENCHMAN)
    ]
    fight(who.campaign, [who.warband, who.other], downs=downs)
    with override("en"):
        assert "Before Blades, nobody in this campaign had put three enemies out" in leads(who.campaign)[0]


@pytest.mark.parametrize(("share", "told"), [(0.18, "18 chances in 100"), (0.0, "hardly a chance"), (0.4, "")])
def test_a_victory_against_the_forecast_is_an_upset(share: float, told: str) -> None:
    """The forecast names its sides by their keys: here in the other order than the battle's."""
    who = cast()
    battle = fight(who.campaign, [who.warband, who.other], bonus={who.warband: 20})
    Forecast.objects.create(
        battle=battle,
        state=ForecastState.DONE,
        setup={"sides": [{"key": who.other.key}, {"key": who.warband.key}]},
        seed="1",
        summary={"wins": [{"value": 0.99}, {"value": share}]},
    )
    with override("en"):
        (lead,) = leads(who.campaign)
    assert ("forecast" in lead.lower()) is bool(told)
    assert told in lead


def test_the_scenario_may_decide_against_the_points() -> None:
    who = cast()
    fight(who.campaign, [who.warband, who.other], bonus={who.warband: 20})
    BattleSide.objects.filter(warband=who.other).update(victory_points=30)
    with override("en"):
        assert leads(who.campaign)[0].startswith("By the points it was 20 to 30, yet the scenario gave the victory")


def test_names_are_escaped(told: Cast, client: Client) -> None:
    Character.objects.filter(warband=told.warband).update(name="<img src=x>&")
    Warband.objects.filter(pk=told.other.pk).update(name="<b>Blades")
    client.force_login(told.owner, backend="club.auth.MemberBackend")
    page = client.get(reverse("campaigns:chronicle", args=[told.campaign.slug])).content.decode()
    assert "<img src=x>" not in page
    assert "<b>Blades" not in page
    assert "&lt;img src=x&gt;&amp;" in page


def test_a_battle_over_two_pages_is_told_once(told: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.wars.chronicle.book.PAGE", 1)
    pages = [chronicle.page(told.campaign, number)[1] for number in (1, 2, 3, 4)]
    assert sum(bool(chapter.lead) for chapters in pages for chapter in chapters) == 1


def test_a_page_costs_seven_queries_at_most(told: Cast, django_assert_max_num_queries: Any) -> None:
    for _battle in range(4):
        fight(told.campaign, [told.warband, told.other], bonus={told.warband: 5})
    with django_assert_max_num_queries(7), override("en"):
        chronicle.page(told.campaign)


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
    assert "A Leader learned “Strider”." in said
    assert any(line == "Newt (henchman) joined the warband." for line in said)
    undo_last(warband=told.warband, author=told.owner)
    with override("en"):
        assert not any("Newt" in line for line in sentences(told.campaign))


def test_the_muster_notes_and_plain_experience_are_no_news() -> None:
    who = cast()
    take_step(warband=who.warband, entry=Note(text="A secret plan"), author=who.owner)
    fight(who.campaign, [who.warband, who.other])
    with override("en"):
        said, told = sentences(who.campaign), leads(who.campaign)
    assert said == []
    assert len(told) == 1
    assert "draw" in told[0] or "equals" in told[0]


def test_what_went_before_the_campaign_is_left_out() -> None:
    """Both warbands were mustered before they were enlisted."""
    assert sentences(cast().campaign) == []


def test_it_is_read_in_pages(told: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two fights and two aftermaths, the older ones on the second page."""
    monkeypatch.setattr("campaigns.wars.chronicle.book.PAGE", 2)
    newest, _chapters = chronicle.page(told.campaign, 1)
    oldest, _chapters = chronicle.page(told.campaign, "2")
    assert newest.paginator.count == 4
    assert [row.kind for row in newest.object_list] == ["recover", "recover"]
    assert [row.kind for row in oldest.object_list] == ["fight", "fight"]


def test_the_campaign_s_page_has_the_newest_chapter(told: Cast, client: Client) -> None:
    """The battle fought last, with its lead and its warbands, and the way to the rest; it is asked for when seen."""
    newest = chronicle.page(told.campaign)[1][0]
    found = chronicle.latest(told.campaign)
    assert found is not None
    assert (found.battle, found.lead, found.items) == (newest.battle, newest.lead, newest.items)
    client.force_login(told.warband.owner)
    page = client.get(told.campaign.get_absolute_url()).content.decode()
    story = reverse("campaigns:chronicle", args=[told.campaign.slug])
    assert f'id="newest-chapter" hx-get="{story}"' in page
    short = client.get(story, headers={"HX-Request": "true", "HX-Target": "newest-chapter"}).content.decode()
    assert short.strip().startswith('<div class="story story--short">')
    assert "At the mill" in short
    assert all(item.address in short for item in newest.items)
    assert story in short
    assert "<html" not in short


def test_without_news_there_is_no_newest_chapter() -> None:
    assert chronicle.latest(cast().campaign) is None
