"""What a table of BAF! agrees on: how monsters are attacked, with which cards, and the time of a round."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db import models
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.matches.cards import problems as card_problems
from campaigns.matches.cards.kinds import ITEMS
from campaigns.matches.cards.sets import name_of
from campaigns.tables.card_sets import FIELD, CardSetField
from club.operations import Objection
from engines.baf import cards as baf
from engines.baf.options import TIMER, Options
from engines.core.problems import Problem
from engines.core.score import encode
from rosters.wording import with_ruling

TIMER_FIELD: Final = "timer"


class Variant(models.TextChoices):
    """How monsters are attacked."""

    SECRET = "secret", gettext_lazy("hands laid in secret, shown together")
    QUICK = "quick", gettext_lazy("quick hands: the first hand on a monster has it")


class OptionsForm(forms.Form):
    """The options of a table."""

    variant = forms.ChoiceField(
        label=gettext_lazy("How monsters are attacked"),
        choices=Variant,
        initial=Variant.SECRET,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "In secret, everybody takes their time, and a draw decides who gets a monster that several want. Quick "
            "hands are for phones around one table: the server decides who was first."
        ),
    )
    cards = CardSetField(game="baf")
    timer = forms.IntegerField(
        label=gettext_lazy("Quick hands: seconds per round"),
        min_value=TIMER[0],
        max_value=TIMER[1],
        required=False,
        help_text=gettext_lazy("Empty: until everybody is done, or no monster is free."),
    )


def usual() -> tuple[str, dict[str, Any]]:
    """Return what is agreed as a rule: hands in secret, with the practice set."""
    return Variant.SECRET.value, {FIELD: encode(baf.training())}


def engine_options(variant: str, chosen: dict[str, Any]) -> Options:
    """Return the engine's options for what was chosen; without cards those of the practice set. A time is for races."""
    cards = baf.read_cards(chosen[FIELD]) if chosen.get(FIELD) else baf.training()
    quick = variant == Variant.QUICK
    return Options(cards=cards, quick_hands=quick, timer=int(chosen.get(TIMER_FIELD) or 0) if quick else 0)


def sentence(problem: Problem) -> Objection:
    """Say what is wrong with the options, beside the field that causes it, and the ruling that says so."""
    if problem.code == "too_few_cards":
        item = str(ITEMS.get(str(problem.params["item"]), problem.params["item"]))
        words = _("%(item)s: %(count)s cards; a game with this many players takes %(needs)s.")
        said = words % {**problem.params, "item": item}
        return Objection(problem.code, with_ruling(said, problem.rule), FIELD)
    if problem.code == "option_out_of_range":
        words = _("Between %(least)s and %(most)s.") % problem.params
        return Objection(problem.code, with_ruling(words, problem.rule), TIMER_FIELD)
    return Objection(problem.code, card_problems.describe_problem(problem), FIELD)


def describe(variant: str, chosen: dict[str, Any]) -> list[str]:
    """Return what was agreed, in words."""
    options = engine_options(variant, chosen)
    said = [str(Variant(variant).label), name_of(options.cards)]
    if options.timer:
        said.append(
            ngettext("%(count)s second per round", "%(count)s seconds per round", options.timer)
            % {"count": options.timer}
        )
    return said


def remind_of_rules(agreed: Options) -> list[tuple[str, str]]:
    """Return what may be done and what happens, in pairs of a word and its meaning (BAF!, Déroulement de la partie)."""
    return [
        (
            _("Heroes"),
            _(
                "You lead two, drafted in turn, then in reverse order. One goes with your left hand, the other "
                "with your right."
            ),
        ),
        (_("Rounds"), _("Nine, three on each level. In each, two monsters for every player lie face up.")),
        _hands(agreed),
        (
            _("Fight"),
            _(
                "Your heroes beat a monster if they reach its defence in every category. Two hands on one monster add "
                "their skills up. All fights count with the skills at the start of the round."
            ),
        ),
        (
            _("Victory"),
            _(
                "A monster you beat brings its coins. If it has skills to give, it goes under either of your "
                "heroes; each rune is a category of your choice, for good."
            ),
        ),
        (_("Defeat"), _("A monster that beats you lies face down beside you and costs one coin.")),
        (
            _("The end"),
            _(
                "After the ninth round both your heroes together may attack the dungeon master or the dragon, "
                "once, for the coins on the card. The most coins win; in a tie the victory is shared."
            ),
        ),
    ]


def _hands(agreed: Options) -> tuple[str, str]:
    if not agreed.quick_hands:
        return (
            _("Hands"),
            _(
                "Everybody says in secret where each hand lies, on a monster or nowhere. All are shown together. "
                "If several want the same monster, a draw decides who gets it; the others lay the hands that "
                "lost again."
            ),
        )
    said = _("The first hand on a monster has it, and stays there. Your other hand may follow onto the same monster.")
    if agreed.timer:
        words = ngettext("A round lasts %(count)s second.", "A round lasts %(count)s seconds.", agreed.timer)
        said = f"{said} {words % {'count': agreed.timer}}"
    return _("Quick hands"), said
