"""What a table of Badass Force agrees on: how far the Badassometer goes, and with which cards."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

from campaigns.matches.cards import problems as card_problems, sets
from campaigns.tables.badass_force import casting
from campaigns.tables.badass_force.words import Cards
from campaigns.tables.card_sets import FIELD, CardSetField
from club.operations import Objection
from engines.badass_force import cards as badass_force
from engines.badass_force.cards import CardSet
from engines.badass_force.options import Options
from engines.core.problems import Problem
from engines.core.score import encode
from rosters.wording import with_ruling


class Variant(models.TextChoices):
    """The limit: the space of the Badassometer that ends the game (ruling F33)."""

    FAST = "12", gettext_lazy("to 12 points: a fast game")
    USUAL = "16", gettext_lazy("to 16 points")
    LONG = "20", gettext_lazy("to 20 points: a long game")
    LONGER = "30", gettext_lazy("to 30 points")
    LONGEST = "50", gettext_lazy("to 50 points: all night")


class OptionsForm(forms.Form):
    """The options of a table."""

    variant = forms.ChoiceField(
        label=gettext_lazy("How far the Badassometer goes"),
        choices=Variant.choices,
        initial=Variant.USUAL,
        widget=forms.RadioSelect,
    )
    cards = CardSetField(game="badass_force")
    characters = casting.CastField()


def usual() -> tuple[str, dict[str, Any]]:
    """Return what is agreed as a rule: to 16 points (ruling F33), with the practice set."""
    return Variant.USUAL.value, {FIELD: encode(badass_force.training())}


def card_set(chosen: dict[str, Any]) -> CardSet:
    """Return the cards of a table; where none were chosen those of the practice set."""
    return badass_force.read_cards(chosen[FIELD]) if chosen.get(FIELD) else badass_force.training()


def engine_options(variant: str, chosen: dict[str, Any]) -> Options:
    """Return the engine's options for what was chosen; the seven characters are drawn unless they are (ruling F32)."""
    cards = card_set(chosen)
    return Options(cards=cards, limit=int(variant), characters=casting.chosen_of(cards, chosen))


def describe(variant: str, chosen: dict[str, Any]) -> list[str]:
    """Return what was agreed, in words."""
    cards = card_set(chosen)
    return [str(Variant(variant).label), sets.name_of(cards), *casting.describe_cast(cards, chosen)]


def sentence(problem: Problem, cards: Cards) -> Objection:
    """Say what keeps a set from being played, or what is wrong with the characters chosen."""
    wrong = casting.explain_cast(problem.code, dict(problem.params))
    if wrong:
        return Objection(problem.code, with_ruling(wrong, problem.rule), casting.FIELD)
    item = str(problem.params.get("item", ""))
    name = cards.name(item)
    said = card_problems.describe_problem(problem, name if name != item else "")
    return Objection(problem.code, with_ruling(said, problem.rule), FIELD)


def remind_of_rules(agreed: Options) -> list[tuple[str, str]]:
    """Return what may be done and what happens, in pairs of a word and its meaning (Badass Force, A chaque tour)."""
    return [
        (
            _("Your characters"),
            " ".join(filter(None, (_your_characters(), casting.name_cast(agreed.cards, agreed.characters)))),
        ),
        (
            _("Your turn"),
            _(
                "Your weapon gains 1 charge, in Vengeance mode 2. Then do one thing: change your character or your "
                "weapon, use your weapon’s execution, roll the armoury dice, or use a power."
            ),
        ),
        (
            _("Powers and bluffs"),
            _(
                "Say who lies in front of you, truthfully or not. If somebody rightly calls your bluff, you lose "
                "that character. Anyone who calls wrongly loses a character drawn from the hand; you then lay a "
                "character again and use the power."
            ),
        ),
        (
            pgettext("Badass Force", "Weapons"),
            _(
                "A weapon can be used from the explosion on its charge bar onwards; then it is discarded and you "
                "take one of the three in the middle, with no charge."
            ),
        ),
        (
            _("Armoury dice"),
            _(
                "Green: 1 charge for you. Yellow: 1 for everybody. Red: 1 for all others. Two reds: you lose all your "
                "charges."
            ),
        ),
        (
            _("Points"),
            _(
                "Your first kill in anybody’s turn brings 2 points, each further one 1, and 1 more against the "
                "player in the sole lead."
            ),
        ),
        (
            "Vengeance",
            _(
                "With a single character left you take all seven back, put one into the dressing room at random and "
                "have a second power. From then on each player who is still Cool gains 1 point at the start of a turn."
            ),
        ),
        (_("The end"), _the_end(agreed)),
    ]


def _your_characters() -> str:
    return _(
        "Everybody has the same seven: one lies unseen in the dressing room, one face down in front of you, "
        "the others are your hand."
    )


def _the_end(agreed: Options) -> str:
    said = ngettext(
        "When somebody has %(count)s point, the game ends with that turn: the most points win; if equal, the most "
        "cards in hand, then the most charges.",
        "When somebody has %(count)s points, the game ends with that turn: the most points win; if equal, the most "
        "cards in hand, then the most charges.",
        agreed.limit,
    )
    return said % {"count": agreed.limit}
