"""Bringing a warband into a campaign and out of it; scheduling, changing, pairing, calling off battles."""

from __future__ import annotations

import pytest

from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.rounds import operations as rounds
from campaigns.wars.settings.operations import rules_of
from club.operations import Refused, Stale
from club.visibility import Visibility
from engines.musg.report import Down, Who
from engines.musg.rules import Rules
from tests.factories import battles
from tests.factories.campaigns import campaign, cast, enlisted, fight, join
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


def test_a_warband_mustered_for_a_campaign_has_its_rules_and_readers() -> None:
    made = campaign(visibility=Visibility.PRIVATE, rules=Rules(points=600, leader_boxes=30))
    warband = enlistment.muster_for(campaign=made, owner=join(made), name="Axes", race="orc")
    assert warband.engine_setup.rules == rules_of(made)
    assert (warband.treasury, warband.mustered, warband.visibility) == (600, False, "private")
    assert made.enlistments.get().warband == warband


def test_a_warband_with_the_same_rules_serves_as_it_is() -> None:
    made = campaign()
    owner = join(made)
    warband = battles.warband(owner, "Axes")
    enlistment.enlist_own(campaign=made, warband=warband)
    enlistment.enlist_own(campaign=made, warband=warband)
    assert made.enlistments.count() == 1


def test_a_warband_with_other_rules_or_another_master_does_not() -> None:
    made, owner = campaign(rules=Rules(points=600)), MemberFactory.create()
    with pytest.raises(Refused) as refused:
        enlistment.enlist_own(campaign=made, warband=battles.warband(owner, "Axes"))
    assert refused.value.codes == ["other_rules"]

    here, there = campaign(), campaign()
    serving = enlisted(here, join(here), "Crows")
    with pytest.raises(Refused) as refused:
        enlistment.enlist_own(campaign=there, warband=serving)
    assert refused.value.codes == ["serves_elsewhere"]


def test_a_copy_is_replayed_under_the_campaigns_rules() -> None:
    """The same figures at the same price, out of 100 points less."""
    made = campaign(rules=Rules(points=400))
    owner = join(made)
    original = battles.warband(owner, "Axes")
    copy = enlistment.enlist_copy(campaign=made, warband=original, owner=owner, name="Axes again")
    assert (copy.name, copy.mustered, copy.value) == ("Axes again", True, original.value)
    assert copy.treasury == original.treasury - 100
    assert copy.engine_setup.rules == rules_of(made)
    assert not Enlistment.objects.filter(warband=original).exists()


def test_a_copy_against_the_campaigns_rules_is_refused_without_a_trace() -> None:
    made = campaign(rules=Rules(hero_points=50))
    owner = join(made)
    original = battles.warband(owner, "Axes")
    with pytest.raises(Refused):
        enlistment.enlist_copy(campaign=made, warband=original, owner=owner, name="Too dear")
    assert owner.warbands.count() == 1
    assert not made.enlistments.exists()


def test_who_withdraws_unfought_is_free_again() -> None:
    who = cast()
    enlistment.withdraw(enlistment=who.warband.enlistment, author=who.owner)
    other = campaign()
    assert enlistment.enlist_own(campaign=other, warband=who.warband).campaign == other


def test_past_battles_keep_a_withdrawn_warband_in_its_campaign() -> None:
    who = cast()
    fight(who.campaign, [who.warband, who.other])
    enlistment.withdraw(enlistment=who.warband.enlistment, author=who.owner)
    assert Enlistment.objects.get(warband=who.warband).withdrawn
    enlistment.enlist_own(campaign=who.campaign, warband=who.warband)
    assert not Enlistment.objects.get(warband=who.warband).withdrawn


def test_nobody_withdraws_from_an_aftermath() -> None:
    who = cast()
    fell = Down(Who(who.warband.key, 2), Who(who.other.key, 1))
    fight(who.campaign, [who.warband, who.other], downs=[fell])
    with pytest.raises(Refused) as refused:
        enlistment.withdraw(enlistment=who.warband.enlistment, author=who.owner)
    assert refused.value.codes == ["aftermath_waiting"]


# Battles


def test_a_battle_without_a_title_is_called_after_its_warbands() -> None:
    who = cast()
    battle = schedule.schedule_battle(
        campaign=who.campaign, warbands=[who.other, who.warband], plan=Plan(place=" Hall ")
    )
    assert (battle.title, battle.place, battle.state) == ("Blades – Axes", "Hall", BattleState.SCHEDULED)
    assert [side.warband for side in battle.sides.all()] == [who.other, who.warband]


def test_three_warbands_may_meet() -> None:
    who = cast()
    third = enlisted(who.campaign, who.referee, "Crows")
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other, third], plan=Plan())
    assert battle.sides.count() == 3


def test_a_battle_needs_two_different_warbands_of_the_campaign() -> None:
    who, elsewhere = cast(), campaign()
    stranger = enlisted(elsewhere, join(elsewhere), "Drakes")
    for warbands, code in (
        ([who.warband], "two_warbands"),
        ([who.warband, who.warband], "two_warbands"),
        ([who.warband, stranger], "not_enlisted"),
    ):
        with pytest.raises(Refused) as refused:
            schedule.schedule_battle(campaign=who.campaign, warbands=warbands, plan=Plan())
        assert refused.value.codes == [code]
    with pytest.raises(Refused) as refused:
        plan = Plan(round=rounds.open_round(campaign=elsewhere))
        schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=plan)
    assert refused.value.codes == ["no_such_round"]
    assert not Battle.objects.exists()


