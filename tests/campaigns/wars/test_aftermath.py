"""The aftermath by typed dice and by the site's: outcomes by hand, one roll at a time, receipts that prove the dice.

Expectations come from Musg, Retour des mis hors de combat; Gain d'expérience; Utilisation de l'expérience.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from campaigns.jobs.models import Job, JobState
from campaigns.tasks import work
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.models.recovery import DiceMode, RecoveryState
from club.files import receipt_answer
from club.operations import Refused, Stale
from engines.core.dice import Request, SeededDice
from engines.musg.entries import Recover
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from engines.musg.rules import Rules
from engines.musg.warband import Standing
from rosters.models import ExperienceGain, InjuryRoll
from tests.factories.battles import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    MERCENARY,
    SECOND_HENCHMAN,
    Field,
    another_battle,
    field,
)

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]


def fallen(fight: Field, *numbers: int, killed: bool = False) -> Field:
    """A battle in which these figures of the second warband fell to the first warband's leader."""
    a, b = fight.keys[:2]
    fight.fight(Report(downs=tuple(Down(Who(b, number), Who(a, LEADER), killed) for number in numbers)))
    return fight


def type_all(fight: Field, *rolls: list[int]) -> list[tuple[str, int | None]]:
    """Type these rolls for the second warband, one after another; return what each was asked for."""
    recovery = fight.recovery(1)
    player = fight.players[1]
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=player, version=recovery.version)
    asked = []
    for number, faces in enumerate(rolls, start=1):
        recovery = fight.recovery(1)
        request = aftermath.with_faces(recovery.side.warband.roster, recovery.faces)
        assert isinstance(request, Request)
        asked.append((request.reason, request.figure))
        done = aftermath.enter_faces(recovery=recovery, faces=faces, member=player, version=recovery.version)
        assert done is (number == len(rolls))
    return asked


def test_each_roll_is_asked_for_in_order_and_told_what_it_is_for() -> None:
    """Leader 16-21: multiple injuries, a d6 for how many; one of them 33: the quack; then the henchman's d6."""
    fight = fallen(field(), LEADER, HENCHMAN)
    asked = type_all(fight, [1, 6], [2], [3, 3], [5], [2, 6], [1])
    assert asked == [
        ("injury", LEADER),
        ("multiple_count", LEADER),
        ("multiple_injury", LEADER),
        ("quack", LEADER),
        ("multiple_injury", LEADER),
        ("return", HENCHMAN),
    ]
    roster = fight.side(1).warband.roster
    leader, henchman = roster.figure(LEADER), roster.figure(HENCHMAN)
    assert leader is not None
    assert henchman is not None
    assert [injury.code for injury in leader.injuries] == ["shaken"]  # 26: Traumatisme nerveux
    assert leader.active
    assert henchman.standing is Standing.DEAD  # 1 or 2: gone
    recovery = fight.recovery(1)
    assert (recovery.state, recovery.faces) == (RecoveryState.DONE, [1, 6, 2, 3, 3, 5, 2, 6, 1])
    entry = fight.side(1).warband.journal.get(number=recovery.entry)
    assert entry.entry == Recover(battle=fight.battle.key, faces=(1, 6, 2, 3, 3, 5, 2, 6, 1), source="entered")
    assert entry.author == fight.players[1]


def test_rolls_that_only_ask_for_another_are_kept_in_the_receipt() -> None:
    """24-25: the whole d66 again (ruling M253); dead among multiple injuries is rolled again (ruling M252)."""
    fight = fallen(field(), LIEUTENANT)
    asked = type_all(fight, [2, 4], [2, 1], [1], [1, 1], [6, 2])
    assert [reason for reason, _figure in asked] == [
        "injury",
        "injury",
        "multiple_count",
        "multiple_injury",
        "multiple_injury",
    ]
    step = fight.recovery(1).steps[0]
    assert [(f["code"], f["counted"]) for f in step["findings"]] == [
        ("reroll", False),
        ("multiple", True),
        ("dead", False),
        ("hardened", True),
    ]
    assert step["rolls"] == [0, 1, 2, 3, 4]
    assert InjuryRoll.objects.filter(character__warband=fight.warbands[1]).count() == 2


