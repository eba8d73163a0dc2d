"""Copies of warbands: whose, with how much of the journal, under which rules."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from club.models import Member
from club.operations import Refused
from club.visibility import Visibility
from engines.musg.entries import Note, Rename
from engines.musg.rules import Rules
from rosters import transfer
from rosters.models import Warband
from rosters.operations import take_step
from tests.factories.battles import warband as mustered
from tests.factories.club import MemberFactory
from tests.rosters.veterans import RICH, veteran

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="ann", language="en")


@pytest.fixture
def bob() -> Member:
    return MemberFactory.create(username="bob", language="en")


@pytest.fixture
def desk(client: Client, bob: Member) -> Client:
    client.force_login(bob)
    return client


class TestOperation:
    def test_the_whole_journal(self, owner: Member, bob: Member) -> None:
        original = veteran(owner)
        copy = transfer.copy_warband(original, bob, "Twins")
        assert copy.owner == bob
        assert (copy.name, original.name) == ("Twins", "Les Écorcheurs")
        assert copy.roster.figures == original.roster.figures
        assert (copy.treasury, copy.battles, copy.value) == (original.treasury, original.battles, original.value)

    def test_a_warband_that_was_renamed_is_called_as_asked(self, owner: Member, bob: Member) -> None:
        original = mustered(owner, "Owls")
        take_step(warband=original, entry=Rename(name="Hawks"), author=owner)
        assert transfer.copy_warband(original, bob, "Twins").name == "Twins"

    def test_the_muster_only(self, owner: Member, bob: Member) -> None:
        original = veteran(owner, figures=6)
        copy = transfer.copy_warband(original, bob, "Young", muster_only=True)
        assert copy.mustered
        assert copy.battles == 0
        assert copy.figures == 6
        assert all(figure.experience == 0 and not figure.skills for figure in copy.roster.figures)
        assert list(copy.journal.values_list("kind", flat=True))[-1] == "muster"

    def test_a_muster_that_is_not_closed(self, owner: Member, bob: Member) -> None:
        opened = transfer.open_data({**transfer.export_warband(mustered(owner, "Owls")), "journal": []})
        draft = transfer.found_from(owner, opened)
        copy = transfer.copy_warband(draft, bob, "Twins", muster_only=True)
        assert not copy.mustered

    def test_notes_go_to_their_writer_only(self, owner: Member, bob: Member) -> None:
        original = mustered(owner, "Owls")
        take_step(warband=original, entry=Note(text="The plan"), author=owner)
        assert transfer.copy_warband(original, owner, "Mine").journal.filter(kind="note").count() == 1
        assert not transfer.copy_warband(original, bob, "His").journal.filter(kind="note").exists()

    def test_other_rules(self, owner: Member, bob: Member) -> None:
        """The muster is counted again under the new ceilings: here 40 + 20 + 2 × 8 points."""
        original = mustered(owner, "Owls")
        copy = transfer.copy_warband(original, bob, "Twins", rules=Rules(points=400))
        assert copy.roster.rules.points == 400
        assert copy.treasury == 400 - 40 - 20 - 16

    def test_rules_it_does_not_hold_under(self, owner: Member, bob: Member) -> None:
        """Musg, Composition d'une bande: 500 points, 200 of them on henchmen; both are told.

        Heroes stay below their 300: leader 40 + 10 + 30 + 8, sniper 80 + 12 + 8 + 20 + 10. Eight henchmen cost 64 and
        carry some 250 more.
        """
        original = veteran(owner)
        assert original.roster.rules == RICH
        before = Warband.objects.count()
        with translation.override("en"), pytest.raises(Refused) as caught:
            transfer.copy_warband(original, bob, "Twins", rules=Rules(), muster_only=True)
        assert caught.value.codes == ["over_total", "over_henchmen"]
        assert all(str(problem.message).startswith("Step ") for problem in caught.value.problems)
        assert Warband.objects.count() == before

    def test_a_battle_whose_aftermath_waits_is_left_out(self, owner: Member, bob: Member) -> None:
        waiting = veteran(owner, battles=1, unrolled=True)
        assert transfer.battle_waiting(waiting)
        copy = transfer.copy_warband(waiting, bob, "Twins")
        assert copy.roster.engagement is None
        assert copy.battles == 1

    def test_a_name_the_rules_refuse(self, owner: Member, bob: Member) -> None:
        with pytest.raises(Refused) as caught:
            transfer.copy_warband(mustered(owner, "Owls"), bob, " ")
        assert caught.value.codes == ["name_empty"]


class TestPage:
    def test_copy(self, owner: Member, bob: Member, desk: Client) -> None:
        original = mustered(owner, "Owls")
        address = reverse("rosters:copy", args=[original.pk])
        assert 'value="Owls (copy)"' in desk.get(address).content.decode()
        response = desk.post(address, {"name": "Twins", "part": "muster", "visibility": "private"})
        made = Warband.objects.get(owner=bob)
        assert response["Location"] == made.get_absolute_url()
        assert (made.name, made.visibility) == ("Twins", "private")

    def test_a_bad_name_stands_beside_its_field(self, owner: Member, desk: Client) -> None:
        address = reverse("rosters:copy", args=[mustered(owner, "Owls").pk])
        page = desk.post(address, {"name": "a\u202eb", "part": "whole", "visibility": "club"})
        assert page.status_code == 200
        assert page.context["form"].errors["name"]
        assert Warband.objects.count() == 1

    def test_who_may_not_read_may_not_copy(self, owner: Member, desk: Client) -> None:
        hidden = mustered(owner, "Owls", visibility=Visibility.PRIVATE)
        address = reverse("rosters:copy", args=[hidden.pk])
        assert desk.get(address).status_code == 404
        assert desk.post(address, {"name": "x", "part": "whole", "visibility": "club"}).status_code == 404

    def test_a_visitor_logs_in_first_if_he_sees_it_at_all(self, owner: Member, client: Client) -> None:
        shown = mustered(owner, "Owls", visibility=Visibility.PUBLIC)
        kept = mustered(owner, "Rams")
        assert client.get(reverse("rosters:copy", args=[shown.pk])).status_code == 302
        assert client.post(reverse("rosters:copy", args=[shown.pk])).status_code == 302
        assert client.get(reverse("rosters:copy", args=[kept.pk])).status_code == 404
