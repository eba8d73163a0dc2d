"""Who may know what: figures unseen by a side, and what it is told of the events (Musg, Commando humain; M214, M280).

Three things are secret in a battle, all others lie open (rulings M41, M291):

- *A hidden commando*: his place, his hit points and whatever would give them away, until he is seen (ruling M280). That
  he came is known, for rosters are open. His side's leadership tests are told as totals without their parts. Those
  under a template whom nobody sees are left out with their dice, unless one of them goes down: then all of it is told.
- *The bomb's bearer*, known to the terrorists only (ruling M214): no event names him before he places or loses it.
- *A hunter's captain's intention* (ruling M275), which is in no event, view or question before the third turn.

Deployment is open, figure by figure (ruling M41). Once a battle is over nothing about it is secret.

What is told is an allow-list, ``TELLINGS``: a kind of event that is not named there is told to nobody, nor is any
number of an event whose name does not stand there. Events and dice that a side is told are numbered anew, without gaps:
a gap would tell that something happened. Those numbers are the side's own; they change once everything is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from engines.musg.battle.events import Event, Kind, Value
from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.views import EVERYTHING

HIDES: Final = "deploys_hidden"
"""The trait of those who may be on the table without being seen (Musg, Commando humain)."""
_NEVER: Final = 1 << 60
"""Later than any event."""
_LISTS: Final = ("figures", "joined", "with_", "crew")
"""The numbers of an event that are lists of figures."""


class Telling(NamedTuple):
    """What is told of a kind of event: the names of its numbers.

    ``unseen``: those told of it when it is about a figure whom the reader does not see; ``None``: then the whole event
    is not told. ``parts``: what is left out of it when somebody of that side is not seen: a total is told without them.
    """

    data: frozenset[str]
    unseen: frozenset[str] | None = None
    parts: frozenset[str] = frozenset()


def _of(names: str = "", *, unseen: str | None = None, parts: str = "") -> Telling:
    open_to_all = None if unseen is None else frozenset(unseen.split())
    return Telling(frozenset(names.split()), open_to_all, frozenset(parts.split()))


_WAY: Final = _of("cost start end way paces hanging")
_TEST: Final = "need score passed how"

TELLINGS: Final[Mapping[Kind, Telling]] = {
    Kind.STARTED: _of("sides turn_limit"),
    Kind.ACTIVITY: _of("face absent", unseen="face absent"),
    Kind.DEPLOYED: _of("at hidden", unseen="hidden"),
    Kind.RESERVED: _of("no_room", unseen="no_room"),
    Kind.ARRIVED: _of("at"),
    Kind.STAYED_AWAY: _of("no_room"),
    Kind.TURN: _of("number"),
    Kind.INITIATIVE: _of("sides totals henchmen order deployment"),
    Kind.RALLY: _of(_TEST),
    Kind.WAVE: _of("wave most ready"),
    Kind.PASSED: _of(),
    Kind.ACTIVATED: _of("points joined", unseen="points joined"),
    Kind.ENDED_ACTIVATION: _of("lost"),
    Kind.REVEALED: _of("at left routed down"),
    Kind.WALKED: _WAY,
    Kind.RAN: _WAY,
    Kind.CARRIED: _WAY,
    Kind.LEFT_TABLE: _of("fled"),
    Kind.NERVE: _of(_TEST),
    Kind.FLINCHED: _WAY,
    Kind.RECEIVED: _of(f"{_TEST} paces shaken"),
    Kind.STEPPED_BACK: _of("start end paces"),
    Kind.SET_OUT: _WAY,
    Kind.WENT_ON: _WAY,
    Kind.CHARGED: _WAY,
    Kind.CHARGE_FAILED: _WAY,
    Kind.BROKE_OFF: _WAY,
    Kind.STRUCK: _of("cost weapons strengths dice to_hit needs hits wounds with_"),
    Kind.SHOT: _of("weapon cost free distance band to_hit cover dice hits"),
    Kind.BURST: _of("weapon figures strength"),
    Kind.STRAYED: _of("meant"),
    Kind.SCATTERED: _of("weapon cost free face drift centre"),
    Kind.BLAST: _of("weapon figures strength"),
    Kind.OUT_OF_AMMUNITION: _of("weapon left"),
    Kind.INTERCEPTED: _of("threat start end"),
    Kind.FIRST_SIGHT: _of(f"{_TEST} paces"),
    Kind.UNDER_FIRE: _of(f"{_TEST} paces"),
    Kind.GAVE_GROUND: _of("start end"),
    Kind.WOUND_ROLL: _of("needs figures wounds head"),
    Kind.WOUNDED: _of("lost left"),
    Kind.WOUND_IGNORED: _of(),
    Kind.FELL: _of("fell"),
    Kind.OUT: _of("killed accident"),
    Kind.HEALED: _of("cost left revived"),
    Kind.HID: _of("cost start end way paces hanging stuck vehicle"),
    Kind.ROUT_TEST: _of("need own score again passed cause", parts="own"),
    Kind.ROUTED: _of(),
    Kind.END_OF_TURN: _of("points"),
    Kind.POINTS: _of("points total"),
    Kind.MARKED: _of("code number spot"),
    Kind.UNMARKED: _of("code numbers"),
    Kind.ENCOUNTER: _of("face met inside result point figures counts"),
    Kind.APPEARED: _of("at number name profile hit_points"),
    Kind.OTHERS: _of("count"),
    Kind.STUNNED: _of("turns"),
    Kind.INFECTED: _of("score toughness limit caught left"),
    Kind.ROSE: _of("at number name profile hit_points"),
    Kind.CAPTURED: _of(),
    Kind.LED: _of("led"),
    Kind.FOLLOWED: _of("start end"),
    Kind.SAVED: _of("points total"),
    Kind.TOOK: _of("objective number cost"),
    Kind.PUT_DOWN: _of("objective number spot"),
    Kind.HANDED: _of("objective number cost"),
    Kind.SCORED: _of("objective points total"),
    Kind.PULP_POOLS: _of("pools"),
    Kind.PULP_DIE: _of("reason roller own faces die place need most success given pools"),
    Kind.PULP_REGAINED: _of("pools"),
    Kind.PULP_VOID: _of("rank count pools"),
    Kind.ALERT: _of("why face need raised level given"),
    Kind.BOMB: _of("what cost site fuse kit figures blast"),
    Kind.HOSTAGE: _of("why start end points total"),
    Kind.VEHICLE_PLACED: _of("vehicle number name type place size structure crew"),
    Kind.DROVE: _of("vehicle cost path paces reverse boosted stopped flees"),
    Kind.BOOSTER: _of("vehicle face works paces"),
    Kind.BOOST_TURN: _of(f"{_TEST} vehicle"),
    Kind.MISHAP: _of("vehicle code turn advance spin"),
    Kind.RAMMED: _of("vehicle other edge boosted strength armour need hurt back_strength back_armour back_need back"),
    Kind.RAN_OVER: _of("vehicle boosted strength need wounds"),
    Kind.STEPPED_ASIDE: _of("vehicle start end"),
    Kind.VEHICLE_HIT: _of(
        "vehicle how weapon cost distance edge to_hit strength armour need cover dice hits lost through"
    ),
    Kind.VEHICLE_DAMAGED: _of("vehicle lost left wreck"),
    Kind.VEHICLE_LEFT: _of("vehicle"),
    Kind.GOT_ON: _of("vehicle cost wheel"),
    Kind.GOT_OFF: _of("vehicle cost end fell"),
    Kind.TOOK_WHEEL: _of("vehicle cost"),
    Kind.JUMPED: _of(f"{_TEST} vehicle other cost"),
    Kind.OVER: _of("ending turns points winner"),
}
"""What may be read of each kind of event by everybody."""


def hidden_from(field: Field, side: int | None) -> frozenset[int]:
    """Return the numbers of the figures on the table whom a side does not see (Musg, Commando humain; ruling M280).

    ``side`` is a warband's, ``None`` for spectators, who see what every side sees, or ``EVERYTHING``. Nobody is hidden
    any more when the battle is over.
    """
    if side == EVERYTHING or field.ended:
        return frozenset()
    return frozenset([p.uid for p in field.pieces if p.hidden and p.place is Place.PLAY and p.side != side])


def knows_all(field: Field, side: int | None) -> bool:
    """Tell whether nothing of a battle is secret to the reader: to ``EVERYTHING``, or once it is over."""
    return side == EVERYTHING or field.ended


def told(field: Field, events: Iterable[Event], side: int | None) -> tuple[Event, ...]:
    """Return what a side may read of some of a battle's events, in their order.

    ``side`` as for ``hidden_from``. The same events are told in the same words whenever they are asked for, until the
    battle is over, but one: who goes down under a template is told with the dice of that template from then on.
    """
    wanted = {event.index for event in events}
    if knows_all(field, side):
        return tuple([event for event in field.events if event.index in wanted])
    since = _seen_since(field, side)
    if not since:
        return tuple([one for event in field.events if event.index in wanted and (one := _plain(event))])
    found = []
    count = dice = 0
    last = max(wanted, default=-1)
    for event in field.events[: last + 1]:
        veiled = frozenset([uid for uid, index in since.items() if event.index < index])
        one = _veiled(field, event, veiled) if veiled else _plain(event)
        if one is None:
            continue
        rolls = tuple([replace(roll, index=dice + number) for number, roll in enumerate(one.rolls)])
        if event.index in wanted:
            found.append(replace(one, index=count, rolls=rolls))
        count += 1
        dice += len(rolls)
    return tuple(found)


def _seen_since(field: Field, side: int | None) -> dict[int, int]:
    """Return from which event on each of those who came hidden is known to the reader, without his own side's."""
    hiding = [p for p in field.pieces if HIDES in p.traits and p.side != side]
    return {piece.uid: _shown(field, piece) for piece in hiding}


