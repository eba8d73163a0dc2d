"""Pages of seasons, the forms that record, and the pad."""

from __future__ import annotations

import gzip
from datetime import UTC

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.league.models import Campaign
from campaigns.matches.models.match import Match, MatchState
from campaigns.matches.models.player import Player
from club.models import Member
from club.visibility import Visibility
from tests.campaigns.matches.asking import HTMX, as_, at, rows, text
from tests.factories.club import MemberFactory
from tests.factories.matches import END_TURN, enter, kill, pad, result, season

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["enlist", "standings", "chronicle", "rounds", "hireables", "schedule"])
def test_what_belongs_to_musg_is_not_there_in_a_season(thursdays: Campaign, ann: Member, name: str) -> None:
    assert as_(ann).get(at(name, thursdays.slug)).status_code == 404


def test_what_belongs_to_seasons_is_not_there_in_a_musg_campaign(ann: Member) -> None:
    from tests.factories.campaigns import campaign

    assert as_(ann).get(at("season_matches", campaign(ann).slug)).status_code == 404


def test_a_season_is_opened_by_choosing_its_game(ann: Member) -> None:
    fields = {"name": "Tuesdays", "visibility": "club", "join_mode": "open", "confirm_hours": "24"}
    answer = as_(ann).post(f"{at('new')}?game=bebop", fields)
    made = Campaign.objects.get()
    assert answer.headers["Location"] == at("people", made.slug)
    assert (made.game, made.confirm_hours, made.rules) == ("bebop", 24, {})
    page = text(as_(ann).get(made.get_absolute_url()))
    assert "No match yet" in page
    assert at("season_matches", made.slug) in page
    assert at("rounds", made.slug) not in page
    settings = {**fields, "name": "Wednesdays", "version": str(made.version)}
    assert as_(ann).post(at("settings", made.slug), settings).status_code == 302
    made.refresh_from_db()
    assert (made.name, made.rules) == ("Wednesdays", {})


def test_joining_a_season_leads_to_the_season(thursdays: Campaign) -> None:
    newcomer = MemberFactory.create()
    answer = as_(newcomer).post(at("join_link", thursdays.join_code), {"code": thursdays.join_code})
    assert answer.headers["Location"] == thursdays.get_absolute_url()


def test_a_pad_opens_with_members_guests_and_options(thursdays: Campaign, ann: Member, ben: Member) -> None:
    data = rows(f"m{ann.pk}", "", f"m{ben.pk}", "new", **{"seat-3-guest": "Gail", "start": "2", "f.limit": "20"})
    answer = as_(ann).post(f"{at('match_open', 'badass_force')}?season={thursdays.slug}", data)
    match = Match.objects.get()
    assert answer.headers["Location"] == at("match_pad", match.pk)
    assert [seat.player.full_name for seat in match.seats.select_related("player")] == ["Ann", "Ben", "Gail"]
    # Row 2 is an empty chair: Ben in row 3 sits second, and begins.
    assert (match.start_seat, match.setup["limit"], match.campaign) == (1, 20, thursdays)


def test_a_result_on_one_screen(ann: Member, ben: Member) -> None:
    scores = {"seat-0-total": "9", "seat-1-total": "17", "date": "2026-11-01T20:00", "place": "Inn", "duration": "50"}
    answer = as_(ann).post(at("match_record", "badass_force"), rows(f"m{ann.pk}", f"m{ben.pk}", **scores))
    match = Match.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    assert [(seat.place, seat.points) for seat in match.seats.order_by("seat")] == [(2, 9), (1, 17)]
    assert (match.place, match.duration, match.visibility) == ("Inn", 50, Visibility.CLUB)
    page = text(as_(ben).get(match.get_absolute_url()))
    assert "Ben wins" in page
    assert "The result is right" in page


def test_who_eliminated_whom_is_named_by_row(ann: Member, ben: Member) -> None:
    data = rows(
        f"m{ann.pk}", "", f"m{ben.pk}",
        **{"seat-0-place": "1", "seat-2-place": "2", "seat-2-by": "0", "seat-0-hero_0": "ogre"},
    )  # fmt: skip
    assert as_(ann).post(at("match_record", "bagarre"), data).status_code == 302
    first, second = Match.objects.get().seats.order_by("seat")
    assert (first.place, first.kills, second.place, second.eliminated) == (1, 1, 2, True)
    assert [hero.hero for hero in first.heroes.all()] == ["ogre"]


