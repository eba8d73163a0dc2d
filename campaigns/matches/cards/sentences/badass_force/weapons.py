"""Weapons, charges and points of Badass Force in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, pgettext, pgettext_lazy

from campaigns.matches.cards.sentences.speaker import Speaker, Verb
from engines.badass_force.verbs.weapons import ChangeWeapon, Exchange, Gain, Goods, Lose, Roll, Take
from engines.core.effects.steps import Step


def _gain(step: Gain, speaker: Speaker) -> str:
    return _("gain %(amount)s") % {"amount": speaker.amount(step.what, step.n)}


def _lose(step: Lose, speaker: Speaker) -> str:
    return _("lose %(amount)s") % {"amount": speaker.amount(step.what, step.n)}


def _take(step: Take, speaker: Speaker) -> str:
    return speaker.aimed(step.who, _("take %(amount)s") % {"amount": speaker.amount(step.what, step.n)})


def _exchange(step: Exchange, speaker: Speaker) -> str:
    if step.what is Goods.WEAPON:
        return speaker.aimed(step.who, _("exchange weapons and what is on them"))
    return speaker.aimed(step.who, _("exchange the charges on the weapons"))


def _change_weapon(step: ChangeWeapon, speaker: Speaker) -> str:
    if step.keep:
        return pgettext("card text", "change the weapon and keep the charges")
    return pgettext("card text", "change the weapon")


VERBS: Final[Mapping[type[Step], Verb]] = {
    Gain: Verb(pgettext_lazy("card step", "gain charges or points"), _gain),
    Lose: Verb(pgettext_lazy("card step", "lose charges or points"), _lose),
    Take: Verb(pgettext_lazy("card step", "take charges or points from others"), _take, aims=True),
    ChangeWeapon: Verb(pgettext_lazy("card text", "change the weapon"), _change_weapon),
    Exchange: Verb(pgettext_lazy("card step", "exchange weapons or charges"), _exchange, aims=True),
    Roll: Verb.plain(pgettext_lazy("card text", "roll the armoury dice")),
}
