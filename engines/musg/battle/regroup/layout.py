"""The questions before the first turn: what is asked of whom, which answers are possible, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from engines.musg.battle.actions import Custom
from engines.musg.battle.decision import Ask, Decision, Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.marks import Mark
from engines.musg.battle.modules import Module
from engines.musg.battle.regroup import alert, arranging, hostages
from engines.musg.battle.regroup.bomb import SITE, SITE_REACH, Bomb
from engines.musg.battle.regroup.rounds import Rounds
from engines.musg.battle.regroup.teams import HEADING, TEAM, present, team, total
from engines.musg.battle.state import Piece, Place
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import RADIUS, Base
from engines.musg.ranks import Rank

DONE: Final = "done"


class Raid(Module[Field]):
    """Who plays which part in a game, what is held and what is hidden.

    ``hostage_count``: how many are held. ``alert_off``: everybody is free from the start.
    """

    hostage_count: ClassVar[int] = hostages.COUNT
    has_bomb: ClassVar[bool] = True
    alert_off: ClassVar[bool] = False

    def __init__(self) -> None:
        self.anti, self.terrorists = 0, 1
        self.alert = alert.Alert(off=self.alert_off)
        self.rounds = Rounds()
        self.hostages = hostages.Hostages()
        self.bomb = Bomb()


class Layout:
    """What one game lays out before its first turn."""

    def __init__(self, game: Raid) -> None:
        self.game = game
        self._sites: list[Point] = []
        self._detectors = 0
        self._moved: set[int] = set()
        self._spot: dict[str, Callable[[Field, Point], str | None]] = {
            SITE: self._site_problem,
            alert.DETECTOR: self._ground_problem,
            hostages.PROFILE: self._cell_problem,
        }

    # --- the questions ------------------------------------------------------------------------------------------------

    def before_deployment(self, field: Field) -> Flow[None]:
        """Ask for kits, sites, detectors, hostages and the bomb's holder, in this order."""
        game = self.game
        if game.has_bomb:
            yield from self._kits(field)
            for _ in range(TEAM.bomb_sites):
                action = yield from self._ask(game.terrorists, SITE)
                self._sites.append(_spot(action))
                field.lay(Mark(SITE, len(self._sites), *_spot(action)), HEADING)
        while not game.alert.off and self._detectors < arranging.DETECTORS:
            action = yield from self._ask(game.terrorists, alert.DETECTOR)
            if action.code.endswith(DONE):
                break
            self._detectors += 1
            field.lay(alert.mark_of(self._detectors, _spot(action)), "ruling M335")
        for _ in range(game.hostage_count):
            action = yield from self._ask(game.terrorists, hostages.PROFILE)
            game.hostages.add(field, game.side, field.table.base_at(*_spot(action)))
        if game.has_bomb:
            action = yield from self._ask(game.terrorists, "holder")
            game.bomb.holder = action.figure
            field.emit(Kind.BOMB, "ruling M214", side=game.terrorists, what="hidden")

    def after_deployment(self, field: Field) -> Flow[None]:
        """When all terrorists stand, let them move half of the hostages, rounded down."""
        game = self.game
        while len(self._moved) < len(game.hostages.all) // 2:
            action = yield from self._ask(game.terrorists, "move")
            if action.code.endswith(DONE):
                return
            piece = field.pieces[action.figure or 0]
            self._moved.add(piece.uid)
            game.hostages.move(field, piece, field.table.base_at(*_spot(action)))

    def rounds(self, field: Field) -> Flow[None]:
        """Lay every guard's round, the first marker where it stands (ruling M338)."""
        game = self.game
        for piece in team(field, game.terrorists):
            if piece.sheet.rank is not Rank.EXTRA or game.alert.given:
                continue
            game.rounds.lay(field, piece, (piece.base[0], piece.base[1]))
            while self.next_markers(field, piece):
                action = yield from self._ask(game.terrorists, "round", piece)
                if action.code.endswith(DONE):
                    break
                game.rounds.lay(field, piece, _spot(action))

    def _kits(self, field: Field) -> Flow[None]:
        while self.kit_bearers(field):
            action = yield from self._ask(self.game.anti, "kit")
            if action.code.endswith(DONE) or action.figure is None:
                return
            self.game.bomb.kits.add(action.figure)
            field.emit(Kind.BOMB, "ruling M341", field.pieces[action.figure], what="kit", cost=TEAM.kit_cost)

    def _ask(self, side: int, what: str, piece: Piece | None = None) -> Flow[Custom]:
        uid = piece.uid if piece else None
        action, _ = yield Decision(Ask.CUSTOM, side, uid, about=f"{self.game.code}.{what}")
        assert isinstance(action, Custom)  # noqa: S101 - checked when it was played
        return action

    # --- the answers --------------------------------------------------------------------------------------------------

    def offers(self, field: Field, decision: Decision) -> list[Custom]:
        """Return useful answers, the best first."""
        what = decision.about.partition(".")[2]
        found = [one for one in self._offered(field, decision, what) if self.problem(field, decision, one) is None]
        if what in _MAY_STOP and self.problem(field, decision, self._code(DONE)) is None:
            found.insert(0 if self._plenty(decision, what) else len(found), self._code(DONE))
        return found

    def problem(self, field: Field, decision: Decision, action: Custom) -> str | None:
        """Return why an answer is none, or ``None``."""
        what, said = decision.about.partition(".")[2], action.code.partition(".")[2]
        if said == DONE:
            return None if what in _MAY_STOP and self._enough(decision, what) else "not_asked"
        if said != what:
            return "not_asked"
        if what == "kit":
            return None if action.figure in [p.uid for p in self.kit_bearers(field)] else "no_kit_for_it"
        if what == "holder":
            bearers = [p.uid for p in field.bands[self.game.terrorists].pieces if p.place is not Place.ABSENT]
            return None if action.figure in bearers else "no_such_figure"
        if action.x is None or action.y is None:
            return "no_place"
        spot = (action.x, action.y)
        if what == "round":
            return self.game.rounds.problem(field, field.pieces[decision.figure or 0], spot)
        if what == "move":
            held = [p.uid for p in self.game.hostages.all if p.uid not in self._moved]
            return self._cell_problem(field, spot) if action.figure in held else "no_hostage"
        return self._spot[what](field, spot)

    def _plenty(self, decision: Decision, what: str) -> bool:
        """Tell whether more would hardly serve: two kits, three markers, hostages held in two places."""
        laid = {"kit": len(self.game.bomb.kits), "round": len(self.game.rounds.markers.get(decision.figure or 0, []))}
        return what == "move" or laid.get(what, 0) >= _PLENTY.get(what, arranging.OFFERED)

    def _enough(self, decision: Decision, what: str) -> bool:
        """At least two markers make a round, where there is room for them (ruling M338)."""
        markers = self.game.rounds.markers.get(decision.figure or 0, [])
        return what != "round" or len(markers) > 1

    def _offered(self, field: Field, decision: Decision, what: str) -> list[Custom]:
        game = self.game
        ours, theirs = (field.setup.sides[side].zone for side in (game.terrorists, game.anti))
        one, two = arranging.hideouts(field, ours, theirs)
        standing = [p.base for p in field.pieces if p.place is Place.PLAY]
        problem = self._spot.get(what, self._cell_problem)

        def good(spot: Point) -> bool:
            return problem(field, spot) is None

        match what:
            case "kit":
                return [self._code("kit", figure=piece.uid) for piece in self.kit_bearers(field)]
            case "holder":
                band = [p for p in field.bands[game.terrorists].pieces if p.place is not Place.ABSENT]
                ranked = sorted(band, key=lambda p: (-p.level if p.level < 3 else 1, p.uid))
                return [self._code("holder", figure=piece.uid) for piece in ranked]
            case "round":
                piece = field.pieces[decision.figure or 0]
                return [self._code("round", *spot) for spot in self.next_markers(field, piece)]
            case alert.DETECTOR:
                before = [arranging.before(field, spot, theirs) for spot in (one, two)]
                turned = before[self._detectors :] + before[: self._detectors]
                return [
                    self._code(what, *base[:2]) for spot in turned for base in arranging.about(field, spot, [], good)
                ]
            case "move":
                held = [p for p in game.hostages.all if p.uid not in self._moved]
                return [
                    self._code(what, *b[:2], figure=p.uid)
                    for p in held
                    for b in arranging.about(field, two, standing, good)
                ]
        laid = len(self._sites) if what == SITE else 2 * len(game.hostages.all) // max(1, game.hostage_count)
        return [
            self._code(what, base[0], base[1])
            for spot in ((one, two), (two, one))[laid % 2]
            for base in arranging.about(field, spot, standing, good)
        ]

    def _code(self, what: str, x: float | None = None, y: float | None = None, *, figure: int | None = None) -> Custom:
        return Custom(f"{self.game.code}.{what}", figure, None, x, y)

    def kit_bearers(self, field: Field) -> list[Piece]:
        """Return who may still be given a kit: the team and all kits cost no more than its limit (ruling M339)."""
        game = self.game
        spent = total(field.setup.sides[game.anti], field.catalogue) + TEAM.kit_cost * (len(game.bomb.kits) + 1)
        if spent > field.setup.rules.hero_points:
            return []
        numbers = {figure.id for figure in present(field.setup.sides[game.anti])}
        band = field.bands[game.anti].pieces
        return [p for p in band if p.number in numbers and p.place is not Place.ABSENT and p.uid not in game.bomb.kits]

    def next_markers(self, field: Field, piece: Piece) -> list[Point]:
        """Return places for the next marker of a guard's round, away from those laid first."""
        laid = self.game.rounds.markers.get(piece.uid, [])
        spots = arranging.walks(field, laid[-1], float(piece.sheet.movement))
        free = [spot for spot in spots if self.game.rounds.problem(field, piece, spot) is None]
        return sorted(free, key=lambda spot: -round(min(arranging.far(spot, one) for one in laid), 3))

    # --- places -------------------------------------------------------------------------------------------------------

    def _ground_problem(self, field: Field, spot: Point) -> str | None:
        if not field.table.can_stand(*spot):
            return "no_room"
        zone = field.setup.sides[self.game.anti].zone
        return "too_near_entry" if arranging.too_near(field, spot, zone) else None

    def _room_problem(self, field: Field, spot: Point) -> str | None:
        base: Base = field.table.base_at(*spot)
        if not field.table.fits(base, [p.base for p in field.pieces if p.place is Place.PLAY]):
            return "no_room"
        return self._ground_problem(field, spot)

    def _cell_problem(self, field: Field, spot: Point) -> str | None:
        """Hostages stand in the way of nobody who places or defuses the bomb."""
        on_site = any(arranging.far(spot, site) < SITE_REACH + 2 * RADIUS for site in self._sites)
        return "on_site" if on_site else self._room_problem(field, spot)

    def _site_problem(self, field: Field, spot: Point) -> str | None:
        near = any(arranging.far(spot, other) < arranging.SITES_APART for other in self._sites)
        return "sites_too_near" if near else self._ground_problem(field, spot)


_PLENTY: Final = {"kit": 2, "round": 3}
_MAY_STOP: Final = frozenset({"kit", alert.DETECTOR, "move", "round"})


def _spot(action: Custom) -> Point:
    return action.x or 0.0, action.y or 0.0
