"""Results on one screen and from the site's tables; matches changed, followed, rebuilt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from campaigns.league.operations import campaigns, people
from campaigns.matches.models.match import ConfirmedBy, Match, MatchEntry, MatchSeat, MatchState, MatchWay
from campaigns.matches.operations import (
    changes as match_changes,
    entries as match_entries,
    results,
    verdicts as match_verdicts,
)
from campaigns.matches.operations.players import player_of
from campaigns.matches.operations.recording import Occasion, Sitting, open_match, record_result, record_table_result
from campaigns.matches.operations.results import ResultChange
from club.models import Member
from engines.bagarre.score.entries import Cause, Eliminated, Fall, Heroes
from tests.campaigns.matches.asking import as_, at, refused, standing
from tests.factories.club import MemberFactory
from tests.factories.matches import enter, kill, pad, result, season

pytestmark = pytest.mark.django_db


def test_a_result_on_one_screen(ann: Member, ben: Member) -> None:
    date = timezone.now() - timedelta(days=1)
    occasion = Occasion(date=date, place=" Hall ", duration=45, notes="Loud", house_rules="No bluffs")
    match = result([ann, ben, "Gail"], [9, 16, 4], occasion=occasion)
    assert standing(match) == [(2, 9, False), (1, 16, True), (3, 4, False)]
    assert (match.way, match.state, match.ending) == (MatchWay.RESULT, MatchState.FINISHED, "limit")
    assert (match.date, match.place, match.duration, match.house_rules) == (date, "Hall", 45, "No bluffs")
    assert match.seats.first().date == date


def test_an_impossible_result_is_refused(ann: Member, ben: Member) -> None:
    refused(lambda: result([ann, ben], [9, 3]), "limit_not_reached")
    refused(lambda: result([ann, ben], [16]), "final_lines")
    assert not Match.objects.exists()


def test_places_and_heroes_of_la_bagarre(ann: Member, ben: Member) -> None:
    match = record_result(
        sitting=Sitting(game="bagarre", people=[ann, ben, "Gail"]),
        recorder=ann,
        table=[{"place": 2, "by": 2}, {"place": 3, "by": 0}, {"place": 1}],
        heroes=[["mage"], ["ogre"], []],
    )
    rows = list(match.seats.order_by("seat").prefetch_related("heroes"))
    assert [(row.place, row.won, row.kills, row.eliminated) for row in rows] == [
        (2, False, 1, True), (3, False, 0, True), (1, True, 1, False),
    ]  # fmt: skip
    assert [[hero.hero for hero in row.heroes.all()] for row in rows] == [["mage"], ["ogre"], []]


@pytest.mark.parametrize(
    ("game", "table", "heroes"),
    [
        ("baf", [{"total": 14}, {"total": 20}], [["Knight", "Bard"], []]),
        ("bebop", [{"total": 9}, {"total": 12}], [["spike"], ["faye"]]),
    ],
)
def test_results_of_the_other_games(
    ann: Member, ben: Member, game: str, table: Sequence[dict[str, int]], heroes: list[list[str]]
) -> None:
    match = record_result(sitting=Sitting(game=game, people=[ann, ben]), recorder=ann, table=table, heroes=heroes)
    assert [row.won for row in match.seats.order_by("seat")] == [False, True]
    found = [[h.hero for h in row.heroes.all()] for row in match.seats.order_by("seat")]
    assert found == heroes


@pytest.mark.parametrize(
    ("game", "heroes", "code"),
    [
        ("baf", [["Knight"], []], "heroes_each"),
        ("baf", [["Knight", "Bard"], [], ["Thief", "Monk"]], "final_lines"),
        ("bebop", [["spike", "faye"], []], "heroes_each"),
        ("bebop", [["edward"], []], "no_such_hero"),
        ("badass_force", [["gunner"], []], "heroes_each"),
    ],
)
def test_heroes_of_which_nothing_would_be_kept_are_refused(
    ann: Member, ben: Member, game: str, heroes: list[list[str]], code: str
) -> None:
    """Who leads two heroes names both, who plays a character one; and nobody's are left out without a word."""
    refused(
        lambda: record_result(
            sitting=Sitting(game=game, people=[ann, ben]),
            recorder=ann,
            table=[{"total": 16}, {"total": 9}],
            heroes=heroes,
        ),
        code,
    )
    assert not Match.objects.exists()


def test_a_game_played_on_the_site_is_taken_over_once(ann: Member, ben: Member) -> None:
    entries = [
        Heroes(seat=0, heroes=("mage",)),
        Eliminated(falls=(Fall(1, 0, Cause.ATTACK),)),
    ]
    sitting = Sitting(game="bagarre", people=[ann, ben])
    first = record_table_result(sitting=sitting, entries=entries, source="table:7")
    again = record_table_result(sitting=sitting, entries=entries, source="table:7")
    assert first == again
    assert (first.state, first.confirmed_how, first.way) == (MatchState.CONFIRMED, ConfirmedBy.SITE, MatchWay.TABLE)
    unfinished = Sitting(game="bagarre", people=[ann, ben, "Gail"])
    refused(lambda: record_table_result(sitting=unfinished, entries=entries, source="table:8"), "not_over")
    assert Match.objects.count() == 1


