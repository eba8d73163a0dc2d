"""A referee's powers over warbands, rounds and battles: done, recorded, told to the player, taken back."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.jobs.models import Mail
from campaigns.league import news
from campaigns.league.models import Campaign, RefereeAct
from campaigns.league.operations.reminders import remind
from campaigns.wars import chronicle
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.models.battle import BattleState
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from campaigns.wars.powers import operations as powers
from campaigns.wars.powers.tables import DAMAGE, TABLES, Against, roll, site_dice
from campaigns.wars.powers.views import KINDS
from campaigns.wars.reports import operations as reports
from campaigns.wars.rounds.operations import open_round, pair_round
from club.models import Member
from club.operations import Refused
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Award, Hold, Learn, Note, TakePart
from engines.musg.part import Side
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules
from engines.musg.warband import Standing
from rosters.models import Warband
from rosters.operations import roster_at, take_step, undo_last
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, Field, another_battle
from tests.factories.campaigns import Cast, cast

pytestmark = pytest.mark.django_db
WHY = "The scenario said so"


@pytest.fixture
def who() -> Cast:
    return cast(rules=Rules(pulp=True))


def told(member: Member) -> list[str]:
    """A member's news, the latest first."""
    return [line.sentence for line in news.lines_of(news.news_of(member))]


def acts(campaign: Campaign) -> list[tuple[str, str, str]]:
    return [(act.code, act.by.username if act.by else "", act.reason) for act in campaign.referee_acts.all()]


def use(who: Cast, kind: str, by: Member | None = None, **data: Any) -> Any:
    """Post the form of a power over the owner's warband."""
    address = reverse("campaigns:warband_power", args=[who.campaign.slug, who.warband.pk, kind])
    return client_of(by or who.referee).post(address, {"reason": WHY, "because": WHY, **data})


TAKEN = 3
"""The henchman whom the aliens keep."""
POWERS: dict[str, dict[str, Any]] = {
    "grant": {"points": 7},
    "award": {"figure": LEADER, "points": 6},
    "bestow": {"item": "sword", "figure": HENCHMAN},
    "confiscate": {"item": 1},
    "teach": {"figure": LEADER, "skill": "brave"},
    "unlearn": {"what": f"{LEADER}:sharp_eye"},
    "injure": {"figure": LEADER, "injury": "bruised"},
    "heal": {"what": f"{LEADER}:shaken:"},
    "call_back": {"figure": 4},
    "hold": {"what": "hold:0"},
    "exempt": {"rule": "too_many_extras"},
    "captive": {"what": f"free:{TAKEN}"},
    "last_episode": {"figure": LEADER},
    "rename": {"name": "Hammers"},
}


def prepare(who: Cast) -> None:
    """Let there be a hero, a skill to strike, an injury to heal and somebody to call back."""
    take_step(warband=who.warband, entry=TakePart(side=Side.HEROES), author=who.owner)
    for kind, data in (
        ("teach", {"figure": LEADER, "skill": "sharp_eye"}),
        ("injure", {"figure": LEADER, "injury": "shaken"}),
    ):
        assert use(who, kind, **data).status_code == 302
    taken = Down(Who(who.warband.key, TAKEN), None, captured=True)
    fallen = (Down(Who(who.warband.key, 4), None, killed=True), taken)
    battle = schedule.schedule_battle(
        campaign=who.campaign, warbands=[who.warband, who.other], plan=schedule.Plan(title="The Ford")
    )
    reports.report_battle(battle=battle, report=Report(downs=fallen), author=who.referee)
    reports.settle_report(battle=battle, referee=who.referee)
    for side in battle.sides.all():
        recovery = Recovery.objects.get(side=side)
        if recovery.state != RecoveryState.WAITING:
            continue
        aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=side.warband.owner)
        recovery.refresh_from_db()
        aftermath.enter_faces(recovery=recovery, faces=(), member=side.warband.owner, version=recovery.version)
    who.warband.refresh_from_db()
    assert who.warband.roster.figure(4).standing is Standing.DEAD  # type: ignore[union-attr]


