"""The referee's pages of a correction: where it begins, what follows, the player's roll, what all read afterwards."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.wars.corrections import drafting, operations
from campaigns.wars.corrections.past import ref_of, ref_of_battle
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.reports.wording import by_field, fate_field
from club.models import Member
from club.operations import Refused
from engines.musg.corrections.outcome import Keep
from engines.musg.corrections.timeline import Face, Insert, ReplaceReport
from engines.musg.entries import Buy, Hire
from engines.musg.ranks import Rank
from engines.musg.report import Down, Report, Who
from tests.factories.battles import HENCHMAN, LEADER
from tests.factories.past import Story

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def at(story: Story, name: str, *args: object) -> str:
    return reverse(f"campaigns:{name}", args=[story.field.campaign.slug, *args])


def read(client: Client, member: Member, address: str) -> str:
    client.force_login(member)
    answer = client.get(address)
    assert answer.status_code == 200, address
    return re.sub(r"\s+", " ", answer.content.decode())


def draft(story: Story) -> Correction:
    return Correction.objects.get(state=CorrectionState.DRAFT)


def of(story: Story, **values: str) -> dict[str, str]:
    """What a form of the draft sends, with its version."""
    return {"version": str(draft(story).version), **values}


def test_the_journal_leads_referees_to_every_step(story: Story, client: Client) -> None:
    band = story.warband(0)
    row = band.journal.get(kind="muster")
    address = at(story, "correct_step", band.pk, row.number)
    journal = reverse("rosters:journal", args=[band.pk])
    assert address in read(client, story.referee, journal)
    assert address not in read(client, band.owner, journal)


@pytest.mark.parametrize("kind", ["hire", "muster", "recover"])
def test_every_step_has_its_form(story: Story, client: Client, kind: str) -> None:
    row = story.warband(0).journal.filter(kind=kind).first()
    assert row is not None
    page = read(client, story.referee, at(story, "correct_step", story.warband(0).pk, row.number))
    assert "As it should have been" in page
    assert "Strike it out" in page


def test_a_name_is_corrected_in_the_very_first_step(story: Story, client: Client) -> None:
    row = story.warband(0).journal.filter(kind="hire").first()
    assert row is not None
    address = at(story, "correct_step", story.warband(0).pk, row.number)
    client.force_login(story.referee)
    client.post(address, {"action": "send", "profile": "leader:human", "name": "Aline"})
    page = read(client, story.referee, draft(story).get_absolute_url())
    assert "A Leader: name: A Leader → Aline" in page
    assert "kept by decree" in page


def test_a_forgotten_step_is_put_in(story: Story, client: Client) -> None:
    row = story.warband(0).journal.get(kind="muster")
    address = at(story, "correct_step", story.warband(0).pk, row.number)
    assert "after this step" in read(client, story.referee, f"{address}?insert=buy&when=after")
    client.post(address, {"action": "send", "insert": "buy", "when": "after", "item": "sword", "figure": "2"})
    page = read(client, story.referee, draft(story).get_absolute_url())
    assert "A Lieutenant: gear: + " in page
    assert "Axes: treasury" in page


def test_a_die_is_corrected_in_its_aftermath(story: Story, client: Client) -> None:
    band = story.warband(0)
    row = band.journal.filter(kind="recover").first()
    assert row is not None
    link = at(story, "correct_step", band.pk, row.number)
    assert link in read(client, story.referee, at(story, "aftermath", story.battles[0].pk, band.pk))
    client.post(link, {"roll0-0": "1", "roll0-1": "1"})
    page = read(client, story.referee, draft(story).get_absolute_url())
    assert "“The Mill” – no longer possible" in page
    assert "A Leader: whereabouts: on the roster → dead" in page


def test_a_battle_is_corrected_and_the_player_rolls(story: Story, client: Client) -> None:
    address = at(story, "correct_battle", story.battles[0].pk)
    assert address in read(client, story.referee, story.battles[0].get_absolute_url())
    assert "See what follows" in read(client, story.referee, address)
    keys = story.field.keys
    form = client.get(address).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    sent |= {fate_field(keys[0], LEADER): "stood", by_field(keys[0], LEADER): ""}
    sent |= {fate_field(keys[1], HENCHMAN): "out", by_field(keys[1], HENCHMAN): f"{keys[0]}:{LEADER}"}
    client.post(address, sent)
    player = story.field.players[1]
    dice = at(story, "correction_dice", draft(story).pk, story.warband(1).pk)
    assert dice in read(client, player, reverse("club:home"))
    assert "B Henchman 1" in read(client, player, dice)
    assert client.post(dice, {"die1": "9"}).status_code == 422
    # A die that was asked for on a page opened earlier is not taken for the one asked for now.
    late = client.post(dice, {"die1": "2", "seen": "e1:1:injury:0", **of(story)}, follow=True)
    assert "This roll has already been entered" in late.content.decode()
    client.post(dice, {"die1": "5", **of(story)})
    page = read(client, story.referee, draft(story).get_absolute_url())
    assert "Make this correction" in page
    assert "Rolls that were never made" not in page


def corrected(story: Story, client: Client) -> Correction:
    keys = story.field.keys
    report = Report(downs=(Down(Who(keys[1], HENCHMAN), Who(keys[0], LEADER), killed=True),))
    correction = drafting.correct(
        campaign=story.field.campaign,
        author=story.referee,
        edits=[ReplaceReport(ref_of_battle(story.battles[0]), report)],
    )
    client.force_login(story.referee)
    seen = drafting.look(correction).fingerprint
    values = {"action": "confirm", "version": correction.version, "seen": seen}
    address = at(story, "correction_decide", correction.pk)
    assert client.post(address, values).status_code == 422
    assert client.post(address, {**values, "reason": "Told wrong", "seen": "x"}).status_code == 422
    client.post(address, {**values, "reason": "Told wrong"})
    correction.refresh_from_db()
    assert correction.state == CorrectionState.MADE
    return correction


def test_a_correction_is_told_to_everybody_and_taken_back(story: Story, client: Client) -> None:
    correction = corrected(story, client)
    reader = story.field.players[3]
    for address in (at(story, "chronicle"), correction.get_absolute_url()):
        page = read(client, reader, address)
        assert "Told wrong" in page
        assert "B Henchman 1: whereabouts: on the roster → dead" in page
    assert "Told wrong" in read(client, reader, story.battles[0].get_absolute_url())
    client.force_login(story.referee)
    client.post(at(story, "correction_take_back", correction.pk), {"version": correction.version})
    correction.refresh_from_db()
    assert correction.state == CorrectionState.TAKEN_BACK
    assert "Told wrong" not in read(client, reader, at(story, "chronicle"))


def test_whoever_decides_otherwise_is_shown_what_follows_before_confirming(story: Story, client: Client) -> None:
    row = story.warband(0).journal.filter(kind="recover").first()
    assert row is not None
    client.force_login(story.referee)
    client.post(at(story, "correct_step", story.warband(0).pk, row.number), {"roll0-0": "1", "roll0-1": "1"})
    key = story.field.keys[0]
    values = {"line-1": f"{key}:{LEADER}:standing", "line-2": "garbage", "action": "confirm", "reason": "x"}
    values["version"] = str(draft(story).version)
    client.post(at(story, "correction_decide", draft(story).pk), values)
    assert [keep.aspect for keep in draft(story).engine_keeps] == ["standing"]
    assert Battle.objects.filter(state="confirmed").count() == 3
    assert "no longer possible" not in read(client, story.referee, draft(story).get_absolute_url())


def test_a_round_is_called_off(story: Story, client: Client) -> None:
    opened = story.field.campaign.rounds.create(number=1)
    Battle.objects.update(round=opened)
    client.force_login(story.referee)
    client.post(at(story, "call_off_round", 1))
    assert len(draft(story).engine_edits) == 3
    operations.confirm(
        correction=draft(story), member=story.referee, reason="Rain", seen=drafting.look(draft(story)).fingerprint
    )
    assert set(Battle.objects.values_list("state", flat=True)) == {"disputed"}


def test_what_is_dropped_changes_nothing(story: Story, client: Client) -> None:
    client.force_login(story.referee)
    client.post(at(story, "correct_battle", story.battles[0].pk), {"action": "reopen"})
    assert "is open again" in read(client, story.referee, draft(story).get_absolute_url())
    client.post(at(story, "correction_leave_out", draft(story).pk), of(story, ref=ref_of_battle(story.battles[0])))
    assert "Nothing yet" in read(client, story.referee, draft(story).get_absolute_url())
    client.post(at(story, "correction_drop", draft(story).pk), of(story))
    assert not Correction.objects.filter(state=CorrectionState.DRAFT).exists()
    assert "Nothing was ever corrected" in read(client, story.referee, at(story, "corrections"))


def says(client: Client, member: Member, correction: Correction, **values: str) -> str:
    """What the draft's page says after its form was sent."""
    client.force_login(member)
    address = reverse("campaigns:correction_decide", args=[correction.campaign.slug, correction.pk])
    sent = {"version": str(correction.version), "seen": drafting.look(correction).fingerprint, **values}
    answer = client.post(address, sent, follow=True)
    return re.sub(r"\s+", " ", answer.content.decode())


