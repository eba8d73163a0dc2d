"""Battles as they stand, kept between decisions so that none replays the battle.

A kept battle is only ever a replay of rows: it may be lost at any time, each process has its own, one that lags behind
plays what it missed, and one whose last decision is not in the log, since what stored it was rolled back, is dropped.
Whoever looks at a battle has it alone meanwhile.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from django.db import transaction

from campaigns.wars.models.play import PlayedBattle
from engines.core.dice import SeededDice
from engines.musg.battle.game import Battle
from engines.musg.prospects import code_of, read

KEPT_MOST: Final = 16
"""So many battles a process keeps; the one unused longest goes first."""

type Key = tuple[int, int, str]

_kept: OrderedDict[Key, Battle] = OrderedDict()
_lock: Final = Lock()


def forget() -> None:
    """Drop every kept battle."""
    with _lock:
        _kept.clear()


@contextmanager
def standing(played: PlayedBattle) -> Iterator[Battle]:
    """Lend the battle as it stands after the last stored decision, to look at; nothing may be played on it."""
    battle = take(played)
    yield battle
    give_back(played, battle)


@contextmanager
def to_play_on(played: PlayedBattle) -> Iterator[Battle]:
    """Lend the battle to play on, in a transaction: once that has stored what was played it is kept, else dropped."""
    battle = take(played)
    yield battle
    transaction.on_commit(lambda: give_back(played, battle))


def take(played: PlayedBattle) -> Battle:
    """Return the battle as it stands, for the caller alone: from what is kept, else by replaying it.

    A row read before the latest decision is brought up to date: a page never shows a battle beside another's version.
    """
    while True:
        with _lock:
            battle = _kept.pop(_key(played), None)
        if battle is None:
            battle = Battle.new(played.prepared, SeededDice(bytes.fromhex(played.seed)))
        known = len(battle.log)
        missed = played.actions.filter(index__gte=max(0, known - 1)).order_by("index")
        rows = list(missed.values_list("code", "played__lineage", "played__version"))
        if rows and rows[0][1:] != (played.lineage, played.version):
            played.refresh_from_db()  # somebody decided, or took back, since the row was read: this is another log
        elif not known:
            break
        elif rows and rows[0][0] == code_of(battle.log[-1]):
            rows = rows[1:]
            break
    for code, *_stands in rows:
        battle.play(read(code))
    return battle


def give_back(played: PlayedBattle, battle: Battle) -> None:
    """Keep a battle on which nothing was played but what is stored."""
    key = _key(played)
    with _lock:
        other = _kept.get(key)
        if other is None or len(other.log) <= len(battle.log):
            _kept[key] = battle
        _kept.move_to_end(key)
        while len(_kept) > KEPT_MOST:
            _kept.popitem(last=False)


def _key(played: PlayedBattle) -> Key:
    return played.pk, played.lineage, played.seed
