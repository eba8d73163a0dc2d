"""What people do about an evening: answer, sit down, wait, get up; and what its organiser does for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.evenings import news
from campaigns.evenings.models.evening import ClubEvening, Guests
from campaigns.evenings.models.plan import Attendance, EveningGuest
from campaigns.evenings.operations.book import Book, close, lock_book, now, write
from campaigns.evenings.people import Comer, guest_number, key_of_guest, members_among
from campaigns.evenings.promises import refuse_clashes
from campaigns.seating.sitting import guest_name
from club.models import Member
from club.operations import Refused
from engines.core import names
from engines.evenings import Answer, Answered, AnyEntry, Attended, Joined, Left, MovedUp, Role, Seated

BECAUSE = 200
GUESTS_MOST = 100
"""How many guests an evening takes that came by themselves."""


@transaction.atomic
def answer(*, evening: ClubEvening, comer: Comer, said: Answer, brings: str | None = None, seeks: str = "") -> None:
    """Say whether one comes to this evening, and to no other one of its series.

    ``brings`` and ``seeks`` are words beside the answer; ``None`` leaves those there are. Raises ``Refused``.
    """
    book = _lock_open(evening)
    person = _key_of(comer)
    reply = book.plan.replies.get(person)
    if reply is None or reply.answer != said or reply.outdated:
        happened = write(book, Answered(at=now(), person=person, answer=said), author=comer.member)
        news.followed(book.evening, book.plan, happened, by=comer.member)
    if brings is not None:
        words = {"brings": brings.strip()[:120], "seeks": seeks.strip()[:120]}
        Attendance.objects.filter(evening=book.evening, **_row_of(comer)).update(**words)
    close(book, evening)


@transaction.atomic
def join(
    *,
    evening: ClubEvening,
    game: int,
    comer: Comer,
    role: Role = Role.PLAYER,
    party: Sequence[str] = (),
    may_split: bool = False,
    instead: bool = False,
) -> bool:
    """Sit down at a game or wait for it, with guests of these names; tell whether one sits now.

    Whoever is there already stays where he is. Raises ``Refused``.
    """
    book = _lock_open(evening)
    person = _key_of(comer)
    known = book.plan.games.get(game)
    if known is not None and known.has(person):
        return known.seats_person(person)
    brought = tuple(_brought(book, comer, name) for name in party)
    entry = Joined(at=now(), game=game, person=person, role=role, party=brought, may_split=may_split, instead=instead)
    _write(book, evening, entry, comer.member)
    sits = book.plan.games[game].seats_person(person)
    if sits:
        refuse_clashes(book.evening, book.plan.games[game], (person, *brought), author=comer.member)
    return sits


def _brought(book: Book, comer: Comer, name: str) -> str:
    guest = EveningGuest.objects.create(evening=book.evening, name=guest_name(name, "party"), host=comer.member)
    return key_of_guest(guest.pk)


@transaction.atomic
def leave(*, evening: ClubEvening, game: int, comer: Comer) -> None:
    """Give up one's seat or place in the waiting list; whoever is next in it gets the seat and is told."""
    book = _lock_open(evening)
    person = _key_of(comer)
    known = book.plan.games.get(game)
    if known is None or not known.has(person):
        return
    _write(book, evening, Left(at=now(), game=game, person=person), comer.member)


@transaction.atomic
def take_out(*, evening: ClubEvening, game: int, person: str, author: Member) -> None:
    """Free the seat of somebody who will not come; he is told."""
    book = _lock_open(evening)
    _write(book, evening, Left(at=now(), game=game, person=person), author)
    news.taken_out(book.evening, book.plan.games[game], person, by=author)


@transaction.atomic
def move_up(*, evening: ClubEvening, game: int, person: str, author: Member) -> None:
    """Give somebody who waits a free seat; he is told."""
    _write(_lock_open(evening), evening, MovedUp(at=now(), game=game, person=person), author)


@transaction.atomic
def seat(*, evening: ClubEvening, game: int, people: Iterable[str], author: Member, because: str = "") -> None:
    """Give these people free seats at a game, from wherever they sit; they are told. All of them, or none.

    ``because``: why somebody sits there who is promised elsewhere at that time.
    """
    book, people = _lock_open(evening), list(people)
    for person in people:
        if not _may_come(book, person):
            raise Refused.because("no_such_person", _("Choose somebody who may come to this evening."), "people")
        write(book, Seated(at=now(), game=game, person=person, because=because.strip()[:BECAUSE]), author=author)
        news.seated(book.evening, book.plan.games[game], person, by=author)
        news.followed(book.evening, book.plan, book.happened, by=author)
    close(book, evening)
    if people:
        refuse_clashes(book.evening, book.plan.games[game], people, author=author, despite=because)


@transaction.atomic
def tick(*, evening: ClubEvening, person: str, there: bool, author: Member | None) -> None:
    """Note that somebody is there, or that he was ticked by mistake."""
    book = lock_book(evening)
    if not _may_come(book, person):
        raise Refused.because("no_such_person", _("Choose somebody who may come to this evening."))
    if (person in book.plan.there) == there:
        return
    write(book, Attended(at=now(), person=person, there=there), author=author)
    close(book, evening)


@transaction.atomic
def come_as_guest(*, evening: ClubEvening, secret: str, name: str) -> EveningGuest:
    """Put a guest on the list who came with the link; ``secret`` is the hash of what his browser keeps.

    Raises ``Refused`` where guests are not let in, or somebody has that name.
    """
    book = _lock_open(evening)
    if book.evening.guests == Guests.MEMBERS:
        raise Refused.because("members_only", _("Only members of the club come to this evening: log in first."))
    known = EveningGuest.objects.filter(evening=book.evening)
    if (same := known.filter(secret=secret).first()) is not None:
        return same
    if known.exclude(secret="").count() >= GUESTS_MOST:
        raise Refused.because("too_many_guests", _("This evening takes no more guests: ask whoever runs it."))
    plain = guest_name(name, "name")
    if names.key(plain) in {names.key(one) for one in known.values_list("name", flat=True)}:
        raise Refused.because("name_taken", _("A guest of that name comes already: add a letter."), "name")
    guest = EveningGuest.objects.create(evening=book.evening, name=plain, secret=secret)
    person = key_of_guest(guest.pk)
    write(book, Answered(at=now(), person=person, answer=Answer.YES), author=None)
    close(book, evening)
    return guest


def _write(book: Book, shown: ClubEvening, entry: AnyEntry, author: Member | None) -> None:
    happened = write(book, entry, author=author)
    close(book, shown)
    news.followed(book.evening, book.plan, happened, by=author)


def _lock_open(evening: ClubEvening) -> Book:
    """Lock an evening about which something may still be said."""
    book = lock_book(evening)
    if book.evening.is_over:
        raise Refused.because("evening_over", _("This evening is over."))
    if book.evening.cancelled:
        raise Refused.because("evening_cancelled", _("This evening is called off."))
    return book


def _key_of(comer: Comer) -> str:
    if not comer.key:
        raise Refused.because("nobody", _("Say who you are first: log in, or come with the link of the evening."))
    return comer.key


def _row_of(comer: Comer) -> dict[str, object]:
    return {"member": comer.member} if comer.member is not None else {"guest": comer.guest}


def _may_come(book: Book, person: str) -> bool:
    if (guest := guest_number(person)) is not None:
        return EveningGuest.objects.filter(evening=book.evening, pk=guest).exists()
    return Member.objects.filter(pk__in=members_among([person]), is_active=True, closed=None).exists()
