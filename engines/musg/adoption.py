"""A house tried on: what would change for a warband if its campaign played with other packs from now on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg import journal, muster
from engines.musg.catalogue.types import Characteristic
from engines.musg.entries import Adopt, AnyEntry, Muster
from engines.musg.packs import House
from engines.musg.profile import Effective, effective
from engines.musg.warband import Figure, Setup, Warband


class Difference(Struct, frozen=True):
    """One number that would be another: of the ``figure`` of that number, or of the warband.

    ``aspect`` is a characteristic, "cost" (what the figure counts in the warband's value, gear included), "fee",
    "value" (the whole warband's) or "treasury" (in a muster that is still open). ``None`` stands where there is no
    value.
    """

    figure: int | None
    aspect: str
    was: int | None
    now: int | None


class TryOn(Struct, frozen=True):
    """What adopting a house would do to one warband.

    ``bars`` forbid it: something the warband has would exist no more. ``breaches`` are rules of the roster that it
    would break and does not break today; ``untaught`` skills whose prerequisites somebody would lack. ``founding`` are
    breaches of the muster's ceilings had it been founded so: told, no bar (ruling M12).
    """

    differences: tuple[Difference, ...] = ()
    bars: tuple[Problem, ...] = ()
    breaches: tuple[Problem, ...] = ()
    untaught: tuple[Problem, ...] = ()
    founding: tuple[Problem, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether nothing at all would change."""
        return self == TryOn()


def try_on(warband: Warband, house: House | None, founding: tuple[Setup, Sequence[AnyEntry]] | None = None) -> TryOn:
    """Return what would change. ``founding``: from what setup and by which entries it was mustered, if known."""
    found, change = journal.check(warband, Adopt(house=house))
    if change is None:
        return TryOn(bars=tuple(found))
    after = change.warband
    breaches = tuple(muster.added(warband, after))
    return TryOn(
        differences=tuple(_differences(warband, after)),
        breaches=breaches,
        untaught=tuple(_untaught(warband, after)),
        # Of a muster that is still open the ceilings stand among the breaches.
        founding=tuple(one for one in _founding(house, *founding) if one not in breaches) if founding else (),
    )


def _differences(before: Warband, after: Warband) -> Iterator[Difference]:
    for figure in before.active:
        other = after.figure(figure.id)
        if other is None:
            continue
        was, now = _profile(figure, before), _profile(other, after)
        for characteristic in Characteristic:
            if was.value(characteristic) != now.value(characteristic):
                yield Difference(figure.id, characteristic.value, was.value(characteristic), now.value(characteristic))
        if figure.value != other.value:
            yield Difference(figure.id, "cost", figure.value, other.value)
        if figure.contract and other.contract and figure.contract.fee != other.contract.fee:
            yield Difference(figure.id, "fee", figure.contract.fee, other.contract.fee)
    if before.value != after.value:
        yield Difference(None, "value", before.value, after.value)
    if before.treasury != after.treasury:
        yield Difference(None, "treasury", before.treasury, after.treasury)


def _profile(figure: Figure, warband: Warband) -> Effective:
    catalogue = warband.catalogue
    return effective(
        figure.profile(catalogue),
        catalogue=catalogue,
        injuries=figure.injury_codes,
        known=figure.known_before,
        skills=figure.skills,
        items=figure.item_codes,
    )


def _untaught(before: Warband, after: Warband) -> Iterator[Problem]:
    for figure in before.active:
        for code in figure.skills:
            known = set(figure.skills)
            lacking = [need for need in after.catalogue.skill(code).requires if need not in known]
            had = [need for need in before.catalogue.skill(code).requires if need not in known]
            for need in lacking:
                if need not in had:
                    yield Problem("skill_needs", figure.id, {"item": code, "needs": need, "name": figure.name})


def _founding(house: House | None, setup: Setup, entries: Sequence[AnyEntry]) -> Iterable[Problem]:
    """Muster it once more under the new prices; what was wrong with it even then is not told."""
    fresh = replace(setup, rules=replace(setup.rules, house=house or UNSET))
    closed = next((place for place, entry in enumerate(entries) if isinstance(entry, Muster)), len(entries))
    if journal.setup_problems(fresh):
        return journal.setup_problems(fresh)
    warband, refused = journal.replay_tolerant(fresh, entries[:closed])
    then, _refused = journal.replay_tolerant(setup, entries[:closed])
    unfounded = [problem for one in refused for problem in one.problems]
    return [*unfounded, *muster.added(then, warband)]