def test_one_hero_of_two_is_seen_when_the_form_comes_back(ann: Member, ben: Member) -> None:
    data = rows(f"m{ann.pk}", f"m{ben.pk}", **{"seat-0-total": "12", "seat-1-total": "9", "seat-0-hero_0": "Krom"})
    answer = as_(ann).post(at("match_record", "baf"), data)
    assert answer.status_code == 422
    folds = [part.split(">")[0] for part in answer.content.decode().split('class="disclosure seating__more"')[1:]]
    assert folds[:2] == [" open", ""]


@pytest.mark.parametrize(
    ("game", "typed", "english", "french"),
    [
        ("badass_force", {"seat-2-total": "12"}, "Who made 12 points?", "Qui a fait 12 points\u202f?"),
        ("badass_force", {"seat-2-total": "1"}, "Who made 1 point?", "Qui a fait 1 point\u202f?"),
        ("baf", {"seat-2-total": "12"}, "Who made 12 points?", "Qui a fait 12 points\u202f?"),
        ("bebop", {"seat-2-captured": "2"}, "Who is this?", "De qui s’agit-il\u202f?"),
        ("bagarre", {"seat-2-place": "3"}, "Who came in place 3?", "Qui a la place 3\u202f?"),
        ("bagarre", {"seat-2-hero_1": "ogre"}, "Who is this?", "De qui s’agit-il\u202f?"),
        ("badass_force", {"seat-2-total": "a dozen"}, "Who is this?", "De qui s’agit-il\u202f?"),
    ],
)
def test_what_was_typed_without_a_player_is_asked_about(
    ann: Member, ben: Member, game: str, typed: dict[str, str], english: str, french: str
) -> None:
    data = rows(f"m{ann.pk}", f"m{ben.pk}", **{"seat-0-total": "16", "seat-1-total": "3"}, **typed)
    data |= {"seat-0-place": "1", "seat-1-place": "2"}
    for language, question in (("en", english), ("fr", french)):
        answer = as_(ann, language).post(at("match_record", game), data)
        assert answer.status_code == 422
        beside = text(answer).partition('id="id_seat-2-player_error"')[2][:200]
        assert question in beside
    assert not Match.objects.exists()


def test_a_member_and_a_guest_on_one_chair_are_asked_about(ann: Member, ben: Member) -> None:
    data = rows(f"m{ann.pk}", f"m{ben.pk}", **{"seat-1-guest": "Gail"})
    answer = as_(ann).post(at("match_open", "badass_force"), data)
    assert answer.status_code == 422
    assert "You typed “Gail”" in text(answer).partition('id="id_seat-1-guest_error"')[2][:200]
    match = result([ann, ben], [16, 3], recorder=ann)
    seat = {"seat-1-player": f"m{ann.pk}", "seat-1-guest": "Gail", "seat-1-version": str(match.version)}
    answer = as_(ann).post(at("match_seat", match.pk, 1), seat)
    assert answer.status_code == 422
    assert "You typed “Gail”" in text(answer).partition('id="id_seat-1-guest_error"')[2][:200]
    assert 'value="Gail"' in text(answer)


def test_nobody_sits_on_an_empty_chair(ann: Member, ben: Member) -> None:
    """Neither who began nor who eliminated somebody is anybody else than was said."""
    people = ("", f"m{ann.pk}", f"m{ben.pk}")
    scores = {"seat-1-total": "16", "seat-2-total": "3"}
    answer = as_(ann).post(at("match_record", "badass_force"), rows(*people, **scores) | {"start": "3"})
    assert "Player 4 is an empty chair: nobody sits there. Choose who began." in text(answer)
    places = {"seat-1-place": "1", "seat-2-place": "2", "seat-2-by": "0"}
    answer = as_(ann).post(at("match_record", "bagarre"), rows(*people, **places))
    assert "Player 1 is an empty chair" in text(answer).partition('id="id_seat-2-by_error"')[2][:200]
    assert not Match.objects.exists()


def test_teams_are_those_of_the_rows_on_which_somebody_sits(ann: Member, ben: Member) -> None:
    """Row 2 is empty: whoever sits behind it keeps the team typed there, and one typed for nobody is asked about."""
    people = (f"m{ann.pk}", "", f"m{ben.pk}", "new", "new")
    guests = {"seat-3-guest": "Gail", "seat-4-guest": "Hugh"}
    teams = {f"f.teams.{row}": team for row, team in enumerate(("1", "0", "2", "1", "2", "0"))}
    answer = as_(ann).post(at("match_open", "bagarre"), rows(*people, **guests, **{**teams, "f.teams.1": "3"}))
    assert "There is a number (3) for player 2, but nobody sits there." in text(answer)
    assert as_(ann).post(at("match_open", "bagarre"), rows(*people, **guests, **teams)).status_code == 302
    assert Match.objects.get().setup["teams"] == [1, 2, 1, 2]


