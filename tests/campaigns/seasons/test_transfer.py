"""Matches leave as files and come from files."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.league.operations import people
from campaigns.matches.models.match import Match, MatchSeat, MatchState, MatchWay
from campaigns.matches.models.player import Player
from campaigns.matches.operations.recording import Occasion
from campaigns.seasons.models.rating import Rating
from campaigns.seasons.transfer import plays
from campaigns.seasons.transfer.export import guarded
from campaigns.seasons.transfer.operations import Fate, import_plays, plan
from campaigns.seasons.transfer.plays import Seat as FileSeat, game_called, parse_book, places, points
from club.models import Member
from club.operations import Refused
from tests.campaigns.seasons import history
from tests.campaigns.seasons.history import played
from tests.factories.club import MemberFactory
from tests.factories.matches import result, season

pytestmark = pytest.mark.django_db


def score(player: int, points: str, **more: Any) -> dict[str, Any]:
    return {"playerRefId": player, "score": points, "winner": False, "rank": 0, **more}


def play(uuid: str, scores: list[dict[str, Any]], game: int = 1, date: str = "2026-01-07 20:30:00") -> dict[str, Any]:
    return {
        "uuid": uuid, "playDate": date, "durationMin": 55, "gameRefId": game, "locationRefId": 1,
        "comments": "A night to remember", "usesTeams": False, "playerScores": scores, "nemestatsId": 0,
    }  # fmt: skip


def book(*plays: dict[str, Any]) -> dict[str, Any]:
    """A file as BG Stats writes it, with fields that nobody reads here."""
    return {
        "about": "BG Stats",
        "players": [
            {"id": 1, "uuid": "p1", "name": "Anna", "isAnonymous": False},
            {"id": 2, "uuid": "p2", "name": "Ben", "isAnonymous": False},
            {"id": 3, "uuid": "p3", "name": "Gus Guest", "isAnonymous": False},
        ],
        "games": [
            {"id": 1, "uuid": "g1", "name": "Badass Force", "bggId": 1, "highestWins": True},
            {"id": 2, "uuid": "g2", "name": "La Bagarre", "noPoints": True},
            {"id": 3, "uuid": "g3", "name": "Azul"},
        ],
        "locations": [{"id": 1, "uuid": "l1", "name": "The Tavern"}],
        "plays": list(plays),
    }


USUAL = (
    play("one", [score(1, "16", winner=True, startPlayer=False), score(2, "7", startPlayer=True), score(3, "10+2")]),
    play("two", [score(1, "", rank=2), score(2, "", rank=1)], game=2, date="2026-01-08 21:00:00"),
    play("three", [score(1, "9"), score(2, "4")], game=3),
)


@pytest.fixture
def admin() -> Member:
    return MemberFactory.create(username="boss", is_staff=True)


def text_of(answer: Any) -> str:
    assert isinstance(answer, StreamingHttpResponse)
    return b"".join(answer.streaming_content).decode()  # type: ignore[arg-type]


def export(client: Client, form: str, **asked: str) -> str:
    return text_of(client.get(reverse(f"campaigns:match_export_{form}"), asked))


# Reading


def test_a_file_is_read() -> None:
    found = parse_book(json.dumps(book(*USUAL)))
    assert [(one.game.code, one.duration, one.place) for one in found.plays] == [
        ("badass_force", 55, "The Tavern"),
        ("bagarre", 55, "The Tavern"),
    ]
    assert found.unknown == {"Azul": 1}
    assert found.people == {1: "Anna", 2: "Ben", 3: "Gus Guest"}
    assert [seat.score for seat in found.plays[0].seats] == [16, 7, 12]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "no_json"),
        (b"{", "no_json"),
        (b"\xff\xfe", "no_json"),
        (b"[]", "no_plays"),
        (b'{"plays": []}', "no_plays"),
        (b'{"players": [], "games": [], "plays": []}', "empty"),
        (b'{"players": [], "games": [], "plays": [{"gameRefId": "x"}]}', "no_plays"),
        (b'{"players": [], "games": [], "plays": [], "x": ' + b"[" * 100_000, "no_json"),
        (b'{"players": [{"id": 1, "name": "A\\\\\\u0000"}], "games": [], "plays": []}', "no_plays"),
        (b'{"players": [{"id": 1, "name": "A\\\\u0000"}], "games": [], "plays": []}', "empty"),
        (b" " * 2_000_001, "too_large"),
    ],
)
def test_a_bad_file_is_refused_beside_the_field(content: bytes, code: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_book(content)
    assert refused.value.codes == [code]
    assert refused.value.problems[0].field == "file"


def test_more_players_than_a_page_can_ask_about_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has a list of the whole club for each of them: 17,000 fitted into two megabytes."""
    three = book(play("one", [{"playerRefId": number, "score": "3"} for number in (1, 2, 3)]))
    assert len(parse_book(json.dumps(three)).people) == 3
    monkeypatch.setattr(plays, "PEOPLE_MOST", 2)
    with pytest.raises(Refused) as refused:
        parse_book(json.dumps(three))
    assert refused.value.codes == ["too_many_players"]


