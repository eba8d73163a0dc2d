"""The rules of Space Serenade in short, for whoever sits down for the first time."""

from __future__ import annotations

from django.utils.translation import gettext as _


def reminder() -> list[tuple[str, str]]:
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
                "Each Force token brings you a damage card, a clue token does not. Whoever takes the last token of a "
                "pile has the criminal: everybody’s tokens of that planet become renown, the star is the captor’s."
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
                "He comes late. Each Resistance token of his brings two damage cards, and he moves on at the end of "
                "that turn. His capture ends the game; so does his last movement card, one turn each later."
            ),
        ),
        (
            _("The end"),
            _("The most renown wins; if equal, the most criminals captured. Tokens left over are worth nothing."),
        ),
    ]
