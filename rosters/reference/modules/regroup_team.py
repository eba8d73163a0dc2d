"""The anti-terrorists' game in the rules reference."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from club.folding import folded
from club.words import words
from engines.musg.catalogue.printed import CATALOGUE
from rosters.reference.model import Cell, Column, ReferenceRow, Section, both
from rosters.reference.people import profile_columns

PAGE: Final = "regroup_team"
HEADING: Final = "Musg, Regroup team !"


def sections() -> tuple[Section, ...]:
    """Return the figures of the game and the hostages' profile."""
    return _figures(), _hostages()


def _figures() -> Section:
    title = _("Regroup team!: the figures")
    team = CATALOGUE.regroup_team
    rows = [
        ("lieutenants", _("Lieutenants of the anti-terrorists, at most (M207)"), team.lieutenants),
        ("terrorist_lieutenants", _("Lieutenants of the terrorists"), team.terrorist_lieutenants),
        ("alert", _("Level at which the alert is given (M209)"), team.alert),
        ("leash", _("How far terrorist leaders keep to their terrain, in paces"), team.leash),
        ("detector_zone", _("Zone of a detector, in paces (M335)"), team.detector_zone),
        ("bomb_sites", _("Bomb sites, at least"), team.bomb_sites),
        ("place", _("Placing the bomb, in action points"), team.place_action_points),
        ("defuse", _("Defusing it, in action points (M341)"), team.defuse_action_points),
        ("defuse_with_kit", _("Defusing it with a kit, in action points"), team.defuse_action_points_with_kit),
        ("kit", _("A defusing kit, in warband points"), team.kit_cost),
        ("fuse", _("Whole turns before it goes off (M212)"), team.fuse),
        ("blast", _("Radius of the blast, in paces (M213)"), team.blast),
        ("follows", _("How near a freed hostage follows, in paces"), team.follows_within),
        ("saved", _("A hostage brought out, in victory points (M340)"), team.hostage_victory_points),
        ("penalty", _("Penalty for a hostage that a terrorist kills, in victory points (M158)"), team.hostage_penalty),
    ]
    return Section(
        "regroup_team-figures",
        title,
        HEADING,
        "bomb",
        (Column(_("Value"), number=True),),
        rows=tuple(
            ReferenceRow(f"regroup_team-figure-{code}", "", (Cell(str(value), number=True),), (said,), folded(said))
            for code, said, value in rows
        ),
        first=_("What for"),
        haystack=folded(title),
        page=PAGE,
    )


def _hostages() -> Section:
    title = _("Regroup team!: the hostages")
    hostage = CATALOGUE.regroup_team.hostage
    values = (hostage.movement, hostage.leadership, None, None, None, hostage.toughness, hostage.hit_points)
    return Section(
        "regroup_team-hostages",
        title,
        HEADING,
        "handshake",
        profile_columns(),
        rows=(
            ReferenceRow(
                "module-hostage",
                words(hostage.name),
                tuple(Cell("–" if value is None else str(value), number=True) for value in values),
                haystack=both(hostage.name),
            ),
        ),
        lead=(_("They never fight (M340)."),),
        first=_("Figure"),
        haystack=folded(title),
        page=PAGE,
    )
