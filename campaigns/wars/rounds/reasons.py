"""Why a pairing is proposed, in the reader's words: the engine says it as codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from engines.pairing import Reason, Why

_MEETING: Final[Mapping[Why, str | Promise]] = {
    Why.FIRST_MEETING: gettext_lazy("They have not met yet."),
    Why.ALL_HAVE_MET: gettext_lazy("They meet again: everybody who plays has met everybody as often as they did."),
    Why.MET_ALL_OTHERS: gettext_lazy("They meet again: %(name)s has met all others at least as often."),
    Why.NO_ROUND_WITHOUT: gettext_lazy("They meet again: in every possible round somebody does."),
    Why.BYE_IN_TURN: gettext_lazy("They meet again: otherwise somebody would sit out before it is their turn."),
}


def _wins(params: Mapping[str, int]) -> tuple[int, int]:
    return params["one"], params["other"]


def _close(params: Mapping[str, int]) -> str:
    one, other = _wins(params)
    if one != other:
        return _("Close in victories: %(one)s and %(other)s.") % params
    if not one:
        return ""  # before the first victories all are equal
    return ngettext("Equal: %(one)s victory each.", "Equal: %(one)s victories each.", one) % params


def _apart(params: Mapping[str, int]) -> str:
    return _("Apart in victories, %(one)s and %(other)s: every other round is worse on the whole.") % params


_BALANCE: Final[Mapping[Why, Callable[[Mapping[str, int]], str]]] = {
    Why.CLOSE_IN_WINS: _close,
    Why.APART_IN_WINS: _apart,
}


def pair_sentences(reasons: Iterable[Reason], names: Mapping[int, str]) -> Iterator[str]:
    """Yield why two meet; ``names`` has those of all who play."""
    for reason in reasons:
        if reason.code in _BALANCE:
            said = _BALANCE[reason.code](reason.params)
        else:
            said = str(_MEETING[reason.code]) % {"name": names.get(reason.params.get("player", 0), "")}
        if said:
            yield said


def bye_sentences(reasons: Iterable[Reason], name: str) -> Iterator[str]:
    """Yield why somebody sits out."""
    for reason in reasons:
        if reason.code == Why.ODD_NUMBER:
            yield _("An odd number plays, so one sits out.")
        elif not reason.params["byes"]:
            yield _("%(name)s has not sat out yet.") % {"name": name}
        else:
            yield _("Nobody has sat out less often than %(name)s.") % {"name": name}


def ahead_sentence(ahead: int) -> str:
    """Say how many rounds can follow in which nobody meets an opponent more often than in the proposed one."""
    said = ngettext(
        "After it, %(count)s more round can follow in which nobody has to meet an opponent more often.",
        "After it, %(count)s more rounds can follow in which nobody has to meet an opponent more often.",
        ahead,
    )
    return said % {"count": ahead}
