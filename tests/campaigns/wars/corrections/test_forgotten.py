"""A battle that was forgotten is put into the past: when it was, what it asks for, what becomes of it, taken back."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.league.models import News
from campaigns.wars.battles.operations import Plan
from campaigns.wars.corrections import drafting, forgotten, operations
from campaigns.wars.corrections.past import past, ref_of_battle
from campaigns.wars.models.battle import Battle, BattleReport, BattleSide, BattleState
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.models.recovery import Recovery, RecoveryState
from campaigns.wars.models.round import Round
from campaigns.wars.reports.wording import by_field, fate_field
from campaigns.wars.standings import standings
from club.operations import Refused, Stale
from engines.musg.corrections.timeline import Strike
from engines.musg.entries import Fight, Grant, Recover
from engines.musg.report import Down, Report, Who
from engines.registry import COMMANDS
from rosters.operations import take_step
from tests.campaigns.wars.corrections.test_corrections import drafted, holds, made, traces
from tests.factories.battles import HENCHMAN, LEADER
from tests.factories.past import Story

pytestmark = pytest.mark.django_db


def lost(story: Story, *, sides: tuple[int, int] = (1, 2), after: str = "", **plan: object) -> Correction:
    """The draft: the leader of the first side put a henchman of the second out; which happened after the Ford."""
    warbands = [story.warband(number) for number in sides]
    keys = [warband.key for warband in warbands]
    when = forgotten.moment(past(story.field.campaign), warbands, after or ref_of_battle(story.battles[0]))
    report = Report(downs=(Down(Who(keys[1], HENCHMAN), Who(keys[0], LEADER)),))
    return drafted(story, forgotten.edit_of(warbands, when, Plan(title="The Lost Ford", **plan), report))  # type: ignore[arg-type]


def rolled(correction: Correction, *faces: int) -> None:
    (missing,) = drafting.look(correction).result.missing
    drafting.enter_faces(correction=correction, missing=missing, faces=faces)


class TestWhen:
    def test_it_stands_right_before_the_next_battle_of_one_of_its_sides(self, story: Story) -> None:
        """The Axes fought at the Ford, the Mill and the Bridge, the third warband at the Mill alone."""
        known = past(story.field.campaign)
        refs = [act.ref for act in known.timeline.acts]
        ford, mill, bridge = (ref_of_battle(battle) for battle in story.battles)
        second, third, fourth = (story.warband(number) for number in (1, 2, 3))
        assert forgotten.moment(known, [second, third], ford) == refs[refs.index(mill) - 1]
        assert forgotten.moment(known, [second, fourth], ford) == refs[refs.index(bridge) - 1]
        assert forgotten.moment(known, [second, third], forgotten.BEGINNING) == refs[refs.index(ford) - 1]
        assert forgotten.moment(known, [second, third]) == refs[-1]

    def test_without_more_it_follows_the_battles_of_its_round(self, story: Story) -> None:
        first, second = (Round.objects.create(campaign=story.field.campaign, number=number) for number in (1, 2))
        Battle.objects.filter(pk=story.battles[0].pk).update(round=first)
        Battle.objects.filter(pk=story.battles[1].pk).update(round=second)
        known = past(story.field.campaign)
        refs = [act.ref for act in known.timeline.acts]
        sides = [story.warband(0), story.warband(3)]
        assert forgotten.moment(known, sides, "", first) == refs[refs.index(ref_of_battle(story.battles[1])) - 1]
        assert forgotten.moment(known, sides, "", second) == refs[refs.index(ref_of_battle(story.battles[2])) - 1]

    def test_it_is_reported_with_the_rosters_of_then(self, story: Story) -> None:
        """The Axes' leader had not fought at the Mill yet: he has what he brought from the Ford."""
        known = past(story.field.campaign)
        sides = [story.warband(0), story.warband(3)]
        after = forgotten.moment(known, sides, ref_of_battle(story.battles[0]))
        then = forgotten.rosters_at(known, sides, after)[story.warband(0).key]
        assert then.record.battles == 1
        assert then.engagement is None
        assert story.warband(0).roster.record.battles == 3