def unrolled(story: Story) -> Correction:
    """A draft that asks for a roll: the Blades' henchman falls at the ford instead of the Axes' leader."""
    keys = story.field.keys
    fell = Report(downs=(Down(Who(keys[1], HENCHMAN), Who(keys[0], LEADER)),))
    edits = [ReplaceReport(ref_of_battle(story.battles[0]), fell)]
    return drafting.correct(campaign=story.field.campaign, author=story.referee, edits=edits)


def test_a_draft_that_waits_for_a_roll_says_so_and_keeps_what_was_typed(story: Story, client: Client) -> None:
    correction = unrolled(story)
    page = says(client, story.referee, correction, action="look", reason="Read the dice upside down")
    assert '<h2 class="card__title" id="confirm"> What is still missing </h2>' in page
    dice = at(story, "correction_dice", correction.pk, story.warband(1).pk)
    assert page.count(f'href="{dice}"') == 2
    assert "A roll of Blades: " in page
    assert 'value="Read the dice upside down"' in page
    assert "Make this correction" not in page
    client.post(dice, {"die1": "5", **of(story)})
    ready = read(client, story.referee, correction.get_absolute_url())
    assert "What is still missing" not in ready
    assert 'value="Read the dice upside down"' in ready


def test_a_draft_that_changes_nothing_says_so(story: Story, client: Client) -> None:
    correction = drafting.correct(campaign=story.field.campaign, author=story.referee)
    page = read(client, story.referee, correction.get_absolute_url())
    assert "Something to correct: as it is, nothing would change." in page