def test_every_power_is_tried_here() -> None:
    assert set(POWERS) == KINDS


@pytest.mark.parametrize("kind", sorted(POWERS))
def test_a_power_is_used_recorded_told_and_taken_back(who: Cast, kind: str) -> None:
    prepare(who)
    before = Warband.objects.get(pk=who.warband.pk)
    known = len(told(who.owner))
    assert use(who, kind, **POWERS[kind]).status_code == 302

    row = before.journal.latest("number")
    assert (row.kind, row.author) == (kind, who.referee)
    changed = Warband.objects.get(pk=before.pk)
    assert changed.roster == roster_at(changed) != before.roster
    if kind != "grant":  # which has news of its own
        assert len(told(who.owner)) == known + 1
        assert WHY in told(who.owner)[0]
        with translation.override("fr"):
            assert WHY in told(who.owner)[0]
    assert not any(WHY in sentence for sentence in told(who.referee))
    if kind != "rename":
        _page, chapters = chronicle.page(who.campaign, warband=before.pk)
        assert any(WHY in said for chapter in chapters for item in chapter.items for said in item.sentences)

    undo_last(warband=changed, author=who.referee)
    assert Warband.objects.get(pk=before.pk).roster == before.roster
    if kind != "grant":
        assert len(told(who.owner)) == known + 2


@pytest.mark.parametrize("kind", sorted(POWERS))
def test_a_power_is_the_referees_alone_and_has_a_reason(who: Cast, kind: str) -> None:
    version = who.warband.version
    for member, status in ((who.owner, 403), (who.player, 403), (who.outsider, 403)):
        assert use(who, kind, by=member, **POWERS[kind]).status_code == status
    refused = use(who, kind, reason=" ", because=" ", **POWERS[kind])
    assert refused.status_code == 422
    assert {"reason", "because"} & refused.context["refused"].errors.keys()
    assert Warband.objects.get(pk=who.warband.pk).version == version


def test_what_the_rules_forbid_is_said_at_the_form(who: Cast) -> None:
    answer = use(who, "award", figure=LEADER, points=-3)
    assert answer.status_code == 422
    assert "has no experience that could be taken away" in answer.content.decode()


def test_the_page_shows_what_waits_and_every_form(who: Cast) -> None:
    use(who, "award", figure=LEADER, points=5)
    address = reverse("campaigns:warband_powers", args=[who.campaign.slug, who.warband.pk])
    page = client_of(who.referee).get(address).content.decode()
    assert "A skill waits to be chosen." in page
    assert all(reverse("campaigns:warband_power", args=[who.campaign.slug, who.warband.pk, k]) in page for k in KINDS)
    assert address in client_of(who.referee).get(who.warband.get_absolute_url()).content.decode()
    assert address not in client_of(who.owner).get(who.warband.get_absolute_url()).content.decode()


def test_hatred_is_of_a_warband_of_the_campaign(who: Cast) -> None:
    use(who, "injure", figure=LEADER, injury="hatred", foe=who.other.key)
    injury = Warband.objects.get(pk=who.warband.pk).roster.figures[0].injuries[0]
    assert injury.foe is not None
    assert (injury.foe.key, injury.foe.name) == (who.other.key, "Blades")


def test_what_is_allowed_is_shown_on_the_roster(who: Cast) -> None:
    use(who, "exempt", rule="slot_taken", figure=LEADER)
    for item in ("light_armour", "heavy_armour"):
        assert use(who, "bestow", item=item, figure=LEADER).status_code == 302
    page = client_of(who.owner).get(who.warband.get_absolute_url()).content.decode()
    assert "Allowed by the referee:" in page


# In the player's place


