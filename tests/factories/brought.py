"""A catalogue of which the rulebook knows but a part, as a campaign may bring one."""

from __future__ import annotations

from dataclasses import replace as altered
from typing import Final

import pytest

from engines.core.text import Text
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.types import InjuryResult
from engines.musg.rules import Rules
from tests.web.html import SPOKEN, UNSEEN, Page

MARK: Final = "brought_"
"""Begins every code that the rulebook does not know: no text may show one."""
RACE, SLING, THORN, BARK, ROOTED, HERMIT, LIMP = (
    f"{MARK}{name}" for name in ("moss", "sling", "thorn", "bark", "rooted", "hermit", "limp")
)
NAMES: Final = {
    RACE: Text("Peuple des mousses", "Mossfolk"),
    SLING: Text("Fronde de lierre", "Ivy sling"),
    THORN: Text("Longue épine", "Long thorn"),
    BARK: Text("Écorce durcie", "Hardened bark"),
    ROOTED: Text("Enraciné", "Rooted in place"),
    HERMIT: Text("Ermite des tourbières", "Bog hermit"),
    LIMP: Text("Jambe raide", "Stiff leg"),
}
LIMP_FACES: Final = (2, 2)
"""The d66 that finds it: 22 (Musg, Retour des morts)."""


def _injuries() -> tuple[InjuryResult, ...]:
    limp = altered(CATALOGUE.injury(22), code=LIMP, name=NAMES[LIMP])
    return tuple(limp if row.low == limp.low else row for row in CATALOGUE.injuries)


def _called[T](row: T, code: str) -> dict[str, T]:
    return {code: altered(row, code=code, name=NAMES[code])}  # type: ignore[type-var]


HOUSE: Final = altered(
    CATALOGUE,
    injuries=_injuries(),
    races={**CATALOGUE.races, **_called(CATALOGUE.races["human"], RACE)},
    ranged={**CATALOGUE.ranged, **_called(CATALOGUE.ranged["bow"], SLING)},
    melee={**CATALOGUE.melee, **_called(CATALOGUE.melee["sword"], THORN)},
    equipment={**CATALOGUE.equipment, **_called(CATALOGUE.equipment["light_armour"], BARK)},
    skills={**CATALOGUE.skills, **_called(CATALOGUE.skills["brave"], ROOTED)},
    mercenaries={**CATALOGUE.mercenaries, **_called(CATALOGUE.mercenaries["elf_sniper"], HERMIT)},
)


def bring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all rules bring it: those that are stored are read as plain ones."""
    monkeypatch.setattr(Rules, "catalogue", property(lambda _rules: HOUSE))


def names(language: str, *codes: str) -> list[str]:
    """What these are called."""
    return [NAMES[code].in_language(language) for code in codes]


def seen(markup: str) -> str:
    """All that a reader of a page sees or hears."""
    elements = [one for one in Page(markup).elements if one.tag not in UNSEEN]
    return " ".join(text for one in elements for text in (*one.said, *(one[name] for name in SPOKEN if one[name])))


def assert_told(said: str, language: str, *codes: str) -> None:
    """The text names these, and shows no code that the rulebook does not know."""
    around = said.find(MARK)
    assert around < 0, said[max(0, around - 80) : around + 80]
    for name in names(language, *codes):
        assert name.casefold() in said.casefold(), name
