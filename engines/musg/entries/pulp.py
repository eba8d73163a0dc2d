"""Journal entries of a pulp campaign: the part a warband plays, its villain's zombies, its hero's last episode."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg import muster
from engines.musg.entries.base import Change, Entry, must, name_problems
from engines.musg.entries.referee_sheets import SheetEntry
from engines.musg.events import Event
from engines.musg.part import Part, Side
from engines.musg.pulp import COMPOSITION, PULP, deathless, raises_zombies
from engines.musg.ranks import Rank
from engines.musg.succession import character_for_hire
from engines.musg.warband import Figure, Standing, Warband

_SIDES: Final = {Side.HEROES: Event("joined_heroes"), Side.VILLAINS: Event("joined_villains")}


class TakePart(Entry, frozen=True, kw_only=True, tag="take_part"):
    """Choose the side a warband plays on in a pulp campaign, or a primitive tribe of the villains (ruling M311)."""

    side: Side
    tribe: bool = False

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Only where pulp is played; once mustered a warband keeps its side and its kind of people."""
        if not warband.rules.plays_pulp:
            yield Problem("no_pulp", None, {}, PULP)
            return
        part = Part(self.side, self.tribe)
        if part == warband.part:
            yield Problem("part_taken", None, {"side": self.side.value})
        if self.tribe and self.side is not Side.VILLAINS:
            yield Problem("tribe_of_villains", None, {}, COMPOSITION)
        if warband.mustered and (warband.part or self.tribe):
            yield Problem("part_settled", None, {}, "ruling M311")
        elif self.tribe is not warband.is_tribe and any(_has_tribal_price(f) for f in warband.active):
            yield Problem("tribe_first", None, {}, "ruling M169")
        if self.side is not Side.VILLAINS and any(figure.is_zombie for figure in warband.active):
            yield Problem("zombies_serve_villains", None, {}, COMPOSITION)

    def apply(self, warband: Warband) -> Change:
        """Play it."""
        event = Event("became_tribe") if self.tribe else _SIDES[self.side]
        return Change(replace(warband, part=Part(self.side, self.tribe)), (event,))


class LastEpisode(SheetEntry, frozen=True, kw_only=True, tag="last_episode"):
    """Let a hero or a partner fall in the last episode, where alone that may be: the body is never found.

    Who falls leaves the warband as a legend, whom the heroes' side may hire (Musg, Les héros ne meurent jamais; M314).
    """

    def on_sheet(self, warband: Warband, figure: Figure) -> Iterable[Problem]:
        """Only a hero or a partner."""
        if not deathless(warband, figure) or warband.part == UNSET or warband.part.side is not Side.HEROES:
            yield Problem("no_hero", figure.id, {"name": figure.name}, "ruling M314")

    def apply(self, warband: Warband) -> Change:
        """Let them leave."""
        figure = replace(must(warband.figure(self.figure)), standing=Standing.LEGEND)
        price = character_for_hire(figure).price
        return Change(warband.with_figure(figure), (self.event("pulp_legend", figure, price=price),))


class RaiseZombie(Entry, frozen=True, kw_only=True, tag="raise_zombie"):
    """Raise a voodoo zombie, at half a henchman's price; it is a henchman that bears and learns nothing (M313)."""

    name: str

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Only a villain controls zombies."""
        yield from name_problems(self.name)
        if not raises_zombies(warband):
            yield Problem("zombies_serve_villains", None, {}, COMPOSITION)

    def apply(self, warband: Warband) -> Change:
        """Add it and pay for it."""
        cost, catalogue = muster.zombie_cost(warband), warband.catalogue
        figure = Figure(
            id=warband.next_figure,
            name=self.name.strip(),
            rank=Rank.HENCHMAN,
            race=catalogue.of_nobody.code,
            origin=Rank.HENCHMAN,
            cost=cost,
            non_player=catalogue.raised.code,
        )
        joined = replace(warband.paying(cost), figures=(*warband.figures, figure), next_figure=warband.next_figure + 1)
        return Change(joined, (Event("zombie_raised", figure.id, {"name": figure.name}),))


def _has_tribal_price(figure: Figure) -> bool:
    return figure.rank is Rank.HENCHMAN and not figure.is_zombie and not figure.hired