def test_the_dead_leader_is_replaced_and_his_gear_is_lost() -> None:
    """11-15: dead; the lieutenant takes over (ruling M249). The winner's leader earns survival, victory, takedown."""
    fight = fallen(field(), LEADER)
    type_all(fight, [1, 1])
    roster = fight.side(1).warband.roster
    dead = roster.figure(LEADER)
    assert dead is not None
    assert (dead.standing, dead.items) == (Standing.DEAD, ())
    assert roster.leader is not None
    assert roster.leader.id == LIEUTENANT
    victor = fight.side(0).warband.roster.figure(LEADER)
    assert victor is not None
    assert victor.experience == 3  # survived 1, won 1, a leader by a leader 1
    lieutenants = ExperienceGain.objects.filter(character__number=LIEUTENANT).order_by("character__warband__name")
    assert [gain.points for gain in lieutenants] == [2, 1]  # survived and won; survived


def test_victory_points_go_into_the_treasury_one_for_one() -> None:
    """Musg, Principe de campagne; ruling M263: a leader is worth 10."""
    fight = field()
    before = fight.side(0).warband.treasury
    fallen(fight, LEADER)
    assert fight.side(0).warband.treasury == before + 10


def test_killed_outright_needs_no_roll_and_a_mercenary_loses_contact() -> None:
    """Ruling M35; Musg, Mercenaires. Nothing to roll: the aftermath is done with the confirmation."""
    fight = field(mercenaries=(None, "orc_hunter"))
    a, b = fight.keys
    downs = (Down(Who(b, HENCHMAN), Who(a, LEADER), killed=True), Down(Who(b, MERCENARY), Who(a, LEADER)))
    fight.fight(Report(downs=downs))
    recovery = fight.recovery(1)
    assert (recovery.state, recovery.faces, recovery.mode) == (RecoveryState.DONE, [], "")
    roster = fight.side(1).warband.roster
    assert [f.standing for f in roster.figures if f.id in (HENCHMAN, MERCENARY)] == [
        Standing.DEAD,
        Standing.LOST_CONTACT,
    ]


def test_full_sheets_promote_henchmen_and_send_legends_into_the_pool() -> None:
    """Boxes are the campaign's (ruling M242): one victory fills a henchman's 5 of 5 and a leader's 6 of 6 here."""
    rules = Rules(leader_boxes=6, lieutenant_boxes=6, henchman_boxes=5)
    fight = field(rules=rules)
    for _round in range(3):
        fight.fight(Report(bonus={fight.keys[0]: 1}))  # survived 1 + won 1 each
        fight.battle = another_battle(fight.campaign, fight.warbands)
    roster = fight.side(0).warband.roster
    promoted, legend = roster.figure(HENCHMAN), roster.figure(LEADER)
    assert promoted is not None
    assert legend is not None
    assert (promoted.rank, promoted.origin, promoted.experience) == (Rank.LIEUTENANT, Rank.HENCHMAN, 0)
    assert legend.standing is Standing.FOR_HIRE
    hireable = Hireable.objects.get()
    # A leader's 40, nothing for the free dagger, 1 point for 5 of 6 points of experience (ruling M250).
    assert (hireable.name, hireable.legend, hireable.price, hireable.campaign) == ("A Leader", True, 41, fight.campaign)


# Typing


def test_faces_must_be_those_of_dice_and_just_as_many() -> None:
    fight = fallen(field(), LEADER)
    recovery = fight.recovery(1)
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=fight.players[1])
    for faces, codes, fields in (
        ([0, 7], ["bad_face", "bad_face"], ["die1", "die2"]),
        ([3, True], ["bad_face"], ["die2"]),
        ([3], ["number_of_dice"], [None]),
        ([3, 3, 3], ["number_of_dice"], [None]),
    ):
        with pytest.raises(Refused) as refused:
            aftermath.enter_faces(recovery=recovery, faces=faces, member=fight.players[1], version=recovery.version)
        assert refused.value.codes == codes
        assert [problem.field for problem in refused.value.problems] == fields
    assert fight.recovery(1).faces == []


def test_a_face_for_a_roll_that_was_entered_meanwhile_is_refused() -> None:
    fight = fallen(field(), LEADER, LIEUTENANT)
    recovery, other = fight.recovery(1), fight.recovery(1)
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=fight.players[1])
    other.refresh_from_db()
    seen = other.version
    aftermath.enter_faces(recovery=recovery, faces=[4, 1], member=fight.players[1], version=seen)
    with pytest.raises(Stale):
        aftermath.enter_faces(recovery=other, faces=[4, 1], member=fight.referee, version=seen)
    assert fight.recovery(1).faces == [4, 1]


