"""What the rulebook says is worked out once in each language, and belongs to no warband."""

from __future__ import annotations

import pytest
from django.utils.translation import gettext as _, override

from config.bench.pages import forget
from engines.musg.catalogue import CATALOGUE
from rosters.by_heart import by_heart
from rosters.shop import told as module
from rosters.shop.told import told


def test_each_language_is_known_by_itself_and_once() -> None:
    asked = []

    @by_heart
    def said(code: str) -> str:
        asked.append(code)
        return f"{code}: {_('Player')}"

    for _turn in range(2):
        with override("en"):
            assert said("a") == "a: Player"
        with override("fr"):
            assert said("a") == "a: Joueur"
    assert asked == ["a", "a"]
    with override("fr"):
        assert said("b") == "b: Joueur"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_is_told_of_a_ware_is_worked_out_once(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with override(language):
        first = {(code, strength): told(code, strength) for code in CATALOGUE.items for strength in (None, 3, 4)}
        forget()
        monkeypatch.setattr(module, "render_to_string", None)
        assert {key: told(*key) for key in first} == first
    names = {item.name.in_language(language) for item in CATALOGUE.items.values()}
    assert {one.name for one in first.values()} == names
