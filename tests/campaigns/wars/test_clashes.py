"""Nobody, no warband and no table is promised twice at overlapping times, unless a referee says why."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.league import clashes
from campaigns.league.clashes import Wanted
from campaigns.league.models import Campaign, RefereeAct
from campaigns.league.operations import availability
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.clashes import LENGTH
from campaigns.wars.battles.operations import Plan
from campaigns.wars.models.battle import Battle
from campaigns.wars.powers.operations import move_battle
from campaigns.wars.rounds import operations as rounds
from club.models import Member
from club.models.place import GameTable, Place
from club.operations import Refused
from club.visibility import Visibility
from rosters.models import Warband
from tests.clients import client_of
from tests.factories.campaigns import Cast, campaign, cast, enlisted, join

pytestmark = pytest.mark.django_db
EVENING = datetime(2095, 7, 7, 18, tzinfo=UTC)  # a Thursday
MINUTE = timedelta(minutes=1)


@pytest.fixture
def ground() -> Cast:
    return cast()


@pytest.fixture
def table() -> GameTable:
    return GameTable.objects.create(place=Place.objects.create(name="Hall"), name="Table 1")


def battle(
    ground: Cast, warbands: list[Warband], *, by: Member | None = None, despite: str = "", **plan: object
) -> Battle:
    asked = Plan(**{"date": EVENING, **plan})  # type: ignore[arg-type]
    return schedule.schedule_battle(
        campaign=ground.campaign, warbands=warbands, plan=asked, author=by or ground.referee, despite=despite
    )


def third(ground: Cast, owner: Member | None = None, name: str = "Crows") -> Warband:
    return enlisted(ground.campaign, owner or join(ground.campaign), name)


def said(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str | None, str]]:
    return [(one.field, str(one.message)) for one in refused.value.problems]


def test_a_warband_that_fights_then_is_named_once_with_where_and_until_when(ground: Cast) -> None:
    battle(ground, [ground.warband, ground.other], title="The Ford")
    with pytest.raises(Refused) as refused:
        battle(ground, [ground.warband, third(ground)])
    assert said(refused) == [("date", "Axes is in “The Ford” then (7 Jul 2095, 20:00 to 22:00).")]
    assert Battle.objects.count() == 1


@pytest.mark.parametrize(
    ("after", "clashes"),
    [(LENGTH - MINUTE, True), (LENGTH, False), (-LENGTH + MINUTE, True), (-LENGTH, False)],
)
def test_times_that_only_touch_do_not_clash(ground: Cast, after: timedelta, clashes: bool) -> None:
    battle(ground, [ground.warband, ground.other])
    crows = third(ground)
    if clashes:
        with pytest.raises(Refused):
            battle(ground, [ground.warband, crows], date=EVENING + after)
    else:
        battle(ground, [ground.warband, crows], date=EVENING + after)


def test_a_player_with_two_warbands_is_in_one_place_across_campaigns(ground: Cast) -> None:
    battle(ground, [ground.warband, ground.other], title="The Ford")
    elsewhere: Campaign = campaign(ground.referee, name="Elsewhere")
    join(elsewhere, ground.owner)
    mine = enlisted(elsewhere, ground.owner, "Magpies")
    other = enlisted(elsewhere, join(elsewhere), "Drakes")
    plan = Plan(date=EVENING + timedelta(hours=1))
    with pytest.raises(Refused) as refused:
        schedule.schedule_battle(campaign=elsewhere, warbands=[mine, other], plan=plan, author=ground.referee)
    assert said(refused) == [("date", "Olive the Bold is in “The Ford” then (7 Jul 2095, 20:00 to 22:00).")]


def test_what_one_may_not_read_is_only_elsewhere() -> None:
    secret = cast(Visibility.PRIVATE)
    battle(secret, [secret.warband, secret.other], title="Hushwood")
    open_to_all = campaign(name="Open")
    join(open_to_all, secret.owner)
    magpies = enlisted(open_to_all, secret.owner, "Magpies")
    referee = open_to_all.memberships.get(role="referee").member
    other = enlisted(open_to_all, join(open_to_all), "Drakes")
    with pytest.raises(Refused) as refused:
        schedule.schedule_battle(
            campaign=open_to_all, warbands=[magpies, other], plan=Plan(date=EVENING), author=referee
        )
    assert said(refused) == [("date", "Olive the Bold is taken elsewhere then (7 Jul 2095, 20:00 to 22:00).")]


def test_a_table_is_taken_once_and_said_beside_it(ground: Cast, table: GameTable) -> None:
    battle(ground, [ground.warband, ground.other], title="The Ford", spot=table)
    with pytest.raises(Refused) as refused:
        battle(ground, [third(ground), third(ground, name="Drakes")], spot=table)
    assert said(refused) == [("spot", "Table 1 is taken by “The Ford” then (7 Jul 2095, 20:00 to 22:00).")]


def test_a_referee_goes_on_with_a_reason_that_is_kept(ground: Cast) -> None:
    battle(ground, [ground.warband, ground.other])
    made = battle(ground, [ground.warband, third(ground)], title="Twice", despite="They fight one after the other")
    act = RefereeAct.objects.get(code="clash_overridden")
    assert (act.reason, act.params, act.by) == ("They fight one after the other", {"title": "Twice"}, ground.referee)
    assert made.date == EVENING


def test_nobody_else_goes_on_whatever_is_sent(ground: Cast) -> None:
    battle(ground, [ground.warband, ground.other])
    with pytest.raises(Refused) as refused:
        battle(ground, [ground.warband, third(ground)], by=ground.owner, despite="I want to")
    assert refused.value.codes == ["clash"]
    assert not RefereeAct.objects.filter(code="clash_overridden").exists()


def test_what_is_over_called_off_or_without_a_date_promises_nothing(ground: Cast) -> None:
    crows = third(ground)
    long_ago = EVENING.replace(year=2020)
    battle(ground, [ground.warband, ground.other], date=long_ago)
    battle(ground, [ground.warband, crows], date=long_ago)
    battle(ground, [ground.warband, ground.other], date=None)
    off = battle(ground, [ground.warband, ground.other])
    schedule.cancel_battle(battle=off, author=ground.referee)
    assert battle(ground, [ground.warband, crows]).date == EVENING


def test_a_battle_does_not_clash_with_itself_and_words_change_without_being_asked_again(ground: Cast) -> None:
    first = battle(ground, [ground.warband, ground.other])
    twice = battle(ground, [ground.warband, third(ground)], despite="One after the other")
    warbands = [side.warband for side in twice.sides.select_related("warband").order_by("seat")]
    changed = Plan(date=EVENING, title="Second", scenario="In the dark")
    schedule.change_battle(battle=twice, warbands=warbands, plan=changed, author=ground.owner)
    schedule.change_battle(
        battle=first, warbands=[ground.warband, ground.other], plan=Plan(date=EVENING + LENGTH), author=ground.referee
    )
    assert Battle.objects.get(pk=twice.pk).title == "Second"
    with pytest.raises(Refused):
        move_battle(battle=first, round=None, date=EVENING, referee=ground.referee, reason="The hall is shut")


def test_within_one_round_too_nobody_is_paired_twice_at_one_time(ground: Cast) -> None:
    magpies, crows = third(ground, ground.owner, "Magpies"), third(ground)
    opened = rounds.open_round(campaign=ground.campaign)
    pairs = [[ground.warband, ground.other], [magpies, crows]]
    with pytest.raises(Refused) as refused:
        rounds.pair_round(round=opened, pairs=pairs, plan=Plan(date=EVENING), author=ground.referee)
    assert {field for field, _words in said(refused)} == {"date"}
    assert not Battle.objects.exists()
    rounds.pair_round(round=opened, pairs=pairs, plan=Plan(), author=ground.referee)
    assert Battle.objects.count() == 2


def test_a_day_on_which_somebody_never_plays_binds_players_but_not_the_referee(ground: Cast) -> None:
    availability.set_weekdays(member=ground.player, weekdays=[3])
    with pytest.raises(Refused) as refused:
        battle(ground, [ground.warband, ground.other], by=ground.owner)
    assert said(refused) == [("date", "Piers the Bold cannot on 7 July 2095: never on Thursdays.")]
    assert battle(ground, [ground.warband, ground.other], by=ground.player).date == EVENING
    assert battle(ground, [ground.warband, ground.other], date=EVENING + timedelta(days=7)).pk


def form_of(ground: Cast, crows: Warband, **typed: str) -> dict[str, object]:
    return {
        "warbands": [str(ground.warband.pk), str(crows.pk)],
        "date": "2095-07-07T20:00",
        "title": "Twice",
        "place": "Cellar",
        **typed,
    }


def browser_page(who: Member, ground: Cast, typed: dict[str, object]) -> tuple[int, str]:
    browser: Client = client_of(who)
    answer = browser.post(reverse("campaigns:schedule", args=[ground.campaign.slug]), typed)
    return answer.status_code, answer.content.decode()


def test_the_form_says_the_clash_keeps_what_was_typed_and_asks_the_referee_why(ground: Cast) -> None:
    battle(ground, [ground.warband, ground.other], title="The Ford")
    crows = third(ground)
    status, page = browser_page(ground.referee, ground, form_of(ground, crows))
    assert status == 200
    assert "Axes is in “The Ford” then" in page
    assert 'value="Cellar"' in page
    assert 'name="despite"' in page
    assert browser_page(ground.referee, ground, form_of(ground, crows, despite="One after the other"))[0] == 302
    assert Battle.objects.filter(title="Twice").exists()


def test_the_form_asks_no_player_why(ground: Cast) -> None:
    battle(ground, [ground.warband, ground.other], title="The Ford")
    status, page = browser_page(ground.owner, ground, form_of(ground, third(ground)))
    assert status == 200
    assert "Axes is in “The Ford” then" in page
    assert 'name="despite"' not in page


def test_the_referee_is_warned_of_a_day_that_does_not_suit(ground: Cast) -> None:
    availability.set_weekdays(member=ground.owner, weekdays=[3])
    browser = client_of(ground.referee)
    crows = third(ground)
    answer = browser.post(
        reverse("campaigns:schedule", args=[ground.campaign.slug]), form_of(ground, crows), follow=True
    )
    assert "Olive the Bold cannot on 7 July 2095: never on Thursdays." in answer.content.decode()


def test_the_table_stands_wherever_the_place_does(ground: Cast, table: GameTable) -> None:
    shown = battle(ground, [ground.warband, ground.other], spot=table, place="bring chairs")
    browser = client_of(ground.owner)
    for address in (
        shown.get_absolute_url(),
        ground.campaign.get_absolute_url(),
        reverse("campaigns:rounds", args=[ground.campaign.slug]),
    ):
        assert "Hall · Table 1 · bring chairs" in browser.get(address).content.decode(), address
    page = browser.get(reverse("campaigns:battle_edit", args=[ground.campaign.slug, shown.pk])).content.decode()
    assert f'<option value="{table.pk}" selected>Hall · Table 1</option>' in page


def test_a_club_without_tables_is_not_asked_for_one(ground: Cast) -> None:
    page = client_of(ground.owner).get(reverse("campaigns:schedule", args=[ground.campaign.slug])).content.decode()
    assert 'name="spot"' not in page


def test_looking_is_one_query_a_room_however_much_is_promised(ground: Cast, django_assert_num_queries: object) -> None:
    bands = [third(ground, name=f"Band {number}") for number in range(8)]
    for one, other in zip(bands[::2], bands[1::2], strict=True):
        battle(ground, [one, other])
    wanted = Wanted(EVENING, EVENING + LENGTH, warbands=frozenset(band.pk for band in bands))
    with django_assert_num_queries(2):  # type: ignore[operator]  # battles, and games of evenings
        assert len(clashes.found(wanted)) == 8
