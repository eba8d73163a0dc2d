"""The table as one reader may see it: everybody on the map, in words, and each figure's card.

All of it is made of the side's ``view`` and of what lies open (rosters, terrain): nothing else of the battle is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import atan2, degrees, hypot
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, ngettext, pgettext_lazy
from msgspec import Struct
from msgspec.structs import replace

from campaigns.wars.ground.map import BattleMap, Trace, battle_map
from campaigns.wars.play.wording.options import weapons_listed
from campaigns.wars.replay import hulls
from campaigns.wars.replay.frames import BESIDE, FigureState, Frame, figures_of, newcomers
from campaigns.wars.replay.initials import initials
from campaigns.wars.replay.standing import classes, part, state_name, token_of
from campaigns.wars.replay.traces import places, traces
from campaigns.wars.replay.wording import Names
from campaigns.wars.replay.wording.names import newcomer_name, paces
from club.grammar import filled, named
from engines.musg.attacks.fighter import Fighter, Gun
from engines.musg.battle.conclusion import PieceView, View
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.marks import Mark
from engines.musg.battle.pursuit import THING
from engines.musg.battle.state import Place
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic
from engines.musg.ground import sight
from engines.musg.ground.table import Base, distance
from rosters.wording import characteristic_short, rank_name

_COMPASS: Final[tuple[Promise | str, ...]] = (
    pgettext_lazy("where somebody stands", "north"),
    pgettext_lazy("where somebody stands", "north-east"),
    pgettext_lazy("where somebody stands", "east"),
    pgettext_lazy("where somebody stands", "south-east"),
    pgettext_lazy("where somebody stands", "south"),
    pgettext_lazy("where somebody stands", "south-west"),
    pgettext_lazy("where somebody stands", "west"),
    pgettext_lazy("where somebody stands", "north-west"),
)
"""As the map is drawn: north is its upper edge."""
_PROFILE: Final = (
    Characteristic.MOVEMENT,
    Characteristic.LEADERSHIP,
    Characteristic.SHOOTING,
    Characteristic.MELEE,
    Characteristic.STRENGTH,
    Characteristic.TOUGHNESS,
)
_UNKNOWN: Final = "unknown"
"""The place of a figure in a view whose reader does not know it."""


class Card(Struct, frozen=True):
    """A figure on the board: how it stands in words, and its card, a line each.

    ``where`` says where it stands from somebody's point of view.
    """

    number: int
    side: int
    mark: str
    name: str
    state: str
    where: str
    css: str
    hit_points: str
    sheet: tuple[str, ...]


class BandLine(Struct, frozen=True):
    """A side of the board: a warband with its points, or those whom nobody leads."""

    side: int
    name: str
    points: int | None
    cards: tuple[Card, ...]
    led: str = ""


class Board:
    """The board for ``view``. ``events`` are what the reader was told, ``active`` the figure whose decision it is.

    ``aimed``: the outline of a way that was asked for, drawn with the rest.
    """

    def __init__(
        self,
        battle: Battle,
        view: View,
        events: Sequence[Event],
        *,
        portraits: dict[int, str],
        side: int | None,
    ) -> None:
        self.battle, self.view, self.events, self.side = battle, view, events, side
        self.setup = battle.setup
        self.names = Names.of(battle.setup, events)
        self.portraits = portraits
        self.aimed = ""
        self._sheets: dict[object, tuple[str, ...]] = {}
        decision = battle.decision
        asked = decision is not None and decision.side == side
        self.active = decision.figure if decision is not None and asked else None

    @cached_property
    def figures(self) -> tuple[FigureState, ...]:
        """Everybody as the reader sees them, by number; whose place is not known is drawn nowhere."""
        everybody = (*figures_of(self.setup), *newcomers(self.events))
        seen = {one.figure: one for one in self.view.pieces}
        return tuple([self._seen(one, seen[one.number]) for one in everybody if one.number in seen])

    def _seen(self, one: FigureState, seen: PieceView) -> FigureState:
        place = Place.WAITING if seen.place == _UNKNOWN else Place[seen.place.upper()]
        x, y, height = seen.at if seen.at is not None else (0.0, 0.0, 0.0)
        return replace(
            one,
            side=seen.side,
            hit_points=one.most_hit_points if seen.hit_points is None else seen.hit_points,
            place=place,
            x=x,
            y=y,
            height=height,
            radius=seen.radius,
            active=seen.figure == self.active,
            routed=seen.routed,
            hidden=seen.hidden,
        )

    @cached_property
    def marks(self) -> dict[int, str]:
        """What each figure bears on the map, by the figures' numbers."""
        found: dict[int, str] = {}
        for side in {one.side for one in self.figures}:
            ours = [(one.number, self._sign_of(one)) for one in self.figures if one.side == side]
            signs = initials([name for _number, name in ours])
            found |= {number: sign for (number, _name), sign in zip(ours, signs, strict=True)}
        return found

    def _sign_of(self, one: FigureState) -> str:
        """Return the name that a figure's mark is made of: who came later is called by what it is."""
        came = sum(len(side.figures) - len(side.absent) for side in self.setup.sides)
        return one.name if one.number < came else newcomer_name(one, self.setup.catalogue)

    @cached_property
    def map(self) -> BattleMap:
        """The map, with everybody whose place is known and what happened last."""
        last = self._last
        return battle_map(
            self.setup.table,
            sides=self.names.sides,
            figures=[
                token_of(one, self.names, self.marks, self.portraits, css=self._css(one, last))
                for one in self.figures
                if one.drawn
            ],
            traces=(
                *places(self.setup),
                *(traces(last, self._frame(last)) if last else self._lying),
                *((Trace("aim", self.aimed),) if self.aimed else ()),
            ),
        )

    def _css(self, one: FigureState, last: Event | None) -> str:
        others = "" if one.side < len(self.names.sides) else "map__figure--others"
        happened = part(last, one.number) if last is not None else ""
        return " ".join(filter(None, (others, classes(one), happened)))

    @property
    def _last(self) -> Event | None:
        """The last event that is drawn as a line between two on the map."""
        last = next((event for event in reversed(self.events) if event.kind in _DRAWN), None)
        return last if last is not None and self.events[-1].index - last.index < _RECENT else None

    def _frame(self, event: Event) -> Frame:
        by_number = {one.number: one for one in self.figures}
        count = max(by_number, default=-1) + 1
        nobody = FigureState(0, 0, 0, "", "", 0, 0, Place.ABSENT)
        figures = tuple([by_number.get(number, nobody) for number in range(count)])
        return Frame(event.index, event.turn, self.view.points, figures, (), self._marks, (), self._hulls)

    @cached_property
    def _marks(self) -> tuple[Mark, ...]:
        """What lies on the ground, and what is carried, beside its bearer."""
        carried = [
            Mark(THING, 0, one.at[0] + BESIDE, one.at[1] - BESIDE)
            for one in self.view.pieces
            if one.laden and one.at is not None
        ]
        return (*self.view.marks, *carried)

    @cached_property
    def _hulls(self) -> tuple[hulls.HullState, ...]:
        found: tuple[hulls.HullState, ...] = ()
        if self.view.vehicles:
            for event in self.events:
                found = hulls.after(found, event)
        return found

    @property
    def _lying(self) -> tuple[Trace, ...]:
        event = Event(0, self.view.turn, Kind.TURN, "")
        return traces(event, self._frame(event))

    @property
    def seen_from(self) -> FigureState | None:
        """From whose point of view places are told: whose decision it is, else the reader's leader or first figure."""
        mine = [one for one in self.figures if one.side == self.side and one.place is Place.PLAY]
        acting = next((one for one in mine if one.number == self.active), None)
        leader = self.battle.bands[self.side].leader if self.side is not None else None
        led = next((one for one in mine if leader is not None and one.number == leader.uid), None)
        return acting or led or (mine[0] if mine else None)

    @cached_property
    def bands(self) -> tuple[BandLine, ...]:
        """Everybody by warband, the reader's first, and last whom nobody leads."""
        sides = sorted({*range(len(self.names.sides)), *(one.side for one in self.figures)})
        sides.sort(key=lambda side: side != self.side)
        points = dict(enumerate(self.view.points))
        seen = {one.figure: one for one in self.view.pieces}
        return tuple(
            [
                BandLine(
                    side,
                    self.names.side(side),
                    points.get(side) if side < len(self.names.sides) else None,
                    tuple([self._card(one, seen[one.number]) for one in self.figures if one.side == side]),
                )
                for side in sides
            ]
        )

    def _card(self, one: FigureState, seen: PieceView) -> Card:
        sheet = self.battle.pieces[one.number].sheet
        known = seen.place != _UNKNOWN
        on_table = one.drawn and known
        return Card(
            number=one.number,
            side=one.side,
            mark=self.marks[one.number],
            name=self.names.figure(one.number),
            state=self._state(one, seen),
            where=self._where(one) if on_table else "",
            css=classes(one),
            hit_points=f"{max(0, one.hit_points)}/{one.most_hit_points}" if known else "",
            sheet=tuple(filter(None, (self._now(one, seen), *self._sheet(sheet), self._carried(seen)))),
        )

    def _now(self, one: FigureState, seen: PieceView) -> str:
        """Return what a figure is and where exactly, what it has left to do and whom it touches."""
        parts = [rank_name(self.battle.pieces[one.number].sheet.rank)]
        if one.drawn and seen.place != _UNKNOWN:
            parts.append(_("at %(x)s, %(y)s") % {"x": f"{one.x:.0f}", "y": f"{one.y:.0f}"})
        if seen.action_points:
            text = ngettext("%(count)s action point", "%(count)s action points", seen.action_points)
            parts.append(text % {"count": seen.action_points})
        if seen.engaged:
            parts.append(_("in contact with %(names)s") % {"names": self.names.listed(seen.engaged)})
        return " · ".join(parts)

    def _sheet(self, sheet: Fighter) -> tuple[str, ...]:
        """Return what never changes of a figure; it is put into words once for all who are like it."""
        key = (sheet.guns, sheet.strikes, _profile(sheet))
        if key not in self._sheets:
            profile = [f"{name} {value}" for name, value in zip(self._labels, _profile(sheet), strict=True)]
            blades = " / ".join(
                [weapons_listed(",".join(strike.codes), self.setup.catalogue) for strike in sheet.strikes]
            )
            guns = [_gun(gun, self.setup.catalogue) for gun in sheet.guns]
            self._sheets[key] = (", ".join(profile), *guns, _("In close combat: %(weapons)s") % {"weapons": blades})
        return self._sheets[key]

    @cached_property
    def _labels(self) -> list[str]:
        return [characteristic_short(one) for one in _PROFILE]

    def _carried(self, seen: PieceView) -> str:
        """Return how many medikits one of the reader's own has left."""
        left = self.battle.pieces[seen.figure].medikits if seen.side == self.side else 0
        return _("Medikits: %(count)s") % {"count": left} if left else ""

    def _state(self, one: FigureState, seen: PieceView) -> str:
        """Return how a figure is in a few words: hurt, fleeing, in close combat, done for this turn."""
        if seen.place == _UNKNOWN:
            return _("in hiding, place unknown")
        found = [state_name(one)]
        if one.drawn and 0 < one.hit_points < one.most_hit_points:
            found.append(_("hurt"))
        if one.place is Place.PLAY and seen.engaged:
            found.append(_("in close combat"))
        if seen.laden:
            found.append(_("carrying something"))
        if one.place is Place.PLAY and seen.acted and not one.active and self.view.turn:
            found.append(_("has acted"))
        return ", ".join(filter(None, found))

    def _where(self, one: FigureState) -> str:
        """Return where a figure stands, seen from somebody: "7 paces north-east of Arno, in cover"."""
        me = self.seen_from
        if me is None or me.number == one.number:
            return ""
        here: Base = (me.x, me.y, me.height, me.radius)
        there: Base = (one.x, one.y, one.height, one.radius)
        values = {"paces": paces(max(0.0, distance(here, there))), "name": named(self.names.figure(me.number))}
        if hypot(one.x - me.x, one.y - me.y) < 1.2:
            said = filled(_("beside %(name)s"), values)
        else:
            values["direction"] = compass(one.x - me.x, one.y - me.y)
            said = filled(_("%(paces)s %(direction)s of %(name)s"), values)
        said = said[:1].lower() + said[1:]
        if one.side == me.side or one.place is not Place.PLAY:
            return said
        view = sight.look(self.battle.table, here, there)
        if not view.visible:
            return _("%(where)s, out of sight") % {"where": said}
        return _("%(where)s, in cover") % {"where": said} if view.covers else said


