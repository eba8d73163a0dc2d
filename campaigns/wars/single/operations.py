"""A single game opened, changed, and the warbands that are brought to it.

It is a campaign of its own to the rest of the site, so that who may read, join and report it is settled as elsewhere.
Its one battle is not journaled: the warbands come as they are and leave as they came.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.league.access import is_referee
from campaigns.league.games import SINGLE_MUSG
from campaigns.league.models import Campaign, Membership, Role
from campaigns.league.operations.campaigns import lock_running, open_campaign
from campaigns.league.operations.people import leave
from campaigns.league.terms import Terms
from campaigns.wars import news
from campaigns.wars.battles import consents, staging
from campaigns.wars.battles.clashes import refuse_clashes
from campaigns.wars.battles.operations import (
    TITLE_LIMIT,
    Plan,
    dated,
    lock_battle,
    refuse_while_resolving,
    sides_wanted,
    title_of,
)
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.evening import Evening
from campaigns.wars.modules import needs_one_warband
from campaigns.wars.settings.operations import rules_of
from campaigns.wars.single import common
from campaigns.wars.single.ready import READY_MADE
from club.models import Member
from club.operations import Objection, Refused, bring_up_to_date
from club.visibility import Visibility
from engines.musg import journal
from engines.musg.battle.modules import MODULES
from engines.musg.entries import Buy
from engines.musg.rules import Rules
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband, take_steps

SIDES: Final = 2
"""So many warbands meet where no scenario asks for others; one is enough against figures that nobody leads."""
OPEN: Final = (BattleState.GATHERING, BattleState.SCHEDULED)


class GamePlan(Struct, frozen=True, kw_only=True):
    """What is played and by which agreement. ``plan.round`` is none. ``adds_unspent``: see ``Battle``."""

    plan: Plan
    adds_unspent: bool = False


class NewBand(Struct, frozen=True, kw_only=True):
    """A warband founded for the game, and the rules that it brings."""

    name: str
    race: str
    rules: Rules


class Against(Struct, frozen=True, kw_only=True):
    """Against whom: another warband of the host's, a ready-made one by its code, nobody (``alone``).

    None of them: somebody is invited.
    """

    warband: Warband | None = None
    ready: str = ""
    alone: bool = False


@transaction.atomic
def open_game(
    *,
    host: Member,
    game: GamePlan,
    mine: Warband | NewBand,
    against: Against | None = None,
    visibility: str = Visibility.CLUB,
    despite: str = "",
) -> Battle:
    """Open a single game with a warband of the host's, who decides like a referee. Raises ``Refused``.

    ``despite`` says why it is played although somebody, or the table, is taken then.
    """
    if problems := _problems(game.plan):
        raise Refused(problems)
    if isinstance(mine, NewBand):
        setup = Setup(race=mine.race, name=mine.name, rules=mine.rules)
        mine = create_warband(owner=host, setup=setup, visibility=visibility)
    terms = Terms(name=title_of(game.plan.title, [mine]), visibility=visibility)
    rules = journal.encode(mine.roster.rules)
    battle = lay(open_campaign(referee=host, game=SINGLE_MUSG.code, terms=terms, rules=rules), game)
    seat(battle=battle, warband=mine, member=host)
    against = against or Against()
    if against.warband is not None:
        seat(battle=battle, warband=against.warband, member=host, field="other")
    elif against.ready:
        seat_ready_made(battle=battle, member=host, code=against.ready)
    elif against.alone:
        play_alone(battle=battle)
    refuse_clashes([battle], author=host, despite=despite)
    return battle


def lay(campaign: Campaign, game: GamePlan) -> Battle:
    """Put the one battle of a new single game into it."""
    battle = Battle(campaign=campaign, journaled=False, state=BattleState.GATHERING)
    _write(battle, game)
    battle.save()
    if game.plan.staging is not None:
        staging.lay(battle, game.plan.staging)
    return battle


@transaction.atomic
def change_game(
    *, battle: Battle, game: GamePlan, author: Member, version: int | None = None, despite: str = ""
) -> None:
    """Change what is played before it is. Raises ``Refused`` or ``Stale``; ``despite``: see ``open_game``."""
    locked = _lock(battle, version)
    taken_before = locked.date, locked.spot_id
    present = [side.warband for side in locked.sides.select_related("warband").order_by("seat")]
    if problems := _problems(game.plan, present):
        raise Refused(problems)
    staged_anew = staging.stored(game.plan.staging) != locked.staging
    agreed = (list(game.plan.in_force), game.plan.scenario.strip(), game.adds_unspent)
    if staged_anew or agreed != (locked.modules, locked.scenario, locked.adds_unspent):
        consents.lapse(locked, author)
    _write(locked, game)
    _settle_state(locked)
    if game.plan.staging is not None and staged_anew:
        staging.lay(locked, game.plan.staging)
    news.tell_players(locked, "changed", set(news.owners_of(locked)), by=author)
    if locked.date != taken_before[0]:
        dated(locked, author)
    if (locked.date, locked.spot_id) != taken_before:
        refuse_clashes([locked], author=author, despite=despite)
    bring_up_to_date(battle, locked)


@transaction.atomic
def seat(*, battle: Battle, warband: Warband, member: Member, field: str = "warband") -> None:
    """Bring a warband of one's own to the game, as it is. Raises ``Refused``, about this ``field`` of a form."""
    locked = _lock(battle, None)
    present = list(locked.sides.select_related("warband").order_by("seat"))
    if warband.owner_id != member.pk:
        raise Refused.because("not_your_warband", _("Bring a warband of your own."), field)
    if any(side.warband_id == warband.pk for side in present):
        raise Refused.because("seated_already", _("This warband is already taking part."), field)
    if len(present) >= wanted(locked):
        raise Refused.because("game_full", _("All the warbands are here: nobody else can bring one."), field)
    if not present:
        # The first warband brings the rules: who joins afterwards must fit.
        common.set_rules(locked, warband.roster.rules)
    elif warband.roster.rules.plays_pulp != rules_of(locked.campaign).plays_pulp:
        raise Refused.because(
            "other_rules", _("One warband plays pulp and the other does not: bring another one."), field
        )
    else:
        common.bring_packs(locked, warband, field)
    if warband.roster.held_back:
        held = _("The referee is holding %(warband)s back from battles for now.") % {"warband": warband.name}
        raise Refused.because("warband_held", held, field)
    consents.lapse(locked, member)
    _take_role(locked, [side.warband for side in present], warband, field)
    _settle_state(locked, before=[side.warband for side in present])
    others = {side.warband.owner_id for side in present} - {member.pk}
    news.tell_players(locked, "brought", others, by=member, warband=warband.name)
    bring_up_to_date(battle, locked)


