"""Matches opened, and entries as they come: kept, known again, refused, taken back.

Figures by hand from the rulebooks. Badass Force: the first kill in anybody's turn brings 2 points, later ones 1, one
more against the sole leader (Badass Force, "A chaque fois qu'un joueur est directement responsable"); the match ends at
the end of the turn in which the limit is reached (ruling F26). La Bagarre: the last one standing wins (Fin de partie).
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.league.operations import campaigns, people
from campaigns.league.terms import Terms
from campaigns.matches.models.match import Match, MatchState, MatchWay
from campaigns.matches.operations import changes as match_changes, entries as match_entries, verdicts as match_verdicts
from campaigns.matches.operations.recording import Occasion
from campaigns.seasons.operations.season import create_season
from club.models import Member
from club.operations import Refused
from tests.campaigns.matches.asking import over, refused, standing
from tests.factories.matches import END_TURN, enter, kill, pad, result, season

pytestmark = pytest.mark.django_db


def test_a_pad_seats_members_and_guests_clockwise(ann: Member, ben: Member) -> None:
    match = pad([ann, "Gail", ben], start=1, options={"limit": 30})
    seats = list(match.seats.select_related("player"))
    assert [seat.player.full_name for seat in seats] == ["Ann", "Gail", "Ben"]
    assert [seat.started for seat in seats] == [False, True, False]
    assert (match.setup["limit"], match.rules_version, match.way) == (30, 2, MatchWay.PAD)
    assert (match.state, match.recorder) == (MatchState.LIVE, ann)


def test_a_guest_of_the_same_name_is_the_same_guest(ann: Member) -> None:
    first, second = pad([ann, "Gail"]), pad([ann, "  GAIL "])
    assert first.seats.get(seat=1).player == second.seats.get(seat=1).player


def test_who_may_sit_down(ann: Member) -> None:
    refused(lambda: pad([ann, ann]), "twice_at_table")
    refused(lambda: pad([ann, "Gail", "gail"]), "twice_at_table")
    refused(lambda: pad([ann, "x" * 61]), "guest_name")
    refused(lambda: pad([ann]), "seats")
    refused(lambda: pad([ann, *(f"Guest {n}" for n in range(6))]), "seats")
    assert not Match.objects.exists()


def test_in_a_season_sit_its_people_and_guests(ann: Member, ben: Member) -> None:
    thursdays = season(referee=ann)
    refused(lambda: pad([ann, ben], season=thursdays), "not_in_season")
    people.join(campaign=thursdays, member=ben, code=thursdays.join_code)
    assert pad([ann, ben, "Gail"], season=thursdays).campaign == thursdays
    refused(lambda: pad([ann, ben], season=season("bebop", ann)), "other_game")
    campaigns.close_campaign(campaign=thursdays, closed=True)
    refused(lambda: pad([ann, ben], season=thursdays), "campaign_over")


def test_options_no_match_can_have_are_refused(ann: Member, ben: Member) -> None:
    refused(lambda: pad([ann, ben], options={"limit": 1}), "limit")
    refused(lambda: pad([ann, ben], options={"no_such_option": 1}), "malformed")
    refused(lambda: pad([ann, ben], game="chess"), "no_such_game")
    refused(lambda: pad([ann, ben], visibility="secret"), "no_such_choice")


def test_a_season_is_of_a_card_game(ann: Member) -> None:
    refused(lambda: create_season(referee=ann, game="musg", terms=Terms(name="War")), "no_such_game")
    refused(lambda: create_season(referee=ann, game="baf", terms=Terms(name=" ")), "campaign_name")


def test_an_occasion_is_checked(ann: Member, ben: Member) -> None:
    occasion = Occasion(date=timezone.now() + timedelta(days=3), duration=0, place="x" * 121, notes="x" * 2001)
    refused(lambda: result([ann, ben], [16, 0], occasion=occasion),
            "duration", "in_the_future", "too_long", "too_long")  # fmt: skip
    refused(lambda: result([ann, ben], [16, 0], occasion=Occasion(place="x\u200by")), "unseen")
    refused(lambda: result([ann, ben], [16, 0], occasion=Occasion(place="At\nhome")), "unseen")
    assert result([ann, ben], [16, 0], occasion=Occasion(place=" At   home ")).place == "At home"


def test_entries_are_scored_as_they_come(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], entries=[kill(0, 1), kill(0, 1), END_TURN, kill(1, 0)])
    # 2 for the first kill of the turn, 1 for the second; Ben's first kill is of the sole leader: 2 + 1.
    assert standing(match) == [(1, 3, False), (1, 3, False)]
    assert match.version == 4


def test_an_entry_the_rules_forbid_is_refused_with_every_reason(ann: Member, ben: Member) -> None:
    match = pad([ann, ben])
    refused(lambda: enter(match, kill(0, 0), ann), "own_kill")
    refused(lambda: enter(match, kill(0, 7), ann), "no_such_seat")
    refused(lambda: enter(match, {"kind": "kill", "killer": 0}, ann), "malformed")
    refused(lambda: enter(match, {"kind": "no_such_kind"}, ann), "malformed")
    refused(lambda: match_entries.add_entry(match=match, data=END_TURN, author=ann, client_id=""), "client_id")
    refused(lambda: match_entries.add_entry(match=match, data=END_TURN, author=ann, client_id="x" * 37), "client_id")
    refused(lambda: match_entries.add_entry(match=match, data=END_TURN, author=ann, client_id="x\0"), "client_id")
    assert not match.entries.exists()


def test_an_entry_sent_again_after_a_lost_connection_counts_once(ann: Member, ben: Member) -> None:
    match = pad([ann, ben])
    first = match_entries.add_entry(match=match, data=kill(0, 1), author=ann, client_id="tap")
    again = match_entries.add_entry(match=match, data=kill(0, 1), author=ann, client_id="tap")
    assert (first.new, again.new, again.row) == (True, False, first.row)
    assert standing(match)[0] == (1, 2, False)
    match_entries.undo_last(match=match, author=ann)
    assert not match_entries.add_entry(match=match, data=kill(0, 1), author=ann, client_id="tap").new
    assert standing(match)[0] == (1, 0, False)


def test_two_phones_that_end_one_turn_end_it_once(ann: Member, ben: Member) -> None:
    """Both were shown Ann's turn; the second is told whose turn it is by now."""
    match = pad([ann, ben])
    ended = {"kind": "end_turn", "seat": 0}
    match_entries.add_entry(match=match, data=ended, author=ann, client_id="one")
    with pytest.raises(Refused) as caught:
        match_entries.add_entry(match=match, data=ended, author=ben, client_id="other")
    assert caught.value.codes == ["not_active"]
    assert "Ben" in str(caught.value)
    assert "Ann" in str(caught.value)


