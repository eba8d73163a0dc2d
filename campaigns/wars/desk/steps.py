"""What the referee does from the desk: each step is an operation of the room it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from campaigns.wars.forecast import operations as forecast, pairs
from campaigns.wars.models.battle import Battle, BattleState, Temper
from campaigns.wars.models.forecast import PairForecast
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.rounds import operations as rounds
from club.access import not_found
from club.models import Member
from club.numbers import whole_number
from club.operations import Refused
from rosters.models import Warband

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
    return text % {"count": len(waiting)} if waiting else _("Every warband had already begun.")


def _roll(recovery: Recovery, referee: Member, sent: QueryDict) -> None:
    aftermath.begin(recovery=recovery, mode=DiceMode.SITE, member=referee, reason=sent.get("because", ""))


def retry(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Let work that failed be tried again."""
    again = _AGAIN.get(sent.get("kind", "")) or not_found()
    again(campaign, sent)
    return _("It is being tried again.")


def _aftermath_again(campaign: Campaign, sent: QueryDict) -> None:
    side = {"side__battle": _battle(campaign, sent), "side__warband": _number(sent, "warband")}
    aftermath.try_again(recovery=get_object_or_404(_recoveries(campaign), **side))


_AGAIN: Final[Mapping[str, Callable[[Campaign, QueryDict], object]]] = {
    aftermath.KIND: _aftermath_again,
    resolution.KIND: lambda campaign, sent: resolution.try_again(battle=_battle(campaign, sent)),
    forecast.KIND: lambda campaign, sent: forecast.try_again(battle=_battle(campaign, sent)),
    pairs.KIND: lambda campaign, sent: pairs.try_again(forecast=_odds(campaign, sent)),
}
"""How work of each kind is tried again."""


def approve(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Let somebody in."""
    return _answer(campaign, sent, people.approve, _("%(name)s has joined."), referee)


def refuse(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Turn somebody away."""
    return _answer(campaign, sent, people.refuse, _("%(name)s was not let in."), referee)


def _answer(campaign: Campaign, sent: QueryDict, answer: Callable[..., None], said: str, referee: Member) -> str:
    asking = campaign.memberships.filter(role=Role.APPLICANT).select_related("member", "campaign")
    membership = get_object_or_404(asking, pk=_number(sent, "membership"))
    name = membership.member.name
    answer(membership=membership, author=referee)
    return said % {"name": name}


@transaction.atomic
def pair(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Schedule the suggested battles as they were shown: in the last round, or in the next one, opened for them."""
    last = campaign.rounds.select_related("campaign").order_by("-number").first()
    number, wanted = last.number if last is not None else 0, _number(sent, "round")
    if wanted == number + 1:
        last = rounds.open_round(campaign=campaign)
    if last is None or wanted != last.number:
        raise Refused.because("round_passed", _("Another round was opened meanwhile. Look again."))
    made = rounds.pair_round(round=last, pairs=_pairs(campaign, sent), plan=Plan(), author=referee)
    said = ngettext("%(count)s battle is scheduled.", "%(count)s battles are scheduled.", len(made))
    return said % {"count": len(made)}


def _pairs(campaign: Campaign, sent: QueryDict) -> list[tuple[Warband, ...]]:
    """Return the pairs of warbands that a form names, as their keys with a dash between."""
    known = {warband.pk: warband for warband in serving(campaign)}
    shown = [tuple(whole_number(pk) for pk in pair.split("-")) for pair in sent.getlist("pair")]
    found = [tuple(known[pk] for pk in pair if pk in known) for pair in shown]
    if not found or any(len(pair) != 2 for pair in found):
        raise Refused.because("pairs_changed", _("Not all of these warbands are still in the campaign. Look again."))
    return found


def forecast_round(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Ask for the odds of the last round's battles that have none; what cannot be fought as it stands is left out."""
    last = campaign.rounds.order_by("-number").first() or not_found()
    ahead = campaign.battles.filter(round=last, state=BattleState.SCHEDULED, forecasts=None)
    battles = list(ahead.select_related("campaign").prefetch_related("sides"))

    def ask(battle: Battle) -> None:
        tempers = [side.temper or Temper.CAUTIOUS for side in battle.sides.all()]
        forecast.start(battle=battle, count=pairs.COUNT, tempers=tempers, member=referee)

    return _asked(ask, battles)


def pair_odds(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Ask for the odds between two warbands, or for those of several pairs: what cannot be reckoned is left out."""
    return _asked(
        lambda warbands: pairs.start(campaign=campaign, warbands=warbands, member=referee), _pairs(campaign, sent)
    )


def _asked[Meeting](ask: Callable[[Meeting], object], meetings: Sequence[Meeting]) -> str:
    """Ask for the odds of each of these that has not been asked for; raises ``Refused`` when that is none."""
    refused: list[Refused] = []
    for one in meetings:
        try:
            ask(one)
        except Refused as why:
            refused.append(why)
    if refused and len(refused) == len(meetings):
        raise refused[0]
    return _("The odds are being calculated. They will appear here as soon as they are ready.")


def drop_odds(campaign: Campaign, referee: Member, sent: QueryDict) -> str:
    """Call off what is reckoned between two warbands."""
    pairs.cancel(forecast=_odds(campaign, sent))
    return _("The odds of this pair are no longer being calculated.")


def _odds(campaign: Campaign, sent: QueryDict) -> PairForecast:
    return get_object_or_404(campaign.pair_forecasts, pk=_number(sent, "odds"))


STEPS: Final[Mapping[str, Step]] = {
    "settle": settle,
    "roll": roll,
    "roll_all": roll_all,
    "retry": retry,
    "approve": approve,
    "refuse": refuse,
    "pair": pair,
    "forecast": forecast_round,
    "odds": pair_odds,
    "drop_odds": drop_odds,
}
"""Every step, by what forms call it."""