@pytest.mark.parametrize("values", [{"version": "0"}, {"reason": "x" * 301}])
def test_what_was_typed_stays_where_it_is_refused(story: Story, client: Client, values: dict[str, str]) -> None:
    said = {"action": "look", "reason": "Read wrong", **values}
    page = says(client, story.referee, unrolled(story), **said)
    assert f'value="{said["reason"]}"' in page


def made(story: Story, correction: Correction) -> None:
    seen = drafting.look(correction).fingerprint
    operations.confirm(correction=correction, member=story.referee, reason="Forgotten", seen=seen)


def late(story: Story) -> Correction:
    """A draft that puts in the forgotten hiring of a henchman, before all battles of the Axes."""
    band = story.warband(0)
    muster = band.journal.get(kind="muster")
    hired = Hire(rank=Rank.HENCHMAN, race="human", name="Late")
    edits = [Insert("late", ref_of(muster), band.key, hired)]
    return drafting.correct(campaign=story.field.campaign, author=story.referee, edits=edits)


def test_of_whom_nobody_said_that_they_were_there_the_referee_is_asked(story: Story, client: Client) -> None:
    correction, key = late(story), story.field.keys[0]
    page = read(client, story.referee, correction.get_absolute_url())
    for title in ("The Ford", "The Mill", "The Bridge"):
        assert f"Was Late (Axes) at “{title}”?" in page
    assert "3 answers to who was there." in page
    assert "Make this correction" not in page
    with pytest.raises(Refused) as refused:
        made(story, correction)
    assert refused.value.codes == ["presence_unsaid"]
    there = [ref_of_battle(battle) for battle in story.battles]
    number = drafting.look(correction).result.questions[0].figure
    said = {f"there-{n}": f"{ref}:{key}:{number}:{'yes' if n == 2 else 'no'}" for n, ref in enumerate(there)}
    page = says(client, story.referee, correction, action="look", **said)
    assert "Make this correction" in page
    assert f'value="{said["there-2"]}" checked' in page
    correction.refresh_from_db()
    made(story, correction)
    figure = story.warband(0).roster.figure(number)
    assert figure is not None
    assert figure.experience == 2, "survived the bridge, and won it"
    told = [{who.figure for who in battle.reports.all()[0].report.present or ()} for battle in story.battles]
    assert [number in numbers for numbers in told] == [False, False, True]


