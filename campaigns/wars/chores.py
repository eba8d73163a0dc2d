"""What waits to be done for a warband, read off its present state, with the page where it is done."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from campaigns.league.chores import Chore
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleSide
from engines.musg import muster
from engines.musg.warband import HIREABLE, Warband as Roster
from rosters.models import Warband
from rosters.wording import problem_sentence

RESCUE = ("aliens", "rescue")
"""The modules of a rescue game."""
LEADERLESS = frozenset({"no_leader"})


def chores(warbands: Iterable[Warband]) -> list[Chore]:
    """Return everything that waits for these warbands, in their order. Two queries at most."""
    known = list(warbands)
    keys = {w.roster.engagement.battle for w in known if w.roster.engagement is not None}
    keys |= {figure.captive.battle for w in known for figure in w.roster.captives if figure.captive}
    battles = {
        battle.key: battle
        for battle in (Battle.objects.filter(key__in=keys).select_related("campaign") if keys else ())
    }
    planned = _planned([w.pk for w in known if w.roster.captives])
    return [chore for warband in known for chore in chores_of(warband, battles, planned)]


def _planned(warbands: Collection[int]) -> set[int]:
    """Return which of these warbands have a rescue game ahead of them."""
    if not warbands:
        return set()
    ahead = BattleSide.objects.filter(warband__in=warbands, battle__state__in=OPEN_STATES)
    return {warband for warband, modules in ahead.values_list("warband", "battle__modules") if is_rescue(modules)}


def is_rescue(modules: Collection[str]) -> bool:
    """Tell whether a battle with these modules is one in which captives may be freed."""
    return RESCUE[-1] in modules


def chores_of(warband: Warband, battles: Mapping[str, Battle], planned: Collection[int] = ()) -> Iterator[Chore]:
    """Yield what waits for one warband.

    ``battles``, by key and with their campaigns: those whose aftermaths may wait, and in which somebody was captured.
    ``planned``: the warbands whose rescue game is scheduled already.
    """
    roster = warband.roster
    page = warband.get_absolute_url()
    if not roster.mustered:
        builder = reverse("rosters:builder", args=[warband.pk])
        yield Chore("muster", _("The muster is not closed yet."), builder, warband)
        return
    if roster.engagement is not None:
        battle = battles.get(roster.engagement.battle)
        address = reverse("campaigns:aftermath", args=[battle.campaign.slug, battle.pk, warband.pk]) if battle else page
        sentence = _("The aftermath of “%(title)s” is still to be rolled.") % {"title": roster.engagement.title}
        yield Chore("aftermath", sentence, address, warband)
    learners = [f for f in roster.figures if f.choices and (f.active or f.standing in HIREABLE)]
    if learners:
        choices = sum(f.choices for f in learners)
        sentence = ngettext("A skill waits to be chosen.", "%(count)s skills wait to be chosen.", choices)
        alone = reverse("rosters:figure", args=[warband.pk, learners[0].id]) + "#choice"
        yield Chore("skills", sentence % {"count": choices}, alone if len(learners) == 1 else page, warband)
    unpaid = [f.name for f in roster.active if f.contract is not None and not f.contract.paid_ahead]
    if unpaid and roster.engagement is None:
        sentence = ngettext(
            "Not paid for the next battle: %(names)s.", "Not paid for the next battle: %(names)s.", len(unpaid)
        )
        yield Chore("fees", sentence % {"names": ", ".join(unpaid)}, page, warband)
    if warband.pk not in planned:
        yield from _rescue(warband, roster, battles, page)
    yield from _faults(warband, roster, page)


def rescues(warbands: Iterable[Warband]) -> list[Chore]:
    """Return the rescue games that these warbands may play next. Three queries at most."""
    return [chore for chore in chores(warbands) if chore.code == "rescue"]


def _rescue(warband: Warband, roster: Roster, battles: Mapping[str, Battle], page: str) -> Iterator[Chore]:
    """Offer the game that may free those whom the aliens keep, as the warband's next battle (ruling M330)."""
    kept = roster.captives
    if not kept:
        return
    battle = next((battles[f.captive.battle] for f in kept if f.captive and f.captive.battle in battles), None)
    sentence = _("The aliens keep %(names)s: plan the rescue game.")
    names = ", ".join(figure.name for figure in kept)
    address = rescue_address(battle.campaign.slug, warband.pk) if battle else page
    yield Chore("rescue", sentence % {"names": names}, address, warband)


def rescue_address(slug: str, warband: int) -> str:
    """Return where a warband's rescue game is scheduled: the form, filled in (ruling M330)."""
    values = [("warbands", warband), ("title", _("Rescue game")), *(("modules", code) for code in RESCUE)]
    return f"{reverse('campaigns:schedule', args=[slug])}?{urlencode(values)}"


def _faults(warband: Warband, roster: Roster, page: str) -> Iterator[Chore]:
    for problem in muster.problems(roster):
        code = "leader" if problem.code in LEADERLESS else "illegal"
        yield Chore(code, problem_sentence(problem, roster), page, warband)
