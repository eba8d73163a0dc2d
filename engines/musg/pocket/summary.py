"""What an evening comes to: who fell, rose, was taken, was saved; and the report it fills in."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from engines.musg.abducted import Tidings
from engines.musg.pocket.setup import CIVILIAN
from engines.musg.pocket.state import Fate, State
from engines.musg.report import Down, Report, Who


class Saved(Struct, frozen=True):
    """A civilian brought off the table alive, by which band (ruling M205)."""

    ref: str
    band: str
    points: int


class Summary(Struct, frozen=True, kw_only=True):
    """The evening's end. All are references of figures.

    ``out``: put out of action and no zombie by now. ``risen``: dead for their bands (Musg, Infection). ``fatal``: died
    of the infection afterwards, where the table plays so (ruling M320). ``taken`` by the aliens (rulings M201, M330).
    ``lost``: civilians nobody saved who left, fell or turned.
    """

    out: tuple[str, ...] = ()
    risen: tuple[str, ...] = ()
    fatal: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    saved: tuple[Saved, ...] = ()
    lost: tuple[str, ...] = ()


def summary(state: State) -> Summary:
    """Return what the evening has come to so far."""
    refs = list(state.refs())
    risen = tuple(ref for ref in refs if state.has_risen(ref))
    fatal = tuple(ref for ref in refs if _dies_of_it(state, ref))
    lying = tuple(ref for ref in refs if state.lies(ref))
    saved = tuple(
        Saved(one.ref, one.leader, state.setup.civilian_points)
        for one in state.civilians
        if one.ref in state.gone and one.leader
    )
    brought_off = {one.ref for one in saved}
    return Summary(
        out=tuple(ref for ref in refs if ref in state.fallen and not state.has_risen(ref)),
        risen=risen,
        fatal=fatal,
        taken=lying if state.nature.abducts else (),
        saved=saved,
        lost=tuple(one.ref for one in state.civilians if not state.stands(one.ref) and one.ref not in brought_off),
    )


def report(state: State) -> Report:
    """Return the report of the battle as far as the evening knows it: who fell, who died, the civilians' points.

    Nobody scores for whom the menace put out (ruling M326); whoever has risen is dead, whoever was taken is captured,
    civilians too.
    """
    found = summary(state)
    dead = {*found.risen, *found.fatal}
    downs = []
    for ref in state.refs():
        key, _colon, number = ref.partition(":")
        fall = state.fallen.get(ref)
        if key != CIVILIAN and (fall is not None or ref in dead):
            by = fall.by if fall else None
            killed = ref in dead or (fall is not None and fall.killed)
            captured = True if ref in found.taken and not killed else UNSET
            downs.append(Down(Who(key, int(number)), by, killed, captured))
    bonus: dict[str, int] = {}
    for one in found.saved:
        if one.points:
            bonus[one.band] = bonus.get(one.band, 0) + one.points
    return Report(downs=tuple(downs), bonus=bonus, civilians=_abducted(state, found))


def _abducted(state: State, found: Summary) -> Tidings | UnsetType:
    """Return the civilians among those left lying, if any were carried off alive (ruling M330)."""
    killed = {ref for ref, fall in state.fallen.items() if fall.killed} | {*found.risen, *found.fatal}
    cards = sorted(one.code for one in state.civilians if one.ref in found.taken and one.ref not in killed)
    return Tidings(taken=tuple(cards)) if cards else UNSET


def _dies_of_it(state: State, ref: str) -> bool:
    found = state.infections.get(ref)
    fates = (Fate.UNTURNED, Fate.LEFT, Fate.CARRIED)
    return state.setup.fatal_afterwards and found is not None and found.fate in fates
