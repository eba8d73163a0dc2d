"""What a referee may do to a warband outside the rules: points, gear, who is there, what is allowed.

Every such entry says why. What it does to one figure's sheet is in ``referee_sheets``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engines.core.problems import Problem
from engines.musg.entries.base import (
    NOTE_LIMIT,
    Change,
    Entry,
    Phase,
    active_figure,
    gone,
    known_figure,
    must,
    text_problems,
)
from engines.musg.events import Event
from engines.musg.muster import EXCUSABLE, OF_A_FIGURE
from engines.musg.ranks import Rank
from engines.musg.warband import Exemption, Figure, Item, Standing, Warband

GRANT_LIMIT: Final = 10_000


class RefereeEntry(Entry, frozen=True, kw_only=True):
    """A step that only a referee may make, for a stated reason; the referee may take it back while it is the last."""

    phase = Phase.CAMPAIGN
    referee_only = True
    reason: str

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """A reason, and all that the kind itself asks for."""
        if not self.reason.strip():
            yield Problem("reason_missing", None, {"item": "reason"})
        yield from text_problems(self.reason, "reason", NOTE_LIMIT)
        yield from self.faults(warband)

    def faults(self, warband: Warband) -> Iterable[Problem]:
        """Yield what else forbids it."""
        return ()

    def event(self, code: str, figure: Figure | None = None, **params: int | str) -> Event:
        """Return what happened, with whom it happened to and the reason."""
        who = {"name": figure.name} if figure is not None else {}
        return Event(code, figure.id if figure else None, {**who, **params, "reason": self.reason.strip()})


class Grant(RefereeEntry, frozen=True, kw_only=True, tag="grant"):
    """Add points to the treasury, or take some away."""

    points: int

    def faults(self, warband: Warband) -> Iterable[Problem]:
        """Not nothing, not absurd."""
        if not 0 < abs(self.points) <= GRANT_LIMIT:
            params: dict[str, int | str] = {"item": "points", "value": self.points, "most": GRANT_LIMIT}
            yield Problem("grant_points", None, params)

    def apply(self, warband: Warband) -> Change:
        """Change the treasury."""
        return Change(warband.paying(-self.points), (self.event("granted", points=self.points),))


class Bestow(RefereeEntry, frozen=True, kw_only=True, tag="bestow"):
    """Hand an item out, to a figure or to the stash: as a gift, or ``charged`` to the treasury.

    Either way it counts at its price in the warband's value, so that it is an item like any other later.
    """

    item: str
    figure: int | None = None
    charged: bool = False

    def faults(self, warband: Warband) -> Iterable[Problem]:
        """The item must exist and so must its bearer."""
        if self.item not in warband.catalogue.items:
            yield Problem("no_such_item", None, {"item": self.item})
        if self.figure is not None:
            yield from active_figure(warband, self.figure)

    def apply(self, warband: Warband) -> Change:
        """Hand it over."""
        cost = warband.catalogue.item(self.item).cost
        item = Item(warband.next_item, self.item, cost)
        given = replace(warband.paying(cost if self.charged else 0), next_item=item.id + 1)
        figure = given.figure(self.figure) if self.figure is not None else None
        event = self.event("bestowed", figure, item=self.item, points=cost if self.charged else 0)
        if figure is None:
            return Change(given.with_stash((item,)), (event,))
        return Change(given.with_figure(replace(figure, items=(*figure.items, item))), (event,))


class Confiscate(RefereeEntry, frozen=True, kw_only=True, tag="confiscate"):
    """Take an item away. Nothing is refunded, and what was a figure's free first one is not free again."""

    item: int

    def faults(self, warband: Warband) -> Iterable[Problem]:
        """The item must lie in the stash or be carried by somebody who is there."""
        found = warband.owner_of(self.item)
        if found is None:
            yield Problem("no_such_thing", None, {"number": self.item})
        elif found[0] is not None and not found[0].active:
            yield gone(found[0])

    def apply(self, warband: Warband) -> Change:
        """Take it."""
        owner, item = warband.owner_of(self.item) or (None, Item(0, "", 0))
        event = self.event("confiscated", owner, item=item.code)
        if owner is None:
            return Change(replace(warband, stash=tuple(i for i in warband.stash if i.id != item.id)), (event,))
        return Change(
            warband.with_figure(replace(owner, items=tuple(i for i in owner.items if i.id != item.id))), (event,)
        )


