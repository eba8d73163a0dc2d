"""The page of a raid: alert, rounds, hostages, bomb."""

from __future__ import annotations

from functools import cached_property

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.wars.pocket import raid_wording as said, wording
from campaigns.wars.pocket.controls import Panel
from campaigns.wars.pocket.raid import panels
from campaigns.wars.pocket.shared import EveningPage
from engines.musg.pocket.raid.state import DETECTOR, SITE, TEAM, RaidState, Stage
from engines.musg.pocket.raid.summary import bonus, winner
from engines.musg.pocket.state import Phase


class RaidPage(EveningPage, dict=True):
    """The page of anti-terrorists against terrorists."""

    now_template = "campaigns/wars/evening/_now_raid.html"
    table_template = "campaigns/wars/evening/_table_raid.html"
    table_title = gettext_lazy("The table: hostages, bomb, rounds")

    state: RaidState

    @property
    def name(self) -> str:
        """What is played."""
        return _("Regroup team!")

    @cached_property
    def counts(self) -> list[str]:
        """The alert, the hostages, the bomb."""
        found, here = [said.alert_count(self.state)], sum(one.is_here for one in self.state.hostages)
        if self.state.hostages:
            found.append(ngettext("%(count)s hostage here", "%(count)s hostages here", here) % {"count": here})
        if self.state.setup.bomb:
            found.append(said.bomb_count(self.state.bomb))
        return found

    @cached_property
    def now_panels(self) -> list[Panel]:
        """The forms of what comes next."""
        state = self.state
        if state.phase is not Phase.OVER and state.awaited is not None:
            return [panels.roll(state, state.awaited)]
        return [panels.guard(state, ref) for ref in self._walking[:1]]

    @property
    def _walking(self) -> tuple[str, ...]:
        return self.state.to_walk() if self.state.phase is Phase.GUARDS else ()

    @cached_property
    def title(self) -> str:
        """What comes next, as the largest thing on the page."""
        if self.now_panels:
            return self.now_panels[0].title
        return str(_TITLES[self.state.phase])

    @cached_property
    def onward(self) -> list[Panel]:
        """The buttons that go on."""
        going = () if self.state.awaited is not None or self.is_over else panels.onward(self.state)
        return [*self.now_panels, *going]

    @cached_property
    def lines(self) -> list[str]:
        """What holds in this part of the turn."""
        state = self.state
        if state.awaited is not None or self.is_over:
            return said.before_sentences(state.setup) if self._is_fresh else []
        found = []
        if state.phase is Phase.GUARDS and not self._walking:
            found.append(_("The terrorists move freely.") if state.given else self._leash)
        if state.phase is Phase.RAIDERS and not state.given:
            found.append(_("Until the alert is given nobody runs, and only silenced pistols are fired (M333)."))
        if state.bomb.stage is Stage.TICKING:
            found.append(self.bomb)
        if state.phase in (Phase.GUARDS, Phase.RAIDERS) and state.is_settled:
            found.append(_("There is nothing left to play for: you can end the game below."))
        return found

    @property
    def _is_fresh(self) -> bool:
        return not self.rows

    @property
    def _leash(self) -> str:
        text = _("Leader and lieutenant move freely, but no farther than %(paces)s paces from terrain they hold.")
        return text % {"paces": TEAM.leash}

    @cached_property
    def actions(self) -> list[Panel]:
        """What may happen at any time."""
        if not self.is_open:
            return []
        return [*(() if self.state.has_begun else panels.markers(self.state)), *panels.actions(self.state)]

    @cached_property
    def more(self) -> list[Panel]:
        """What happens more rarely; where things are is asked for on top until somebody acts."""
        if not self.is_open:
            return []
        return [*panels.rounds(self.state), *(panels.markers(self.state) if self.state.has_begun else ())]

    @property
    def bomb(self) -> str:
        """What has become of the bomb."""
        by = self.state.bomb.by
        return said.bomb_sentence(self.state, wording.name(self.state, by) if by else "")

    @property
    def hostages(self) -> list[str]:
        """Where each hostage is."""
        return [
            said.hostage_sentence(
                one,
                {
                    "name": wording.name(self.state, one.ref),
                    "leader": wording.name(self.state, one.leader) if one.leader else "",
                    "place": self.state.places.get(one.ref, ""),
                },
            )
            for one in self.state.hostages
        ]

    @property
    def sites(self) -> list[str]:
        """Where the sites for the bomb are."""
        return self._places(SITE)

    @property
    def detectors(self) -> list[str]:
        """Where the detectors are, until the alert is given."""
        return [] if self.state.given else self._places(DETECTOR)

    def _places(self, kind: str) -> list[str]:
        marked = [ref for ref in self.state.marked if ref.startswith(f"{kind}:")]
        return [said.place_sentence(self.state, ref) for ref in marked]

    @property
    def gear(self) -> list[str]:
        """Who carries a silenced pistol or a defusing kit, and where kits lie."""
        state = self.state
        carried = [said.gear_sentence(state, ref, wording.name(state, ref)) for ref in state.standing(raiders=True)]
        lying = [
            _("A defusing kit lies where %(name)s went down.") % {"name": wording.name(state, ref)}
            for ref in state.kits_lying
        ]
        return [*(one for one in carried if one), *lying]

    @property
    def rounds(self) -> list[str]:
        """At which marker each guard stands, until the alert is given."""
        if self.state.given:
            return []
        return [
            _("%(name)s, at marker %(marker)s of %(markers)s")
            % {"name": wording.name(self.state, ref), "marker": one.at, "markers": one.markers}
            for ref, one in self.state.rounds.items()
            if self.state.stands(ref)
        ]

    @property
    def ends(self) -> list[tuple[str, str]]:
        """What the raid came to, line by line: a heading, and the names or numbers."""
        state = self.state
        won = winner(state)
        points = bonus(state)
        lines = [
            (_("Who has won"), wording.band_name(state, won) if won else _("the warband with the most victory points")),
            (_("Hostages brought out"), self.names(one.ref for one in state.hostages if one.saved)),
            (_("Hostages dead"), self.names(one.ref for one in state.hostages if one.killed)),
            (_("The bomb"), self.bomb if state.setup.bomb else ""),
            (
                _("Victory points of the hostages"),
                ", ".join(f"{wording.band_name(state, key)} {count:+d}" for key, count in points.items()),
            ),
            (_("Out of action"), self.names(ref for ref in state.refs() if ref in state.fallen)),
        ]
        return [(heading, names) for heading, names in lines if names]


_TITLES = {
    Phase.GUARDS: gettext_lazy("Leader and lieutenant act"),
    Phase.RAIDERS: gettext_lazy("The anti-terrorists act"),
    Phase.BLAST: gettext_lazy("The bomb goes off"),
    Phase.OVER: gettext_lazy("The game is over"),
}
