"""What waits for whom and since when: what blocks the round first, then what keeps a warband from its next battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from enum import IntEnum
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from msgspec import Struct, field

from campaigns.league.access import TAKES_PART
from campaigns.league.models import Role
from campaigns.wars.aftermath.operations import KIND as AFTERMATH
from campaigns.wars.chores import chores_of, rescue_address
from campaigns.wars.civilians.wording import kept_names
from campaigns.wars.dates.talk import talk_from
from campaigns.wars.desk.queries import Desk, PairOdds, Seat
from campaigns.wars.failing import Failure
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.round import AtDeadline
from campaigns.wars.resolution import offers
from campaigns.wars.resolution.operations import KIND as RESOLUTION
from campaigns.wars.settings.operations import rules_of
from rosters.models import Warband


class Blocks(IntEnum):
    """What cannot go on before it is done; the most urgent first."""

    ROUND = 1
    NEXT_BATTLE = 2
    NOTHING = 3


class Kind(Struct, frozen=True):
    """A kind of thing that waits."""

    code: str
    blocks: Blocks
    title: str | Promise


KINDS: Final = (
    Kind("dispute", Blocks.ROUND, gettext_lazy("Disputes")),
    Kind("failed", Blocks.ROUND, gettext_lazy("Work that failed")),
    Kind("report", Blocks.ROUND, gettext_lazy("Reports without an answer")),
    Kind("aftermath", Blocks.ROUND, gettext_lazy("Aftermaths to roll")),
    Kind("unreported", Blocks.ROUND, gettext_lazy("Battles that nobody reported")),
    Kind("date", Blocks.ROUND, gettext_lazy("Dates without an answer")),
    Kind("undated", Blocks.ROUND, gettext_lazy("Dates to decide")),
    Kind("illegal", Blocks.NEXT_BATTLE, gettext_lazy("Rosters against the rules")),
    Kind("resting", Blocks.NEXT_BATTLE, gettext_lazy("Warbands whose player has gone")),
    Kind("skills", Blocks.NEXT_BATTLE, gettext_lazy("Skills to choose")),
    Kind("fees", Blocks.NEXT_BATTLE, gettext_lazy("Pay")),
    Kind("muster", Blocks.NEXT_BATTLE, gettext_lazy("Musters not closed")),
    Kind("rescue", Blocks.NOTHING, gettext_lazy("Rescue games")),
    Kind("engine", Blocks.NOTHING, gettext_lazy("Battles for the engine")),
    Kind("stray", Blocks.NOTHING, gettext_lazy("Warbands from elsewhere")),
    Kind("applicant", Blocks.NOTHING, gettext_lazy("Players to let in")),
)
"""Every kind, in the order of the desk."""


AT_ONCE: Final = 5
"""How many things that block the same are read without being opened, more or less: kinds stay whole."""

FOR_PLAYER: Final = gettext_lazy("Why you do this for the player")


class Action(Struct, frozen=True):
    """A button that takes a step of the desk (``steps``). ``because`` asks why, where the referee has to say."""

    step: str
    label: str
    values: Mapping[str, object] = field(default_factory=dict)
    question: str = ""
    because: str | Promise = ""
    main: bool = True


class Waiting(Struct, frozen=True):
    """One thing that waits: for whom (empty: for the referee), since when, and where or how it is done."""

    kind: str
    subject: str
    sentence: str
    address: str
    since: datetime | None
    who: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()


class Group(Struct, frozen=True):
    """All that waits of one kind; ``actions`` are about all of it. ``at_once``: it is read without being opened."""

    kind: Kind
    items: tuple[Waiting, ...]
    actions: tuple[Action, ...] = ()
    at_once: bool = True


def groups(desk: Desk) -> list[Group]:
    """Return what waits, kind by kind in the order of ``KINDS``, the oldest first; kinds without any are left out."""
    found = sorted(_everything(desk), key=lambda one: (one.since is None, one.since or timezone.now(), one.subject))
    made = []
    before: Counter[Blocks] = Counter()
    for kind in KINDS:
        items = tuple(one for one in found if one.kind == kind.code)
        if items:
            at_once = not before[kind.blocks] or before[kind.blocks] + len(items) <= AT_ONCE
            before[kind.blocks] += len(items)
            made.append(Group(kind, items, tuple(_for_all(kind, items)), at_once))
    return made


def quiet(shown: Iterable[Group]) -> list[str]:
    """Name the kinds of which nothing waits."""
    busy = {group.kind.code for group in shown}
    return [str(kind.title) for kind in KINDS if kind.code not in busy]


def _everything(desk: Desk) -> Iterator[Waiting]:
    yield from _reports(desk)
    yield from _failures(desk)
    yield from _unreported(desk)
    yield from _dates(desk)
    for warband in desk.warbands:
        yield from _of_warband(desk, warband)
    yield from _at_rest(desk)
    yield from _in_the_nest(desk)
    yield from _for_engine(desk)
    yield from _at_the_door(desk)


def _for_all(kind: Kind, items: tuple[Waiting, ...]) -> Iterator[Action]:
    rolling = [action for one in items for action in one.actions if action.step == "roll"]
    if kind.code == "aftermath" and len(rolling) > 1:
        label = _("Let the site roll for all who have not begun")
        question = _("Their players can then no longer type their own dice.")
        yield Action("roll_all", label, question=question, because=FOR_PLAYER)


def _reports(desk: Desk) -> Iterator[Waiting]:
    referees = {m.member_id for m in desk.people if m.role == Role.REFEREE}
    for battle in desk.in_state(BattleState.DISPUTED, BattleState.REPORTED):
        seats = desk.seats.get(battle.pk, ())
        # A referee who is a party says why; the desk is the same for all referees.
        party = any(seat.owner in referees for seat in seats) and not all(seat.agreed for seat in seats)
        why = _("Reason") if party or battle.state == BattleState.DISPUTED else ""
        values = {"battle": battle.pk, "version": battle.version}
        settle = Action("settle", _("Confirm it as it stands"), values, because=why)
        kind, who = "dispute", tuple[str, ...]()
        sentence, since = _("Its report is disputed."), getattr(battle, "disputed_at", None)
        if battle.state == BattleState.REPORTED:
            kind, who = "report", tuple(dict.fromkeys(_owner(desk, seat) for seat in seats if not seat.agreed))
            sentence = _("Its report waits for an answer.")
            if battle.confirms_at is not None:
                when = timezone.localtime(battle.confirms_at)
                sentence = _("Its report confirms itself on %(when)s") % {
                    "when": date_format(when, "SHORT_DATETIME_FORMAT")
                }
        since = since or getattr(battle, "reported_at", None)
        yield Waiting(kind, battle.name, sentence, battle.get_absolute_url(), since, who, (settle,))


def _failures(desk: Desk) -> Iterator[Waiting]:
    battles = {battle.pk: battle for battle in desk.battles}
    pairs = {odds.pk: odds for odds in desk.pair_odds}
    for failure in desk.failures:
        if failure.pair is not None:
            yield _failed_pair(desk, failure, pairs[failure.pair])
        if failure.battle is None:
            continue
        battle = battles[failure.battle]
        values = {"kind": failure.kind, "battle": failure.battle, "warband": failure.warband or ""}
        sentence, address = _failed(desk, failure, battle)
        retry = Action("retry", _("Try again"), values)
        yield Waiting("failed", battle.name, sentence, address, failure.since, (), (retry,))


def _failed_pair(desk: Desk, failure: Failure, odds: PairOdds) -> Waiting:
    values = {"kind": failure.kind, "odds": odds.pk}
    actions = (Action("retry", _("Try again"), values), Action("drop_odds", _("Call it off"), values, main=False))
    address = reverse("campaigns:dashboard", args=[desk.campaign.slug])
    title = f"{odds.one_name} – {odds.other_name}"
    return Waiting("failed", title, _("Their odds could not be calculated."), address, failure.since, (), actions)


def _failed(desk: Desk, failure: Failure, battle: Battle) -> tuple[str, str]:
    slug = desk.campaign.slug
    if failure.kind == AFTERMATH:
        seat = next(seat for seat in desk.seats[battle.pk] if seat.warband == failure.warband)
        said = _("The aftermath of %(warband)s could not be rolled.") % {"warband": seat.name}
        return said, reverse("campaigns:aftermath", args=[slug, battle.pk, seat.warband])
    if failure.kind == RESOLUTION:
        return _("The engine could not fight it."), reverse("campaigns:resolution", args=[slug, battle.pk])
    return _("Its forecast could not be calculated."), reverse("campaigns:forecast", args=[slug, battle.pk])


def _unreported(desk: Desk) -> Iterator[Waiting]:
    """Yield the battles whose day has passed without anybody's word."""
    now = timezone.now()
    for battle in desk.in_state(BattleState.SCHEDULED):
        if battle.date is not None and battle.date < now and not _is_fought_now(battle):
            address = reverse("campaigns:report", args=[desk.campaign.slug, battle.pk])
            who = tuple(dict.fromkeys(_owner(desk, seat) for seat in desk.seats.get(battle.pk, ())))
            yield Waiting("unreported", battle.name, _("Its day has passed."), address, battle.date, who)


