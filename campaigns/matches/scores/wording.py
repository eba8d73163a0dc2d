"""Words that the pads of all games share: what players are called, lists, totals, what is wrong with an entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from engines.core.score import CardPoints

type Text = str | Promise


class Names(tuple[str, ...]):
    """What the players are called, by seat, for the reader of the page; ``cards`` names a card set by code."""

    cards: Mapping[str, str]

    def __new__(cls, players: Iterable[str] = (), cards: Mapping[str, str] | None = None) -> Self:
        """Make the names of these players."""
        made = super().__new__(cls, players)
        made.cards = cards or {}
        return made


GENERIC_PROBLEMS: Mapping[str, Text] = {
    "card_empty": gettext_lazy("Say which card it was, and why."),
    "label_long": gettext_lazy("This name is too long: at most %(most)s characters."),
    "label_unprintable": gettext_lazy("This name has characters that cannot be printed."),
    "card_points": gettext_lazy("A card gives or takes 1 to %(most)s points."),
    "match_over": gettext_lazy(
        "The match is over: nothing more can be entered. Take the last entry back if it was wrong."
    ),
    "no_such_seat": gettext_lazy("Nobody sits there."),
    "seats": gettext_lazy("%(value)s players: this game is for %(least)s to %(most)s."),
    "rules_version_unknown": gettext_lazy("These scoring rules are not known here."),
    "heroes_each": gettext_lazy("%(player)s has %(count)s heroes: the number has to be %(needs)s."),
    "no_such_hero": gettext_lazy("This hero is not known in this match."),
    "final_lines": gettext_lazy("Every player needs a line of the result."),
    "final_missing": gettext_lazy("%(player)s: the result is missing."),
    "final_unknown": gettext_lazy("%(player)s: this figure does not belong to the result."),
}


def first_names(players: Sequence[str]) -> list[str]:
    """Return the first names, which is what people call each other at a table; two who share one keep full names."""
    first = [name.split()[0] if name.split() else name for name in players]
    alone = [one if first.count(one) == 1 else name for one, name in zip(first, players, strict=True)]
    # Initials of guests, which visitors read, are no first names.
    return [name if short_name.endswith(".") else short_name for short_name, name in zip(alone, players, strict=True)]


def totals_said(totals: Sequence[int], names: Names) -> str:
    """Return ``Ann 12, Ben 7``."""
    return ", ".join(
        _("%(player)s %(points)s") % {"player": names[seat], "points": total} for seat, total in enumerate(totals)
    )


def said_by_card(entry: CardPoints[Any], names: Names) -> str:
    """Say that the text of a card gave or took points."""
    return _("By the card “%(card)s”: %(player)s %(points)s (%(reason)s)") % {
        "card": entry.card.strip(),
        "player": names[entry.seat],
        "points": f"{entry.points:+d}",
        "reason": entry.reason.strip(),
    }


def broken_off(totals: Sequence[int], names: Names) -> str:
    """Say that the players broke off, and with which totals or places if they typed some."""
    if not totals:
        return _("The match is broken off")
    return _("The match is broken off with %(totals)s") % {"totals": totals_said(totals, names)}


def listed(names: Sequence[str]) -> str:
    """Return ``Ann, Ben and Cleo``."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}