def test_the_last_roll_is_taken_back_until_the_next_is_typed() -> None:
    fight = fallen(field(), LEADER, LIEUTENANT, HENCHMAN)
    recovery, player = fight.recovery(1), fight.players[1]
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=player)
    for faces in ([4, 1], [6, 1]):
        aftermath.enter_faces(recovery=recovery, faces=faces, member=player, version=recovery.version)
    with pytest.raises(Stale):
        aftermath.take_back_die(recovery=recovery, version=recovery.version - 1)
    aftermath.take_back_die(recovery=recovery, version=recovery.version)
    assert fight.recovery(1).faces == [4, 1]
    with pytest.raises(Refused, match="no typed roll"):
        aftermath.take_back_die(recovery=recovery, version=recovery.version)
    for faces in ([6, 2], [5]):
        aftermath.enter_faces(recovery=recovery, faces=faces, member=player, version=recovery.version)
    assert fight.recovery(1).state == RecoveryState.DONE
    with pytest.raises(Refused, match="no typed roll"):
        aftermath.take_back_die(recovery=recovery, version=recovery.version)


def test_whose_dice_is_chosen_once() -> None:
    fight = fallen(field(), LEADER)
    recovery = fight.recovery(1)
    other = fight.recovery(1)
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=fight.players[1], version=recovery.version)
    with pytest.raises(Stale):
        aftermath.begin(recovery=other, mode=DiceMode.SITE, member=fight.referee, version=other.version)
    with pytest.raises(Refused, match="It has already been chosen"):
        aftermath.begin(recovery=other, mode=DiceMode.SITE, member=fight.referee, reason="Away")
    assert fight.recovery(1).mode == DiceMode.TYPED
    assert not Job.objects.exists()


# The site's dice


def site_rolls(fight: Field) -> None:
    recovery = fight.recovery(1)
    aftermath.begin(recovery=recovery, mode=DiceMode.SITE, member=fight.players[1], version=recovery.version)
    work(Job.objects.get().pk)


def test_the_hash_stands_before_the_choice_and_the_seed_keeps_its_promise() -> None:
    fight = fallen(field(), LEADER, LIEUTENANT, HENCHMAN, SECOND_HENCHMAN)
    published = fight.recovery(1).commitment
    assert len(published) == 64
    site_rolls(fight)
    done = fight.recovery(1)
    assert (done.state, done.commitment) == (RecoveryState.DONE, published)
    dice = SeededDice(bytes.fromhex(done.seed))
    assert dice.commitment == published
    again = [face for roll in done.rolls for face in dice.roll(roll["asked"], roll["reason"]).faces]
    assert again == done.faces
    entry = fight.side(1).warband.journal.get(kind="recover").entry
    assert isinstance(entry, Recover)
    assert (list(entry.faces), entry.source) == (done.faces, "seeded")
    assert Job.objects.get().state == JobState.DONE


def verify(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engines", "verify", str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_downloaded_proof_is_verified_and_tampering_is_found(tmp_path: Path) -> None:
    fight = fallen(field(), LEADER, LIEUTENANT, HENCHMAN)
    site_rolls(fight)
    path = tmp_path / "proof.json"
    path.write_bytes(receipt_answer(fight.recovery(1).receipt, path.name).content)
    good = verify(path)
    assert (good.returncode, good.stdout[:3]) == (0, "OK:")
    honest = json.loads(path.read_text())
    face = honest["rolls"][0]["faces"][0]
    for tampered in (
        {**honest, "rolls": [{**honest["rolls"][0], "faces": [face % 6 + 1, *honest["rolls"][0]["faces"][1:]]}]},
        {**honest, "seed": "00" * 32},
        {**honest, "commitment": "ab" * 32},
        {**honest, "rolls": honest["rolls"][1:]},
    ):
        path.write_text(json.dumps(tampered))
        assert verify(path).returncode == 1


def test_the_referee_rolls_for_all_who_have_not_begun() -> None:
    fight = field(sides=3)
    a, b, c = fight.keys
    fight.fight(Report(downs=(Down(Who(b, HENCHMAN), Who(a, LEADER)), Down(Who(c, HENCHMAN), Who(a, LEADER)))))
    aftermath.begin(recovery=fight.recovery(1), mode=DiceMode.TYPED, member=fight.players[1])
    assert aftermath.begin_all(battle=fight.battle, referee=fight.referee, reason="Late") == 1
    assert aftermath.begin_all(battle=fight.battle, referee=fight.referee, reason="Late") == 0
    assert [fight.recovery(n).mode for n in (0, 1, 2)] == ["", DiceMode.TYPED, DiceMode.SITE]
    work(Job.objects.get().pk)
    assert fight.recovery(2).state == RecoveryState.DONE
