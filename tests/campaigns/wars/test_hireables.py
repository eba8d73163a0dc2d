"""The pool of characters for hire: who enters it, once; who hires from it (Musg, Utilisation de l'expérience)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.league import news
from campaigns.wars.hire import operations as hireables
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.settings.operations import rules_of
from club.operations import Refused
from engines.musg.entries import (
    Character,
    Grant,
    HireCharacter,
    LastEpisode,
    Learn,
    Note,
    Release,
    Rename,
    Succeed,
    TakePart,
)
from engines.musg.part import Side
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Standing
from rosters.models import Warband
from rosters.operations import take_step, undo_last
from tests.clients import client_of
from tests.factories.battles import LEADER, LIEUTENANT
from tests.factories.campaigns import Cast, campaign, cast, enlisted, fight, join

pytestmark = pytest.mark.django_db


def victories(who: Cast, number: int) -> None:
    """Axes win battles in which nobody falls: 2 points of experience each for all of theirs."""
    for _battle in range(number):
        fight(who.campaign, [who.warband, who.other], bonus={who.warband: 10})


@pytest.fixture
def heir() -> Cast:
    """The lieutenant of the Axes has all six boxes ticked after three victories."""
    who = cast(rules=Rules(leader_boxes=40, lieutenant_boxes=6, henchman_boxes=5))
    victories(who, 3)
    return who


def succeed(who: Cast) -> None:
    take_step(warband=who.warband, entry=Succeed(figure=LIEUTENANT), author=who.owner)


def test_a_leader_with_a_full_sheet_is_a_legend_for_hire() -> None:
    """Three victories tick six boxes. Price: 40 for the rank, and 1 point for 5 full points of experience: 41."""
    who = cast(rules=Rules(leader_boxes=6, lieutenant_boxes=25, henchman_boxes=5))
    victories(who, 2)
    assert not Hireable.objects.exists()
    victories(who, 1)
    row = Hireable.objects.get()
    assert (row.campaign, row.origin, row.number, row.name) == (who.campaign, who.warband, LEADER, "A Leader")
    assert (row.legend, row.price) == (True, 41)
    take_step(warband=who.warband, entry=Note(text="He is missed."), author=who.owner)
    victories(who, 1)
    assert Hireable.objects.filter(number=LEADER).count() == 1, "later steps do not put him there again"


def test_a_leader_sent_away_is_for_hire_but_no_legend(heir: Cast) -> None:
    succeed(heir)
    row = Hireable.objects.get()
    assert (row.name, row.legend, row.price) == ("A Leader", False, 41)


def test_taking_the_step_back_takes_him_out_again(heir: Cast) -> None:
    succeed(heir)
    undo_last(warband=heir.warband, author=heir.owner)
    assert not Hireable.objects.exists()
    succeed(heir)
    assert Hireable.objects.count() == 1


def test_once_hired_the_step_stands(heir: Cast) -> None:
    succeed(heir)
    hireables.hire(hireable=Hireable.objects.get(), warband=heir.other, author=heir.player)
    with pytest.raises(Refused) as refused:
        undo_last(warband=heir.warband, author=heir.owner)
    assert refused.value.codes == ["hired_meanwhile"]
    assert Hireable.objects.exists()
    heir.warband.refresh_from_db()
    assert heir.warband.roster.figure(LEADER).standing is Standing.FOR_HIRE


def test_choices_earned_before_are_still_made(heir: Cast) -> None:
    """A legend chooses the skill it had earned; who hires it then gets it with that skill."""
    succeed(heir)
    take_step(warband=heir.warband, entry=Learn(figure=LEADER, skill="strider"), author=heir.owner)
    row = Hireable.objects.get()
    assert hireables.character_of(row).skills == ("strider",)
    take_step(warband=heir.warband, entry=Rename(figure=LEADER, name="Old Axe"), author=heir.owner)
    assert Hireable.objects.get().name == "Old Axe"


def test_hiring_costs_the_price(heir: Cast) -> None:
    succeed(heir)
    before = heir.other.treasury
    hireables.hire(hireable=Hireable.objects.get(), warband=heir.other, author=heir.player, version=heir.other.version)
    heir.other.refresh_from_db()
    hired = heir.other.roster.active[-1]
    assert (hired.name, hired.rank, hired.lifetime, hired.contract.fee) == ("A Leader", Rank.MERCENARY, 6, 41)
    assert heir.other.treasury == before - 41


def test_a_referee_hires_for_a_player_who_is_away_and_says_why(heir: Cast) -> None:
    succeed(heir)
    row = Hireable.objects.get()
    page = reverse("campaigns:hireables", args=[heir.campaign.slug])
    address, sent = reverse("campaigns:hire", args=[heir.campaign.slug, row.pk]), {"warband": heir.other.pk}
    assert "Hire for an absent player" in client_of(heir.referee).get(page).content.decode()
    for reader in (heir.owner, heir.player):
        assert "Hire for an absent player" not in client_of(reader).get(page).content.decode()
    assert client_of(heir.owner).post(address, {**sent, "because": "Away"}).status_code == 403
    client_of(heir.referee).post(address, {**sent, "because": " "})
    heir.other.refresh_from_db()
    assert heir.other.roster.active[-1].name != "A Leader"
    client_of(heir.referee).post(address, {**sent, "because": "Piers is at sea"})
    heir.other.refresh_from_db()
    assert heir.other.roster.active[-1].name == "A Leader"
    entry = heir.other.journal.latest("number")
    assert (entry.author, entry.reason) == (heir.referee, "Piers is at sea")
    (line,) = [line.sentence for line in news.lines_of(news.news_of(heir.player)) if "at sea" in line.sentence]
    assert line.startswith("Blades: the referee did this for you: ")


def test_a_warband_does_not_hire_him_twice(heir: Cast) -> None:
    succeed(heir)
    row = Hireable.objects.get()
    hireables.hire(hireable=row, warband=heir.other, author=heir.player)
    with pytest.raises(Refused) as refused:
        hireables.hire(hireable=row, warband=heir.other, author=heir.player)
    assert refused.value.codes == ["serves_already"]
    number = heir.other.roster.active[-1].id
    take_step(warband=heir.other, entry=Release(figure=number), author=heir.player)
    hireables.hire(hireable=row, warband=heir.other, author=heir.player)


def test_nobody_from_outside_the_campaign_hires(heir: Cast) -> None:
    succeed(heir)
    elsewhere = campaign(rules=rules_of(heir.campaign))
    stranger = enlisted(elsewhere, join(elsewhere), "Crows")
    with pytest.raises(Refused) as refused:
        hireables.hire(hireable=Hireable.objects.get(), warband=stranger, author=stranger.owner)
    assert refused.value.codes == ["not_enlisted"]


def test_only_who_is_in_the_pool_is_hired_whatever_the_request_says() -> None:
    """A sheet the rules would allow, but of somebody nobody ever played."""
    who = cast()
    made_up = Character(name="Paper Hero", rank=Rank.LEADER, race="human", origin=Rank.LEADER, price=40, lifetime=0)
    with pytest.raises(Refused) as refused:
        take_step(warband=who.warband, entry=HireCharacter(character=made_up), author=who.owner)
    assert refused.value.codes == ["not_for_hire"]
    who.warband.refresh_from_db()
    assert who.warband.roster.treasury == who.warband.treasury
    assert not any(figure.name == "Paper Hero" for figure in who.warband.roster.figures)


def test_whose_warband_serves_nowhere_enters_no_pool() -> None:
    who = cast(rules=Rules(leader_boxes=40, lieutenant_boxes=6, henchman_boxes=5))
    victories(who, 3)
    who.campaign.enlistments.filter(warband=who.warband).update(withdrawn=True)
    succeed(who)
    assert not Hireable.objects.exists()


def test_a_legend_of_pulp_serves_the_heroes_side_where_the_table_agrees_m314() -> None:
    """Price 40 for the rank; offered to heroes only, hired with the tick, and no headcount (ruling M273)."""
    who = cast(rules=Rules(pulp=True))
    for warband, side in ((who.warband, Side.HEROES), (who.other, Side.VILLAINS)):
        take_step(warband=warband, entry=TakePart(side=side), author=warband.owner)
    for warband in (who.warband, who.other):
        take_step(warband=warband, entry=Grant(points=200, reason="Backers"), author=who.referee)
    take_step(warband=who.warband, entry=LastEpisode(figure=LEADER, reason="The end"), author=who.referee)
    row = Hireable.objects.get()
    assert (row.name, row.legend, row.price) == ("A Leader", False, 40)
    page = reverse("campaigns:hireables", args=[who.campaign.slug])
    heroes, villains = (client_of(one).get(page).content.decode() for one in (who.owner, who.player))
    assert "legend of pulp" in heroes
    assert "The whole table agrees" in heroes
    assert "The whole table agrees" not in villains
    address, sent = reverse("campaigns:hire", args=[who.campaign.slug, row.pk]), {"warband": who.warband.pk}
    said = client_of(who.owner).post(address, sent, follow=True).content.decode()
    assert "only where the whole table agrees" in said
    refused = client_of(who.player).post(address, {"warband": who.other.pk, "consent": "on"}, follow=True)
    assert "heroes’ side only" in refused.content.decode()
    assert client_of(who.owner).post(address, {**sent, "consent": "on"}).status_code == 302
    hired = Warband.objects.get(pk=who.warband.pk).roster.active[-1]
    assert hired.name == "A Leader"
    assert hired.contract is not None
    assert (hired.rank, hired.contract.fee, hired.contract.legend) == (Rank.MERCENARY, 40, True)
