"""The modules "regroup_team", "regroup_hostages" and "regroup_bomb": both aims, hostages only, a bomb only (M337).

Terrorists win by the blast, also one that nobody is left to prevent, or when no hostage is brought out; the strike team
when no hostage is left behind, when no terrorist is left, or, without hostages, when the bomb has not gone off. Where
only some hostages are out, or the bomb still ticks, victory points decide (Musg, Victoire !; rulings M53, M364).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Self

from engines.core.problems import Problem
from engines.musg.battle import combat, hunting
from engines.musg.battle.actions import Action, BreakOff, Charge, Custom, Run, Shoot, Walk
from engines.musg.battle.decision import Answer, Decision, Flow
from engines.musg.battle.errors import refuse
from engines.musg.battle.events import Kind, Value
from engines.musg.battle.field import Field
from engines.musg.battle.knowledge import knows_all
from engines.musg.battle.modules import MODULES, Drive, register
from engines.musg.battle.regroup import conditions, teams
from engines.musg.battle.regroup.bomb import Stage
from engines.musg.battle.regroup.layout import Layout, Raid
from engines.musg.battle.regroup.leash import Ground, at_entry
from engines.musg.battle.regroup.teams import HEADING, TEAM
from engines.musg.battle.setup import Setup, Side
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.catalogue import Catalogue
from engines.musg.ground.movement import Route
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import touching
from engines.musg.ranks import Rank

_HARMLESS: Final = frozenset({Stage.DEFUSED, Stage.GONE})
_GONE: Final = frozenset({Place.OUT, Place.DEAD, Place.FLED, Place.LEFT})
_HERE: Final = (*ACTING, Place.RESERVE, Place.WAITING)


class RegroupTeam(Raid):
    """Both aims."""

    code = "regroup_team"
    name = "Hostages"
    heading = HEADING
    neutral = True
    alone = False
    open_edges = True
    whole_parts = True
    restricts = True
    own_teams = True
    part_codes = (teams.STRIKE_TEAM, teams.TERRORISTS)

    def __init__(self) -> None:
        super().__init__()
        self.ground = Ground()
        self.layout = Layout(self)
        self._ways: dict[int, list[Point]] = {}
        self._driven: set[int] = set()

    def enter(self) -> Self:
        """Return a new one: it remembers what goes on."""
        return type(self)()

    def problems(self, setup: Setup) -> list[Problem]:
        """Return what is wrong with the teams; two games of this kind cannot be played at once."""
        found = [code for code in setup.modules if isinstance(MODULES[code], RegroupTeam)]
        if len(found) > 1:
            return [Problem("regroup_twice", None, {}, HEADING)] if found[0] == self.code else []
        return conditions.problems(setup)

    def parts(self, sides: Sequence[Side]) -> tuple[str, ...]:
        """The side with more extras are the terrorists; only two sides play it."""
        if len(sides) != teams.SIDES:
            return ("",) * len(sides)
        anti, _ = teams.parts(sides)
        return tuple(teams.STRIKE_TEAM if number == anti else teams.TERRORISTS for number in range(len(sides)))

    def muster(self, sides: tuple[Side, ...], catalogue: Catalogue) -> tuple[Side, ...]:
        """Leave at home whom the teams have no place for."""
        return teams.muster(sides, catalogue)

    # --- the course ---------------------------------------------------------------------------------------------------

    def prepare(self, field: Field) -> Flow[None]:
        """Lay out sites, detectors and hostages, and hide the bomb."""
        self.anti, self.terrorists = teams.parts(field.setup.sides)
        yield from self.layout.before_deployment(field)

    def order(self, field: Field, *, waiting: bool) -> list[int]:
        """The terrorists deploy and play first, all game long (rulings M211, M336)."""
        return [self.anti, self.terrorists] if waiting else [self.terrorists, self.anti]

    def deployed(self, field: Field, side: int) -> Flow[None]:
        """The terrorists may move half of the hostages before the strike team comes."""
        if side == self.terrorists:
            yield from self.layout.after_deployment(field)

    def start(self, field: Field) -> Flow[None]:
        """Settle which terrain the terrorists hold, and lay the rounds."""
        self.ground.hold(field, self.terrorists, [one.base for one in self.hostages.all])
        yield from self.layout.rounds(field)
        self.alert.look(field, self.anti, self.terrorists)

    def turn_started(self, field: Field) -> Flow[None]:
        """Roll for the alert at the start of the terrorists' part (ruling M208)."""
        self.hostages.rest()
        yield from self.alert.tick(field, self.terrorists)
        self._given(field)

    def activated(self, field: Field, piece: Piece) -> Flow[None]:
        """Another activation, in which somebody may be seen once more."""
        self.alert.begin()
        self._driven = set()
        yield from ()

    def went(self, field: Field, piece: Piece, route: Route) -> None:
        """Note who sees it, whom and what it touches."""
        points = list(route.points)
        self._ways.setdefault(piece.uid, []).extend(points)
        self.alert.passed(field, piece, points)
        if piece.side == self.terrorists:
            self.alert.guard_went(field, piece, points, self.anti)
        elif piece.side == self.anti and not piece.bystander:
            self.alert.intruder_went(field, piece, points, self.terrorists)
            self.hostages.passed(piece, points)

    def drove(self, field: Field, trip: Drive) -> None:
        """Note who sees a vehicle, what detects it and who hears it; a guard at its wheel is on its round (M357)."""
        self.alert.drove(field, trip, self.anti, self.terrorists)
        self._driven |= {one.uid for one in trip.aboard}
        if self._on_round(trip.pilot):
            self.rounds.drove(field, trip.pilot)

    def shot_fired(self, field: Field, piece: Piece) -> None:
        """A terrorist's shot is heard (Musg, En alerte); a guard who shoots stays where it is."""
        if piece.side == self.terrorists:
            self.alert.shot(piece)
            self.rounds.stay(field, piece)

    def acted(self, field: Field, piece: Piece) -> Flow[None]:
        """Free whom it touched, let those it leads follow, pick up what lay there, roll for the alert."""
        way = self._ways.pop(piece.uid, [])
        self._gone(field)
        self.hostages.free(field)
        near = self.hostages.after(field, piece, way)
        if piece.place is Place.LEFT and piece.side == self.anti and piece.uid not in self._driven:
            for one in near:
                self.hostages.bring_out(field, one)
                self._score(field, self.anti, TEAM.hostage_victory_points, "saved", one)
        self.hostages.left_alone(field, self.side)
        if self.has_bomb:
            self.bomb.passed(field, piece, tuple(way), terrorist=piece.side == self.terrorists)
        yield from self._settle(field)

    def activation_ended(self, field: Field, piece: Piece) -> Flow[None]:
        """A guard that did nothing goes on with its round; then see who is in view."""
        if self._on_round(piece) and self.rounds.may_walk(field, piece):
            yield from self.rounds.walk(field, piece, self.rounds.next(piece)[0])
            yield from self.acted(field, piece)
        self._ways.pop(piece.uid, None)
        yield from self._settle(field)
        self.alert.look(field, self.anti, self.terrorists)

    def turn_ended(self, field: Field) -> Flow[None]:
        """The bomb goes off at the end of the third turn after it was placed (ruling M212)."""
        if self.bomb.stage is Stage.TICKING and field.turn >= self.bomb.goes_off_after:
            self.bomb.explode(field)
            self._conclude(field)
        yield from ()

    def _settle(self, field: Field) -> Flow[None]:
        yield from self.alert.settle(field, self.terrorists)
        self._given(field)
        self._conclude(field)

    def _given(self, field: Field) -> None:
        if self.alert.given:
            self.rounds.end(field)

    def _gone(self, field: Field) -> None:
        """Lay down what somebody had who fell or left the table, be it in a vehicle that somebody else drives."""
        if self.has_bomb:
            for uid in self.bomb.bearers:
                if field.pieces[uid].place in _GONE:
                    self.bomb.dropped(field, field.pieces[uid])

    # --- points and the end -------------------------------------------------------------------------------------------

    def put_out(self, field: Field, piece: Piece, by: Piece | None) -> None:
        """A hostage killed by a terrorist, or by the bomb, costs them 20 points (rulings M158, M340)."""
        if piece.bystander:
            killer = by.side if by is not None else None
            if killer == self.terrorists:
                self._score(field, self.terrorists, -TEAM.hostage_penalty, "killed", piece)
            return
        self._gone(field)
        self.hostages.left_alone(field, self.side)

    def _score(self, field: Field, side: int, points: int, why: str, one: Piece) -> None:
        field.bands[side].points += points
        field.bands[side].scored += points
        rule = "ruling M158" if points < 0 else "ruling M340"
        total = field.bands[side].points
        field.emit(Kind.HOSTAGE, rule, one, side=side, why=why, points=points, total=total)

    def _conclude(self, field: Field) -> None:
        """End the battle as soon as nothing is left to play for."""
        stage = self.bomb.stage
        harmless = not self.has_bomb or stage is Stage.DEFUSED
        none_left = bool(self.hostage_count) and not self.hostages.here()
        if stage is Stage.EXPLODED or (harmless and (none_left or not self.hostage_count)):
            field.accomplished, field.settled = True, None

    def goes_on(self, field: Field) -> bool:
        """A bomb that ticks may still be defused when no terrorist is left."""
        return self.bomb.stage is Stage.TICKING and self._present(field, self.anti, ACTING)

    def verdict(self, field: Field) -> tuple[int | None] | None:
        """Return who has won by what the game is about; ``None`` where only some hostages are out."""
        stage, terrorists = self.bomb.stage, self._present(field, self.terrorists, _HERE)
        unopposed = self.has_bomb and stage not in _HARMLESS and not self._present(field, self.anti, ACTING)
        if stage is Stage.EXPLODED or (unopposed and (terrorists or stage is Stage.TICKING)):
            return (self.terrorists,)
        raiders = (p for p in field.bands[self.anti].pieces if not p.bystander)
        if not terrorists and any(not p.down for p in raiders):
            return (self.anti,)
        if not self.hostage_count:  # a bomb that ticks at the limit is not defused: points decide (ruling M364)
            return None if stage is Stage.TICKING else (self.anti,)
        if not self.hostages.saved:
            return (self.terrorists,)
        return None if self.hostages.here() else (self.anti,)

    def _present(self, field: Field, side: int, places: Sequence[Place]) -> bool:
        return any(p.place in places and not p.bystander for p in field.bands[side].pieces)

    # --- what may be done ---------------------------------------------------------------------------------------------

    def replies(self, field: Field, decision: Decision) -> list[Custom]:
        """Return useful answers before the first turn."""
        return self.layout.offers(field, decision)

    def check_answer(self, field: Field, decision: Decision, action: Custom) -> None:
        """See whether an answer before the first turn is one. Raises ``IllegalAction``."""
        problem = self.layout.problem(field, decision, action)
        if problem is not None:
            raise refuse(problem, HEADING, action.figure)

    def _on_round(self, piece: Piece) -> bool:
        return piece.side == self.terrorists and piece.sheet.rank is Rank.EXTRA and not self.alert.given

    def forbids(self, field: Field, piece: Piece, action: Action) -> str | None:
        """Return why an ordinary action is forbidden: stealth, rounds, the leaders' leash, the edge of entry.

        Before the alert a terrorist shoots in its own part only (Musg, En alerte).
        """
        if isinstance(action, Walk) and action.leave and action.carrying is None:
            if piece.side != self.anti:
                return "may_not_leave"
            if not at_entry(field, self.anti, (action.x, action.y)):
                return "wrong_edge"
        if self.alert.given:
            return None
        if piece.side == self.anti:
            return self._too_loud(field, piece, action)
        if isinstance(action, Custom):
            return self._aboard(field, piece, action)
        if piece.side == self.terrorists and isinstance(action, Shoot):
            mine = field.active is not None and field.active.side == self.terrorists
            return None if mine else "not_its_part"
        if piece.side != self.terrorists or not isinstance(action, Walk | Run | Charge | BreakOff):
            return None
        if self._on_round(piece):
            return "on_round"
        spots = (
            [field.pieces[uid].base[:2] for uid in action.targets if 0 <= uid < len(field.pieces)]
            if isinstance(action, Charge)
            else [(action.x, action.y)]
        )
        return None if all(self.ground.allows(field, piece, spot) for spot in spots) else "leaves_terrain"

    def _aboard(self, field: Field, piece: Piece, action: Custom) -> str | None:
        """Return why a terrorist may not drive, get on or jump there: it is bound as on foot (rulings M338, M357)."""
        found = (module.bound_for(field, piece, action) for module in field.modules)
        spot = next((one for one in found if one is not None), None)
        if spot is None or piece.side != self.terrorists:
            return None
        if self._on_round(piece):
            return None if piece.place is Place.ABOARD and self.rounds.may_drive(field, piece, spot) else "on_round"
        return None if self.ground.allows(field, piece, spot) else "leaves_terrain"

    def _too_loud(self, field: Field, piece: Piece, action: Action) -> str | None:
        """Return why the strike team is heard: it fires its free pistol alone, silenced (rulings M107, M342)."""
        if isinstance(action, Run):
            return "no_running"
        if isinstance(action, Custom):
            weapons = (module.weapon_of(field, piece, action) for module in field.modules)
            silenced = field.catalogue.items_with("silenced")
            return "too_loud" if any(code and code not in silenced for code in weapons) else None
        guns = piece.sheet.guns
        if isinstance(action, Shoot) and 0 <= action.weapon < len(guns) and not guns[action.weapon].silenced:
            return "too_loud"
        return None

    def actions(self, field: Field, piece: Piece) -> list[Custom]:
        """Return what the active figure may do of its own: place, defuse, walk its round, take or kill a hostage."""
        found = [Custom(f"{self.code}.place"), Custom(f"{self.code}.defuse")] if self.has_bomb else []
        found += [Custom(f"{self.code}.walk", target=number) for number in self.rounds.next(piece)]
        found += [Custom(f"{self.code}.take", target=one.uid) for one in self.hostages.here()]
        found += [Custom(f"{self.code}.kill", target=one.uid) for one in self.hostages.here()]
        return [action for action in found if self.problem(field, piece, action) is None]

    def problem(self, field: Field, piece: Piece, action: Custom) -> str | None:
        """Return why one of its own actions cannot be done now; who sits in a vehicle gets off first."""
        if piece.place is Place.ABOARD:
            return "aboard"
        terrorist = piece.side == self.terrorists
        match action.code.partition(".")[2]:
            case "place" if self.has_bomb and terrorist:
                return self.bomb.may_place(field, piece)
            case "defuse" if self.has_bomb and piece.side == self.anti:
                return self.bomb.may_defuse(piece)
            case "walk" if self._on_round(piece):
                if action.target not in self.rounds.next(piece) or not self.rounds.may_walk(field, piece):
                    return "no_such_marker"
                return None if piece.ap else "action_points"
            case "take":
                takeable = self.hostages.takeable(field, piece, liberates=not terrorist)
                return None if action.target in [one.uid for one in takeable] else "no_hostage"
            case "kill" if terrorist:
                near = [one.uid for one in self.hostages.here() if touching(piece.base, one.base)]
                if action.target not in near:
                    return "no_hostage"
                return "engaged" if piece.foes else None if piece.ap else "action_points"
        return "no_such_action"

    def cost_of(self, field: Field, piece: Piece, action: Custom) -> int:
        """Return what planting or defusing the bomb takes; to lead a hostage takes nothing (ruling M340)."""
        costs = {"place": TEAM.place_action_points, "defuse": self.bomb.cost(piece), "take": 0}
        return costs.get(action.code.partition(".")[2], 1)

    def way_of(self, field: Field, piece: Piece, action: Custom) -> Route | None:
        """Return the way of a guard on its round."""
        if action.code.partition(".")[2] != "walk":
            return None
        return self.rounds.way(field, piece, action.target or 0)

    def decide(self, field: Field, decision: Decision) -> Answer:
        """Answer for hostages whom nobody leads: of several as near to a shooter the first is hit (ruling M87)."""
        return hunting.by_chance(field, decision)

    def perform(self, field: Field, piece: Piece, action: Custom) -> Flow[None]:
        """Do one of its own actions."""
        match action.code.partition(".")[2]:
            case "place":
                self.bomb.plant(field, piece)
            case "defuse":
                self.bomb.defuse(field, piece)
            case "walk":
                yield from self.rounds.walk(field, piece, action.target or 0)
            case "take":
                self.hostages.take(field, piece, field.pieces[action.target or 0])
            case "kill":
                yield from combat.strike(field, piece, field.pieces[action.target or 0], 0)

    def view(self, field: Field, side: int | None) -> Mapping[str, Value]:
        """Return the alert, who leads whom, and the bomb; who carries it only to the terrorists (ruling M214).

        Nor does anybody else learn that it has left the table, before the battle is over.
        """
        told: dict[str, Value] = {
            "alert": self.alert.level,
            "given": self.alert.given,
            "hostages": [one.uid for one in self.hostages.all],
            "led": [one.uid for one in self.hostages.here() if self.hostages.trail.leader(field, one)],
            "saved": self.hostages.saved,
        }
        if self.has_bomb:
            secret = side != self.terrorists and not knows_all(field, side)
            stage = Stage.CARRIED if secret and self.bomb.stage is Stage.GONE else self.bomb.stage
            told["bomb"] = stage.value
            told["kits"] = sorted(self.bomb.kits)
            if self.bomb.stage is Stage.TICKING:
                told["turns_left"] = self.bomb.goes_off_after - field.turn
            if not secret:
                told["holder"] = self.bomb.holder
        return told


class HostageRescue(RegroupTeam):
    """Hostages and no bomb."""

    code = "regroup_hostages"
    has_bomb = False


class BombRace(RegroupTeam):
    """A bomb and no hostages: there is no alert (ruling M337)."""

    code = "regroup_bomb"
    hostage_count = 0
    alert_off = True


register(RegroupTeam())
register(HostageRescue())
register(BombRace())
