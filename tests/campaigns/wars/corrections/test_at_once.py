"""Two referees at once, or a player meanwhile: one is told to look again, nothing is lost. On both databases."""

from __future__ import annotations

import pytest

from campaigns.wars.corrections import drafting, operations
from campaigns.wars.corrections.past import ref_of_battle
from campaigns.wars.models.correction import Correction, CorrectionState
from club.models import Member
from engines.musg.corrections.timeline import Face, Strike
from engines.musg.entries import Buy
from rosters.models import Warband
from rosters.operations import roster_at, take_step
from tests.campaigns.overlap import overlapping
from tests.factories.battles import LEADER
from tests.factories.past import Story, past

pytestmark = pytest.mark.django_db(transaction=True)


def confirms(story: Story, correction: Correction, member: Member) -> str:
    operations.confirm(correction=correction, member=member, reason="A slip", seen=seen_of(correction))
    return "made"


_SEEN: dict[int, str] = {}


def seen_of(correction: Correction) -> str:
    return _SEEN.setdefault(correction.pk, drafting.look(correction).fingerprint)


def drafted(story: Story, author: Member, battle: int) -> Correction:
    edit = Strike(ref_of_battle(story.battles[battle]))
    draft = drafting.correct(campaign=story.field.campaign, author=author, edits=[edit])
    _SEEN[draft.pk] = drafting.look(draft).fingerprint
    return draft


def dying(story: Story) -> Correction:
    row = story.warband(0).journal.get(kind="recover", data__battle=story.battles[0].key)
    face = Face(f"e{row.pk}", LEADER, "injury", (1, 1))
    draft = drafting.correct(campaign=story.field.campaign, author=story.referee, faces=[face])
    _SEEN[draft.pk] = drafting.look(draft).fingerprint
    return draft


def buys(story: Story, version: int) -> str:
    take_step(warband=story.warband(0), entry=Buy(item="sword"), author=story.field.players[0], version=version)
    return "bought"


def holds() -> bool:
    return all(warband.roster == roster_at(warband) for warband in Warband.objects.all())


def test_of_two_referees_one_is_told_to_look_again() -> None:
    story = past()
    one, other = drafted(story, story.referee, 1), drafted(story, story.field.players[0], 2)
    told = overlapping(
        lambda: confirms(story, one, story.referee), lambda: confirms(story, other, story.field.players[0])
    )
    assert told == ("made", "stale")
    assert Correction.objects.filter(state=CorrectionState.MADE).count() == 1
    assert holds()


def test_a_player_buys_while_the_referee_confirms() -> None:
    story = past()
    correction, version = dying(story), story.warband(0).version
    told = overlapping(lambda: confirms(story, correction, story.referee), lambda: buys(story, version))
    assert told == ("made", "stale")
    assert holds()


def test_the_referee_confirms_while_a_player_buys() -> None:
    story = past()
    correction, version = dying(story), story.warband(0).version
    told = overlapping(lambda: buys(story, version), lambda: confirms(story, correction, story.referee))
    assert told == ("bought", "stale")
    assert [item.code for item in story.warband(0).roster.stash] == ["sword"]
    assert holds()


def test_a_correction_pressed_twice_is_made_once() -> None:
    story = past()
    correction = dying(story)
    told = overlapping(
        lambda: confirms(story, correction, story.referee), lambda: confirms(story, correction, story.referee)
    )
    assert told == ("made", "correction_done")
    assert holds()