def _is_fought_now(battle: Battle) -> bool:
    """Tell whether the engine is at a battle, or it is being played on the site."""
    return getattr(battle, "resolving", False) or getattr(battle, "playing", False)


def _dates(desk: Desk) -> Iterator[Waiting]:
    """Yield the battles about whose date somebody has not answered, and those whose date somebody declined."""
    now = timezone.now()
    for battle in desk.in_state(BattleState.SCHEDULED):
        row = getattr(battle, "talk", None)
        if row is None or (battle.date is not None and battle.date < now):
            continue
        talk = talk_from(row.state)
        names = {seat.owner: _owner(desk, seat) for seat in desk.seats.get(battle.pk, ())}
        address = reverse("campaigns:dates", args=[desk.campaign.slug, battle.pk])
        if silent := tuple(names[player] for player in talk.waiting if player in names):
            fixed = any(offer.fixed and offer.unanswered(talk.players) for offer in talk.open_offers)
            sentence = _("Its date is not answered.") if fixed else _("What is proposed is not answered.")
            yield Waiting("date", battle.name, sentence, address, row.changed, silent)
        said = [(names[one.player], one.reason) for one in talk.refused if one.player in names]
        words = [_("%(name)s cannot: %(reason)s") % {"name": name, "reason": reason} for name, reason in said]
        if talk.lapsed == AtDeadline.REFEREE and battle.date is None:
            words.insert(0, _("No date was agreed on in time."))
        if words:
            edit = reverse("campaigns:battle_edit", args=[desk.campaign.slug, battle.pk])
            yield Waiting("undated", battle.name, " ".join(words), edit, row.changed)


