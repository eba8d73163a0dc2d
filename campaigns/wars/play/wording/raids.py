"""How a game of anti-terrorists against terrorists stands, in a few words: the alert, hostages, the bomb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from engines.musg.battle.conclusion import View
from engines.musg.battle.regroup.bomb import Stage
from engines.musg.fixed import REGROUP_TEAM

_BOMB: Final[Mapping[str, Promise | str]] = {
    Stage.DROPPED: gettext_lazy("the bomb lies on the ground"),
    Stage.DEFUSED: gettext_lazy("the bomb is defused"),
    Stage.EXPLODED: gettext_lazy("the bomb went off"),
    Stage.GONE: gettext_lazy("the bomb has left the table"),
}


def raid_lines(view: View) -> tuple[str, ...]:
    """Return how matters stand as one side may know it; empty where no such game is played."""
    told = next((one for one in view.modules.values() if "alert" in one), None)
    return tuple(_lines(told)) if told is not None else ()


def _lines(told: Mapping[str, object]) -> Iterator[str]:
    hostages, saved, left = told["hostages"], told["saved"], told.get("turns_left")
    if not told["given"]:
        yield _("alert %(level)s of %(most)s") % {"level": told["alert"], "most": REGROUP_TEAM.alert}
    elif told["alert"]:
        yield _("the alert is given")
    if hostages and isinstance(saved, int) and saved:
        yield ngettext("%(count)s hostage is saved", "%(count)s hostages are saved", saved) % {"count": saved}
    if isinstance(left, int):
        words = ngettext("the bomb goes off after %(count)s turn", "the bomb goes off after %(count)s turns", left)
        yield words % {"count": left} if left > 0 else _("the bomb goes off at the end of this turn")
    elif (bomb := _BOMB.get(str(told.get("bomb", "")))) is not None:
        yield str(bomb)
