"""Statistics of small histories, worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from campaigns.league.games import game_of
from campaigns.league.operations import people
from campaigns.matches.models.player import Player
from campaigns.matches.operations.changes import cancel_match, move_match
from campaigns.matches.operations.recording import Occasion
from campaigns.seasons import statistics
from campaigns.seasons.models.rating import RatingBook
from campaigns.seasons.player_overview import overview_of_member
from campaigns.seasons.player_page import player_page
from campaigns.seasons.selection import choices_for, selection
from campaigns.seasons.statistics_page import game_page, leaderboard
from club.models import Member
from tests.campaigns.seasons.history import on, played
from tests.factories.club import MemberFactory
from tests.factories.matches import result, season

pytestmark = pytest.mark.django_db

GAME = {"game": "badass_force"}


@pytest.fixture
def history(anna: Member, ben: Member, cleo: Member) -> None:
    """Four matches: Anna first, third, second, first; the third without Cleo, the last shared with Ben."""
    played([anna, ben, cleo], [16, 9, 4], 0, duration=30)
    played([ben, cleo, anna], [17, 12, 3], 1, duration=40, start=1)
    played([ben, anna], [16, 10], 2, duration=60)
    played([cleo, anna, ben], [5, 16, 16], 3)


def player(member: Member) -> Player:
    return Player.objects.get(member=member)


@pytest.mark.usefixtures("history")
def test_a_player_s_figures(anna: Member, ben: Member, cleo: Member) -> None:
    page = player_page(player(anna), GAME, anna)
    score = page.score
    assert (score.played, score.won, score.places) == (4, 2, (2, 1, 1, 0))
    # A third each in the matches of three, half in that of two: 3/3 + 1/2.
    assert score.expected_wins == 1.5
    assert score.mean_points == (16 + 3 + 10 + 16) / 4
    assert (score.hours, score.timed) == (130 / 60, 3)
    assert page.best is not None
    assert page.best.points == 16
    assert page.best.date == on(0)  # the first of two equal ones
    assert page.rating is not None
    assert (page.rating.streak, page.rating.best_streak) == (1, 1)
    assert [step.place for step in page.steps] == [1, 2, 3, 1]


@pytest.mark.usefixtures("history")
def test_rivals_are_who_stood_before_whom(anna: Member, ben: Member, cleo: Member) -> None:
    rivals = player_page(player(anna), GAME, anna).rivals
    # Ben: behind Anna once, before her twice, level once. Cleo: behind her twice, before her once.
    assert [(r.name, r.met, r.ahead, r.behind, r.level) for r in rivals] == [("Ben", 4, 1, 2, 1), ("Cleo", 3, 2, 1, 0)]
    page = player_page(player(anna), GAME, anna)
    assert page.nemesis is not None
    assert page.nemesis.name == "Ben"
    assert page.prey is not None
    assert page.prey.name == "Cleo"
    mirrored = player_page(player(ben), GAME, anna).rivals
    assert next((r.ahead, r.behind) for r in mirrored if r.name == "Anna") == (2, 1)


def test_nobody_is_a_nemesis_after_two_matches(anna: Member, ben: Member) -> None:
    for day in range(2):
        played([anna, ben], [3, 16], day)
    assert player_page(player(anna), GAME, anna).nemesis is None
    played([anna, ben], [3, 16], 2)
    assert player_page(player(anna), GAME, anna).nemesis is not None


def test_team_mates_are_no_rivals(anna: Member, ben: Member, cleo: Member) -> None:
    dora = MemberFactory.create(display_name="Dora")
    from campaigns.matches.operations.recording import Sitting, record_result
    from campaigns.matches.operations.verdicts import settle_match

    sitting = Sitting(game="bagarre", people=[anna, ben, cleo, dora], options={"teams": [1, 2, 1, 2]})
    table = [{"place": 1}, {"place": 2}, {"place": 1}, {"place": 2}]
    match = record_result(sitting=sitting, recorder=anna, table=table)
    settle_match(match=match, judge=MemberFactory.create(is_staff=True))
    found = player_page(player(anna), {"game": "bagarre"}, anna).rivals
    assert [(rival.name, rival.ahead) for rival in found] == [("Ben", 1), ("Dora", 1)]


@pytest.mark.usefixtures("history")
def test_a_game_s_figures(anna: Member) -> None:
    page = game_page(selection(GAME, anna), anna)
    rates = {one.name: one.rows for one in page.rates}
    assert page.matches.played == 4
    assert page.matches.mean_minutes == 130 / 3
    assert [(row.label, row.score.won) for row in page.players] == [("Ben", 3), ("Anna", 2), ("Cleo", 0)]
    # Who began: Anna won, Cleo (the second match) did not, Ben won, Cleo did not.
    # Number 2: Ben no; Anna no; Anna no; Anna yes. Number 3: Cleo no; Ben yes; -; Ben yes.
    assert [(row.score.played, row.score.won) for row in rates["seats"]] == [(4, 2), (4, 1), (3, 2)]
    # 30 and 40 minutes: one of two was won by who began; 60 minutes: Ben, who began.
    assert [(row.label, row.score.played, row.score.won) for row in rates["lengths"]] == [
        ("30–44", 2, 1),
        ("60–74", 1, 1),
    ]
    records = {str(one.title): (one.value, ", ".join(holder.name for holder in one.holders)) for one in page.records}
    assert records["Most points in a match"] == ("17", "Ben")
    assert records["Longest match"] == ("60 minutes", "")
    assert records["Most victories in a row"] == ("3", "Ben")
    assert records["Most victories"] == ("3", "Ben")
    assert records["Most matches"] == ("4", "Ben, Anna"), "who shares a record is named"


def test_heroes_are_counted_once_a_match(anna: Member, ben: Member) -> None:
    from campaigns.matches.operations.recording import Sitting, record_result
    from campaigns.matches.operations.verdicts import settle_match

    judge = MemberFactory.create(is_staff=True)
    for heroes in ((["mage"], ["ogre"]), (["mage"], ["bard"])):
        match = record_result(
            sitting=Sitting(game="bagarre", people=[anna, ben]),
            recorder=anna,
            table=[{"place": 1}, {"place": 2}],
            heroes=heroes,
        )
        settle_match(match=match, judge=judge, because="As it was played")
    page = game_page(selection({"game": "bagarre"}, anna), anna)
    rows = next(rates.rows for rates in page.rates if rates.name == "heroes")
    assert [(row.label, row.score.played, row.score.won) for row in rows] == [
        ("Mage", 2, 2), ("Bard", 1, 0), ("Ogre", 1, 0),
    ]  # fmt: skip
    own = player_page(player(ben), {"game": "bagarre"}, anna).heroes
    assert [(one.label, one.score.played) for one in own] == [("Bard", 1), ("Ogre", 1)]


def test_season_and_period_narrow_everything(anna: Member, ben: Member) -> None:
    thursdays = season(name="Thursdays")
    for member in (anna, ben):
        people.join(campaign=thursdays, member=member, code=thursdays.join_code)
    played([anna, ben], [16, 3], 0, season=thursdays)
    played([anna, ben], [3, 16], 40)
    old = Occasion(date=datetime(2024, 12, 31, 22, tzinfo=UTC), duration=200)
    result([anna, ben], [18, 2], occasion=old, confirmed=True)

    def won(**asked: str) -> tuple[int, int, int]:
        page = player_page(player(anna), {**GAME, **asked}, anna)
        return page.score.played, page.score.won, len(page.steps)

    assert won() == (3, 2, 3)
    assert won(season=thursdays.slug) == (1, 1, 1)
    assert won(season="none") == (2, 1, 2)
    assert won(period="2024") == (1, 1, 1)  # 23:00 on the last evening of the year by the club's clock
    assert won(period="2026") == (2, 1, 2)
    assert won(period="2026", season="none") == (1, 0, 1)
    assert won(period="nonsense", season="nowhere") == (3, 2, 3)
    assert [record.value for record in game_page(selection({**GAME, "period": "2024"}, anna), anna).records][:2] == [
        "18",
        "200 minutes",
    ]
    chosen = selection({**GAME, "season": thursdays.slug, "period": "2026"}, anna)
    choices = choices_for(chosen, anna)
    assert chosen.query == f"game=badass_force&season={thursdays.slug}&period=2026"
    assert choices is not None
    assert "2024" in dict(choices.periods)


def test_statistics_tell_of_no_match_the_reader_may_not_read(anna: Member, ben: Member) -> None:
    secret = season(name="Behind doors", visibility="private")
    shown = season(name="In the open", visibility="public")
    for campaign in (secret, shown):
        for member in (anna, ben):
            people.join(campaign=campaign, member=member, code=campaign.join_code)
    played([anna, ben], [16, 3], 0, season=secret, duration=300)
    played([anna, ben], [3, 17], 1, season=shown)
    played([anna, ben], [4, 16], 2)  # for members
    alone = played([anna, ben], [19, 5], 3, visibility="private")
    stranger, visitor = MemberFactory.create(), AnonymousUser()

    def seen(reader: object) -> tuple[int, int, int]:
        page = player_page(player(anna), GAME, reader)  # type: ignore[arg-type]
        shown = overview_of_member(anna, GAME, reader)  # type: ignore[arg-type]
        return page.score.played, len(page.steps), len(shown.results)

    assert seen(anna) == (4, 4, 4)
    assert seen(stranger) == (2, 2, 2)
    assert seen(visitor) == (1, 1, 1)
    assert seen(MemberFactory.create(is_staff=True)) == (4, 4, 4)
    records = {str(record.title): record.value for record in game_page(selection(GAME, stranger), stranger).records}
    assert records["Most points in a match"] == "17"
    assert "Longest match" not in records
    cancel_match(match=alone, author=MemberFactory.create(is_staff=True))
    assert seen(anna) == (3, 3, 3)


def test_visitors_read_no_hidden_member_and_no_guest_s_name(client: Client) -> None:
    shown = season(name="In the open", visibility="public")
    hidden = MemberFactory.create(username="veiled", display_name="Veiled Vera", hidden=True)
    open_ = MemberFactory.create(display_name="Open Otto")
    for member in (hidden, open_):
        people.join(campaign=shown, member=member, code=shown.join_code)
    for day in range(4):
        played([hidden, open_, "Marc Dupont"], [16, 3, 9], day, season=shown)
    guest = Player.objects.get(name="Marc Dupont")
    addresses = [
        reverse("campaigns:season_standings", args=[shown.slug]),
        reverse("campaigns:season_statistics", args=[shown.slug]),
        reverse("campaigns:match_leaderboard") + "?game=badass_force",
        reverse("campaigns:match_statistics") + "?game=badass_force",
        *(p.get_absolute_url() for p in (player(hidden), player(open_), guest)),
    ]
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        text = answer.content.decode()
        assert "Vera" not in text, address
        assert "veiled" not in text, address
        assert "Dupont" not in text, address
        assert "M. D." in text, address
    client.force_login(open_, backend="club.auth.MemberBackend")
    for address in addresses:
        assert "Marc Dupont" in client.get(address).content.decode()


def test_a_player_of_unreadable_matches_is_unknown_to_the_reader(client: Client, anna: Member, ben: Member) -> None:
    secret = season(name="Behind doors", visibility="private")
    for member in (anna, ben):
        people.join(campaign=secret, member=member, code=secret.join_code)
    played([anna, ben, "Secret Sam"], [16, 3, 9], 0, season=secret)
    guest = Player.objects.get(name="Secret Sam")
    address = reverse("campaigns:match_player", args=[guest.pk])
    assert client.get(address).status_code == 404
    stranger = MemberFactory.create()
    client.force_login(stranger, backend="club.auth.MemberBackend")
    assert client.get(address).status_code == 404
    assert not leaderboard(game_of("badass_force"), stranger).rows
    client.force_login(anna, backend="club.auth.MemberBackend")
    assert client.get(address).status_code == 200


@pytest.mark.usefixtures("history")
def test_a_leaderboard_puts_provisional_ratings_last(anna: Member, ben: Member, cleo: Member) -> None:
    for day in range(4, 12):
        played([anna, ben], [16, 3], day)
    board = leaderboard(game_of("badass_force"), anna)
    places = {row.name: row.place for row in board.rows}
    assert places["Cleo"] is None  # three matches
    trusted = [row.name for row in board.trusted]
    assert set(trusted) <= {"Anna", "Ben"}
    assert board.rows[-1].name == "Cleo"


def test_rates_of_nothing_are_zero() -> None:
    nothing = statistics.Score()
    assert (nothing.rate, nothing.expected, nothing.mean_points, nothing.mean_minutes) == (0, 0, None, None)


def test_a_leaderboard_says_when_its_figures_are_old(client: Client, anna: Member, ben: Member) -> None:
    played([anna, ben], [16, 3], 0)
    address = reverse("campaigns:match_leaderboard") + "?game=badass_force"
    client.force_login(anna, backend="club.auth.MemberBackend")
    assert "recalculated from there on" not in client.get(address, headers={"accept-language": "en"}).content.decode()
    RatingBook.objects.update(stale_date=on(0), stale_match=1)
    assert "recalculated from there on" in client.get(address, headers={"accept-language": "en"}).content.decode()


def test_a_match_that_moves_into_a_season_counts_there(anna: Member, ben: Member) -> None:
    admin = MemberFactory.create(is_staff=True)
    thursdays = season(name="Thursdays", referee=admin)
    for member in (anna, ben):
        people.join(campaign=thursdays, member=member, code=thursdays.join_code)
    match = played([anna, ben], [16, 3], 0)
    asked = {**GAME, "season": thursdays.slug}
    assert player_page(player(anna), asked, anna).score.played == 0
    move_match(match=match, season=thursdays, author=admin)
    assert player_page(player(anna), asked, anna).score.played == 1
    assert player_page(player(anna), {**GAME, "season": "none"}, anna).score.played == 0
    move_match(match=match, season=None, author=admin)
    assert player_page(player(anna), asked, anna).score.played == 0
