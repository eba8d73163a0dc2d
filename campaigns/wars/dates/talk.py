"""What was said about a battle's date, and what follows from it. Pure: entries in, the talk out.

Players propose moments; one that suits every side becomes the date. A proposal that somebody declines is over, for it
needs everybody. A date that was *fixed*, by the referee or by whoever scheduled the battle, holds whatever is answered:
the answers are for the referee to see. Every answer names the offer it is about, so that it never answers another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

MOMENTS_MOST: Final = 5
REASON_LIMIT: Final = 300
POSTPONED: Final = "postponed"
"""What comes of a deadline after which the battle has no date."""


class Proposed(Struct, frozen=True, tag="proposed"):
    """A player proposes moments; those that he proposed before are over."""

    by: int
    moments: tuple[datetime, ...]


class Accepted(Struct, frozen=True, tag="accepted"):
    """A moment of an offer suits a player."""

    by: int
    offer: int
    moment: datetime


class Declined(Struct, frozen=True, tag="declined"):
    """Nothing of an offer suits a player, and why."""

    by: int
    offer: int
    reason: str


class Fixed(Struct, frozen=True, tag="fixed"):
    """Somebody who may set the date, or took it away (``moment`` is None); all that was proposed is over."""

    by: int | None
    moment: datetime | None


class Reseated(Struct, frozen=True, tag="reseated"):
    """Others play in the battle: all that was said before is over."""

    players: tuple[int, ...]


class Lapsed(Struct, frozen=True, tag="lapsed"):
    """The round's deadline passed: all that was proposed is over, and this came of it (``deadlines``)."""

    outcome: str


type Entry = Proposed | Accepted | Declined | Fixed | Reseated | Lapsed


class NotAllowed(ValueError):
    """An entry that the talk does not take. ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Refusal(Struct, frozen=True):
    """A player declined, and why."""

    player: int
    reason: str


class Offer(Struct, frozen=True):
    """Moments to be answered, by the ``number`` of the entry that made them. ``by``: whose; ``fixed``: it is the date.

    ``accepted`` are players, each with a moment that suits. ``open``: it may still be answered.
    """

    number: int
    by: int | None
    moments: tuple[datetime, ...]
    fixed: bool = False
    accepted: tuple[tuple[int, datetime], ...] = ()
    declined: tuple[Refusal, ...] = ()
    open: bool = True

    def suits(self, player: int) -> tuple[datetime, ...]:
        """Return the moments that suit a player."""
        return tuple(moment for who, moment in self.accepted if who == player)

    def refusal(self, player: int) -> Refusal | None:
        """Return how a player declined, if he did."""
        return next((one for one in self.declined if one.player == player), None)

    def unanswered(self, players: Iterable[int]) -> tuple[int, ...]:
        """Return which of these players have not said anything."""
        said = {who for who, _moment in self.accepted} | {one.player for one in self.declined}
        return tuple(player for player in players if player not in said)

    def common(self, players: Collection[int]) -> datetime | None:
        """Return the first moment that suits all of these players."""
        return next((one for one in sorted(self.moments) if all((who, one) in self.accepted for who in players)), None)


class Talk(Struct, frozen=True):
    """How far the ``players`` of a battle have come: the offers in their order, and the ``date`` if there is one.

    ``number`` counts the entries. ``lapsed`` is what the last deadline came to, until a date is found.
    """

    players: tuple[int, ...]
    offers: tuple[Offer, ...] = ()
    date: datetime | None = None
    number: int = 0
    lapsed: str = ""

    @property
    def open_offers(self) -> tuple[Offer, ...]:
        """The offers that may still be answered."""
        return tuple(offer for offer in self.offers if offer.open)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The players who have not answered an offer that is open."""
        silent = {player for offer in self.open_offers for player in offer.unanswered(self.players)}
        return tuple(player for player in self.players if player in silent)

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """Who cannot keep the date that is fixed, and why; without one, who declined what was proposed last."""
        last = next((offer for offer in reversed(self.offers) if offer.fixed or self.date is None), None)
        return last.declined if last is not None and (last.open or self.date is None) else ()

    def offer(self, number: int) -> Offer | None:
        """Return an offer by its number."""
        return next((offer for offer in self.offers if offer.number == number), None)


def begin(players: Iterable[int]) -> Talk:
    """Return the talk of players who have said nothing yet."""
    return Talk(tuple(dict.fromkeys(players)))


