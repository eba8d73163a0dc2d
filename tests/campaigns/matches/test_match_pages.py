"""Pages of corrections, verdicts, codes, guests and card sets, and how little they ask."""

from __future__ import annotations

import json
import tomllib

import pytest

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match, MatchState
from campaigns.matches.models.player import GuestClaim, Player
from campaigns.matches.operations import verdicts as match_verdicts
from campaigns.matches.operations.players import player_of
from club.models import Member
from club.visibility import Visibility
from tests.campaigns.matches.asking import as_, at, queries, rows, text
from tests.factories.club import MemberFactory
from tests.factories.matches import END_TURN, enter, kill, pad, result, season

pytestmark = pytest.mark.django_db


def test_a_correction_shows_what_changed(ann: Member, ben: Member) -> None:
    match = pad([ann, ben, "Gail"], entries=[kill(0, 1), END_TURN, kill(1, 0)])
    address = at("match_entry", match.pk, 1)
    form = text(as_(ann).get(address))
    assert 'name="f.killer" value="0" checked' in form
    data = {"kind": "kill", "f.killer": "2", "f.victim": "1", "f.means": "weapon", "version": str(match.version)}
    without = as_(ann).post(address, data)
    assert without.status_code == 422
    page = text(as_(ann).post(address, {**data, "reason": "It was Gail"}))
    assert "The score is corrected" in page
    assert "It was Gail" in page
    assert "Gail kills a character of Ben with a weapon" in page
    assert "Gail kills a character of Ben with a weapon" in text(as_(ben).get(match.get_absolute_url()))
    stale = as_(ann).post(address, {**data, "reason": "Again"})
    assert stale.status_code == 422
    assert "This match has changed" in text(stale)


def test_striking_and_adding_late(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], entries=[kill(0, 1), END_TURN])
    data = {"version": str(match.version), "reason": "Twice"}
    assert "Struck out" in text(as_(ann).post(at("match_strike", match.pk, 1), data))
    match.refresh_from_db()
    late = {
        "kind": "kill", "f.killer": "1", "f.victim": "0", "f.means": "power", "reason": "Forgotten",
        "version": str(match.version),
    }  # fmt: skip
    page = text(as_(ann).post(at("match_insert", match.pk, 2), late))
    assert "Added late" in page
    assert as_(ann).get(at("match_entry", match.pk, 1)).status_code == 404


def test_a_guest_confirms_on_another_phone_without_an_account(ann: Member) -> None:
    match = result([ann, "Gail Green"], [16, 3])
    page = as_(ann).post(at("match_code", match.pk), follow=True)
    match.refresh_from_db()
    assert match.code in text(page)
    guest = as_(None)
    answer = guest.post(at("match_code_entry"), {"code": match.code.upper()})
    assert answer.headers["Location"] == at("match_by_code", match.code)
    shown = text(guest.get(at("match_by_code", match.code)))
    assert "G. G." in shown
    assert "Gail Green" not in shown
    said = guest.post(at("match_by_code", match.code), {"seat": "1", "answer": "right"}, follow=True)
    assert "the result is confirmed" in text(said)
    match.refresh_from_db()
    assert match.state == MatchState.CONFIRMED
    assert guest.get(at("match_by_code", match.code or "zzzzzz")).status_code == 302


def test_a_guest_disputes_by_code(ann: Member) -> None:
    match = result([ann, "Gail"], [16, 3])
    code = match_verdicts.show_code(match=match)
    empty = as_(None).post(at("match_by_code", code), {"seat": "1", "answer": "wrong"})
    assert empty.status_code == 422
    as_(None).post(at("match_by_code", code), {"seat": "1", "answer": "wrong", "text": "I had 5."})
    match.refresh_from_db()
    assert (match.state, match.dispute) == (MatchState.DISPUTED, "I had 5.")


def test_guessing_codes_is_slowed_down(ann: Member) -> None:
    match = result([ann, "Gail"], [16, 3])
    code = match_verdicts.show_code(match=match)
    guest = as_(None)
    for _try in range(10):
        assert "does not work" in text(guest.post(at("match_code_entry"), {"code": "zzzzzz"}))
    assert "Too many tries" in text(guest.post(at("match_code_entry"), {"code": code}))
    assert guest.get(at("match_by_code", code)).headers["Location"] == at("match_code_entry")


