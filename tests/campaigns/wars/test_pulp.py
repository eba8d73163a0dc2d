"""A pulp campaign on the site: its settings, its aftermaths, its battles' pages, its corrections."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.wars import chronicle
from campaigns.wars.settings.forms import CampaignForm
from campaigns.wars.settings.operations import rules_of
from campaigns.wars.tally.operations import count
from club.operations import Refused
from engines.musg.entries import TakePart
from engines.musg.part import Side
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules
from rosters.operations import take_step
from rosters.table import counts_of
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field, another_battle, field
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
PULP = Rules(pulp=True)


def pulp(side: Side = Side.HEROES) -> Field:
    """Two warbands of a pulp campaign; the second plays a part and its leader fell, killed outright."""
    fight = field(rules=PULP)
    take_step(warband=fight.warbands[1], entry=TakePart(side=side), author=fight.players[1])
    a, b = fight.keys[:2]
    fight.fight(Report(downs=(Down(Who(b, LEADER), Who(a, LEADER), killed=True),)))
    return fight


def address(fight: Field, name: str = "aftermath") -> str:
    return reverse(f"campaigns:{name}", args=[fight.campaign.slug, fight.battle.pk, fight.warbands[1].pk])


def roll(client: Client, fight: Field, first: int, second: int) -> str:
    data = {"version": fight.recovery(1).version, "die1": str(first), "die2": str(second)}
    return client.post(address(fight, "aftermath_die"), data, follow=True).content.decode()


def form(**values: Any) -> dict[str, Any]:
    usual = CampaignForm()
    data = {name: usual.get_initial_for_field(field, name) for name, field in usual.fields.items()}
    data |= {"name": "The Lost City", "starts": "", "ends": ""} | values
    return {name: value for name, value in data.items() if value not in (None, False)}


class TestSettings:
    def test_pulp_is_switched_on_with_the_campaign(self) -> None:
        referee = MemberFactory.create()
        answer = client_of(referee).post(reverse("campaigns:new") + "?game=musg", form(pulp="on", game="musg"))
        assert answer.status_code == 302
        made = Campaign.objects.get(name="The Lost City")
        assert rules_of(made) == PULP
        assert "Pulp" in client_of(referee).get(made.get_absolute_url()).content.decode()

    def test_without_it_the_rules_are_stored_as_before(self) -> None:
        """Warbands mustered before there was pulp are still under the same rules."""
        client_of(MemberFactory.create()).post(reverse("campaigns:new") + "?game=musg", form(game="musg"))
        stored = Campaign.objects.get(name="The Lost City")
        assert "pulp" not in stored.rules
        assert rules_of(stored) == Rules()


class TestAftermath:
    def test_nobody_is_dead_before_the_dice(self) -> None:
        fight = pulp()
        html = client_of(fight.players[1]).get(address(fight)).content.decode()
        assert "but cannot die, and draws a setback" in html

    def test_typed_dice_are_asked_for_until_it_is_not_death_and_then_for_the_setback(self) -> None:
        fight = pulp()
        client = client_of(fight.players[1])
        client.post(address(fight, "aftermath_begin"), {"version": fight.recovery(1).version, "mode": "typed"})
        html = client.get(address(fight)).content.decode()
        assert "Return of B Leader: d66 on the injury table" in html
        html = roll(client, fight, 1, 5)  # death
        assert "Return of B Leader: d66 on the injury table" in html
        html = roll(client, fight, 2, 2)  # hobbled
        assert "Setback of B Leader in the next battle: d66" in html
        assert "16–24" in html
        html = roll(client, fight, 6, 6)  # again
        assert "Setback of B Leader in the next battle: d66" in html
        html = roll(client, fight, 6, 1)
        assert "For B Leader, Hobbled counts in the next battle only." in html
        assert "In the next battle B Leader fights with a setback: HP setback." in html
        assert fight.recovery(1).faces == [1, 5, 2, 2, 6, 6, 6, 1]
        leader = fight.side(1).warband.roster.figure(LEADER)
        assert leader is not None
        assert leader.active
        assert leader.setbacks == ("hobbled", "setback_hit_points")

    def test_the_next_battles_page_says_so(self) -> None:
        fight = pulp(Side.VILLAINS)
        client = client_of(fight.players[1])
        client.post(address(fight, "aftermath_begin"), {"version": fight.recovery(1).version, "mode": "typed"})
        roll(client, fight, 4, 1)
        roll(client, fight, 1, 1)
        other = fight.side(0).warband
        mine = fight.side(1).warband
        client_of(fight.players[0]).post(
            reverse("campaigns:aftermath_begin", args=[fight.campaign.slug, fight.battle.pk, other.pk]),
            {"version": fight.recovery(0).version, "mode": "typed"},
        )
        battle = another_battle(fight.campaign, [other, mine])
        html = client.get(battle.get_absolute_url()).content.decode()
        assert "B Leader fights with a setback: Mv setback." in html

    def test_a_part_is_chosen_once(self) -> None:
        fight = field(rules=PULP)
        client = client_of(fight.players[1])
        warband = fight.warbands[1]
        for part, status in (("heroes", 302), ("villains", 422)):
            data = {"version": fight.side(1).warband.version, "page": "roster", "part": part}
            answer = client.post(f"/warbands/{warband.pk}/steps/take_part/", data)
            assert answer.status_code == status
        assert "keeps its side" in answer.content.decode()


class TestPools:
    """Points of pulp beside the boxes: 3 of hero or villain, 1 of all partners or lieutenants (rulings M163, M308)."""

    @pytest.fixture
    def fight(self) -> Field:
        fight = field(rules=PULP)
        take_step(warband=fight.warbands[1], entry=TakePart(side=Side.HEROES), author=fight.players[1])
        return fight

    def counted(self, fight: Field, side: int) -> dict[int, int]:
        roster = fight.side(side).warband.roster
        found = {f.id: counts_of(f, roster, fight.side(side).tally.get(str(f.id))) for f in roster.active}
        return {number: one.left for number, counts in found.items() for one in counts if one.code == "pulp"}

    def test_they_start_anew_and_stand_once(self, fight: Field) -> None:
        assert self.counted(fight, 1) == {LEADER: 3, LIEUTENANT: 1}
        assert self.counted(fight, 0) == {}, "plays no part"

    def test_they_are_spent_and_given(self, fight: Field) -> None:
        """A gift of the other side may make more than 3 of them (ruling M163)."""
        side = fight.side(1)
        count(side=side, figure=LEADER, code="pulp", left=2)
        count(side=side, figure=LIEUTENANT, code="pulp", left=2)
        assert self.counted(fight, 1) == {LEADER: 2, LIEUTENANT: 2}
        count(side=side, figure=LEADER, code="pulp", left=4)
        assert self.counted(fight, 1) == {LEADER: 4, LIEUTENANT: 2}
        with pytest.raises(Refused):
            count(side=side, figure=HENCHMAN, code="pulp", left=1)
        with pytest.raises(Refused):
            count(side=fight.side(0), figure=LEADER, code="pulp", left=1)

    def test_the_roster_has_the_counters_for_who_keeps_them(self, fight: Field) -> None:
        page = fight.warbands[1].get_absolute_url()
        html = client_of(fight.players[1]).get(page).content.decode()
        assert f'data-count="{LEADER}.pulp"' in html
        assert f'data-count="{LIEUTENANT}.pulp"' in html
        assert f'data-count="{HENCHMAN}.pulp"' not in html
        row = html[html.index(f'data-count="{LEADER}.pulp"') :][:900]
        assert "<b data-left>3</b><span data-most hidden>20</span>" in row
        assert f'value="{LEADER}.pulp.2"' in row
        assert ".pulp" not in client_of(fight.players[0]).get(fight.warbands[0].get_absolute_url()).content.decode()


def test_the_chronicle_tells_of_one_battle_not_of_a_limp_for_good() -> None:
    """Hobbled and the hit points, both for the next battle only (rulings M168, M310)."""
    fight = pulp()
    client = client_of(fight.players[1])
    client.post(address(fight, "aftermath_begin"), {"version": fight.recovery(1).version, "mode": "typed"})
    roll(client, fight, 2, 2)
    roll(client, fight, 6, 1)
    _page, chapters = chronicle.page(fight.campaign, 1, fight.warbands[1].pk)
    told = " ".join(said for chapter in chapters for item in chapter.items for said in item.sentences)
    assert "B Leader will feel it in the next battle." in told
    assert "limp" not in told
    assert "plays the heroes" in told
