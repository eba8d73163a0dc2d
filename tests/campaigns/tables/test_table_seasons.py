"""A game at the site's table counts in the season it was opened for: who may choose it, who plays, what is told.

As with a pad at a real table: guests play in any season, members in those they take part in.
"""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from campaigns.league.models import Campaign, News, Role
from campaigns.league.operations import people
from campaigns.league.operations.campaigns import close_campaign
from campaigns.matches.models.match import Match, MatchState, MatchWay
from campaigns.matches.operations import results
from campaigns.seasons.standings import standings
from campaigns.seating.people import Person
from campaigns.tables import rules
from campaigns.tables.models.card_table import Booked, CardTable, TableState
from campaigns.tables.operations import play as card_play, scores, tables
from club.models import Member
from club.visibility import Visibility
from tests.campaigns.tables.asking import refused
from tests.clients import client_of as logged_in
from tests.factories.matches import season
from tests.factories.tables import (
    BADASS,
    BAF,
    BEBOP,
    BOT,
    OPEN,
    dealt,
    guest,
    open_table,
    person_at,
    plain_duel,
    plan,
    play_out,
    seat_at,
)

pytestmark = pytest.mark.django_db

NAME = "Les jeudis"


@pytest.fixture
def thursdays(ann: Member, bob: Member) -> Campaign:
    """A season of La Bagarre that only its people read; Ann referees it, Bob plays."""
    return joined(season("bagarre", ann, name=NAME, visibility=Visibility.PRIVATE), bob)


def joined(made: Campaign, *members: Member) -> Campaign:
    for member in members:
        people.join(campaign=made, member=member, code=made.join_code)
    return made


def give_up(table: CardTable, number: int = 0) -> CardTable:
    card_play.resign(table=table, person=person_at(table, number))
    table.refresh_from_db()
    return table


def choices(client: Client, address: str = "/tables/new/?game=bagarre") -> tuple[list[str], str]:
    """The seasons that the form offers, and the one that it begins with."""
    form = client.get(address).context["form"]
    if "season" not in form.fields:
        return [], ""
    field = form.fields["season"]
    return [one.name for one in field.queryset], field.initial.name if field.initial is not None else ""


# Where the result goes


def test_a_game_opened_for_a_season_counts_in_it_when_it_ends(ann: Member, bob: Member, thursdays: Campaign) -> None:
    table = give_up(plain_duel(ann, bob, season=thursdays))
    match = Match.objects.get()
    assert (match.campaign, match.way, match.state) == (thursdays, MatchWay.TABLE, MatchState.CONFIRMED)
    assert (table.state, table.booked) == (TableState.OVER, Booked.SEASON)
    rows = {row.name: (row.line.played, row.line.won) for row in standings(thursdays, ann).rows}
    assert rows == {"Bob": (1, 1), "Ann": (1, 0)}
    assert scores.take_over(table) == match
    assert Match.objects.count() == 1


@pytest.mark.parametrize("game", [BAF, BADASS, BEBOP])
def test_so_it_is_in_every_game(ann: Member, bob: Member, game: str) -> None:
    made = joined(season(game, ann), bob)
    table = play_out(dealt(ann, bob, game=game, season=made))
    assert (table.booked, Match.objects.get().campaign) == (Booked.SEASON, made)


def test_without_a_season_it_counts_as_before(ann: Member, bob: Member, thursdays: Campaign) -> None:
    table = give_up(plain_duel(ann, bob))
    assert (table.booked, Match.objects.get().campaign) == (Booked.FREE, None)


def test_the_last_decision_and_the_match_are_stored_together_or_not_at_all(
    ann: Member, bob: Member, thursdays: Campaign
) -> None:
    """Nothing waits for the end of the transaction: within it the match is there already."""
    give_up(plain_duel(ann, bob, season=thursdays))
    assert Match.objects.filter(campaign=thursdays).exists()


