"""Card sets typed in card by card: what is kept, what is refused beside which field, who may."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from django.utils import translation

from campaigns.matches.cards import operations, sets as offered
from campaigns.matches.cards.kinds import EMPTY, KINDS, kind_of
from campaigns.matches.cards.sets import CARDS
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match
from club.models import Member
from engines.core.score import encode
from tests.campaigns.matches.asking import as_, at, queries, refused, rows, text
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db

HERO = {"name": "Magicienne", "skills__melee": "1", "skills__magic": "1"}
WOLF = {"name": "Loup", "defence__melee": "2", "gain__stealth": "1", "runes": "1", "coins": "1", "copies": "3"}
THIEF = {"name": "Voleur", "resistance": "2", "clues": "3", "star": "0"}
VICIOUS = {
    "resistance_2": "6", "clues_2": "6", "resistance_3": "8", "clues_3": "8",
    "resistance_4": "10", "clues_4": "10", "star": "",
}  # fmt: skip


def begun(author: Member, game: str = "baf") -> ScoreCards:
    return operations.begin_cards(game=game, name="Notre boîte", author=author)


def row_of(row: Any) -> dict[str, Any]:
    """A card of the practice set as a form gives it: without its code and what all of its kind share."""
    return {name: value for name, value in row.items() if name not in ("code", "level", "planet")}


def filled(author: Member, game: str) -> ScoreCards:
    """A set into which the practice cards were put one by one."""
    cards = begun(author, game)
    practice = encode(CARDS[game].training())
    for kind in KINDS[game]:
        for row in kind.rows(practice):
            operations.put_card(cards=cards, kind=kind, row=row_of(row), author=author)
    if game == "bebop":
        operations.put_vicious(cards=cards, rows=practice["vicious"], author=author)
    cards.refresh_from_db()
    return cards


@pytest.mark.parametrize("game", ["baf", "bebop"])
def test_a_set_filled_card_by_card_is_the_box_and_matches_may_use_it(ann: Member, game: str) -> None:
    cards = filled(ann, game)
    practice = encode(CARDS[game].training())
    assert cards.ready
    assert (str(cards.pk), "Notre boîte") in offered.choices(game)
    for place in EMPTY[game]:
        kept = [{k: v for k, v in row.items() if k != "code"} for row in cards.data[place]]
        assert kept == [{k: v for k, v in row.items() if k != "code"} for row in practice[place]], place
    assert offered.chosen(game, str(cards.pk)) == cards.data
    assert [kind.count(cards.data) for kind in KINDS[game]] == [kind.needs for kind in KINDS[game]]


def test_a_set_that_is_not_complete_is_kept_but_not_offered(ann: Member, ben: Member) -> None:
    cards = begun(ann)
    assert [value for value, _name in offered.choices("baf")] == ["training"]
    refused(lambda: offered.chosen("baf", str(cards.pk)), "no_such_cards")
    page = as_(ann).post(at("match_open", "baf"), rows(f"m{ann.pk}", f"m{ben.pk}", cards=str(cards.pk)))
    assert page.status_code == 422
    assert "no longer available" in text(page)
    assert not Match.objects.exists()


def test_a_card_is_added_changed_and_taken_out_by_forms(ann: Member) -> None:
    assert as_(ann).post(at("match_cards"), {"game": "baf", "name": "Our box"}).status_code == 302
    cards = ScoreCards.objects.get()
    monsters, out = (at(name, cards.pk, "monsters-1") for name in ("match_card_kind", "match_card_drop"))
    said = text(as_(ann).post(monsters, WOLF, follow=True))
    assert "Loup is in the set. Monsters of level I: 3 of 34." in said
    cards.refresh_from_db()
    (wolf,) = cards.data["monsters"]
    assert (wolf["code"], wolf["level"], wolf["copies"], wolf["runes"]) == ("loup", 1, 3, 1)
    assert (wolf["defence"], wolf["gain"]) == ({"melee": 2}, {"stealth": 1})
    form = text(as_(ann).get(f"{monsters}?card=loup"))
    assert "Change Loup" in form
    assert 'name="defence__melee" value="2"' in form
    was = form.partition('name="was" value="')[2].partition('"')[0]
    changed = {**WOLF, "name": "Loup gris", "defence__melee": "3", "code": "loup", "was": was}
    assert "Loup gris is in the set" in text(as_(ann).post(monsters, changed, follow=True))
    again = as_(ann).post(monsters, {**changed, "defence__melee": "4"})
    assert again.status_code == 422
    assert "This card has changed since you opened the page" in text(again)
    cards.refresh_from_db()
    (wolf,) = cards.data["monsters"]
    assert (wolf["code"], wolf["name"]["fr"], wolf["defence"]) == ("loup", "Loup gris", {"melee": 3})
    assert "This card has changed" in text(as_(ann).post(out, {"code": "loup"}, follow=True))
    print_ = operations.print_of(wolf)
    gone = as_(ann).post(out, {"code": "loup", "was": print_}, follow=True)
    assert "Loup gris is out of the set." in text(gone)
    cards.refresh_from_db()
    assert cards.data["monsters"] == []


@pytest.mark.parametrize(
    ("kind", "card", "field", "said"),
    [
        ("heroes", {**HERO, "name": " "}, "name", "This field is required."),
        ("heroes", {**HERO, "name": "x" * 61}, "name", "at most 60 characters"),
        ("heroes", {"name": "Nobody"}, "skills__melee", "skills in 0 categories"),
        ("heroes", {**HERO, "skills__stealth": "1"}, "skills__melee", "Magicienne has skills in 3 categories"),
        ("heroes", {**HERO, "skills__magic": "10"}, "skills__magic", "less than or equal to 9"),
        ("heroes", {**HERO, "skills__magic": "-1"}, "skills__magic", "greater than or equal to 0"),
        ("heroes", {**HERO, "skills__magic": "two"}, "skills__magic", "Enter a whole number."),
        ("monsters-2", {**WOLF, "defence__melee": ""}, "defence__melee", "Loup has no defence."),
        ("monsters-2", {**WOLF, "copies": "35"}, "copies", "less than or equal to 34"),
        ("monsters-2", {**WOLF, "copies": "0"}, "copies", "greater than or equal to 1"),
        ("monsters-3", {**WOLF, "runes": "5"}, "runes", "less than or equal to 4"),
        ("dragons", {"name": "Drac", "defence__magic": "5"}, "coins", "This field is required."),
    ],
)
def test_a_wrong_card_is_told_beside_its_field(
    ann: Member, kind: str, card: dict[str, str], field: str, said: str
) -> None:
    cards = begun(ann)
    answer = as_(ann).post(at("match_card_kind", cards.pk, kind), card)
    page = text(answer)
    assert answer.status_code == 422
    assert said in page
    error = answer.content.decode().partition(f'id="id_{field}_error"')
    assert error[1], field
    assert error[2].index("</ul>") < 400
    cards.refresh_from_db()
    assert [cards.data[place] for place in EMPTY["baf"]] == [[], [], [], []]


def test_the_box_has_so_many_and_no_card_twice(ann: Member) -> None:
    cards = begun(ann)
    monsters, heroes = at("match_card_kind", cards.pk, "monsters-1"), at("match_card_kind", cards.pk, "heroes")
    as_(ann).post(monsters, {**WOLF, "copies": "30"})
    assert "This exact card is already in the set." in text(as_(ann).post(monsters, WOLF))
    more = as_(ann).post(monsters, {**WOLF, "defence__melee": "3", "copies": "5"})
    assert "at most 4 more" in text(more)
    assert as_(ann).post(monsters, {**WOLF, "defence__melee": "3", "copies": "4"}).status_code == 302
    cards.refresh_from_db()
    assert [row["code"] for row in cards.data["monsters"]] == ["loup", "loup_2"]
    full = text(as_(ann).get(monsters))
    assert "They are all there." in full
    assert "Next: Heroes" in full
    assert "All 34 of the box are there." in text(as_(ann).post(monsters, {**WOLF, "name": "Ours"}))
    for number in range(10):
        assert as_(ann).post(heroes, {**HERO, "name": f"Héros {number}"}).status_code == 302
    assert "All 10 of the box are there." in text(as_(ann).post(heroes, HERO))
    # A master and a dragon of one name are two cards with two codes: the pad tells them apart by it.
    boss = {"name": "Igor", "defence__magic": "5", "coins": "9"}
    for kind in ("masters", "dragons"):
        assert as_(ann).post(at("match_card_kind", cards.pk, kind), boss).status_code == 302
    cards.refresh_from_db()
    assert [cards.data[kind][0]["code"] for kind in ("masters", "dragons")] == ["igor", "igor_2"]


def test_two_phones_add_to_one_set_and_both_cards_stay(ann: Member) -> None:
    cards = begun(ann)
    first, second = ScoreCards.objects.get(), ScoreCards.objects.get()
    kind = KINDS["baf"][0]
    for seen, name in ((first, "Une"), (second, "Deux")):
        row = {"name": {"fr": name, "en": name}, "skills": {"melee": 1}}
        operations.put_card(cards=seen, kind=kind, row=row, author=ann)
    cards.refresh_from_db()
    assert [row["name"]["fr"] for row in cards.data["heroes"]] == ["Une", "Deux"]


def test_criminals_and_vicious(ann: Member) -> None:
    cards = begun(ann, "bebop")
    earth, vicious = at("match_card_kind", cards.pk, "earth"), at("match_card_kind", cards.pk, "vicious")
    assert "Voleur is in the set. Criminals of Earth: 1 of 7." in text(as_(ann).post(earth, THIEF, follow=True))
    assert "This field is required." in text(as_(ann).post(earth, {**THIEF, "resistance": ""}))
    cards.refresh_from_db()
    assert cards.data["criminals"][0]["planet"] == "earth"
    wrong = as_(ann).post(vicious, {**VICIOUS, "clues_4": "11"})
    assert wrong.status_code == 422
    assert "Vicious has 20 tokens at most." in text(wrong)
    assert as_(ann).post(vicious, VICIOUS).status_code == 302
    cards.refresh_from_db()
    assert [row["clues"] for row in cards.data["vicious"]] == [6, 8, 10]
    assert 'value="10"' in text(as_(ann).get(vicious))
    page = text(as_(ann).get(at("match_card_set", cards.pk)))
    assert "Criminals of Earth with a star of 0: 1 cards, the box has 2." in page
    assert "not complete" in text(as_(ann).get(at("match_cards")))


def test_a_complete_set_that_loses_a_card_is_not_offered_until_it_is_back(ann: Member) -> None:
    cards = filled(ann, "bebop")
    kind = kind_of("bebop", "mars")
    assert kind is not None
    row = kind.rows(cards.data)[0]
    operations.drop_card(cards=cards, kind=kind, code=row["code"], was=operations.print_of(row), author=ann)
    cards.refresh_from_db()
    assert not cards.ready
    operations.put_card(cards=cards, kind=kind, row=row_of(row), author=ann)
    cards.refresh_from_db()
    assert cards.ready


@pytest.mark.parametrize("said", ["{", "[" * 100_000, '"\\ud800"', "9" * 5000, '{"name": {"fr": "Z\\u0000"}}'])
def test_what_is_no_card_set_is_refused_beside_its_field(ann: Member, said: str) -> None:
    answer = as_(ann).post(at("match_cards"), {"game": "baf", "text": said})
    assert answer.status_code == 422
    assert list(answer.context["typed"].errors) == ["text"]


def test_others_read_a_set_but_only_its_author_and_an_admin_change_it(ann: Member, ben: Member) -> None:
    cards = begun(ann)
    heroes = at("match_card_kind", cards.pk, "heroes")
    as_(ann).post(heroes, HERO)
    assert "typed this set in" in text(as_(ben).get(at("match_card_set", cards.pk)))
    assert as_(ben).get(heroes).status_code == 403
    assert as_(ben).post(heroes, {**HERO, "name": "Ben"}).status_code == 403
    assert as_(ben).post(at("match_card_set", cards.pk), {"name": "Mine"}).status_code == 403
    admin = MemberFactory.create(is_staff=True)
    assert as_(admin).post(heroes, {**HERO, "name": "Admin"}).status_code == 302
    kind, row = KINDS["baf"][0], {"name": {"fr": "x", "en": "x"}, "skills": {"melee": 1}}
    refused(lambda: operations.put_card(cards=cards, kind=kind, row=row, author=ben), "not_yours")
    assert as_(ann).get(at("match_card_kind", cards.pk, "vicious")).status_code == 404
    assert as_(ann).get(at("match_card_kind", cards.pk, "earth")).status_code == 404


def test_a_set_is_renamed_and_leaves_as_a_file_that_comes_back(ann: Member, ben: Member) -> None:
    cards = filled(ann, "baf")
    operations.begin_cards(game="baf", name="Taken", author=ben)
    named = as_(ann).post(at("match_card_set", cards.pk), {"name": "Taken"})
    assert "There is already a card set with this name" in text(named)
    assert as_(ann).post(at("match_card_set", cards.pk), {"name": "Our box"}).status_code == 302
    answer = as_(ben).get(at("match_card_set_file", cards.pk))
    assert 'filename="our-box.toml"' in answer["Content-Disposition"]
    data = tomllib.loads(answer.content.decode())
    assert data["name"] == {"fr": "Our box", "en": "Our box"}
    operations.remove_cards(cards=cards, author=ann)
    assert as_(ben).post(at("match_cards"), {"game": "baf", "text": answer.content.decode()}).status_code == 302
    back = ScoreCards.objects.get(name="Our box")
    assert (back.data, back.ready) == (data, True)


def test_a_card_of_a_file_with_any_code_can_be_changed(ann: Member) -> None:
    data = encode(CARDS["baf"].training())
    data["heroes"][0] |= {"code": "a/b ?&#é", "name": {"fr": "Jongleuse", "en": "Juggler"}}
    cards = operations.add_cards(game="baf", text=json.dumps(data), author=ann)
    heroes = at("match_card_kind", cards.pk, "heroes")
    listed = as_(ann).get(heroes).content.decode()
    link = next(part.partition('"')[0] for part in listed.split('href="') if "?card=a" in part)
    form = as_(ann).get(link)
    assert "Change Juggler" in text(form)
    was = operations.print_of(data["heroes"][0])
    sent = {"name": "Juggler", "skills__melee": "2", "code": "a/b ?&#é", "was": was}
    assert as_(ann).post(heroes, sent).status_code == 302
    cards.refresh_from_db()
    assert cards.data["heroes"][0]["name"] == {"fr": "Jongleuse", "en": "Juggler"}  # both names stay
    assert cards.data["heroes"][0]["skills"] == {"melee": 2}
    assert cards.ready


def test_pages_of_card_sets_ask_little(ann: Member) -> None:
    few, many = begun(ann, "bebop"), filled(MemberFactory.create(), "baf")
    ScoreCards.objects.filter(pk=many.pk).update(added_by=ann)
    for name in ("match_card_set", "match_card_kind"):
        extra = {"match_card_kind": ("earth", "monsters-1")}.get(name)
        asked = [
            queries(as_(ann), at(name, cards.pk, *([extra[place]] if extra else [])))
            for place, cards in enumerate((few, many))
        ]
        assert asked[0] == asked[1]
        assert asked[0] <= 6


def test_heroes_are_called_by_their_cards(ann: Member, ben: Member) -> None:
    data = encode(CARDS["baf"].training())
    data["heroes"][0]["name"] = {"fr": "Jongleuse é", "en": "Our juggler"}
    data["name"] = {"fr": "Boîte", "en": "Box"}
    cards = operations.add_cards(game="baf", text=json.dumps(data), author=ann)
    as_(ann).post(at("match_open", "baf"), rows(f"m{ann.pk}", f"m{ben.pk}", cards=str(cards.pk)))
    match = Match.objects.get()
    first, second = (hero["code"] for hero in data["heroes"][:2])
    heroes = {"kind": "heroes", "f.seat": "0", "f.left": first, "f.right": second, "client_id": "1"}
    assert as_(ann).post(at("match_enter", match.pk), heroes).status_code == 302
    page = text(as_(ben).get(match.get_absolute_url()))
    assert "<td>Our juggler, Belligerent Baker</td>" in page
    with translation.override("en"):
        assert offered.hero_names("baf")[first] == "Our juggler"
    assert offered.hero_names("bebop") == {}
