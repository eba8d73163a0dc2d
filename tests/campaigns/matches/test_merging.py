"""Two phones keep one match, one of them without a network: the log has both as they arrive, and both are told."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse

from campaigns.league.models import News
from campaigns.matches.models.match import Match
from club.models import Member
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.matches import enter, pad

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create(display_name="Ann")


@pytest.fixture
def ben() -> Member:
    return MemberFactory.create(display_name="Ben")


def win(seat: int, number: int = 1) -> dict[str, object]:
    return {"kind": "win", "seat": seat, "round": number, "hands": "both", "coins": 3}


def arrives(match: Match, author: Member, entry: dict[str, object], *, seen: int, when: str = "later") -> HttpResponse:
    """An entry that a phone has kept since it showed ``seen`` entries."""
    sent = {name if name == "kind" else f"f.{name}": value for name, value in entry.items()}
    sent |= {"client_id": uuid4().hex, "seen": str(seen)}
    headers = {"HX-Request": "true", "Outbox": f"{author.pk} {when}"}
    return client_of(author).post(reverse("campaigns:match_enter", args=[match.pk]), sent, headers=headers)


def told(member: Member) -> list[tuple[str, int | None]]:
    return list(News.objects.filter(member=member).order_by("pk").values_list("code", "by"))


def test_what_was_kept_comes_after_what_is_there_and_both_are_told_once(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], game="baf", entries=[win(0)])
    enter(match, {"kind": "close_round", "round": 1}, ann)
    News.objects.all().delete()
    assert arrives(match, ben, win(1), seen=1).status_code == 200
    assert arrives(match, ben, win(1, 2), seen=1).status_code == 200
    assert [(row.author, row.data["kind"]) for row in match.entries.all()] == [
        (ann, "win"), (ann, "close_round"), (ben, "win"), (ben, "win"),
    ]  # fmt: skip
    assert told(ann) == [("match_merged", ben.pk)]
    assert told(ben) == [("match_merged", ann.pk)]


def test_a_round_entered_on_both_stays_as_it_arrived_first_and_both_learn_of_it(ann: Member, ben: Member) -> None:
    """The phone that comes second is told why by the answer; the other one's member by news."""
    match = pad([ann, ben], game="baf")
    enter(match, win(0), ann)
    News.objects.all().delete()
    answer = arrives(match, ben, win(0), seen=0)
    assert answer.status_code == 422
    assert "already attacked with that hand in round 1" in answer.content.decode()
    assert [row.author for row in match.entries.all()] == [ann]
    assert told(ann) == [("match_left_out", ben.pk)]
    assert told(ben) == []


def test_who_has_seen_the_others_entries_or_looks_at_the_pad_tells_nobody(ann: Member, ben: Member) -> None:
    match = pad([ann, ben], game="baf", entries=[win(0)])
    News.objects.all().delete()
    assert arrives(match, ben, win(1), seen=1).status_code == 200
    assert arrives(match, ben, {"kind": "close_round", "round": 1}, seen=0, when="now").status_code == 200
    assert not News.objects.exists()
