"""Battles before they are fought: scheduled, changed, called off."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from itertools import count
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, ngettext
from msgspec import Struct

from campaigns.league.access import is_referee
from campaigns.league.acts import record
from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import lock_running
from campaigns.wars import news
from campaigns.wars.battles import consents, staging
from campaigns.wars.battles.clashes import refuse_clashes
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleSide, BattleState
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.play import PlayedBattle, PlayState
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.models.round import Round
from campaigns.wars.modules import needs_one_warband
from campaigns.wars.parties import is_party, must_say_why
from club.models import Member
from club.models.place import GameTable
from club.moments import OUT_OF_RANGE, in_range
from club.operations import Objection, Refused, Stale, for_update
from engines.musg.battle.modules import MODULES
from engines.musg.scenarios import Scenario
from rosters.models import Warband

TITLE_LIMIT: Final = 80
NUMBERED: Final = 5
"""Letters of a title that are kept free for a number behind it."""


Dated = Callable[[Battle, Member], None]
"""Is told, inside the transaction, that somebody set a locked battle's date, took it away, or changed who fights."""
_DATED: Final[list[Dated]] = []


def on_dated(listener: Dated) -> None:
    """Let a room keep what follows from a date that somebody set. Registering twice changes nothing."""
    if listener not in _DATED:
        _DATED.append(listener)


def asks_about_date(battle: Battle, author: Member | None) -> bool:
    """Tell whether players are asked if the date that the ``author`` set suits them."""
    return author is not None and battle.date is not None and battle.date > timezone.now()


def dated(battle: Battle, author: Member | None) -> None:
    """Tell who keeps what follows from a new date; what the site does by itself is nobody's decision."""
    if author is not None:
        for listener in _DATED:
            listener(battle, author)


class Plan(Struct, frozen=True, kw_only=True):
    """When, where and how a battle is fought. Without a ``title`` it is called after its warbands.

    ``spot`` is a table of the club's, ``place`` what is said besides about where.
    ``modules`` are the codes of the rulebook's modules in force (``wars.modules``), to which those of ``staging``
    come: a ready scenario, whose roles the warbands take in their order.
    """

    title: str = ""
    date: datetime | None = None
    place: str = ""
    spot: GameTable | None = None
    scenario: str = ""
    modules: tuple[str, ...] = ()
    staging: Scenario | None = None
    round: Round | None = None

    @property
    def in_force(self) -> tuple[str, ...]:
        """The codes of all modules in force."""
        needed = self.staging.modules if self.staging is not None else ()
        return (*self.modules, *(code for code in needed if code not in self.modules))


@transaction.atomic
def schedule_battle(
    *, campaign: Campaign, warbands: Sequence[Warband], plan: Plan, author: Member | None = None, despite: str = ""
) -> Battle:
    """Schedule a battle between two or more warbands that serve in the campaign.

    Refused where a warband, a player or the table is taken then; a referee may say why it is ``despite`` that.
    """
    locked = lock_running(campaign)
    battle = add_battle(locked, warbands, plan)
    to = [warband.owner_id for warband in warbands]
    asks = asks_about_date(battle, author)
    news.tell_players(battle, "scheduled", to, by=author, waits=asks, date=news.date_of(battle))
    if battle.date is not None:
        dated(battle, author)
    refuse_clashes([battle], author=author, despite=despite)
    return battle


def add_battle(locked: Campaign, warbands: Sequence[Warband], plan: Plan) -> Battle:
    """Schedule a battle in a campaign that this transaction has locked."""
    _verify(locked, warbands, plan)
    battle = Battle(campaign=locked)
    _write(battle, warbands, plan)
    battle.save()
    _seat(battle, warbands)
    if plan.staging is not None:
        staging.lay(battle, plan.staging)
    else:
        staging.lay_ready(battle, len(warbands))
    return battle