class TestMade:
    def test_it_becomes_a_confirmed_battle_of_its_round_with_its_aftermath(self, story: Story) -> None:
        first = Round.objects.create(campaign=story.field.campaign, number=1)
        correction = lost(story, round=first)
        (missing,) = drafting.look(correction).result.missing
        assert (missing.warband, missing.request.figure) == (story.warband(2).key, HENCHMAN)
        with pytest.raises(Refused) as refused:
            made(story, correction)
        assert refused.value.codes == ["dice_missing"]
        rolled(correction, 5)
        made(story, correction)
        battle = Battle.objects.get(title="The Lost Ford")
        assert (battle.state, battle.round, battle.winner) == (BattleState.CONFIRMED, first, story.warband(1))
        ford = Battle.objects.get(pk=story.battles[0].pk)
        mill = Battle.objects.get(pk=story.battles[1].pk)
        assert battle.confirmed_at and ford.confirmed_at and mill.confirmed_at
        assert ford.confirmed_at <= battle.confirmed_at <= mill.confirmed_at
        sides = list(battle.sides.values_list("outcome", "takedowns", "losses", "agreed"))
        assert sides == [("won", 1, 0, True), ("lost", 0, 1, True)]
        aftermaths = Recovery.objects.filter(side__battle=battle).order_by("side__seat")
        assert [(row.state, row.faces) for row in aftermaths] == [(RecoveryState.DONE, []), (RecoveryState.DONE, [5])]
        assert correction.battles.filter(pk=battle.pk).exists()
        rows = story.warband(2).journal.filter(undone_at=None).order_by("place")
        kinds = [row.entry for row in rows if isinstance(row.entry, Fight | Recover)]
        assert [getattr(entry, "battle", "") or entry.engagement.battle for entry in kinds] == [  # type: ignore[union-attr]
            battle.key,
            battle.key,
            story.battles[1].key,
            story.battles[1].key,
        ]
        holds()

    def test_standings_and_records_count_it(self, story: Story) -> None:
        before = {line.warband.pk: line.won for line in standings(story.field.campaign)}
        correction = lost(story)
        rolled(correction, 5)
        made(story, correction)
        after = {line.warband.pk: line.won for line in standings(story.field.campaign)}
        winner = story.warband(1)
        assert after == {**before, winner.pk: before[winner.pk] + 1}
        assert (winner.roster.record.battles, winner.roster.record.won) == (2, 2)

    def test_the_past_has_it_from_then_on(self, story: Story) -> None:
        """It can be corrected like any other: here it is called off again."""
        correction = lost(story)
        rolled(correction, 5)
        made(story, correction)
        battle = Battle.objects.get(title="The Lost Ford")
        assert list(past(story.field.campaign).battles) != [ref_of_battle(old) for old in story.battles]
        again = drafted(story, Strike(ref_of_battle(battle), called_off=True))
        made(story, again, "It never was")
        assert Battle.objects.get(pk=battle.pk).state == BattleState.CANCELLED
        assert not Recovery.objects.filter(side__battle=battle).exists()
        assert story.warband(1).roster.record.battles == 1
        holds()

    def test_its_players_and_the_chronicle_are_told(self, story: Story, client: Client) -> None:
        correction = lost(story)
        rolled(correction, 5)
        News.objects.all().delete()
        made(story, correction)
        told = {(row.member, row.code) for row in News.objects.all()}
        for player in story.field.players[1:3]:
            assert {(player, "battle_put_in"), (player, "corrected")} <= told
        said = {(line["warband"], line["name"], line["aspect"]) for line in correction.told[:2]}
        assert said == {(story.warband(n).name, "The Lost Ford", "put_in") for n in (1, 2)}
        client.force_login(story.referee)
        chronicle = client.get(reverse("campaigns:chronicle", args=[story.field.campaign.slug])).content.decode()
        assert "The Lost Ford" in chronicle

    def test_its_aftermath_says_where_the_dice_come_from(self, story: Story, client: Client) -> None:
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
        correction = lost(story)
        rolled(correction, 5)
        made(story, correction)
        battle = Battle.objects.get(title="The Lost Ford")
        client.force_login(story.referee)
        address = reverse("campaigns:aftermath", args=[story.field.campaign.slug, battle.pk, story.warband(2).pk])
        page = client.get(address).content.decode()
        assert "The dice were rolled for the correction that added this battle." in page
        assert "typed in" not in page

    def test_what_cannot_be_is_listed_and_nothing_is_made(self, story: Story) -> None:
        """Before the musters there was nobody to fight."""
        warbands = [story.warband(1), story.warband(2)]
        correction = drafted(story, forgotten.edit_of(warbands, "", Plan(title="Too Early"), Report()))
        (refusal,) = drafting.look(correction).result.refusals
        assert refusal.problems[0].code == "nobody_present"
        with pytest.raises(Refused) as refused:
            made(story, correction)
        assert refused.value.codes == ["nothing_changes"]
        assert not Battle.objects.filter(title="Too Early").exists()