def test_the_occasion_keeper_and_seats_change(ann: Member, ben: Member, told: list[ResultChange]) -> None:
    match = result([ann, "Gale"], [16, 3])
    date = timezone.now() - timedelta(days=9)
    match_changes.change_occasion(match=match, occasion=Occasion(date=date, place="Inn"), author=ann)
    assert (match.date, match.place) == (date, "Inn")
    assert match.seats.first().date == date
    match_changes.replace_player(match=match, seat=1, who=ben, author=ann)
    assert match.seats.get(seat=1).player == player_of(ben)
    refused(lambda: match_changes.replace_player(match=match, seat=1, who=ann, author=ann), "twice_at_table")
    refused(lambda: match_changes.replace_player(match=match, seat=4, who=ann, author=ann), "no_such_seat")
    keeper = MemberFactory.create()
    match_changes.choose_keeper(match=match, keeper=keeper)
    assert match.keeper == keeper
    assert told == []
    match_verdicts.confirm_match(match=match, member=ben)
    told.clear()
    refused(lambda: match_changes.change_occasion(match=match, occasion=Occasion(), author=ann), "match_confirmed")
    admin = MemberFactory.create(is_staff=True)
    match_changes.change_occasion(match=match, occasion=Occasion(date=timezone.now()), author=admin)
    assert len(told) == 1


def test_a_match_is_moved_into_a_season_and_out_again(ann: Member, ben: Member, told: list[ResultChange]) -> None:
    match = result([ann, ben], [16, 3], confirmed=True)
    admin = MemberFactory.create(is_staff=True)
    thursdays = season(referee=ann)
    move = match_changes.move_match
    refused(lambda: move(match=match, season=thursdays, author=ann), "match_confirmed")
    refused(lambda: move(match=match, season=thursdays, author=admin), "not_your_season")
    people.join(campaign=thursdays, member=admin, code=thursdays.join_code)
    refused(lambda: move(match=match, season=thursdays, author=admin), "not_in_season")
    people.join(campaign=thursdays, member=ben, code=thursdays.join_code)
    told.clear()
    move(match=match, season=thursdays, author=admin)
    assert match.campaign == thursdays
    assert {seat.campaign_id for seat in match.seats.all()} == {thursdays.pk}
    [change] = told
    assert change.before is not None
    assert change.after is not None
    assert (change.before.season, change.after.season) == (None, thursdays.pk)
    brawls = season("bagarre", ann, name="Brawls")
    refused(lambda: move(match=match, season=brawls, author=ann), "other_game")
    campaigns.close_campaign(campaign=thursdays, closed=True)
    move(match=match, season=None, author=ann)
    refused(lambda: move(match=match, season=thursdays, author=ann), "campaign_over")
    assert match.campaign is None


@pytest.mark.parametrize(("seen", "strangers"), [("private", 404), ("club", 200), ("public", 200)])
def test_a_match_taken_out_of_a_private_season_is_shown_to_nobody_else(
    ann: Member, ben: Member, seen: str, strangers: int
) -> None:
    thursdays = season(referee=ann, visibility=seen)
    people.join(campaign=thursdays, member=ben, code=thursdays.join_code)
    match = result([ann, ben], [16, 3], season=thursdays)
    match_changes.move_match(match=match, season=None, author=ben)
    assert as_(MemberFactory.create()).get(at("match", match.pk)).status_code == strangers
    assert as_(ann).get(at("match", match.pk)).status_code == 200


def test_a_batch_tells_once_from_the_first_state_to_the_last(
    ann: Member, ben: Member, told: list[ResultChange]
) -> None:
    admin = MemberFactory.create(is_staff=True)
    with results.batch():
        match = result([ann, ben], [16, 3], confirmed=True)
        final = {"kind": "final", "totals": [16, 5]}
        match_entries.correct_entry(match=match, number=1, data=final, reason="x", author=admin)
        gone = result([ann, ben], [16, 3], confirmed=True)
        match_changes.cancel_match(match=gone, author=admin)
        assert told == []
    [change] = told
    assert change.before is None
    assert change.after is not None
    assert [s.points for s in change.after.seats] == [16, 5]


def test_rebuild_writes_matches_anew_and_reports_differences(ann: Member, ben: Member) -> None:
    match = result([ann, ben], [16, 3], confirmed=True)
    out = StringIO()
    call_command("rebuild", stdout=out)
    assert "matches: 1 rebuilt, 0 of them differed." in out.getvalue()
    MatchSeat.objects.filter(match=match).update(points=99, won=True)
    for dry, points in ((True, 99), (False, 3)):
        out = StringIO()
        call_command("rebuild", dry_run=dry, stdout=out)
        assert f"match {match.pk}: seats differed" in out.getvalue()
        assert match.seats.get(seat=1).points == points


def test_rebuild_leaves_a_broken_log_alone(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], entries=[kill(0, 1)])
    MatchEntry.objects.update(data={"kind": "no_such_kind"})
    err = StringIO()
    with pytest.raises(CommandError, match="1 journals or logs do not hold"):
        call_command("rebuild", stdout=StringIO(), stderr=err)
    assert f"match {match.pk}: the log does not hold" in err.getvalue()
    assert standing(match)[0] == (1, 2, False)


def test_an_old_match_keeps_the_rules_it_was_played_under(ann: Member, ben: Member) -> None:
    house = open_match(sitting=Sitting(game="badass_force", people=[ann, ben], options={"first_kill": 5}), recorder=ann)
    enter(house, kill(0, 1), ann)
    usual = pad([ann, ben], entries=[kill(0, 1)])
    assert [standing(match)[0][1] for match in (house, usual)] == [5, 2]
    assert house.setup["first_kill"] == 5