def _shown(field: Field, piece: Piece) -> int:
    """Return the number of the event that shows a figure: that of the template under which it goes down, if any."""
    template = -1
    for event in field.events:
        if event.kind is Kind.REVEALED and event.figure == piece.uid:
            return template if event.data.get("down") and template >= 0 else event.index
        figures = event.data.get("figures")
        if isinstance(figures, list) and piece.uid in figures:
            template = event.index
        if event.kind is Kind.VEHICLE_PLACED and piece.uid in _numbers(event.data.get("crew")):
            return event.index
    return _NEVER if piece.hidden else 0


def _numbers(value: Value) -> list[Any]:
    return value if isinstance(value, list) else []


def _plain(event: Event) -> Event | None:
    """Return what everybody may read of an event about which nothing is hidden."""
    telling = TELLINGS.get(event.kind)
    if telling is None:
        return None
    if event.data.keys() <= telling.data:
        return event
    return replace(event, data={name: value for name, value in event.data.items() if name in telling.data})


def _veiled(field: Field, event: Event, veiled: Collection[int]) -> Event | None:
    """Return what may be read of an event by somebody who does not see some figures."""
    telling = TELLINGS.get(event.kind)
    if telling is None:
        return None
    names = telling.data
    if event.figure in veiled:
        if telling.unseen is None:
            return None
        names = telling.unseen
    target = event.target
    if any(field.pieces[uid].side == event.side for uid in veiled) and telling.parts:
        names, target = names - telling.parts, None
    if target in veiled:
        target = None
        names = names - {"left"}
    data = {name: value for name, value in event.data.items() if name in names}
    _leave_out(data, veiled)
    everybody = event.figure in veiled or event.kind is Kind.RAMMED  # those of a ram name vehicles
    rolls = tuple([roll for roll in event.rolls if everybody or roll.figure not in veiled])
    return replace(event, target=target, data=data, rolls=rolls)


def _leave_out(data: dict[str, Value], veiled: Collection[int]) -> None:
    """Take figures nobody sees out of the lists of an event, with what it needed to wound them."""
    for name in _LISTS:
        figures = data.get(name)
        if not isinstance(figures, list) or not any(uid in veiled for uid in figures):
            continue
        needs = data.get("needs")
        if isinstance(needs, list) and len(needs) == len(figures):
            data["needs"] = [need for uid, need in zip(figures, needs, strict=True) if uid not in veiled]
        data[name] = [uid for uid in figures if uid not in veiled]
