"""Challenges outside the rounds: sent, accepted, declined with a reason, taken back; and where there are none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from campaigns.league.models import Campaign, News
from campaigns.league.operations import availability
from campaigns.league.operations.people import leave
from campaigns.league.operations.powers import copy
from campaigns.league.waiting import todo_of
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.challenges import operations
from campaigns.wars.dates.operations import accept as accept_date, decline as decline_date
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.challenge import Challenge, ChallengeState, WarTerms
from campaigns.wars.settings.operations import change_campaign, has_challenges
from club.departure import close_account
from club.models import Member
from club.operations import Refused
from tests.campaigns.league.test_settings_told import terms_of
from tests.clients import client_of
from tests.club.test_departure import archive_of
from tests.factories.campaigns import Cast, cast, enlisted, join, membership

pytestmark = pytest.mark.django_db
THURSDAY, FRIDAY = (datetime(2095, 7, day, 18, tzinfo=UTC) for day in (7, 8))


@pytest.fixture
def ground() -> Cast:
    return cast()


def dare(ground: Cast, *moments: datetime, message: str = "") -> Challenge:
    """The owner's warband challenges the player's."""
    return operations.challenge(
        campaign=ground.campaign,
        challenger=ground.warband,
        challenged=ground.other,
        member=ground.owner,
        moments=[(f"moment_{number}", moment) for number, moment in enumerate(moments)],
        message=message,
    )


def told(member: Member) -> list[tuple[str, bool]]:
    rows = News.objects.filter(member=member, read_at=None, code__startswith="challenge").order_by("pk")
    return list(rows.values_list("code", "waits"))


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str | None, str]]:
    return [(one.field, one.code) for one in refused.value.problems]


def test_accepted_at_one_of_its_dates_the_battle_is_scheduled_then(ground: Cast) -> None:
    sent = dare(ground, THURSDAY, FRIDAY, message="For the ford!")
    assert told(ground.player) == [("challenged", True)]
    assert "challenge" in [chore.code for chore in todo_of(ground.campaign, ground.player)]
    battle = operations.accept(challenge=sent, member=ground.player, moment=FRIDAY)
    stored = Battle.objects.get(pk=battle.pk)
    assert (stored.state, stored.date, stored.round) == ("scheduled", FRIDAY, None)
    assert set(stored.sides.values_list("warband", flat=True)) == {ground.warband.pk, ground.other.pk}
    assert told(ground.owner) == [("challenge_accepted", False)]
    assert Challenge.objects.get().state == ChallengeState.ACCEPTED
    assert "challenge" not in [chore.code for chore in todo_of(ground.campaign, ground.player)]


def test_accepted_without_a_date_the_dates_are_still_on_the_table(ground: Cast) -> None:
    battle = operations.accept(challenge=dare(ground, THURSDAY), member=ground.player)
    assert Battle.objects.get(pk=battle.pk).date is None
    accept_date(battle=battle, member=ground.player, offer=1, moment=THURSDAY)
    assert Battle.objects.get(pk=battle.pk).date == THURSDAY


def test_declined_it_says_why_and_may_be_sent_again(ground: Cast) -> None:
    sent = dare(ground)
    with pytest.raises(Refused) as refused:
        operations.decline(challenge=sent, member=ground.player, reason=" ")
    assert codes(refused) == [("reason", "no_reason")]
    operations.decline(challenge=sent, member=ground.player, reason="My leader is wounded")
    assert News.objects.get(code="challenge_declined").params["why"] == "My leader is wounded"
    assert not Battle.objects.exists()
    assert dare(ground).state == ChallengeState.OPEN


def test_it_is_answered_once(ground: Cast) -> None:
    sent = dare(ground)
    operations.withdraw(challenge=sent, member=ground.owner)
    assert told(ground.player)[-1] == ("challenge_withdrawn", False)
    for answer in (
        lambda: operations.accept(challenge=sent, member=ground.player),
        lambda: operations.decline(challenge=sent, member=ground.player, reason="No"),
        lambda: operations.withdraw(challenge=sent, member=ground.owner),
    ):
        with pytest.raises(Refused) as refused:
            answer()
        assert refused.value.codes == ["answered"]


def test_nobody_answers_for_another(ground: Cast) -> None:
    sent = dare(ground)
    for member in (ground.owner, ground.referee, ground.outsider):
        with pytest.raises(Refused) as refused:
            operations.accept(challenge=sent, member=member)
        assert refused.value.codes == ["not_your_warband"]


def test_what_makes_no_sense_is_refused_beside_its_field(ground: Cast) -> None:
    dare(ground)
    with pytest.raises(Refused) as refused:
        dare(ground)
    assert codes(refused) == [("challenged", "challenged_already")]
    mine = enlisted(ground.campaign, ground.owner, "Magpies")
    for challenger, challenged, expected in (
        (ground.warband, mine, ("challenged", "own_warband")),
        (ground.other, ground.warband, ("challenger", "not_your_warband")),
    ):
        with pytest.raises(Refused) as refused:
            operations.challenge(
                campaign=ground.campaign, challenger=challenger, challenged=challenged, member=ground.owner
            )
        assert expected in codes(refused)


def test_dates_at_which_somebody_cannot_are_refused_beside_theirs(ground: Cast) -> None:
    availability.set_weekdays(member=ground.player, weekdays=[3])
    crows = enlisted(ground.campaign, join(ground.campaign), "Crows")
    schedule.schedule_battle(campaign=ground.campaign, warbands=[ground.warband, crows], plan=Plan(date=FRIDAY))
    with pytest.raises(Refused) as refused:
        dare(ground, THURSDAY, FRIDAY, datetime(2020, 1, 1, tzinfo=UTC))
    assert codes(refused) == [("moment_0", "away"), ("moment_1", "clash"), ("moment_2", "past")]


def test_who_is_taken_meanwhile_cannot_accept_at_that_date(ground: Cast) -> None:
    sent = dare(ground, FRIDAY)
    crows = enlisted(ground.campaign, join(ground.campaign), "Crows")
    schedule.schedule_battle(campaign=ground.campaign, warbands=[ground.other, crows], plan=Plan(date=FRIDAY))
    with pytest.raises(Refused) as refused:
        operations.accept(challenge=sent, member=ground.player, moment=FRIDAY)
    assert refused.value.codes == ["clash"]
    assert Challenge.objects.get().state == ChallengeState.OPEN


def test_new_campaigns_have_challenges_and_older_ones_once_a_referee_allows_them(ground: Cast) -> None:
    assert has_challenges(ground.campaign)
    WarTerms.objects.all().delete()  # as campaigns of before are
    with pytest.raises(Refused) as refused:
        dare(ground)
    assert refused.value.codes == ["no_challenges"]
    News.objects.all().delete()
    change_campaign(campaign=ground.campaign, terms=terms_of(ground.campaign), challenges=True, author=ground.referee)
    assert News.objects.filter(member=ground.owner, code="rules_changed").exists()
    assert dare(ground).state == ChallengeState.OPEN
    made: Campaign = copy(campaign=ground.campaign, referee=ground.referee, name="Again", reason="A new year")
    assert has_challenges(made)


def test_the_pages_lead_from_the_challenge_to_the_battle(ground: Cast) -> None:
    mine, theirs, slug = client_of(ground.owner), client_of(ground.player), ground.campaign.slug
    assert "Challenge a warband" in mine.get(reverse("campaigns:rounds", args=[slug])).content.decode()
    typed = {"challenger": str(ground.warband.pk), "challenged": str(ground.other.pk), "message": "For the ford!"}
    wrong = mine.post(reverse("campaigns:challenge_new", args=[slug]), {**typed, "moment_0": "2020-01-01T20:00"})
    assert wrong.status_code == 422
    assert "This moment has passed." in wrong.content.decode()
    assert 'value="For the ford!"' in wrong.content.decode()
    sent = {**typed, "moment_0": "2095-07-08T20:00"}
    assert mine.post(reverse("campaigns:challenge_new", args=[slug]), sent).status_code == 302
    challenge = Challenge.objects.get()
    page = theirs.get(challenge.get_absolute_url()).content.decode()
    assert "For the ford!" in page
    address = reverse("campaigns:challenge_accept", args=[slug, challenge.pk])
    answer = theirs.post(address, {"moment": FRIDAY.isoformat()})
    assert answer["Location"] == Battle.objects.get().get_absolute_url()


def test_who_leaves_or_closes_the_account_leaves_no_challenge_behind(ground: Cast) -> None:
    sent = dare(ground)
    leave(membership=membership(ground.campaign, ground.player), author=ground.player)
    sent.refresh_from_db()
    assert sent.state == ChallengeState.WITHDRAWN


def test_a_closed_account_waits_for_nobody(ground: Cast) -> None:
    sent = dare(ground)
    close_account(member=ground.owner)
    sent.refresh_from_db()
    assert sent.state == ChallengeState.WITHDRAWN


def test_what_one_said_is_in_ones_archive(ground: Cast) -> None:
    battle = operations.accept(challenge=dare(ground, FRIDAY, message="For the ford!"), member=ground.player)
    decline_date(battle=battle, member=ground.player, offer=1, reason="A wedding")
    mine, theirs = archive_of(ground.owner), archive_of(ground.player)
    assert [one["message"] for one in mine["challenges.json"]] == ["For the ford!"]
    assert [one["said"]["type"] for one in mine["dates_of_battles.json"]] == ["proposed"]
    assert [one["said"]["reason"] for one in theirs["dates_of_battles.json"]] == ["A wedding"]
    assert theirs["challenges.json"] == []
