"""What a table of Badass Force agrees on: how far the Badassometer goes, and with which cards."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy

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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields[FIELD] = CardSetField(game="badass_force")
        self.fields[casting.FIELD] = casting.CastField()
        self.order_fields(["variant", FIELD, casting.FIELD])


def usual() -> tuple[str, dict[str, Any]]:
    """Return what is agreed as a rule: to 16 points (ruling F33), with the practice set."""
    return Variant.USUAL.value, {FIELD: encode(badass_force.training())}


def card_set(chosen: dict[str, Any]) -> CardSet:
    """Return the cards of a table; where none were chosen those of the practice set."""
    return badass_force.read(chosen[FIELD]) if chosen.get(FIELD) else badass_force.training()


def engine_options(variant: str, chosen: dict[str, Any]) -> Options:
    """Return the engine's options for what was chosen; the seven characters are drawn unless they are (ruling F32)."""
    cards = card_set(chosen)
    return Options(cards=cards, limit=int(variant), characters=casting.chosen_of(cards, chosen))


def told(variant: str, chosen: dict[str, Any]) -> list[str]:
    """Return what was agreed, in words."""
    cards = card_set(chosen)
    return [str(Variant(variant).label), sets.name_of(cards), *casting.told(cards, chosen)]


def sentence(problem: Problem, cards: Cards) -> Objection:
    """Say what keeps a set from being played, or what is wrong with the characters chosen."""
    wrong = casting.wrong(problem.code, dict(problem.params))
    if wrong:
        return Objection(problem.code, with_ruling(wrong, problem.rule), casting.FIELD)
    item = str(problem.params.get("item", ""))
    name = cards.name(item)
    said = card_problems.said(problem, name if name != item else "")
    return Objection(problem.code, with_ruling(said, problem.rule), FIELD)