def test_an_error_says_where_it_is() -> None:
    wrong = book(play("one", [{"score": "3"}]))
    with pytest.raises(Refused, match="playerRefId") as refused:
        parse_book(json.dumps(wrong))
    assert "plays[0].playerScores[0]" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("La Bagarre", "bagarre"),
        ("Badass Force!", "badass_force"),
        ("BAF!", "baf"),
        ("Cowboy Bebop: Space Serenade", "bebop"),
    ],
)
def test_games_are_known_by_their_names(name: str, code: str) -> None:
    game = game_called(name)
    assert game is not None
    assert game.code == code
    assert game_called("Azul") is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("10+5-1", 14),
        (" 7 ", 7),
        (3, 3),
        (4.0, 4),
        ("", None),
        ("many", None),
        ("4.5", None),
        (None, None),
    ],
)
def test_scores_are_whole_numbers_or_sums(text: Any, number: int | None) -> None:
    assert points(text) == number


def test_places_come_from_ranks_else_scores_else_winners() -> None:
    def seat(score: int | None = None, rank: int | None = None, *, winner: bool = False) -> FileSeat:
        return FileSeat(1, score, winner, rank, False, "", ())

    assert places([seat(rank=2), seat(rank=1)]) == [2, 1]
    assert places([seat(5), seat(9), seat(5)]) == [2, 1, 2]
    assert places([seat(), seat(winner=True), seat()]) == [2, 1, 2]


# Planning and storing


def test_new_plays_become_matches_that_count(anna: Member, ben: Member, admin: Member) -> None:
    found = parse_book(json.dumps(book(*USUAL)))
    planned = plan(found, {1: anna, 2: ben, 3: "Gus Guest"}, None)
    assert [draft.fate for draft in planned] == [Fate.NEW, Fate.NEW]
    made = import_plays(planned=planned, author=admin, season=None, visibility="club")
    badass, bagarre = made
    assert (badass.state, badass.way, badass.source) == (MatchState.CONFIRMED, MatchWay.IMPORT, "bgstats:one")
    assert (badass.duration, badass.place, badass.notes) == (55, "The Tavern", "A night to remember")
    assert badass.start_seat == 1
    seats = MatchSeat.objects.filter(match=badass).order_by("seat")
    assert [(seat.player.full_name, seat.points, seat.place) for seat in seats] == [
        ("Anna", 16, 1), ("Ben", 7, 3), ("Gus Guest", 12, 2),
    ]  # fmt: skip
    assert list(bagarre.seats.order_by("seat").values_list("place", flat=True)) == [2, 1]
    assert Rating.objects.filter(game="badass_force").count() == 3


def test_the_same_file_again_brings_nothing(anna: Member, ben: Member, admin: Member) -> None:
    who: dict[int, Any] = {1: anna, 2: ben, 3: "Gus Guest"}
    found = parse_book(json.dumps(book(*USUAL)))
    import_plays(planned=plan(found, who, None), author=admin, season=None, visibility="club")
    again = plan(found, {1: anna, 2: ben, 3: Player.objects.get(name="Gus Guest")}, None)
    assert [draft.fate for draft in again] == [Fate.KNOWN, Fate.KNOWN]
    assert not import_plays(planned=again, author=admin, season=None, visibility="club")
    assert Match.objects.count() == 2


