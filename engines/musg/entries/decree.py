"""The referee's decree: what a correction would have changed stays as it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from engines.core.problems import Problem
from engines.musg import vehicle as vehicles
from engines.musg.catalogue import Catalogue
from engines.musg.engagement import Captivity
from engines.musg.entries.base import NOTE_LIMIT, Change, Entry, known_figure, name_problems, text_problems
from engines.musg.events import Event
from engines.musg.garage import OwnedVehicle
from engines.musg.part import Part
from engines.musg.ranks import Rank
from engines.musg.warband import Contract, Figure, Injury, Item, Standing, Warband

POINTS_LIMIT: Final = 100_000


class Measure(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a decree sets on one figure's sheet; what is unset stays as it is.

    ``experience``, ``lifetime`` and ``choices`` are added, so that a later correction of what came before still counts.
    ``items`` is all the figure carries from then on.
    """

    figure: int
    experience: int = 0
    lifetime: int = 0
    choices: int = 0
    name: str | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
    race: str | UnsetType = UNSET
    origin: Rank | UnsetType = UNSET
    cost: int | UnsetType = UNSET
    mercenary: str | UnsetType | None = UNSET
    contract: Contract | UnsetType | None = UNSET
    standing: Standing | UnsetType = UNSET
    skills: tuple[str, ...] | UnsetType = UNSET
    injuries: tuple[Injury, ...] | UnsetType = UNSET
    items: tuple[Item, ...] | UnsetType = UNSET
    free_taken: tuple[str, ...] | UnsetType = UNSET
    misses_next: bool | UnsetType = UNSET
    ignores_first_wound: bool | UnsetType = UNSET
    setbacks: tuple[str, ...] | UnsetType = UNSET
    captive: Captivity | UnsetType | None = UNSET

    def on(self, figure: Figure) -> Figure:
        """Return the figure with this sheet; what it carries is the warband's affair."""
        values = {field: value for field, value in asdict(self).items() if value is not UNSET}
        for field in ("figure", "items"):
            values.pop(field, None)
        for field in _ADDED:
            values[field] += getattr(figure, field)
        if "setbacks" in values:
            values["setbacks"] = values["setbacks"] or UNSET
        if "captive" in values:
            values["captive"] = self.captive or UNSET
        return replace(figure, **values)

    @property
    def subjects(self) -> tuple[str, ...]:
        """The names of the fields it sets."""
        return tuple(
            field
            for field, value in asdict(self).items()
            if field != "figure" and value is not UNSET and (field not in _ADDED or value)
        )


_ADDED: Final = ("experience", "lifetime", "choices")


