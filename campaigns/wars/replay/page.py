"""What a replay shows: the map at one event, the event itself, how everybody stands, and the account of its turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.wars.ground.map import BattleMap, battle_map, short
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.replay import hulls
from campaigns.wars.replay.falls import falls_of
from campaigns.wars.replay.frames import FigureState, Frame, concerned, decoded, figures_of, frame_at, frames, newcomers
from campaigns.wars.replay.hulls import HullState
from campaigns.wars.replay.initials import initials
from campaigns.wars.replay.opening import decisive, opening_of
from campaigns.wars.replay.standing import Aboard, Standing, aboard, classes, part, standing, structure_of, token_of
from campaigns.wars.replay.traces import places, traces, way_of
from campaigns.wars.replay.wording import DiceGroup, Names, dice_of, event_sentence
from campaigns.wars.replay.wording.names import newcomer_name
from campaigns.wars.replay.wording.pulp import pools_text
from club.access import User
from club.numbers import whole_number
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.setup import Setup
from rosters.access import readable_by
from rosters.wording import rule_name


class EventLine(Struct, frozen=True):
    """One event of the account. ``figures`` are the numbers of those it is about, separated by blanks."""

    number: int
    sentence: str
    dice: tuple[DiceGroup, ...]
    rule: str
    address: str
    figures: str


class Turn(Struct, frozen=True):
    """One turn of the account; 0 is the deployment. ``first`` is the address of its first event."""

    number: int
    name: str
    first: str
    current: bool


class Band(Struct, frozen=True):
    """A warband at the moment, or whom nobody leads: they have no ``points``. ``pulp``: its points of pulp."""

    side: int
    name: str
    points: int | None
    figures: tuple[Standing, ...]
    pulp: str = ""
    vehicles: tuple[Aboard, ...] = ()


class Replay:
    """A resolved battle opened at event ``at``, or the nearest there is; ``figure``: only that figure's events.

    Where no event is named it opens at the first shot or blow: the deployment is the first step.

    ``reader`` sees the portraits of the warbands they may read; without one there are none.
    """

    def __init__(self, resolution: Resolution, at: str = "", figure: str = "", *, reader: User | None = None) -> None:
        self.reader = reader
        self.setup, self.events = decoded(resolution.setup, resolution.events)
        self.names = Names.of(self.setup, self.events)
        self.last = len(self.events) - 1
        followed = whole_number(figure)
        known = followed is not None and followed < len(self.names.figures)
        self.figure: int | None = followed if known else None
        wanted = whole_number(at)
        asked = min(opening_of(self.events) if wanted is None else wanted, self.last)
        later = [number for number in self.rows if number >= asked]
        self.at: int = later[0] if later else self.rows[-1] if self.rows else asked

    @cached_property
    def rows(self) -> list[int]:
        """The numbers of the events stepped through: all of them, or those of the figure chosen."""
        return [e.index for e in self.events if self.figure is None or self.figure in concerned(e)]

    @cached_property
    def frame(self) -> Frame:
        """The table at the moment."""
        return frame_at(self.setup, self.events, self.at)

    @cached_property
    def portraits(self) -> dict[int, str]:
        """Where portraits are found, by the figures' numbers; asks the database once, and only if they are shown."""
        return {} if self.reader is None else portraits_for(self.reader, self.setup)

    @property
    def followed(self) -> str:
        """The name of the figure chosen; empty without one."""
        return "" if self.figure is None else self.names.figure(self.figure)

    @property
    def event(self) -> EventLine:
        """The event the page is opened at."""
        return self._line(self.events[self.at])

    @property
    def map(self) -> BattleMap:
        """The table at the moment, with what just happened."""
        event = self.events[self.at]
        return battle_map(
            self.setup.table,
            sides=self.names.sides,
            figures=[
                token_of(
                    one,
                    self.names,
                    self.marks,
                    self.portraits,
                    css=f"{self._css(one)} {classes(one)} {part(event, one.number)}".strip(),
                )
                for one in self.everybody
            ],
            traces=(*places(self.setup), *traces(event, self.frame)),
        )

    @property
    def bands(self) -> tuple[Band, ...]:
        """Everybody by warband, and last whom nobody leads."""
        sides = sorted({*range(len(self.names.sides)), *(one.side for one in self.everybody)})
        points = dict(enumerate(self.frame.points))
        return tuple(
            Band(
                side,
                self.names.side(side),
                points.get(side),
                tuple(self._standing(one) for one in self.everybody if one.side == side),
                pulp_of(self.frame, side),
                tuple(aboard(one, self.names) for one in self.vehicles if one.side == side),
            )
            for side in sides
        )

    @cached_property
    def vehicles(self) -> tuple[HullState, ...]:
        """All vehicles at the moment, those included that are placed later."""
        now = {one.number: one for one in self.frame.hulls}
        found: tuple[HullState, ...] = ()
        for event in self.events:
            if event.kind is Kind.VEHICLE_PLACED:
                found = hulls.after(found, event)
        return tuple(now.get(one.number, one) for one in found)

    @property
    def has_pulp(self) -> bool:
        """Whether points of pulp are counted in the battle."""
        return any(event.kind is Kind.PULP_POOLS for event in self.events)

    @cached_property
    def everybody(self) -> tuple[FigureState, ...]:
        """All figures at the moment, those included whom a module brings in later."""
        now = self.frame.figures
        return now + tuple(one for one in newcomers(self.events) if one.number >= len(now))

    @cached_property
    def marks(self) -> dict[int, str]:
        """What each figure bears on the map, by the figures' numbers."""
        found: dict[int, str] = {}
        named = [(one, one.name) for one in figures_of(self.setup)]
        named += [(one, newcomer_name(one, self.setup.catalogue)) for one in newcomers(self.events)]
        for side in {one.side for one, _name in named}:
            ours = [(one.number, name) for one, name in named if one.side == side]
            signs = initials([name for _number, name in ours])
            found |= {number: sign for (number, _name), sign in zip(ours, signs, strict=True)}
        return found

    def _standing(self, one: FigureState) -> Standing:
        return standing(one, self.marks[one.number], self.portraits.get(one.number, ""))

    def _css(self, one: FigureState) -> str:
        return "" if one.side < len(self.names.sides) else "map__figure--others"

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns stepped through: of the whole battle, or those in which something concerns one figure."""
        rows = [self.events[number] for number in self.rows]
        current = self.events[self.at].turn
        return tuple(
            Turn(number, turn_name(number), self.address(next(lines).index), number == current)
            for number, lines in groupby(rows, key=lambda e: e.turn)
        )

    @property
    def turn(self) -> Turn | None:
        """The turn of the moment; ``None`` where nothing happened."""
        return next((turn for turn in self.turns if turn.current), None)

    @property
    def lines(self) -> tuple[EventLine, ...]:
        """The account of the turn of the moment."""
        turn = self.events[self.at].turn
        return tuple(self._line(self.events[number]) for number in self.rows if self.events[number].turn == turn)

    @property
    def next_casualty(self) -> str:
        """The address of the next event that puts a figure out of action; empty after the last."""
        later = (number for number in self.rows if number > self.at and fells(self.events[number]))
        found = next(later, None)
        return "" if found is None else self.address(found)

    @cached_property
    def decisive(self) -> str:
        """The address of the fall that decided the battle; empty where nobody fell."""
        fall = decisive(self.events, falls_of(self.setup, self.events))
        return "" if fall is None or fall.event not in self.rows else self.address(fall.event)

    @property
    def steps(self) -> tuple[str, str, str, str]:
        """Addresses of the first event, the one before, the one after, the last: of the figure chosen, if one is."""
        rows = self.rows or [self.at]
        before = [number for number in rows if number < self.at] or rows[:1]
        after = [number for number in rows if number > self.at] or rows[-1:]
        first, back, forth, last = rows[0], before[-1], after[0], rows[-1]
        return self.address(first), self.address(back), self.address(forth), self.address(last)

    @property
    def people(self) -> tuple[tuple[str, tuple[FigureState, ...]], ...]:
        """All figures by warband, to choose one whose events to read."""
        everybody = figures_of(self.setup)
        return tuple(
            (name, tuple(one for one in everybody if one.side == side)) for side, name in enumerate(self.names.sides)
        )

    def address(self, number: int) -> str:
        """Return where the replay is opened at an event."""
        chosen = f"&figure={self.figure}" if self.figure is not None else ""
        return f"?event={number}{chosen}#replay"

    def _line(self, event: Event) -> EventLine:
        return EventLine(
            event.index,
            event_sentence(event, self.names),
            dice_of(event),
            rule_name(event.rule),
            self.address(event.index),
            " ".join(str(number) for number in concerned(event)),
        )


def data(resolution: Resolution, figure: str = "") -> dict[str, Any]:
    """Return what a script needs to step through the battle: what each event leaves altered, draws and is told as.

    ``rows`` are the numbers of the events stepped through: all of them, or those of ``figure``. Whose side is none of
    the warbands', ``sides`` many, is led by nobody.
    """
    opened = Replay(resolution, figure=figure)
    return {
        "start": [_figure_data(one) for one in (*figures_of(opened.setup), *newcomers(opened.events))],
        "rows": opened.rows,
        "sides": len(opened.setup.sides),
        "events": list(_steps(opened.setup, opened.events, opened.names)),
    }


def _steps(setup: Setup, events: Sequence[Event], names: Names) -> Iterator[dict[str, Any]]:
    for event, frame in zip(events, frames(setup, events), strict=True):
        step: dict[str, Any] = {"turn": event.turn, "points": frame.points, "said": event_sentence(event, names)}
        dice = [[f"{group.purpose} {group.need}".strip(), list(group.faces)] for group in dice_of(event)]
        if dice:
            step["dice"] = dice
        if frame.pools:
            step["pulp"] = [pulp_of(frame, side) for side in range(len(setup.sides))]
        if frame.hulls:
            step["vehicles"] = [[one.number, structure_of(one), one.state] for one in frame.hulls]
        if event.rule:
            step["rule"] = rule_name(event.rule)
        if fells(event):
            step["fell"] = True
        if frame.altered:
            step["figures"] = [_figure_data(frame.figures[number]) for number in frame.altered]
        found = {number: word for number in concerned(event) if (word := part(event, number))}
        if found:
            step["parts"] = found
        drawn = (*places(setup), *traces(event, frame))
        if drawn:
            step["traces"] = [[trace.kind, trace.outline] for trace in drawn]
        if way := way_of(event):
            step["way"] = way
        glided = hulls.glided(frame.hulls, event)
        if glided is not None:
            trace, path = glided
            step["glide"] = [drawn.index(trace), path]
        yield step


def _figure_data(one: FigureState) -> dict[str, Any]:
    row = standing(one)
    return {
        "number": one.number,
        "side": one.side,
        "x": short(one.x),
        "y": short(one.y),
        "css": row.css,
        "hit_points": row.hit_points,
        "state": row.state,
    }


def pulp_of(frame: Frame, side: int) -> str:
    """Return a side's points of pulp, its leader's and those shared: "3 + 1"; empty where it has none."""
    two = frame.pools[2 * side : 2 * side + 2]
    return pools_text(*two) if len(two) == 2 else ""


def fells(event: Event) -> bool:
    """Tell whether an event puts a figure out of action."""
    return event.kind is Kind.OUT


def turn_name(number: int) -> str:
    """Return what a turn is called."""
    return _("Turn %(number)s") % {"number": number} if number else _("Deployment")


def portraits_for(user: User, setup: Setup) -> dict[int, str]:
    """Return where the portraits of the warbands' figures are found, by the figures' numbers in the battle. One query.

    They hang in warbands that ``user`` may read, as the address of each asks again. Whoever a module brings in has
    none, whatever number it wears.
    """
    keys = [side.key for side in setup.sides]
    found = readable_by(user).filter(key__in=keys).only("key", "portraits_hung")
    warbands = {warband.key: warband for warband in found}
    addresses = {
        one.number: warbands[keys[one.side]].portrait(one.member)
        for one in figures_of(setup)
        if keys[one.side] in warbands
    }
    return {number: address for number, address in addresses.items() if address}