def test_a_dispute_reaches_the_referee_s_desk_and_noticeboard(thursdays: Campaign, ann: Member, ben: Member) -> None:
    gus = MemberFactory.create(display_name="Gus")
    people.join(campaign=thursdays, member=gus, code=thursdays.join_code)
    match = result([ben, gus], [16, 3], season=thursdays)
    assert "is the result right?" in text(as_(gus).get("/"))
    as_(gus).post(at("match_dispute", match.pk), {"text": "No.", "version": str(match.version)})
    assert "is disputed: decide" in text(as_(ann).get("/"))
    assert match.get_absolute_url() in text(as_(ann).get(at("dashboard", thursdays.slug)))
    match.refresh_from_db()
    as_(ann).post(at("match_settle", match.pk), {"version": str(match.version)})
    match.refresh_from_db()
    assert match.state == MatchState.CONFIRMED


def test_pads_in_use_hang_on_the_noticeboard(ann: Member, ben: Member) -> None:
    match = pad([ann, ben])
    for member in (ann, ben):
        assert at("match_pad", match.pk) in text(as_(member).get("/"))
    assert at("match_pad", match.pk) not in text(as_(MemberFactory.create()).get("/"))


def test_a_match_is_called_off_and_changed(ann: Member, ben: Member) -> None:
    match = pad([ann, "Gail"])
    data = {"date": "2026-11-01T20:00", "place": "Inn", "version": str(match.version)}
    assert as_(ann).post(at("match_edit", match.pk), data).status_code == 302
    match.refresh_from_db()
    seat = {"seat-1-player": f"m{ben.pk}", "seat-1-version": str(match.version)}
    as_(ann).post(at("match_seat", match.pk, 1), seat)
    assert match.seats.get(seat=1).player == player_of(ben)
    match.refresh_from_db()
    mine = season("badass_force", ann)
    people.join(campaign=mine, member=ben, code=mine.join_code)
    strange = season("badass_force", ben, name="Not Ann's")
    as_(ann).post(at("match_season", match.pk), {"season-season": str(strange.pk)})
    match.refresh_from_db()
    assert match.campaign is None
    as_(ann).post(at("match_season", match.pk), {"season-season": str(mine.pk)})
    match.refresh_from_db()
    assert match.campaign == mine
    as_(ann).post(at("match_cancel", match.pk), {"version": str(match.version)})
    match.refresh_from_db()
    assert (match.state, match.place) == (MatchState.CANCELLED, "Inn")


def test_guests_claimed_and_merged(ann: Member, ben: Member) -> None:
    result([ann, "Benny"], [16, 3])
    benny = Player.objects.get(name="Benny")
    assert "Benny" in text(as_(ben).get(at("guests")))
    as_(ben).post(at("change_guest", benny.pk), {"action": "claim"})
    assert "Ben says: that is me." in text(as_(ann).get(at("guests")))
    assert "A member claims to be a guest: confirm it." in text(as_(ann).get("/"))
    as_(ben).post(at("change_guest", benny.pk), {"action": "merge", "member": str(ben.pk)})
    benny.refresh_from_db()
    assert benny.merged_into is None
    as_(ann).post(at("change_guest", benny.pk), {"action": "merge", "member": str(ben.pk)})
    benny.refresh_from_db()
    assert benny.merged_into == player_of(ben)
    assert not GuestClaim.objects.exists()
    admin = MemberFactory.create(is_staff=True)
    assert "Benny → Ben" in text(as_(admin).get(at("guests")))
    as_(admin).post(at("change_guest", benny.pk), {"action": "split"})
    benny.refresh_from_db()
    assert benny.merged_into is None


def test_a_guest_of_a_private_season_is_not_listed_for_others(ann: Member) -> None:
    hidden = season("bagarre", ann, visibility=Visibility.PRIVATE)
    pad([ann, "Gail Green"], game="bagarre", season=hidden)
    other = MemberFactory.create()
    assert "Gail" not in text(as_(other).get(at("guests")))
    assert "Gail" not in text(as_(other).get(at("match_open", "bagarre")))
    gail = Player.objects.get(name="Gail Green")
    assert as_(other).post(at("change_guest", gail.pk), {"action": "claim"}).status_code == 404
    assert "Gail Green" in text(as_(ann).get(at("guests")))


def test_visitors_read_no_guest_s_and_no_hidden_member_s_name(ann: Member) -> None:
    vera = MemberFactory.create(display_name="Vera", hidden=True)
    open_season = season("badass_force", ann, visibility=Visibility.PUBLIC)
    people.join(campaign=open_season, member=vera, code=open_season.join_code)
    match = result([ann, vera, "Gail Green"], [16, 3, 1], season=open_season, confirmed=True)
    live = pad([ann, vera, "Gail Green"], season=open_season, entries=[kill(1, 2)])
    addresses = (
        at("match_list"), match.get_absolute_url(), open_season.get_absolute_url(), at("match_pad", live.pk),
        at("season_matches", open_season.slug), live.get_absolute_url(),
    )  # fmt: skip
    for address in addresses:
        page = text(as_(None).get(address))
        assert "Gail" not in page, address
        assert "Vera" not in page, address
        assert f"/players/{vera.pk}/" not in page, address  # no link that leads a visitor nowhere
        assert "Gail Green" in text(as_(ann).get(address)) or "Gail" in text(as_(ann).get(address)), address