class Decree(Entry, frozen=True, kw_only=True, tag="decree"):
    """The referee holds an old outcome against a correction: points, sheets, gear, who is alive.

    ``part`` is what the warband plays in a pulp campaign, ``None`` for nothing.

    ``treasury`` is added; ``joins`` are figures that the correction kept from ever joining; ``vehicles`` are all it has
    or had. What a figure must lay down, or a vehicle, goes into the stash, unless the ``stash`` is decreed as well.
    """

    undoable = False
    during_aftermath = True
    keeps_legal = False
    witnessed = True
    reason: str
    treasury: int = 0
    name: str | UnsetType = UNSET
    part: Part | UnsetType | None = UNSET
    stash: tuple[Item, ...] | UnsetType = UNSET
    figures: tuple[Measure, ...] = ()
    joins: tuple[Figure, ...] = ()
    vehicles: tuple[OwnedVehicle, ...] | UnsetType = UNSET

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Whoever it is about must exist, and what comes of it must be a warband that can be."""
        yield from text_problems(self.reason, "reason", NOTE_LIMIT)
        if self.name is not UNSET:
            yield from name_problems(self.name)
        known = {figure.id for figure in warband.figures}
        for measure in self.figures:
            if measure.figure not in known | {figure.id for figure in self.joins}:
                yield from known_figure(warband, measure.figure)
                return
        if abs(self.treasury) > POINTS_LIMIT or any(figure.id in known for figure in self.joins):
            yield Problem("no_such_decree", None, {})
            return
        yield from _faults(self._decreed(warband), {*(m.figure for m in self.figures), *(f.id for f in self.joins)})

    def apply(self, warband: Warband) -> Change:
        """Hold what is decreed."""
        after = self._decreed(warband)
        return Change(after, (Event("decreed", None, {"reason": self.reason.strip()}), *self._events(after)))

    def _decreed(self, warband: Warband) -> Warband:
        changed = replace(
            warband,
            treasury=warband.treasury + self.treasury,
            name=warband.name if self.name is UNSET else self.name,
            part=warband.part if self.part is UNSET else self.part or UNSET,
            figures=(*warband.figures, *self.joins),
        )
        changed = self._geared(changed)
        measures = {measure.figure: measure for measure in self.figures}
        return replace(changed, figures=tuple(measures[f.id].on(f) if f.id in measures else f for f in changed.figures))

    def _geared(self, warband: Warband) -> Warband:
        """Nothing is in two hands: what somebody is decreed to carry leaves whoever carried it."""
        held = {measure.figure: measure.items for measure in self.figures if measure.items is not UNSET}
        joining = {figure.id: figure.items for figure in self.joins}
        if self.stash is UNSET and self.vehicles is UNSET and not held and not joining:
            return warband
        held |= {number: items for number, items in joining.items() if number not in held}
        decreed = {item.id for items in held.values() for item in items}
        decreed |= {item.id for item in self.stash} if self.stash is not UNSET else set()
        decreed |= {item.id for v in self.vehicles for item in v.items} if self.vehicles is not UNSET else set()
        laid_down = tuple(item for f in warband.figures if f.id in held for item in f.items if item.id not in decreed)
        if self.vehicles is not UNSET:
            laid_down += tuple(item for v in warband.garage for item in v.items if item.id not in decreed)
            warband = warband.with_garage(self.vehicles)
        else:
            for vehicle in warband.garage:
                for item in (item for item in vehicle.items if item.id in decreed):
                    warband = warband.with_vehicle((warband.vehicle(vehicle.id) or vehicle).without_item(item.id))
        figures = tuple(
            replace(f, items=held.get(f.id, tuple(item for item in f.items if item.id not in decreed)))
            for f in warband.figures
        )
        stash = (*(item for item in warband.stash if item.id not in decreed), *laid_down)
        return replace(warband, figures=figures, stash=stash if self.stash is UNSET else self.stash)

    def _events(self, after: Warband) -> Iterator[Event]:
        if self.treasury:
            yield Event("decree_points", None, {"points": self.treasury})
        if self.stash is not UNSET:
            yield Event("decree_holds", None, {"name": "", "item": "stash"})
        if self.name is not UNSET:
            yield Event("decree_holds", None, {"name": "", "item": "name"})
        if self.part is not UNSET:
            yield Event("decree_holds", None, {"name": "", "item": "part"})
        if self.vehicles is not UNSET:
            yield Event("decree_holds", None, {"name": "", "item": "vehicles"})
        for figure in self.joins:
            yield Event("decree_joins", figure.id, {"name": figure.name})
        for measure in self.figures:
            figure = after.figure(measure.figure) or Figure(0, "", Rank.EXTRA, "", Rank.EXTRA, 0)
            subjects = [subject for subject in measure.subjects if subject != "standing"]
            if subjects:
                yield Event("decree_holds", figure.id, {"name": figure.name, "item": " ".join(subjects)})
            if measure.standing is not UNSET:
                params: dict[str, int | str] = {"name": figure.name, "standing": measure.standing.value}
                yield Event("decree_standing", figure.id, params)


def _faults(warband: Warband, numbers: set[int]) -> Iterator[Problem]:
    """Say what could not be in a warband: codes nobody knows, figures below nothing, a thing in two places."""
    catalogue = warband.catalogue
    things = [item for figure in warband.figures for item in figure.items] + list(warband.stash)
    things += [item for vehicle in warband.garage for item in vehicle.items]
    given = [figure.id for figure in warband.figures] + [vehicle.id for vehicle in warband.garage]
    if len({item.id for item in things}) < len(things) or any(not _is_thing(item, catalogue) for item in things):
        yield Problem("no_such_decree", None, {"item": "items"})
    if len(set(given)) < len(given) or not all(_could_be_driven(one, catalogue) for one in warband.garage):
        yield Problem("no_such_decree", None, {"item": "vehicles"})
    for figure in warband.figures:
        if figure.id in numbers and not _could_be(figure, catalogue):
            yield Problem("no_such_decree", figure.id, {"name": figure.name})


def _could_be_driven(vehicle: OwnedVehicle, catalogue: Catalogue) -> bool:
    built = not (vehicles.problems(vehicle.design, catalogue) or vehicle.design.weapons or name_problems(vehicle.name))
    aboard = {item.id for item in vehicle.items}
    armed = set(vehicle.pivots) <= aboard and all(item.code in catalogue.ranged for item in vehicle.items)
    return built and armed and vehicle.id > 0 and 0 <= vehicle.damage <= vehicle.structure(catalogue)


def _is_thing(item: Item, catalogue: Catalogue) -> bool:
    return item.code in catalogue.items and item.id > 0 and item.paid >= 0


def _could_be(figure: Figure, catalogue: Catalogue) -> bool:
    known = figure.race in catalogue.races and set(figure.skills) <= catalogue.skills.keys()
    known = known and {injury.code for injury in figure.injuries} <= catalogue.injuries_by_code.keys()
    known = known and set(figure.setbacks or ()) <= catalogue.injuries_by_code.keys()
    known = known and (not figure.non_player or figure.non_player in catalogue.non_players)
    if figure.mercenary is not None:
        known = known and figure.mercenary in catalogue.mercenaries
    elif known and figure.origin is not Rank.EXTRA:
        known = figure.origin in catalogue.races[figure.race].profiles
    counted = min(figure.id, figure.experience, figure.lifetime, figure.choices, figure.cost) >= 0
    return known and counted and not name_problems(figure.name)


GAP_LIMIT: Final = 1000


class Struck(Entry, frozen=True, kw_only=True, tag="struck"):
    """An entry that a correction struck out: nothing happens, but the numbers it gave are not given again.

    ``figures`` and ``items`` say how many numbers it had used, so that every later entry and every battle report still
    means the same figures and items.
    """

    undoable = False
    during_aftermath = True
    keeps_legal = False
    figures: int = 0
    items: int = 0

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Neither negative nor absurd."""
        for field, count in (("figures", self.figures), ("items", self.items)):
            if not 0 <= count <= GAP_LIMIT:
                yield Problem("gap_size", None, {"item": field, "value": count, "most": GAP_LIMIT})

    def apply(self, warband: Warband) -> Change:
        """Pass over the numbers."""
        passed = replace(
            warband, next_figure=warband.next_figure + self.figures, next_item=warband.next_item + self.items
        )
        return Change(passed)
