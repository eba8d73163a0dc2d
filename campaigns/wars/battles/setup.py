"""What the engine needs to fight a battle of a campaign: its warbands as they stand, its table and its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns.league.models import Campaign
from campaigns.wars.battles import staging
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.civilians.operations import civilians, kept
from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.resolution import BattleGround
from campaigns.wars.modules import in_force, is_rescue, objection
from campaigns.wars.settings.operations import rules_of
from club.operations import Objection, Refused
from engines.musg.abducted import Civilian
from engines.musg.battle import opening as engine
from engines.musg.battle.setup import MOST_CIVILIANS, MOST_FIGURES, TURN_LIMIT, Setup, manned
from engines.musg.ground.layout import Layout
from engines.musg.report import unable
from engines.musg.scenarios import Role, Scenario, miscast
from rosters.models import Warband


def setup_of(battle: Battle) -> Setup:
    """Return the setup of a battle: its warbands in the order of their seats, each in the zone of its place.

    The table is the one laid out for the battle, else a ready-made one. Raises ``Refused`` with every reason why the
    battle cannot be fought now.
    """
    sides = list(battle.sides.select_related("warband").order_by("seat"))
    ground = BattleGround.objects.filter(battle=battle).first()
    crews = {side.warband.key: crews_of(side) for side in sides}
    warbands = [side.warband for side in sides]
    modules = tuple(battle.modules)
    waiting = civilians(kept(battle.campaign)) if is_rescue(modules) and battle.journaled else ()
    return setup_between(battle.campaign, warbands, ground, modules, scenario_of(battle), crews, waiting)


def crews_of(side: BattleSide) -> dict[int, tuple[int, ...]]:
    """Return who was chosen to begin in which vehicle, by its number; empty where nobody chose."""
    return {int(number): tuple(crew) for number, crew in side.crews.items()}


def setup_between(
    campaign: Campaign,
    warbands: Sequence[Warband],
    ground: BattleGround | None = None,
    modules: tuple[str, ...] = (),
    scenario: Scenario | None = None,
    crews: Mapping[str, Mapping[int, tuple[int, ...]]] | None = None,
    waiting: Sequence[Civilian] = (),
) -> Setup:
    """Return the setup of a battle between some warbands of a campaign, in the order of their seats; asks no query.

    Without a ``ground`` it is fought on a ready-made table. A ``scenario`` adds its objectives and sets its switches.
    ``crews``: who was chosen for which vehicle, by the warbands' keys. ``waiting``: the civilians whom the aliens keep,
    of whom a rescue game holds the first ``MOST_CIVILIANS``.
    Raises ``Refused`` like ``setup_of``.
    """
    layout = msgspec.convert(ground.layout, Layout) if ground else staging.ready_for(len(warbands))
    found = [problem for warband in warbands for problem in _problems(warband)]
    for role, warband in zip(scenario.sides if scenario else (), warbands, strict=False):
        found += _too_many(role, warband)
    if len(layout.zones) < len(warbands):
        values = {"zones": len(layout.zones), "sides": len(warbands)}
        words = _("The table has %(zones)s deployment zones for %(sides)s warbands: lay out one with more.") % values
        found.append(Objection("battle_zone", words, None, values))
    if found:
        raise Refused(found)
    setup = engine.from_warbands(
        {warband.key: warband.roster for warband in warbands},
        layout,
        rules=scenario.rules.applied(rules_of(campaign)) if scenario else rules_of(campaign),
        turn_limit=ground.turn_limit if ground else TURN_LIMIT,
        back_to_back=ground.back_to_back if ground else False,
        modules=in_force(modules, [warband.roster for warband in warbands]),
        civilians=waiting[:MOST_CIVILIANS],
    )
    setup = replace(setup, sides=manned(setup.sides, crews or {}, setup.catalogue))
    if scenario is not None:
        setup = replace(setup, objectives=scenario.objectives)
    if sum(len(side.figures) for side in setup.sides) > MOST_FIGURES:
        words = _("More than %(most)s figures would take part: that is too many.") % {"most": MOST_FIGURES}
        raise Refused.because("battle_figures", words)
    wrong = [*(miscast(scenario, setup.sides) if scenario else ()), *engine.problems(setup)]
    if said := [Objection(problem.code, text) for problem in wrong if (text := objection(problem))]:
        raise Refused(said)
    if wrong:
        raise Refused.because(wrong[0].code, _("The battle cannot be fought on this table: look at its ground again."))
    return setup


def _too_many(role: Role, warband: Warband) -> list[Objection]:
    """Return the objection to a warband with more figures than its role may bring."""
    able = sum(unable(figure) is None for figure in warband.roster.active)
    if not role.figures_most or able <= role.figures_most:
        return []
    values = {"warband": warband.name, "count": able, "most": role.figures_most}
    words = _("%(warband)s has %(count)s figures; the scenario lets its role bring %(most)s.") % values
    return [Objection("scenario_figures", words, None, values)]


def _problems(warband: Warband) -> list[Objection]:
    roster, who = warband.roster, {"warband": warband.name}
    if not roster.mustered:
        return [Objection("not_mustered", _("The muster of %(warband)s is not closed yet.") % who)]
    if roster.held_back:
        return [Objection("warband_held", _("The referee is holding %(warband)s back from battles for now.") % who)]
    if roster.engagement is not None:
        return [Objection("aftermath_waits", _("%(warband)s has an aftermath to roll first.") % who)]
    if not any(unable(figure) is None for figure in roster.active):
        return [Objection("nobody_present", _("%(warband)s has nobody fit to fight.") % who)]
    return []
