"""The demo club's evenings: some past, one of them with who was there, one ahead with sign-ups and a waiting list."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.utils import timezone

from campaigns.demo.clock import Clock, as_of
from campaigns.demo.house import HALL
from campaigns.demo.people import ALINE, BRUNO, CHLOE, DAVID, EMMA, FARID, GILLES, PRESIDENT, REFEREE
from campaigns.evenings.models.evening import ClubEvening, EveningSeries, Guests
from campaigns.evenings.models.plan import EveningGame
from campaigns.evenings.operations import announcing, coming, offering
from campaigns.evenings.operations.announcing import Announcement
from campaigns.evenings.operations.offering import Offer
from campaigns.evenings.people import Comer
from campaigns.evenings.rhythm import Repeat, Rhythm
from club.models import Member
from club.models.place import GameTable, Place
from engines.evenings import Answer, Role

TITLE: Final = "Soirée du club"
NOTES: Final = "Portes ouvertes dès 19 h. Chacun apporte ses figurines et de quoi grignoter."
WEEK: Final = 7
PAST: Final = 3
AHEAD: Final = 8
NEXT: Final = 3
"""Weeks behind and ahead, and in how many days the next one is."""
LENGTH: Final = timedelta(hours=4, minutes=30)


def hold(members: Mapping[str, Member], clock: Clock) -> None:
    """Announce the series a month ago, hold the last one of those past, and let people sign up for the next one."""
    first = clock.moment(PAST * WEEK - NEXT, 19)
    until = timezone.localtime(first).date() + timedelta(days=WEEK * (PAST + AHEAD))
    with as_of(clock.moment(30)):
        announcing.announce(
            organiser=members[PRESIDENT.username],
            said=Announcement(
                title=TITLE,
                begins=first,
                ends=first + LENGTH,
                place=Place.objects.filter(name=HALL.name).first(),
                notes=NOTES,
                guests=Guests.PUBLIC,
                rhythm=Rhythm(Repeat.WEEKLY, timezone.localtime(first).date(), until),
            ),
        )
    evenings = list(ClubEvening.objects.filter(title=TITLE).order_by("begins"))
    _hold_past(members, clock, evenings[PAST - 1])
    _sign_up(members, clock, evenings[PAST])
    with as_of(clock.moment(1)):
        holiday = evenings[PAST + 2]
        announcing.cancel(evening=holiday, author=members[PRESIDENT.username], because="La salle est louée.")


def _hold_past(members: Mapping[str, Member], clock: Clock, evening: ClubEvening) -> None:
    """The last evening: six came, one of them as a guest, and played."""
    with as_of(clock.moment(WEEK - NEXT + 1)):
        game = _offer(evening, members[EMMA.username], "baf", "BAF!", 5, "La ronde")
        for person in (ALINE, BRUNO, GILLES):
            coming.join(evening=evening, game=game.number, comer=Comer(members[person.username]))
        coming.come_as_guest(evening=evening, secret="0" * 64, name="Léa")
        for person in (REFEREE, DAVID):
            coming.answer(evening=evening, comer=Comer(members[person.username]), said=Answer.YES)
    with as_of(clock.moment(WEEK - NEXT, 20)):
        for person in (EMMA, ALINE, BRUNO, GILLES, REFEREE):
            key = Comer(members[person.username]).key
            coming.tick(evening=evening, person=key, there=True, author=members[PRESIDENT.username])


def _sign_up(members: Mapping[str, Member], clock: Clock, evening: ClubEvening) -> None:
    """The next one: three games, one of them full with somebody who waits."""
    with as_of(clock.moment(2)):
        badass = _offer(evening, members[FARID.username], "badass_force", "Badass Force", 3, "La ronde")
        for person in (ALINE, BRUNO, GILLES):
            coming.join(evening=evening, game=badass.number, comer=Comer(members[person.username]))
        musg = _offer(evening, members[CHLOE.username], "musg", "Découvrir Musg", 2, "Table 3", role=Role.EXPLAINS)
        coming.join(evening=evening, game=musg.number, comer=Comer(members[DAVID.username]))
        _offer(evening, members[EMMA.username], "bebop", "Space Serenade", 4, "Table 2")
    with as_of(clock.moment(1)):
        coming.answer(evening=evening, comer=Comer(members[REFEREE.username]), said=Answer.MAYBE)
        helps = Comer(members[PRESIDENT.username])
        coming.answer(evening=evening, comer=helps, said=Answer.YES, brings="Du gâteau aux noix", seeks="")


def _offer(
    evening: ClubEvening, host: Member, kind: str, title: str, seats: int, spot: str, *, role: Role = Role.PLAYER
) -> EveningGame:
    table = GameTable.objects.filter(place=evening.place, name=spot).first()
    wanted = "new" if role == Role.EXPLAINS else ""
    offer = Offer(kind=kind, title=title, seats=seats, spot=table, wanted=wanted)
    return offering.offer_game(evening=evening, offer=offer, host=host, role=role)


def clear() -> None:
    """Take the series away again."""
    ClubEvening.objects.filter(organiser__is_demo=True).delete()
    EveningSeries.objects.filter(evenings=None).delete()