@pytest.mark.parametrize("date", ["0001-01-01T00:00", "0026-11-01T20:00", "9999-12-31T23:59-14:00", "2101-01-01T00:00"])
def test_a_result_of_an_odd_year_is_refused_beside_its_date(ann: Member, ben: Member, date: str) -> None:
    data = rows(f"m{ann.pk}", f"m{ben.pk}", **{"seat-0-total": "16", "seat-1-total": "3"})
    for address in (at("match_record", "badass_force"), at("match_edit", result([ann, ben], [16, 3]).pk)):
        answer = as_(ann).post(address, {**data, "date": date})
        assert answer.status_code == 422
        assert "Only the years from 1970 to 2100 are accepted." in text(answer).partition('id="id_date_error"')[2][:200]
        assert f'value="{date}"' in text(answer)


def test_a_result_at_the_hour_that_came_twice(ann: Member, ben: Member) -> None:
    """The first time is meant; the form that changes the match offers both."""
    data = rows(f"m{ann.pk}", f"m{ben.pk}", **{"seat-0-total": "16", "seat-1-total": "3", "date": "2026-10-25T02:30"})
    assert as_(ann).post(at("match_record", "badass_force"), data).status_code == 302
    match = Match.objects.get()
    assert match.date.astimezone(UTC).hour == 0
    edit = at("match_edit", match.pk)
    assert "the second time, after the clock went back" in text(as_(ann).get(edit))
    changed = {"date": "2026-10-25T02:30", "date_which": "second", "version": str(match.version)}
    assert as_(ann).post(edit, changed).status_code == 302
    match.refresh_from_db()
    assert match.date.astimezone(UTC).hour == 1
    assert '<option value="second" selected>' in text(as_(ann).get(edit))


def test_everything_wrong_with_a_result_is_said_at_once(ann: Member) -> None:
    data = rows(f"m{ann.pk}", "new", **{"seat-0-total": "x", "duration": "0"})
    answer = as_(ann).post(at("match_record", "badass_force"), data)
    assert answer.status_code == 422
    page = text(answer)
    assert "What is the guest called?" in page
    assert "Enter a whole number." in page
    assert not Match.objects.exists()
    alone = as_(ann).post(at("match_record", "badass_force"), rows(f"m{ann.pk}", **{"seat-0-total": "16"}))
    assert "this game is for 2 to 6" in text(alone)


def test_who_does_not_take_part_records_nothing_in_a_season(thursdays: Campaign) -> None:
    stranger = MemberFactory.create()
    address = f"{at('match_open', 'badass_force')}?season={thursdays.slug}"
    assert as_(stranger).get(address).status_code == 403
    private = season("badass_force", name="Hidden", visibility=Visibility.PRIVATE)
    hidden = f"{at('match_open', 'badass_force')}?season={private.slug}"
    assert as_(stranger).get(hidden).status_code == 404
    assert as_(stranger).get(at("match_open", "chess")).status_code == 404
    assert as_(stranger).get(f"{at('match_open', 'baf')}?season={thursdays.slug}").status_code == 404


def test_playing_again_seats_the_same_people(ann: Member, ben: Member) -> None:
    match = result([ben, ann, "Gail"], [16, 3, 1], recorder=ann)
    page = text(as_(ann).get(f"{at('match_open', 'badass_force')}?again={match.pk}"))
    assert f'value="m{ben.pk}" selected' in page
    gail = Player.objects.get(name="Gail")
    assert f'value="p{gail.pk}" selected' in page


def test_the_pad_asks_little_while_nothing_changes(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], entries=[kill(0, 1)])
    client, address = as_(ben), at("match_pad_status", match.pk)
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address, {"version": match.version}, headers=HTMX)
    assert (answer.status_code, answer.content) == (204, b"")
    # Session and member together, version.
    assert len(asked) == 2
    enter(match, kill(0, 1), ann)
    answer = client.get(address, {"version": "1"}, headers=HTMX)
    assert answer.status_code == 200
    assert 'data-version="2"' in text(answer)
    assert "<html" not in text(answer)