def test_a_club_types_in_the_cards_of_its_box_and_plays_with_them(ann: Member, ben: Member) -> None:
    practice = as_(ann).get(at("match_cards_practice", "baf"))
    data = tomllib.loads(practice.content.decode())
    assert "training set" in data["name"]["en"].casefold()
    data["name"] = {"fr": "Notre boîte", "en": "Our box"}
    data["heroes"][0]["skills"] = {"melee": 2}
    wrong = {**data, "heroes": [{**data["heroes"][0], "skill": 2}, *data["heroes"][1:]]}
    refused = as_(ann).post(at("match_cards"), {"game": "baf", "text": json.dumps(wrong)})
    assert refused.status_code == 422
    assert "did you mean “skills”?" in text(refused)
    assert "is not a card set" in text(as_(ann).post(at("match_cards"), {"game": "baf", "text": "[]"}))
    assert "cannot be read" in text(as_(ann).post(at("match_cards"), {"game": "baf", "text": "{"}))
    assert as_(ann).post(at("match_cards"), {"game": "baf", "text": json.dumps(data)}).status_code == 302
    again = as_(ben).post(at("match_cards"), {"game": "baf", "text": json.dumps(data)})
    assert "There is already a card set with this name" in text(again)
    box = ScoreCards.objects.get()
    assert "Our box" in text(as_(ben).get(at("match_open", "baf")))
    as_(ben).post(at("match_open", "baf"), rows(f"m{ann.pk}", f"m{ben.pk}", cards=str(box.pk)))
    match = Match.objects.get()
    assert match.setup["cards"]["heroes"][0]["skills"] == {"melee": 2}
    page = text(as_(ben).get(at("match_pad", match.pk)))
    assert "Absent-minded Juggler" in page
    assert "Our box" in text(as_(ben).get(match.get_absolute_url()))
    as_(ben).post(at("match_cards_remove", box.pk))
    assert ScoreCards.objects.exists()
    as_(ann).post(at("match_cards_remove", box.pk))
    assert not ScoreCards.objects.exists()
    assert as_(ben).get(at("match_pad", match.pk)).status_code == 200


LIMITS = {
    "match_list": 12,
    "season": 16,
    "season_matches": 10,
    "dashboard": 14,
    "match": 14,
    "match_pad": 12,
    "match_edit": 12,
    "match_record": 7,
    "guests": 9,
}


def test_pages_do_not_ask_more_when_there_is_more(thursdays: Campaign, ann: Member, ben: Member) -> None:
    live = pad([ann, ben, "Gail"], season=thursdays, entries=[kill(0, 1)])
    result([ann, ben, "Gail"], [16, 3, 1], season=thursdays, confirmed=True)
    waiting = result([ann, ben, "Gail"], [16, 3, 1], season=thursdays)
    match_verdicts.dispute_match(match=waiting, member=ben, text="No.")
    result([ann, ben, "Gail"], [16, 3, 1], season=thursdays)
    addresses = {
        "match_list": at("match_list"),
        "season": thursdays.get_absolute_url(),
        "season_matches": at("season_matches", thursdays.slug),
        "dashboard": at("dashboard", thursdays.slug),
        "match": live.get_absolute_url(),
        "match_pad": at("match_pad", live.pk),
        "match_edit": at("match_edit", live.pk),
        "match_record": f"{at('match_record', 'badass_force')}?season={thursdays.slug}",
        "guests": at("guests"),
        "home": "/",
    }
    client = as_(ann)
    few = {name: queries(client, address) for name, address in addresses.items()}
    for number in range(6):
        enter(live, kill(0, 1), ann)
        enter(live, kill(1, 0), ben)
        result([ann, ben, f"Guest {number}"], [16, 3, 1], season=thursdays, confirmed=number % 2 == 0)
        pad([ben, ann, "Hugo"], season=thursdays, recorder=ben)
    many = {name: queries(client, address) for name, address in addresses.items()}
    assert many == few
    assert {name: count for name, count in many.items() if count > LIMITS.get(name, 99)} == {}
