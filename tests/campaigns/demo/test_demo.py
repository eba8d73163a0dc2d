"""The demo club: everything in it that is worth a look, by the rules."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from msgspec import convert
from pytest_django.plugin import DjangoDbBlocker

from campaigns.demo import ACCOUNTS, arena, duels, marsh, once, pulp, raid
from campaigns.demo.club import MARCH
from campaigns.league.models import Campaign, Role
from campaigns.matches.models.match import Match
from campaigns.tables.models.card_table import CardTable, TableState
from campaigns.tables.rebuild import rebuild_tables
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.house.operations import house_of
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.correction import Correction
from campaigns.wars.models.evening import Evening
from campaigns.wars.models.play import Bot, Pace, PlayedBattle, PlayState
from campaigns.wars.models.recovery import Recovery, RecoveryState
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.models.weighing import Weighing
from campaigns.wars.play import positions
from campaigns.wars.pocket.operations import replayed
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.teams import raid_of
from campaigns.wars.weighing.things import catalogue_of
from club.models import Member
from club.visibility import Visibility
from engines.core.dice import Request
from engines.musg import muster
from engines.musg.battle.events import Event, Kind
from engines.musg.part import Side
from engines.musg.pocket.raid.state import RaidState
from engines.musg.pulp import pool as pulp_points
from engines.musg.ranks import Rank
from engines.musg.warband import Standing, Warband as Roster
from engines.musg.weighing import weigh_part
from rosters.models import Character, ExperienceGain, Gear, InjuryRoll, JournalEntry, Warband
from rosters.operations import rebuild, roster_at
from tests.demo_club import DEMO


@pytest.fixture(scope="module")
def now(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[datetime]:
    """The club stands for all the tests here, which only look at it: the moment when it was founded."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield DEMO.stand().begun
        transaction.set_rollback(True)


@pytest.fixture
def demo(now: datetime, db: None) -> Campaign:
    return Campaign.objects.get(name=MARCH.name)


def figures(**values: Any) -> list[str]:
    return [
        figure.name
        for warband in Warband.objects.all()
        for figure in warband.roster.figures
        if all(getattr(figure, name) == value for name, value in values.items())
    ]


# What is in it


def test_every_account_can_log_in_and_only_one_is_club_admin(demo: Campaign) -> None:
    for username, password, role in ACCOUNTS:
        member = Member.objects.get(username=username)
        assert member.is_demo
        assert member.check_password(password)
        assert str(role)
    assert [m.username for m in Member.objects.filter(is_staff=True)] == ["president"]


def test_six_players_and_a_referee_with_a_warband_of_six_races(demo: Campaign) -> None:
    roles = demo.memberships.values_list("role", flat=True)
    assert sorted(roles) == [Role.PLAYER] * 6 + [Role.REFEREE]
    races = {warband.race for warband in demo.warbands.all()}
    assert races == {"human", "orc", "elf", "dwarf", "ratfolk", "goblin"}
    assert len(set(demo.warbands.values_list("owner", flat=True))) == 6


def test_three_rounds_are_fought_and_resolved_and_a_fourth_is_under_way(demo: Campaign, now: datetime) -> None:
    assert [r.number for r in demo.rounds.all()] == [1, 2, 3, 4]
    for number in (1, 2, 3):
        battles = Battle.objects.filter(campaign=demo, round__number=number)
        assert [b.state for b in battles] == [BattleState.CONFIRMED] * 3
        sides = BattleSide.objects.filter(battle__in=battles)
        assert {side.recovery.state for side in sides} == {RecoveryState.DONE}
        assert all(b.place and b.scenario and b.date and b.date < now for b in battles)
    states = Battle.objects.filter(campaign=demo, round__number=4).values_list("state", flat=True)
    assert sorted(states) == sorted([BattleState.CONFIRMED, BattleState.REPORTED, BattleState.SCHEDULED])


def test_nobody_meets_the_same_opponent_twice(demo: Campaign) -> None:
    pairs = [frozenset(battle.sides.values_list("warband", flat=True)) for battle in demo.battles.all()]
    assert len(pairs) == len(set(pairs)) == 12


def test_one_report_waits_for_the_other_side_long_enough_to_be_looked_at(demo: Campaign, now: datetime) -> None:
    waiting = Battle.objects.get(campaign=demo, state=BattleState.REPORTED)
    agreed = {side.warband.owner.username: side.agreed for side in waiting.sides.all()}
    assert agreed == {"aline": True, "emma": False}
    assert waiting.confirms_at is not None
    assert (waiting.confirms_at - now).days >= 7


