"""Small words of Badass Force: charges, points, deeds, how long things last, what the fields of steps choose from."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from campaigns.matches.cards.sentences.speaker import Amounted, Words
from engines.badass_force.verbs.characters import At, Pick
from engines.badass_force.verbs.lasting import Deed, Figure
from engines.badass_force.verbs.weapons import Goods
from engines.badass_force.verbs.words import From, Until, What


def _charges(count: int, shown: str) -> str:
    return ngettext("%(count)s charge", "%(count)s charges", count) % {"count": shown}


def _points(count: int, shown: str) -> str:
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": shown}


AMOUNTS: Final[Mapping[str, Amounted]] = {What.AMMO: _charges, What.POINTS: _points}
COUNTS: Final[Words] = {
    "ammo": pgettext_lazy("card text", "charges"),
    "points": pgettext_lazy("card text", "points"),
    "graveyard": gettext_lazy("characters in the graveyard"),
    "hand": gettext_lazy("cards in hand"),
    "vengeance": gettext_lazy("players in Vengeance mode"),
}
DEEDS: Final[Words] = {
    Deed.POWER: pgettext_lazy("forbidden for a while", "use a power"),
    Deed.EXECUTION: pgettext_lazy("forbidden for a while", "use the execution"),
    Deed.ARMOURY: pgettext_lazy("forbidden for a while", "roll the armoury dice"),
    Deed.WEAPON: pgettext_lazy("forbidden for a while", "change the weapon"),
    Deed.CALL: pgettext_lazy("forbidden for a while", "call a bluff"),
}
UNTIL: Final[Words] = {
    Until.TURN_END: pgettext_lazy("how long it lasts", "until the end of the turn"),
    Until.MY_NEXT_TURN: pgettext_lazy("how long it lasts", "until their next turn"),
    Until.USED: pgettext_lazy("how long it lasts", "once"),
    Until.LEAVES: pgettext_lazy("how long it lasts", "as long as the weapon stays"),
}
VALUES: Final[Mapping[type[StrEnum], Words]] = {
    What: COUNTS,
    Deed: DEEDS,
    Until: UNTIL,
    Goods: {Goods.WEAPON: pgettext_lazy("card text", "weapons"), Goods.AMMO: COUNTS["ammo"]},
    Figure: {
        Figure.TURN_CHARGE: pgettext_lazy("card text", "charge at the start of a turn"),
        Figure.KILL_POINTS: pgettext_lazy("card text", "points of each kill"),
    },
    From: {From.ACTIVE: pgettext_lazy("card text", "active character"), From.HAND: pgettext_lazy("card text", "hand")},
    At: {
        At.ACTIVE: pgettext_lazy("card text", "active character"),
        At.DRESSING_ROOM: pgettext_lazy("card text", "dressing room"),
    },
    Pick: {
        Pick.CHOOSE: pgettext_lazy("card text", "chosen"),
        Pick.RANDOM: pgettext_lazy("card text", "drawn at random"),
    },
}