def test_a_match_recorded_here_is_recognised_by_day_people_and_scores(anna: Member, ben: Member) -> None:
    played([anna, ben], [16, 7], 2)  # 7 January 2026
    same = play("other", [score(2, "7"), score(1, "16")])
    other = play("another", [score(2, "8"), score(1, "16")])
    next_day = play("later", [score(2, "7"), score(1, "16")], date="2026-01-08 20:00:00")
    planned = plan(parse_book(json.dumps(book(same, other, next_day))), {1: anna, 2: ben}, None)
    assert [draft.fate for draft in planned] == [Fate.KNOWN, Fate.NEW, Fate.NEW]


def fates(anna: Member, ben: Member, *plays: dict[str, Any]) -> list[Fate]:
    return [draft.fate for draft in plan(parse_book(json.dumps(book(*plays))), {1: anna, 2: ben}, None)]


def test_twice_in_one_file_counts_once_by_its_uuid(anna: Member, ben: Member) -> None:
    scores = [score(1, "16"), score(2, "7")]
    plays = (play("a", scores), play("a", scores), play("b", scores))
    assert fates(anna, ben, *plays) == [Fate.NEW, Fate.KNOWN, Fate.NEW]


def test_two_games_of_one_evening_are_two(anna: Member, ben: Member, admin: Member) -> None:
    """The same people, the same winner, another hour: both are taken over, and both are known when they come again."""
    scores = [score(1, "", winner=True), score(2, "")]
    plays = [play("u-1", scores, 2, "2026-01-20 20:10:00"), play("u-2", scores, 2, "2026-01-20 21:05:00")]
    found = parse_book(json.dumps(book(*plays)))
    planned = plan(found, {1: anna, 2: ben}, None)
    assert [draft.fate for draft in planned] == [Fate.NEW, Fate.NEW]
    assert len(import_plays(planned=planned, author=admin, season=None, visibility="club")) == 2
    assert fates(anna, ben, *plays) == [Fate.KNOWN, Fate.KNOWN]
    third = play("u-3", scores, 2, "2026-01-20 23:00:00")
    assert fates(anna, ben, *plays, third) == [Fate.KNOWN, Fate.KNOWN, Fate.NEW]


def test_a_match_without_a_uuid_is_one_play_only(anna: Member, ben: Member, admin: Member) -> None:
    played([anna, ben], [16, 7], 2)  # 7 January 2026
    plays = [play(uuid, [score(2, "7"), score(1, "16")]) for uuid in ("a", "b")]
    planned = plan(parse_book(json.dumps(book(*plays))), {1: anna, 2: ben}, None)
    assert [draft.fate for draft in planned] == [Fate.KNOWN, Fate.NEW]
    assert len(import_plays(planned=planned, author=admin, season=None, visibility="club")) == 1
    assert fates(anna, ben, *plays) == [Fate.KNOWN, Fate.KNOWN]


def test_a_match_known_by_its_name_is_no_other_play_as_well(anna: Member, ben: Member) -> None:
    match = played([anna, ben], [16, 7], 2)
    scores = [score(2, "7"), score(1, "16")]
    assert fates(anna, ben, play("another", scores), play(match.key, scores)) == [Fate.NEW, Fate.KNOWN]


def test_plays_without_a_uuid_are_parted_by_their_moments(anna: Member, ben: Member) -> None:
    scores = [score(1, "16"), score(2, "7")]
    early, late, same = (play("", scores, date=f"2026-01-07 {hour}:00") for hour in ("20:10", "21:05", "21:05"))
    assert fates(anna, ben, early, late, same) == [Fate.NEW, Fate.NEW, Fate.KNOWN]
    days = [play("", scores, date="2026-01-09")] * 2
    assert fates(anna, ben, *days) == [Fate.NEW, Fate.NEW]
    played([anna, ben], [16, 7], 2)
    assert fates(anna, ben, early, late) == [Fate.KNOWN, Fate.NEW]


