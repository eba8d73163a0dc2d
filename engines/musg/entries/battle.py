"""Journal entries about battles: what was brought home, and the aftermath."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from engines.core.dice import DiceError, DiceNeeded, RecordedDice
from engines.core.problems import Problem
from engines.musg import aftermath, report
from engines.musg.engagement import NOBODY, UNKNOWN, Engagement
from engines.musg.entries.base import MERCENARIES, SOURCE_LIMIT, Change, Edition, Entry, Phase, text_problems
from engines.musg.events import Event
from engines.musg.report import BONUS_LIMIT
from engines.musg.warband import Warband

BATTLE_LIMIT: Final = 40
TITLE_LIMIT: Final = 200
TAKEDOWN_LIMIT: Final = 500


class Fight(Entry, frozen=True, kw_only=True, tag="fight"):
    """A confirmed battle: fees and next-battle effects are used up; the aftermath is still to be rolled."""

    phase = Phase.CAMPAIGN
    undoable = False
    keeps_legal = False
    witnessed = True
    engagement: Engagement

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Everybody named must be active, present and able; nobody falls twice."""
        if warband.held_back:
            yield Problem("warband_held", None, {"name": warband.name})
        seen: set[int] = set()
        for number in self.engagement.present:
            figure = warband.figure(number)
            if figure is None or not figure.active:
                yield Problem("not_in_warband", number, {"number": number})
            elif figure.captive:
                yield Problem("captive", number, {"name": figure.name}, "ruling M330")
            elif figure.misses_next:
                yield Problem("misses_battle", number, {"name": figure.name})
            elif figure.contract and not figure.contract.paid_ahead:
                yield Problem("not_paid", number, {"name": figure.name}, MERCENARIES)
            if number in seen:
                yield Problem("named_twice", number, {"number": number})
            seen.add(number)
        fallen = [c.figure for c in self.engagement.casualties]
        kept = {figure.id: figure for figure in warband.captives}
        died = {c.figure for c in self.engagement.casualties if c.killed and c.figure in kept}
        for number in fallen:
            if number not in seen and number not in died:
                yield Problem("not_present", number, {"number": number})
            if fallen.count(number) > 1:
                yield Problem("out_twice", number, {"number": number})
        for number in {t.figure for t in self.engagement.takedowns} - {UNKNOWN} | set(self.engagement.fled):
            if number not in seen:
                yield Problem("not_present", number, {"number": number})
        for number in self.engagement.fled:
            if number in fallen:
                yield Problem("fled_and_out", number, {"number": number})
        for number in self.engagement.rescued or ():
            figure = warband.figure(number)
            if number in died:
                yield Problem("rescued_dead", number, {"name": figure.name if figure else str(number)}, "ruling M330")
            if number not in kept:
                yield Problem("not_captive", number, {"name": figure.name if figure else str(number)}, "ruling M330")
        yield from self._damage(warband)
        yield from self._claims(warband, fallen)

    def _damage(self, warband: Warband) -> Iterable[Problem]:
        """Only vehicles of the warband lose structure, once each, and no more of it than they have."""
        seen: set[int] = set()
        for damage in self.engagement.damage or ():
            vehicle = warband.vehicle(damage.vehicle)
            if vehicle is None or not vehicle.owned or vehicle.id in seen:
                yield Problem("no_such_ride", None, {"number": damage.vehicle})
            elif not 0 < damage.lost <= vehicle.structure(warband.catalogue):
                whole = vehicle.structure(warband.catalogue)
                params: dict[str, int | str] = {"name": vehicle.name, "value": damage.lost, "most": whole}
                yield Problem("structure_lost", None, params)
            seen.add(damage.vehicle)

    def verify_fresh(self, warband: Warband) -> Iterable[Problem]:
        """Somebody must have fought, against somebody, and only who was there can have put anybody out of action."""
        e = self.engagement
        if not e.present:
            yield Problem("nobody_present", None, {"name": warband.name}, "ruling M297")
        if not e.foes:
            yield Problem("no_foe", None, {"title": e.title})
        for casualty in e.casualties:
            if casualty.by is not None and casualty.by not in e.foes:
                yield Problem("foe_not_there", casualty.figure, {"foe": casualty.by.name})
            if casualty.killed and casualty.captured:
                figure = warband.figure(casualty.figure)
                yield Problem("captured_dead", casualty.figure, {"name": figure.name if figure else ""}, "ruling M330")

    def _claims(self, warband: Warband, fallen: list[int]) -> Iterable[Problem]:
        """What the battle is called, its victory points, the leader watched over: as a report could say them."""
        e = self.engagement
        named = [("battle", e.battle, BATTLE_LIMIT), ("title", e.title, TITLE_LIMIT)]
        foes = {*e.foes, *(c.by for c in e.casualties if c.by is not None)}
        named += [(field, text, TITLE_LIMIT) for foe in foes for field, text in (("foe", foe.key), ("foe", foe.name))]
        for field, text, limit in named:
            yield from text_problems(text, field, limit)
        if len(e.takedowns) > TAKEDOWN_LIMIT:
            yield Problem("too_many_takedowns", None, {"value": len(e.takedowns), "most": TAKEDOWN_LIMIT})
        earned = sum(warband.catalogue.victory_points[takedown.victim] for takedown in e.takedowns)
        if abs(e.victory_points - earned) > BONUS_LIMIT:
            params: dict[str, int | str] = {"value": e.victory_points - earned, "most": BONUS_LIMIT}
            yield Problem("bonus_points", None, params)
        if e.leader_guarded and not report.can_be_guarded(warband, present=e.present, fallen=fallen):
            yield Problem("not_guarded", None, {}, "Musg, Garde du corps Troll")

    def apply(self, warband: Warband) -> Change:
        """Note the engagement; use up fees and next-battle effects."""
        changed = warband
        for figure in warband.active:
            contract = figure.contract
            if contract and figure.id in self.engagement.present:
                contract = replace(contract, paid_ahead=contract.paid_ahead - 1)
            after = replace(figure, misses_next=False, ignores_first_wound=False, contract=contract)
            # Who comes back from the fallen bears it for the battle it comes back to (rulings M168, M310).
            if figure.id in self.engagement.present:
                after = replace(after, setbacks=UNSET)
            if after != figure:
                changed = changed.with_figure(after)
        e = self.engagement
        if e.damage:
            lost = {damage.vehicle: damage.lost for damage in e.damage}
            changed = changed.with_garage(replace(v, damage=lost.get(v.id, 0)) for v in changed.garage)
        params: dict[str, int | str] = {
            "battle": e.battle,
            "title": e.title,
            "points": e.victory_points,
            "foes": ", ".join(foe.name for foe in e.foes),
        }
        code = "alone" if NOBODY in e.foes else "battle"
        return Change(replace(changed, engagement=e), (Event(f"{code}_{e.outcome.value}", None, params),))


class Recover(Entry, frozen=True, kw_only=True, tag="recover"):
    """The aftermath of the waiting engagement, rolled with these faces; ``source`` says whose dice they were."""

    phase = Phase.CAMPAIGN
    undoable = False
    keeps_legal = False
    during_aftermath = True
    witnessed = True
    edition: Edition = 2
    battle: str
    faces: tuple[int, ...]
    source: str

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """An aftermath of this battle must be waiting, and the faces must be just those it asks for."""
        yield from text_problems(self.source, "source", SOURCE_LIMIT)
        if warband.engagement is None or warband.engagement.battle != self.battle:
            yield Problem("no_aftermath", None, {"battle": self.battle})
            return
        try:
            dice = RecordedDice(self.faces)
            aftermath.resolve(warband, dice, edition=self.edition)
            dice.finish()
        except DiceNeeded as needed:
            yield Problem("faces_missing", needed.request.figure, {"item": needed.request.reason})
        except DiceError:
            yield Problem("bad_faces", None, {"item": "faces"})

    def apply(self, warband: Warband) -> Change:
        """Apply every step."""
        result = aftermath.resolve(warband, RecordedDice(self.faces), edition=self.edition)
        return Change(result.warband, result.events)