def test_one_aftermath_waits_half_entered_for_the_quack_doctors_die(demo: Campaign) -> None:
    recovery = Recovery.objects.get(state=RecoveryState.ROLLING)
    assert recovery.side.warband.owner.username == "farid"
    assert recovery.faces == [3, 3]
    asked = aftermath.with_faces(recovery.side.warband.roster, recovery.faces)
    assert isinstance(asked, Request)
    # Musg, Retour des mis hors de combat: 33 is the quack doctor, who takes a d6 of his own.
    assert (asked.asked, asked.reason) == ("d6", "quack")
    assert not Recovery.objects.filter(side__battle__campaign=demo, state=RecoveryState.WAITING).exists()


def test_one_battle_lies_ahead(demo: Campaign, now: datetime) -> None:
    ahead = Battle.objects.get(campaign=demo, state=BattleState.SCHEDULED)
    assert ahead.date is not None
    assert ahead.date > now


def test_two_mercenaries_and_more_serve_in_different_warbands(demo: Campaign) -> None:
    hired = [
        (warband.pk, figure.mercenary)
        for warband in demo.warbands.all()
        for figure in warband.roster.active
        if figure.mercenary
    ]
    assert {code for _, code in hired} == {"elf_sniper", "troll_bodyguard", "dwarf_gunsmith", "goblin_harasser"}
    assert len({pk for pk, _ in hired}) == 4


def test_a_henchman_was_promoted_after_ten_boxes(demo: Campaign) -> None:
    [hero] = [
        f for w in demo.warbands.all() for f in w.roster.active if f.origin is Rank.HENCHMAN and f.rank is not f.origin
    ]
    # 4 points in round 1 (survived, won, a leader), 3 in round 2 (a lieutenant), the last 3 of his 10 boxes in round 3;
    # his new sheet starts at 0 (ruling M244), with the skills of two grey boxes.
    assert (hero.name, hero.rank, hero.experience, hero.lifetime) == ("Petit-Louis", Rank.LIEUTENANT, 0, 10)
    assert list(ExperienceGain.objects.filter(character__name="Petit-Louis").values_list("points", flat=True)) == [
        4,
        3,
        3,
    ]
    assert hero.skills == ("bronze_body", "brawler")


def test_the_graveyard_holds_heroes_and_henchmen_rolled_and_killed_outright(demo: Campaign) -> None:
    dead = figures(standing=Standing.DEAD)
    assert {"Bolgak", "Garin le Roux", "Thibaud", "Caranthil", "Snark", "Fifre"} <= set(dead)
    assert len(dead) == 14
    # Caranthil, Snark and Fifre fell below 0 hit points: no roll was made for them (ruling M35).
    killed = InjuryRoll.objects.filter(character__name__in=["Caranthil", "Snark", "Fifre"])
    assert not killed.exists()


def test_injuries_of_several_kinds_were_rolled(demo: Campaign) -> None:
    lasting = {i.code for w in demo.warbands.all() for f in w.roster.figures for i in f.injuries}
    assert lasting == {"hobbled", "bruised", "hardened", "hatred", "erratic", "shaken"}
    rolled = set(InjuryRoll.objects.values_list("result", flat=True))
    assert {"robbed", "multiple", "against_all_odds", "full_recovery", "quack", "quack_fraud", "dead"} <= rolled


def test_the_troll_kept_the_fallen_leader_from_being_robbed(demo: Campaign) -> None:
    gorzag = demo.warbands.get(race="orc").roster.leader
    assert gorzag is not None
    # Musg, Garde du corps Troll; ruling M251: "Dévalisé" (36) does not apply.
    assert InjuryRoll.objects.get(character__name=gorzag.name).faces == "3-6"
    assert gorzag.item_codes == ("dagger", "two_handed_axe", "heavy_armour")


def test_the_goblins_lost_their_orc_and_the_longer_in_service_of_two_heirs_leads(demo: Campaign) -> None:
    """Ruling M303: Tambourin joined before the other lieutenant, who has as many points."""
    goblins = demo.warbands.get(race="goblin")
    assert goblins.roster.leader is not None
    assert goblins.roster.leader.name == "Tambourin"
    assert goblins.journal.filter(kind="replace_leader").count() == 0


def test_one_skill_is_still_to_be_chosen_and_many_were_learned(demo: Campaign) -> None:
    choosing = [f.name for w in demo.warbands.all() for f in w.roster.active if f.choices]
    assert choosing == ["Ysoline de Vaur"]
    assert JournalEntry.objects.filter(kind="learn").count() == 17


