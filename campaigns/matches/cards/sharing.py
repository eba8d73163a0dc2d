"""Several people at one card set: who may help, and single cards copied out of another set."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, field

from campaigns.matches.cards.kinds import KINDS, CardData, Kind
from campaigns.matches.cards.operations import change, face, free_code, lock
from campaigns.matches.cards.record import record
from campaigns.matches.cards.rights import readable
from campaigns.matches.cards.sets import name_on
from campaigns.matches.models.card_set import ScoreCards
from club.models import Member
from club.operations import Check, Refused


@transaction.atomic
def share_cards(
    *, cards: ScoreCards, editors: Collection[Member], everyone: bool, author: Member, check: Check | None = None
) -> None:
    """Let ``editors``, or with ``everyone`` all members, change the cards of a set, and nobody else.

    Only who added it may, and club admins. Raises ``Refused``, and what ``check`` raises.
    """
    locked = lock(cards, author, owner=True)
    if check is not None:
        check()
    gone = [one.name for one in editors if not one.is_active]
    if gone:
        raise Refused.because("member_gone", _("%(name)s has no account here any more.") % {"name": gone[0]}, "editors")
    locked.open_to_all = everyone
    locked.save(update_fields=["open_to_all"])
    locked.editors.set(one for one in editors if one.pk != locked.added_by_id)
    record(locked, author, "shared")


class Copied(Struct, frozen=True):
    """What came of copying, by the names of cards: copied, known in the set already, too many for the box."""

    copied: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    full: list[str] = field(default_factory=list)


@transaction.atomic
def copy_cards(*, cards: ScoreCards, source: ScoreCards, wanted: Iterable[tuple[str, str]], author: Member) -> Copied:
    """Copy cards out of another set of the same game; ``wanted`` are the codes of their kinds and their own.

    Nothing in the set is replaced: a card whose name is there already is left out and told, as is one for which the box
    has no place. Raises ``Refused``.
    """
    locked = lock(cards, author)
    found = readable(author).filter(pk=source.pk, game=locked.game).exclude(pk=locked.pk).first()
    if found is None:
        raise Refused.because("no_such_cards", _("This card set is no longer available. Choose again."), "source")
    asked, data, told = set(wanted), dict(locked.data), Copied()
    for kind in KINDS[locked.game]:
        names = names_in(locked.data, kind)
        for row in kind.rows(found.data):
            if (kind.code, row["code"]) in asked:
                _copy(kind, row, data, names, told)
    if not (told.copied or told.known or told.full):
        raise Refused.because("no_cards", _("Choose the cards to copy."), "cards")
    if told.copied:
        change(locked, {kind.place: data[kind.place] for kind in KINDS[locked.game]})
        record(locked, author, "copied", source=found.name, names=", ".join(told.copied))
    return told


def names_in(data: CardData, kind: Kind) -> set[str]:
    """Return what the cards among which a kind's stand are called, in both languages and small letters."""
    rows = (row for place in kind.apart or (kind.place,) for row in data.get(place, ()))
    return {name.casefold() for row in rows for name in row["name"].values()}


def collides(row: CardData, names: set[str]) -> bool:
    """Tell whether a card is called as one of these, in either language."""
    return any(name.casefold() in names for name in row["name"].values())


def _copy(kind: Kind, row: CardData, data: dict[str, Any], names: set[str], told: Copied) -> None:
    there = data.get(kind.place, [])
    if collides(row, names) or any(face(row) == face(one) for one in there):
        told.known.append(name_on(row))
    elif not kind.more and kind.count(data) + kind.times(row) > kind.needs:
        told.full.append(name_on(row))
    else:
        code = row["code"]
        if code.strip().casefold() in kind.codes(data):
            code = free_code(kind, data, str(row["name"]["fr"]))
        data[kind.place] = [*there, {**row, "code": code}]
        told.copied.append(name_on(row))
