"""What to do at first sight: each decision weighed by itself, on what the actor knows.

``Temper`` holds what players differ in. The same rules play the games that the strong player imagines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from engines.badass_force.actions import BELIEVE, CALL, DECLINE, NO, YES, Action, Kind
from engines.badass_force.bots.belief import drawn, truth, weighted
from engines.badass_force.bots.worth import AMMO, KILL, OWN_CHARACTER, room, weapon_worth, worth
from engines.badass_force.state import MEMBERS, NONE, Seat, Table
from engines.badass_force.view import Phase
from engines.core.dice import Dice
from engines.core.effects.combinators import ACCEPT
from engines.core.effects.steps import UnderWay


class Temper(Struct, frozen=True):
    """How somebody plays.

    ``feared``: how likely it thinks a call is; ``bluffs``: how likely it reacts by a bluff; ``boldness``: how likely a
    bluff must be for a call; ``mixes``: it lays by chance, better characters more often, instead of the best.
    """

    feared: float = 0.45
    bluffs: float = 0.25
    boldness: float = 0.55
    mixes: bool = True


PLAIN: Final = Temper()


def decide(table: Table, dice: Dice, temper: Temper = PLAIN) -> Action:
    """Return what the actor of a table should do at first sight."""
    legal = table.legal
    if len(legal) == 1:
        return legal[0]
    return _PHASES[table.phase](table, _me(table), dice, temper)


def _me(table: Table) -> Seat:
    if table.actor is None:
        raise ValueError("the game is over")
    return table.seats[table.actor]


def power_worth(table: Table, seat: Seat, character: int) -> float:
    """Return what announcing a character brings if it stands."""
    card = table.cast[character]
    found = worth(table, seat, card.power)
    return max(found, worth(table, seat, card.vengeance)) if seat.vengeance and card.vengeance else found


def _lay(table: Table, me: Seat, dice: Dice, temper: Temper) -> Action:
    """Lay what will be of use at one's turn, or keeps one alive until then."""
    cards = MEMBERS[me.hand]
    values = [0.4 + max(0.0, power_worth(table, me, one)) + (1.0 if table.cast[one].on else 0.0) for one in cards]
    if not temper.mixes:
        return table.legal[values.index(max(values))]
    return table.legal[cards.index(drawn(list(cards), [value * value for value in values], dice))]


def turn_worths(table: Table, me: Seat, temper: Temper) -> list[float]:
    """Return what the actions of a turn are worth at first sight."""
    return [_TURN[action.kind](table, me, action, temper) for action in table.legal]


def _turn(table: Table, me: Seat, dice: Dice, temper: Temper) -> Action:
    values = turn_worths(table, me, temper)
    return table.legal[values.index(max(values))]


def _execute(table: Table, me: Seat, action: Action, temper: Temper) -> float:
    """Worth the kill, less the charges that it costs."""
    return worth(table, me, table.arms[me.weapon].execution) + 0.3


def _armoury(table: Table, me: Seat, action: Action, temper: Temper) -> float:
    return AMMO * min(1.5, room(table, me)) - 0.1


def _change(table: Table, me: Seat, action: Action, temper: Temper) -> float:
    return 0.2


def _weapon(table: Table, me: Seat, action: Action, temper: Temper) -> float:
    weapon = next(one for one in table.centre if table.arms[one].code == action.word)
    return 0.6 * (weapon_worth(table, me, weapon, 0) - weapon_worth(table, me, me.weapon, me.ammo))


def _announce(table: Table, me: Seat, action: Action, temper: Temper) -> float:
    """The truth brings its power, and more if it is called; a bluff may cost a character and points."""
    character = table.codes.index(action.word)
    gain = power_worth(table, me, character)
    if character == me.active:
        return gain + 0.25 * temper.feared
    seen = me.grave >> character & 1
    feared = 1.0 if seen else min(1.0, temper.feared + 0.2 * me.caught)
    return (1 - feared) * gain - feared * (KILL + OWN_CHARACTER) * 0.5


_TURN: Final[Mapping[Kind, Callable[[Table, Seat, Action, Temper], float]]] = {
    Kind.CHANGE: _change,
    Kind.WEAPON: _weapon,
    Kind.EXECUTE: _execute,
    Kind.ARMOURY: _armoury,
    Kind.ANNOUNCE: _announce,
}


def _call(table: Table, me: Seat, dice: Dice, temper: Temper) -> Action:
    """Call what is more likely a bluff than one dares to let pass."""
    claim = table.claim
    if claim is None:
        return BELIEVE
    bluff = 1 - truth(table.seats[claim.seat], me.index, claim.character, reaction=claim.reaction)
    if bluff <= 0 or (bluff < 1 and not temper.mixes):
        return BELIEVE
    # The more the power hurts and the fewer others could call, the sooner.
    stake = 0.04 * power_worth(table, table.seats[claim.seat], claim.character)
    noise = (dice.one_of(21, "a bot's mood") - 10) / 100
    return CALL if bluff + stake + noise > temper.boldness else BELIEVE