@pytest.mark.parametrize("date", ["0001-01-01 00:00:00", "0026-01-07 20:30:00", "9999-12-31T23:59:00-14:00"])
def test_a_play_of_an_odd_year_is_left_out_with_the_reason(anna: Member, ben: Member, date: str) -> None:
    scores = [score(1, "16"), score(2, "7")]
    (draft,) = plan(parse_book(json.dumps(book(play("a", scores, date=date)))), {1: anna, 2: ben}, None)
    assert (draft.fate, str(draft.reason)) == (Fate.LEFT, "Only the years from 1970 to 2100 are accepted.")


def test_long_uuids_of_one_beginning_are_two(anna: Member, ben: Member) -> None:
    scores = [score(1, "16"), score(2, "7")]
    one, other = (play("u" * 90 + end, scores) for end in "ab")
    assert fates(anna, ben, one, other, one) == [Fate.NEW, Fate.NEW, Fate.KNOWN]


def test_what_is_no_result_is_left_out_with_the_reason(anna: Member, ben: Member) -> None:
    plays = (
        play("low", [score(1, "3"), score(2, "2")]),  # nobody reached the limit (ruling F26)
        play("none", [score(1, "16"), score(2, "")]),
        play("alone", [score(1, "16")]),
        play("twice", [score(1, "16"), score(1, "3")]),
        play("when", [score(1, "16"), score(2, "3")], date="some day"),
        play("future", [score(1, "16"), score(2, "3")], date="2999-01-01 20:00:00"),
        play("who", [score(1, "16"), score(9, "3")]),
        play("left", [score(1, "16"), score(3, "3")]),
    )
    planned = plan(parse_book(json.dumps(book(*plays))), {1: anna, 2: ben, 3: None}, None)
    assert {draft.fate for draft in planned} == {Fate.LEFT}
    assert all(str(draft.reason) for draft in planned)


def test_one_hero_of_two_keeps_no_match_out(anna: Member, ben: Member, admin: Member) -> None:
    """Whoever left during the draft has one hero, and this site's own file says so."""
    file = book(play("a", [score(1, "16", heroes=["Hulk", "Zoe"]), score(2, "7", heroes=["Bob"])]))
    file["games"][0]["name"] = "BAF!"
    planned = plan(parse_book(json.dumps(file)), {1: anna, 2: ben}, None)
    assert [draft.fate for draft in planned] == [Fate.NEW]
    (made,) = import_plays(planned=planned, author=admin, season=None, visibility="club")
    seats = made.seats.order_by("seat")
    assert [[hero.hero for hero in seat.heroes.all()] for seat in seats] == [["Hulk", "Zoe"], []]


def test_one_that_cannot_be_stored_takes_all_back(anna: Member, ben: Member, admin: Member) -> None:
    league = season(name="League")
    people.join(campaign=league, member=anna, code=league.join_code)
    scores = [score(1, "16"), score(3, "7")]
    found = parse_book(json.dumps(book(play("a", scores), play("b", [score(1, "16"), score(2, "7")]))))
    planned = plan(found, {1: anna, 2: ben, 3: "Gus"}, league)
    with pytest.raises(Refused, match="Play 2"):  # Ben takes no part in the season
        import_plays(planned=planned, author=admin, season=league, visibility="club")
    assert not Match.objects.exists()
    assert not Player.objects.filter(name="Gus").exists()
    assert not history.ratings()


# The pages


def upload(client: Client, content: bytes, address: str = "") -> Any:
    file = SimpleUploadedFile("plays.json", content, "application/json")
    return client.post(address or reverse("campaigns:match_import"), {"file": file, "visibility": "club"})


