"""The page of zombies or aliens: what comes next, what may happen, where everything stands."""

from __future__ import annotations

from functools import cached_property

from django.utils.translation import gettext as _, gettext_lazy, ngettext
from msgspec import Struct

from campaigns.wars.pocket import panels, wording
from campaigns.wars.pocket.controls import Panel
from campaigns.wars.pocket.shared import EveningPage
from engines.musg.pocket import guidance
from engines.musg.pocket.guidance import Now, Step
from engines.musg.pocket.setup import points
from engines.musg.pocket.state import Group, Phase, State
from engines.musg.pocket.summary import Summary, summary


class GroupLine(Struct, frozen=True):
    """A group on the table, in words."""

    name: str
    notes: tuple[str, ...]


class MenacePage(EveningPage, dict=True):
    """The page of a night of zombies or an invasion."""

    now_template = "campaigns/wars/evening/_now_menace.html"
    table_template = "campaigns/wars/evening/_table_menace.html"
    table_title = gettext_lazy("The table: groups, noise, infections, civilians")

    state: State

    @cached_property
    def step(self) -> Step:
        """What comes next."""
        return guidance.step(self.state)

    @property
    def phase(self) -> str:
        """Which part of the turn it is; a lone warband has no order to settle."""
        return str(wording.PHASES[Phase.ENCOUNTERS]) if self.state.lone else super().phase

    @property
    def name(self) -> str:
        """Who comes this evening."""
        return str(wording.MENACES[self.state.setup.menace])

    @cached_property
    def counts(self) -> list[str]:
        """How many of what are on the table."""
        said = []
        for profile in self.state.profiles:
            count = sum(group.standing for group in self.state.groups if group.profile == profile)
            said.append(wording.counted(profile, count, self.state.setup.catalogue))
        noises = len(self.state.noises)
        if noises:
            said.append(ngettext("%(count)s noise marker", "%(count)s noise markers", noises) % {"count": noises})
        infected = len(self.counting)
        if infected:
            said.append(ngettext("%(count)s infected", "%(count)s infected", infected) % {"count": infected})
        return said

    @cached_property
    def runner(self) -> str:
        """Who runs the others this turn, in words; nothing where nobody is left to."""
        if self.state.setup.game_master:
            return _("The game master runs them.")
        key = self.state.runner()
        return _("%(band)s runs them this turn.") % {"band": wording.band_name(self.state, key)} if key else ""

    @cached_property
    def order(self) -> list[str]:
        """The names of the bands in this turn's order."""
        return list(panels.turn_order(self.state))

    @cached_property
    def henchmen(self) -> list[str]:
        """How many henchmen each band has for initiative, in words."""
        return [
            ngettext("%(band)s: %(count)s henchman", "%(band)s: %(count)s henchmen", count)
            % {"band": band, "count": count}
            for band, count in panels.henchmen(self.state)
        ]

    @cached_property
    def now_panels(self) -> list[Panel]:
        """The forms of what comes next."""
        step, now = self.step, self.step.now
        if now is Now.ROLL:
            return [panels.roll(self.state, step)]
        if now is Now.INITIATIVE:
            return list(panels.initiative(self.state))
        if now is Now.ENCOUNTER:
            return [panels.encounter(self.state, step.band)]
        return []

    @cached_property
    def title(self) -> str:
        """What comes next, as the largest thing on the page."""
        titles = {
            Now.BANDS: lambda: _("Activate the figures"),
            Now.END: lambda: _("Everybody has had their part"),
            Now.OVER: lambda: _("The game is over"),
            Now.GROUP: lambda: wording.group_name(self.state, self.step.group) if self.step.group else "",
        }
        made = titles.get(self.step.now)
        return made() if made else self.now_panels[0].title

    @cached_property
    def lines(self) -> list[str]:
        """What the group whose part it is tries, one after the other."""
        group = self.step.group
        if group is None:
            return []
        return [wording.line_sentence(line) for line in guidance.order(self.state, group).lines]

    @cached_property
    def held_up(self) -> str:
        """How many of that group do not move."""
        held = self.step.group.held_up if self.step.group else 0
        if not held:
            return ""
        return ngettext("%(count)s of them does not move.", "%(count)s of them do not move.", held) % {"count": held}

    @cached_property
    def onward(self) -> list[Panel]:
        """The buttons that go on: an infected figure's activation that counts, then the turn."""
        counts = panels.counts(self.state) if self.step.now is Now.BANDS else ()
        return [*self.now_panels, *counts, *panels.onward(self.state, self.step)]

    @cached_property
    def points(self) -> list[str]:
        """Where the three points are placed before the first turn (ruling M316)."""
        if self.state.turn > 1 or self.step.now is not Now.INITIATIVE:
            return []
        edges = points(self.state.setup)
        if not any(edges):
            return [_("Points 1, 2 and 3: in the middle of the edges that nobody enters by.")]
        return [wording.point_sentence(number, edge) for number, edge in enumerate(edges, start=1)]

    @cached_property
    def actions(self) -> list[Panel]:
        """What may happen at any time."""
        return list(panels.actions(self.state)) if self.is_open else []

    @cached_property
    def more(self) -> list[Panel]:
        """What happens more rarely."""
        if not self.is_open:
            return []
        state = self.state
        return [*panels.civilians(state), *panels.noises(state), *panels.groups(state)]

    @cached_property
    def groups(self) -> list[GroupLine]:
        """The groups on the table."""
        return [GroupLine(wording.group_name(self.state, g), self._notes(g)) for g in self.state.groups if g.standing]

    def _notes(self, group: Group) -> tuple[str, ...]:
        said = []
        if group.hurt:
            count = len(group.hurt)
            said.append(ngettext("%(count)s hurt", "%(count)s hurt", count) % {"count": count})
        if group.held_up:
            count = group.held_up
            said.append(ngettext("%(count)s held up", "%(count)s held up", count) % {"count": count})
        if group.lost:
            said.append(ngettext("%(count)s destroyed", "%(count)s destroyed", group.lost) % {"count": group.lost})
        return tuple(said)

    @cached_property
    def noises(self) -> list[str]:
        """The noise markers: beside whom, since when."""
        return [
            _("beside %(name)s (turn %(turn)s)") % {"name": wording.name(self.state, one.ref), "turn": one.turn}
            for one in self.state.noises
        ]

    @cached_property
    def counting(self) -> list[str]:
        """The infected who will turn, with the activations they have left."""
        said = []
        for ref, one in self.state.infections.items():
            if one.fate is None:
                left = one.left or 0
                text = ngettext(
                    "%(name)s has %(left)s activation left.", "%(name)s has %(left)s activations left.", left
                )
                said.append(text % {"name": wording.name(self.state, ref), "left": left})
        return said

    @cached_property
    def civilians(self) -> list[str]:
        """The civilians found: what became of each."""
        return [self._civilian(one.ref, one.leader) for one in self.state.civilians]

    def _civilian(self, ref: str, leader: str) -> str:
        said = {"name": wording.name(self.state, ref), "band": wording.band_name(self.state, leader)}
        if self.state.has_risen(ref):
            return _("%(name)s has turned.") % said
        if ref in self.state.gone:
            return (_("%(name)s was saved by %(band)s.") if leader else _("%(name)s has left the table.")) % said
        if ref in self.state.fallen:
            return _("%(name)s is out of action.") % said
        return (_("%(name)s follows %(band)s.") if leader else _("%(name)s follows nobody.")) % said

    @cached_property
    def summary(self) -> Summary:
        """What the evening has come to."""
        return summary(self.state)

    @property
    def ends(self) -> list[tuple[str, str]]:
        """What the evening came to, line by line: a heading, and the names."""
        found = self.summary
        saved = ", ".join(
            _("%(name)s (%(band)s, %(points)s)")
            % {
                "name": wording.name(self.state, one.ref),
                "band": wording.band_name(self.state, one.band),
                "points": one.points,
            }
            for one in found.saved
        )
        lines = [
            (_("Out of action"), self.names(found.out)),
            (_("Risen as zombies, dead for their warband"), self.names(found.risen)),
            (_("Dead of the infection afterwards"), self.names(found.fatal)),
            (_("Taken by the aliens"), self.names(found.taken)),
            (_("Civilians saved"), saved),
            (_("Civilians not saved"), self.names(found.lost)),
        ]
        return [(heading, names) for heading, names in lines if names]
