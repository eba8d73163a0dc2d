"""The score sheet of Space Serenade: a line for each criminal captured, renown for each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _, pgettext

from campaigns.matches.paper.parts import WRITE, Cell, Front, Part, ScoreSheet, Table
from campaigns.matches.scores import Pad, pad_of
from campaigns.matches.scores.bebop import TARGETS
from engines.bebop.cards import Planet
from engines.bebop.score.setup import DECK_PER_PLANET, BebopSetup

BY_CARDS: Final = 2
"""Lines for renown that a card gives or takes."""


class BebopSheet(ScoreSheet):
    """Space Serenade."""

    pad: ClassVar[Pad[Any]] = pad_of("bebop")

    def front(self) -> Front:
        """What a token is worth, and how the match ends."""
        return Front(
            worth=[(self.pad.field_names["token_renown"], BebopSetup(seats=self.pad.game.least).token_renown)],
            rules=[
                _("At a capture everybody turns their tokens of that planet into renown; the captor adds the star."),
                _("When a criminal escapes, the tokens of that planet are lost."),
                _("If Vicious flees, all tokens are lost and the renown stays."),
                _("The most renown wins. A tie is broken by criminals captured, Vicious among them."),
            ],
        )

    def parts(self) -> Sequence[Part]:
        """Every criminal who can be captured has a line: those at the start, those of the deck, and Vicious."""
        fields = self.pad.field_names
        captures = len(Planet) * (1 + max(DECK_PER_PLANET.values()))
        each = (WRITE,) * len(self.players)
        heads = (fields["criminal"], fields["planet"], pgettext("Space Serenade", "Star"), _("Captured by"))
        numbered = [Cell(_("Player %(number)s") % {"number": number}) for number in self.players]
        rows = [
            (Cell(_("Name"), span=len(heads)), *each),
            (Cell(fields["character"], span=len(heads)), *each),
            *((*(WRITE,) * len(heads), *each) for _capture in range(captures)),
            (Cell(TARGETS["vicious"]), *(WRITE,) * (len(heads) - 1), *each),
            *((Cell(self.pad.source_names["card"], span=len(heads)), *each) for _card in range(BY_CARDS)),
            (Cell(_("Stars of the criminals captured"), span=len(heads)), *each),
            (Cell(pgettext("on a score sheet", "Renown in all"), span=len(heads)), *each),
            (Cell(self.pad.final_names["captured"], span=len(heads)), *each),
            (Cell(pgettext("rank", "Place"), span=len(heads)), *each),
        ]
        widths = (3, 1.9, 0.9, 1.9, *(1.6,) * len(each))
        return [Table(self.pad.total_title, widths, [*(Cell(head) for head in heads), *numbered], rows)]
