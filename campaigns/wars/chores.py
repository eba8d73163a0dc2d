"""What waits to be done for a warband, read off its present state, with the page where it is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from campaigns.league.chores import Chore
from campaigns.wars.models.battle import Battle
from engines.musg import muster
from engines.musg.warband import Standing, Warband as Roster
from rosters.models import Warband
from rosters.wording import problem_sentence

LEADERLESS = frozenset({"no_leader"})


def chores(warbands: Iterable[Warband]) -> list[Chore]:
    """Return everything that waits for these warbands, in their order. At most one query."""
    known = list(warbands)
    keys = {w.pk: w.roster.engagement.battle for w in known if w.roster.engagement is not None}
    battles = {
        battle.key: battle
        for battle in (Battle.objects.filter(key__in=keys.values()).select_related("campaign") if keys else ())
    }
    return [chore for warband in known for chore in chores_of(warband, battles)]


def chores_of(warband: Warband, battles: Mapping[str, Battle]) -> Iterator[Chore]:
    """Yield what waits for one warband. ``battles``: those whose aftermaths may wait, by key, with their campaigns."""
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
    learners = [f for f in roster.figures if f.choices and f.standing in (Standing.ACTIVE, Standing.FOR_HIRE)]
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
    yield from _faults(warband, roster, page)


def _faults(warband: Warband, roster: Roster, page: str) -> Iterator[Chore]:
    for problem in muster.problems(roster):
        code = "leader" if problem.code in LEADERLESS else "illegal"
        yield Chore(code, problem_sentence(problem, roster), page, warband)
