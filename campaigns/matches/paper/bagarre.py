"""The score sheet of La Bagarre: who fell when, through whom and how; three matches to a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _, pgettext

from campaigns.matches.paper.parts import WRITE, Cell, Front, Part, ScoreSheet, Table
from campaigns.matches.scores import Pad, pad_of
from engines.bagarre.score.entries import Cause

MATCHES: Final = 3


class BagarreSheet(ScoreSheet):
    """La Bagarre."""

    pad: ClassVar[Pad[Any]] = pad_of("bagarre")

    def front(self) -> Front:
        """The ways of playing that the pad knows, who wins, and what may be written under “How”."""
        fields, endings = self.pad.field_names, self.pad.ending_names
        causes = " · ".join(str(self.pad.value_names["cause", cause.value]) for cause in Cause)
        return Front(
            facts=[(fields["cause"], causes)],
            ticks=[fields[one] for one in ("setup.heroes", "trolls", "same_hero_per_team", "unique")],
            rules=[
                endings["last_player"],
                endings["last_team"],
                _("Players who fall at the same moment share a place."),
                _("A kill earns another action straight away."),
            ],
        )

    def parts(self) -> Sequence[Part]:
        """A table for each match."""
        fields = self.pad.field_names
        heads = (
            fields["heroes.seat"],
            fields["heroes"],
            _("Team"),
            _("Order of elimination"),
            fields["by"],
            fields["cause"],
            self.pad.total_title,
            fields["place"],
        )
        boxes = Cell(boxes=len(self.players) - 1)
        row = (*(WRITE,) * 6, boxes, WRITE)
        return [
            Table(
                pgettext("on a score sheet", "Match %(number)s") % {"number": number},
                (3, 2.6, 1.3, 1.3, 2.2, 1.8, 2.2, 1.1),
                [Cell(head) for head in heads],
                [row for _player in self.players],
            )
            for number in range(1, MATCHES + 1)
        ]