def _of_warband(desk: Desk, warband: Warband) -> Iterator[Waiting]:
    for chore in chores_of(warband, desk.by_key, desk.rescuing):
        kind = "illegal" if chore.code == "leader" else chore.code
        since: datetime | None = desk.came_home.get(warband.pk, warband.changed)
        who, actions = (warband.owner.name,), tuple[Action, ...]()
        if chore.code == "aftermath":
            battle = desk.by_key.get(warband.roster.engagement.battle) if warband.roster.engagement else None
            seat = _seat(desk, battle, warband)
            if battle is not None and _has_failed(desk, battle, warband):
                continue
            since = battle.confirmed_at if battle is not None else since
            actions = tuple(_rolls(seat))
            who = (_("the site"),) if seat is not None and seat.is_rolled_here else who
        elif chore.code == "muster":
            since = next(e.since for e in desk.enlistments if e.warband_id == warband.pk)
        elif kind == "illegal":
            since = warband.changed
        yield Waiting(kind, warband.name, chore.sentence, chore.address, since, who, actions)


def _at_rest(desk: Desk) -> Iterator[Waiting]:
    """Yield the warbands whose players closed their accounts."""
    for warband in desk.warbands:
        if warband.pk in desk.resting:
            sentence = _("Its player has gone: it rests until you decide.")
            address = reverse("campaigns:powers", args=[desk.campaign.slug])
            yield Waiting("resting", warband.name, sentence, address, warband.owner.closed)


