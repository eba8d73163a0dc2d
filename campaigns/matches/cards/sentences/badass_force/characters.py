"""Characters of Badass Force in words: killing, reviving, changing, looking, showing, guessing, copying, reacting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, ngettext, pgettext_lazy

from campaigns.matches.cards.sentences.speaker import ME, Speaker, Verb
from engines.badass_force.verbs.characters import (
    At,
    Block,
    ChangeCharacter,
    Copy,
    Guess,
    Kill,
    Look,
    Pick,
    Reveal,
    Revive,
)
from engines.badass_force.verbs.words import From
from engines.core.effects.steps import Step


def _kill(step: Kill, speaker: Speaker) -> str:
    hand = step.from_ is From.HAND
    if step.who == ME:
        return _("lose a character drawn from the hand") if hand else _("lose the active character")
    said = _("kill a character drawn from the hand") if hand else _("kill the active character")
    return speaker.aimed(step.who, said)


def _revive(step: Revive, speaker: Speaker) -> str:
    count, shown = speaker.number(step.n)
    if step.pick is Pick.RANDOM:
        said = ngettext(
            "take %(count)s character back from the graveyard, drawn at random",
            "take %(count)s characters back from the graveyard, drawn at random",
            count,
        )
    else:
        said = ngettext(
            "take %(count)s character back from the graveyard, of your choice",
            "take %(count)s characters back from the graveyard, of your choice",
            count,
        )
    return said % {"count": shown}


def _look(step: Look, speaker: Speaker) -> str:
    said = _("look secretly at the active character")
    if step.at is At.DRESSING_ROOM:
        said = _("look secretly into the dressing room")
    return speaker.aimed(step.who, said)


def _guess(step: Guess, speaker: Speaker) -> str:
    words = {"guess": speaker.aimed(step.who, _("guess the active character"))}
    if not step.otherwise:
        return _("%(guess)s; if right, it dies") % words
    return _("%(guess)s; if right, it dies; if not: %(otherwise)s") % {
        **words,
        "otherwise": speaker.inner(step.otherwise),
    }


VERBS: Final[Mapping[type[Step], Verb]] = {
    Kill: Verb(pgettext_lazy("card step", "kill a character"), _kill, aims=True),
    Revive: Verb(pgettext_lazy("card step", "take characters back from the graveyard"), _revive),
    ChangeCharacter: Verb.plain(pgettext_lazy("card text", "change the active character")),
    Look: Verb(pgettext_lazy("card step", "look at a hidden character"), _look, aims=True),
    Reveal: Verb.plain(pgettext_lazy("card text", "show the active character, then lay one")),
    Guess: Verb(pgettext_lazy("card step", "guess an active character"), _guess, aims=True),
    Copy: Verb.plain(pgettext_lazy("card text", "use the power of another character")),
    Block: Verb.plain(pgettext_lazy("card text", "it does not happen to you")),
}
