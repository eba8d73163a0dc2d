"""Programs that listen: with the rights of their token, and no longer than it is good."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.matches.models.match import Match
from club.models import ApiToken, Member
from club.streams import looking, middleware, tickets
from club.streams.hub import ADMITTED, Hub
from club.streams.middleware import Memory
from club.streams.tickets import Ticket
from club.tokens import operations
from club.visibility import Visibility
from tests.club.streams.kit import Ear
from tests.factories.club import MemberFactory
from tests.factories.matches import enter, kill, pad
from tests.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create()


@pytest.fixture
def match(ann: Member) -> Match:
    made = pad([ann, MemberFactory.create(), "Guest"])
    Match.objects.filter(pk=made.pk).update(visibility=Visibility.PRIVATE)
    return made


def ticket(program: Program, match: Match) -> tuple[Ticket, str]:
    told = program.told(f"stream/pad/{match.pk}")
    found = tickets.read_ticket(told["address"])
    assert found is not None
    return found, told["mark"]


def test_a_program_hears_of_a_change_as_a_page_does(ann: Member, match: Match) -> None:
    found, mark = ticket(Program(ann, "read"), match)
    hub, ear = Hub(), Ear(found)
    hub.add(ear)
    hub.look(0.0)
    assert ear.marks == [mark]
    enter(match, kill(0, 1), ann)
    hub.look(1.0)
    assert len(ear.marks) == 2
    assert ticket(Program(ann, "read"), match)[1] == ear.marks[1] != mark


def test_where_there_are_no_streams_the_address_answers_with_the_mark(
    ann: Member, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "_MEMORY", Memory())
    program = Program(ann, "read")
    told = program.told(f"stream/pad/{match.pk}")
    assert Client().get(told["address"]).content.decode() == told["mark"]
    assert Client().get(told["address"], headers={"accept": "text/event-stream"}).status_code == 204
    operations.revoke_all(ann)
    monkeypatch.setattr(middleware, "_MEMORY", Memory())
    assert Client().get(told["address"]).status_code == 404


@pytest.mark.parametrize("what", ["revoked", "run out", "closed", "without read"])
def test_who_may_not_read_any_more_hears_nothing(ann: Member, match: Match, what: str) -> None:
    found, mark = ticket(Program(ann, "read"), match)
    hub, ear = Hub(), Ear(found)
    hub.add(ear)
    hub.look(0.0)
    if what == "revoked":
        operations.revoke(member=ann, number=-found.session)
    elif what == "run out":
        ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    elif what == "closed":
        Member.objects.filter(pk=ann.pk).update(is_active=False)
    else:
        ApiToken.objects.update(scopes=["play"])
    assert looking.admitted([found]) == set()
    enter(match, kill(0, 1), ann)
    hub.look(ADMITTED + 1)
    assert (ear.marks, ear.ended) == ([mark], "end")


def test_another_token_of_the_same_number_is_another_one(ann: Member, match: Match) -> None:
    """SQLite gives the number of the last row anew."""
    found, _mark = ticket(Program(ann, "read"), match)
    ApiToken.objects.filter(pk=-found.session).update(digest="0" * 64)
    assert looking.admitted([found]) == set()


def test_other_tokens_and_browsers_are_no_matter(ann: Member, match: Match) -> None:
    first, second = Program(ann, "read"), Program(ann, "read")
    found = ticket(first, match)[0]
    operations.revoke(member=ann, number=-ticket(second, match)[0].session)
    assert looking.admitted([found]) == {found}


@pytest.mark.parametrize("address", ["pad/0", "pad/99999999999999999999", "nothing/1", "standing/1", "desk/1"])
def test_what_is_not_there_or_not_for_one_reader(ann: Member, address: str) -> None:
    assert Program(ann).get(f"stream/{address}").status_code == 404


def test_strangers_are_given_no_address(match: Match) -> None:
    for program in (Program(), Program(MemberFactory.create())):
        assert program.get(f"stream/pad/{match.pk}").status_code == 404