def replay(players: Iterable[int], entries: Iterable[Entry]) -> Talk:
    """Return what these players came to by these entries. Raises ``NotAllowed``."""
    talk = begin(players)
    for entry in entries:
        talk = apply(talk, entry)
    return talk


def apply(talk: Talk, entry: Entry) -> Talk:
    """Return the talk after an entry. Raises ``NotAllowed`` for one that it does not take."""
    counted = replace(talk, number=talk.number + 1)
    match entry:
        case Proposed():
            return _proposed(counted, entry)
        case Accepted():
            return _accepted(counted, entry)
        case Declined():
            return _declined(counted, entry)
        case Fixed():
            return _fixed(counted, entry)
        case Reseated():
            return replace(_all_over(counted), players=tuple(dict.fromkeys(entry.players)), lapsed="")
        case Lapsed():
            date = None if entry.outcome == POSTPONED else talk.date
            return replace(_all_over(counted), lapsed=entry.outcome, date=date)


def _proposed(talk: Talk, entry: Proposed) -> Talk:
    if entry.by not in talk.players:
        raise NotAllowed("not_a_player")
    moments = tuple(sorted(set(entry.moments)))
    if not moments:
        raise NotAllowed("no_moment")
    if len(entry.moments) > MOMENTS_MOST:
        raise NotAllowed("too_many")
    if talk.date in moments:
        raise NotAllowed("date_already")
    made = Offer(talk.number, entry.by, moments, accepted=tuple((entry.by, one) for one in moments))
    before = tuple(replace(offer, open=offer.open and (offer.fixed or offer.by != entry.by)) for offer in talk.offers)
    return _agree(replace(talk, offers=(*before, made), lapsed=""), made)


def _accepted(talk: Talk, entry: Accepted) -> Talk:
    offer = _answered(talk, entry.by, entry.offer)
    if entry.moment not in offer.moments:
        raise NotAllowed("not_offered")
    if (entry.by, entry.moment) in offer.accepted:
        raise NotAllowed("said_already")
    declined = tuple(one for one in offer.declined if one.player != entry.by)
    changed = replace(offer, accepted=(*offer.accepted, (entry.by, entry.moment)), declined=declined)
    return _agree(_with(talk, changed), changed)


def _declined(talk: Talk, entry: Declined) -> Talk:
    offer = _answered(talk, entry.by, entry.offer)
    if not offer.fixed and offer.by == entry.by:
        raise NotAllowed("own_offer")
    if not entry.reason.strip():
        raise NotAllowed("no_reason")
    accepted = tuple(one for one in offer.accepted if one[0] != entry.by)
    others = tuple(one for one in offer.declined if one.player != entry.by)
    declined = (*others, Refusal(entry.by, entry.reason.strip()[:REASON_LIMIT]))
    return _with(talk, replace(offer, accepted=accepted, declined=declined, open=offer.fixed))


def _fixed(talk: Talk, entry: Fixed) -> Talk:
    over = replace(_all_over(talk), date=entry.moment, lapsed="")
    if entry.moment is None:
        return over
    suits = ((entry.by, entry.moment),) if entry.by is not None and entry.by in talk.players else ()
    made = Offer(talk.number, entry.by, (entry.moment,), fixed=True, accepted=suits)
    return replace(over, offers=(*over.offers, made))


def _answered(talk: Talk, player: int, number: int) -> Offer:
    if player not in talk.players:
        raise NotAllowed("not_a_player")
    offer = talk.offer(number)
    if offer is None or not offer.open:
        raise NotAllowed("over")
    return offer


def _agree(talk: Talk, offer: Offer) -> Talk:
    """Let a moment that suits everybody be the date; all that was offered is over then."""
    moment = offer.common(talk.players) if not offer.fixed else None
    return replace(_all_over(talk), date=moment, lapsed="") if moment is not None else talk


def _all_over(talk: Talk) -> Talk:
    return replace(talk, offers=tuple(replace(offer, open=False) for offer in talk.offers))


def _with(talk: Talk, changed: Offer) -> Talk:
    offers = (changed if offer.number == changed.number else offer for offer in talk.offers)
    return replace(talk, offers=tuple(offers))


def encode(value: Entry | Talk) -> object:
    """Return an entry or a talk as it is stored."""
    return msgspec.to_builtins(value)


def entry_from(data: object) -> Entry:
    """Return an entry from what is stored."""
    entry: Entry = msgspec.convert(data, Proposed | Accepted | Declined | Fixed | Reseated | Lapsed)
    return entry


def talk_from(data: object) -> Talk:
    """Return a talk from its reading copy."""
    return msgspec.convert(data, Talk)