def test_a_game_is_not_lost_when_the_books_fail(
    ann: Member, bob: Member, thursdays: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_changes: object) -> None:
        raise LookupError("no book")

    monkeypatch.setattr(results, "_LISTENERS", [fail])
    table = give_up(plain_duel(ann, bob, season=thursdays))
    assert (table.state, table.booked) == (TableState.OVER, "")
    assert not Match.objects.exists()


# Who plays for it


def test_a_guest_counts_under_the_name_typed(ann: Member, thursdays: Campaign) -> None:
    table = open_table(ann, OPEN, variant="plain", season=thursdays)
    tables.take_seat(seat=seat_at(table, 1), person=guest()[1], name="Zoé")
    card_play.start(table=table, person=Person(ann))
    give_up(table)
    assert Match.objects.get().campaign == thursdays
    assert {row.name for row in standings(thursdays, ann).rows} == {"Ann", "Zoé"}


def test_with_a_bot_it_counts_nowhere(ann: Member, thursdays: Campaign) -> None:
    table = give_up(dealt(ann, BOT, variant="plain", season=thursdays))
    table = play_out(table)
    assert table.booked == Booked.BOT
    assert not Match.objects.exists()


def test_nobody_is_planned_in_who_takes_no_part(ann: Member, cleo: Member, thursdays: Campaign) -> None:
    assert refused(tables.open_table, opener=ann, plan=plan(cleo, season=thursdays)) == ["not_in_season"]


def test_whoever_sits_down_later_without_taking_part_takes_the_game_out_of_the_season(
    ann: Member, cleo: Member, thursdays: Campaign
) -> None:
    """It is kept outside, and Ann, who plays in the season, is told; Cleo, who may not know of it, is not."""
    table = open_table(ann, OPEN, variant="plain", season=thursdays)
    tables.take_seat(seat=seat_at(table, 1), person=Person(cleo))
    card_play.start(table=table, person=Person(ann))
    give_up(table)
    assert (table.booked, Match.objects.get().campaign) == (Booked.STRANGER, None)
    assert list(News.objects.filter(code="outside_of_season").values_list("member", flat=True)) == [ann.pk]


def test_a_season_that_closes_meanwhile_loses_nothing(ann: Member, bob: Member, thursdays: Campaign) -> None:
    table = plain_duel(ann, bob, season=thursdays)
    close_campaign(campaign=thursdays, closed=True)
    give_up(table)
    match = Match.objects.get()
    assert (table.booked, match.campaign, match.state) == (Booked.CLOSED, None, MatchState.CONFIRMED)
    assert News.objects.filter(code="outside_of_season").count() == 2


def test_a_season_that_is_deleted_meanwhile_loses_nothing(ann: Member, bob: Member, thursdays: Campaign) -> None:
    table = plain_duel(ann, bob, season=thursdays)
    thursdays.delete()
    give_up(table)
    assert (table.booked, Match.objects.get().campaign) == (Booked.FREE, None)


# Who may choose it


def test_only_a_running_season_of_the_game_in_which_the_opener_plays(
    ann: Member, bob: Member, cleo: Member, thursdays: Campaign
) -> None:
    assert refused(tables.open_table, opener=cleo, plan=plan(BOT, season=thursdays)) == ["not_your_season"]
    assert refused(tables.open_table, opener=ann, plan=plan(BOT, game=BAF, season=thursdays)) == ["not_your_season"]
    close_campaign(campaign=thursdays, closed=True)
    assert refused(tables.open_table, opener=ann, plan=plan(bob, season=thursdays)) == ["not_your_season"]


def test_the_form_begins_with_the_only_season_there_is(ann: Member, cleo: Member, thursdays: Campaign) -> None:
    assert choices(logged_in(ann)) == ([NAME], NAME)
    assert choices(logged_in(cleo)) == ([], "")
    assert choices(logged_in(ann), "/tables/new/?game=baf") == ([], "")
    other = season("bagarre", ann, name="Les samedis")
    assert choices(logged_in(ann)) == (["Les samedis", NAME], "")
    assert choices(logged_in(ann), f"/tables/new/?game=bagarre&season={other.slug}") == (
        ["Les samedis", NAME],
        "Les samedis",
    )