class CallBack(RefereeEntry, frozen=True, kw_only=True, tag="call_back"):
    """Let somebody who died or left serve again, as they were; what they lost stays lost.

    ``as_lieutenant``: a former leader, whose place is taken, comes back as a lieutenant.
    """

    figure: int
    as_lieutenant: bool = False

    def faults(self, warband: Warband) -> Iterable[Problem]:
        """Only somebody who is gone; only a leader comes back as something less."""
        figure = yield from known_figure(warband, self.figure)
        if figure is None:
            return
        if figure.active:
            yield Problem("still_there", figure.id, {"name": figure.name})
        if self.as_lieutenant and figure.rank is not Rank.LEADER:
            yield Problem("was_no_leader", figure.id, {"name": figure.name})

    def apply(self, warband: Warband) -> Change:
        """Bring the figure back; a free dagger that is gone may be taken anew (ruling M29)."""
        figure = must(warband.figure(self.figure))
        own = {i.code for holder in (warband.stash, figure.items) for i in holder if figure.is_own_first(i)}
        own |= {i.code for other in warband.active for i in other.items if figure.is_own_first(i)}
        back = replace(
            figure,
            standing=Standing.ACTIVE,
            rank=Rank.LIEUTENANT if self.as_lieutenant else figure.rank,
            free_taken=figure.free_taken if figure.hired else tuple(c for c in figure.free_taken if c in own),
        )
        return Change(warband.with_figure(back), (self.event("called_back", back, rank=back.rank.value),))


class Hold(RefereeEntry, frozen=True, kw_only=True, tag="hold"):
    """Hold a figure back from the next battle; or the whole warband from every battle until it is let go (``lifted``).

    A figure is free again after the next battle of its warband.
    """

    keeps_legal = False
    figure: int | None = None
    lifted: bool = False

    def faults(self, warband: Warband) -> Iterable[Problem]:
        """Nobody is held twice, nobody let go who is not held."""
        held, name = warband.held_back, warband.name
        if self.figure is not None:
            figure = yield from active_figure(warband, self.figure)
            if figure is None:
                return
            held, name = figure.misses_next, figure.name
        if held and not self.lifted:
            yield Problem("held_already", self.figure, {"name": name})
        elif self.lifted and not held:
            yield Problem("not_held", self.figure, {"name": name})

    def apply(self, warband: Warband) -> Change:
        """Hold or let go."""
        if self.figure is None:
            event = self.event("warband_let_go" if self.lifted else "warband_held_back")
            return Change(replace(warband, held=not self.lifted), (event,))
        figure = must(warband.figure(self.figure))
        event = self.event("let_go" if self.lifted else "held_back", figure)
        return Change(warband.with_figure(replace(figure, misses_next=not self.lifted)), (event,))


class Exempt(RefereeEntry, frozen=True, kw_only=True, tag="exempt"):
    """Allow the warband, or one of its figures, to break one rule of the roster; or allow it no more (``lifted``).

    ``rule`` is the code of the problem that the rule would make (``muster.EXCUSABLE``).
    """

    phase = Phase.ANY
    keeps_legal = False
    rule: str
    figure: int | None = None
    lifted: bool = False

    def faults(self, warband: Warband) -> Iterable[Problem]:
        """The rule must be one that a referee can bend, for somebody it is about; and not be bent already."""
        if self.rule not in EXCUSABLE:
            yield Problem("rule_stands", None, {"item": "rule"})
            return
        if self.figure is not None and not self.lifted:
            if self.rule not in OF_A_FIGURE:
                yield Problem("rule_of_warband", self.figure, {"item": "figure"})
            yield from active_figure(warband, self.figure)
        present = any((one.rule, one.figure) == (self.rule, self.figure) for one in warband.allowed)
        if present and not self.lifted:
            yield Problem("exempt_already", self.figure, {"item": "rule"})
        elif self.lifted and not present:
            yield Problem("not_exempt", self.figure, {"item": "rule"})

    def apply(self, warband: Warband) -> Change:
        """Write the exemption down, or strike it."""
        figure = warband.figure(self.figure) if self.figure is not None else None
        kept = tuple(one for one in warband.allowed if (one.rule, one.figure) != (self.rule, self.figure))
        if not self.lifted:
            kept = (*kept, Exemption(self.rule, self.figure, self.reason.strip()))
        event = self.event("exemption_lifted" if self.lifted else "exempted", figure, rule=self.rule)
        return Change(replace(warband, exemptions=kept), (event,))


CAMPAIGN_LIMIT: Final = 200
STEPS_LIMIT: Final = 5000


class Accept(Entry, frozen=True, kw_only=True, tag="accept"):
    """A campaign's referee accepts these ``steps`` (journal numbers), which no campaign of this site witnessed."""

    undoable = False
    during_aftermath = True
    keeps_legal = False
    witnessed = True
    campaign: str
    steps: tuple[int, ...]

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Some steps, in their order, and a campaign's name."""
        yield from text_problems(self.campaign, "campaign", CAMPAIGN_LIMIT)
        ordered = all(before < after for before, after in zip((0, *self.steps), self.steps, strict=False))
        if not self.steps or not ordered or len(self.steps) > STEPS_LIMIT:
            yield Problem("accepted_steps", None, {"count": len(self.steps), "most": STEPS_LIMIT})

    def apply(self, warband: Warband) -> Change:
        """Change nothing but what stands in the journal."""
        return Change(warband, (Event("accepted", None, {"campaign": self.campaign, "count": len(self.steps)}),))
