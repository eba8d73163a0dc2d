"""What opponents did since the reader's own turn: bought, flown, tokens, captures, damage, with amounts.

All of it is read from events as the reader saw them: what nobody told the reader is not in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _, ngettext, pgettext
from msgspec import Struct

from campaigns.tables.bebop.words import PLACES, TARGETS, Cards, amount
from engines.bebop import events as e
from engines.core.event import Event


class Deed(Struct, frozen=True):
    """Something an opponent did: its icon, a label, and what exactly, with the amounts."""

    icon: str
    label: str
    said: str


def since(seen: Iterable[Sequence[Event]], viewer: int | None, seats: int) -> list[Event]:
    """Return the events behind the viewer's last turn; for who only looks on, those of one turn of each seat."""
    events = [event for some in seen for event in some]
    if viewer is None:
        begun = [index for index, event in enumerate(events) if isinstance(event, e.TurnBegan)]
        return events[begun[-seats] :] if len(begun) >= seats else events
    ended = [index for index, one in enumerate(events) if isinstance(one, e.TurnEnded) and one.seat == viewer]
    return events[ended[-1] + 1 :] if ended else events


def deeds(events: Iterable[Event], seat: int, cards: Cards) -> tuple[Deed, ...]:
    """Return what one seat did, each kind once; empty where it had no turn, and a word where it did nothing of note."""
    own = [event for event in events if getattr(event, "seat", None) == seat]
    found = (_bought(own, cards), _flown(own), _tokens(own), _captured(own, cards), _damage(own))
    told = tuple(one for one in found if one is not None)
    if told or not any(isinstance(event, e.TurnEnded) for event in own):
        return told
    return (Deed("hourglass", _("Nothing bought, nobody captured"), ""),)


def _bought(own: Sequence[Event], cards: Cards) -> Deed | None:
    said = []
    for event in own:
        if isinstance(event, e.Bought):
            pools = (("woolongs", event.woolongs), ("fuel", event.fuel))
            paid = ", ".join(amount(what, count) for what, count in pools if count) or _("nothing")
            said.append(_("%(card)s (%(paid)s)") % {"card": cards.name(event.card), "paid": paid})
    return Deed("card", pgettext("Space Serenade", "Bought"), ", ".join(said)) if said else None


def _flown(own: Sequence[Event]) -> Deed | None:
    flights = [event for event in own if isinstance(event, e.Travelled)]
    if not flights:
        return None
    fuel = sum(event.fuel for event in flights)
    route = " → ".join(str(PLACES[event.place]) for event in flights)
    said = _("%(place)s (%(fuel)s)") % {"place": route, "fuel": amount("fuel", fuel)} if fuel else route
    return Deed("jet-pack", pgettext("Space Serenade", "Flew"), said)


def _tokens(own: Sequence[Event]) -> Deed | None:
    taken = Counter(event.target for event in own if isinstance(event, e.TokenTaken))
    said = ", ".join(f"{TARGETS[target]} {count}" for target, count in taken.items())
    return Deed("pin", ngettext("Token", "Tokens", taken.total()), said) if taken else None


def _captured(own: Sequence[Event], cards: Cards) -> Deed | None:
    said = [
        _("%(criminal)s (renown %(renown)s)")
        % {"criminal": cards.criminal(event.criminal), "renown": event.star + event.renown[event.seat]}
        for event in own
        if isinstance(event, e.Captured)
    ]
    return Deed("lock", pgettext("Space Serenade", "Captured"), ", ".join(said)) if said else None


def _damage(own: Sequence[Event]) -> Deed | None:
    drawn = [event for event in own if isinstance(event, e.DamageDrawn)]
    return Deed("skull", pgettext("Space Serenade", "Damage"), str(len(drawn))) if drawn else None