def _in_the_nest(desk: Desk) -> Iterator[Waiting]:
    """Yield the civilians whom the aliens keep, unless a rescue game is ahead: any warband may play it (M330)."""
    if desk.nest and not desk.rescuing:
        sentence = _("The aliens are holding %(names)s: any warband may play the rescue game.")
        names = kept_names(desk.nest, rules_of(desk.campaign).catalogue)
        words = sentence % {"names": ", ".join(names)}
        address, since = rescue_address(desk.campaign.slug), desk.nest[0].battle.confirmed_at
        yield Waiting("rescue", _("Civilians"), words, address, since)


def _rolls(seat: Seat | None) -> Iterator[Action]:
    if seat is not None and seat.not_begun:
        question = _("The player can then no longer type their own dice.")
        yield Action(
            "roll", _("Let the site roll"), {"recovery": seat.recovery}, question, because=FOR_PLAYER, main=False
        )


def _has_failed(desk: Desk, battle: Battle, warband: Warband) -> bool:
    return any((f.kind, f.battle, f.warband) == (AFTERMATH, battle.pk, warband.pk) for f in desk.failures)


def _seat(desk: Desk, battle: Battle | None, warband: Warband) -> Seat | None:
    seats = desk.seats.get(battle.pk, ()) if battle is not None else ()
    return next((seat for seat in seats if seat.warband == warband.pk), None)


def _for_engine(desk: Desk) -> Iterator[Waiting]:
    standing = {m.member_id for m in desk.people if m.lets_engine_resolve and m.role in TAKES_PART}
    for battle in desk.in_state(BattleState.SCHEDULED):
        seats = desk.seats.get(battle.pk, ())
        missing = [seat for seat in seats if not seat.lets_engine and (seat.asked_anew or seat.owner not in standing)]
        if _is_fought_now(battle) or len(missing) == len(seats):
            continue
        said = offers.sentences([seat.name for seat in missing], has_table=getattr(battle, "table", None) is not None)
        address = reverse("campaigns:resolution", args=[desk.campaign.slug, battle.pk])
        who = tuple(dict.fromkeys(_owner(desk, seat) for seat in missing))
        yield Waiting("engine", battle.name, " ".join(said), address, battle.created, who)


def _at_the_door(desk: Desk) -> Iterator[Waiting]:
    slug = desk.campaign.slug
    for request in desk.requests:
        owner = request.warband.owner.name
        sentence = _("%(name)s asks for it to be taken in with what it brought.") % {"name": owner}
        address = reverse("campaigns:enlist_request", args=[slug, request.warband_id])
        yield Waiting("stray", request.warband.name, sentence, address, request.since)
    for membership in desk.applicants:
        values = {"membership": membership.pk}
        actions = (
            Action("approve", _("Let in"), values),
            Action("refuse", _("Turn away"), values, main=False),
        )
        address = reverse("campaigns:people", args=[slug])
        sentence = _("Asks to take part.")
        yield Waiting("applicant", membership.member.name, sentence, address, membership.joined, (), actions)


def _owner(desk: Desk, seat: Seat) -> str:
    """Return the name of who leads a warband; the warband's own where the owner takes part no more."""
    member = desk.members.get(seat.owner)
    return member.name if member is not None else seat.name
