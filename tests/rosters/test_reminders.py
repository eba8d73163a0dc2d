"""What the roster reminds of before the next battle."""

from __future__ import annotations

import pytest
from django.utils import translation
from msgspec.structs import replace

from engines.musg.warband import Contract, Figure, Injury, Warband as Roster
from rosters.models import Warband
from rosters.reminders import reminders
from rosters.sheet_model import warband_sheet

pytestmark = pytest.mark.django_db


def reminded(roster: Roster) -> dict[str, list[str]]:
    with translation.override("en"):
        return {one.code: [card.name for card in one.cards] for one in reminders(roster, warband_sheet(roster))}


def changed(roster: Roster, number: int, **values: object) -> Roster:
    def as_told(figure: Figure) -> Figure:
        return replace(figure, **values) if figure.id == number else figure

    return replace(roster, figures=tuple(as_told(figure) for figure in roster.figures))


def test_nothing_is_said_where_nothing_is_to_be_done(warband: Warband) -> None:
    assert reminded(warband.roster) == {}


def test_an_open_muster_has_no_next_battle(muster: Warband) -> None:
    assert reminded(muster.roster) == {}


def test_who_is_erratic_rolls_before_each_battle(warband: Warband) -> None:
    """Musg, Retour des mis hors de combat, Activité aléatoire: a die before the battle, absent on a 1 (M260)."""
    assert reminded(changed(warband.roster, 2, injuries=(Injury("erratic"),))) == {"erratic": ["Bo"]}


def test_who_misses_the_battle_need_not_roll_for_it(warband: Warband) -> None:
    away = changed(warband.roster, 2, injuries=(Injury("erratic"),), misses_next=True)
    assert reminded(away) == {"misses": ["Bo"]}


def test_the_hired_are_paid_first(warband: Warband) -> None:
    """Musg, Mercenaires: whoever is not paid takes no part."""
    assert reminded(changed(warband.roster, 2, contract=Contract(50, 30))) == {"unpaid": ["Bo"]}
    assert reminded(changed(warband.roster, 2, contract=Contract(50, 30, paid_ahead=1))) == {}


def test_a_first_wound_that_does_not_count_is_remembered(warband: Warband) -> None:
    """Musg, Retour des mis hors de combat: hardened for the next battle alone (M257)."""
    assert reminded(changed(warband.roster, 1, ignores_first_wound=True)) == {"wound": ["Ada"]}


def test_skills_come_first(warband: Warband) -> None:
    both = changed(changed(warband.roster, 1, choices=2), 2, misses_next=True)
    assert list(reminded(both).items()) == [("learn", ["Ada"]), ("misses", ["Bo"])]