@transaction.atomic
def change_battle(
    *,
    battle: Battle,
    warbands: Sequence[Warband],
    plan: Plan,
    version: int | None = None,
    author: Member | None = None,
    despite: str = "",
) -> None:
    """Change a battle that is only scheduled. What it newly takes may be taken already: as for ``schedule_battle``."""
    campaign = lock_running(battle.campaign)
    locked = lock_battle(battle, version)
    if locked.state != BattleState.SCHEDULED:
        raise Refused.because("not_scheduled", _("This battle was reported or called off: it stays as it is."))
    refuse_while_resolving(locked)
    refuse_locked(locked)
    _verify(campaign, warbands, plan, seated=set(locked.sides.values_list("warband", flat=True)))
    agreed_before, taken_before, date_before = _agreed(locked), (locked.date, locked.spot_id), locked.date
    staged_anew = staging.stored(plan.staging) != locked.staging
    seated = list(locked.sides.values_list("warband", flat=True))
    others = seated != [warband.pk for warband in warbands]
    if others or staged_anew or (list(plan.in_force), plan.scenario.strip()) != (locked.modules, locked.scenario):
        consents.lapse(locked, author)
    _write(locked, warbands, plan)
    locked.version += 1
    locked.save()
    players_before = set(news.owners_of(locked))
    if others:
        locked.sides.all().delete()
        _seat(locked, warbands)
    if plan.staging is not None and staged_anew:
        staging.lay(locked, plan.staging)
    elif others:
        staging.lay_ready(locked, len(warbands))
    _tell_changes(locked, players_before, {warband.owner_id for warband in warbands}, agreed_before, author)
    if others or locked.date != date_before:
        dated(locked, author)
    if others or (locked.date, locked.spot_id) != taken_before:
        refuse_clashes([locked], author=author, despite=despite)


def _agreed(battle: Battle) -> tuple[object, ...]:
    """Return what is agreed about a battle, the date first."""
    where = battle.place, battle.spot_id
    return battle.date, battle.title, *where, battle.scenario, battle.round_id, battle.modules, battle.staging


def _tell_changes(
    battle: Battle, before: set[int], now: set[int], agreed_before: tuple[object, ...], author: Member | None
) -> None:
    """Tell those concerned what was changed: who fights no more, who fights now, and to all others when or what."""
    news.tell_players(battle, "unseated", before - now, by=author)
    asks, date = asks_about_date(battle, author), news.date_of(battle)
    news.tell_players(battle, "scheduled", now - before, by=author, waits=asks, date=date)
    agreed = _agreed(battle)
    if agreed[0] != agreed_before[0]:
        news.tell_players(battle, "moved", now & before, by=author, waits=asks, date=date)
    elif agreed != agreed_before or before != now:
        news.tell_players(battle, "changed", now & before, by=author)


@transaction.atomic
def cancel_battle(*, battle: Battle, author: Member, version: int | None = None, because: str = "") -> None:
    """Call a battle off. Once it was reported only a referee may, once it is confirmed nobody.

    A referee who calls a reported battle of his own off says why (``because``), for the others to read.
    """
    locked = lock_battle(battle, version)
    if locked.state == BattleState.CANCELLED:
        return
    if locked.state not in (*OPEN_STATES, BattleState.GATHERING):
        raise Refused.because("battle_settled", _("This battle is confirmed: it cannot be called off any more."))
    if locked.state != BattleState.SCHEDULED and not is_referee(author, locked.campaign):
        raise Refused.because("referee_only", _("This battle was reported: only a referee may call it off."))
    refuse_while_resolving(locked)
    refuse_locked(locked)
    decides = locked.state in (BattleState.REPORTED, BattleState.DISPUTED)
    party = decides and is_party(author, locked.sides.select_related("warband"))
    why = must_say_why(because) if party else ""
    locked.state = BattleState.CANCELLED.value
    locked.confirms_at = None
    locked.version += 1
    locked.save(update_fields=["state", "confirms_at", "version"])
    if party:
        params = {"title": locked.title, "party": True}
        record(campaign=locked.campaign, by=author, code="battle_called_off", reason=why, params=params)
        news.tell_players(locked, "called_off_by_party", news.owners_of(locked), by=author, why=why)
    else:
        news.tell_players(locked, "called_off", news.owners_of(locked), by=author)


def lock_battle(battle: Battle, version: int | None = None) -> Battle:
    """Return the battle's row locked for this transaction; raise ``Stale`` if it moved on."""
    locked = for_update(Battle.objects.all()).get(pk=battle.pk)
    if version is not None and locked.version != version:
        raise Stale(_("This battle has changed since you opened the page. Look at it again."))
    return locked


def refuse_while_resolving(battle: Battle) -> None:
    """Raise ``Refused`` while the engine resolves the battle, or it is played: nothing about it may change then."""
    if PlayedBattle.objects.filter(battle=battle, state=PlayState.RUNNING).exists():
        raise Refused.because("being_played", _("This battle is being played on the site."))
    if Resolution.objects.filter(battle=battle, state=ResolutionState.WAITING).exists():
        raise Refused.because("being_resolved", _("The engine is resolving this battle. Wait for it, or call it off."))


def held_back(warbands: QuerySet[Warband]) -> QuerySet[Warband]:
    """Return those of these warbands that a referee holds back from battles; their rosters are not read."""
    return warbands.filter(state__held=True)


def refuse_locked(battle: Battle) -> None:
    """Raise ``Refused`` if the battle belongs to a round that a referee locked."""
    if battle.round_id is not None and Round.objects.filter(pk=battle.round_id, locked=True).exists():
        raise Refused.because("round_is_locked", _("This round is locked. A referee may open it again."), "round")


