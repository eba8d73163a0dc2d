"""The rules of BAF! in short, for whoever sits down for the first time."""

from __future__ import annotations

from django.utils.translation import gettext as _, ngettext

from engines.baf.options import Options


def reminder(agreed: Options) -> list[tuple[str, str]]:
    """Return what may be done and what happens, in pairs of a word and its meaning (BAF!, Déroulement de la partie)."""
    return [
        (
            _("Heroes"),
            _("You lead two, drafted in turn and back again. One goes with your left hand, the other with your right."),
        ),
        (_("Rounds"), _("Nine, three on each level. In each, two monsters for every player lie open.")),
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
                "A monster you beat brings its coins. If it has skills to give, it goes under one of your heroes, "
                "either; each rune is a category of your choice, for good."
            ),
        ),
        (_("Defeat"), _("A monster that beats you lies face down beside you and costs one coin.")),
        (
            _("The end"),
            _(
                "After the ninth round both your heroes together may attack the dungeon master or the dragon, once, "
                "for the coins on the card. The most coins win; equals share."
            ),
        ),
    ]


def _hands(agreed: Options) -> tuple[str, str]:
    if not agreed.quick_hands:
        return (
            _("Hands"),
            _(
                "Everybody says in secret where each hand lies, on a monster or nowhere. All are shown together. If "
                "several want one monster, a lot gives it to one of them; the others lay the hands that lost again."
            ),
        )
    said = _("The first hand on a monster has it, and stays there. Your other hand may follow onto the same monster.")
    if agreed.timer:
        words = ngettext("A round lasts %(count)s second.", "A round lasts %(count)s seconds.", agreed.timer)
        said = f"{said} {words % {'count': agreed.timer}}"
    return _("Quick hands"), said