_DRAWN: Final = (
    Kind.SHOT,
    Kind.STRUCK,
    Kind.WALKED,
    Kind.RAN,
    Kind.CHARGED,
    Kind.BROKE_OFF,
    Kind.BLAST,
    Kind.SCATTERED,
)
_RECENT: Final = 12
"""What happened more events ago is drawn no more."""


def compass(x: float, y: float) -> str:
    """Return the direction of a step on the map in words; y grows to the south."""
    return str(_COMPASS[round(degrees(atan2(x, -y)) / 45) % 8])


def _profile(sheet: Fighter) -> tuple[int | str, ...]:
    """Return a figure's line of figures: movement, leadership, shooting, melee, strength, toughness."""
    return (
        sheet.movement,
        "–" if sheet.leadership is None else sheet.leadership,
        "–" if sheet.shooting is None else f"{sheet.shooting}+",
        f"{sheet.melee}+",
        sheet.strength,
        sheet.toughness,
    )


def _gun(gun: Gun, catalogue: Catalogue) -> str:
    """Return a ranged weapon in a line: its strength, its ranges, and its dice and points where they are several."""
    ranges = " / ".join(str(one) if one else "–" for one in (gun.short, gun.medium, gun.long))
    values = {"name": weapons_listed(gun.code, catalogue), "strength": gun.strength, "ranges": ranges}
    parts = [_("%(name)s: strength %(strength)s, ranges %(ranges)s") % values]
    if gun.dice > 1:
        parts.append(ngettext("%(count)s die", "%(count)s dice", gun.dice) % {"count": gun.dice})
    if gun.action_points > 1:
        text = ngettext("%(count)s action point", "%(count)s action points", gun.action_points)
        parts.append(text % {"count": gun.action_points})
    return ", ".join(parts)
