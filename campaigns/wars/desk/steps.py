"""What the referee does from the desk: each step is an operation of the room it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, ngettext

from campaigns.league.models import Campaign, Role
from campaigns.league.operations import people
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles.forms import serving
from campaigns.wars.battles.operations import Plan
from campaigns.wars.forecast import operations as forecast
from campaigns.wars.models.battle import Battle, BattleState, Temper
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.rounds import operations as rounds
from club.access import not_found
from club.models import Member
from club.numbers import whole_number
from club.operations import Refused

Step = Callable[[Campaign, Member, QueryDict], str]
"""Takes a step in a campaign for its referee, as a form asks; returns what to say. Raises ``Refused``."""


def _number(sent: QueryDict, name: str) -> int:
    found = whole_number(sent.get(name, ""))
    return found if found is not None else -1


def _battle(campaign: Campaign, sent: QueryDict) -> Battle:
    return get_object_or_404(campaign.battles.select_related("campaign"), pk=_number(sent, "battle"))


def _recoveries(campaign: Campaign) -> QuerySet[Recovery]:
    return Recovery.objects.filter(side__battle__campaign=campaign).select_related("side__warband", "side__battle")


def settle(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Confirm the report that stands, in the version that the referee saw."""
    battle, why = _battle(campaign, sent), sent.get("because", "")
    reports.settle_report(battle=battle, referee=referee, version=_number(sent, "version"), reason=why)
    return _("The report is settled.")


def roll(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Let the site roll an aftermath that nobody has begun."""
    recovery = get_object_or_404(_recoveries(campaign), pk=_number(sent, "recovery"))
    _roll(recovery, referee, sent)
    return _("The site rolls for %(warband)s.") % {"warband": recovery.side.warband.name}


@transaction.atomic
def roll_all(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Let the site roll every aftermath of the campaign that nobody has begun."""
    waiting = list(_recoveries(campaign).filter(state=RecoveryState.WAITING).order_by("pk"))
    for recovery in waiting:
        _roll(recovery, referee, sent)
    text = ngettext("The site rolls for %(count)s warband.", "The site rolls for %(count)s warbands.", len(waiting))
    return text % {"count": len(waiting)} if waiting else _("Every warband had begun already.")


def _roll(recovery: Recovery, referee: Member, sent: QueryDict) -> None:
    aftermath.begin(recovery=recovery, mode=DiceMode.SITE, member=referee, reason=sent.get("because", ""))


def retry(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Let work that failed be tried again."""
    battle = _battle(campaign, sent)
    kind = sent.get("kind", "")
    if kind == aftermath.KIND:
        side = {"side__battle": battle, "side__warband": _number(sent, "warband")}
        aftermath.try_again(recovery=get_object_or_404(_recoveries(campaign), **side))
    elif kind == resolution.KIND:
        resolution.try_again(battle=battle)
    elif kind == forecast.KIND:
        forecast.try_again(battle=battle)
    else:
        not_found()
    return _("It is tried again.")


def approve(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Let somebody in."""
    return _answer(campaign, sent, people.approve, _("%(name)s takes part now."), referee)


def refuse(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Turn somebody away."""
    return _answer(campaign, sent, people.refuse, _("%(name)s was not let in."), referee)


def _answer(campaign: Campaign, sent: QueryDict, answer: Callable[..., None], said: str, referee: Member) -> str:
    asking = campaign.memberships.filter(role=Role.APPLICANT).select_related("member", "campaign")
    membership = get_object_or_404(asking, pk=_number(sent, "membership"))
    name = membership.member.name
    answer(membership=membership, author=referee)
    return said % {"name": name}


def pair(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Schedule the suggested battles of the last round, exactly as they were shown."""
    last = campaign.rounds.select_related("campaign").order_by("-number").first() or not_found()
    if _number(sent, "round") != last.number:
        raise Refused.because("round_passed", _("Another round was opened meanwhile. Look again."))
    known = {warband.pk: warband for warband in serving(campaign)}
    shown = [tuple(whole_number(pk) for pk in pair.split("-")) for pair in sent.getlist("pair")]
    pairs = [tuple(known[pk] for pk in pair if pk in known) for pair in shown]
    if not pairs or any(len(pair) != 2 for pair in pairs):
        raise Refused.because("pairs_changed", _("Not all of these warbands serve any more. Look again."))
    made = rounds.pair_round(round=last, pairs=pairs, plan=Plan(), author=referee)
    said = ngettext("%(count)s battle is scheduled.", "%(count)s battles are scheduled.", len(made))
    return said % {"count": len(made)}


def forecast_round(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Ask for the odds of the last round's battles that have none; what cannot be fought as it stands is left out."""
    last = campaign.rounds.order_by("-number").first() or not_found()
    ahead = campaign.battles.filter(round=last, state=BattleState.SCHEDULED, forecasts=None)
    battles = list(ahead.select_related("campaign").prefetch_related("sides"))
    refused: list[Refused] = []
    for battle in battles:
        tempers = [side.temper or Temper.CAUTIOUS for side in battle.sides.all()]
        try:
            forecast.start(battle=battle, count=ODDS, tempers=tempers, member=referee)
        except Refused as one:
            refused.append(one)
    if refused and len(refused) == len(battles):
        raise refused[0]
    return _("The odds are being reckoned. They appear here as soon as they are known.")


ODDS: Final = 400
"""Simulated battles: odds to some five percent, for a whole round in a few minutes."""

STEPS: Final[Mapping[str, Step]] = {
    "settle": settle,
    "roll": roll,
    "roll_all": roll_all,
    "retry": retry,
    "approve": approve,
    "refuse": refuse,
    "pair": pair,
    "forecast": forecast_round,
}
"""Every step, by what forms call it."""
