"""Names are given by one rule wherever somebody gives one, and nobody takes one that looks like another's."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from django import forms
from django.urls import reverse

import campaigns
import club
import rosters
from campaigns.matches.models.player import Player
from campaigns.matches.operations.players import guest_called, plain_name
from club.forms import ProfileForm, namesake
from club.models import Member
from club.names import NameField
from tests.clients import client_of
from tests.factories.club import MemberFactory

NAMING = ("name", "name_fr", "name_en", "display_name", "title", "guest")
NO_NAMES = {"club.second_step_forms"}
"""Passkeys are allauth's, and their owner's alone."""


def _forms(kind: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    for one in kind.__subclasses__():
        yield one
        yield from _forms(one)


def test_every_field_for_a_name_is_one() -> None:
    for room in (club, rosters, campaigns):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if "form" in module.name.rpartition(".")[2] and ".migrations" not in module.name:
                importlib.import_module(module.name)
    mine = {one for one in _forms() if one.__module__.partition(".")[0] in ("club", "rosters", "campaigns")}
    found = {
        f"{one.__module__}.{one.__name__}.{name}": field
        for one in mine
        for name, field in getattr(one, "base_fields", {}).items()
        if name in NAMING and one.__module__ not in NO_NAMES
    }
    assert len(found) > 20
    assert [place for place, field in found.items() if not isinstance(field, NameField)] == []


@pytest.mark.parametrize("bad", ["An\u200bne", "An\u202ene", "\u2066Anne", "Anne\ufeff", "\u3164", "An\u00adne"])
def test_a_name_that_hides_something_is_refused_and_stays_as_typed(bad: str) -> None:
    form = ProfileForm({"display_name": bad, "colour_scheme": "auto"}, instance=Member(username="anne"))
    assert "display_name" in form.errors
    assert form["display_name"].value() == bad
    assert plain_name(bad) == ""


@pytest.mark.django_db
class TestMembers:
    def test_no_member_shows_a_name_like_anothers(self) -> None:
        MemberFactory.create(username="zoe", display_name="Zoé")
        other = MemberFactory.create(username="other", display_name="Other")
        browser = client_of(other)
        for taken in ("Zoé", "Zoe\u0301", "ZOÉ", "Ｚoé", "ZOE"):
            answer = browser.post(reverse("club:profile"), {"display_name": taken, "colour_scheme": "auto"})
            assert answer.status_code in (200, 422)
            assert "looks the same" in answer.content.decode()
            other.refresh_from_db()
            assert other.name == "Other"
        assert (
            browser.post(reverse("club:profile"), {"display_name": "Zoé B.", "colour_scheme": "auto"}).status_code
            == 302
        )

    def test_who_keeps_a_name_may_save_the_rest(self) -> None:
        """Also one of two who looked the same before that was asked about."""
        MemberFactory.create(username="first", display_name="Anne")
        second = MemberFactory.create(username="second", display_name="Anne")
        answer = client_of(second).post(reverse("club:profile"), {"display_name": "Anne", "colour_scheme": "dark"})
        assert answer.status_code == 302

    def test_a_name_is_kept_composed(self) -> None:
        member = MemberFactory.create(username="zoe", display_name="")
        client_of(member).post(reverse("club:profile"), {"display_name": " Zoe\u0301  B. ", "colour_scheme": "auto"})
        member.refresh_from_db()
        assert member.display_name == "Zoé B."

    def test_a_former_members_name_is_free(self) -> None:
        former = MemberFactory.create(username="former", display_name="Anne")
        assert namesake("anne")
        assert not namesake("anne", former)
        Member.objects.filter(pk=former.pk).update(closed="2026-01-01T00:00Z")
        assert not namesake("anne")


@pytest.mark.django_db
def test_guests_who_look_the_same_are_one() -> None:
    zoe = guest_called("Zoé", added_by=None)
    for name in ("Zoe\u0301", "ZOÉ", "zoé", "Ｚoé"):
        assert guest_called(name, added_by=None) == zoe
    assert guest_called("Zoe", added_by=None) != zoe
    assert Player.objects.count() == 2
    assert plain_name(" Zoe\u0301  B. ") == "Zoé B."