def test_a_tap_takes_the_own_last_entry_back(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], entries=[kill(0, 1)])
    enter(match, kill(1, 0), ben)
    match_entries.undo_last(match=match, author=ann)
    # Ben's kill no longer hits a sole leader: 2 instead of 3.
    assert standing(match) == [(2, 0, False), (1, 2, False)]
    assert [(row.struck, row.undone) for row in match.entries.order_by("number")] == [(True, True), (False, False)]
    match_entries.undo_last(match=match, author=ben)
    refused(lambda: match_entries.undo_last(match=match, author=ben), "nothing_to_undo")


def test_an_entry_others_stand_on_is_not_taken_back_by_a_tap(ann: Member, ben: Member) -> None:
    """What tied players hold is said after the end (ruling F27): without the end there is nothing to say it about."""
    match = pad([ann, ben], options={"limit": 2, "leader_bonus": 0})
    enter(match, kill(0, 1), ben)
    enter(match, kill(1, 0), ben)
    enter(match, END_TURN, ann)
    enter(match, {"kind": "tie", "seat": 0, "cards": 3, "ammo": 1}, ben)
    refused(lambda: match_entries.undo_last(match=match, author=ann), "others_depend_on_it")
    match_entries.undo_last(match=match, author=ben)
    match_entries.undo_last(match=match, author=ann)
    assert match.entries.filter(struck=False).count() == 2


def test_nothing_is_added_once_the_match_is_finished_or_called_off(ann: Member, ben: Member) -> None:
    match = over(ann, ben)
    refused(lambda: enter(match, kill(0, 1), ann), "match_over")
    match_verdicts.finish_match(match=match, author=ann)
    refused(lambda: enter(match, kill(0, 1), ann), "match_finished")
    refused(lambda: match_entries.undo_last(match=match, author=ann), "match_finished")
    match_changes.cancel_match(match=match, author=ann)
    refused(lambda: enter(match, kill(0, 1), ann), "match_cancelled")