def test_more_than_standing_there_is_told_by_the_battles_own_form(story: Story, client: Client) -> None:
    """The form shows the rosters as the draft has them, and who was never there as absent."""
    late(story)
    address = at(story, "correct_battle", story.battles[0].pk)
    client.force_login(story.referee)
    form = client.get(address).context["form"]
    new = next(name for name in form.fields if name.startswith("fate-") and "Late" in str(form[name].label))
    assert form[new].value() == "absent"
    sent = {name: form[name].value() or "" for name in form.fields}
    sent |= {new: "killed", new.replace("fate", "by"): f"{story.field.keys[1]}:{LEADER}"}
    assert client.post(address, sent).status_code == 302
    page = read(client, story.referee, draft(story).get_absolute_url())
    assert "Late: whereabouts" not in page, "whoever joins only now is told as a whole"
    assert "Was Late" not in page, "dead since the ford"


def test_a_correction_is_told_on_the_battle_that_it_is_about(story: Story, client: Client) -> None:
    """The ford's report is corrected: the mill, fought by the same warband, came out as it had."""
    corrected(story, client)
    ford, mill, bridge = (read(client, story.field.players[3], battle.get_absolute_url()) for battle in story.battles)
    assert "The report was corrected on " in ford
    assert "Told wrong" not in mill
    assert "Told wrong" not in bridge


def test_a_corrected_die_is_told_on_its_own_battle(story: Story, client: Client) -> None:
    """The Axes' leader dies of the ford, whose report is right: the mill and the bridge are open again by that."""
    band, key = story.warband(0), story.field.keys[0]
    row = band.journal.filter(kind="recover").first()
    assert row is not None
    dies = Face(ref_of(row), LEADER, "injury", (1, 1))
    correction = drafting.correct(campaign=story.field.campaign, author=story.referee, faces=[dies])
    drafting.decide(correction=correction, keeps=[Keep(key, LEADER, "standing")])
    made(story, correction)
    ford, mill = (read(client, story.referee, battle.get_absolute_url()) for battle in story.battles[:2])
    assert "The aftermath was corrected on " in ford
    assert "The report was corrected" not in ford + mill


def test_steps_are_numbered_in_their_order(story: Story, client: Client) -> None:
    """What stands between two steps has a number between theirs, and leads to the warband as it was then."""
    band = story.warband(0)
    muster = band.journal.get(kind="muster")
    rope = Insert("rope", ref_of(muster), band.key, Buy(item="rope"))
    made(story, drafting.correct(campaign=story.field.campaign, author=story.referee, edits=[rope]))
    page = read(client, band.owner, reverse("rosters:journal", args=[band.pk]))
    shown = [float(number) for number in re.findall(r'\?at=\d+">([\d.]+)</a>', page)]
    assert shown == sorted(shown, reverse=True)
    assert muster.number + 0.5 in shown
    put_in = band.journal.get(kind="buy", data__item="rope")
    assert f'?at={put_in.number}">{muster.number}.5</a>' in page
    then = read(client, band.owner, f"{band.get_absolute_url()}?at={put_in.number}")
    assert f"after step {muster.number}.5," in then
