"""The rules of the table in short: actions and what they cost, shooting, the reactions that are played.

Only what somebody on the table can do is told. Every number is the engine's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _, pgettext

from engines.musg.attacks.aim import BAND_PENALTY, COVER, RangeBand
from engines.musg.attacks.attack import AMMUNITION_NEED, LINE_NEED, MISFIRE_NEED
from engines.musg.attacks.fighter import ACTION_POINTS, Fighter
from engines.musg.attacks.meeting import CHARGE, SHAKEN
from engines.musg.battle.combat import RECOVERY_COST
from engines.musg.battle.morale import ALLY_PACES, LEND_PACES
from engines.musg.battle.reach import HALF, RUN_FACTOR
from engines.musg.battle.reactions import LOOK_OUT_PACES, STEP_BACK
from engines.musg.catalogue import Catalogue
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from rosters import wording
from rosters.gear_lines import MINUS

type Row = tuple[str, str, str]


def action_points(fighters: Sequence[Fighter]) -> str:
    """Return how many points of action the ranks on the table have: "Leader 3, Henchman 2"."""
    ranks = [rank for rank in Rank if any(one.rank is rank for one in fighters)]
    return ", ".join(f"{wording.rank_name(rank)} {ACTION_POINTS[rank]}" for rank in ranks)


def actions(fighters: Sequence[Fighter], catalogue: Catalogue, *, vehicles: bool) -> tuple[Row, ...]:
    """Return the actions that somebody can take: name, points, what it does. ``catalogue`` is that of the battle."""
    return tuple(_actions(fighters, catalogue, vehicles=vehicles))


def _actions(fighters: Sequence[Fighter], catalogue: Catalogue, *, vehicles: bool) -> Iterator[Row]:
    guns = [gun for one in fighters for gun in one.guns]
    yield pgettext("action", "Walk"), "1", _("Full movement; difficult ground counts double.")
    yield pgettext("action", "Run"), "2", _("%(factor)s × movement.") % {"factor": _times(RUN_FACTOR)}
    for points in sorted({gun.action_points for gun in guns}):
        slow = (
            _("With a slow or heavy weapon; a slow one once a turn.") if points > 1 else _("With an ordinary weapon.")
        )
        yield pgettext("action", "Shoot"), str(points), slow
    yield (
        pgettext("action", "Charge"),
        "1",
        _("%(factor)s × movement into contact, then strength +%(strength)s; out of reach it is a run, 2 AP.")
        % {"factor": _times(RUN_FACTOR), "strength": CHARGE},
    )
    yield pgettext("action", "Strike"), "1", _("One enemy in contact, with all dice of the weapons in hand.")
    break_off = _("For each enemy in contact, less friends within 1 pace, at least 1; then %(factor)s × movement.")
    yield pgettext("action", "Break off"), _("1 +"), break_off % {"factor": _times(HALF)}
    if any(one.medikits for one in fighters):
        medikit = wording.item_name("medikit", catalogue)
        yield medikit, "1", _("1 hit point back, to oneself or somebody in contact; once each.")
    if any("recovers" in one.traits for one in fighters):
        yield wording.skill_name("will_to_live", catalogue), str(RECOVERY_COST), _("1 hit point back.")
    if vehicles:
        yield pgettext("action", "Drive"), "1", _("Up to full speed, two turns of 45° at most.")
        yield _("Get on or off"), "1", _("Or take the wheel.")
        yield _("Built-in weapon"), "1", _("For each weapon.")


def shooting(fighters: Sequence[Fighter]) -> tuple[Row, ...]:
    """Return what range and cover do; the dangers of weapons that are on the table."""
    guns = [gun for one in fighters for gun in one.guns]
    if not guns:
        return ()
    bands = (
        (RangeBand.SHORT, _("Short range")),
        (RangeBand.MEDIUM, _("Medium range")),
        (RangeBand.LONG, _("Long range")),
    )
    cover = pgettext("die that passes an obstacle", "cover %(die)s")
    rows = [(name, _signed(-BAND_PENALTY[band]), cover % {"die": wording.target(COVER[band])}) for band, name in bands]
    rows.append((_("From higher up"), "+1", _("%(worse)s from below.") % {"worse": _signed(-1)}))
    if any(gun.black_powder for gun in guns):
        die = wording.target(MISFIRE_NEED)
        rows.append((_("Black powder"), "1", _("A 1 to hit: a die of %(die)s, or the weapon bursts.") % {"die": die}))
    if any(gun.drawn for gun in guns):
        die = wording.target(LINE_NEED)
        rows.append(
            (_("Bows and thrown blades"), "1", _("A 1 to hit: anyone in between is hit on %(die)s.") % {"die": die})
        )
    if any(gun.limited_ammunition for gun in guns):
        die = wording.target(AMMUNITION_NEED)
        rows.append(
            (_("Grenades, rockets"), die, _("In a second battle without rest: after each shot, or none are left."))
        )
    return tuple(rows)


def reactions(rules: Rules, fighters: Sequence[Fighter]) -> tuple[tuple[str, str], ...]:
    """Return the reactions that are played: name, and when and what."""
    allies = {"paces": ALLY_PACES}
    found = []
    if rules.nerve_to_charge:
        told = _("Charging a higher rank: 2d6 ≤ Ld, +1 for each friend within %(paces)s paces; failed: away from it.")
        found.append((_("Nerve to charge"), told % allies))
    if rules.receive_charge:
        told = _("Charged by a higher rank: 2d6 ≤ Ld, or on %(die)s back 1d3 paces, else toughness %(loss)s.")
        found.append((_("Receiving a charge"), told % {"die": wording.target(STEP_BACK), "loss": f"{MINUS}{SHAKEN}"}))
    if rules.first_sight:
        told = _("First sight of a higher rank: 2d6 ≤ Ld and a free shot, or 1d3 paces out of sight.")
        found.append((_("Sighting the enemy"), told))
    if rules.under_fire:
        told = _("Shot at by a weapon stronger than one’s own: %(dice)s ≤ Ld, or 1d3 paces to cover or back.")
        found.append((_("Under fire"), told % {"dice": "1d6" if rules.under_fire_one_die else "2d6"}))
    if any(one.may_look_out for one in fighters) and any(one.rank is Rank.LEADER for one in fighters):
        told = _("A shot that hits the leader: somebody within %(paces)s pace takes it instead.")
        found.append((_("Look out, boss!"), told % {"paces": LOOK_OUT_PACES}))
    told = _("Leader lost, or more than half of the warband: each 2d6 ≤ Ld, own or of a friend within %(paces)s paces.")
    found.append((_("Rout, at the end of a turn"), told % {"paces": LEND_PACES}))
    return tuple(found)


def _times(factor: float) -> str:
    return number_format(factor)


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"{MINUS}{-amount}" if amount < 0 else "0"
