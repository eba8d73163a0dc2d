"""Addresses that differ in a number alone are those that Django would find."""

from __future__ import annotations

import pytest
from django.urls import NoReverseMatch, reverse, set_script_prefix

from club.addresses import numbered

PAGES = ("campaigns:player", "campaigns:match_player", "campaigns:match", "campaigns:match_pad", "rosters:roster")


@pytest.mark.parametrize("name", PAGES)
def test_it_is_the_address_django_finds(name: str) -> None:
    for number in (0, 7, 2_130_000_001):
        assert numbered(name, number) == reverse(name, args=[number])


def test_a_site_below_a_folder_has_its_addresses_there() -> None:
    beside = numbered("rosters:roster", 5)
    set_script_prefix("/club/")
    try:
        assert numbered("rosters:roster", 5) == reverse("rosters:roster", args=[5]) == f"/club{beside}"
    finally:
        set_script_prefix("/")
    assert numbered("rosters:roster", 5) == beside


def test_a_page_that_does_not_exist_has_none() -> None:
    with pytest.raises(NoReverseMatch):
        numbered("rosters:nowhere", 5)
