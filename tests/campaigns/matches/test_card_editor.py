"""Texts of cards put together from choices: a step goes in, comes out, goes inside another; the card is drawn."""

from __future__ import annotations

import pytest

from campaigns.matches.cards import operations
from campaigns.matches.cards.editor import StepForm
from campaigns.matches.cards.kinds import KINDS, kind_of
from campaigns.matches.cards.sentences import LANGUAGES
from campaigns.matches.models.card_set import ScoreCards
from club.models import Member
from tests.campaigns.matches.asking import as_, at, text

pytestmark = pytest.mark.django_db
TOOLBOX = {"name": "Toolbox", "colour": "jet", "cost": "3", "woolongs": "1"}


def begun(author: Member, game: str = "bebop") -> ScoreCards:
    return operations.begin_cards(game=game, name="Notre boîte", author=author)


def shown(page: str, slot: str) -> str:
    """What stands in the text of a slot."""
    return page.partition(f'name="slot_{slot}"')[2].partition(">")[2].partition("</textarea>")[0].strip()


def test_a_card_is_put_together_from_choices_and_kept(ann: Member) -> None:
    cards = begun(ann)
    page = at("match_card_kind", cards.pk, "common")
    seen = text(as_(ann).post(page, {**TOOLBOX, "act": "choose play", "new_play-do": "draw"}))
    assert 'name="new_play-n"' in seen
    put = {**TOOLBOX, "act": "put play", "new_play-do": "may"}
    seen = text(as_(ann).post(page, put))
    assert 'value="Toolbox"' in seen
    may = shown(seen, "play").replace("&quot;", '"')
    assert may == '{ do = "may", steps = [] }'
    inside = {**TOOLBOX, "slot_play": may, "act": "put play", "new_play-do": "draw", "new_play-n": "2",
              "new_play-who": "me", "new_play-where": "1.steps"}  # fmt: skip
    seen = text(as_(ann).post(page, inside))
    steps = shown(seen, "play").replace("&quot;", '"')
    assert steps == '{ do = "may", steps = [{ do = "draw", n = 2 }] }'
    assert "You may draw 2 cards." in seen
    assert ScoreCards.objects.get().data["cards"] == []
    assert as_(ann).post(page, {**TOOLBOX, "slot_play": steps}).status_code == 302
    (card,) = ScoreCards.objects.get().data["cards"]
    assert card["play"] == [{"do": "may", "steps": [{"do": "draw", "n": 2}]}]
    gone = text(as_(ann).post(page, {**TOOLBOX, "slot_play": steps, "act": "remove play 1"}))
    assert shown(gone, "play") == ""


def test_a_text_that_the_engine_does_not_take_is_told_beside_it(ann: Member) -> None:
    cards = begun(ann)
    page = at("match_card_kind", cards.pk, "common")
    for typed, said in [
        ('{ do = "trahs" }', "unknown verb “trahs”; did you mean “trash”?"),
        ("{ do = ", "This cannot be read: write one step to a line."),
        ('{ do = "may", steps = [] }', "a step is missing here"),
    ]:
        answer = as_(ann).post(page, {**TOOLBOX, "slot_play": typed})
        assert answer.status_code == 422
        error = answer.content.decode().partition('id="id_slot_play_error"')[2]
        assert said in error[:400]
    zone = as_(ann).post(page, {**TOOLBOX, "slot_team": '{ do = "draw" }'})
    assert "Choose this, too: there are steps for it." in text(zone)
    own = as_(ann).post(page, {**TOOLBOX, "team__with": "jet", "slot_team": '{ do = "draw" }'})
    assert "a character other than the card’s own" in text(own)


def test_the_card_is_drawn_with_what_its_words_say_and_no_step_does(ann: Member) -> None:
    cards = begun(ann)
    typed = {**TOOLBOX, "text": "You may draw 3 cards.", "slot_play": '{ do = "draw", n = 2 }', "act": "preview"}
    seen = text(as_(ann).post(at("match_card_kind", cards.pk, "common"), typed))
    assert "Draw 2 cards." in seen
    assert "The text says 3, but no step does" in seen
    assert "The text says “may”, but no step does" in seen
    assert "<html" not in seen
    assert ScoreCards.objects.get().data["cards"] == []


@pytest.mark.parametrize("game", sorted(LANGUAGES))
def test_every_verb_can_be_chosen_and_written(game: str) -> None:
    for kind in KINDS[game]:
        for slot in kind.slots:
            for word, verb in LANGUAGES[game].verbs.items():
                if verb.slots and slot.code not in verb.slots:
                    continue
                form = StepForm(game=game, slot=slot, verb=word, steps=[{"do": "choose", "of": [[], []]}])
                assert str(form)
                assert "where" in form.fields


@pytest.mark.parametrize("act", ["put", "put x", "remove play", "remove play 99", "remove play -1", "choose", "x" * 99])
def test_no_button_does_any_harm(ann: Member, act: str) -> None:
    cards = begun(ann)
    sent = {"act": act, "new_play-do": "x", "new_play-where": "9.steps", "slot_play": "[" * 3000}
    for kind in ("common", "damage", "earth"):
        assert as_(ann).post(at("match_card_kind", cards.pk, kind), sent).status_code == 200
    assert kind_of("bebop", "common") is not None
    cards.refresh_from_db()
    assert cards.data["cards"] == []


def test_badass_force_has_its_characters_weapons_and_dice(ann: Member) -> None:
    cards = begun(ann, "badass_force")
    page = at("match_card_kind", cards.pk, "characters")
    nurse = {"name": "Nurse", "classes": ["defence", "ammo"], "slot_power": '{ do = "revive", pick = "random" }',
             "reaction__on": "killed", "slot_reaction": '{ do = "block" }'}  # fmt: skip
    assert as_(ann).post(page, nurse).status_code == 302
    weapon = {"name": "Nail gun", "bar__explode": "3", "bar__most": "5", "slot_execution": '{ do = "kill" }'}
    assert as_(ann).post(at("match_card_kind", cards.pk, "weapons"), weapon).status_code == 302
    faces = {f"face_{number}": ["green"] for number in range(1, 7)}
    assert as_(ann).post(at("match_card_kind", cards.pk, "faces"), faces).status_code == 302
    cards.refresh_from_db()
    (kept,) = cards.data["characters"]
    assert (kept["classes"], kept["reaction"]) == (["defence", "ammo"], {"on": "killed", "steps": [{"do": "block"}]})
    assert cards.data["weapons"][0]["bar"] == {"start": 0, "explode": 3, "most": 5}
    assert cards.data["faces"] == [["green"]] * 6
