"""Small words of BAF!: what cards are called, lists, skills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from campaigns.matches.scores.baf_words import SKILLS
from club.words import words
from engines.baf.cards import CardSet, Skills
from engines.baf.score.state import Side

type Names = Sequence[str]
"""What the players are called, by seat."""


class Cards:
    """The names of a table's cards, in the reader's language."""

    def __init__(self, cards: CardSet) -> None:
        self.set = cards

    def hero(self, code: str) -> str:
        """Return what a hero is called."""
        card = self.set.hero(code)
        return words(card.name) if card is not None else code

    def monster(self, code: str) -> str:
        """Return what a monster is called."""
        card = self.set.monster(code)
        return words(card.name) if card is not None else code

    def boss(self, code: str) -> str:
        """Return what a dungeon master or a dragon is called."""
        card = self.set.boss(code)
        return words(card.name) if card is not None else code


def skills_in_words(skills: Skills) -> str:
    """Say how much of each skill, as "melee 2, magic 1"."""
    return ", ".join(f"{SKILLS[skill.value]} {amount}" for skill, amount in skills if amount)


def hands_in_words(sides: Iterable[Side]) -> str:
    """Say which hands."""
    found = tuple(sides)
    if len(found) > 1:
        return _("both hands")
    return _("the left hand") if found == (Side.LEFT,) else _("the right hand")
