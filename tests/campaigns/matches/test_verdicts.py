"""Results confirmed on the site, by code, by silence; disputed, settled, called off."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.league import news
from campaigns.league.models import News
from campaigns.league.news import sentence
from campaigns.league.operations import people
from campaigns.matches.models.match import ConfirmedBy, Match, MatchSeat, MatchState
from campaigns.matches.operations import changes as match_changes, entries as match_entries, verdicts as match_verdicts
from campaigns.matches.operations.players import player_of
from campaigns.matches.operations.results import ResultChange
from club.models import Member
from tests.campaigns.matches.asking import over, refused, standing
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.matches import enter, kill, pad, result, season

pytestmark = pytest.mark.django_db


def test_a_match_that_is_not_over_is_not_finished(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], entries=[kill(0, 1)])
    refused(lambda: match_verdicts.finish_match(match=match, author=ann), "not_over")


def test_another_player_confirms(ann: Member, ben: Member, told: list[ResultChange]) -> None:
    match = over(ann, ben)
    match_verdicts.finish_match(match=match, author=ann)
    assert match.state == MatchState.FINISHED
    assert told == []
    refused(lambda: match_verdicts.confirm_match(match=match, member=ann), "own_result")
    refused(lambda: match_verdicts.confirm_match(match=match, member=MemberFactory.create()), "not_your_match")
    refused(lambda: match_verdicts.confirm_match(match=match, member=ben, version=0), "stale")
    match_verdicts.confirm_match(match=match, member=ben)
    assert (match.state, match.confirmed_how, match.confirmed_by) == (
        MatchState.CONFIRMED, ConfirmedBy.PLAYER, player_of(ben),
    )  # fmt: skip
    assert standing(match) == [(1, 2, True), (2, 0, False)]
    assert all(seat.counts for seat in match.seats.all())
    [change] = told
    assert change.before is None
    assert change.after is not None
    assert [(s.place, s.points, s.won, s.started) for s in change.after.seats] == [
        (1, 2, True, True),
        (2, 0, False, False),
    ]
    refused(lambda: match_verdicts.confirm_match(match=match, member=ben), "match_confirmed")


def test_a_guest_confirms_with_the_code_at_the_table(ann: Member) -> None:
    match = over(ann, "Gail")
    refused(lambda: match_verdicts.show_code(match=match), "match_live")
    match_verdicts.finish_match(match=match, author=ann)
    code = match_verdicts.show_code(match=match)
    assert match_verdicts.show_code(match=match) == code
    assert match_verdicts.match_of_code(f" {code[:3].upper()}-{code[3:]} ") == match
    assert [seat.seat for seat in match_verdicts.others_at(match)] == [1]
    refused(lambda: match_verdicts.confirm_by_code(code=code, seat=0), "who_are_you")
    refused(lambda: match_verdicts.confirm_by_code(code="zzzzzz", seat=1), "wrong_code")
    match_verdicts.confirm_by_code(code=code, seat=1)
    match.refresh_from_db()
    assert (match.state, match.confirmed_how, match.code) == (MatchState.CONFIRMED, ConfirmedBy.CODE, "")
    refused(lambda: match_verdicts.confirm_by_code(code=code, seat=1), "wrong_code")


def test_a_code_lives_ten_minutes(ann: Member) -> None:
    match = over(ann, "Gail")
    match_verdicts.finish_match(match=match, author=ann)
    code = match_verdicts.show_code(match=match)
    Match.objects.update(code_expires=timezone.now() - timedelta(seconds=1))
    assert match_verdicts.match_of_code(code) is None
    assert match_verdicts.show_code(match=match) != code


def test_silence_confirms_after_the_season_s_delay(ann: Member, ben: Member) -> None:
    thursdays = season(referee=ann, confirm_hours=5)
    people.join(campaign=thursdays, member=ben, code=thursdays.join_code)
    match = result([ann, ben], [16, 3], season=thursdays)
    assert match.confirms_at is not None
    assert timedelta(hours=4.9) < match.confirms_at - timezone.now() <= timedelta(hours=5)
    assert match_verdicts.confirm_due() == 0
    Match.objects.update(confirms_at=timezone.now())
    assert match_verdicts.confirm_due() == 1
    match.refresh_from_db()
    assert (match.state, match.confirmed_how) == (MatchState.CONFIRMED, ConfirmedBy.TIME)


def test_a_dispute_waits_for_the_referee(ann: Member, ben: Member) -> None:
    referee = MemberFactory.create()
    thursdays = season(referee=referee)
    for member in (ann, ben):
        people.join(campaign=thursdays, member=member, code=thursdays.join_code)
    match = result([ann, ben], [16, 3], season=thursdays)
    dispute = match_verdicts.dispute_match
    refused(lambda: dispute(match=match, member=ben, text=" "), "dispute_empty")
    refused(lambda: dispute(match=match, member=referee, text="No."), "not_your_match")
    dispute(match=match, member=ben, text="It was 15.")
    assert (match.state, match.dispute, match.confirms_at) == (MatchState.DISPUTED, "It was 15.", None)
    refused(lambda: match_verdicts.confirm_match(match=match, member=ben), "match_disputed")
    refused(lambda: match_verdicts.settle_match(match=match, judge=ann), "judge_only")
    match_verdicts.settle_match(match=match, judge=referee)
    assert (match.state, match.confirmed_how) == (MatchState.CONFIRMED, ConfirmedBy.REFEREE)


def test_outside_of_seasons_a_club_admin_decides(ann: Member, ben: Member) -> None:
    match = result([ann, ben], [16, 3])
    match_verdicts.dispute_match(match=match, member=ben, text="No.")
    match_verdicts.settle_match(match=match, judge=MemberFactory.create(is_staff=True))
    assert match.state == MatchState.CONFIRMED


def test_a_corrected_result_is_asked_about_anew(ann: Member, ben: Member) -> None:
    match = result([ann, ben], [16, 3])
    match_verdicts.dispute_match(match=match, member=ben, text="I had 17.")
    final = {"kind": "final", "totals": [16, 17]}
    match_entries.correct_entry(match=match, number=1, data=final, reason="Ben is right", author=ann)
    assert match.state == MatchState.FINISHED
    assert standing(match) == [(2, 16, False), (1, 17, True)]


def test_a_correction_after_which_it_is_not_over_opens_the_match_again(ann: Member, ben: Member) -> None:
    match = over(ann, ben)
    match_verdicts.finish_match(match=match, author=ann)
    match_entries.strike_entry(match=match, number=2, reason="Not yet", author=ann)
    assert (match.state, match.confirms_at) == (MatchState.LIVE, None)
    enter(match, kill(1, 0), ben)


def test_a_confirmed_match_is_the_referee_s_to_correct(ann: Member, ben: Member, told: list[ResultChange]) -> None:
    referee = MemberFactory.create()
    thursdays = season(referee=referee)
    for member in (ann, ben):
        people.join(campaign=thursdays, member=member, code=thursdays.join_code)
    match = result([ann, ben], [16, 3], season=thursdays, confirmed=True)
    told.clear()
    final = {"kind": "final", "totals": [16, 20]}
    correct = match_entries.correct_entry
    refused(lambda: correct(match=match, number=1, data=final, reason="x", author=ann), "match_confirmed")
    correct(match=match, number=1, data=final, reason="The sheet says 20", author=referee)
    assert match.state == MatchState.CONFIRMED
    [change] = told
    assert change.before is not None
    assert change.after is not None
    assert [s.points for s in change.before.seats] == [16, 3]
    assert [(s.points, s.place, s.won) for s in change.after.seats] == [(16, 2, False), (20, 1, True)]


def test_reopening(ann: Member, ben: Member, told: list[ResultChange]) -> None:
    match = over(ann, ben)
    refused(lambda: match_verdicts.reopen_match(match=match, author=ann), "match_live")
    match_verdicts.finish_match(match=match, author=ann)
    match_verdicts.reopen_match(match=match, author=ben)
    assert match.state == MatchState.LIVE
    match_verdicts.finish_match(match=match, author=ann)
    match_verdicts.confirm_match(match=match, member=ben)
    refused(lambda: match_verdicts.reopen_match(match=match, author=ann), "judge_only")
    match_verdicts.reopen_match(match=match, author=MemberFactory.create(is_staff=True))
    assert [change.after is None for change in told] == [False, True]


def test_a_match_called_off_counts_nowhere(ann: Member, ben: Member, told: list[ResultChange]) -> None:
    match = result([ann, ben], [16, 3], confirmed=True)
    refused(lambda: match_changes.cancel_match(match=match, author=ann), "judge_only")
    match_changes.cancel_match(match=match, author=MemberFactory.create(is_staff=True))
    assert [change.after is None for change in told] == [False, True]
    assert not MatchSeat.objects.filter(counts=True).exists()
    match_changes.cancel_match(match=match, author=ann)  # once more changes nothing
    final = {"kind": "final", "totals": [16, 20]}
    refused(
        lambda: match_entries.correct_entry(match=match, number=1, data=final, reason="x", author=ann),
        "match_cancelled",
    )


# A match called off comes back


def test_who_called_a_match_off_brings_it_back_until_the_next_evening(
    ann: Member, ben: Member, told: list[ResultChange], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = pad([ann, ben])
    match_changes.cancel_match(match=match, author=ann)
    back = match_changes.bring_back
    refused(lambda: back(match=match, author=ben, reason="It was fine"), "too_late")
    refused(lambda: back(match=match, author=ann, reason=" "), "reason_missing")
    assert match.called_off_at is not None
    day = timezone.localtime(match.called_off_at).date()
    next_evening = timezone.make_aware(datetime.combine(day + timedelta(days=1), time(23, 59)))
    monkeypatch.setattr(timezone, "now", lambda: next_evening)
    back(match=match, author=ann, reason="A slip of the thumb")
    assert (match.state, match.brought_back_by, match.brought_back_why) == (MatchState.LIVE, ann, "A slip of the thumb")
    enter(match, kill(1, 0), ben)
    refused(lambda: back(match=match, author=ann, reason="Again"), "not_called_off")
    match_changes.cancel_match(match=match, author=ann)
    monkeypatch.setattr(timezone, "now", lambda: next_evening + timedelta(days=1, minutes=2))
    refused(lambda: back(match=match, author=ann, reason="Too late"), "too_late")
    back(match=match, author=MemberFactory.create(is_staff=True), reason="Ann asked for it")
    assert told == []


def test_a_result_that_counted_counts_again(ann: Member, ben: Member, told: list[ResultChange]) -> None:
    admin = MemberFactory.create(is_staff=True)
    match = result([ann, ben], [16, 3], confirmed=True)
    match_changes.cancel_match(match=match, author=admin)
    Match.objects.filter(pk=match.pk).update(called_off_at=timezone.now() - timedelta(days=300))
    match_changes.bring_back(match=match, author=admin, reason="Wrong match")
    assert match.state == MatchState.CONFIRMED
    assert MatchSeat.objects.filter(match=match, counts=True).count() == 2
    assert [change.after is None for change in told] == [False, True, False]


def test_a_result_that_waited_waits_anew(ann: Member, ben: Member) -> None:
    match = result([ann, ben], [16, 3], recorder=ann)
    match_changes.cancel_match(match=match, author=ann)
    assert not Match.objects.filter(confirms_at__isnull=False).exists()
    match_changes.bring_back(match=match, author=ann, reason="It did take place")
    assert Match.objects.get(confirms_at__gt=timezone.now()).state == MatchState.FINISHED


def test_one_called_off_before_that_was_kept_is_asked_about_anew(ann: Member, ben: Member) -> None:
    """Of older ones nobody knows who called them off, and whether they counted."""
    for match, state in ((result([ann, ben], [16, 3], confirmed=True), MatchState.FINISHED), (pad([ann, ben]), "live")):
        Match.objects.filter(pk=match.pk).update(state=MatchState.CANCELLED)
        match.refresh_from_db()
        refused(lambda match=match: match_changes.bring_back(match=match, author=ann, reason="x"), "too_late")
        match_changes.bring_back(match=match, author=MemberFactory.create(is_staff=True), reason="It counts")
        assert match.state == state


def test_bringing_back_on_the_page(ann: Member, ben: Member) -> None:
    match = result([ann, ben], [16, 3], recorder=ann)
    match_changes.cancel_match(match=match, author=ann)
    page, address = match.get_absolute_url(), reverse("campaigns:match_bring_back", args=[match.pk])
    assert address in client_of(ann).get(page).content.decode()
    assert address not in client_of(ben).get(page).content.decode()
    assert client_of(ben).get(address).status_code == 403
    sent = {"version": str(match.version), "reason": ""}
    assert client_of(ann).post(address, sent).status_code == 422
    assert client_of(ann).post(address, {**sent, "reason": "My mistake"}).status_code == 302
    assert "Brought back by Ann: My mistake." in client_of(ben).get(page).content.decode()
    told = News.objects.get(code="match_brought_back")
    assert told.member == ben
    assert sentence(told).endswith("back: My mistake.")


def test_a_judge_who_played_decides_only_with_a_reason(ben: Member) -> None:
    """Settled, opened again or called off: with a reason, shown on the match's page and told to who played, too."""
    admin = MemberFactory.create(is_staff=True, display_name="Ann")
    match = result([admin, ben], [16, 3])
    refused(lambda: match_verdicts.settle_match(match=match, judge=admin), "party_reason")
    page = client_of(admin).get(match.get_absolute_url()).content.decode()
    assert 'id="why-settle"' in page
    client_of(admin).post(reverse("campaigns:match_settle", args=[match.pk]), {"version": match.version})
    match.refresh_from_db()
    assert match.state == MatchState.FINISHED
    match_verdicts.settle_match(match=match, judge=admin, because="Ben is abroad")
    assert (match.state, match.confirmed_how, match.verdict) == (
        MatchState.CONFIRMED,
        ConfirmedBy.REFEREE,
        "Ben is abroad",
    )
    with translation.override("en"):
        said = [line.sentence for line in news.lines_of(news.news_of(ben))]
    assert any("Ann, a party to it, decided as the referee" in line and "Ben is abroad" in line for line in said)
    shown = client_of(ben).get(match.get_absolute_url(), headers={"accept-language": "en"}).content.decode()
    assert "party to it" in shown
    assert "Decided by a referee who played: Ben is abroad" in shown
    refused(lambda: match_changes.cancel_match(match=match, author=admin), "party_reason")
    refused(lambda: match_verdicts.reopen_match(match=match, author=admin), "party_reason")
    match_verdicts.reopen_match(match=match, author=admin, because="Miscounted")
    assert match.verdict == "Miscounted"


def test_a_judge_who_did_not_play_decides_without_a_word(ann: Member, ben: Member) -> None:
    match = result([ann, ben], [16, 3])
    match_verdicts.settle_match(match=match, judge=MemberFactory.create(is_staff=True))
    assert (match.state, match.verdict) == (MatchState.CONFIRMED, "")
