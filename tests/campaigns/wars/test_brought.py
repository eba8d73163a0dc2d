"""What a campaign brings beside the rulebook is called by its name wherever a battle, or what came of it, is told."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from campaigns.league import acts, news
from campaigns.wars.access import get_battle_for_reader
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.card import picture
from campaigns.wars.corrections import drafting
from campaigns.wars.corrections.past import past, ref_of
from campaigns.wars.ground.operations import lay_out
from campaigns.wars.models.recovery import DiceMode
from campaigns.wars.paper import report
from campaigns.wars.paper.booklet import contents as booklets
from campaigns.wars.play import positions
from campaigns.wars.play.wording.options import weapons_of
from campaigns.wars.powers import operations as powers
from campaigns.wars.replay.frames import decoded
from campaigns.wars.replay.wording import Names, event_sentence
from club.models import Member
from club.paper.choices import PaperChoices
from engines.musg.corrections.timeline import Strike
from engines.musg.entries import Bestow, Injure, Teach
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.report import Down, Report, Who
from rosters.operations import take_step
from tests.campaigns.wars.play.boards import begun, play
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field, another_battle, field
from tests.factories.brought import (
    BARK,
    HERMIT,
    LIMP,
    LIMP_FACES,
    NAMES,
    RACE,
    ROOTED,
    SLING,
    THORN,
    assert_told,
    bring,
    seen,
)
from tests.factories.resolutions import resolved

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]
LANGUAGES = pytest.mark.parametrize("language", ["fr", "en"])


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch)


@pytest.fixture
def ahead(house: None) -> Field:
    """A battle about to be fought by warbands that brought everything."""
    return field(race=RACE, gear=SLING, mercenaries=(HERMIT, None), henchmen=1)


def dice(of: Field, *faces: int) -> None:
    recovery = of.recovery(1)
    aftermath.enter_faces(recovery=recovery, faces=faces, member=of.players[1], version=recovery.version)


@pytest.fixture
def fought(ahead: Field) -> Field:
    """The second warband's lieutenant limps from now on, its henchman comes back (6; Musg, Retour des morts)."""
    by, key = Who(ahead.keys[0], LEADER), ahead.keys[1]
    ahead.fight(Report(downs=(Down(Who(key, LIEUTENANT), by), Down(Who(key, HENCHMAN), by))))
    aftermath.begin(recovery=ahead.recovery(1), mode=DiceMode.TYPED, member=ahead.players[1])
    dice(ahead, *LIMP_FACES)
    dice(ahead, 6)
    ahead.warbands[1].refresh_from_db()
    return ahead


def page(reader: Member, language: str, name: str, *about: Any, more: str = "") -> str:
    answer = client_of(reader, language).get(reverse(f"campaigns:{name}", args=about) + more)
    assert answer.status_code == 200, name
    return seen(answer.content.decode())


@LANGUAGES
def test_a_battle_ahead(ahead: Field, language: str) -> None:
    slug, battle, band = ahead.campaign.slug, ahead.battle.pk, ahead.warbands[0].pk
    for name, about, told in (
        ("battle", (battle,), (RACE, SLING)),
        ("report", (battle,), ()),
        ("enlist", (), (RACE,)),
        ("standings", (), ()),
        ("rounds", (), ()),
        ("warband_powers", (band,), (SLING, THORN, BARK, ROOTED, LIMP)),
        ("hireables", (), ()),
    ):
        assert_told(page(ahead.referee, language, name, slug, *about), language, *told)
    answer = client_of(ahead.referee, language).get(ahead.campaign.get_absolute_url())
    assert_told(seen(answer.content.decode()), language, RACE)


@LANGUAGES
def test_pages_outside_the_campaign(ahead: Field, language: str) -> None:
    """The page of a player, a game of one’s own, and one against a bot."""
    assert_told(page(ahead.referee, language, "player", ahead.players[0].pk), language, RACE)
    assert_told(page(ahead.players[0], language, "single_new"), language, RACE)
    answer = client_of(ahead.players[0], language).get(reverse("play:against_bot"))
    assert_told(seen(answer.content.decode()), language, RACE)


@LANGUAGES
def test_a_battle_played_at_the_site(ahead: Field, language: str) -> None:
    """Whoever is asked reads the weapons of the figures on the table."""
    positions.forget()
    lay_out(battle=ahead.battle, layout=ready_tables()["village"], turn_limit=3)
    played = play(ahead, begun(ahead), 12)
    answer = client_of(ahead.players[played.actor or 0], language).get(played.get_absolute_url())
    assert_told(seen(answer.content.decode()), language, SLING)