def _verify(
    campaign: Campaign, warbands: Sequence[Warband], plan: Plan, *, seated: Collection[int] = frozenset()
) -> None:
    if plan.round is not None and not Round.objects.filter(pk=plan.round.pk).exists():
        raise Stale  # somebody removed it
    problems: list[Objection] = []
    numbers = [warband.pk for warband in warbands]
    least = 1 if needs_one_warband(plan.in_force) else 2
    if len(set(numbers)) < max(least, len(numbers)):
        problems.append(Objection("two_warbands", _("A battle needs two different warbands or more."), "warbands"))
    if plan.staging is not None and len(numbers) != len(plan.staging.sides):
        problems.append(Objection("scenario_sides", sides_wanted(plan.staging), "staging"))
    elif plan.staging is not None:
        problems += staging.objections_to_cast(plan.staging, warbands)
    if unknown := [code for code in plan.in_force if code not in MODULES]:
        sentence = _("No such module: %(code)s.") % {"code": unknown[0]}
        problems.append(Objection("battle_module", sentence, "modules"))
    serving = Enlistment.objects.filter(campaign=campaign, withdrawn=False, warband__in=numbers)
    absent = set(numbers) - set(serving.values_list("warband", flat=True))
    for warband in warbands:
        if warband.pk in absent:
            sentence = _("%(warband)s is not in this campaign.") % {"warband": warband.name}
            problems.append(Objection("not_enlisted", sentence, "warbands"))
    for name in held_back(Warband.objects.filter(pk__in=numbers)).order_by("pk").values_list("name", flat=True):
        sentence = _("The referee is holding %(warband)s back from battles for now.") % {"warband": name}
        problems.append(Objection("warband_held", sentence, "warbands"))
    # A battle in which one was seated before may still be put off.
    here = Enlistment.objects.filter(resting=True, warband__in=set(numbers).difference(seated))
    for name in here.order_by("warband").values_list("warband__name", flat=True):
        sentence = _("%(warband)s is resting: its player has gone, and no referee has decided yet.") % {"warband": name}
        problems.append(Objection("warband_rests", sentence, "warbands"))
    if plan.round is not None and Round.objects.filter(pk=plan.round.pk, locked=True).exists():
        problems.append(Objection("round_is_locked", _("This round is locked. A referee may open it again."), "round"))
    if plan.round is not None and plan.round.campaign_id != campaign.pk:
        problems.append(Objection("no_such_round", _("This round belongs to another campaign."), "round"))
    if plan.date is not None and not in_range(plan.date):
        problems.append(Objection("out_of_range", OUT_OF_RANGE, "date"))
    if len(plan.title) > TITLE_LIMIT:
        problems.append(Objection("title_long", _("At most 80 characters."), "title"))
    if problems:
        raise Refused(problems)


def sides_wanted(scenario: Scenario) -> str:
    """Say how many warbands a scenario is for."""
    text = ngettext(
        "This scenario is for %(count)s warband.", "This scenario is for %(count)s warbands.", len(scenario.sides)
    )
    return text % {"count": len(scenario.sides)}


def _write(battle: Battle, warbands: Sequence[Warband], plan: Plan) -> None:
    battle.title = plan.title.strip() or _told_apart(battle, title_of("", warbands))
    battle.date, battle.place, battle.spot = plan.date, plan.place.strip(), plan.spot
    battle.scenario, battle.round = plan.scenario.strip(), plan.round
    battle.modules, battle.staging = list(plan.in_force), staging.stored(plan.staging)


def title_of(said: str, warbands: Sequence[Warband]) -> str:
    """Return a battle's title: what was said, else the names of its warbands."""
    named_after = " – ".join(warband.name for warband in warbands)
    if len(named_after) > TITLE_LIMIT:
        named_after = f"{named_after[: TITLE_LIMIT - 1]}…"
    return said.strip() or named_after


def _told_apart(battle: Battle, title: str) -> str:
    """Return the title with a number, where a battle of the campaign between the same warbands has it already."""
    others = Battle.objects.filter(campaign=battle.campaign_id).exclude(pk=battle.pk)
    taken = set(others.filter(title__startswith=title[: TITLE_LIMIT - NUMBERED]).values_list("title", flat=True))
    numbered = (f"{title[: TITLE_LIMIT - NUMBERED]} ({number})" for number in count(2))
    return title if title not in taken else next(one for one in numbered if one not in taken)


def _seat(battle: Battle, warbands: Sequence[Warband]) -> None:
    BattleSide.objects.bulk_create(
        BattleSide(battle=battle, warband=warband, seat=seat) for seat, warband in enumerate(warbands)
    )
