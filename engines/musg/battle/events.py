"""What happened, as data: every event names the rule it applied and holds the receipts of its dice."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct

from engines.core.dice import Roll

type Value = int | float | str | bool | list[Any] | None
"""What an event holds: lists are of numbers, or of points."""


class Kind(StrEnum):
    """The stable codes of events."""

    STARTED = "started"
    ACTIVITY = "activity"
    DEPLOYED = "deployed"
    RESERVED = "reserved"
    ARRIVED = "arrived"
    STAYED_AWAY = "stayed_away"
    TURN = "turn"
    INITIATIVE = "initiative"
    RALLY = "rally"
    WAVE = "wave"
    PASSED = "passed"
    ACTIVATED = "activated"
    ENDED_ACTIVATION = "ended_activation"
    REVEALED = "revealed"
    WALKED = "walked"
    RAN = "ran"
    CARRIED = "carried"
    LEFT_TABLE = "left_table"
    NERVE = "nerve"
    FLINCHED = "flinched"
    RECEIVED = "received"
    STEPPED_BACK = "stepped_back"
    SET_OUT = "set_out"
    WENT_ON = "went_on"
    CHARGED = "charged"
    CHARGE_FAILED = "charge_failed"
    BROKE_OFF = "broke_off"
    STRUCK = "struck"
    SHOT = "shot"
    BURST = "burst"
    STRAYED = "strayed"
    SCATTERED = "scattered"
    BLAST = "blast"
    OUT_OF_AMMUNITION = "out_of_ammunition"
    INTERCEPTED = "intercepted"
    FIRST_SIGHT = "first_sight"
    UNDER_FIRE = "under_fire"
    GAVE_GROUND = "gave_ground"
    WOUND_ROLL = "wound_roll"
    WOUNDED = "wounded"
    WOUND_IGNORED = "wound_ignored"
    FELL = "fell"
    OUT = "out"
    HEALED = "healed"
    HID = "hid"
    ROUT_TEST = "rout_test"
    ROUTED = "routed"
    END_OF_TURN = "end_of_turn"
    POINTS = "points"
    MARKED = "marked"
    UNMARKED = "unmarked"
    ENCOUNTER = "encounter"
    APPEARED = "appeared"
    OTHERS = "others"
    STUNNED = "stunned"
    INFECTED = "infected"
    ROSE = "rose"
    CAPTURED = "captured"
    LED = "led"
    FOLLOWED = "followed"
    SAVED = "saved"
    TOOK = "took"
    PUT_DOWN = "put_down"
    HANDED = "handed"
    SCORED = "scored"
    PULP_POOLS = "pulp_pools"
    PULP_DIE = "pulp_die"
    PULP_REGAINED = "pulp_regained"
    PULP_VOID = "pulp_void"
    ALERT = "alert"
    BOMB = "bomb"
    HOSTAGE = "hostage"
    VEHICLE_PLACED = "vehicle_placed"
    DROVE = "drove"
    BOOSTER = "booster"
    BOOST_TURN = "boost_turn"
    MISHAP = "mishap"
    RAMMED = "rammed"
    RAN_OVER = "ran_over"
    STEPPED_ASIDE = "stepped_aside"
    VEHICLE_HIT = "vehicle_hit"
    VEHICLE_DAMAGED = "vehicle_damaged"
    VEHICLE_LEFT = "vehicle_left"
    GOT_ON = "got_on"
    GOT_OFF = "got_off"
    TOOK_WHEEL = "took_wheel"
    JUMPED = "jumped"
    OVER = "over"


class Event(Struct, frozen=True, omit_defaults=True):
    """One event.

    ``index`` counts from 0; ``turn`` is 0 during deployment. ``side`` and ``figure`` did it, or suffered it; ``target``
    is the other figure concerned. ``rule`` is the heading of the rulebook or the ruling. ``data`` holds the numbers a
    sentence needs: points spent, needs and modifiers, positions as [x, y, level]. ``rolls`` are the dice, in order.
    """

    index: int
    turn: int
    kind: Kind
    rule: str
    side: int | None = None
    figure: int | None = None
    target: int | None = None
    data: dict[str, Value] = {}
    rolls: tuple[Roll, ...] = ()
