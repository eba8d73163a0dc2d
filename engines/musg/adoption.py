"""A house tried on: what would change for a warband if its campaign played with other packs from now on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg import journal, muster
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic
from engines.musg.entries import Adopt, AnyEntry, Muster
from engines.musg.packs import KINDS, House, row_of
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


class Rewording(Struct, frozen=True):
    """One word of something in use would say another thing, each as a pack's file has it; ``None``: it says nothing.

    ``kind`` and ``code`` are the thing's. Where it becomes one of another kind the only word is "kind".
    """

    kind: str
    code: str
    word: str
    was: object
    now: object


class TryOn(Struct, frozen=True):
    """What adopting a house would do to one warband.

    ``differences`` are numbers of its figures; ``rewordings`` are of what they use, and say more: a weapon's dice, a
    skill's traits, what a race may enlist. ``bars`` forbid it: something the warband has would exist no more.
    ``breaches`` are rules of the roster that it would break and does not break today; ``untaught`` skills whose
    prerequisites somebody would lack. ``founding`` are breaches of the muster's ceilings had it been founded so: told,
    no bar (ruling M12).
    """

    differences: tuple[Difference, ...] = ()
    rewordings: tuple[Rewording, ...] = ()
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
        rewordings=tuple(_rewordings(warband, after)),
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


def _rewordings(before: Warband, after: Warband) -> Iterator[Rewording]:
    for shelf, code in _in_use(before):
        had, has = (_described(shelf, code, warband.catalogue) for warband in (before, after))
        if had is None or has is None:  # of the rules of a module, which no pack changes
            continue
        if had[0] != has[0]:
            yield Rewording(has[0], code, "kind", had[0], has[0])
        elif had[1] is not has[1]:
            was, now = (row_of(kind, entry) for kind, entry in (had, has))
            for word in KINDS[has[0]].words:
                if was.get(word.name) != now.get(word.name):
                    yield Rewording(has[0], code, word.name, was.get(word.name), now.get(word.name))


def _in_use(warband: Warband) -> Iterable[tuple[str, str]]:
    """What the warband is, has and knows: the shelf and the code of each thing once."""
    used: dict[tuple[str, str], None] = {("races", warband.race): None}
    for figure in warband.active:
        used["races", figure.race] = None
        others = (("mercenaries", figure.mercenary), ("non_players", figure.non_player))
        used.update(((shelf, code), None) for shelf, code in others if code)
        used.update((("items", code), None) for code in figure.item_codes)
        used.update((("skills", code), None) for code in figure.skills)
    used.update((("items", item.code), None) for item in warband.stash)
    used.update((("items", item.code), None) for vehicle in warband.rides for item in vehicle.items)
    return used


def _described(shelf: str, code: str, catalogue: Catalogue) -> tuple[str, object] | None:
    """The kind of a thing, and its entry."""
    kinds = (kind for kind in KINDS.values() if kind.shelf == shelf)
    return next(((kind.name, found) for kind in kinds if (found := kind.printed(catalogue).get(code))), None)


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
