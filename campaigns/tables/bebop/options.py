"""What a table of Space Serenade agrees on: who chooses the characters' order is chance; the cards are chosen."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db import models
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.matches.cards import sets
from campaigns.matches.cards.problems import describe_problem
from campaigns.tables.bebop.words import CHARACTERS, TARGETS, Cards
from campaigns.tables.card_sets import FIELD, CardSetField
from club.operations import Objection
from engines.bebop import cards as bebop
from engines.bebop.cards import CardSet
from engines.bebop.options import Options
from engines.core.problems import Problem
from engines.core.score import encode
from rosters.wording import with_ruling


class Variant(models.TextChoices):
    """Whether renown lies open."""

    HIDDEN = "hidden", gettext_lazy("renown face down until the end")
    OPEN = "open", gettext_lazy("renown open to all")


class OptionsForm(forms.Form):
    """The options of a table."""

    variant = forms.ChoiceField(
        label=gettext_lazy("Renown"),
        choices=Variant.choices,
        initial=Variant.HIDDEN,
        widget=forms.RadioSelect,
    )
    cards = CardSetField(game="bebop")


def usual() -> tuple[str, dict[str, Any]]:
    """Return what is agreed as a rule: renown face down (ruling C66), with the practice set."""
    return Variant.HIDDEN.value, {FIELD: encode(bebop.training())}


def card_set(chosen: dict[str, Any]) -> CardSet:
    """Return the cards of a table; where none were chosen those of the practice set."""
    return bebop.read_cards(chosen[FIELD]) if chosen.get(FIELD) else bebop.training()


def engine_options(variant: str) -> Options:
    """Return the engine's options for what was chosen."""
    return Options(open_renown=variant == Variant.OPEN)


def describe(variant: str, chosen: dict[str, Any]) -> list[str]:
    """Return what was agreed, in words."""
    said = [str(Variant(variant).label)] if variant == Variant.OPEN else []
    return [*said, sets.name_of(card_set(chosen))]


DECKS: Final = {
    "cards": gettext_lazy("Cards of the common deck"),
    "damage": gettext_lazy("Damage cards"),
    "base_neutral": gettext_lazy("Neutral base cards"),
    **{f"base_{code}": gettext_lazy("Base cards of a character") for code in CHARACTERS},
}
FIELDS: Final = {
    "force_each": gettext_lazy("Force for a token"),
    "clues_each": gettext_lazy("clues for a token"),
    "vicious_force": gettext_lazy("Force for a token"),
    "vicious_clues": gettext_lazy("clues for a token"),
}


def sentence(problem: Problem, cards: Cards) -> Objection:
    """Say what keeps a set from being played, in words about its cards; a text that cannot be read by its place."""
    params = {**problem.params, "item": _item(str(problem.params.get("item", "")), cards)}
    if problem.code == "price_missing":
        said = _("%(item)s: the amount is missing (%(field)s).") % {**params, "field": FIELDS[str(params["field"])]}
    elif problem.code == "team_own_colour":
        said = _("%(item)s: the team zone names a character other than the card’s own.") % params
    elif problem.code == "language_version":
        said = _("The texts of this set are written for another version of the site.")
    elif problem.code.startswith("effect_"):
        said = _("%(item)s: the text “%(slot)s” cannot be carried out (step %(step)s, %(value)s).") % {
            **params,
            "slot": params.get("slot", ""),
            "step": params.get("step", "1"),
            "value": params.get("value", problem.code.removeprefix("effect_").replace("_", " ")),
        }
    else:
        said = describe_problem(problem, str(params["item"]))
    return Objection(problem.code, with_ruling(said, problem.rule), FIELD)


def _item(item: str, cards: Cards) -> str:
    if item.removeprefix("base_") in CHARACTERS and item.startswith("base_"):
        return f"{DECKS[item]} ({CHARACTERS[item.removeprefix('base_')]})"
    if item in DECKS:
        return str(DECKS[item])
    if item in sets.ITEMS:
        return str(sets.ITEMS[item])
    known = cards.name(item)
    return known if known != item else str(TARGETS[item]) if item in TARGETS else cards.criminal(item)


def remind_of_rules(_agreed: Options) -> list[tuple[str, str]]:
    """Return what may be done and what happens, in pairs of a word and its meaning (Space Serenade, Déroulement)."""
    return [
        (
            _("Your turn"),
            _(
                "As often as you like and in any order: play cards, buy, travel, use skills, weaken a criminal. Then "
                "all your cards are laid down and you draw five."
            ),
        ),
        (
            _("Resources"),
            _(
                "Woolongs buy cards, Force and clues take capture tokens; what is left of them at the end of your turn "
                "is lost. Fuel stays, up to 10: it pays for travel and skills."
            ),
        ),
        (
            _("Capturing a criminal"),
            _(
                "Each Force token brings you a damage card, a clue token does not. The player who takes the last "
                "token of a pile captures the criminal: everybody’s tokens of that planet become renown, and the "
                "captor gets the star."
            ),
        ),
        (
            _("Gauges"),
            _(
                "A planet costs 1 to 3 fuel. A new criminal for an occupied planet raises its gauge; from 3 on the "
                "criminal there escapes, and its tokens are lost."
            ),
        ),
        (
            _("Team"),
            _("The coloured line of a card counts once a card of that character is in play too, whichever came first."),
        ),
        (
            "Vicious",
            _(
                "He comes late. Each of his Resistance tokens brings two damage cards, and he moves on at the "
                "end of that turn. Capturing him ends the game; so does his last movement card, after one more "
                "turn each."
            ),
        ),
        (
            _("The end"),
            _("The most renown wins; if equal, the most criminals captured. Tokens left over are worth nothing."),
        ),
    ]
