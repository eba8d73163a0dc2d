"""Where the demo club plays and what it says of itself: two places with their tables, a page, announcements."""

from __future__ import annotations

from typing import Final

from django.db.models import ProtectedError
from msgspec import Struct

from club.announcements import operations as announcements
from club.models import Announcement, ClubPage, Member
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


PAGE: Final = {
    "about": (
        "Une vingtaine de joueurs, des tables, des décors et du café. **Venez voir** : on vous prête une bande "
        "et quelqu’un vous explique les règles."
    ),
    "games": "- *Musg* : escarmouches et campagnes\n- La Bagarre, Badass Force, BAF!, Space Serenade",
    "hours": "Le jeudi à partir de 19 h 30, le samedi une semaine sur deux dès 14 h.",
    "contact": "[bureau@brumeval.example](mailto:bureau@brumeval.example)",
    "visitors_see_people": True,
}
FEAST: Final = {
    "title": "Nouvelle salle, nouvelles tables",
    "text": (
        "La mairie nous prête la *salle des fêtes* toute la saison :\n\n"
        "- trois tables pour Musg, une ronde pour les cartes ;\n"
        "- l’armoire du fond est à nous ;\n- on éteint le poêle en partant.\n\n"
        "Le plan d’accès est sur [la page du club](/club/)."
    ),
    "pinned": True,
    "public": True,
}
PAINTING: Final = {"title": "Atelier peinture", "text": "Apportez vos figurines, le club fournit les pinceaux."}


def speak(author: Member) -> None:
    """Fill in the club's page, unless it is, and announce two things."""
    if not ClubPage.objects.exists():
        ClubPage.objects.create(pk=ClubPage.SINGLETON_ID, **PAGE)
    for said in (PAINTING, FEAST):
        announcements.announce(author=author, **said)


def hush() -> None:
    """Take back what the demo said; a page that somebody has changed stays."""
    Announcement.objects.filter(author__is_demo=True).delete()
    ClubPage.objects.filter(**PAGE).delete()


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
