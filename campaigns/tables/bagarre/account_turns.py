"""The account of the turns: actions, their cards, and what they did to whom.

Each function tells the event it is named after, as whoever sees it in this form saw it; empty for nothing to tell.
"""

from __future__ import annotations

from django.utils.translation import gettext as _, ngettext

from campaigns.tables.bagarre.words import Names, card_text, cards_text
from engines.bagarre import events as e


def turn_began(event: e.TurnBegan, names: Names) -> str:
    return _("Turn %(number)s: %(name)s") % {"number": event.number, "name": names[event.seat]}


def peeked(event: e.Peeked, names: Names) -> str:
    if event.card is None:
        return _("With 1 hit point left, %(name)s looks at the top card.") % {"name": names[event.seat]}
    words = _("With 1 hit point left, %(name)s looks at the top card: %(card)s.")
    return words % {"name": names[event.seat], "card": card_text(event.card)}


def announced(event: e.Announced, names: Names) -> str:
    words = {
        "name": names[event.seat],
        "target": names[event.target] if event.target is not None else "",
        "second": names[event.second] if event.second is not None else "",
        "card": card_text(event.card) if event.card is not None else "",
    }
    told = _announcement(event) % words
    return _("%(announced)s With the top card of the discard.") % {"announced": told} if event.discard else told


def _announcement(event: e.Announced) -> str:
    if event.action == "attack":
        if event.counter:
            return _("%(name)s strikes back at %(target)s.")
        if event.second is not None:
            return _("%(name)s attacks %(target)s and, with fire, %(second)s.")
        return _("%(name)s attacks %(target)s.")
    if event.action == "shield":
        own = event.target == event.seat
        return _("%(name)s changes their own shield.") if own else _("%(name)s changes the shield of %(target)s.")
    if event.action == "exchange":
        return _("%(name)s exchanges %(card)s of %(target)s.")
    return _("%(name)s lays a charge.")


def looked_at(event: e.LookedAt, names: Names) -> str:
    words = {"name": names[event.seat], "count": event.count}
    if event.cards is None:
        return (
            ngettext(
                "%(name)s draws %(count)s card to choose from.",
                "%(name)s draws %(count)s cards to choose from.",
                event.count,
            )
            % words
        )
    return _("%(name)s may choose between %(cards)s.") % {**words, "cards": cards_text(event.cards)}


def revealed(event: e.Revealed, names: Names) -> str:
    return _("The card is %(card)s.") % {"card": card_text(event.card)} if event.card is not None else ""


def discarded(event: e.Discarded, names: Names) -> str:
    if not event.cards or event.reason == "spent":
        return ""
    return _("To the discard: %(cards)s.") % {"cards": cards_text(event.cards)}


def charges_revealed(event: e.ChargesRevealed, names: Names) -> str:
    words = ngettext("The charge joins in: %(cards)s.", "The charges join in: %(cards)s.", len(event.cards))
    return words % {"cards": cards_text(event.cards)}


def sacrificed(event: e.Sacrificed, names: Names) -> str:
    if not event.amount:
        return _("%(name)s draws again, for free.") % {"name": names[event.seat]}
    words = ngettext(
        "%(name)s gives %(amount)s hit point to draw again.",
        "%(name)s gives %(amount)s hit points to draw again.",
        event.amount,
    )
    return words % {"name": names[event.seat], "amount": event.amount}


def transformed(event: e.Transformed, names: Names) -> str:
    words = {"name": names[event.seat], "old": card_text(event.old), "value": event.value}
    if event.card is not None:
        return _("%(name)s turns %(old)s into %(card)s.") % {**words, "card": card_text(event.card)}
    if event.value:
        return _("%(name)s bewitches %(old)s: it counts as %(value)s.") % words
    return _("%(name)s bewitches %(old)s, but there is no card to turn it into.") % words


def went_invisible(event: e.WentInvisible, names: Names) -> str:
    words = _("%(name)s is invisible: the action of %(by)s comes to nothing.")
    return words % {"name": names[event.seat], "by": names[event.by]}


def potion_drunk(event: e.PotionDrunk, names: Names) -> str:
    told = {
        "fire": _("%(name)s uses the potion of fire."),
        "invisibility": _("%(name)s drinks the potion of invisibility."),
        "speed": _("%(name)s drinks the potion of speed."),
    }
    return told[event.potion] % {"name": names[event.seat]}


def shield_shown(event: e.ShieldShown, names: Names) -> str:
    words = {"name": names[event.seat], "to": names[event.to]}
    if event.card is None:
        return _("%(name)s shows %(to)s the hidden shield.") % words
    return _("%(name)s shows %(to)s the hidden shield: %(card)s.") % {**words, "card": card_text(event.card)}


def struck(event: e.Struck, names: Names) -> str:
    told = _against(event, names)
    if event.damage <= 0:
        told = _("%(blow)s It holds.") % {"blow": told}
    else:
        through = ngettext("%(blow)s %(damage)s gets through.", "%(blow)s %(damage)s get through.", event.damage)
        told = through % {"blow": told, "damage": event.damage}
    if event.seat is None:
        words = {"target": names[event.target], "cards": cards_text(event.cards)}
        strikes = _("The dragon strikes %(target)s with %(cards)s.") % words
        return f"{strikes} {told}"
    return told