@LANGUAGES
def test_an_aftermath(ahead: Field, language: str) -> None:
    """Page and paper, while it is rolled and when it is done."""
    by, key = Who(ahead.keys[0], LEADER), ahead.keys[1]
    ahead.fight(Report(downs=(Down(Who(key, LIEUTENANT), by),)))
    about = (ahead.campaign.slug, ahead.battle.pk, ahead.warbands[1].pk)
    aftermath.begin(recovery=ahead.recovery(1), mode=DiceMode.TYPED, member=ahead.players[1])
    assert_told(page(ahead.players[1], language, "aftermath", *about), language, LIMP)
    dice(ahead, *LIMP_FACES)
    assert_told(page(ahead.players[1], language, "aftermath", *about), language, LIMP)
    battle = get_battle_for_reader(ahead.referee, *about[:2])
    with override(language):
        handed = report.data(battle, ahead.referee, PaperChoices(language=language), {})
    assert_told(" ".join(texts(handed)), language, RACE, LIMP)


def texts(told: object) -> list[str]:
    if isinstance(told, str):
        return [told]
    if isinstance(told, dict):
        return [text for value in told.values() for text in texts(value)]
    return [text for value in told for text in texts(value)] if isinstance(told, list | tuple) else []


@LANGUAGES
def test_chronicle_booklet_and_card(fought: Field, language: str) -> None:
    band = fought.warbands[1]
    take_step(warband=band, entry=Teach(figure=LEADER, skill=ROOTED, reason="a gift"), author=fought.referee)
    assert_told(page(fought.players[0], language, "chronicle", fought.campaign.slug), language, LIMP, ROOTED)
    with override(language):
        made = booklets.contents(fought.campaign, fought.referee, PaperChoices(language=language))
        drawn = picture.of_battle(get_battle_for_reader(fought.referee, fought.campaign.slug, fought.battle.pk), None)
    assert_told(" ".join(texts(made.data)), language, RACE, SLING, ROOTED, LIMP)
    assert_told(drawn.svg, language)


@LANGUAGES
def test_a_battle_told_by_the_engine(ahead: Field, language: str) -> None:
    resolution = resolved(ahead.battle, ahead.warbands)
    setup, events = decoded(resolution.setup, resolution.events)
    with override(language):
        names = Names.of(setup, events)
        assert_told(" ".join(event_sentence(one, names) for one in events), language, SLING)
        assert_told(weapons_of(f"{THORN},{SLING}", names.catalogue), language, THORN, SLING)
    said = page(ahead.players[0], language, "replay", ahead.campaign.slug, ahead.battle.pk)
    assert_told(said, language)
    battle = get_battle_for_reader(ahead.referee, ahead.campaign.slug, ahead.battle.pk)
    with override(language):
        handed = report.data(battle, ahead.referee, PaperChoices(language=language), {})
    assert_told(" ".join(texts(handed)), language, RACE, SLING)


@LANGUAGES
def test_a_correction(fought: Field, language: str) -> None:
    """Without its weapons and its skill: the preview says what is lost, and so does the chronicle."""
    band, referee = fought.warbands[1], fought.referee
    take_step(warband=band, entry=Teach(figure=LEADER, skill=ROOTED, reason="a gift"), author=referee)
    take_step(warband=band, entry=Injure(figure=LEADER, injury=LIMP, reason="a fall"), author=referee)
    rows = [row for row in past(fought.campaign).journals[band.key] if row.kind in ("teach", "injure", "buy")]
    draft = drafting.correct(
        campaign=fought.campaign, author=referee, edits=[Strike(ref_of(row)) for row in rows], faces=()
    )
    answer = client_of(referee, language).get(draft.get_absolute_url())
    assert_told(seen(answer.content.decode()), language, SLING, ROOTED, LIMP)
    for row in rows:
        about = (fought.campaign.slug, band.pk, row.number)
        assert_told(page(referee, language, "correct_step", *about), language)
        for kind in ("buy", "learn", "move"):
            assert_told(page(referee, language, "correct_step", *about, more=f"?kind={kind}"), language)


@LANGUAGES
def test_news_and_acts_keep_what_things_were_called(fought: Field, language: str) -> None:
    """Whoever reads them has no catalogue at hand."""
    band, referee = fought.warbands[1], fought.referee
    take_step(warband=band, entry=Teach(figure=LEADER, skill=ROOTED, reason="a gift"), author=referee)
    take_step(warband=band, entry=Bestow(item=THORN, figure=LEADER, charged=False, reason="a gift"), author=referee)
    powers.roll_table(campaign=fought.campaign, table="injuries", referee=referee, reason="a fall", faces=LIMP_FACES)
    with override(language):
        told = " ".join(line.sentence for line in news.lines_of(news.news_of(fought.players[1])))
        done = " ".join(line.sentence for line in acts.lines(fought.campaign.referee_acts.all(), referee))
    assert_told(told, language, ROOTED, THORN)
    assert_told(done, language, LIMP)


@LANGUAGES
def test_a_second_battle_lists_who_has_what(fought: Field, language: str) -> None:
    again = another_battle(fought.campaign, fought.warbands, "Again")
    assert_told(page(fought.players[0], language, "battle", fought.campaign.slug, again.pk), language, RACE, SLING)


def test_every_name_differs_from_its_code() -> None:
    """Or these tests could not fail."""
    assert all(code not in (name.fr, name.en) for code, name in NAMES.items())
