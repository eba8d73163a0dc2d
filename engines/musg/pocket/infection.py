"""What becomes of somebody who was bitten (Musg, Infection; rulings M180-M183, M320)."""

from __future__ import annotations

from msgspec.structs import replace

from engines.musg.pocket.state import Awaited, Fall, Fate, Group, Infection, Place, Spot, State


def is_zombie(state: State, ref: str) -> bool:
    """Tell whether the figure serves its warband as a zombie: no bite infects it."""
    fighter = state.setup.fighter(ref)
    return fighter is not None and fighter.is_zombie


def is_counting(state: State, ref: str) -> bool:
    """Tell whether the figure will turn if nothing happens."""
    found = state.infections.get(ref)
    return found is not None and found.fate is None


def tick(state: State, ref: str) -> None:
    """Let an infected figure's count fall, at most once a turn; at 0 it rises (rulings M182, M183, M320, M327)."""
    found = state.infections[ref]
    if found.fate is not None or found.left is None or found.counted >= state.turn:
        return
    left = found.left - 1
    state.infections[ref] = replace(found, left=left, counted=state.turn)
    if left > 0:
        state.tell("counted", ref, left=left)
        return
    fighter = state.setup.fighter(ref)
    if fighter is not None and fighter.never_turns:
        state.infections[ref] = replace(state.infections[ref], fate=Fate.FELLED)
        state.fallen.setdefault(ref, Fall())
        state.tell("felled", ref)
        return
    state.infections[ref] = replace(state.infections[ref], fate=Fate.RISEN)
    place = Place(Spot.FIGURE, ref=ref)
    risen = state.setup.catalogue.risen.code
    state.groups = (*state.groups, Group(state.next_id(), risen, place, state.turn, 1))
    state.tell("risen", ref)


def ends(state: State, ref: str, fate: Fate) -> None:
    """Let an infection come to nothing: the figure left the table, or its body was carried off."""
    if is_counting(state, ref):
        state.infections[ref] = replace(state.infections[ref], fate=fate)
        state.pending = tuple(one for one in state.pending if one.ref != ref or one.kind is not Awaited.COUNTDOWN)


def infect(state: State, ref: str, counted: int) -> None:
    """Let a figure be infected; its activations are rolled next."""
    state.infections[ref] = Infection(state.turn, counted)
    state.tell("infected", ref)
