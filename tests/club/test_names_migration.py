"""Names of before that look the same are told apart."""

from __future__ import annotations

import importlib

import pytest
from django.apps import apps
from django.db import connection

from campaigns.matches.models.player import Player
from club.models import Member
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


def test_of_members_who_look_the_same_the_later_get_their_user_names() -> None:
    for username, shown in (
        ("a", "Anne"),
        ("b", "AN\u200bNE"),
        ("c", "Zoe\u0301"),
        ("anne2", ""),
        ("d", "x" * 60),
        ("e", "X" * 60),
    ):
        MemberFactory.create(username=username, display_name=shown)
    importlib.import_module("club.migrations.0008_names_told_apart").tell_apart(apps, None)
    shown = list(Member.objects.order_by("pk").values_list("display_name", flat=True))
    assert shown == ["Anne", "ANNE (b)", "Zoé", "", "x" * 60, f"{'X' * 56} (e)"]


def test_of_guests_who_look_the_same_the_later_get_a_number() -> None:
    names = ("Zoé", "Zoe\u0301", "Z\u200boé", "Marc")
    with connection.cursor() as cursor:
        for name in names:
            Player.objects.create(name=f"{name} {Player.objects.count()}")
        for pk, name in zip(Player.objects.order_by("pk").values_list("pk", flat=True), names, strict=True):
            cursor.execute("UPDATE campaigns_player SET name = %s, name_key = %s WHERE id = %s", [name, str(pk), pk])
    importlib.import_module("campaigns.migrations.0038_guests_by_key").know_by_key(apps, None)
    assert list(Player.objects.order_by("pk").values_list("name", flat=True)) == ["Zoé", "Zoé (2)", "Zoé (3)", "Marc"]
    assert Player.objects.order_by("pk")[1].name_key == "zoé (2)"
