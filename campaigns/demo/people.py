"""Who belongs to the demo club. The passwords are no secret: these accounts cannot log in outside of DEBUG."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

PASSWORD: Final = "demo"  # noqa: S105


class Person(Struct, frozen=True):
    """An account of the demo: its user name, the name shown, and what the person is there for."""

    username: str
    name: str
    role: str | Promise
    club_admin: bool = False


PRESIDENT: Final = Person("president", "Odile, présidente", _("club admin"), club_admin=True)
REFEREE: Final = Person("arbitre", "Hélène l’Arbitre", _("referee of the club’s campaigns"))
ALINE: Final = Person("aline", "Aline", _("player, humans: a skill to choose, a report sent"))
BRUNO: Final = Person("bruno", "Bruno", _("player, orcs: a battle ahead"))
CHLOE: Final = Person("chloe", "Chloé", _("player, elves: a battle ahead"))
DAVID: Final = Person("david", "David", _("player, dwarves"))
EMMA: Final = Person("emma", "Emma", _("player, ratfolk: a report to confirm"))
FARID: Final = Person("farid", "Farid", _("player, goblins: dice to type"))
GILLES: Final = Person("gilles", "Gilles", _("member: a warband being mustered, waiting to be let in"))

PEOPLE: Final = (PRESIDENT, REFEREE, ALINE, BRUNO, CHLOE, DAVID, EMMA, FARID, GILLES)
ACCOUNTS: Final = tuple((person.username, PASSWORD, person.role) for person in PEOPLE)
"""User name, password and role of every demo account, as ``manage.py serve`` prints them."""
