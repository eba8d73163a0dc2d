"""What a forecast was made of: its table and length, and whether that is still the battle ahead."""

from __future__ import annotations

from django.utils.translation import get_language, gettext as _
from msgspec import Struct

from campaigns.wars.battles.setup import setup_of
from campaigns.wars.forecast.operations import engine_setup
from campaigns.wars.ground.map import size_of
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.forecast import Forecast
from club.operations import Refused
from engines.musg.battle.setup import Setup
from engines.musg.ground.ready_tables import name_of


class Basis(Struct, frozen=True):
    """``table`` is named with its size; ``outdated``: a warband, the table or the length changed since."""

    table: str
    turns: int
    outdated: bool


def basis_of(battle: Battle, forecast: Forecast) -> Basis:
    """Return what a forecast, with its setup, was made of. Three queries for a battle still ahead."""
    setup = engine_setup(forecast)
    name = name_of(setup.table).in_language(get_language() or "en") or _("laid out by hand")
    table = _("%(name)s, %(width)s × %(depth)s paces") % {"name": name, **size_of(setup.table)}
    outdated = battle.state == BattleState.SCHEDULED and not _is_ahead(setup, battle)
    return Basis(table, setup.turn_limit, outdated)


def _is_ahead(setup: Setup, battle: Battle) -> bool:
    try:
        return setup_of(battle) == setup
    except Refused:
        return False
