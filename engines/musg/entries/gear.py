"""Journal entries about weapons and equipment."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg import muster
from engines.musg.entries.base import (
    Change,
    Edition,
    Entry,
    Phase,
    gone,
    left_out_problems,
    reachable_figure,
)
from engines.musg.events import Event
from engines.musg.warband import Figure, Item, Warband


class Buy(Entry, frozen=True, kw_only=True, tag="buy"):
    """Buy an item for a figure, or for the stash when ``figure`` is ``None``."""

    item: str
    figure: int | None = None

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """The item must exist and so must its bearer."""
        if self.item not in warband.catalogue.items:
            yield Problem("no_such_item", None, {"item": self.item})
        if self.figure is not None:
            yield from reachable_figure(warband, self.figure)

    def verify_fresh(self, warband: Warband) -> Iterable[Problem]:
        """The campaign must not leave it out."""
        return left_out_problems(warband, self.item)

    def apply(self, warband: Warband) -> Change:
        """Pay and hand over."""
        figure = warband.figure(self.figure) if self.figure is not None else None
        paid = muster.item_cost(warband, self.item, figure)
        first = figure.id if figure is not None and paid == 0 else None
        item = Item(warband.next_item, self.item, paid, first)
        bought = replace(warband.paying(paid), next_item=warband.next_item + 1)
        params: dict[str, int | str] = {"item": self.item, "points": paid}
        if figure is None:
            return Change(bought.with_stash((item,)), (Event("bought_for_stash", None, params),))
        free_taken = figure.free_taken
        if paid == 0 and self.item not in free_taken:
            free_taken = (*free_taken, self.item)
        bearer = replace(figure, items=(*figure.items, item), free_taken=free_taken)
        return Change(bought.with_figure(bearer), (Event("bought", figure.id, {"name": figure.name, **params}),))


class TakeBack(Entry, frozen=True, kw_only=True, tag="take_back"):
    """While mustering, return an item to the shop for what it cost; afterwards nothing is sold (ruling M264)."""

    phase = Phase.MUSTER
    item: int

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """The item must be in the warband; free daggers (ruling M30) and a hired character's own gear stay."""
        found = warband.owner_of(self.item)
        if found is None:
            yield Problem("no_such_thing", None, {"number": self.item})
            return
        owner, item = found
        if item.first_of is not None and item.code in warband.catalogue.carried_by_all:
            yield Problem("dagger_stays", owner.id if owner else None, {}, "ruling M30")
        elif owner is not None and is_own_gear(owner, item):
            yield Problem("own_gear", owner.id, {"name": owner.name, "item": item.code}, "ruling M250")

    def apply(self, warband: Warband) -> Change:
        """Remove the item and refund it."""
        owner, item = warband.owner_of(self.item) or (None, Item(0, "", 0))
        params: dict[str, int | str] = {"item": item.code, "points": item.paid}
        refunded = warband.paying(-item.paid).without_first(item)
        if owner is None:
            stash = tuple(i for i in warband.stash if i.id != item.id)
            return Change(replace(refunded, stash=stash), (Event("taken_back", None, params),))
        holder = refunded.figure(owner.id) or owner
        bare = replace(holder, items=tuple(i for i in holder.items if i.id != item.id))
        return Change(refunded.with_figure(bare), (Event("taken_back", owner.id, {"name": owner.name, **params}),))


def is_own_gear(figure: Figure, item: Item) -> bool:
    """Tell whether the item came with somebody for hire, part of the price; what it got later is the warband's."""
    own = (None, figure.id) if figure.mercenary is None else (None,)
    return figure.hired and item.paid == 0 and item.first_of in own


class Move(Entry, frozen=True, kw_only=True, tag="move"):
    """Give an item to another figure, or put it in the stash when ``to`` is ``None`` (ruling M264).

    A free first dagger or pistol may be laid aside and taken up again, but is given to nobody else (ruling M296).
    """

    edition: Edition = 2
    item: int
    to: int | None = None

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """The item must be in the hands of an active figure or in the stash, and go somewhere else."""
        found = warband.owner_of(self.item)
        if found is None:
            yield Problem("no_such_thing", None, {"number": self.item})
            return
        owner, item = found
        if owner is not None and not owner.active:
            yield gone(owner)
        if owner is not None and owner.active:
            yield from reachable_figure(warband, owner.id)
        if owner is not None and is_own_gear(owner, item):
            yield Problem("own_gear", owner.id, {"name": owner.name, "item": item.code}, "ruling M250")
        if (owner.id if owner else None) == self.to:
            yield Problem("already_there", self.to, {"item": item.code})
        elif self.to is not None:
            receiver = yield from reachable_figure(warband, self.to)
            whose = warband.figure(item.first_of) if item.first_of is not None else None
            if self.edition >= 2 and receiver and whose and whose.active and whose.id != receiver.id:
                yield Problem("free_gear_stays", whose.id, {"name": whose.name, "item": item.code}, "ruling M296")

    def apply(self, warband: Warband) -> Change:
        """Hand it over."""
        owner, item = warband.owner_of(self.item) or (None, Item(0, "", 0))
        if owner is None:
            taken = replace(warband, stash=tuple(i for i in warband.stash if i.id != item.id))
        else:
            taken = warband.with_figure(replace(owner, items=tuple(i for i in owner.items if i.id != item.id)))
        receiver = taken.figure(self.to) if self.to is not None else None
        params: dict[str, int | str] = {"item": item.code, "from": owner.name if owner else ""}
        if receiver is None:
            return Change(taken.with_stash((item,)), (Event("stashed", owner.id if owner else None, params),))
        bearer = replace(receiver, items=(*receiver.items, item))
        return Change(taken.with_figure(bearer), (Event("given", receiver.id, {"name": receiver.name, **params}),))
