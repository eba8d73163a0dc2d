"""How news about matches of the card games are told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.league.games import game_of
from campaigns.league.news import Words
from club.models import Topic


def _about(sentence: str | Promise) -> Words:
    """Words that name the match: its game, and when it was played."""

    def describe(params: Mapping[str, Any]) -> str:
        date = timezone.localtime(datetime.fromisoformat(params["date"]))
        named = {"game": game_of(params["game"]).name, "date": date_format(date, "DATE_FORMAT")}
        return str(sentence) % {**params, **named}

    return describe


WORDS: Final[Mapping[str, Words]] = {
    "match_finished": _about(_("%(by)s recorded your result in %(game)s (%(date)s): is it right?")),
    "match_confirmed": _about(_("%(by)s confirmed your result in %(game)s (%(date)s).")),
    "match_settled": _about(_("%(by)s settled your result in %(game)s (%(date)s) as the referee.")),
    "match_decided_by_party": _about(
        _("%(by)s, a party to it, decided as the referee about your match of %(game)s (%(date)s): %(why)s")
    ),
    "match_confirmed_by_time": _about(_("Nobody objected in time: your result in %(game)s (%(date)s) counts.")),
    "match_disputed": _about(_("%(by)s disputes your result in %(game)s (%(date)s).")),
    "match_to_settle": _about(_("%(by)s disputes a result in %(game)s (%(date)s): decide.")),
    "match_reopened": _about(_("%(by)s opened your match of %(game)s (%(date)s) again.")),
    "match_corrected": _about(_("%(by)s corrected your match of %(game)s (%(date)s).")),
    "match_called_off": _about(_("%(by)s called your match of %(game)s (%(date)s) off.")),
    "match_brought_back": _about(_("%(by)s brought your match of %(game)s (%(date)s) back: %(why)s")),
    "match_seated": _about(_("%(by)s put you down as a player of %(game)s (%(date)s).")),
    "match_merged": _about(
        _(
            "%(by)s and you kept your match of %(game)s (%(date)s) on two phones, one without a connection: the log has"
            " both, in the order in which they arrived. Look it over."
        )
    ),
    "match_left_out": _about(
        _(
            "What %(by)s had entered without a connection does not fit your match of %(game)s (%(date)s) any more: the"
            " log keeps what was there. Look it over together."
        )
    ),
    "guest_merged": _("What “%(name)s” played as a guest is yours now, says %(by)s."),
    "guest_refused": _("%(by)s does not agree that you are the guest “%(name)s”."),
}
TOPICS: Final[Mapping[Topic, Collection[str]]] = {
    Topic.REPORT: (
        "match_confirmed", "match_settled", "match_decided_by_party", "match_confirmed_by_time", "match_disputed",
        "match_to_settle", "match_reopened", "match_corrected", "match_brought_back", "guest_merged", "guest_refused",
        "match_merged", "match_left_out",
    ),
    Topic.EVENING: ("match_seated", "match_called_off"),
    Topic.RESULTS: ("match_finished",),
}  # fmt: skip
