"""Announcements by programs: admins make and withdraw them, readers are told what their page tells."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from club.models import Announcement, Member, Scope
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.programs import Program

pytestmark = pytest.mark.django_db

FEAST = {"title": "Feast", "text": "Come **early**.", "pinned": True}


@pytest.fixture
def board(db: None) -> Member:
    return MemberFactory.create(club_admin=True, display_name="Berthe")


def titles(program: Program) -> list[str]:
    return [row["title"] for row in program.told("announcements")]


def announced(board: Member, **more: Any) -> dict[str, Any]:
    answer = Program(board, Scope.ADMIN).post("announcements", FEAST | more, idempotency_key="feast")
    assert answer.status_code == 200, answer.content
    said: dict[str, Any] = answer.json()
    return said


def test_what_a_program_announces_members_read(board: Member, member: Member) -> None:
    said = announced(board)
    assert said["author"] == "Berthe"
    assert said["public"] is False
    assert Program(member).told(f"announcements/{said['id']}") == said
    assert "<strong>early</strong>" in client_of(member).get(said["page"]).content.decode()
    assert Program().get(f"announcements/{said['id']}").status_code == 404
    assert titles(Program()) == []
    assert announced(board) == said
    assert Announcement.objects.count() == 1


def test_what_is_still_to_come_admins_alone_read(board: Member, member: Member) -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    said = announced(board, public=True, shown_from=tomorrow.isoformat())
    assert said["shown_from"] == tomorrow.isoformat()
    assert titles(Program(board)) == ["Feast"]
    for reader in (Program(member), Program()):
        assert titles(reader) == []
        assert reader.get(f"announcements/{said['id']}").status_code == 404


def test_one_is_withdrawn_for_good(board: Member) -> None:
    program, number = Program(board, Scope.ADMIN, Scope.READ), announced(board)["id"]
    assert program.post(f"announcements/{number}/withdraw").json() == {"id": number}
    assert titles(program) == []
    assert program.post(f"announcements/{number}/withdraw").status_code == 404


def test_who_is_no_admin_any_more_announces_nothing(board: Member) -> None:
    program = Program(board, Scope.ADMIN)
    Member.objects.filter(pk=board.pk).update(is_staff=False)
    answer = program.post("announcements", FEAST, idempotency_key="k")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert not Announcement.objects.exists()


def test_each_field_says_what_is_wrong_with_it(board: Member) -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    program = Program(board, Scope.ADMIN, language="fr")
    empty = program.post("announcements", {"title": ""}, idempotency_key="a").json()
    assert [(one["field"], one["code"]) for one in empty["problems"]] == [("title", "required")]
    over = program.post("announcements", FEAST | {"shown_until": yesterday.isoformat()}, idempotency_key="b").json()
    assert [(one["field"], one["code"]) for one in over["problems"]] == [("shown_until", "over")]


def test_a_visitor_reads_no_name_that_its_member_hides(board: Member) -> None:
    Member.objects.filter(pk=board.pk).update(hidden=True)
    number = announced(board, public=True)["id"]
    assert Program().told(f"announcements/{number}")["author"] == "a member"
    assert Program(board).told(f"announcements/{number}")["author"] == "Berthe"