@transaction.atomic
def muster_for_game(*, battle: Battle, member: Member, name: str, race: str) -> Warband:
    """Found a new warband by the game's rules and bring it; its muster is still to be drawn up."""
    setup = Setup(race=race, name=name, rules=rules_of(battle.campaign))
    warband = create_warband(owner=member, setup=setup, visibility=battle.campaign.visibility)
    seat(battle=battle, warband=warband, member=member)
    return warband


@transaction.atomic
def seat_ready_made(*, battle: Battle, member: Member, code: str) -> Warband:
    """Bring a ready-made warband, which is the member's from then on; one that was brought before is brought again."""
    warband = ready_warband(
        member=member, code=code, rules=rules_of(battle.campaign), visibility=battle.campaign.visibility, besides=battle
    )
    # Two players may agree on teams that the rules do not know; against a ready-made warband nobody is there to agree.
    both = [*(side.warband for side in battle.sides.select_related("warband").order_by("seat")), warband]
    if problems := staging.objections_to_modules(battle.modules, staging.scenario_of(battle), both):
        raise Refused(problems)
    seat(battle=battle, warband=warband, member=member)
    return warband


def ready_warband(
    *, member: Member, code: str, rules: Rules, visibility: str = Visibility.CLUB, besides: Battle | None = None
) -> Warband:
    """Return a ready-made warband of the member's that has never fought, mustered now where there is none.

    None that takes part in the battle ``besides``. Inside the caller's transaction. Raises ``Refused``.
    """
    roll = READY_MADE.get(code)
    if roll is None:
        raise Refused.because("no_such_choice", _("Choose one of the answers offered."), "ready")
    if rules.plays_pulp:
        raise Refused.because("other_rules", _("Ready-made warbands do not play pulp."), "ready")
    setup = Setup(race=roll.race, name=roll.name, rules=rules)
    fresh = Warband.objects.filter(owner=member, setup=journal.encode(setup), battles=0, mustered=True)
    free = fresh.exclude(sides__battle=besides) if besides is not None else fresh
    try:
        if (known := free.first()) is not None:
            return known
        warband = create_warband(owner=member, setup=setup, visibility=visibility)
        # As steps taken today, not as those of an old journal; what is left out of the book stays at the shop.
        steps = [one for one in roll.entries if not (isinstance(one, Buy) and one.item in setup.catalogue.left_out)]
        take_steps(warband=warband, entries=steps, author=member)
        return warband
    except Refused as refused:
        words = _("%(name)s cannot be mustered by the rules of the other warband: choose another.") % {
            "name": roll.name
        }
        raise Refused([Objection("ready_unfit", words, "ready"), *refused.problems]) from refused


