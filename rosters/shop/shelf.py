"""The wares as they stand to those who would get them: price, numbers, what changes, and what is in the way."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _, ngettext
from msgspec import Struct

from club.words import words
from engines.musg import muster, pulp, purchase
from engines.musg.catalogue import Item
from engines.musg.catalogue.types import Characteristic, Equipment, MeleeWeapon, RangedWeapon
from engines.musg.purchase import Trial
from engines.musg.warband import Figure, Warband
from rosters import wording
from rosters.figure_card import effective_profile
from rosters.gear_lines import dice_text, force_text, melee_line, ranged_line
from rosters.shifts import Shift, shifts
from rosters.shop.wish import FITS, KINDS, Kind, Label, Wish, fit


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
    strength = effective_profile(figures[0], roster.catalogue).strength if len(figures) == 1 else None
    found = {
        kind.code: tuple(
            _ware(roster, item, figures, strength, purchase.trial(roster, purchase.order(item.code, targets)))
            for item in kind.shelf(roster.catalogue)
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
        name=wording.marked(item, roster.catalogue),
        brief=brief_of(item, strength),
        facts=facts_of(item, strength),
        notes=notes_of(item),
        price=muster.item_cost(roster, item.code, alone),
        total=trial.cost if len(figures) > 1 and trial.after else None,
        effects=_effects(item, figures, trial.after) if trial.after else (),
        carried=sum(thing.code == item.code for thing in alone.items) if alone else 0,
        fit=fit(trial),
        reasons=wording.problem_sentences(problems, roster.catalogue, roster, briefly=True),
        open=not trial.refusals,
    )


def _effects(item: Item, figures: tuple[Figure, ...], after: Warband) -> tuple[Effect, ...]:
    """Return what changes in whose profile, those for whom the same changes together."""
    together: dict[tuple[Shift, ...], list[str]] = {}
    for figure in figures:
        changed = after.figure(figure.id)
        together.setdefault(shifts(figure, changed, after.catalogue) if changed else (), []).append(figure.name)
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


def brief_of(item: Item, strength: int | None) -> str:
    """Return a weapon's ranges or dice and its strength, or how the effect of equipment begins."""
    if isinstance(item, Equipment):
        return re.split(r"[.:;(]", words(item.effect), maxsplit=1)[0].strip()
    force = force_text(item.force) if strength is None else str(item.force.against(strength))
    hit = f"{wording.characteristic_short(Characteristic.STRENGTH)}{force}"
    if isinstance(item, MeleeWeapon):
        return f"{dice_text(item.dice)} {hit}"
    shot = ranged_line(item, strength or 0)
    if item.short is None:
        return " · ".join((hit, *(note.rstrip(".") for note in shot.notes[:1])))
    return f"{shot.short}/{shot.medium}/{shot.long} {hit}"


def facts_of(item: Item, strength: int | None) -> tuple[tuple[str, str, str], ...]:
    """Return the numbers of a weapon, in the hands of a bearer of that strength or as printed."""
    if isinstance(item, RangedWeapon):
        shot = ranged_line(item, strength or 0)
        return (
            (_("Range"), _("Short, medium and long range in paces"), f"{shot.short}/{shot.medium}/{shot.long}"),
            (_("Str."), _("Strength of a hit"), str(shot.strength) if strength else force_text(item.force)),
            (_("Tgt."), _("How many targets one shot may hit"), shot.targets),
            (_("Rel."), _("Reload"), shot.reload),
        )
    if isinstance(item, MeleeWeapon):
        blow = melee_line(item, strength or 0)
        return (
            (_("Dice"), _("Dice"), str(blow.dice)),
            (_("Str."), _("Strength of a hit"), str(blow.strength) if strength else force_text(item.force)),
            (_("Hands"), _("Hands"), blow.hands),
        )
    return ()


def notes_of(item: Item) -> tuple[str, ...]:
    """Return what is to be known of it, each thing once: a template's size often stands in the table's note too."""
    if isinstance(item, RangedWeapon):
        notes = ranged_line(item, 0).notes
        return tuple(note for note in notes if not any(o is not note and o.startswith(note[:-1]) for o in notes))
    if isinstance(item, MeleeWeapon):
        return melee_line(item, 0).notes
    return (words(item.effect),)
