"""Why a game is proposed, in the reader's words: the engine says it as codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from engines.evenings.planner import Because, Reason

type Params = Mapping[str, Any]


def _group(params: Params) -> str:
    return ngettext("a group of %(size)s", "a group of %(size)s", params["size"]) % params


def _joins(params: Params) -> str:
    said = ngettext("%(people)s free seat of a game that is planned", "%(people)s free seats of a game that is planned",
                    params["people"])  # fmt: skip
    return said % params


def _wished(params: Params) -> str:
    return ngettext("%(people)s wished for it", "%(people)s wished for it", params["people"]) % params


def _met(params: Params) -> str:
    said = ngettext("%(pairs)s pair has met before", "%(pairs)s pairs have met before", params["pairs"])
    return said % params


def _odds(params: Params) -> dict[str, Any]:
    return {**params, "one": round(params["odds"] / 10), "other": 100 - round(params["odds"] / 10)}


_PLAIN: Final[Mapping[Because, str | Promise]] = {
    Because.OWED: gettext_lazy("the campaign has scheduled it"),
    Because.PAIRED: gettext_lazy("the campaign would pair them next"),
    Because.FIRST_MEETING: gettext_lazy("nobody has met here before"),
    Because.ONLY_TABLE: gettext_lazy("the only table that fits"),
    Because.FRESH_TABLE: gettext_lazy("a table that is new to all of them"),
    Because.NOT_THERE: gettext_lazy("is not there long enough"),
    Because.WISH_TOO_RARE: gettext_lazy("too few wish for the same"),
    Because.NO_TABLE: gettext_lazy("all tables are taken"),
    Because.NO_PARTNER: gettext_lazy("nobody is free to play with"),
}
_NAMED: Final[Mapping[Because, str | Promise]] = {
    Because.LATER_WISH: gettext_lazy("%(person)s wished for another game more"),
    Because.EXPLAINED_BY: gettext_lazy("%(person)s is new to it: %(by)s explains"),
    Because.NOBODY_EXPLAINS: gettext_lazy("%(person)s is new to it, and nobody explains"),
    Because.TABLE_AGAIN: gettext_lazy("%(person)s knows the table already"),
}
_COUNTED: Final[Mapping[Because, Callable[[Params], str]]] = {
    Because.GROUP: _group,
    Because.JOINS: _joins,
    Because.WISHED: _wished,
    Because.HAVE_MET: _met,
    Because.EVEN: lambda params: _("even: %(one)s to %(other)s") % _odds(params),
    Because.UNEVEN: lambda params: _("uneven: %(one)s to %(other)s") % _odds(params),
    Because.EVENED_BY: lambda params: _("with %(help)s it would be %(one)s to %(other)s") % _odds(params),
}


def in_words(reason: Reason, names: Mapping[str, str]) -> str:
    """Return one reason; ``names`` has those of everybody concerned."""
    if reason.code in _COUNTED:
        return _COUNTED[reason.code](reason.params)
    if reason.code in _PLAIN:
        return str(_PLAIN[reason.code])
    named = {key: names.get(str(value), "…") for key, value in reason.params.items()}
    return str(_NAMED[reason.code]) % named


def all_in_words(reasons: Iterable[Reason], names: Mapping[str, str]) -> str:
    """Return reasons in one line."""
    said = " · ".join(in_words(reason, names) for reason in reasons)
    return f"{said[:1].upper()}{said[1:]}"