def test_journals_hold_notes_purchases_and_a_step_taken_back(demo: Campaign) -> None:
    kinds = set(JournalEntry.objects.values_list("kind", flat=True))
    assert {"note", "buy", "hire", "engage", "engage_again", "pay_fee", "move", "fight", "recover"} <= kinds
    assert JournalEntry.objects.filter(kind="buy").exclude(undone_at=None).count() == 1


def test_a_disputed_report_was_settled_by_the_referee(demo: Campaign) -> None:
    disputed = Battle.objects.get(campaign=demo, reports__disputed_by__username="emma")
    assert disputed.state == BattleState.CONFIRMED


def test_the_referee_chose_a_skill_for_a_player_who_was_away(demo: Campaign) -> None:
    row = JournalEntry.objects.exclude(reason="").select_related("author", "warband__owner").get()
    assert (row.kind, row.author and row.author.username, row.warband.owner.username) == ("learn", "arbitre", "farid")


def test_a_private_campaign_waits_for_players_one_of_whom_has_applied(demo: Campaign) -> None:
    private = Campaign.objects.get(visibility=Visibility.PRIVATE)
    roles = dict(private.memberships.values_list("member__username", "role"))
    assert roles == {"arbitre": Role.REFEREE, "farid": Role.PLAYER, "gilles": Role.APPLICANT}
    assert not private.warbands.exists()


def test_two_battles_are_being_played_on_the_site_and_wait_for_a_person(demo: Campaign) -> None:
    by_post = PlayedBattle.objects.get(battle__title=duels.TITLE)
    against_bot = PlayedBattle.objects.get(battle__title=duels.AGAINST_BOT)
    assert (by_post.state, by_post.turn, by_post.pace) == (PlayState.RUNNING, 3, Pace.DAYS)
    assert (against_bot.state, against_bot.turn) == (PlayState.RUNNING, 1)
    assert [captain.bot for captain in by_post.captains.all()] == ["", ""]
    assert [captain.bot for captain in against_bot.captains.all()] == ["", Bot.STEADY]
    for played, username in ((by_post, "bruno"), (against_bot, "emma")):
        asked = played.captains.get(number=played.actor or 0)
        assert asked.member == Member.objects.get(username=username)
        assert asked.asked is not None
        with positions.standing(played) as game:
            assert game.decision is not None
            assert (game.decision.side, game.turn) == (played.actor, played.turn)


def test_in_the_arena_the_engine_fought_a_battle_that_anybody_can_replay(demo: Campaign) -> None:
    battle = Battle.objects.get(campaign__name=arena.TERMS.name, title=arena.TITLE)
    fought = Resolution.objects.get(battle__campaign__name=arena.TERMS.name)
    assert (fought.battle, fought.state) == (battle, ResolutionState.DONE)
    assert battle.state == BattleState.CONFIRMED
    assert [side.temper for side in battle.sides.all()] == ["cautious", "bold"]
    assert fought.turns == arena.TURNS
    again = resolution.fight(resolution.setup_from(fought), fought.tempers, arena.SEED)
    assert convert(fought.events, list[Event]) == again.events
    told = {event.kind for event in again.events}
    assert {Kind.SHOT, Kind.STRUCK, Kind.CHARGED, Kind.OUT} <= told  # something to watch
    fallen = [side.pk for side in battle.sides.all() if side.losses]
    waiting = Recovery.objects.filter(side__in=fallen).values_list("state", flat=True)
    assert set(waiting) == {RecoveryState.WAITING}
    page = Client().get(reverse("campaigns:shared_replay", args=[fought.share]))
    assert page.status_code == 200


def test_a_warband_is_being_mustered_and_shows_its_problems(demo: Campaign) -> None:
    unfinished = Warband.objects.get(mustered=False)
    codes = {problem.code for problem in muster.problems(unfinished.roster)}
    # No henchman; a shield beside a two-handed sword; light and heavy armour (M121); heroes beyond 300 points.
    assert codes == {"no_henchman", "bars_two_handed", "slot_taken", "over_heroes"}


# Pulp, and games by themselves


def test_a_pulp_campaign_is_in_its_second_round_with_a_setback_to_see(demo: Campaign) -> None:
    campaign = Campaign.objects.get(name=pulp.TERMS.name)
    assert [r.number for r in campaign.rounds.all()] == [1, 2]
    heroes, villains = (campaign.warbands.get(name=roll.name).roster for roll, _side in pulp.SIDES)
    assert [part.side for part in (heroes.part, villains.part) if part] == [Side.HEROES, Side.VILLAINS]
    hero = heroes.leader
    assert hero is not None
    # d66 55 is a full recovery; the setback is drawn in any case (ruling M310): 21.
    assert hero.active
    assert len(hero.setbacks or ()) == 1
    # Musg, Points de Pulp: a pool beside the hero, another beside the first partner.
    assert [pulp_points(heroes, figure) > 0 for figure in heroes.active[:3]] == [True, True, False]


