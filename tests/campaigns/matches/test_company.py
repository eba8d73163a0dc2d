"""Sitting down again: whom one plays with comes first, and the last table is opened once more in one step."""

from __future__ import annotations

import pytest

from campaigns.league.models import Campaign
from campaigns.matches.company import games_with, last_match, members_first
from campaigns.matches.forms.people import People
from campaigns.matches.models.match import Match, MatchState
from campaigns.matches.operations import changes, recording
from campaigns.matches.operations.recording import Occasion, Sitting
from club.models import Member
from club.operations import Refused
from tests.campaigns.matches.asking import as_, at, text
from tests.factories.club import MemberFactory
from tests.factories.matches import pad, result

pytestmark = pytest.mark.django_db


def test_whom_one_plays_with_comes_first_then_the_alphabet(ann: Member, ben: Member) -> None:
    cleo, dora = (MemberFactory.create(display_name=name) for name in ("Cleo", "Dora"))
    for _ in range(2):
        result([ann, dora], [16, 3])
    result([ann, ben, dora], [16, 3, 2])
    changes.cancel_match(match=pad([ann, cleo]), author=ann)
    assert games_with(ann) == {dora.pk: 3, ben.pk: 1}
    assert members_first(ann, [ben, cleo, dora, ann]) == [ann, dora, ben, cleo]
    assert [name for _value, name in People.of(None, ann).chips][:4] == ["Ann", "Dora", "Ben", "Cleo"]


def test_the_last_table_is_one_of_this_sites_pads_and_over(ann: Member, ben: Member) -> None:
    assert last_match(ann) is None
    first = result([ann, ben], [16, 3])
    assert last_match(ben) == first
    pad([ann, ben])  # still being played
    assert last_match(ann) == first
    later = result([ann, "Gail"], [3, 16])
    assert (last_match(ann), last_match(ben)) == (later, first)


def test_of_a_season_only_while_it_runs(ann: Member, ben: Member, thursdays: Campaign) -> None:
    played = result([ann, ben], [16, 3], season=thursdays)
    assert last_match(ann) == played
    Campaign.objects.filter(pk=thursdays.pk).update(closed=True)
    assert last_match(ann) is None


def test_the_same_people_game_options_and_season(ann: Member, ben: Member, thursdays: Campaign) -> None:
    sitting = Sitting(game="badass_force", people=[ben, "Gail", ann], start=1, season=thursdays)
    before = recording.open_match(sitting=sitting, recorder=ann, occasion=Occasion(house_rules="No bombs."))
    answer = as_(ben).post(at("match_again", before.pk))
    again = Match.objects.exclude(pk=before.pk).get()
    assert answer.headers["Location"] == at("match_pad", again.pk)
    assert (again.state, again.campaign, again.recorder) == (MatchState.LIVE, thursdays, ben)
    assert [seat.player for seat in again.seats.all()] == [seat.player for seat in before.seats.all()]
    assert (again.setup, again.house_rules) == (before.setup, "No bombs.")


def test_a_season_that_is_over_says_why_not(ann: Member, ben: Member, thursdays: Campaign) -> None:
    played = result([ann, ben], [16, 3], season=thursdays)
    Campaign.objects.filter(pk=thursdays.pk).update(closed=True)
    played.refresh_from_db()
    with pytest.raises(Refused):
        recording.open_again(match=played, recorder=ann)
    assert at("match", played.pk) == as_(ann).post(at("match_again", played.pk)).headers["Location"]
    assert Match.objects.count() == 1


def test_the_offer_hangs_on_the_noticeboard_and_where_a_match_begins(ann: Member, ben: Member) -> None:
    assert "Same table as last time" not in text(as_(ann).get("/"))
    played = result([ann, ben], [16, 3])
    for address in ("/", at("match_new")):
        page = text(as_(ann).get(address))
        assert "Same table as last time" in page
        assert at("match_again", played.pk) in page
