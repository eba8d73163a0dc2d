"""Chances before a decision, in a few words each: "hits on 4+ (50 %)", "wounds 33 %"."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from campaigns.wars.replay.wording.names import Names
from club.grammar import continued, filled, named
from engines.musg.prospects import Chances, Option, OptionKind
from rosters.wording import target

_SPACE: Final = "\N{NO-BREAK SPACE}"
SMALL: Final = 0.005
"""Chances below this, or as near to certainty, are not rounded to nothing, or to all."""


def percent(chance: float) -> str:
    """Return a chance in whole per cents; never 0 for what may happen, nor 100 for what may not."""
    if 0 < chance < SMALL:
        return f"<{_SPACE}1{_SPACE}%"
    if 1 - SMALL < chance < 1:
        return f">{_SPACE}99{_SPACE}%"
    return f"{round(100 * chance)}{_SPACE}%"


def odds_of(option: Option, names: Names) -> tuple[str, ...]:
    """Return the chances of an option, each in a few words; empty where no die falls."""
    chances = option.chances
    if chances is None:
        return ()
    found = []
    if chances.success is not None:
        found.append(_("succeeds: %(chance)s") % {"chance": percent(chances.success)})
    if chances.contact is False:
        found.append(_("does not get there as things stand"))
    if chances.nerve is not None and chances.nerve < 1:
        found.append(_("dares to: %(chance)s") % {"chance": percent(chances.nerve)})
    found += _harm(option, chances)
    found += _others(option, chances, names)
    if chances.burst:
        found.append(_("the weapon bursts: %(chance)s") % {"chance": percent(chances.burst)})
    return tuple(found)


def _harm(option: Option, chances: Chances) -> list[str]:
    found = []
    if chances.hit is not None and chances.hit < 1:
        need = next((term.value for term in option.terms if term.code in ("to_hit", "melee")), None)
        covers = [target(int(term.value)) for term in option.terms if term.code == "cover" and term.value]
        if need:
            values = {"need": target(int(need)), "chance": percent(chances.hit), "cover": ", ".join(covers)}
            words = _("hits on %(need)s, through cover on %(cover)s (%(chance)s)")
            found.append((words if covers else _("hits on %(need)s (%(chance)s)")) % values)
        else:
            found.append(_("hits: %(chance)s") % {"chance": percent(chances.hit)})
    if chances.wound is not None:
        found.append(_("wounds: %(chance)s") % {"chance": percent(chances.wound)})
    if chances.out:
        words = _("wreck: %(chance)s") if option.vehicle is not None else _("out of action: %(chance)s")
        found.append(words % {"chance": percent(chances.out)})
    return found


def _others(option: Option, chances: Chances, names: Names) -> list[str]:
    """Return what may happen to others than the target, one's own figures named as such."""
    aimed = option.figure if option.kind is OptionKind.INTERCEPT else option.target
    found = []
    for harm in chances.harms:
        if harm.figure == aimed or not harm.wound:
            continue
        words = _("one’s own %(name)s wounded: %(chance)s") if harm.friend else _("%(name)s wounded: %(chance)s")
        name = names.figure(harm.figure)
        found.append(continued(filled(words, {"name": named(name), "chance": percent(harm.wound)}), [name]))
    return found


def best_chance(chances: Chances | None) -> str:
    """Return the one chance that is written on the map beside a target; empty without any."""
    if chances is None:
        return ""
    if chances.nerve is not None:
        return percent(chances.nerve)
    return percent(chances.hit) if chances.hit is not None else ""
