"""Old entries put right, struck out, added late: everything after them is recomputed.

Figures by hand from the rulebooks. Badass Force: the first kill in anybody's turn brings 2 points, later ones 1, one
more against the sole leader (Badass Force, "A chaque fois qu'un joueur est directement responsable"); the match ends at
the end of the turn in which the limit is reached (ruling F26). La Bagarre: the last one standing wins (Fin de partie).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.league.models import Campaign
from campaigns.matches.models.match import MatchEntry
from campaigns.matches.operations import entries as match_entries, verdicts as match_verdicts
from club.models import Member
from tests.campaigns.matches.asking import as_, refused, standing, text
from tests.factories.matches import END_TURN, kill, pad, result

pytestmark = pytest.mark.django_db


def test_a_correction_recomputes_what_follows_and_says_what_changed(ann: Member, ben: Member) -> None:
    match = pad([ann, ben, "Gail"], entries=[kill(0, 1), END_TURN, kill(1, 0)])
    corrected = match_entries.correct_entry(match=match, number=1, data=kill(2, 1), reason="It was Gail.", author=ben)
    # Gail has the 2 points; Ben's kill of Ann is no kill of the leader any more: 2 instead of 3.
    assert standing(match) == [(3, 0, False), (1, 2, False), (1, 2, False)]
    assert corrected.changes == [
        {"seat": 0, "points_before": 2, "points_after": 0, "place_before": 2, "place_after": 3},
        {"seat": 1, "points_before": 3, "points_after": 2, "place_before": 1, "place_after": 1},
        {"seat": 2, "points_before": 0, "points_after": 2, "place_before": 3, "place_after": 1},
    ]
    assert (corrected.before["killer"], corrected.after["killer"], corrected.faults) == (0, 2, [])
    assert (corrected.reason, corrected.author) == ("It was Gail.", ben)


def test_a_correction_equals_having_entered_it_right_the_first_time(ann: Member, ben: Member) -> None:
    right = pad([ann, ben, "Gail"], entries=[kill(2, 1), END_TURN, kill(1, 0), END_TURN, kill(0, 2)])
    wrong = pad([ann, ben, "Gail"], entries=[kill(0, 1), END_TURN, kill(1, 0), END_TURN, kill(0, 2)])
    match_entries.correct_entry(match=wrong, number=1, data=kill(2, 1), reason="Gail", author=ann)
    assert standing(wrong) == standing(right)


def test_entries_that_no_longer_hold_are_listed_and_keep_the_match_open(ann: Member, ben: Member) -> None:
    """In La Bagarre nobody falls twice: putting the first fall on Gail leaves her second one without ground."""

    def fall(seat: int, by: int) -> dict[str, Any]:
        return {"kind": "eliminated", "falls": [{"seat": seat, "by": by, "cause": "attack"}]}

    match = pad([ann, ben, "Gail"], game="bagarre", entries=[fall(1, 0), fall(2, 0)])
    corrected = match_entries.correct_entry(match=match, number=1, data=fall(2, 0), reason="It was Gail", author=ann)
    assert corrected.faults == [2]
    assert match.faults == 1
    refused(lambda: match_verdicts.finish_match(match=match, author=ann), "fell_already")
    match_entries.correct_entry(match=match, number=2, data=fall(1, 0), reason="And then Ben", author=ann)
    assert match.faults == 0
    match_verdicts.finish_match(match=match, author=ann)
    assert [row.place for row in match.seats.order_by("seat")] == [1, 2, 3]
    assert [(row.eliminated, row.kills, row.points) for row in match.seats.order_by("seat")] == [
        (False, 2, None), (True, 0, None), (True, 0, None),
    ]  # fmt: skip


def test_a_correction_that_does_not_hold_itself_is_refused(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], entries=[kill(0, 1)])
    correct = match_entries.correct_entry
    refused(lambda: correct(match=match, number=1, data=kill(0, 0), reason="x", author=ann), "own_kill")
    refused(lambda: correct(match=match, number=1, data=kill(1, 0), reason=" ", author=ben), "reason")
    refused(lambda: correct(match=match, number=1, data=kill(1, 0), reason="x" * 301, author=ann), "reason")
    refused(lambda: correct(match=match, number=9, data=kill(1, 0), reason="x", author=ann), "no_such_entry")
    refused(lambda: correct(match=match, number=1, data={"kind": "kill"}, reason="x", author=ann), "malformed")
    refused(lambda: correct(match=match, number=1, data=kill(1, 0), reason="x", author=ann, version=0), "stale")
    assert standing(match)[0] == (1, 2, False)


def test_an_entry_struck_out_stays_to_be_read(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], entries=[kill(0, 1), kill(0, 1)])
    struck = match_entries.strike_entry(match=match, number=1, reason="Counted twice", author=ben)
    # What was the second kill of the turn is the first one now: 2 points.
    assert standing(match)[0] == (1, 2, False)
    assert struck.after is None
    assert MatchEntry.objects.get(match=match, number=1).struck
    refused(lambda: match_entries.strike_entry(match=match, number=1, reason="x", author=ben), "no_such_entry")


def test_a_forgotten_entry_finds_its_place(ann: Member, ben: Member) -> None:
    right = pad([ann, ben], entries=[kill(0, 1), kill(1, 0), END_TURN])
    match = pad([ann, ben], entries=[kill(0, 1), END_TURN])
    match_entries.insert_entry(match=match, before=2, data=kill(1, 0), reason="Forgotten", author=ann)
    assert standing(match) == standing(right) == [(2, 2, False), (1, 3, False)]
    assert [row.data["kind"] for row in match.entries.order_by("position")] == ["kill", "kill", "end_turn"]
    # Until there is no room left between two entries, and beyond.
    for _time in range(14):
        match_entries.insert_entry(match=match, before=1, data=kill(0, 1), reason="Forgotten", author=ann)
    assert [row.data["kind"] for row in match.entries.order_by("position")][-1] == "end_turn"
    assert match.entries.count() == 17
    assert match.faults == 0


def test_a_slip_seconds_old_needs_no_reason(ann: Member, ben: Member) -> None:
    """One's own, the last, not a minute old; anybody else's, an earlier or an older one is corrected with a reason."""
    match = pad([ann, ben], entries=[kill(0, 1), kill(0, 1), kill(1, 0)])
    correct, strike = match_entries.correct_entry, match_entries.strike_entry
    refused(lambda: correct(match=match, number=2, data=kill(1, 0), reason="", author=ann), "reason")
    refused(lambda: correct(match=match, number=3, data=kill(1, 0, "power"), reason="", author=ben), "reason")
    corrected = correct(match=match, number=3, data=kill(1, 0, "power"), reason="", author=ann)
    assert (corrected.reason, corrected.after["means"]) == ("", "power")
    strike(match=match, number=3, reason="", author=ann)
    MatchEntry.objects.filter(match=match, number=2).update(at=timezone.now() - timedelta(seconds=61))
    refused(lambda: strike(match=match, number=2, reason="", author=ann), "reason")
    refused(lambda: match_entries.insert_entry(match=match, before=2, data=kill(0, 1), reason="", author=ann), "reason")


def test_the_page_asks_for_a_reason_only_where_one_is_needed(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], entries=[kill(0, 1)])
    address = reverse("campaigns:match_entry", args=[match.pk, 1])
    assert 'name="reason"' not in text(as_(ann).get(address))
    assert 'name="reason"' in text(as_(ben).get(address))
    data = {"kind": "kill", "f.killer": "1", "f.victim": "0", "f.means": "weapon", "version": str(match.version)}
    assert as_(ben).post(address, data).status_code == 422
    page = as_(ann).post(address, data)
    assert page.status_code == 200
    assert "Reason:" not in text(page)
    assert match.entries.get().data["killer"] == 1
    MatchEntry.objects.update(at=timezone.now() - timedelta(seconds=61))
    late = as_(ann).post(address, {**data, "version": str(match.version + 1)})
    assert late.status_code == 422
    assert 'name="reason"' in text(late)


def test_a_confirmed_score_is_put_right_in_few_queries(thursdays: Campaign, ann: Member, ben: Member) -> None:
    """Results, counters, ratings, news and the page that answers included: the match and its seats are read once."""
    match = result([ann, ben], [16, 8], season=thursdays, confirmed=True)
    address, client = reverse("campaigns:match_entry", args=[match.pk, 1]), as_(ann)
    data = {"kind": "final", "f.totals.0": "17", "f.totals.1": "8", "f.stopped": "false", "reason": "Miscounted"}
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        page = client.post(address, {**data, "version": str(match.version)})
    assert page.status_code == 200
    assert "Miscounted" in text(page)
    assert standing(match)[0] == (1, 17, True)
    # Two of them for each telling: who put that kind of news aside, and whose devices are to ring.
    assert sum(not query["sql"].startswith(("SAVEPOINT", "RELEASE")) for query in asked) <= 29