def test_a_choice_made_for_an_absent_player_says_why_and_is_told(who: Cast) -> None:
    take_step(warband=who.warband, entry=Award(figure=LEADER, points=5, reason=WHY), author=who.referee)
    learn = Learn(figure=LEADER, skill="brave")
    with pytest.raises(Refused) as refused:
        take_step(warband=who.warband, entry=learn, author=who.referee)
    assert refused.value.codes == ["reason_missing"]
    row = take_step(warband=who.warband, entry=learn, author=who.referee, reason=" At sea ")
    assert (row.author, row.reason) == (who.referee, "At sea")
    assert told(who.owner)[0] == "Axes: the referee did this for you: A Leader learns Brave (At sea)."
    _page, chapters = chronicle.page(who.campaign, warband=who.warband.pk)
    said = [s for chapter in chapters for item in chapter.items for s in item.sentences]
    assert "The referee did this for the player: At sea" in said


def test_the_owner_is_not_told_of_his_own_steps(who: Cast) -> None:
    take_step(warband=who.warband, entry=Note(text="Rain"), author=who.owner)
    assert told(who.owner) == []


def test_dice_typed_for_an_absent_player(fight: Field) -> None:
    fight.fight(Report(downs=(Down(Who(fight.keys[0], LEADER), Who(fight.keys[1], LEADER)),)))
    recovery = fight.recovery(0)
    with pytest.raises(Refused) as refused:
        aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=fight.referee)
    assert refused.value.codes == ["reason_missing"]
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=fight.referee, reason="At sea")
    # Said once for the whole aftermath.
    aftermath.enter_faces(recovery=recovery, faces=[6, 2], member=fight.referee, version=recovery.version)
    row = fight.warbands[0].journal.latest("number")
    assert (row.kind, row.author, row.reason) == ("recover", fight.referee, "At sea")


def test_dice_the_player_types_after_all_are_his(fight: Field) -> None:
    fight.fight(Report(downs=(Down(Who(fight.keys[0], LEADER), Who(fight.keys[1], LEADER)),)))
    recovery = fight.recovery(0)
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=fight.referee, reason="At sea")
    aftermath.enter_faces(recovery=recovery, faces=[6, 2], member=fight.players[0], version=recovery.version)
    row = fight.warbands[0].journal.latest("number")
    assert (row.author, row.reason) == (fight.players[0], "")


# Warbands held back, rounds, battles


def test_a_warband_held_back_is_neither_scheduled_nor_reported(fight: Field) -> None:
    take_step(warband=fight.warbands[0], entry=Hold(reason=WHY), author=fight.referee)
    with pytest.raises(Refused) as refused:
        schedule.schedule_battle(campaign=fight.campaign, warbands=fight.warbands, plan=schedule.Plan())
    assert refused.value.codes == ["warband_held"]
    with pytest.raises(Refused) as refused:
        setup_of(fight.battle)
    assert refused.value.codes == ["warband_held"]
    with pytest.raises(Refused) as refused:
        reports.report_battle(battle=fight.battle, report=Report(), author=fight.referee)
    assert refused.value.codes == ["warband_held"]
    take_step(warband=fight.warbands[0], entry=Hold(lifted=True, reason=WHY), author=fight.referee)
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.referee)
    take_step(warband=fight.warbands[0], entry=Hold(reason=WHY), author=fight.referee)
    with pytest.raises(Refused) as refused:
        reports.settle_report(battle=fight.battle, referee=fight.referee)
    assert refused.value.codes == ["warband_held"]
    assert fight.stored().state == BattleState.REPORTED
    take_step(warband=fight.warbands[0], entry=Hold(lifted=True, reason=WHY), author=fight.referee)
    reports.settle_report(battle=fight.battle, referee=fight.referee)


def test_a_warband_held_back_is_not_offered_for_pairing(who: Cast) -> None:
    round = open_round(campaign=who.campaign)
    address = reverse("campaigns:pairing", args=[who.campaign.slug, round.number])
    assert len(client_of(who.referee).get(address).context["free"]) == 2
    take_step(warband=who.warband, entry=Hold(reason=WHY), author=who.referee)
    free = client_of(who.referee).get(address).context["free"]
    assert [warband for warband, _chosen in free] == [who.other]
    take_step(warband=who.warband, entry=Hold(lifted=True, reason=WHY), author=who.referee)
    assert len(client_of(who.referee).get(address).context["free"]) == 2


