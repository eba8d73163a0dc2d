"""The wares as they stand to those who would get them: price, numbers, what changes, and what is in the way."""

from __future__ import annotations

from django.utils.translation import ngettext
from msgspec import Struct

from club.words import words
from engines.musg import muster, pulp, purchase
from engines.musg.catalogue import Item
from engines.musg.catalogue.types import Equipment
from engines.musg.purchase import Trial
from engines.musg.warband import Figure, Warband
from rosters import wording
from rosters.figure_card import effective_profile
from rosters.shifts import Shift, shifts
from rosters.shop.printed import brief_of, facts_of, notes_of
from rosters.shop.wish import FITS, KINDS, SHELVES, Kind, Label, Wish, fit


class Effect(Struct, frozen=True):
    """What a ware changes in the profile of these figures; no shifts where it changes nothing."""

    names: str
    shifts: tuple[Shift, ...]


class Ware(Struct, frozen=True):
    """One item for sale.

    ``brief`` is the first of its numbers in few signs, ``facts`` are all of them: heading, whole name, value. ``price``
    is that of one, ``total`` what it costs for everybody ticked (empty for one). ``carried`` counts those that the one
    figure has already. ``fit`` is one of ``FITS``; ``reasons`` say why it does not fit. ``open``: it may be bought, if
    need be after a question.
    """

    code: str
    name: str
    brief: str
    facts: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...]
    price: int
    total: int | None
    effects: tuple[Effect, ...]
    carried: int
    fit: str
    reasons: tuple[str, ...]
    open: bool

    @property
    def standing(self) -> Label:
        """How it stands to who would get it, in a word."""
        return FITS[self.fit]


class Shelf(Struct, frozen=True):
    """The wares of a kind that the reader looks for."""

    kind: Kind
    wares: tuple[Ware, ...]


class Stock(Struct, frozen=True):
    """Everything that the reader looks for; ``counts`` says how many wares of the kind stand how to those ticked."""

    shelves: tuple[Shelf, ...]
    counts: dict[str, int]

    @property
    def count(self) -> int:
        """How many wares are shown."""
        return sum(len(shelf.wares) for shelf in self.shelves)


def stock(roster: Warband, wish: Wish) -> Stock:
    """Return the wares that somebody looks for."""
    figures = tuple(figure for figure in roster.active if figure.id in wish.figures)
    targets: tuple[int | None, ...] = tuple(figure.id for figure in figures) or (None,)
    strength = effective_profile(figures[0]).strength if len(figures) == 1 else None
    found = {
        kind.code: tuple(
            _ware(roster, item, figures, strength, purchase.trial(roster, purchase.order(item.code, targets)))
            for item in SHELVES[kind.code]
            if wish.names(item) and pulp.sold_to(roster, item.code)
        )
        for kind in KINDS
        if wish.kind in ("", kind.code)
    }
    counts: dict[str, int] = {}
    for ware in (ware for wares in found.values() for ware in wares):
        counts[ware.fit] = counts.get(ware.fit, 0) + 1
    shelves = (
        Shelf(kind, tuple(ware for ware in found[kind.code] if wish.fit in ("", ware.fit)))
        for kind in KINDS
        if kind.code in found
    )
    return Stock(tuple(shelf for shelf in shelves if shelf.wares), counts)


def _ware(roster: Warband, item: Item, figures: tuple[Figure, ...], strength: int | None, trial: Trial) -> Ware:
    alone = figures[0] if len(figures) == 1 else None
    # An aftermath that waits is said once, for the whole shop.
    problems = () if roster.engagement is not None else (trial.refusals or trial.doubts)
    return Ware(
        code=item.code,
        name=words(item.name),
        brief=brief_of(item, strength),
        facts=facts_of(item, strength),
        notes=notes_of(item),
        price=muster.item_cost(roster, item.code, alone),
        total=trial.cost if len(figures) > 1 and trial.after else None,
        effects=_effects(item, figures, trial.after) if trial.after else (),
        carried=sum(thing.code == item.code for thing in alone.items) if alone else 0,
        fit=fit(trial),
        reasons=wording.problem_sentences(problems, roster, briefly=True),
        open=not trial.refusals,
    )


def _effects(item: Item, figures: tuple[Figure, ...], after: Warband) -> tuple[Effect, ...]:
    """Return what changes in whose profile, those for whom the same changes together."""
    together: dict[tuple[Shift, ...], list[str]] = {}
    for figure in figures:
        changed = after.figure(figure.id)
        together.setdefault(shifts(figure, changed) if changed else (), []).append(figure.name)
    if not together.keys() - {()} and not (isinstance(item, Equipment) and item.modifiers):
        return ()
    several = len(figures) > 1
    return tuple(Effect(_names(names) if several else "", changes) for changes, names in together.items())


def _names(names: list[str]) -> str:
    if len(names) <= 2:
        return ", ".join(names)
    others = len(names) - 2
    more = ngettext("%(names)s and %(count)s other", "%(names)s and %(count)s others", others)
    return more % {"names": ", ".join(names[:2]), "count": others}
