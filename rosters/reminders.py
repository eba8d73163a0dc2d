"""What is to be thought of before a warband's next battle, read off its figures."""

from __future__ import annotations

from django.utils.translation import gettext as _, pgettext
from msgspec import Struct

from engines.musg.report import erratic
from engines.musg.warband import Warband
from rosters.figure_card import SETBACK, FigureCard
from rosters.sheet_model import WarbandSheet


class Reminder(Struct, frozen=True):
    """One thing to think of, with its icon, and the figures it is about. ``code``: "learn", "unpaid", …"""

    code: str
    icon: str
    text: str
    cards: tuple[FigureCard, ...]


def reminders(roster: Warband, sheet: WarbandSheet) -> tuple[Reminder, ...]:
    """Return everything to think of before the next battle, what must be decided first.

    Who is paid, who sits out and who rolls for it (Musg, Mercenaires; Activité aléatoire; Retour des mis hors de
    combat), and who has a skill to choose, the departed included. Nothing while the muster is open.
    """
    if not sheet.mustered:
        return ()
    wild = {figure.id for figure in roster.active if erratic(figure, roster.catalogue) and not figure.misses_next}

    def having(code: str) -> tuple[FigureCard, ...]:
        return tuple(card for card in sheet.active if any(effect.code == code for effect in card.next_battle))

    found = (
        Reminder("learn", "star", pgettext("reminder", "A skill to choose"), sheet.waiting),
        Reminder("unpaid", "coins", _("Not paid for the next battle"), having("unpaid")),
        Reminder("captive", "lock", _("Captive of the aliens"), having("captive")),
        Reminder("misses", "bandage", _("Misses the next battle"), having("misses_next")),
        Reminder(
            "erratic", "dice", _("Erratic: roll 1d6, on a 1 it sits the battle out"),
            tuple(card for card in sheet.active if card.number in wild),
        ),
        Reminder("wound", "shield", _("The first hit point lost does not count"), having("ignores_first_wound")),
        Reminder("setback", "bandage", _("With a setback in the next battle"), having(SETBACK)),
    )  # fmt: skip
    return tuple(reminder for reminder in found if reminder.cards)