@transaction.atomic
def unseat(*, battle: Battle, warband: Warband, author: Member) -> None:
    """Take a warband out of a game that was not played yet: its owner may, and the host.

    A guest who has no warband left there leaves the game.
    """
    locked = _lock(battle, None)
    side = locked.sides.filter(warband=warband).first()
    if side is None:
        return
    if author.pk != warband.owner_id and not is_referee(author, locked.campaign):
        raise Refused.because("not_your_warband", _("Only its owner and the host can take a warband out."))
    _refuse_under_way(locked)
    before = [one.warband for one in locked.sides.select_related("warband").order_by("seat")]
    _take_out(locked, side, before)
    consents.lapse(locked, author)
    news.tell_players(locked, "unseated", {warband.owner_id} - {author.pk}, by=author)
    gone = locked.campaign.memberships.filter(member=warband.owner_id, role=Role.PLAYER).first()
    if gone is not None and not locked.sides.filter(warband__owner=warband.owner_id).exists():
        leave(membership=gone, author=author)
    bring_up_to_date(battle, locked)


@transaction.atomic
def play_alone(*, battle: Battle, version: int | None = None) -> None:
    """Wait for nobody else: one warband meets figures that nobody leads (ruling M325)."""
    locked = _lock(battle, version)
    if not needs_one_warband(locked.modules) or not locked.sides.exists():
        raise Refused.because("two_warbands", _("A battle needs two different warbands or more."), "modules")
    _to(locked, BattleState.SCHEDULED)
    bring_up_to_date(battle, locked)


def may_swap(battle: Battle) -> bool:
    """Tell whether a game has roles that can change hands; the sides are at hand."""
    return not battle.journaled and bool(battle.staging) and battle.state in OPEN and len(battle.sides.all()) > 1


@transaction.atomic
def swap_roles(*, battle: Battle, author: Member, version: int | None = None) -> None:
    """Let the warbands take each other's roles in the scenario, and each other's place on the table."""
    locked = _lock(battle, version)
    _refuse_under_way(locked)
    sides = list(locked.sides.order_by("-seat"))
    for number, side in enumerate(sides):
        side.seat = number
    BattleSide.objects.bulk_update(sides, ["seat"])
    consents.lapse(locked, author)
    _settle_state(locked)
    news.tell_players(locked, "changed", set(news.owners_of(locked)), by=author)
    bring_up_to_date(battle, locked)


def follow_leaving(membership: Membership, author: Member) -> None:
    """Take the warbands of who leaves a single game out of it, as long as it was not played."""
    sides = BattleSide.objects.filter(
        battle__campaign=membership.campaign,
        battle__journaled=False,
        battle__state__in=OPEN,
        warband__owner=membership.member,
    )
    for side in sides.select_related("battle").order_by("pk"):
        locked = lock_battle(side.battle)
        _refuse_under_way(locked)
        before = [one.warband for one in locked.sides.select_related("warband").order_by("seat")]
        _take_out(locked, side, before)
        consents.lapse(locked, author)


