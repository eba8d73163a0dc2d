"""The campaign plays with other packs from now on, or with other versions of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg.catalogue import Catalogue
from engines.musg.entries.base import Change, Entry
from engines.musg.events import Event
from engines.musg.garage import OwnedVehicle
from engines.musg.packs.house import House, problems as house_problems
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Item, Warband


class Adopt(Entry, frozen=True, kw_only=True, tag="adopt"):
    """From here on the warband's rules bring this ``house``, ``None`` for the book alone.

    What was bought stays bought at the price paid: no point changes hands. What it counts in the warband's value
    follows the new prices, and so does what a mercenary costs for battles to come. In a muster that is still open
    nothing is bought for good: all of it may be taken back at what it counts, so the treasury pays the difference.
    """

    undoable = False
    during_aftermath = True
    keeps_legal = False
    witnessed = True
    house: House | None = None

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """What the warband has must still exist."""
        found = house_problems(self.house) if self.house is not None else []
        yield from found
        if not found:
            yield from missing(warband, adopting(warband, self.house).catalogue)

    def apply(self, warband: Warband) -> Change:
        """Exchange the catalogue, and count anew what everybody and everything is worth."""
        after = adopting(warband, self.house)
        figures = tuple(_revalued(figure, warband.catalogue, after.catalogue) for figure in warband.figures)
        stash = tuple(_repriced(item, warband.catalogue, after.catalogue) for item in warband.stash)
        garage = tuple(_rearmed(vehicle, warband.catalogue, after.catalogue) for vehicle in warband.garage)
        after = replace(after, figures=figures, stash=stash)
        changed, events = after.with_garage(garage) if garage else after, list(self._events())
        if not warband.mustered and (more := _worth(changed) - _worth(warband)):
            changed = changed.paying(more)
            less = Event("muster_cheaper", None, {"points": -more})
            events.append(Event("muster_dearer", None, {"points": more}) if more > 0 else less)
        return Change(changed, tuple(events))

    def _events(self) -> Iterator[Event]:
        house = self.house or House()
        if house.packs:
            yield Event("adopted", None, {"packs": house.named.en, "packs_fr": house.named.fr})
        if house.without:
            yield Event("book_left_out", None, {"left_out": " ".join(house.without)})
        if house == House():
            yield Event("adopted_none", None, {})


def _worth(warband: Warband) -> int:
    """What was spent on a warband while it is being mustered."""
    return warband.value + warband.stash_cost


def adopting(warband: Warband, house: House | None) -> Warband:
    """Return the warband with other packs in its rules, nothing else changed."""
    return replace(warband, rules=replace(warband.rules, house=house or UNSET))


def missing(warband: Warband, catalogue: Catalogue) -> Iterator[Problem]:
    """Yield what the warband has, or had in its ranks, that a catalogue does not know."""
    for shelf, code in _used(warband, warband.figures):
        if code not in getattr(catalogue, shelf):
            yield Problem("still_in_use", None, {"item": code, "shelf": shelf, "name": warband.name})


def left_out(warband: Warband) -> Iterator[Problem]:
    """Yield what the warband has that its own rules leave out: nobody who comes to a campaign may bring it along.

    What everybody carries, and what a mercenary brings and knows of itself, comes with whoever may be hired.
    """
    left = warband.catalogue.left_out
    taken = [_chosen(figure, warband.catalogue) for figure in warband.active] if left else []
    for code in dict.fromkeys(code for _shelf, code in _used(warband, taken) if code in left):
        yield Problem("left_out", None, {"item": code})


def _chosen(figure: Figure, catalogue: Catalogue) -> Figure:
    """The figure without what nobody chose for it."""
    row = catalogue.mercenaries.get(figure.mercenary or "")
    items, skills = (*catalogue.carried_by_all, *(row.items if row else ())), row.skills if row else ()
    return replace(
        figure,
        items=tuple(item for item in figure.items if item.paid or item.code not in items),
        skills=tuple(code for code in figure.skills if code not in skills),
    )


def _used(warband: Warband, figures: Iterable[Figure]) -> Iterable[tuple[str, str]]:
    """The shelf and the code of all that these figures are, carry and know, and of what the warband owns, each once."""
    used: dict[tuple[str, str], None] = {("races", warband.race): None}
    for figure in figures:
        if figure.mercenary:
            used["mercenaries", figure.mercenary] = None
        else:
            used["races", figure.race] = None
        used.update((("items", code), None) for code in figure.item_codes)
        used.update((("skills", code), None) for code in figure.skills)
    used.update((("items", item.code), None) for item in warband.stash)
    used.update((("items", item.code), None) for vehicle in warband.garage for item in vehicle.items)
    return used


def _revalued(figure: Figure, old: Catalogue, new: Catalogue) -> Figure:
    items = tuple(_repriced(item, old, new) for item in figure.items)
    race, cost, contract = figure.race, figure.cost, figure.contract
    if figure.mercenary:
        row = new.mercenaries[figure.mercenary]
        race = row.race  # what the one before named may be gone
        if contract is not None:
            contract = replace(contract, engagement=row.engagement, fee=row.fee)
    elif contract is None and figure.origin is not Rank.EXTRA and not figure.non_player:
        before, after = (book.races[race].profiles[figure.origin].cost for book in (old, new))
        # What was paid beside the table's price, half or double of it, stays so much beside the new one.
        cost = figure.cost * after // before if before else figure.cost + after
    if (race, items, cost, contract) == (figure.race, figure.items, figure.cost, figure.contract):
        return figure
    return replace(figure, race=race, items=items, cost=cost, contract=contract)


def _rearmed(vehicle: OwnedVehicle, old: Catalogue, new: Catalogue) -> OwnedVehicle:
    return replace(vehicle, items=tuple(_repriced(item, old, new) for item in vehicle.items))


def _repriced(item: Item, old: Catalogue, new: Catalogue) -> Item:
    """A free first piece stays free; a new price does not make somebody pay."""
    price = new.items[item.code].cost
    return item if not item.paid or price == old.items[item.code].cost else replace(item, paid=price)