def test_in_a_locked_round_nothing_moves(who: Cast) -> None:
    round = open_round(campaign=who.campaign, name="Thaw")
    sides = [who.warband, who.other]
    [battle] = pair_round(round=round, pairs=[sides], plan=schedule.Plan())
    powers.lock_round(round=round, locked=True, referee=who.referee, reason=WHY)
    attempts = (
        lambda: schedule.schedule_battle(campaign=who.campaign, warbands=sides, plan=schedule.Plan(round=round)),
        lambda: schedule.change_battle(battle=battle, warbands=sides, plan=schedule.Plan()),
        lambda: schedule.cancel_battle(battle=battle, author=who.owner),
        lambda: reports.report_battle(battle=battle, report=Report(), author=who.owner),
        lambda: powers.move_battle(battle=battle, round=None, date=None, referee=who.referee, reason=WHY),
    )
    for attempt in attempts:
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.codes == ["round_is_locked"]
    assert f"The referee locked Thaw: {WHY}." in told(who.player)
    powers.lock_round(round=round, locked=False, referee=who.referee, reason="Rain")
    reports.report_battle(battle=battle, report=Report(), author=who.owner)
    assert acts(who.campaign) == [("round_reopened", "rowan", "Rain"), ("round_locked", "rowan", WHY)]


def test_a_reported_battle_is_moved_by_the_referee_alone(fight: Field) -> None:
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    with pytest.raises(Refused):
        schedule.change_battle(battle=fight.battle, warbands=fight.warbands, plan=schedule.Plan())
    date = timezone.now()
    powers.move_battle(battle=fight.battle, round=None, date=date, referee=fight.referee, reason=WHY)
    assert fight.stored().date == date
    assert told(fight.players[1])[0] == f"The referee moved “At ford”: {WHY}.".replace("ford", "the ford")
    with pytest.raises(Refused) as refused:
        powers.move_battle(battle=fight.battle, round=None, date=None, referee=fight.referee, reason=" ")
    assert refused.value.codes == ["reason_missing"]
    assert fight.stored().date == date


def test_a_battle_is_called_off_with_a_reason_unless_it_is_decided(fight: Field) -> None:
    powers.call_off(battle=fight.battle, referee=fight.referee, reason=WHY)
    assert fight.stored().state == BattleState.CANCELLED
    assert any(WHY in sentence for sentence in told(fight.players[0]))
    with pytest.raises(Refused) as refused:
        powers.call_off(battle=fight.battle, referee=fight.referee, reason=WHY)
    assert refused.value.codes == ["battle_settled"]
    assert RefereeAct.objects.count() == 1


# Reminders


def test_who_has_something_waiting_is_reminded_once_a_day(fight: Field) -> None:
    player = fight.players[1]
    with pytest.raises(Refused) as refused:
        remind(campaign=fight.campaign, member=player, referee=fight.referee, reason=WHY)
    assert refused.value.codes == ["nothing_waits"]
    Member.objects.filter(pk=player.pk).update(email="p@club.example", language="fr")
    player.refresh_from_db()
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    remind(campaign=fight.campaign, member=player, referee=fight.referee, reason="On Friday we go on")
    sent = [str(message.body) for message in mail.outbox] or [m.content["body"] for m in Mail.objects.all()]
    assert len(sent) == 1
    assert "On Friday we go on" in sent[0]
    assert "At the ford" in sent[0]
    with pytest.raises(Refused) as refused:
        remind(campaign=fight.campaign, member=player, referee=fight.referee, reason=WHY)
    assert refused.value.codes == ["reminded_lately"]


def test_who_wants_no_mail_is_reminded_on_the_site_alone(fight: Field) -> None:
    player = fight.players[1]
    Member.objects.filter(pk=player.pk).update(email="p@club.example", reminders=False)
    player.refresh_from_db()
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    remind(campaign=fight.campaign, member=player, referee=fight.referee, reason=WHY)
    assert not mail.outbox
    assert not Mail.objects.exists()
    assert any("reminds you of what is waiting" in sentence for sentence in told(player))


# Tables