def _take_role(locked: Battle, present: Sequence[Warband], warband: Warband, field: str) -> None:
    """Seat a warband last, or first where only so both can take the roles of the scenario. Raises ``Refused``."""
    scenario, before = staging.scenario_of(locked), list(locked.sides.all())
    if scenario is not None and (problems := staging.objections_to_cast(scenario, [*present, warband], field)):
        if len(before) != 1 or staging.objections_to_cast(scenario, [warband, *present], field):
            raise Refused(problems)
        BattleSide.objects.filter(pk=before[0].pk).update(seat=1)
        before = []
    BattleSide.objects.create(battle=locked, warband=warband, seat=len(before))


def _take_out(locked: Battle, side: BattleSide, before: Sequence[Warband]) -> None:
    side.delete()
    sides = list(locked.sides.select_related("warband").order_by("seat"))
    for number, left in enumerate(sides):
        if left.seat != number:
            left.seat = number
            left.save(update_fields=["seat"])
    if sides:
        common.forget_packs(locked, [left.warband for left in sides])
    _settle_state(locked, before=before)


def _lock(battle: Battle, version: int | None) -> Battle:
    campaign = lock_running(battle.campaign)
    locked = lock_battle(battle, version)
    locked.campaign = campaign
    if locked.state not in OPEN:
        raise Refused.because("not_scheduled", _("This game was played or called off: it stays as it is."))
    refuse_while_resolving(locked)
    return locked


def _refuse_under_way(locked: Battle) -> None:
    refuse_while_resolving(locked)
    if Evening.objects.filter(battle=locked).exists():
        raise Refused.because(
            "evening_under_way", _("The site is already the game master of this game: throw its evening away first.")
        )


def _settle_state(locked: Battle, before: Sequence[Warband] = ()) -> None:
    """Write whether a warband is still missing, and a new title where it was made of the warbands ``before``."""
    warbands = [side.warband for side in locked.sides.select_related("warband").order_by("seat")]
    # Only who played alone already goes on alone: whose opponent is gone may want another one.
    was_alone = locked.state == BattleState.SCHEDULED and len(before) < SIDES
    alone = was_alone and len(warbands) == 1 and needs_one_warband(locked.modules)
    ready = len(warbands) >= wanted(locked) or alone
    if before and warbands and locked.title == title_of("", before):
        locked.title = title_of("", warbands)
        locked.campaign.name = locked.title
        locked.campaign.save(update_fields=["name"])
    _to(locked, BattleState.SCHEDULED if ready else BattleState.GATHERING)


def _to(locked: Battle, state: BattleState) -> None:
    if state == BattleState.SCHEDULED:
        staging.lay_ready(locked, locked.sides.count())
    locked.state = state
    locked.version += 1
    locked.save()


def wanted(battle: Battle) -> int:
    """Return how many warbands the game waits for."""
    scenario = staging.scenario_of(battle)
    return len(scenario.sides) if scenario is not None else SIDES


def _problems(plan: Plan, seated: Sequence[Warband] = ()) -> list[Objection]:
    found = staging.objections_to_cast(plan.staging, seated) if plan.staging is not None else []
    if len(seated) > (len(plan.staging.sides) if plan.staging is not None else SIDES):
        about = sides_wanted(plan.staging) if plan.staging is not None else _("Two warbands meet without a scenario.")
        found.append(Objection("scenario_sides", about, "staging"))
    if len(plan.title) > TITLE_LIMIT:
        found.append(Objection("title_long", _("At most 80 characters."), "title"))
    if unknown := [code for code in plan.in_force if code not in MODULES]:
        found.append(Objection("battle_module", _("No such module: %(code)s.") % {"code": unknown[0]}, "modules"))
    return found


def _write(battle: Battle, game: GamePlan) -> None:
    plan = game.plan
    title = plan.title.strip()
    battle.title = title or battle.title or battle.campaign.name
    if battle.campaign.name != battle.title:
        battle.campaign.name = battle.title
        battle.campaign.save(update_fields=["name"])
    battle.date, battle.place, battle.spot = plan.date, plan.place.strip(), plan.spot
    battle.scenario = plan.scenario.strip()
    battle.modules, battle.staging = list(plan.in_force), staging.stored(plan.staging)
    battle.adds_unspent = game.adds_unspent
