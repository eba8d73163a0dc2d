"""The score sheet of BAF!: nine rounds with two hands each, the final attempt, and what the heroes can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _, pgettext

from campaigns.matches.paper.parts import WRITE, Cell, Front, Part, ScoreSheet, Table
from campaigns.matches.scores import Pad, pad_of
from campaigns.matches.scores.baf import BOSSES, LETTERS, LEVELS, SKILLS
from engines.baf.score.setup import BafSetup
from engines.baf.score.state import ROUNDS, Side, level_of


class BafSheet(ScoreSheet):
    """BAF!"""

    pad: ClassVar[Pad[Any]] = pad_of("baf")

    def front(self) -> Front:
        """What a defeat costs, how to fill the table in, and who wins."""
        return Front(
            worth=[(self.pad.field_names["penalty"], BafSetup(seats=self.pad.game.least).penalty)],
            rules=[
                _("For each fight write the coins on the card, or a cross if the monster was stronger."),
                _(
                    "After the ninth round everybody may attack the dungeon master or the dragon, once, with both "
                    "heroes."
                ),
                _("The most coins win; in a tie the victory is shared."),
            ],
        )

    def parts(self) -> Sequence[Part]:
        """Coins round by round; heroes; the two bosses."""
        return [self._coins(), self._heroes(), self._bosses()]

    def _coins(self) -> Table:
        hands = [Cell(LETTERS[side.value]) for side in Side] * len(self.players)
        across = [Cell(span=len(Side)) for _player in self.players]
        rounds = [
            (
                Cell(_("Round %(number)s, level %(level)s") % {"number": number, "level": LEVELS[level_of(number)]}),
                *(WRITE,) * len(hands),
            )
            for number in range(1, ROUNDS + 1)
        ]
        ends = (
            _("Coins of monsters"),
            BOSSES["master"],
            BOSSES["dragon"],
            pgettext("on a score sheet", "Penalties (−)"),
            _("Total"),
            pgettext("rank", "Place"),
        )
        return Table(
            self.pad.total_title,
            (3, *(1,) * len(hands)),
            [Cell(_("Player")), *hands],
            [(Cell(_("Name")), *across), *rounds, *((Cell(end), *across) for end in ends)],
        )

    def _heroes(self) -> Table:
        heads = (_("Player"), self.pad.field_names["side"], self.pad.field_names["hero"], *SKILLS.values())
        rows = [
            (WRITE, Cell(LETTERS[side.value]), *(WRITE,) * (1 + len(SKILLS)))
            for _player in self.players
            for side in Side
        ]
        return Table(_("Heroes"), (2.6, 0.9, 3, *(1.4,) * len(SKILLS)), [Cell(head) for head in heads], rows)

    def _bosses(self) -> Table:
        heads = ("", _("Name"), *SKILLS.values(), self.pad.total_title)
        rows = [(Cell(boss), *(WRITE,) * (2 + len(SKILLS))) for boss in BOSSES.values()]
        widths = (2.2, 3, *(1.4,) * len(SKILLS), 1.4)
        return Table(_("Their defence, and what they are worth"), widths, [Cell(head) for head in heads], rows)