def _react(table: Table, me: Seat, dice: Dice, temper: Temper) -> Action:
    """React with the truth; sometimes with a bluff."""
    for action in table.legal:
        if me.active != NONE and action.word == table.codes[me.active]:
            return action
    if not temper.mixes:
        return DECLINE
    hidden = [action for action in table.legal if action is not DECLINE and not me.grave >> _number(table, action) & 1]
    wanted = hidden and dice.one_of(100, "a bot's mood") < 100 * temper.bluffs - 10 * me.caught
    return hidden[dice.one_of(len(hidden), "a bot's mood")] if wanted else DECLINE


def _number(table: Table, action: Action) -> int:
    return table.codes.index(action.word)


def _take_weapon(table: Table, me: Seat, dice: Dice, temper: Temper) -> Action:
    codes = {table.arms[weapon].code: weapon for weapon in table.centre}
    return max(table.legal, key=lambda action: weapon_worth(table, me, codes[action.word], 0))


def _effect(table: Table, me: Seat, dice: Dice, temper: Temper) -> Action:
    """Answer a step: hurt the strongest, pay for what is worth it, pick what is worth most."""
    first = table.legal[0]
    if first.kind is Kind.FRAME:
        return _frame(table, me)
    if not table.ways:
        return first
    return _ANSWERS.get(first.kind, _first)(table, me, table.ways[-1], dice)


def _first(table: Table, me: Seat, way: UnderWay, dice: Dice) -> Action:
    return table.legal[0]


def _frame(table: Table, me: Seat) -> Action:
    card = table.cast[table.about[1]]
    return table.legal[worth(table, me, card.vengeance) >= worth(table, me, card.power)]


def _step(way: UnderWay) -> Any:
    steps, place = way.frames[-1]
    return steps[place]


def _seat(table: Table, me: Seat, way: UnderWay, dice: Dice) -> Action:
    """Hurt whoever is strongest; give charges to whoever they hurt."""
    step = _step(way)
    verb = step.__struct_config__.tag
    arms = table.arms

    def liking(action: Action) -> tuple[float, float]:
        seat = table.seats[action.number]
        if verb == "take":
            return (float(seat.ammo > 0) + 0.1 * seat.ammo, seat.points)
        if verb != "gain":
            return (seat.points, seat.ammo)
        given = way.number(table, step.n)
        full = seat.weapon != NONE and given > arms[seat.weapon].most - seat.ammo and bool(arms[seat.weapon].overload)
        return (float(full), seat.points if full else -seat.ammo)

    others = [action for action in table.legal if action.number != me.index]
    return max(others or table.legal, key=liking)


def _yes(table: Table, me: Seat, way: UnderWay, dice: Dice) -> Action:
    return YES if worth(table, me, _step(way).steps) >= 0 else NO


def _pay(table: Table, me: Seat, way: UnderWay, dice: Dice) -> Action:
    """Pay if what follows is worth more, and then as much as one can."""
    step = _step(way)
    worthwhile = worth(table, me, step.steps) > AMMO * (table.legal[0].number if step.what == "ammo" else 2)
    return table.legal[-2] if worthwhile else table.legal[-1]


def _branch(table: Table, me: Seat, way: UnderWay, dice: Dice) -> Action:
    values = [worth(table, me, branch) for branch in _step(way).of]
    return table.legal[values.index(max(values))]


def _card(table: Table, me: Seat, way: UnderWay, dice: Dice) -> Action:
    """Name the likeliest when guessing, else what is worth most."""
    step = _step(way)
    if step.__struct_config__.tag != "guess":
        return max(table.legal, key=lambda action: power_worth(table, me, _number(table, action)))
    chosen = tuple([int(answer[5:]) for answer in way.answers if answer.startswith("seat ")])
    seats = chosen or way.seats(table, step.who)
    if not seats or seats[0] == me.index:
        return table.legal[0]
    pairs, weights = weighted(table.seats[seats[0]], me.index)
    chances = [0.0] * len(table.codes)
    for (_, active), weight in zip(pairs, weights, strict=True):
        if active != NONE:
            chances[active] += weight
    return table.legal[chances.index(max(chances))]


def _accept(table: Table, me: Seat, way: UnderWay, dice: Dice) -> Action:
    return next(action for action in table.legal if action.code == ACCEPT)


_ANSWERS: Final[Mapping[Kind, Callable[[Table, Seat, UnderWay, Dice], Action]]] = {
    Kind.SEAT: _seat,
    Kind.YES: _yes,
    Kind.PAY: _pay,
    Kind.BRANCH: _branch,
    Kind.CARD: _card,
    Kind.ACCEPT: _accept,
}

_PHASES: Final[Mapping[Phase, Callable[[Table, Seat, Dice, Temper], Action]]] = {
    Phase.LAY: _lay,
    Phase.TURN: _turn,
    Phase.CALL: _call,
    Phase.REACT: _react,
    Phase.WEAPON: _take_weapon,
    Phase.EFFECT: _effect,
}
