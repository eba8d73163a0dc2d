"""Writing down what is said about a battle's date; the battle's row is locked by whoever calls."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.db import transaction
from django.db.models import QuerySet

from campaigns.wars.dates import talk as talks
from campaigns.wars.dates.talk import Entry, Reseated, Talk
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.dates import DateEntry, DateTalk
from club.models import Member
from club.rebuilding import Rebuilt


def players_of(battle: Battle) -> tuple[int, ...]:
    """Return the players of a battle by key, each once, in the order of their seats. One query."""
    return tuple(dict.fromkeys(battle.sides.order_by("seat").values_list("warband__owner", flat=True)))


def talk_of(battle: Battle) -> Talk:
    """Return what was said about a battle that comes with its talk and its sides with their warbands. No query.

    What was said by others than those who play now counts no more.
    """
    players = tuple(dict.fromkeys(side.warband.owner_id for side in battle.sides.all()))
    row: DateTalk | None = getattr(battle, "talk", None)
    said = talks.talk_from(row.state) if row is not None else None
    return said if said is not None and same(said.players, players) else talks.begin(players)


def same(one: Collection[int], other: Collection[int]) -> bool:
    """Tell whether these are the same players, in whichever order."""
    return set(one) == set(other)


def add_entry(locked: Battle, entry: Entry, author: Member | None) -> DateTalk:
    """Add an entry to the talk of a locked battle. Raises ``NotAllowed`` where the talk does not take it."""
    players = players_of(locked)
    row, _made = DateTalk.objects.get_or_create(
        battle=locked, defaults={"players": list(players), "state": talks.encode(talks.begin(players))}
    )
    talk = talks.talk_from(row.state)
    if not same(talk.players, players):
        talk = _write(row, talk, Reseated(players), author)
    _write(row, talk, entry, author)
    return row


def _write(row: DateTalk, talk: Talk, entry: Entry, author: Member | None) -> Talk:
    after = talks.apply(talk, entry)
    DateEntry.objects.create(talk=row, number=after.number, data=talks.encode(entry), author=author)
    row.state, row.version = talks.encode(after), after.number
    row.save(update_fields=["state", "version", "changed"])
    return after


def replayed(row: DateTalk) -> Talk:
    """Return what a talk's entries come to. One query."""
    rows: QuerySet[DateEntry] = row.entries.order_by("number")
    return talks.replay(row.players, [talks.entry_from(one.data) for one in rows])


def rebuild_talks(*, dry_run: bool) -> Iterator[Rebuilt]:
    """Write every reading copy anew from its entries, each in its own transaction."""
    for row in DateTalk.objects.order_by("pk"):
        yield _rebuild(row, dry_run=dry_run)


@transaction.atomic
def _rebuild(row: DateTalk, *, dry_run: bool) -> Rebuilt:
    about = f"dates of battle {row.battle_id}"
    try:
        state = talks.encode(replayed(row))
    except ValueError as fault:
        return Rebuilt(about, fault=str(fault))
    differs = state != row.state
    if differs and not dry_run:
        DateTalk.objects.filter(pk=row.pk).update(state=state)
    return Rebuilt(about, ("what was agreed differed",) if differs else ())
