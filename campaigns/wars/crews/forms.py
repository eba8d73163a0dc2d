"""The form that says who begins in which vehicle."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from campaigns.wars.battles.setup import crews_of
from campaigns.wars.models.battle import BattleSide
from club.seen import SeenForm
from engines.musg.battle.setup import rides_of
from engines.musg.garage import OwnedVehicle
from engines.musg.report import unable
from rosters.wording import rank_name

PILOT: Final = "p"


class CrewForm(SeenForm):
    """One seat for each figure that can come: on foot, at a wheel, or aboard."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, side: BattleSide, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.side = side
        self.initial["version"] = side.battle.version
        roster = side.warband.roster
        self.vehicles: tuple[OwnedVehicle, ...] = roster.rides
        self.passengers = {vehicle.id: vehicle.built(roster.catalogue).passengers for vehicle in self.vehicles}
        self.fields.update(
            {
                f"seat-{figure.id}": forms.ChoiceField(
                    label=f"{figure.name} ({rank_name(figure.rank.value)})",
                    choices=self._seats(drives=not figure.is_zombie),
                    required=False,
                )
                for figure in roster.active
                if self.vehicles and unable(figure) is None
            }
        )
        usual = {ride.number: ride.crew for ride in rides_of(roster)}
        for number, crew in (crews_of(side) or usual).items():
            for place, figure_id in enumerate(crew):
                self.initial[f"seat-{figure_id}"] = f"{number}{PILOT}" if place == 0 else str(number)

    def fresh(self) -> CrewForm:
        """Return the form of the crews as they are now."""
        return CrewForm(side=BattleSide.objects.select_related("battle", "warband").get(pk=self.side.pk))

    @property
    def room(self) -> list[tuple[OwnedVehicle, int]]:
        """The vehicles, each with how many fit in beside its pilot."""
        return [(vehicle, self.passengers[vehicle.id]) for vehicle in self.vehicles]

    def _seats(self, *, drives: bool) -> list[tuple[str, str]]:
        """Return the places of a figure; a zombie holds no wheel (ruling M348)."""
        found = [("", _("On foot"))]
        for vehicle in self.vehicles:
            if drives:
                found.append((f"{vehicle.id}{PILOT}", _("At the wheel of %(name)s") % {"name": vehicle.name}))
            found.append((str(vehicle.id), _("Aboard %(name)s") % {"name": vehicle.name}))
        return found

    def clean(self) -> dict[str, Any]:
        """Each vehicle has one pilot as soon as anybody sits in it, and room for all of them (rulings M234, M348)."""
        values = super().clean() or {}
        for vehicle in self.vehicles:
            pilots, others = self._in(values, f"{vehicle.id}{PILOT}"), self._in(values, str(vehicle.id))
            count, most = len(pilots) + len(others), self.passengers[vehicle.id] + 1
            about = {"name": vehicle.name, "most": most, "count": count}
            if len(pilots) > 1:
                self.add_error(pilots[1], _("%(name)s has one pilot.") % about)
            elif others and not pilots:
                self.add_error(others[0], _("Somebody has to be at the wheel of %(name)s.") % about)
            if others and count > most:
                self.add_error(others[-1], _("%(name)s takes %(most)s people; there are %(count)s (M348).") % about)
        return values

    def _in(self, values: dict[str, Any], seat: str) -> list[str]:
        return [name for name in self.fields if values.get(name) == seat and name != "version"]

    @property
    def crews(self) -> dict[int, tuple[int, ...]]:
        """Who was chosen, the pilot first, by the numbers of all vehicles, empty ones too."""
        found = {}
        for vehicle in self.vehicles:
            rows = [*self._in(self.cleaned_data, f"{vehicle.id}{PILOT}"), *self._in(self.cleaned_data, str(vehicle.id))]
            found[vehicle.id] = tuple(int(name.removeprefix("seat-")) for name in rows)
        return found