def test_somebody_is_in_the_hands_of_the_aliens_and_the_rescue_game_lies_ahead_m330(
    demo: Campaign, now: datetime
) -> None:
    campaign = Campaign.objects.get(name=pulp.TERMS.name)
    heroes = campaign.warbands.get(name=pulp.EXPLORERS.name).roster
    assert [figure.name for figure in heroes.captives] == ["Oscar Pinson"]
    assert [(row.card, row.fate) for row in campaign.abducted.all()] == [(pulp.CIVILIAN, "kept")]
    ahead = campaign.battles.get(state=BattleState.SCHEDULED)
    assert (ahead.title, ahead.modules, ahead.round and ahead.round.number) == (pulp.RESCUE, ["aliens", "rescue"], 2)
    assert ahead.date is not None
    assert ahead.date > now


def test_a_zombie_night_is_under_way_at_a_table(demo: Campaign) -> None:
    evening = Evening.objects.get(battle__title=once.NIGHT)
    assert not evening.over
    assert evening.entries.count() == 5
    assert Client().get(evening.get_absolute_url()).status_code == 200


def test_a_raid_is_under_way_with_teams_of_the_rules_m207_m215_m339(demo: Campaign) -> None:
    """The bomb placed in turn 1 goes off at the end of turn 4 (M212); a 6 at level 0 raised the alert (M208)."""
    evening = Evening.objects.get(battle__title=raid.EMBASSY)
    state = replayed(evening)
    assert isinstance(state, RaidState)
    assert (state.turn, state.level, state.bomb.goes_off) == (2, 1, 4)
    assert [one.freed for one in state.hostages] == [True, False, False]
    assert len(state.kits) == 1
    strike, terrorists = (side.warband for side in evening.battle.sides.order_by("seat"))
    able = {warband.pk: raid_of(warband, evening.battle).parts for warband in (strike, terrorists)}
    assert able[strike.pk][0].may_play
    assert able[terrorists.pk][1].may_play
    page = Client().get(evening.get_absolute_url())
    assert "la chaufferie" in page.content.decode()


@pytest.mark.parametrize(
    ("title", "seed"),
    [(once.HUNGRY, once.SEED), (once.CROSSROADS, once.CROSSROADS_SEED), (once.CHASE, once.CHASE_SEED)],
    ids=["zombies", "scenario", "vehicles"],
)
def test_the_engine_fought_three_single_games_that_anybody_can_replay(demo: Campaign, title: str, seed: str) -> None:
    fought = Resolution.objects.get(battle__title=title)
    assert fought.battle.state == BattleState.CONFIRMED
    setup = resolution.setup_from(fought)
    again = resolution.fight(setup, fought.tempers, seed)
    assert convert(fought.events, list[Event]) == again.events
    told = {event.kind for event in again.events}
    if title == once.HUNGRY:
        assert setup.modules == ("zombies",)
        assert {Kind.APPEARED, Kind.SHOT, Kind.OUT} <= told
    elif title == once.CROSSROADS:
        assert setup.objectives
    else:
        assert (setup.modules, len(setup.objectives)) == (("vehicles",), 1)
        assert {Kind.DROVE, Kind.BOOSTER, Kind.MISHAP, Kind.VEHICLE_LEFT, Kind.SCORED} <= told
        assert [len(side.warband.roster.garage) for side in fought.battle.sides.all()] == [1, 1]
    assert Client().get(reverse("campaigns:shared_replay", args=[fought.share])).status_code == 200


def test_an_evening_between_friends_counted_what_was_left_unspent_m28(demo: Campaign) -> None:
    """One lieutenant (8 points: Musg, Fin du tour) fell to Gilles, a henchman and a lieutenant (5 + 8) to Chloé."""
    battle = Battle.objects.get(title=once.EVENING)
    assert not battle.journaled
    report = battle.reports.latest("pk").report
    assert report.unspent == {side.warband.key: side.warband.treasury for side in battle.sides.all()}
    fought = [side.victory_points - side.warband.treasury for side in battle.sides.order_by("seat")]
    assert fought == [8, 13]
    assert not JournalEntry.objects.filter(kind="fight", warband__sides__battle=battle).exists()


# That it is true


def test_every_enlisted_roster_is_legal(demo: Campaign) -> None:
    for warband in demo.warbands.all():
        assert warband.mustered
        assert warband.treasury >= 0
        assert muster.problems(warband.roster) == []