def test_an_entry_by_a_plain_form_and_by_a_phone(ann: Member, ben: Member) -> None:
    match = pad([ann, ben])
    data = {"kind": "kill", "f.killer": "0", "f.victim": "1", "f.means": "power", "client_id": "one"}
    plain = as_(ann).post(at("match_enter", match.pk), data)
    assert plain.headers["Location"] == at("match_pad", match.pk)
    phone = as_(ben).post(at("match_enter", match.pk), {**data, "client_id": "two"}, headers=HTMX)
    assert phone.status_code == 200
    assert "Ann kills a character of Ben with a power" in text(phone)
    again = as_(ben).post(at("match_enter", match.pk), {**data, "client_id": "two"}, headers=HTMX)
    assert again.status_code == 200
    assert match.entries.count() == 2


def test_an_entry_refused_says_why_with_names(ann: Member, ben: Member) -> None:
    match = pad([ann, ben])
    data = {"kind": "kill", "f.killer": "0", "f.victim": "0", "f.means": "power", "client_id": "one"}
    phone = as_(ann).post(at("match_enter", match.pk), data, headers=HTMX)
    assert phone.status_code == 422
    assert "Ann cannot score on their own character" in text(phone)
    plain = as_(ann).post(at("match_enter", match.pk), data, follow=True)
    assert "Ann cannot score on their own character" in text(plain)
    missing = as_(ann).post(at("match_enter", match.pk), {"kind": "kill", "client_id": "two"}, headers=HTMX)
    assert "“Who scores” is missing or not a possible value." in text(missing)


def test_taking_back_from_the_pad(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], entries=[kill(0, 1)])
    assert "data-undo>" in text(as_(ann).get(at("match_pad", match.pk)))
    assert "data-undo>" not in text(as_(ben).get(at("match_pad", match.pk)))
    assert as_(ann).post(at("match_undo", match.pk)).headers["Location"] == at("match_pad", match.pk)
    refused = as_(ben).post(at("match_undo", match.pk), headers=HTMX)
    assert refused.status_code == 422


@pytest.mark.parametrize(("game", "most"), [("badass_force", 6), ("bagarre", 6), ("baf", 5), ("bebop", 4)])
def test_an_open_pad_with_a_full_table_is_light(game: str, most: int) -> None:
    """At most 15 kB of HTML, gzipped, with everything that stands behind folds."""
    people = [MemberFactory.create(display_name=f"Marie-Antoinette {number}") for number in range(most)]
    page = as_(people[0]).get(at("match_pad", pad(people, game=game).pk)).content
    assert len(gzip.compress(page)) <= 15_000


def test_onlookers_see_the_board_without_buttons(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], visibility=Visibility.PUBLIC)
    page = text(as_(None).get(at("match_pad", match.pk)))
    assert "Badassometer" in page
    assert "data-entry" not in page
    assert "data-entry" in text(as_(ben).get(at("match_pad", match.pk)))


def test_the_keeper_may_enter(ann: Member, ben: Member) -> None:
    match = pad([ann, ben])
    keeper = MemberFactory.create()
    data = {**END_TURN, "client_id": "one"}
    assert as_(keeper).post(at("match_enter", match.pk), data).status_code == 403
    as_(ann).post(at("match_keeper", match.pk), {"keeper": str(keeper.pk)})
    assert as_(keeper).post(at("match_enter", match.pk), data).status_code == 302


def test_the_end_is_offered_once_the_match_is_over(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], options={"limit": 2}, entries=[kill(0, 1), END_TURN])
    page = text(as_(ann).get(at("match_pad", match.pk)))
    assert "Ann wins" in page
    assert "That is the result" in page
    as_(ann).post(at("match_finish", match.pk), {"version": str(match.version)})
    match.refresh_from_db()
    assert match.state == MatchState.FINISHED


def test_a_missing_result_is_told_in_its_row_and_at_the_top(ann: Member, ben: Member) -> None:
    sent = rows(f"m{ann.pk}", f"m{ben.pk}", date="2026-01-05T20:00")
    answer = as_(ann).post(at("match_record", "badass_force"), {**sent, "seat-0-total": "16"})
    page = text(answer)
    assert answer.status_code == 422
    assert "Please look again at:" in page
    assert '<a href="#id_seat-1-total">Player 2</a>' in page
    error = page.partition('id="id_seat-1-total_error"')[2]
    assert "Ben: the result is missing." in error[:200]
    nameless = as_(ann).post(at("match_open", "badass_force"), rows(f"m{ann.pk}", "new"))
    assert nameless.status_code == 422
    assert '<a href="#id_seat-1-guest">Player 2</a>' in text(nameless)