def test_a_file_is_looked_at_mapped_and_taken_over(client: Client, anna: Member, ben: Member, admin: Member) -> None:
    client.force_login(admin, backend="club.auth.MemberBackend")
    content = json.dumps(book(*USUAL))
    seen = upload(client, content.encode())
    assert seen.status_code == 200
    assert not Match.objects.exists()
    text = seen.content.decode()
    assert "Azul (1)" in text
    assert f'<option value="m{anna.pk}" selected>' in text
    mapped = {"who-1": f"m{anna.pk}", "who-2": f"m{ben.pk}", "who-3": "leave"}
    sent = {"text": content, "visibility": "club", **mapped}
    again = client.post(reverse("campaigns:match_import"), sent, headers={"accept-language": "en"})
    assert "Somebody in it is left out." in again.content.decode()
    mapped["who-3"] = "new"
    sent = {"text": content, "visibility": "club", "confirm": "1", **mapped}
    assert client.post(reverse("campaigns:match_import"), sent).status_code == 302
    assert Match.objects.count() == 2
    assert Player.objects.filter(name="Gus Guest").exists()


@pytest.mark.parametrize("content", [b"", b"nonsense", b"[]"])
def test_a_bad_file_is_told_beside_its_field(client: Client, admin: Member, content: bytes) -> None:
    client.force_login(admin, backend="club.auth.MemberBackend")
    answer = upload(client, content)
    assert answer.status_code == 422
    assert 'id="id_file_error"' in answer.content.decode()


def test_a_referee_takes_plays_into_the_season(client: Client, anna: Member, ben: Member) -> None:
    referee = MemberFactory.create()
    league = season(name="League", referee=referee)
    for member in (anna, ben):
        people.join(campaign=league, member=member, code=league.join_code)
    client.force_login(referee, backend="club.auth.MemberBackend")
    address = reverse("campaigns:season_import", args=[league.slug])
    text = json.dumps(book(*USUAL))
    sent = {"text": text, "confirm": "1", "who-1": f"m{anna.pk}", "who-2": f"m{ben.pk}", "who-3": "new"}
    assert client.post(address, sent).status_code == 302
    match = Match.objects.get()  # the other one is of another game
    assert match.campaign == league


# Writing


def test_a_csv_has_a_row_for_every_seat(client: Client, anna: Member, ben: Member) -> None:
    match = played([anna, ben, "=1+1"], [16, 7, 3], 2, duration=30)
    client.force_login(anna, backend="club.auth.MemberBackend")
    rows = list(csv.DictReader(io.StringIO(export(client, "csv").removeprefix("\ufeff"))))
    assert [(row["match"], row["player"], row["place"], row["points"], row["won"]) for row in rows] == [
        (match.key, "Anna", "1", "16", "1"),
        (match.key, "Ben", "2", "7", "0"),
        (match.key, "'=1+1", "3", "3", "0"),
    ]
    assert rows[0]["date"] == "2026-01-07T21:00+01:00"
    assert rows[0]["minutes"] == "30"


