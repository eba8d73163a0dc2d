"""Sentences for strikes, shots, templates, wounds and care."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.wars.replay.wording.names import Names, Sentence, many, paces, weapons, whole
from engines.musg.battle.events import Event, Kind
from engines.musg.ground.templates import BACK, DUD, FORWARD, LEFT, ON_TARGET, RIGHT


def hits_of(count: int) -> str:
    """Return "2 hits", or that there is none."""
    return ngettext("%(count)s hit", "%(count)s hits", count) % {"count": count} if count else _("no hit")


def wounds_of(count: int) -> str:
    """Return "2 wounds", or that there is none."""
    return ngettext("%(count)s wound", "%(count)s wounds", count) % {"count": count} if count else _("no wound")


def _struck(event: Event, names: Names) -> str:
    hits = whole(event, "hits")
    values = names.values(
        event,
        weapons=weapons(event, "weapons", names),
        hits=hits_of(hits),
        wounds=wounds_of(whole(event, "wounds")),
        others=names.listed(many(event, "with_")),
    )
    if many(event, "with_"):
        text = _("%(name)s, together with %(others)s, strikes at %(target)s (%(weapons)s): %(hits)s")
    else:
        text = _("%(name)s strikes at %(target)s (%(weapons)s): %(hits)s")
    values["sentence"] = text % values
    return _("%(sentence)s, %(wounds)s.") % values if hits else _("%(sentence)s.") % values


def _shot(event: Event, names: Names) -> str:
    values = names.values(event, weapon=weapons(event, "weapon", names), distance=paces(event.data.get("distance")))
    if "hits" not in event.data:
        text = _("%(name)s fires at %(target)s (%(weapon)s), over everybody under the template.") % values
    else:
        values |= {"hits": hits_of(whole(event, "hits")), "band": _band(event)}
        text = _("%(name)s shoots at %(target)s (%(weapon)s) from %(distance)s, %(band)s: %(hits)s.") % values
    if event.data.get("free"):
        return _("%(sentence)s The shot costs nothing.") % {"sentence": text}
    return text


def _band(event: Event) -> str:
    match event.data.get("band"):
        case "short":
            return _("short range")
        case "medium":
            return _("medium range")
    return _("long range")


def _burst(event: Event, names: Names) -> str:
    values = names.values(event, weapon=weapons(event, "weapon", names), strength=whole(event, "strength"))
    values["others"] = names.listed(many(event, "figures"))
    return _("%(weapon)s bursts in the hands of %(name)s: strength %(strength)s against %(others)s.") % values


def _strayed(event: Event, names: Names) -> str:
    meant = event.data.get("meant")
    values = names.values(event, meant=names.figure(meant if isinstance(meant, int) else None))
    return _("The shot of %(name)s meant for %(meant)s strays and hits %(target)s.") % values


def _scattered(event: Event, names: Names) -> str:
    face = whole(event, "face")
    values = names.values(event, weapon=weapons(event, "weapon", names), drift=paces(event.data.get("drift")))
    if face == DUD:
        return _("%(name)s aims at %(target)s (%(weapon)s): a dud.") % values
    if face == ON_TARGET:
        return _("%(name)s aims at %(target)s (%(weapon)s): right on target.") % values
    texts = {
        FORWARD: _("%(name)s aims at %(target)s (%(weapon)s): %(drift)s too far."),
        RIGHT: _("%(name)s aims at %(target)s (%(weapon)s): %(drift)s to the right."),
        BACK: _("%(name)s aims at %(target)s (%(weapon)s): %(drift)s too short."),
        LEFT: _("%(name)s aims at %(target)s (%(weapon)s): %(drift)s to the left."),
    }
    return texts.get(face, texts[FORWARD]) % values


def _blast(event: Event, names: Names) -> str:
    figures = many(event, "figures")
    values = names.values(event, weapon=weapons(event, "weapon", names), strength=whole(event, "strength"))
    if not figures:
        return _("Nobody is under the template of %(weapon)s.") % values
    values["others"] = names.listed(figures)
    return _("Under the template of %(weapon)s, strength %(strength)s: %(others)s.") % values


def _ammunition(event: Event, names: Names) -> str:
    values = names.values(event, weapon=weapons(event, "weapon", names))
    if event.data.get("left"):
        return _("%(name)s has ammunition left for %(weapon)s.") % values
    return _("%(name)s is out of ammunition for %(weapon)s.") % values


def _intercepted(event: Event, names: Names) -> str:
    threat = event.data.get("threat")
    values = names.values(event, threat=names.figure(threat if isinstance(threat, int) else None))
    return _("%(name)s steps in between %(target)s and %(threat)s.") % values


def _wound_roll(event: Event, names: Names) -> str:
    figures = list(dict.fromkeys(many(event, "figures")))
    values = names.values(event, wounds=wounds_of(whole(event, "wounds")), others=names.listed(figures))
    if event.data.get("head"):
        return _("%(name)s hits the head of %(others)s, who falls for good.") % values
    if event.data.get("head") is False:
        return _("%(name)s misses the head of %(others)s.") % values
    return _("Hits by %(name)s on %(others)s: %(wounds)s.") % values


def _wounded(event: Event, names: Names) -> str:
    lost, left = whole(event, "lost"), whole(event, "left")
    text = ngettext(
        "%(name)s loses %(count)s hit point; %(left)s left.",
        "%(name)s loses %(count)s hit points; %(left)s left.",
        lost,
    )
    return text % names.values(event, count=lost, left=max(0, left))


def _fell(event: Event, names: Names) -> str:
    if event.data.get("fell") is False:
        return _("%(name)s keeps hold of the rope.") % names.values(event)
    if event.data.get("fell"):
        return _("%(name)s falls off the rope.") % names.values(event)
    return _("%(name)s falls off the rope and dies.") % names.values(event)


def _out(event: Event, names: Names) -> str:
    values = names.values(event)
    killed, by = bool(event.data.get("killed")), event.target is not None
    if killed:
        text = _("%(name)s is killed outright by %(target)s.") if by else _("%(name)s is killed outright.")
    else:
        text = _("%(name)s is put out of action by %(target)s.") if by else _("%(name)s is put out of action.")
    return text % values


def _healed(event: Event, names: Names) -> str:
    values = names.values(event, left=whole(event, "left"))
    if event.data.get("revived"):
        return _("%(name)s puts %(target)s back on their feet, with 1 hit point.") % values
    if event.figure == event.target:
        return _("%(name)s gets 1 hit point back; %(left)s now.") % values
    return _("%(name)s gives %(target)s 1 hit point back; %(left)s now.") % values


SENTENCES: Final[Mapping[Kind, Sentence]] = {
    Kind.STRUCK: _struck,
    Kind.SHOT: _shot,
    Kind.BURST: _burst,
    Kind.STRAYED: _strayed,
    Kind.SCATTERED: _scattered,
    Kind.BLAST: _blast,
    Kind.OUT_OF_AMMUNITION: _ammunition,
    Kind.INTERCEPTED: _intercepted,
    Kind.WOUND_ROLL: _wound_roll,
    Kind.WOUNDED: _wounded,
    Kind.WOUND_IGNORED: gettext_lazy("%(name)s shrugs off the first wound of the battle."),
    Kind.FELL: _fell,
    Kind.OUT: _out,
    Kind.HEALED: _healed,
}