def test_a_stranger_is_named_beside_the_season_and_nothing_typed_is_lost(
    ann: Member, cleo: Member, thursdays: Campaign
) -> None:
    sent = {
        "seat_2": f"member:{cleo.pk}", "variant": "plain", "joker_value": "20", "redraw_threshold": "10",
        "visibility": "club", "name": "Au comptoir", "season": thursdays.pk,
    }  # fmt: skip
    answer = logged_in(ann).post("/tables/new/?game=bagarre", sent)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert form.errors["season"] == ["Cleo does not take part in this season."]
    assert form["name"].value() == "Au comptoir"
    sent["season"] = ""
    assert logged_in(ann).post("/tables/new/?game=bagarre", sent).status_code == 302
    assert CardTable.objects.get().season is None


def test_the_opener_chooses_anew_until_the_cards_are_dealt(
    ann: Member, bob: Member, cleo: Member, thursdays: Campaign
) -> None:
    table = open_table(ann, bob, variant="plain")
    address = f"/tables/{table.pk}/season/"
    assert logged_in(ann).post(address, {"season": thursdays.pk}).status_code == 302
    table.refresh_from_db()
    assert table.season == thursdays
    assert logged_in(bob).post(address, {"season": ""}).status_code == 403
    others = season("bagarre", cleo, name="Les lundis")
    answer = logged_in(ann).post(address, {"season": others.pk}, follow=True)
    assert "Choose a running season" in answer.content.decode()
    card_play.start(table=table, person=Person(ann))
    assert refused(tables.choose_season, table=table, season=None) == ["not_open"]
    table.refresh_from_db()
    assert table.season == thursdays


def test_a_rematch_counts_in_the_same_season_while_it_runs(ann: Member, bob: Member, thursdays: Campaign) -> None:
    first = give_up(plain_duel(ann, bob, season=thursdays))
    again = tables.rematch(table=first, person=Person(bob))
    assert again.season == thursdays
    card_play.start(table=again, person=Person(bob))
    close_campaign(campaign=thursdays, closed=True)
    assert tables.rematch(table=give_up(again), person=Person(bob)).season is None


# What is told, and to whom


def test_a_season_is_told_to_its_readers_alone(ann: Member, bob: Member, cleo: Member, thursdays: Campaign) -> None:
    """Cleo may look on at the table of a season that only its people read."""
    table = open_table(ann, bob, OPEN, variant="plain", season=thursdays)
    addresses = [f"/tables/{table.pk}/", f"/tables/seat/{seat_at(table, 2).link}/", "/tables/"]
    assert [NAME in logged_in(bob).get(one).content.decode() for one in addresses] == [True, True, False]
    for reader in (logged_in(cleo), Client()):
        assert not any(NAME in reader.get(one).content.decode() for one in addresses)
    tables.take_seat(seat=seat_at(table, 2), person=Person(cleo))
    assert "Not in the season: Cleo." in logged_in(ann).get(addresses[0]).content.decode()
    card_play.start(table=table, person=Person(ann))
    assert NAME in logged_in(ann).get(addresses[0]).content.decode()
    give_up(give_up(table, 0), 1)
    told = "is not in the season Les jeudis"
    assert told in logged_in(ann).get(addresses[0]).content.decode()
    after = logged_in(cleo).get(addresses[0]).content.decode()
    assert NAME not in after
    assert "The result is in the club’s books." in after


def test_a_member_reads_before_sitting_down_what_that_would_change(ann: Member, cleo: Member) -> None:
    open_to_all = season("bagarre", ann, name=NAME)
    table = open_table(ann, OPEN, season=open_to_all)
    said = "You are not in the season"
    assert said in logged_in(cleo).get(f"/tables/seat/{seat_at(table, 1).link}/").content.decode()
    assert said not in logged_in(ann).get(f"/tables/{table.pk}/").content.decode()


def test_a_bot_at_the_table_is_told_to_count_nowhere(ann: Member, bob: Member, thursdays: Campaign) -> None:
    table = open_table(ann, BOT, OPEN, season=thursdays)
    assert "With a bot at the table" in logged_in(ann).get(f"/tables/{table.pk}/").content.decode()


