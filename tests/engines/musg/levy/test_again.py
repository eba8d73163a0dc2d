"""As last time: the people and arms of an earlier warband, as far as the new muster's rules allow."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.musg import levy, muster
from engines.musg.entries import Buy, Engage, Hire, Muster
from engines.musg.levy import Style
from engines.musg.ranks import Rank
from engines.musg.rules import Era, Rules
from engines.musg.warband import Warband
from tests.engines.musg.levy.test_draw import begin, made


def earlier() -> Warband:
    return begin(
        "orc",
        Rules(),
        Hire(rank=Rank.HENCHMAN, race="orc", name="Bo"),
        Hire(rank=Rank.LEADER, race="orc", name="Ada"),
        Hire(rank=Rank.HENCHMAN, race="goblin", name="Cy"),
        Engage(mercenary="elf_sniper", name="Dru"),
        *(Buy(item=item, figure=2) for item in ("pistol", "heavy_armour", "sword")),
        Buy(item="bow", figure=1),
        Muster(),
    )


def test_everybody_joins_again_with_what_they_carried() -> None:
    before = earlier()
    warband = begin("orc")
    after = made(warband, levy.again(warband, before))
    assert muster.problems(after) == []
    assert {(f.name, f.rank, f.race) for f in after.active} == {(f.name, f.rank, f.race) for f in before.active}
    assert {f.name: sorted(f.item_codes) for f in after.active} == {f.name: sorted(f.item_codes) for f in before.active}
    assert after.treasury == before.treasury


def test_what_is_too_dear_now_is_left_out() -> None:
    """Leader 40, henchman 8, goblin 4 are 52 points; the mercenary's 80 are too much, bow 7 and sword 5 are not."""
    warband = begin("orc", Rules(points=65))
    after = made(warband, levy.again(warband, earlier()))
    assert muster.problems(after) == []
    assert {figure.name for figure in after.active} == {"Ada", "Bo", "Cy"}
    carried = sorted(code for figure in after.active for code in figure.item_codes if code != "dagger")
    assert carried == ["bow", "pistol", "sword"]


def test_where_the_pistol_is_paid_for_it_is() -> None:
    """Ruling M29: in the Middle Ages even the first pistol costs 7 points."""
    warband = begin("orc", Rules(era=Era.MEDIEVAL))
    after = made(warband, levy.again(warband, earlier()))
    assert after.treasury == earlier().treasury - 7


@pytest.mark.parametrize("style", Style)
def test_a_drawn_warband_comes_again_as_it_was(style: Style) -> None:
    first = made(begin("elf"), levy.draw(begin("elf"), style, Dice.of(4)))
    again = made(begin("elf"), levy.again(begin("elf"), first))
    assert muster.problems(again) == []
    assert muster.totals(again) == muster.totals(first)
