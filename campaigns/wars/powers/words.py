"""How a referee's word about warbands, rounds, battles and tables is told: as news, and among the acts of referees."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.utils.translation import get_language, gettext as _, gettext_lazy

from campaigns.league.acts import Words as ActWords
from campaigns.league.news import Words
from campaigns.wars.civilians.operations import SETTLED
from campaigns.wars.civilians.wording import act_sentence
from campaigns.wars.powers.news import CALLED
from campaigns.wars.powers.tables import NO_WOUND, TABLES, WOUNDS
from club.grammar import continued
from club.models import Topic
from engines.musg.rules import Rules
from rosters.wording import event_sentence, injury_name


def _event_phrase(params: Mapping[str, Any]) -> str:
    """Return what happened; a thing is called as it was when that was told (``news.told_of``)."""
    called = {key: said for key, said in params.items() if key.startswith(CALLED)}
    values = {key: said for key, said in params.items() if key not in called}
    thing = called.get(f"{CALLED}{get_language() or 'en'}")
    # A name is no code of any catalogue, and stays as it is.
    shown = {**values, "item": thing} if thing else values
    return continued(event_sentence(str(params["event"]), shown, Rules().catalogue), values.values())


def _step(params: Mapping[str, Any]) -> str:
    said = _event_phrase(params)
    return _("%(warband)s: %(said)s") % {"warband": params["warband"], "said": said}


def _for_own(params: Mapping[str, Any]) -> str:
    values = {"by": params["by"], "warband": params["warband"], "said": _event_phrase(params)}
    return _("%(warband)s: %(by)s, a party to it, did this as the referee: %(said)s") % values


def _taken_back(params: Mapping[str, Any]) -> str:
    said = _event_phrase(params)
    return _("%(warband)s: the referee took this back: %(said)s") % {"warband": params["warband"], "said": said}


def _for_you(params: Mapping[str, Any]) -> str:
    said = _event_phrase(params)
    values = {"warband": params["warband"], "said": said.rstrip("."), "why": params["why"]}
    return _("%(warband)s: the referee did this for you: %(said)s (%(why)s)") % values


_ON_DAMAGE: Final = {WOUNDS: gettext_lazy("it wounds"), NO_WOUND: gettext_lazy("it does not wound")}


def _result(params: Mapping[str, Any]) -> object:
    row = str(params.get("row", ""))
    if not row:
        return params.get("value", "")
    called = params.get("called") or {}
    # Before names were kept with the roll, there were none but the rulebook's.
    return str(_ON_DAMAGE.get(row) or called.get(get_language()) or injury_name(row, Rules().catalogue))


def _rolled(params: Mapping[str, Any]) -> str:
    table = TABLES.get(str(params["table"]))
    values = {
        "table": str(table.title) if table else params["table"],
        "faces": " ".join(str(face) for face in params["faces"]),
        "result": _result(params),
    }
    if "need" in params:
        values["table"] = _("Strength %(strength)s against toughness %(toughness)s (%(need)s+)") % params
    if params.get("source") == "seeded":
        return _("%(table)s: the site rolled %(faces)s: %(result)s") % values
    return _("%(table)s: typed dice %(faces)s: %(result)s") % values


def _settled(params: Mapping[str, Any]) -> str:
    if params.get("disputed", True):
        return _("The disputed report of “%(title)s” was settled.") % params
    return _("The report of “%(title)s” was settled before everybody had answered.") % params


WORDS: Final[Mapping[str, Words]] = {
    "referee_step": _step,
    "referee_step_for_own": _for_own,
    "referee_took_back": _taken_back,
    "acted_for_you": _for_you,
    "battle_moved_by_referee": gettext_lazy("The referee moved “%(title)s”: %(why)s"),
    "battle_called_off_by_referee": gettext_lazy("The referee called “%(title)s” off: %(why)s"),
    "round_locked": gettext_lazy("The referee locked %(name)s: %(why)s"),
    "round_reopened": gettext_lazy("The referee opened %(name)s again: %(why)s"),
}
ACTS: Final[Mapping[str, ActWords]] = {
    "round_locked": gettext_lazy("%(name)s is locked."),
    "round_reopened": gettext_lazy("%(name)s is open again."),
    "battle_moved": gettext_lazy("“%(title)s” was moved."),
    "battle_called_off": gettext_lazy("“%(title)s” was called off."),
    "clash_overridden": gettext_lazy("“%(title)s” was dated although somebody or the table is taken then."),
    "resting_fights_on": gettext_lazy("%(warband)s, whose player has gone, fights on in the referees’ care."),
    "resting_withdrew": gettext_lazy("%(warband)s, whose player has gone, has left the campaign."),
    "report_settled": _settled,
    "leave_given": gettext_lazy("%(warband)s fights “%(title)s” without a leader or henchmen, by the referee’s leave."),
    "engine_decided": gettext_lazy("The engine fights “%(title)s” although not everybody has agreed."),
    "rolled": _rolled,
    SETTLED: act_sentence,
}
TOPICS: Final[Mapping[Topic, Collection[str]]] = {
    Topic.DICE: ("referee_step", "referee_step_for_own", "referee_took_back", "acted_for_you"),
    Topic.EVENING: ("battle_moved_by_referee", "battle_called_off_by_referee"),
    Topic.CHRONICLE: ("round_locked", "round_reopened"),
}