class TestTakenBack:
    def test_nothing_is_left_of_it(self, story: Story) -> None:
        before = traces(story)
        correction = lost(story)
        rolled(correction, 5)
        made(story, correction)
        assert traces(story) != before
        operations.take_back(correction=correction, member=story.referee)
        assert traces(story) == before
        assert not BattleReport.objects.filter(battle__title="The Lost Ford").exists()
        holds()

    def test_it_stands_once_something_was_built_on_it(self, story: Story) -> None:
        correction = lost(story)
        rolled(correction, 5)
        made(story, correction)
        take_step(warband=story.warband(1), entry=Grant(points=3, reason="Found"), author=story.referee)
        with pytest.raises(Refused) as refused:
            operations.take_back(correction=correction, member=story.referee)
        assert refused.value.codes == ["built_upon"]
        assert BattleSide.objects.filter(battle__title="The Lost Ford").count() == 2

    def test_it_stands_once_its_battle_was_touched(self, story: Story) -> None:
        correction = lost(story)
        rolled(correction, 5)
        made(story, correction)
        Battle.objects.filter(title="The Lost Ford").update(version=7)
        with pytest.raises(Refused) as refused:
            operations.take_back(correction=correction, member=story.referee)
        assert refused.value.codes == ["built_upon"]


class TestDrafted:
    def test_left_out_its_dice_are_forgotten_too(self, story: Story) -> None:
        correction = lost(story)
        rolled(correction, 5)
        drafting.leave_out(correction=correction, ref=correction.engine_edits[0].ref)
        assert (correction.edits, correction.faces) == ([], [])
        assert not drafting.look(correction).touched

    def test_a_player_who_buys_meanwhile_is_not_lost(self, story: Story) -> None:
        correction = lost(story)
        rolled(correction, 5)
        seen = drafting.look(correction).fingerprint
        take_step(warband=story.warband(1), entry=Grant(points=3, reason="Found"), author=story.referee)
        with pytest.raises(Stale):
            operations.confirm(correction=correction, member=story.referee, reason="A slip", seen=seen)
        assert not Battle.objects.filter(title="The Lost Ford").exists()

    def test_the_moment_it_stands_after_may_go(self, story: Story) -> None:
        warbands = [story.warband(1), story.warband(2)]
        correction = drafted(story, forgotten.edit_of(warbands, "e999999", Plan(), Report()))
        assert drafting.look(correction).lost


class TestPages:
    def address(self, story: Story, **query: object) -> str:
        at = reverse("campaigns:correct_forgotten", args=[story.field.campaign.slug])
        sides = "&".join(f"sides={story.warband(n).pk}" for n in (1, 2))
        return f"{at}?asked=1&{sides}&after={ref_of_battle(story.battles[0])}&title=The+Lost+Ford"

    def test_it_is_asked_for_then_reported_and_looked_at(self, story: Story, client: Client) -> None:
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
        client.force_login(story.referee)
        asking = reverse("campaigns:correct_forgotten", args=[story.field.campaign.slug])
        listed = client.get(reverse("campaigns:corrections", args=[story.field.campaign.slug])).content.decode()
        assert asking in listed
        assert "After which battle" in client.get(asking).content.decode()
        one = client.get(f"{asking}?asked=1&sides={story.warband(1).pk}")
        assert one.status_code == 422
        assert "needs two different warbands" in one.content.decode()
        form = client.get(self.address(story)).context["form"]
        keys = story.field.keys
        sent = {name: "" if (said := form[name].value()) is None else said for name in form.fields}
        wrong = {**sent, "winner": keys[2], "reason": ""}
        assert client.post(self.address(story), wrong).status_code == 422
        assert not Correction.objects.exists()
        sent |= {fate_field(keys[2], HENCHMAN): "out", by_field(keys[2], HENCHMAN): f"{keys[1]}:{LEADER}"}
        answer = client.post(self.address(story), sent, follow=True)
        assert answer.status_code == 200, answer.context["form"].errors
        page = re.sub(r"\s+", " ", answer.content.decode())
        assert "A battle that was forgotten: “The Lost Ford”" in page
        assert "C Henchman 1" in page, "whose injury is to be rolled"
        assert Correction.objects.get().state == CorrectionState.DRAFT
        assert not Battle.objects.filter(title="The Lost Ford").exists()

    def test_players_and_strangers_have_no_such_page(self, story: Story, client: Client) -> None:
        client.force_login(story.field.players[0])
        assert client.get(self.address(story)).status_code == 403
        assert client.post(self.address(story)).status_code == 403