@pytest.mark.parametrize("cell", ["=SUM(A1)", "+1", "-1", "@x", "\tx", "\rx"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert guarded(cell) == f"'{cell}"
    assert guarded(-1) == -1
    assert guarded("Anna") == "Anna"


def test_an_export_comes_back_as_it_was(client: Client, anna: Member, ben: Member, admin: Member) -> None:
    played([anna, ben, "Gus"], [16, 7, 3], 2, duration=30)
    played([ben, anna], [16, 16], 3)
    client.force_login(admin, backend="club.auth.MemberBackend")
    content = export(client, "json")
    before, ratings = history.tallies(), [row[3:] for row in history.ratings()[:3]]
    found = parse_book(content)
    who: dict[int, Any] = {number: Player.objects.get(pk=number) for number in found.people}
    assert {draft.fate for draft in plan(found, who, None)} == {Fate.KNOWN}
    Match.objects.all().delete()
    from campaigns.seasons.operations.ratings import rebuild_ratings
    from campaigns.seasons.operations.tallies import rebuild_tallies

    rebuild_tallies()
    rebuild_ratings("badass_force")
    assert not history.tallies()
    assert not history.ratings()
    import_plays(planned=plan(found, who, None), author=admin, season=None, visibility="club")
    assert history.tallies() == before
    assert [row[3:] for row in history.ratings()[:3]] == ratings


def test_options_and_house_rules_come_back_with_the_match(
    client: Client, anna: Member, ben: Member, admin: Member
) -> None:
    agreed = {"limit": 30, "first_kill": 3}
    occasion = Occasion(date=history.on(4), house_rules="Whoever laughs shuffles.")
    result([anna, ben], [31, 7], options=agreed, occasion=occasion, confirmed=True, recorder=anna)
    played([anna, ben], [16, 7], 5)
    client.force_login(admin, backend="club.auth.MemberBackend")
    content = export(client, "json")
    first, second = json.loads(content)["plays"]
    assert (first["options"], first["houseRules"]) == (agreed, "Whoever laughs shuffles.")
    assert "options" not in second
    Match.objects.all().delete()
    found = parse_book(content)
    who: dict[int, Any] = {number: Player.objects.get(pk=number) for number in found.people}
    with translation.override("en"):
        drafts = plan(found, who, None)
    assert drafts[0].house == ("Points to reach: 30", "First kill in a turn: 3")
    made = import_plays(planned=drafts, author=admin, season=None, visibility="club")
    assert {name: made[0].setup[name] for name in agreed} == agreed
    assert made[0].house_rules == "Whoever laughs shuffles."
    assert made[1].setup.get("limit", 16) == 16


@pytest.mark.parametrize(
    ("options", "fate"),
    [
        ({"limit": 20}, Fate.NEW),
        ({"limit": 0}, Fate.LEFT),
        ({"limit": "many"}, Fate.LEFT),
        ({"limit": 20, "seats": 5, "cards": {}, "colour": "red"}, Fate.NEW),  # what is no option is not read
        ("none", Fate.NEW),
    ],
)
def test_options_of_a_file_are_those_of_the_game(anna: Member, ben: Member, options: Any, fate: Fate) -> None:
    one = {**play("u1", [score(1, "21"), score(2, "3")]), "options": options}
    who: dict[int, Any] = {1: anna, 2: ben}
    (draft,) = plan(parse_book(json.dumps(book(one))), who, None)
    assert draft.fate is fate, draft.reason
    assert set(draft.options) <= {"limit"}


def test_exports_are_narrowed_as_asked(client: Client, anna: Member, ben: Member) -> None:
    cleo = MemberFactory.create()
    league = season(name="League")
    for member in (anna, ben):
        people.join(campaign=league, member=member, code=league.join_code)
    one = played([anna, ben], [16, 7], 0, season=league)
    two = played([anna, cleo], [16, 7], 40)
    client.force_login(anna, backend="club.auth.MemberBackend")

    def keys(**asked: str) -> list[str]:
        return [play["uuid"] for play in json.loads(export(client, "json", **asked))["plays"]]

    assert keys() == [one.key, two.key]
    assert keys(game="badass_force", season=league.slug) == [one.key]
    assert keys(player=str(Player.objects.get(member=cleo).pk)) == [two.key]
    assert keys(period="2025") == []
    assert keys(game="bagarre") == []


def test_exports_tell_nobody_more_than_the_pages(client: Client, anna: Member) -> None:
    hidden = MemberFactory.create(username="veiled", display_name="Veiled Vera", hidden=True)
    shown, secret = season(name="Open", visibility="public"), season(name="Closed", visibility="private")
    for campaign in (shown, secret):
        for member in (anna, hidden):
            people.join(campaign=campaign, member=member, code=campaign.join_code)
    played([hidden, anna, "Marc Dupont"], [16, 7, 3], 0, season=shown)
    played([hidden, anna], [16, 7], 1, season=secret)
    for form in ("csv", "json"):
        text = export(client, form)
        assert "Open" in text
        assert "M. D." in text
        for word in ("Vera", "veiled", "Dupont", "Closed"):
            assert word not in text
    client.force_login(MemberFactory.create(), backend="club.auth.MemberBackend")
    text = export(client, "csv")
    assert "Marc Dupont" in text
    assert "Closed" not in text
    client.force_login(anna, backend="club.auth.MemberBackend")
    assert "Closed" in export(client, "csv")