def rows(model: type[Model], **values: Any) -> list[dict[str, Any]]:
    hidden = {"id", "character_id"}
    found = model._default_manager.filter(**values).values()
    return sorted(({k: v for k, v in row.items() if k not in hidden} for row in found), key=str)


def test_the_rebuild_of_every_warband_equals_its_rows(demo: Campaign) -> None:
    for warband in Warband.objects.all():
        copies: list[Callable[[], list[dict[str, Any]]]] = [
            lambda pk=warband.pk: rows(Character, warband=pk),  # type: ignore[misc]
            lambda pk=warband.pk: rows(Gear, warband=pk),  # type: ignore[misc]
            lambda pk=warband.pk: rows(InjuryRoll, character__warband=pk),  # type: ignore[misc]
            lambda pk=warband.pk: rows(ExperienceGain, character__warband=pk),  # type: ignore[misc]
        ]
        before = [copy() for copy in copies]
        state = warband.state
        replayed: Roster = roster_at(warband)
        assert replayed == warband.roster
        rebuild(warband=warband)
        assert Warband.objects.get(pk=warband.pk).state == state
        assert [copy() for copy in copies] == before


def test_its_journal_tells_a_past_in_order(demo: Campaign, now: datetime) -> None:
    for warband in Warband.objects.all():
        moments = list(warband.journal.order_by("place").values_list("at", flat=True))
        assert moments == sorted(moments)
        assert moments[-1] < now
    first, last = (JournalEntry.objects.order_by(order).first() for order in ("at", "-at"))
    assert first is not None
    assert last is not None
    assert (last.at - first.at).days > 30


# The card tables


def test_eight_games_are_finished_four_are_being_played_and_one_waits(demo: Campaign, now: datetime) -> None:
    states = CardTable.objects.values_list("state", flat=True)
    assert Counter(states) == Counter({TableState.OVER: 8, TableState.RUNNING: 4, TableState.OPEN: 1})
    for running in CardTable.objects.filter(state=TableState.RUNNING):
        asked = running.seats.filter(asked__isnull=False).select_related("member")
        player = {"bagarre": "aline", "badass_force": "bruno", "baf": "emma", "bebop": "chloe"}[running.game]
        assert player in {seat.member.username for seat in asked if seat.member}, "somebody may play on at once"
    for table in CardTable.objects.exclude(state=TableState.OPEN):
        assert (table.started or now) < now
        assert table.actions.count() > 2


def test_games_at_tables_stand_in_seasons_and_one_is_of_quick_hands(demo: Campaign) -> None:
    played = CardTable.objects.filter(season__isnull=False).order_by("game")
    assert [(table.game, table.variant, table.booked) for table in played] == [
        ("baf", "quick", "season"),
        ("bagarre", "heroes", "season"),
    ]
    for table in played:
        match = Match.objects.get(source=f"table:{table.pk}")
        assert match.campaign == table.season
    raced = next(table for table in played if table.variant == "quick")
    assert raced.finished is not None
    assert raced.started is not None
    assert raced.finished > raced.started, "hands take their time"
    assert raced.actions.filter(code__startswith="touch ").count() > 9


def test_the_tables_are_what_their_logs_say(demo: Campaign) -> None:
    found = list(rebuild_tables(dry_run=True))
    assert len(found) == 12
    assert [one for one in found if one.differences or one.fault] == []


def test_one_battle_was_corrected_and_a_decree_holds_the_treasury(demo: Campaign) -> None:
    made = Correction.objects.get(campaign=demo)
    assert (made.state, made.battles.get().title) == ("made", "La forge ensorcelée")
    assert [line["aspect"] for line in made.told] == ["record"]
    decree = JournalEntry.objects.get(kind="decree")
    assert decree.data["treasury"] == -2
    assert roster_at(decree.warband) == decree.warband.roster


def test_the_marshes_play_with_a_pack_whose_spear_was_weighed(demo: Campaign) -> None:
    """What the spear came to is the engine's own word: its first round, fought once more, is the stored one."""
    campaign = Campaign.objects.get(name=marsh.MARSH.name)
    assert [pack.version for pack in house_of(campaign).packs] == [1]
    weighed = Weighing.objects.get(code="eel_spear")
    first, others = marsh.fought_beforehand()
    assert weigh_part(catalogue_of(weighed.version), weighed.how, 0) == first
    assert (first.rounds, others.rounds) == ((0,), tuple(range(1, weighed.count)))
    assert weighed.weight is not None
    assert weighed.weight.battles == 24 * weighed.count