class TestRounds:
    def test_a_round_is_called_off_as_one_correction(self, story: Story, client: Client) -> None:
        """Two battles of it were confirmed: both are called off, the third stays; all is taken back at once."""
        first = Round.objects.create(campaign=story.field.campaign, number=1)
        Battle.objects.filter(pk__in=[story.battles[1].pk, story.battles[2].pk]).update(round=first)
        before = traces(story)
        client.force_login(story.referee)
        address = reverse("campaigns:call_off_round", args=[story.field.campaign.slug, 1])
        client.post(address, {"action": "call_off"})
        correction = Correction.objects.get()
        assert {edit.ref for edit in correction.engine_edits} == {ref_of_battle(b) for b in story.battles[1:]}
        News.objects.all().delete()
        made(story, correction, "The tables were wrong")
        states = list(Battle.objects.order_by("pk").values_list("state", flat=True))
        assert states == [BattleState.CONFIRMED, BattleState.CANCELLED, BattleState.CANCELLED]
        assert story.warband(0).roster.record.battles == 1
        assert News.objects.filter(code="called_off", member=story.field.players[3]).count() == 1
        assert {line["aspect"] for line in correction.told[:4]} == {"called_off"}
        holds()
        operations.take_back(correction=correction, member=story.referee)
        assert traces(story) == before

    def test_opened_again_its_battles_wait_for_other_reports(self, story: Story, client: Client) -> None:
        first = Round.objects.create(campaign=story.field.campaign, number=1)
        Battle.objects.filter(pk=story.battles[2].pk).update(round=first)
        client.force_login(story.referee)
        client.post(reverse("campaigns:call_off_round", args=[story.field.campaign.slug, 1]))
        made(story, Correction.objects.get())
        assert Battle.objects.get(pk=story.battles[2].pk).state == BattleState.DISPUTED

    def test_where_nothing_is_confirmed_nothing_is_drafted(self, story: Story, client: Client) -> None:
        Round.objects.create(campaign=story.field.campaign, number=1)
        client.force_login(story.referee)
        client.post(reverse("campaigns:call_off_round", args=[story.field.campaign.slug, 1]), {"action": "call_off"})
        assert not Correction.objects.exists()


class TestProof:
    """The site's dice of a correction can be proved once it is made, as a file that the engines' command takes."""

    def test_the_sites_dice_are_proved_once_the_correction_is_made(
        self, story: Story, client: Client, tmp_path: Path
    ) -> None:
        correction = lost(story)
        (missing,) = drafting.look(correction).result.missing
        drafting.enter_faces(correction=correction, missing=missing, faces=None)
        client.force_login(story.referee)
        address = reverse("campaigns:correction_receipt", args=[correction.campaign.slug, correction.pk])
        assert client.get(address).status_code == 404, "the seed is secret until then"
        promised = correction.commitment
        made(story, correction)
        client.force_login(story.field.players[0])
        assert address in client.get(correction.get_absolute_url()).content.decode()
        file = tmp_path / "proof.json"
        file.write_bytes(client.get(address).content)
        answer = COMMANDS["verify"].run(Namespace(file=str(file)))
        assert (answer.status, answer.text.endswith(promised)) == (0, True)
        file.write_bytes(client.get(address).content.replace(b'"faces": [', b'"faces": [7, '))
        assert COMMANDS["verify"].run(Namespace(file=str(file))).status == 1

    def test_typed_dice_have_nothing_to_prove(self, story: Story, client: Client) -> None:
        correction = lost(story)
        rolled(correction, 5)
        made(story, correction)
        client.force_login(story.referee)
        address = reverse("campaigns:correction_receipt", args=[correction.campaign.slug, correction.pk])
        assert client.get(address).status_code == 404
        assert address not in client.get(correction.get_absolute_url()).content.decode()
