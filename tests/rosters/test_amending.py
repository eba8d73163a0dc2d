"""A changed past: rows struck and put in, all that follows told anew, nothing rewritten in its truth."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.models import Member
from club.operations import Refused
from engines.musg.entries import Buy, Decree, Grant, Hire, Learn, Note
from engines.musg.entries.decree import Measure
from engines.musg.ranks import Rank
from rosters.amending import Addition, amend_locked, take_back
from rosters.management.commands.rebuild import _snapshot
from rosters.models import Warband
from rosters.models.journal import SPACING
from rosters.operations import lock, roster_at, standing, take_step
from tests.factories.club import MemberFactory
from tests.factories.rosters import lost_battle, recovered

pytestmark = pytest.mark.django_db


def amended(warband: Warband, by: Member, *lines: object) -> None:
    amend_locked(locked=lock(warband, None), lines=lines, by=by)  # type: ignore[arg-type]
    warband.refresh_from_db()


def test_an_addition_stands_where_it_belongs_and_all_after_it_is_told_anew(
    warband: Warband, owner: Member, capsys: pytest.CaptureFixture[str]
) -> None:
    rope = take_step(warband=warband, entry=Buy(item="rope"), author=owner)
    sword = take_step(warband=warband, entry=Buy(item="sword"), author=owner)
    rows = standing(warband)
    fine = Addition(Grant(points=-10, reason="Late"), rope.at, owner)
    place = [row.pk for row in rows].index(sword.pk)
    amended(warband, owner, *rows[:place], fine, *rows[place:])
    after = standing(warband)
    assert [row.kind for row in after[-3:]] == ["buy", "grant", "buy"]
    assert after[-2].at == rope.at
    assert after[-2].number > sword.number
    assert (after[-1].pk, after[-1].before - after[-2].after) == (sword.pk, 0)
    assert roster_at(warband) == warband.roster
    assert roster_at(warband, after[-2].number).treasury == after[-2].after
    call_command("rebuild")
    assert "differed" in capsys.readouterr().out
    assert _snapshot(warband)["state"] == Warband.objects.get(pk=warband.pk).state


def test_what_is_struck_stays_to_be_read_and_may_be_revived(warband: Warband, owner: Member) -> None:
    note = take_step(warband=warband, entry=Note(text="Rain"), author=owner)
    rows, before = standing(warband), _snapshot(warband)
    amended(warband, owner, *[row for row in rows if row.pk != note.pk])
    note.refresh_from_db()
    assert note.struck
    assert note.undone_by == owner
    amended(warband, owner, *[row for row in rows if row.pk != note.pk], note)
    assert [row.pk for row in standing(warband)] == [row.pk for row in rows]
    assert _snapshot(warband) == before


def test_where_no_room_is_left_all_are_placed_anew(warband: Warband, owner: Member) -> None:
    take_step(warband=warband, entry=Note(text="End"), author=owner)
    for count in range(23):
        rows = standing(warband)
        new = Addition(Note(text=f"{count}"), timezone.now(), owner)
        amended(warband, owner, *rows[:-1], new, rows[-1])
    rows = standing(warband)
    assert [row.data.get("text") for row in rows[-24:]] == [*map(str, range(23)), "End"]
    assert len({row.place for row in rows}) == len(rows)
    assert max(row.place for row in rows) <= warband.version * SPACING


def test_a_past_that_does_not_hold_is_refused(warband: Warband, owner: Member) -> None:
    rows = standing(warband)
    before = _snapshot(warband)
    with pytest.raises(Refused):
        amended(warband, owner, *rows[1:])
    warband.refresh_from_db()
    assert _snapshot(warband) == before


class TestOwnSteps:
    def test_any_purchase_of_the_camp_may_be_taken_back(self, warband: Warband, owner: Member) -> None:
        rope = take_step(warband=warband, entry=Buy(item="rope"), author=owner)
        sword = take_step(warband=warband, entry=Buy(item="sword"), author=owner)
        take_back(warband=warband, number=rope.number, author=owner)
        assert [item.code for item in warband.roster.stash] == ["sword"]
        assert standing(warband)[-1].pk == sword.pk
        assert roster_at(warband) == warband.roster

    def test_a_step_that_another_builds_on_stands_and_says_so(self, warband: Warband, owner: Member) -> None:
        row = take_step(warband=warband, entry=Hire(rank=Rank.HENCHMAN, race="human", name="Cy"), author=owner)
        take_step(warband=warband, entry=Buy(item="sword", figure=3), author=owner)
        with pytest.raises(Refused) as refused:
            take_back(warband=warband, number=row.number, author=owner)
        assert refused.value.codes == ["step_needed"]
        assert "Cy" in str(refused.value)

    def test_nobody_takes_back_what_somebody_else_did(self, warband: Warband, owner: Member) -> None:
        row = take_step(warband=warband, entry=Note(text="x"), author=owner)
        with pytest.raises(Refused) as refused:
            take_back(warband=warband, number=row.number, author=MemberFactory.create())
        assert refused.value.codes == ["not_your_step"]

    def test_the_muster_settles_what_came_before(self, warband: Warband, owner: Member) -> None:
        first = standing(warband)[0]
        take_step(warband=warband, entry=Note(text="x"), author=owner)
        with pytest.raises(Refused) as refused:
            take_back(warband=warband, number=first.number, author=owner)
        assert refused.value.codes == ["step_stands"]

    def test_the_journal_offers_it_beside_each_step(self, warband: Warband, owner: Member, client: Client) -> None:
        rope = take_step(warband=warband, entry=Buy(item="rope"), author=owner)
        take_step(warband=warband, entry=Note(text="Rain"), author=owner)
        client.force_login(owner)
        page = client.get(reverse("rosters:journal", args=[warband.pk]))
        address = reverse("rosters:take_back", args=[warband.pk, rope.number])
        assert address in page.content.decode()
        client.post(address, {"version": warband.version})
        warband.refresh_from_db()
        assert not warband.roster.stash

    def test_a_skill_is_chosen_anew_until_the_next_battle(self, warband: Warband, owner: Member) -> None:
        for entry in (lost_battle(fallen=2), recovered((3,))):
            take_step(warband=warband, entry=entry, author=owner)
        given = Decree(reason="x", figures=(Measure(figure=1, choices=1),))
        take_step(warband=warband, entry=given, author=owner)
        learned = take_step(warband=warband, entry=Learn(figure=1, skill="brawler"), author=owner)
        take_step(warband=warband, entry=Note(text="Rain"), author=owner)
        take_back(warband=warband, number=learned.number, author=owner)
        leader = warband.roster.leader
        assert leader is not None
        assert (leader.skills, leader.choices) == ((), 1)
