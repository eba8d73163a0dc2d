"""Where the demo club plays: a hall and a café, and the tables that stand there."""

from __future__ import annotations

from typing import Final

from django.db.models import ProtectedError
from msgspec import Struct

from club.places import operations
from club.places.models import Place


class Table(Struct, frozen=True):
    """A table: its name, its seats, its size in paces where it is one for Musg, what is to be known of it."""

    name: str
    seats: int
    size: tuple[int, int] | None = None
    notes: str = ""


class House(Struct, frozen=True):
    """A place with its tables."""

    name: str
    address: str
    notes: str
    tables: tuple[Table, ...]


HALL: Final = House(
    "Salle des fêtes",
    "4 place du Marché\n57000 Brumeval",
    "Entrée par la cour, derrière la boulangerie. Bus 3, arrêt Halle. La présidente a la clé.",
    (
        Table("Table 1", 4, (48, 48), "près du poêle"),
        Table("Table 2", 4, (48, 48)),
        Table("Table 3", 2, (36, 36), "sans décors"),
        Table("La ronde", 6, None, "pour les jeux de cartes"),
    ),
)
CAFE: Final = House(
    "Café de la Tour",
    "17 rue Haute\n57000 Brumeval",
    "Au premier étage ; on consomme au comptoir.",
    (Table("La banquette", 6), Table("Le guéridon", 2)),
)
HOUSES: Final = (HALL, CAFE)


def furnish() -> None:
    """Put both there, unless the club has places of its own."""
    if Place.objects.exists():
        return
    for house in HOUSES:
        place = operations.add_place(name=house.name, address=house.address, notes=house.notes)
        for table in house.tables:
            width, depth = table.size or (None, None)
            operations.add_table(
                place=place, name=table.name, seats=table.seats, width=width, depth=depth, notes=table.notes
            )


def clear() -> None:
    """Take both away, as far as nobody else plays there."""
    for place in Place.objects.filter(name__in=[house.name for house in HOUSES]):
        try:
            place.tables.all().delete()
            place.delete()
        except ProtectedError:
            continue
