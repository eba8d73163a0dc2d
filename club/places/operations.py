"""Places and tables: added, changed, put out of use and taken back into it."""

from __future__ import annotations

from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from club.operations import Check, Refused, for_update
from club.places.models import GameTable, Place
from engines.core import names

PLACES_MOST: Final = 50
TABLES_MOST: Final = 100
"""At one place: those out of use count, too."""


@transaction.atomic
def add_place(*, name: str, address: str = "", notes: str = "") -> Place:
    """Add a place. Raises ``Refused`` where another one is called so, or there are too many."""
    _one_at_a_time()
    if Place.objects.count() >= PLACES_MOST:
        raise Refused.because("places_full", _("The club already has %(most)s places.") % {"most": PLACES_MOST})
    _verify_place_name(name)
    try:
        with transaction.atomic():
            return Place.objects.create(name=name, address=address, notes=notes)
    except IntegrityError:  # the very same name, added at this very moment
        raise _taken() from None


@transaction.atomic
def change_place(*, place: Place, name: str, address: str, notes: str, check: Check | None = None) -> Place:
    """Change what a place is called and where it is. Raises ``Refused``, or ``Stale``."""
    _one_at_a_time()
    locked = for_update(Place.objects.all()).get(pk=place.pk)
    if check is not None:
        check()
    _verify_place_name(name, besides=locked)
    locked.name, locked.address, locked.notes = name, address, notes
    locked.save(update_fields=["name", "address", "notes"])
    return locked


@transaction.atomic
def retire_place(*, place: Place, retired: bool) -> None:
    """Put a place out of use, or back into it; what was played there goes on naming it."""
    locked = for_update(Place.objects.all()).get(pk=place.pk)
    locked.retired = retired
    locked.save(update_fields=["retired"])


@transaction.atomic
def add_table(
    *, place: Place, name: str, seats: int, width: int | None = None, depth: int | None = None, notes: str = ""
) -> GameTable:
    """Put a table at a place. ``seats`` 1 to 20, ``width`` and ``depth`` in paces. Raises ``Refused``."""
    locked = for_update(Place.objects.all()).get(pk=place.pk)
    if locked.tables.count() >= TABLES_MOST:
        raise Refused.because("tables_full", _("This place already has %(most)s tables.") % {"most": TABLES_MOST})
    _verify_table(locked, name, width, depth)
    return GameTable.objects.create(place=locked, name=name, seats=seats, width=width, depth=depth, notes=notes)


@transaction.atomic
def change_table(
    *,
    table: GameTable,
    name: str,
    seats: int,
    width: int | None,
    depth: int | None,
    notes: str,
    check: Check | None = None,
) -> GameTable:
    """Change a table. Raises ``Refused``, or ``Stale``."""
    place = for_update(Place.objects.all()).get(pk=table.place_id)
    locked = for_update(GameTable.objects.all()).get(pk=table.pk)
    if check is not None:
        check()
    _verify_table(place, name, width, depth, besides=locked)
    locked.name, locked.seats, locked.width, locked.depth, locked.notes = name, seats, width, depth, notes
    locked.save(update_fields=["name", "seats", "width", "depth", "notes"])
    return locked


@transaction.atomic
def retire_table(*, table: GameTable, retired: bool) -> None:
    """Put a table out of use, or back into it."""
    locked = for_update(GameTable.objects.all()).get(pk=table.pk)
    locked.retired = retired
    locked.save(update_fields=["retired"])


def _one_at_a_time() -> None:
    """Let nobody else rename a place meanwhile: all of them are compared."""
    list(for_update(Place.objects.order_by("pk")))


def _verify_place_name(name: str, besides: Place | None = None) -> None:
    others = Place.objects.exclude(pk=besides.pk) if besides else Place.objects.all()
    if names.key(name) in map(names.key, others.values_list("name", flat=True)):
        raise _taken()


def _taken() -> Refused:
    return Refused.because("place_taken", _("Another place of the club is called like this."), "name")


def _verify_table(
    place: Place, name: str, width: int | None, depth: int | None, besides: GameTable | None = None
) -> None:
    others = place.tables.exclude(pk=besides.pk) if besides else place.tables.all()
    if names.key(name) in map(names.key, others.values_list("name", flat=True)):
        raise Refused.because("table_taken", _("Another table at this place is called like this."), "name")
    if (width is None) != (depth is None):
        missing = "width" if width is None else "depth"
        raise Refused.because(
            "one_measure", _("A table of Musg has a width and a depth: fill in both, or leave both empty."), missing
        )
