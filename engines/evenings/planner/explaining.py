"""Why a game is proposed as it is, and why somebody is left over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.evenings.planner.reasons import Because, Reason
from engines.evenings.planner.setup import FAIR, Owed
from engines.evenings.planner.state import Night, Sitting
from engines.evenings.setup import Minute


def reasons_of(night: Night, sitting: Sitting) -> tuple[Reason, ...]:
    """Return why people sit together, and at this table. To be asked before they are settled."""
    return (*_why_together(night, sitting), *_why_table(night, sitting))


def _why_together(night: Night, sitting: Sitting) -> Iterator[Reason]:
    here = sitting.everybody
    if sitting.key:
        owed = next(owed for owed in night.setup.owed if owed.key == sitting.key)
        yield Reason(Because.OWED if owed.due else Because.PAIRED)
        yield from _why_even(owed)
    else:
        if sitting.joins is not None:
            yield Reason(Because.JOINS, {"people": len(sitting.people)})
        elif sitting.most > 2:
            yield Reason(Because.GROUP, {"size": len(here)})
        yield from _why_wished(night, sitting)
        yield from _why_explained(night, sitting)
    met = night.times_met(here)
    if met:
        yield Reason(Because.HAVE_MET, {"pairs": len(met), "times": max(met)})
    else:
        yield Reason(Because.FIRST_MEETING)


def _why_even(owed: Owed) -> Iterator[Reason]:
    if owed.odds is None:
        return
    if owed.odds in FAIR:
        yield Reason(Because.EVEN, {"odds": owed.odds})
        return
    yield Reason(Because.UNEVEN, {"odds": owed.odds})
    helps = [one for one in owed.helps if abs(one.odds - 500) < abs(owed.odds - 500)]
    if helps:
        best = min(helps, key=lambda one: (one.odds not in FAIR, abs(one.odds - 500), one.code))
        yield Reason(Because.EVENED_BY, {"help": best.code, "odds": best.odds})


def _why_wished(night: Night, sitting: Sitting) -> Iterator[Reason]:
    comers = [night.comers[person] for person in sitting.people]
    wished = sum(bool(comer.wants) and comer.wish(sitting.game) == 0 for comer in comers)
    if wished:
        yield Reason(Because.WISHED, {"people": wished})
    yield from (Reason(Because.LATER_WISH, {"person": c.person}) for c in comers if c.wish(sitting.game))


def _why_explained(night: Night, sitting: Sitting) -> Iterator[Reason]:
    known = [night.comers[person] for person in sitting.everybody if person in night.comers]
    by = next((comer.person for comer in known if comer.can_explain(sitting.game)), None)
    for person in sitting.people:
        comer = night.comers[person]
        if comer.is_new_to(sitting.game) and not comer.can_explain(sitting.game):
            if by is None:
                yield Reason(Because.NOBODY_EXPLAINS, {"person": person})
            else:
                yield Reason(Because.EXPLAINED_BY, {"person": person, "by": by})


def _why_table(night: Night, sitting: Sitting) -> Iterator[Reason]:
    if not sitting.spot or sitting.joins is not None:
        return
    size = len(sitting.everybody)
    every = [s for s in night.spots.values() if s.fits(sitting.game, size, sitting.width, sitting.depth)]
    if len(every) == 1:
        yield Reason(Because.ONLY_TABLE)
        return
    times, person = max(((night.sat[person, sitting.spot], person) for person in sitting.people), default=(0, ""))
    if times:
        yield Reason(Because.TABLE_AGAIN, {"person": person, "times": times})
    else:
        yield Reason(Because.FRESH_TABLE)


def reasons_left_over(night: Night, person: str, starts: Sequence[Minute]) -> Reason:
    """Return why there is no seat for somebody."""
    comer = night.comers[person]
    wished = [kind for kind in night.setup.kinds if comer.wish(kind.code) is not None]
    times = [
        (kind, start) for kind in wished for start in starts if night.has_time(person, start, start + kind.minutes)
    ]
    if not times and wished:
        return Reason(Because.NOT_THERE)
    if night.spots and times:
        tables = (
            spot.fits(kind.code, kind.least, kind.width, kind.depth)
            for kind, start in times
            for spot in night.free_spots(start, start + kind.minutes)
        )
        if not any(tables):
            return Reason(Because.NO_TABLE)
    return Reason(Because.WISH_TOO_RARE if comer.wants else Because.NO_PARTNER)
