"""What the templates of the sheets read: figures, vehicles and the words around them, in the active language."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _, pgettext

from club.paper.press import photograph
from club.qr import qr_code
from rosters.emblems import emblem
from rosters.gear_lines import MeleeLine
from rosters.sheets.page import Block, Sheet, Shot
from rosters.vehicle_card import Gun, VehicleCard


def words_data() -> dict[str, str]:
    """Return the heads of columns and the labels."""
    return {
        "ranged": _("Ranged weapon"),
        "range": _("Range"),
        "strength": _("Str."),
        "targets": _("Targets"),
        "reload": _("Reload"),
        "action_points": _("AP"),
        "melee": _("Close combat"),
        "hands": _("Hands"),
        "dice": _("Dice"),
        "hit_points": _("Hit points"),
        "experience": _("Experience"),
        "equipment": _("Equipment"),
        "skills": _("Skills"),
        "injuries": _("Injuries"),
        "remarks": _("Remarks"),
        "notes": _("Notes"),
        "stash": _("Stash"),
        "resting": _("Not in the next battle"),
        "pulp": _("Pulp points"),
        "gone": _("Graveyard and departed"),
        "points": pgettext("points, after a number", "pts"),
        "page": _("Page"),
        "nobody": _("Nobody is on the roster."),
        "structure": _("Structure"),
        "speed": _("Speed"),
        "booster": _("Booster"),
        "passengers": _("Passengers"),
        "base": _("Base"),
        "pilot": _("Pilot"),
        "mounting": _("Mounting"),
        "colon": pgettext("after a name", ":"),
    }


def code_data(sheet: Sheet) -> dict[str, Any] | None:
    """Return the code that brings the sheet back: its letters, and the drawing that a camera reads."""
    if not sheet.code:
        return None
    drawn = qr_code(sheet.address)
    return {
        "letters": sheet.code,
        "size": drawn.size,
        "path": drawn.path,
        "said": _("QR code of this sheet, %(code)s") % {"code": sheet.code},
    }


def named(portraits: Mapping[int, bytes]) -> dict[str, bytes]:
    """Return the portraits under the names that the templates know them by."""
    return {_picture(number): photograph(content) for number, content in portraits.items()}


def _picture(number: int) -> str:
    return f"portrait-{number}.svg"


def figure_data(block: Block, portraits: Collection[int] = ()) -> dict[str, Any]:
    """Return all that is printed of a figure; ``portraits`` are the numbers of those who have one."""
    card = block.card
    return {
        "name": card.name,
        "title": card.title,
        "value": card.value,
        "stats": [[stat.short, stat.value, stat.base if stat.base != stat.value else ""] for stat in card.stats],
        "open_ground": _("%(paces)s on open ground") % {"paces": card.open_ground.value} if card.open_ground else "",
        "hit_points": block.hit_points,
        "pulp": block.pulp,
        "boxes": [[box.ticked, box.grey] for box in card.boxes],
        "experience": block.ticked,
        "ranged": [_shot(shot) for shot in block.shots],
        "melee": [_blow(line) for line in card.melee],
        "equipment": [[_times(one.name, one.count), one.effect if block.told else ""] for one in card.equipment],
        "skills": [[one.name, one.effect if block.told else ""] for one in card.skills],
        "injuries": [[one.name, one.effect if block.told else ""] for one in card.injuries],
        "remarks": list(block.remarks),
        "portrait": _picture(card.number) if card.number in portraits else "",
        "emblem": "" if card.number in portraits else emblem(card.race),
        "blank": False,
    }


def vehicle_data(card: VehicleCard) -> dict[str, Any]:
    """Return all that is printed of a vehicle."""
    return {
        "name": card.name,
        "title": card.type_name,
        "value": card.value,
        "structure": card.structure,
        "speed": card.speed,
        "booster": card.booster,
        "passengers": card.passengers,
        "base": card.base,
        "pilot": card.pilot,
        "sides": {flank.code: flank.armour for flank in card.flanks},
        "spiked": [flank.code for flank in card.flanks if flank.spikes],
        "spikes": ", ".join(
            _("%(side)s: rams with strength %(strength)s") % {"side": flank.name, "strength": flank.strength}
            for flank in card.flanks
            if flank.spikes
        ),
        "guns": [_gun(gun) for gun in card.guns],
    }


def _gun(gun: Gun) -> list[str]:
    line = gun.line
    ranges = f"{line.short} / {line.medium} / {line.long}"
    return [line.name, gun.mounting, ranges, gun.force, line.targets, line.reload]


def _shot(shot: Shot) -> list[str]:
    line = shot.line
    name = _times(line.name, line.count)
    ranges = f"{line.short} / {line.medium} / {line.long}"
    return [name, shot.marks, ranges, str(line.strength), line.targets, line.reload, str(line.action_points)]


def _blow(line: MeleeLine) -> list[str]:
    return [_times(line.name, line.count), line.hands, str(line.dice), str(line.strength)]


def _times(name: str, count: int) -> str:
    return f"{count} × {name}" if count > 1 else name
