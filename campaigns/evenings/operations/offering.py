"""Games of an evening: offered, changed, not played after all."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.evenings import news
from campaigns.evenings.minutes import minute_of
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningGame
from campaigns.evenings.operations.book import Book, close, lock_book, now, write
from campaigns.evenings.people import key_of_member
from campaigns.evenings.promises import refuse_clashes
from campaigns.wars.models.battle import Battle
from club.models import Member
from club.models.place import GameTable
from club.operations import Refused
from engines.evenings import Details, GameAdded, GameChanged, GameRemoved, Locked, Role, Seated

BECAUSE: Final = 200


class Offer(Struct, frozen=True, kw_only=True):
    """What is offered. ``kind`` is one of ``games.KINDS``; times are those of the evening where they are ``None``.

    ``battle`` brings its players to their seats. ``because``: why it may stand where another game has its table.
    """

    kind: str
    title: str
    seats: int
    begins: datetime | None = None
    ends: datetime | None = None
    spot: GameTable | None = None
    notes: str = ""
    wanted: str = ""
    battle: Battle | None = None
    because: str = ""


@transaction.atomic
def offer_game(
    *, evening: ClubEvening, offer: Offer, host: Member, role: Role | None = Role.PLAYER, may_override: bool = False
) -> EveningGame:
    """Offer a game and sit down at it oneself in this ``role``, or not at all; a battle's players get its seats.

    Only where ``may_override`` a table may be taken twice at one time, with a reason. Raises ``Refused``.
    """
    book = _lock_open(evening)
    sides = list(offer.battle.sides.select_related("warband")) if offer.battle is not None else []
    if offer.battle is not None:
        _refuse_planned(book, offer.battle)
    warbands = tuple(side.warband_id for side in sides)
    entry = GameAdded(at=now(), details=_details(offer, warbands, may_override=may_override))
    happened = write(book, entry, author=host)
    number = book.plan.last_number
    row = EveningGame.objects.get(evening=book.evening, number=number)
    _describe(row, offer, host)
    for owner in dict.fromkeys(side.warband.owner_id for side in sides):
        write(book, Seated(at=now(), game=number, person=key_of_member(owner)), author=host)
        news.seated(book.evening, book.plan.games[number], key_of_member(owner), by=host)
    if not sides and role is not None:
        write(book, Seated(at=now(), game=number, person=key_of_member(host.pk), role=role), author=host)
    close(book, evening)
    news.followed(book.evening, book.plan, happened, by=host)
    _refuse_clashes(book, number, host, offer.because if may_override else "")
    return row


@transaction.atomic
def change_game(
    *, game: EveningGame, offer: Offer, author: Member, may_override: bool = False, version: int | None = None
) -> None:
    """Change a game that is offered; whoever sits at it stays. Raises ``Refused`` or ``Stale``."""
    book = _lock_open(game.evening, version)
    known = book.plan.games.get(game.number)
    if known is None:
        raise Refused.because("no_such_game", _("This game is not played any more."))
    entry = GameChanged(at=now(), game=game.number, details=_details(offer, known.warbands, may_override=may_override))
    happened = write(book, entry, author=author)
    _describe(EveningGame.objects.get(pk=game.pk), offer, game.host)
    close(book, game.evening)
    news.game_changed(book.evening, known, book.plan.games[game.number], by=author)
    news.followed(book.evening, book.plan, happened, by=author)
    _refuse_clashes(book, game.number, author, offer.because if may_override else "")


@transaction.atomic
def remove_game(*, game: EveningGame, author: Member) -> None:
    """Take a game off the plan; whoever sat at it or waited for it is told. What was removed stays so."""
    book = _lock_open(game.evening)
    known = book.plan.games.get(game.number)
    if known is None:
        return
    write(book, GameRemoved(at=now(), game=game.number), author=author)
    close(book, game.evening)
    news.game_removed(book.evening, known, by=author)


@transaction.atomic
def lock_game(*, game: EveningGame, locked: bool, author: Member) -> None:
    """Settle a game, so that no plan moves it; or let plans move it again."""
    book = _lock_open(game.evening)
    write(book, Locked(at=now(), game=game.number, locked=locked), author=author)
    close(book, game.evening)


def _refuse_clashes(book: Book, number: int, author: Member, despite: str) -> None:
    game = book.plan.games[number]
    people = [seat.person for seat in game.seated]
    refuse_clashes(book.evening, game, people, author=author, despite=despite)


def _details(offer: Offer, warbands: tuple[int, ...], *, may_override: bool) -> Details:
    return Details(
        title=offer.title,
        seats=offer.seats,
        begins=minute_of(offer.begins) if offer.begins is not None else None,
        ends=minute_of(offer.ends) if offer.ends is not None else None,
        spot=offer.spot.pk if offer.spot is not None else 0,
        warbands=warbands,
        because=offer.because.strip()[:BECAUSE] if may_override else "",
    )


def _describe(row: EveningGame, offer: Offer, host: Member | None) -> None:
    """Store what the plan does not need to know of a game."""
    row.kind, row.notes, row.wanted, row.host, row.battle = offer.kind, offer.notes, offer.wanted, host, offer.battle
    row.save(update_fields=["kind", "notes", "wanted", "host", "battle"])


def _refuse_planned(book: Book, battle: Battle) -> None:
    planned = EveningGame.objects.filter(battle=battle, removed=False, evening__ends__gt=book.evening.begins)
    if planned.exists():
        raise Refused.because("battle_planned", _("This battle is planned for an evening already."), "what")


def _lock_open(evening: ClubEvening, version: int | None = None) -> Book:
    book = lock_book(evening, version)
    if book.evening.is_over or book.evening.cancelled:
        raise Refused.because("evening_over", _("This evening is over, or called off."))
    return book
