"""One vehicle: its sheet, everything that can be done for it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from club.access import not_found
from engines.musg.garage import OwnedVehicle
from engines.musg.warband import Warband as Roster
from rosters import access
from rosters.forms import StepForm
from rosters.forms.vehicles import NOBODY
from rosters.models import Warband
from rosters.operations import last_entry
from rosters.vehicle_card import vehicle_card
from rosters.views.desk import Desk, answer, may_undo, rights


@require_safe
def vehicle(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show one vehicle of a warband the reader may read."""
    return show(request, access.get_warband_for_reader(request.user, pk), number=number)


def show(
    request: HttpRequest,
    warband: Warband,
    *,
    refused: StepForm | None = None,
    number: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with the vehicle's page, or with its changing region."""
    found = warband.roster.vehicle(number or 0) or not_found()
    may = rights(request, warband)
    desk = Desk(warband, "vehicle", refused)
    kinds = _kinds(warband.roster, found) if may.changes else []
    context = {
        "warband": warband,
        "roster": warband.roster,
        "may": may,
        "card": vehicle_card(found, warband.roster),
        "forms": [desk.form(kind, **_initial(kind, found)) for kind in kinds],
        "undo": may.changes and may_undo(request, last_entry(warband)),
        "desk": desk,
    }
    return answer(request, "rosters/vehicle.html", context, status=status)


def _kinds(roster: Roster, vehicle: OwnedVehicle) -> list[str]:
    """Return what can be done for a vehicle now, as kinds of entries; the rules have the last word."""
    open_now = {
        "improve_vehicle": vehicle.owned,
        "embark_weapon": vehicle.owned,
        "mount_weapon": vehicle.owned and any(item.code in roster.catalogue.ranged for item in roster.stash),
        "man_vehicle": vehicle.owned,
        "rename_vehicle": True,
        "part_with_vehicle": vehicle.owned,
    }
    return [kind for kind, is_open in open_now.items() if is_open]


def _initial(kind: str, vehicle: OwnedVehicle) -> dict[str, object]:
    about: dict[str, object] = {"vehicle": vehicle.id}
    if kind == "rename_vehicle":
        about["name"] = vehicle.name
    elif kind == "man_vehicle":
        about["pilot"] = str(vehicle.pilot) if vehicle.pilot is not None else NOBODY
    return about
