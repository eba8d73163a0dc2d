"""How news about battles and warbands are told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext as _, gettext_lazy, ngettext_lazy

from campaigns.league.news import Words
from club.dates import date_text
from club.models import Topic
from engines.musg.weighing import Verdict
from rosters.wording.worth import verdict_words

_ENDINGS: Final[Mapping[str, str | Promise]] = {
    "won": gettext_lazy("%(warband)s has won."),
    "drew": gettext_lazy("%(warband)s has drawn."),
    "lost": gettext_lazy("%(warband)s has lost."),
}


def _dated(with_date: str | Promise, without: str | Promise) -> Callable[[Mapping[str, Any]], str]:
    """Words of a battle whose date may be known."""

    def sentence(params: Mapping[str, Any]) -> str:
        if not params["date"]:
            return str(without) % params
        date = timezone.localtime(datetime.fromisoformat(params["date"]))
        return str(with_date) % {**params, "date": date_text(date, "DATETIME_FORMAT")}

    return sentence


def _paired(params: Mapping[str, Any]) -> str:
    """A round without a name is known by its number."""
    return _PAIRED({**params, "round": params["name"] or _("Round %(number)s") % params})


def _deadline(params: Mapping[str, Any]) -> str:
    """A round without a name is known by its number."""
    return _DEADLINE({**params, "round": params["name"] or _("Round %(number)s") % params})


def _ended(lead: str | Promise) -> Callable[[Mapping[str, Any]], str]:
    """Words of a battle that was decided, and how it ended for the reader’s warband."""

    def sentence(params: Mapping[str, Any]) -> str:
        ending = _ENDINGS.get(params["outcome"])
        said = [str(lead) % params, *([str(ending) % params] if ending else [])]
        return " ".join(said)

    return sentence


def _aftermath(params: Mapping[str, Any]) -> str:
    said = [_("The aftermath of “%(title)s” was rolled for %(warband)s.") % params]
    if params["dead"]:
        said.append(_("Dead: %(dead)s.") % params)
    if params["gone"]:
        said.append(_("Gone: %(gone)s.") % params)
    if params["leader"]:
        said.append(_("%(leader)s now leads it.") % params)
    return " ".join(said)


def _about_a_thing(wording: str | Promise) -> Callable[[Mapping[str, Any]], str]:
    """Words about a thing of a pack, whose names are stored in each language."""

    def sentence(params: Mapping[str, Any]) -> str:
        language = get_language() or "en"
        return str(wording) % {**params, **{name: params[f"{name}_{language}"] for name in ("thing", "pack")}}

    return sentence


def _weighed(params: Mapping[str, Any]) -> str:
    """A skill has no price on which there could be a verdict."""
    if params["verdict"] == Verdict.UNPRICED:
        return _WEIGHED(params)
    return _JUDGED({**params, "verdict": verdict_words(params["verdict"])})


_WEIGHED: Final = _about_a_thing(gettext_lazy("“%(thing)s”, of the pack “%(pack)s”, is weighed."))
_JUDGED: Final = _about_a_thing(
    gettext_lazy("“%(thing)s”, of the pack “%(pack)s”, is weighed. Its price: %(verdict)s.")
)
_FALLEN: Final = ngettext_lazy("%(count)s figure put out of action.", "%(count)s figures put out of action.", "count")
_KILLED: Final = ngettext_lazy("%(count)s killed outright.", "%(count)s killed outright.", "count")


def _fought(params: Mapping[str, Any]) -> str:
    """What the engine came to; news from before it was told how the battle went say only that it was fought."""
    if "outcome" not in params:
        return _("The engine has fought “%(title)s”: confirm or dispute it.") % params
    said = [_("The engine has fought “%(title)s”.") % params, str(_ENDINGS[params["outcome"]]) % params]
    if params["fallen"]:
        said.append(_FALLEN % {"count": params["fallen"]})
    if params["killed"]:
        said.append(_KILLED % {"count": params["killed"]})
    said.append(_("Watch it, then confirm or dispute it."))
    return " ".join(said)


def _settled(params: Mapping[str, Any]) -> str:
    if params.get("party"):
        return _SETTLED_AS_PARTY(params)
    return (_SETTLED_FOR if params.get("why") else _SETTLED)(params)


_SETTLED: Final = _ended(gettext_lazy("%(by)s settled “%(title)s” as the referee."))
_SETTLED_FOR: Final = _ended(gettext_lazy("%(by)s settled “%(title)s” as the referee (%(why)s)."))
_SETTLED_AS_PARTY: Final = _ended(gettext_lazy("%(by)s, a party to it, settled “%(title)s” as the referee (%(why)s)."))
_PAIRED: Final = _dated(
    gettext_lazy("You are paired for %(date)s: “%(title)s” (%(round)s)."),
    gettext_lazy("You are paired: “%(title)s” (%(round)s)."),
)
_DEADLINE: Final = _dated(
    gettext_lazy("%(by)s asks for the dates of %(round)s to be agreed by %(date)s."),
    gettext_lazy("%(by)s took the deadline for the dates of %(round)s away."),
)
WORDS: Final[Mapping[str, Words]] = {
    "scheduled": _dated(
        gettext_lazy("%(by)s scheduled a battle of yours for %(date)s: “%(title)s”."),
        gettext_lazy("%(by)s scheduled a battle of yours: “%(title)s”."),
    ),
    "paired": _paired,
    "moved": _dated(
        gettext_lazy("%(by)s moved “%(title)s” to %(date)s."),
        gettext_lazy("%(by)s postponed “%(title)s”: it no longer has a date."),
    ),
    "dates_proposed": ngettext_lazy(
        "%(by)s proposes a date for “%(title)s”: does it suit you?",
        "%(by)s proposes %(count)s dates for “%(title)s”: which suits you?",
        "count",
    ),
    "date_agreed": _dated(
        gettext_lazy("%(by)s accepted: “%(title)s” is fought on %(date)s."),
        gettext_lazy("%(by)s accepted the date of “%(title)s”."),
    ),
    "dates_declined": gettext_lazy("%(by)s cannot make what was proposed for “%(title)s”: %(why)s"),
    "date_declined": gettext_lazy("%(by)s cannot make the date of “%(title)s”: %(why)s"),
    "challenged": gettext_lazy("%(by)s challenges %(other)s with %(warband)s: do you accept?"),
    "challenge_accepted": _dated(
        gettext_lazy("%(by)s accepted your challenge: “%(title)s” is fought on %(date)s."),
        gettext_lazy("%(by)s accepted your challenge: agree on a date for “%(title)s”."),
    ),
    "challenge_declined": gettext_lazy("%(by)s declined the challenge of %(warband)s to %(other)s: %(why)s"),
    "challenge_withdrawn": gettext_lazy("%(by)s took the challenge of %(warband)s to %(other)s back."),
    "deadline_set": _deadline,
    "date_lapsed": gettext_lazy("“%(title)s” has no date that suits everybody, and the time is up: decide."),
    "date_postponed": gettext_lazy("No date was agreed on in time: “%(title)s” is postponed."),
    "date_left_to_engine": gettext_lazy("No date was agreed on in time: the engine fights “%(title)s”."),
    "brought": gettext_lazy("%(by)s brought %(warband)s to “%(title)s”."),
    "changed": gettext_lazy("%(by)s changed what was agreed about “%(title)s”."),
    "unseated": gettext_lazy("%(by)s changed “%(title)s”: your warband no longer fights in it."),
    "called_off": gettext_lazy("%(by)s called “%(title)s” off."),
    "reported": gettext_lazy("%(by)s reported “%(title)s”: confirm or dispute it."),
    "fought_by_engine": _fought,
    "disputed": gettext_lazy("%(by)s disputes the report of “%(title)s”."),
    "to_settle": gettext_lazy("%(by)s disputes the report of “%(title)s”: settle it."),
    "confirmed": _ended(gettext_lazy("%(by)s confirmed the report of “%(title)s”.")),
    "settled": _settled,
    "leave_given": gettext_lazy(
        "%(by)s, a party to it, lets %(warband)s fight “%(title)s” without a leader or henchmen (%(why)s)."
    ),
    "engine_decided": gettext_lazy(
        "%(by)s, a party to it, has the engine fight “%(title)s” although not everybody has agreed (%(why)s)."
    ),
    "called_off_by_party": gettext_lazy("%(by)s, a party to it, called “%(title)s” off as the referee (%(why)s)."),
    "decided": _ended(gettext_lazy("“%(title)s” is decided.")),
    "confirmed_by_time": _ended(gettext_lazy("Nobody objected to the report of “%(title)s” in time: it is confirmed.")),
    "aftermath": _aftermath,
    "granted": ngettext_lazy(
        "%(by)s granted %(warband)s %(points)s point: %(reason)s",
        "%(by)s granted %(warband)s %(points)s points: %(reason)s",
        "points",
    ),
    "fined": ngettext_lazy(
        "%(by)s took %(points)s point from %(warband)s: %(reason)s",
        "%(by)s took %(points)s points from %(warband)s: %(reason)s",
        "points",
    ),
    "hired": gettext_lazy("%(warband)s hired %(name)s, who had left you."),
    "corrected": gettext_lazy("%(by)s corrected the past of %(warband)s: %(reason)s"),
    "corrected_by_party": gettext_lazy("%(by)s, a party to it, corrected the past of %(warband)s: %(reason)s"),
    "battle_put_in": gettext_lazy("%(by)s added a battle of yours that was forgotten: “%(title)s”."),
    "correction_taken_back": gettext_lazy("%(by)s took a correction of %(warband)s back: its past is as it was."),
    "correction_asks_dice": gettext_lazy("A correction by %(by)s waits for a roll of %(warband)s."),
    "asks_to_enlist": gettext_lazy(
        "%(by)s would like to enlist %(warband)s, with steps from elsewhere: do you accept them?"
    ),
    "taken_in": gettext_lazy("%(by)s accepted what %(warband)s brought: it serves in “%(campaign)s”."),
    "not_taken_in": gettext_lazy("%(by)s turned %(warband)s away from “%(campaign)s”."),
    "enlisted": gettext_lazy("%(by)s enlisted %(warband)s in “%(campaign)s”."),
    "withdrew": gettext_lazy("%(by)s took %(warband)s out of “%(campaign)s”."),
    "rests": gettext_lazy("The player of %(warband)s closed the account: it rests until you decide."),
    "asks_for_engine": gettext_lazy("%(by)s would like the engine to fight “%(title)s”: do you agree?"),
    "consent_lapsed": gettext_lazy(
        "%(by)s changed what the engine would fight in “%(title)s”: your consent no longer counts. Do you agree again?"
    ),
    "asks_to_play": gettext_lazy("%(by)s would like to play “%(title)s” with you on the site: do you agree?"),
    "play_declined": gettext_lazy("%(by)s does not want to play “%(title)s” on the site."),
    "play_lapsed": gettext_lazy(
        "“%(title)s” was changed: whoever still wants to play it on the site proposes it again."
    ),
    "play_begins": gettext_lazy("“%(title)s” is being played on the site."),
    "your_decision": gettext_lazy("It is your decision in “%(title)s”."),
    "broken_off": gettext_lazy("“%(title)s” was broken off on the site: it is to be settled by hand."),
    "played_unbooked": gettext_lazy(
        "“%(title)s” was played to its end, but its report does not fit the warbands any more: report it by hand."
    ),
    "engine_gave_up": gettext_lazy(
        "The engine’s battle “%(title)s” is void: a warband or the table changed while it was being fought."
    ),
    "forecast": gettext_lazy("The forecast of “%(title)s” is ready."),
    "weighed": _weighed,
    "weighing_failed": _about_a_thing(
        gettext_lazy("“%(thing)s”, of the pack “%(pack)s”, cannot be weighed to the end: try it again, or call it off.")
    ),
    "weighing_called_off": _about_a_thing(
        gettext_lazy("%(by)s called off the weighing of “%(thing)s”, of the pack “%(pack)s”.")
    ),
    "booklet": gettext_lazy("The booklet of “%(campaign)s” is ready."),
}
TOPICS: Final[Mapping[Topic, Collection[str]]] = {
    Topic.TURN: (
        "dates_proposed", "challenged", "date_lapsed", "asks_to_enlist", "asks_for_engine", "consent_lapsed", "rests",
        "asks_to_play", "your_decision", "broken_off",
    ),
    Topic.REPORT: (
        "reported", "disputed", "to_settle", "confirmed", "settled", "decided", "confirmed_by_time", "battle_put_in",
        "leave_given", "engine_decided",
    ),
    Topic.DICE: (
        "aftermath", "granted", "fined", "hired", "corrected", "corrected_by_party", "correction_taken_back",
        "correction_asks_dice",
    ),
    Topic.EVENING: (
        "scheduled", "paired", "moved", "date_agreed", "dates_declined", "date_declined", "challenge_accepted",
        "challenge_declined", "challenge_withdrawn", "deadline_set", "date_postponed", "date_left_to_engine", "brought",
        "changed", "unseated", "called_off", "called_off_by_party",
        "play_declined", "play_lapsed", "play_begins",
    ),
    Topic.RESULTS: (
        "fought_by_engine", "engine_gave_up", "played_unbooked", "forecast", "booklet", "weighed", "weighing_failed",
        "weighing_called_off",
    ),
    Topic.CHRONICLE: ("taken_in", "not_taken_in", "enlisted", "withdrew"),
}  # fmt: skip
