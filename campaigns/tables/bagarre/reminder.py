"""The rules of La Bagarre in short, for whoever sits down for the first time. Heroes' powers stand at their seats."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engines.bagarre.options import Options


def reminder(agreed: Options) -> list[tuple[str, str]]:
    """Return what may be done and what happens, as pairs of a word and what it means (La Bagarre, Règles)."""
    told = [
        (
            _("Attack"),
            _(
                "Name a target, then a card is drawn. As much as it exceeds the target’s shield is lost in hit points, "
                "from the weaker card first."
            ),
        ),
        (_("Shield"), _("The drawn card replaces a shield, yours or somebody else’s, for better or worse.")),
        (
            _("Charge"),
            _(
                "The drawn card lies face down, and nobody has seen it. Your next attack has to add it. Whoever loses "
                "hit points to an attack loses the charge; there is but one at a time."
            ),
        ),
        (_("Murder"), _("Whoever kills acts once more at once.")),
        (_("1 hit point"), _("With exactly one left, you look at the top card before each action.")),
        (
            _("Dragon"),
            _(
                "When the draw pile is used up, the discard is shuffled to be the new one. After the action under way "
                "everybody in turn is attacked with a card of it."
            ),
        ),
        (
            _("Values"),
            _("Ace 1, jack 11, queen 12, king 13, joker %(joker)s.") % {"joker": agreed.joker_value},
        ),
    ]
    if agreed.teams:
        told.append((_("Teams"), _("Team mates sit alternately. The last team standing wins.")))
    return told
