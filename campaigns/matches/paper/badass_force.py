"""The score sheet of Badass Force: a Badassometer for each player, and what breaks a tie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _, pgettext

from campaigns.matches.paper.parts import TICK, WRITE, Cell, Front, Part, ScoreSheet, Table, Track
from campaigns.matches.scores import Pad, pad_of
from engines.badass_force.score.setup import LIMITS, BadassSetup
from engines.badass_force.score.state import LOSSES


class BadassForceSheet(ScoreSheet):
    """Badass Force."""

    pad: ClassVar[Pad[Any]] = pad_of("badass_force")

    def front(self) -> Front:
        """The limit to circle, what a kill brings, how the match ends."""
        fields, printed = self.pad.field_names, BadassSetup(seats=self.pad.game.least)
        return Front(
            facts=[(fields["limit"], " · ".join(map(str, LIMITS)))],
            worth=[
                (fields["first_kill"], printed.first_kill),
                (fields["later_kill"], printed.later_kill),
                (fields["leader_bonus"], printed.leader_bonus),
                (fields["cool_bonus"], printed.cool_bonus),
            ],
            rules=[
                _("Catching a bluff, or being doubted without one, counts as a kill."),
                _("Nobody scores for a character of their own."),
                _("With one character left, a player goes into Vengeance mode for good."),
                _("Once the limit is reached, the turn is played to its end. The most points win."),
                _("A tie is broken by cards in hand, then by ammunition."),
            ],
        )

    def parts(self) -> Sequence[Part]:
        """Who plays and what they have at the end; then the Badassometers."""
        fields = self.pad.field_names
        player = _("Player")
        heads = (
            Cell(player),
            Cell(pgettext("on a score sheet", "Characters lost")),
            Cell(pgettext("on a score sheet", "In Vengeance mode")),
            Cell(self.pad.final_names["total"]),
            Cell(fields["cards"]),
            Cell(fields["ammo"]),
            Cell(pgettext("rank", "Place")),
        )
        rows = [(Cell(f"{number}."), Cell(boxes=LOSSES), TICK, WRITE, WRITE, WRITE, WRITE) for number in self.players]
        return [
            Table(_("Players"), (3.4, 2.2, 1.6, 1.2, 1.4, 1.6, 1.1), heads, rows),
            Track(_("Badassometer"), player, len(self.players), max(LIMITS), LIMITS),
        ]
