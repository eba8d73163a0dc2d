"""Cards of Space Serenade in words: drawing, discarding, moving, trashing, looking, copying, buying."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from campaigns.matches.cards.sentences.speaker import Speaker, Verb, optional
from engines.bebop.verbs.cards import Buy, Copy, Discard, Draw, Into, Look, Move, RenewMarket, Reveal, To, Trash
from engines.bebop.verbs.picking import Zone
from engines.core.effects.steps import Step


def _draw(step: Draw, speaker: Speaker) -> str:
    count, shown = speaker.number(step.n)
    return ngettext("draw %(count)s card", "draw %(count)s cards", count) % {"count": shown}


def _discard(step: Discard, speaker: Speaker) -> str:
    count, shown = speaker.number(step.n)
    words = {"count": shown}
    if not step.up_to:
        return ngettext("discard %(count)s card", "discard %(count)s cards", count) % words
    return ngettext("discard %(count)s card, or not", "discard up to %(count)s cards, or none", count) % words


def _cards(step: Trash | Move, speaker: Speaker) -> str:
    """Which cards, and where they are looked for."""
    count, shown = speaker.number(step.n)
    words = {"count": shown}
    if step.up_to and count > 1:
        said = ngettext("up to %(count)s card", "up to %(count)s cards", count) % words
    else:
        said = ngettext("%(count)s card", "%(count)s cards", count) % words
    kind = [speaker.value(step.sort)] if step.sort is not None else []
    kind += [speaker.value(step.colour)] if step.colour is not None else []
    kind += [_("cost %(most)s at most") % {"most": step.cost_most}] if step.cost_most >= 0 else []
    if step.from_ != (Zone.HAND,):
        kind.append(_("from: %(zones)s") % {"zones": _(" or ").join(speaker.value(zone) for zone in step.from_)})
    return f"{said} ({', '.join(kind)})" if kind else said


def _trash(step: Trash, speaker: Speaker) -> str:
    if step.card:
        return _("trash this card")
    return optional(_("trash %(cards)s") % {"cards": _cards(step, speaker)}, up_to=step.up_to)


def _move(step: Move, speaker: Speaker) -> str:
    said = _MOVED[step.to]() % {"cards": _cards(step, speaker)}
    return optional(said, up_to=step.up_to)


_MOVED: Final[Mapping[To, Callable[[], str]]] = {
    To.HAND: lambda: _("take %(cards)s into your hand"),
    To.DISCARD: lambda: _("put %(cards)s onto your discard pile"),
    To.DECK: lambda: _("put %(cards)s on top of your deck"),
}


def _look(step: Look, speaker: Speaker) -> str:
    count, shown = speaker.number(step.n)
    words = {"count": shown, "deck": speaker.value(step.deck)}
    return ngettext("look at the top card (%(deck)s)", "look at the top %(count)s cards (%(deck)s)", count) % words


def _buy(step: Buy, speaker: Speaker) -> str:
    if step.free:
        said = _("take a card from the market for free")
    else:
        said = _("buy a card for %(amount)s less") % {"amount": speaker.amount("woolongs", step.less)}
    kind = [speaker.value(step.colour)] if step.colour is not None else []
    kind += [_("cost %(most)s at most") % {"most": step.cost_most}] if step.cost_most >= 0 else []
    if kind:
        said = f"{said} ({', '.join(kind)})"
    return optional(_INTO[step.to]() % {"said": said}, up_to=True)


_INTO: Final[Mapping[Into, Callable[[], str]]] = {
    Into.DISCARD: lambda: "%(said)s",
    Into.DECK: lambda: _("%(said)s, onto your deck"),
    Into.HAND: lambda: _("%(said)s, into your hand"),
}


VERBS: Final[Mapping[type[Step], Verb]] = {
    Draw: Verb(pgettext_lazy("card step", "draw cards"), _draw),
    Discard: Verb(pgettext_lazy("card step", "discard cards"), _discard),
    Move: Verb(pgettext_lazy("card step", "move cards from pile to pile"), _move),
    Trash: Verb(pgettext_lazy("card step", "trash cards"), _trash),
    Look: Verb(pgettext_lazy("card step", "look at cards on top"), _look),
    Reveal: Verb(gettext_lazy("show the hand to everybody"), lambda step, speaker: _("show the hand to everybody")),
    Copy: Verb(
        gettext_lazy("do the text of another card in play"),
        lambda step, speaker: _("do the text of another card in play"),
    ),
    Buy: Verb(pgettext_lazy("card step", "buy a card for less"), _buy),
    RenewMarket: Verb(gettext_lazy("renew the market"), lambda step, speaker: _("renew the market")),
}