def test_a_scheduled_battle_changes_and_a_page_out_of_date_does_not() -> None:
    who = cast()
    third = enlisted(who.campaign, who.referee, "Crows")
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    schedule.change_battle(
        battle=battle, warbands=[who.warband, third], plan=Plan(title="At dusk"), version=battle.version
    )
    stored = Battle.objects.get(pk=battle.pk)
    assert (stored.title, [side.warband for side in stored.sides.all()]) == ("At dusk", [who.warband, third])
    with pytest.raises(Stale):
        schedule.change_battle(battle=battle, warbands=[who.warband, third], plan=Plan(), version=battle.version)


def test_a_confirmed_battle_is_neither_changed_nor_called_off() -> None:
    who = cast()
    battle = fight(who.campaign, [who.warband, who.other])
    with pytest.raises(Refused) as refused:
        schedule.change_battle(battle=battle, warbands=[who.warband, who.other], plan=Plan())
    assert refused.value.codes == ["not_scheduled"]
    with pytest.raises(Refused) as refused:
        schedule.cancel_battle(battle=battle, author=who.referee)
    assert refused.value.codes == ["battle_settled"]


def test_a_reported_battle_is_called_off_by_a_referee_only() -> None:
    who = cast()
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    Battle.objects.filter(pk=battle.pk).update(state=BattleState.DISPUTED)
    with pytest.raises(Refused) as refused:
        schedule.cancel_battle(battle=battle, author=who.owner)
    assert refused.value.codes == ["referee_only"]
    schedule.cancel_battle(battle=battle, author=who.referee)
    schedule.cancel_battle(battle=battle, author=who.referee)
    assert Battle.objects.get(pk=battle.pk).state == BattleState.CANCELLED


# Rounds


def test_rounds_are_numbered_named_and_removed_while_empty() -> None:
    who = cast()
    first, second = (rounds.open_round(campaign=who.campaign, name=name) for name in ("Thaw", ""))
    assert [(r.number, r.name) for r in who.campaign.rounds.all()] == [(1, "Thaw"), (2, "")]
    schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan(round=first))
    with pytest.raises(Refused) as refused:
        rounds.remove_round(round=first)
    assert refused.value.codes == ["round_used"]
    rounds.remove_round(round=second)
    rounds.rename_round(round=first, name="Frost")
    assert [r.name for r in who.campaign.rounds.all()] == ["Frost"]


def test_a_round_that_somebody_removed_takes_no_battle() -> None:
    who = cast()
    gone = rounds.open_round(campaign=who.campaign)
    rounds.remove_round(round=who.campaign.rounds.get())
    both = [who.warband, who.other]
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=both, plan=Plan())
    for late in (
        lambda: rounds.pair_round(round=gone, pairs=[both], plan=Plan()),
        lambda: schedule.schedule_battle(campaign=who.campaign, warbands=both, plan=Plan(round=gone)),
        lambda: schedule.change_battle(battle=battle, warbands=both, plan=Plan(round=gone)),
        lambda: rounds.rename_round(round=gone, name="Frost"),
    ):
        with pytest.raises(Stale):
            late()
    assert Battle.objects.get().round is None


def test_a_round_is_scheduled_whole_and_nobody_twice_in_it() -> None:
    who = cast()
    third, fourth = (enlisted(who.campaign, who.referee, name) for name in ("Crows", "Drakes"))
    first = rounds.open_round(campaign=who.campaign)
    with pytest.raises(Refused) as refused:
        pairs = [[who.warband, who.other], [who.warband, third]]
        rounds.pair_round(round=first, pairs=pairs, plan=Plan())
    assert refused.value.codes == ["twice_in_round"]
    assert not Battle.objects.exists()

    made = rounds.pair_round(round=first, pairs=[[who.warband, who.other], [third, fourth]], plan=Plan(place="Hall"))
    assert [(battle.round, battle.place) for battle in made] == [(first, "Hall")] * 2
    with pytest.raises(Refused, match="Axes"):
        rounds.pair_round(round=first, pairs=[[who.warband, third]], plan=Plan())


def test_proposals_know_who_met_and_who_sat_out() -> None:
    """Three warbands: each pair meets once and each sits out once in three rounds."""
    who = cast()
    third = enlisted(who.campaign, who.referee, "Crows")
    names = {warband.pk: warband for warband in (who.warband, who.other, third)}
    sat_out, met = [], set()
    for _number in range(3):
        proposal = rounds.propose(campaign=who.campaign, warbands=list(names), seed=bytes(32)).outcome
        opened = rounds.open_round(campaign=who.campaign)
        rounds.pair_round(round=opened, pairs=[[names[pk] for pk in both] for both in proposal.pairs], plan=Plan())
        sat_out.append(proposal.bye)
        met.add(frozenset(proposal.pairs[0]))
    assert sorted(sat_out) == sorted(names)
    assert len(met) == 3


def test_a_battle_called_off_never_happened() -> None:
    who = cast()
    opened = rounds.open_round(campaign=who.campaign)
    battle = rounds.pair_round(round=opened, pairs=[[who.warband, who.other]], plan=Plan())[0]
    schedule.cancel_battle(battle=battle, author=who.referee)
    assert not rounds.meetings(who.campaign)
    assert list(rounds.busy_in(opened)) == []


def test_who_came_later_did_not_sit_out_earlier_rounds() -> None:
    who = cast()
    opened = rounds.open_round(campaign=who.campaign)
    rounds.pair_round(round=opened, pairs=[[who.warband, who.other]], plan=Plan())
    late = enlisted(who.campaign, who.referee, "Crows")
    assert rounds.byes(who.campaign)[late.pk] == 0