def test_the_season_leads_to_the_table_and_its_proof(
    ann: Member, bob: Member, cleo: Member, thursdays: Campaign
) -> None:
    """Only those who may look at the table: Cleo reads the season, but the table is for those who sit there."""
    joined(thursdays, cleo)
    table = give_up(plain_duel(ann, bob, season=thursdays, visibility="link", name="Au comptoir"))
    match = Match.objects.get()
    pages = [f"/campaigns/{thursdays.slug}/", f"/campaigns/{thursdays.slug}/matches/", f"/scores/{match.pk}/"]
    leads = (f'href="/tables/{table.pk}/"', f'href="/tables/{table.pk}/proof.json"')
    for page in pages:
        seen, unseen = (logged_in(who).get(page).content.decode() for who in (bob, cleo))
        assert all(lead in seen for lead in leads), page
        assert "Au comptoir" not in unseen
        assert not any(lead in unseen for lead in leads), page


def test_the_finished_table_leads_to_the_match(ann: Member, bob: Member, thursdays: Campaign) -> None:
    table = give_up(plain_duel(ann, bob, season=thursdays))
    page = logged_in(bob).get(f"/tables/{table.pk}/").content.decode()
    assert "The result counts in the season Les jeudis." in page
    assert f'href="/scores/{Match.objects.get().pk}/"' in page


def test_against_bots_at_once_nobody_is_asked_about_a_season(ann: Member, thursdays: Campaign) -> None:
    logged_in(ann).post("/tables/bots/", {"game": "bagarre"})
    assert CardTable.objects.get().season is None


# From the season to a table


def leads_to_a_table(reader: Client, made: Campaign) -> str:
    """Where the season's page leads whoever wants to play at a table; empty where it offers that to nobody."""
    page = reader.get(f"/campaigns/{made.slug}/").content.decode()
    found = re.search(r'href="(/tables/new/[^"]*)"', page)
    return unescape(found[1]) if found else ""


@pytest.mark.parametrize("game", ["bagarre", BADASS, BAF, BEBOP])
def test_the_seasons_page_opens_the_form_with_game_and_season_chosen(ann: Member, bob: Member, game: str) -> None:
    """Both take part in two seasons of the game, so that the form chooses neither by itself."""
    joined(season(game, ann, name="Les samedis"), bob)
    made = joined(season(game, ann, name=NAME), bob)
    for player in (ann, bob):
        address = leads_to_a_table(logged_in(player), made)
        assert address == f"/tables/new/?game={game}&season={made.slug}"
        assert choices(logged_in(player), address) == ([NAME, "Les samedis"], NAME)
        assert logged_in(player).get(address).context["game"].code == game


def test_only_who_takes_part_is_led_to_a_table_and_only_while_the_season_runs(
    ann: Member, bob: Member, cleo: Member
) -> None:
    made = joined(season("bagarre", ann, name=NAME), bob)
    assert leads_to_a_table(logged_in(cleo), made) == ""
    assert leads_to_a_table(Client(), made) == ""
    close_campaign(campaign=made, closed=True)
    assert leads_to_a_table(logged_in(bob), made) == ""
    close_campaign(campaign=made, closed=False)
    assert leads_to_a_table(logged_in(bob), made) != ""


def test_an_applicant_is_not_led_to_a_table_yet(ann: Member, cleo: Member) -> None:
    made = season("bagarre", ann, name=NAME)
    made.memberships.create(member=cleo, role=Role.APPLICANT)
    assert leads_to_a_table(logged_in(cleo), made) == ""


def test_a_game_that_is_not_played_at_the_tables_leads_to_none(
    ann: Member, thursdays: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "GAMES", {code: rules.of(code) for code in rules.GAMES if code != "bagarre"})
    page = logged_in(ann).get(f"/campaigns/{thursdays.slug}/").content.decode()
    assert ("Record a match" in page, "Play at a table" in page) == (True, False)