@pytest.mark.parametrize("table", sorted(TABLES.keys() - {DAMAGE}))
def test_the_site_rolls_on_any_table_and_anybody_can_roll_it_again(who: Cast, table: str) -> None:
    rolled = powers.roll_table(campaign=who.campaign, table=table, referee=who.referee, reason=WHY)
    act = who.campaign.referee_acts.get()
    assert tuple(act.params["faces"]) == rolled.faces
    assert roll(table, site_dice(bytes.fromhex(act.params["seed"])), CATALOGUE) == rolled
    reader, address = client_of(who.outsider), reverse("campaigns:acts", args=[who.campaign.slug])
    page = reader.get(address).content.decode()
    assert WHY in page
    assert "the site rolled" in page
    for name in ("chronicle", "people"):
        assert address in reader.get(reverse(f"campaigns:{name}", args=[who.campaign.slug])).content.decode()


def test_the_damage_table_is_asked_for_a_strength_against_a_toughness(who: Cast) -> None:
    """Strength 4 against toughness 6 wounds on a 5 (Musg, Tableau des dommages); beyond 12 the table goes on (M131)."""
    client = client_of(who.referee)
    address = reverse("campaigns:power", args=[who.campaign.slug, "roll_damage"])
    for face, said in ((4, "it does not wound"), (5, "it wounds")):
        page = client.post(address, {"strength": 4, "toughness": 6, "faces": face, "reason": WHY}, follow=True)
        assert f"Strength 4 against toughness 6 (5+): typed dice {face}: {said}" in page.content.decode()
    assert [act.params["need"] for act in who.campaign.referee_acts.all()] == [5, 5]
    powers.roll_table(
        campaign=who.campaign, table=DAMAGE, referee=who.referee, reason=WHY, against=Against(strength=14, toughness=13)
    )
    assert who.campaign.referee_acts.latest("pk").params["need"] == 4
    assert client.post(address, {"strength": 0, "toughness": 6, "reason": WHY}).status_code == 422
    for table, against in ((DAMAGE, None), ("d6", Against(3, 3))):
        with pytest.raises(Refused) as refused:
            powers.roll_table(campaign=who.campaign, table=table, referee=who.referee, reason=WHY, against=against)
        assert refused.value.codes == ["no_such_cell"]


def test_typed_dice_find_their_row(who: Cast) -> None:
    rolled = powers.roll_table(campaign=who.campaign, table="injuries", referee=who.referee, reason=WHY, faces=[3, 4])
    assert rolled.row == "bruised"
    for faces in ([3], [3, 4, 1], [7, 1]):
        with pytest.raises(Refused) as refused:
            powers.roll_table(campaign=who.campaign, table="injuries", referee=who.referee, reason=WHY, faces=faces)
        assert refused.value.codes == ["bad_faces"]
    assert who.campaign.referee_acts.count() == 1


# The page of the campaign


def act(who: Cast, kind: str, **data: Any) -> Any:
    address = reverse("campaigns:power", args=[who.campaign.slug, kind])
    return client_of(who.referee).post(address, {"reason": WHY, **data})


def test_the_page_does_all_of_it(who: Cast) -> None:
    round = open_round(campaign=who.campaign)
    battle = another_battle(who.campaign, [who.warband, who.other])
    assert act(who, "lock_round", round=round.pk).status_code == 302
    assert act(who, "lock_round", round=round.pk).status_code == 302
    assert act(who, "move_battle", battle=battle.pk, round=round.pk, date="2026-12-01T19:00").status_code == 302
    assert act(who, "call_off", battle=battle.pk).status_code == 302
    assert act(who, "roll", table="quack", faces="3").status_code == 302
    assert act(who, "roll", table="quack", faces="x").status_code == 422
    assert act(who, "remind", member=who.campaign.memberships.get(member=who.owner).pk).status_code == 422
    assert act(who, "nonsense").status_code == 404
    assert [code for code, _by, _why in acts(who.campaign)] == [
        "rolled",
        "battle_called_off",
        "battle_moved",
        "round_reopened",
        "round_locked",
    ]