def struck_exactly(event: e.Struck, names: Names) -> str:
    """An attack that the shield would hold, by somebody for whom exactly as much is enough."""
    return _("%(blow)s Exactly as much: that kills.") % {"blow": _against(event, names)}


def _against(event: e.Struck, names: Names) -> str:
    parts = [str(value) for value in event.values] + ([str(event.bonus)] if event.bonus else [])
    total = f"{' + '.join(parts)} = {event.attack}" if len(parts) > 1 else str(event.attack)
    words = {"target": names[event.target], "total": total}
    if event.shield is None:
        return _("%(total)s against the hidden shield of %(target)s.") % words
    words["shield"] = f"{event.shield} + {event.shield_bonus}" if event.shield_bonus else str(event.shield)
    return _("%(total)s against the shield of %(target)s, %(shield)s.") % words


def hit_points_lost(event: e.HitPointsLost, names: Names) -> str:
    name = {"name": names[event.seat]}
    told = []
    if event.lost and event.taken is not None:
        words = _("%(name)s gives %(lost)s and takes %(taken)s from the discard.")
        if event.pile == "draw":
            words = _("%(name)s gives %(lost)s and takes %(taken)s from the draw pile.")
        told.append(words % {**name, "lost": cards_text(event.lost), "taken": card_text(event.taken)})
    elif event.lost:
        told.append(_("%(name)s gives %(lost)s.") % {**name, "lost": cards_text(event.lost)})
    if event.marked is not None:
        words = _("No card fits: %(card)s stays, less %(token)s.")
        told.append(words % {"card": card_text(event.marked), "token": event.token})
    left = ngettext("%(left)s hit point left.", "%(left)s hit points left.", event.left) % {"left": event.left}
    return " ".join([*told, left])


def charges_lost(event: e.ChargesLost, names: Names) -> str:
    words = ngettext(
        "%(name)s loses the charge: %(cards)s.", "%(name)s loses the charges: %(cards)s.", len(event.cards)
    )
    return words % {"name": names[event.seat], "cards": cards_text(event.cards)}


def wounded(event: e.Wounded, names: Names) -> str:
    words = ngettext("%(name)s now has %(count)s wound.", "%(name)s now has %(count)s wounds.", event.count)
    return words % {"name": names[event.seat], "count": event.count}


def eliminated(event: e.Eliminated, names: Names) -> str:
    words = {"name": names[event.seat]}
    if event.by is not None:
        return _("%(name)s is out, killed by %(by)s.") % {**words, "by": names[event.by]}
    if event.cause == "resigned":
        return _("%(name)s is out.") % words
    return _("%(name)s is out, killed by the dragon.") % words


def shield_changed(event: e.ShieldChanged, names: Names) -> str:
    words = {"old": card_text(event.old), "target": names[event.target]}
    if event.new is None:
        return _("%(old)s goes; the new shield of %(target)s is hidden.") % words
    return _("%(old)s goes; the new shield of %(target)s is %(new)s.") % {**words, "new": card_text(event.new)}


def charged(event: e.Charged, names: Names) -> str:
    if event.card is None:
        return _("It lies face down.")
    return _("It lies face down: %(card)s.") % {"card": card_text(event.card)}


def exchanged(event: e.Exchanged, names: Names) -> str:
    words = _("%(target)s now has %(new)s instead of %(old)s.")
    return words % {"target": names[event.target], "new": card_text(event.new), "old": card_text(event.old)}


def swapped(event: e.Swapped, names: Names) -> str:
    words = {"name": names[event.seat], "target": names[event.target]}
    if event.took is None and event.gave is None:
        return _("%(name)s swaps a card with %(target)s.") % words
    words["took"] = card_text(event.took) if event.took is not None else _("a hidden card")
    words["gave"] = card_text(event.gave) if event.gave is not None else _("a hidden card")
    return _("%(name)s takes %(took)s from %(target)s and gives %(gave)s for it.") % words


def shield_stolen(event: e.ShieldStolen, names: Names) -> str:
    words = {"name": names[event.seat], "target": names[event.target], "old": card_text(event.old)}
    if event.card is None:
        return _("%(name)s takes the shield of %(target)s and gives up %(old)s.") % words
    words["card"] = card_text(event.card)
    return _("%(name)s takes the shield of %(target)s, %(card)s, and gives up %(old)s.") % words


def countered(event: e.Countered, names: Names) -> str:
    words = ngettext("%(name)s answers with %(count)s attack.", "%(name)s answers with %(count)s attacks.", event.count)
    return words % {"name": names[event.seat], "count": event.count}


def extra_action(event: e.ExtraAction, names: Names) -> str:
    if event.reason == "murder":
        return _("For the murder, %(name)s acts once more.") % {"name": names[event.seat]}
    return _("%(name)s acts once more.") % {"name": names[event.seat]}
