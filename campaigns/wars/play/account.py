"""What happened, as one reader may be told: in sentences with the dice and the rule, and what moved, for the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from django.utils.translation import ngettext
from msgspec import Struct
from msgspec.structs import replace

from campaigns.wars.ground.map import short
from campaigns.wars.replay.page import turn_name
from campaigns.wars.replay.traces import way_of
from campaigns.wars.replay.wording import DiceGroup, Names, dice_of, event_sentence
from engines.musg.battle.events import Event, Kind
from rosters.wording import rule_name

RECENT: Final = 16
"""So many of the latest events are told on the page at least; the earlier ones of the turn are folded away."""
NEW_MOST: Final = 80
"""So many events that are new to the reader are told at once."""
_SILENT: Final = frozenset({Kind.ENDED_ACTIVATION})
_MOVES: Final = frozenset({Kind.WALKED, Kind.RAN, Kind.CARRIED, Kind.WENT_ON})
"""What may be gone on with: a move is looked at step by step where somebody might notice it."""


class Line(Struct, frozen=True):
    """One event, or the steps of one move.

    ``way``: what moved where, "x,y x,y", ``figure`` who; ``new``: the reader has not seen it yet.
    """

    number: int
    sentence: str
    dice: tuple[DiceGroup, ...]
    rule: str
    turn: int
    figure: int | None = None
    target: int | None = None
    kind: str = ""
    way: str = ""
    new: bool = False


class TurnLines(Struct, frozen=True):
    """What happened in one turn."""

    number: int
    name: str
    lines: tuple[Line, ...]


class Account(Struct, frozen=True):
    """What happened: ``new`` since the reader's last look, before it ``recent`` lines, by turn. ``last``: of all."""

    new: tuple[Line, ...] = ()
    recent: tuple[TurnLines, ...] = ()
    last: int = 0

    @property
    def title(self) -> str:
        """What the new lines are headed with."""
        count = len(self.new)
        return ngettext("Since your last look: %(count)s event", "Since your last look: %(count)s events", count) % {
            "count": count
        }


def account_of(events: Sequence[Event], names: Names, seen: int) -> Account:
    """Return the account of the events that a reader was told, of which he has ``seen`` so many."""
    told = [event for event in events if event.kind not in _SILENT]
    new = list(_whole_moves(event for event in told if event.index >= seen))[-NEW_MOST:]
    first = new[0].index if new else len(events)
    before = list(_whole_moves(event for event in told if event.index < first))[-RECENT:]
    lines = [_line(event, names) for event in before]
    turns = [TurnLines(turn, turn_name(turn), tuple(some)) for turn, some in groupby(lines, key=lambda one: one.turn)]
    return Account(
        new=tuple([_line(event, names, new=True) for event in new]),
        recent=tuple(reversed(turns)),
        last=events[-1].index + 1 if events else 0,
    )


def _whole_moves(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events; a move that only goes on, step after step, is one."""
    last: Event | None = None
    for event in events:
        if last is not None and _goes_on(last, event):
            paces = sum(float(str(one.data.get("paces", 0))) for one in (last, event))
            ends = {name: event.data[name] for name in ("end", "hanging") if name in event.data}
            last = replace(last, data=last.data | ends | {"paces": paces, "way": way_of(last) + way_of(event)[1:]})
            continue
        if last is not None:
            yield last
        last = event
    if last is not None:
        yield last


def _goes_on(before: Event, event: Event) -> bool:
    same = (before.turn, before.figure) == (event.turn, event.figure)
    return same and event.kind is Kind.WENT_ON and before.kind in _MOVES and not before.rolls and not event.rolls


def _line(event: Event, names: Names, *, new: bool = False) -> Line:
    return Line(
        number=event.index,
        sentence=event_sentence(event, names),
        dice=dice_of(event),
        rule=rule_name(event.rule),
        turn=event.turn,
        figure=event.figure,
        target=event.target,
        kind=event.kind.value,
        way=" ".join(f"{short(x)},{short(y)}" for x, y in way_of(event)) if new else "",
        new=new,
    )
