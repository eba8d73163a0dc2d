"""Several people at one card set: who may change it, who wins when two do, cards copied out of another set."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns.matches.cards import operations, rights, sharing
from campaigns.matches.cards.kinds import KINDS
from campaigns.matches.cards.record import WORDS, record, recorded
from campaigns.matches.cards.sets import CARDS
from campaigns.matches.departure import follow_closing
from campaigns.matches.models.card_set import CardSetChange, ScoreCards
from club.models import Member
from club.operations import Stale
from engines.core.score import encode
from tests.campaigns.matches.asking import as_, at, refused, text
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db

HEROES = next(kind for kind in KINDS["baf"] if kind.code == "heroes")


def begun(author: Member, name: str = "Our box", game: str = "baf") -> ScoreCards:
    return operations.begin_cards(game=game, name=name, author=author)


def hero(name: str, **skills: int) -> dict[str, object]:
    return {"name": {"fr": name, "en": name}, "skills": skills or {"melee": 1, "magic": 1}}


def add(cards: ScoreCards, author: Member, name: str, **skills: int) -> dict[str, object]:
    operations.put_card(cards=cards, kind=HEROES, row=hero(name, **skills), author=author)
    cards.refresh_from_db()
    return next(row for row in cards.data["heroes"] if row["name"]["fr"] == name)


def names(cards: ScoreCards) -> list[str]:
    cards.refresh_from_db()
    return [row["name"]["fr"] for row in cards.data["heroes"]]


def test_the_author_names_who_helps_and_nobody_else_may(ann: Member, ben: Member) -> None:
    cards, cleo = begun(ann), MemberFactory.create()
    page = at("match_card_kind", cards.pk, "heroes")
    sent = {"name": "Mage", "skills__melee": "1", "skills__magic": "1"}
    assert as_(ben).post(page, sent).status_code == 403
    refused(lambda: add(cards, ben, "Mage"), "not_yours")
    assert as_(ann).post(at("match_card_share", cards.pk), {"editors": [ben.pk]}).status_code == 302
    assert as_(ben).post(page, sent).status_code == 302
    assert names(cards) == ["Mage"]
    assert as_(cleo).post(page, {**sent, "name": "Monk"}).status_code == 403
    # Who helps names, shares and removes nothing.
    assert as_(ben).post(at("match_card_share", cards.pk), {"everyone": "on"}).status_code == 403
    assert as_(ben).post(at("match_card_set", cards.pk), {"name": "Mine"}).status_code == 403
    refused(lambda: sharing.share_cards(cards=cards, editors=[], everyone=True, author=ben), "not_yours")
    refused(lambda: operations.rename_cards(cards=cards, name="Mine", author=ben), "not_yours")
    refused(lambda: operations.remove_cards(cards=cards, author=ben), "not_yours")
    assert as_(ann).post(at("match_card_share", cards.pk), {"everyone": "on"}).status_code == 302
    assert as_(cleo).get(page).status_code == 200
    cards.refresh_from_db()
    assert list(cards.editors.all()) == []  # the last word counts
    assert as_(ann).post(at("match_card_share", cards.pk), {}).status_code == 302
    assert as_(ben).get(page).status_code == 403


def test_who_closes_an_account_helps_no_more(ann: Member, ben: Member) -> None:
    cards = begun(ann)
    sharing.share_cards(cards=cards, editors=[ben], everyone=False, author=ann)
    follow_closing(ben)
    assert list(cards.editors.all()) == []
    ben.is_active = False
    ben.save()
    refused(lambda: sharing.share_cards(cards=cards, editors=[ben], everyone=False, author=ann), "member_gone")
    answer = as_(ann).post(at("match_card_share", cards.pk), {"editors": [ben.pk]})
    assert answer.status_code == 422
    assert 'id="id_editors_error"' in text(answer)
    assert list(cards.editors.all()) == []


def test_two_who_change_one_card_never_overwrite_each_other(ann: Member, ben: Member) -> None:
    cards = begun(ann)
    sharing.share_cards(cards=cards, editors=[ben], everyone=False, author=ann)
    seen = add(cards, ann, "Mage")
    was = operations.print_of(seen)
    page = at("match_card_kind", cards.pk, "heroes")
    sent = {"name": "Mage", "code": str(seen["code"]), "was": was, "skills__magic": "1"}
    assert as_(ben).post(page, {**sent, "skills__ranged": "2"}).status_code == 302
    late = as_(ann).post(page, {**sent, "skills__stealth": "3"})
    assert late.status_code == 422
    assert "This card has changed since you opened the page" in text(late)
    assert 'name="skills__stealth" value="3"' in text(late)  # what was typed stays
    cards.refresh_from_db()
    assert cards.data["heroes"][0]["skills"] == {"ranged": 2, "magic": 1}
    (change, *_older) = CardSetChange.objects.filter(cards=cards)
    assert (change.code, change.by, change.params["card"]) == ("changed", ben, seen)


def test_two_who_fill_in_vicious_or_the_die_never_overwrite_each_other(ann: Member) -> None:
    serenade, force = begun(ann, game="bebop"), begun(ann, "Die", game="badass_force")
    practice = encode(CARDS["bebop"].training())["vicious"]
    seen = operations.print_of(operations.vicious_of(serenade.data))
    operations.put_vicious(cards=serenade, rows=practice, author=ann, was=seen)
    with pytest.raises(Stale):
        operations.put_vicious(cards=serenade, rows=practice[:1], author=ann, was=seen)
    page = at("match_card_kind", force.pk, "faces")
    shown = text(as_(ann).get(page)).partition('name="seen" value="')[2].partition('"')[0]
    faces = {f"face_{number}": ["green"] for number in range(1, 7)}
    assert as_(ann).post(page, {**faces, "seen": shown}).status_code == 302
    late = as_(ann).post(page, {**faces, "face_1": ["red"], "seen": shown})
    assert late.status_code == 422
    force.refresh_from_db()
    assert force.data["faces"] == [["green"]] * 6


def test_cards_are_copied_and_what_is_there_is_left_out_and_told(ann: Member, ben: Member) -> None:
    mine, other = begun(ann), begun(ben, "Their box")
    add(mine, ann, "Mage", magic=2)
    for number, name in enumerate(["mage", "Monk", "Rogue"], start=1):
        add(other, ben, name, stealth=number)
    page = at("match_card_copy", mine.pk)
    seen = text(as_(ann).get(f"{page}?source={other.pk}"))
    assert "mage (this name is already in the set)" in seen
    assert "Monk (this name" not in seen
    before = dict(other.data)
    codes = [f"heroes:{row['code']}" for row in other.data["heroes"] if row["name"]["fr"] != "Rogue"]
    answer = as_(ann).post(page, {"source": str(other.pk), "cards": codes}, follow=True)
    assert "Copied: Monk." in text(answer)
    assert "Not copied, because the set has cards of these names: mage." in text(answer)
    assert names(mine) == ["Mage", "Monk"]
    assert mine.data["heroes"][0]["skills"] == {"magic": 2}
    assert mine.data["heroes"][1]["skills"] == {"stealth": 2}
    other.refresh_from_db()
    assert other.data == before
    (change, *_older) = recorded(mine)
    assert (change.said, change.by) == ("Copied from another set, Their box: Monk.", "Ann")


def test_a_code_that_is_taken_gives_way_and_the_box_is_never_overfull(ann: Member) -> None:
    mine, other = begun(ann), begun(ann, "Other")
    taken = add(mine, ann, "Mage", magic=2)
    add(other, ann, "Mage", melee=2)
    other.data["heroes"][0]["name"] = {"fr": "Autre", "en": "Another"}
    other.save()
    told = sharing.copy_cards(cards=mine, source=other, wanted=[("heroes", str(taken["code"]))], author=ann)
    assert len(told.copied) == 1
    mine.refresh_from_db()
    assert len({row["code"] for row in mine.data["heroes"]}) == 2
    for number in range(HEROES.needs - 2):
        add(mine, ann, f"Hero {number}", melee=1 + number % 3, ranged=1 + number // 3)
    more = add(other, ann, "One more", stealth=1)
    told = sharing.copy_cards(cards=mine, source=other, wanted=[("heroes", str(more["code"]))], author=ann)
    assert (told.copied, told.full) == ([], ["One more"])
    assert len(names(mine)) == HEROES.needs


def test_nobody_copies_what_they_may_not_see_nor_into_what_is_not_theirs(ann: Member, ben: Member) -> None:
    mine, theirs, game = begun(ann), begun(ben, "Their box"), begun(ben, "Serenade", game="bebop")
    card = add(theirs, ben, "Secret")
    wanted = [("heroes", str(card["code"]))]
    page = at("match_card_copy", mine.pk)
    assert as_(ben).get(page).status_code == 403
    assert as_(ben).post(page, {"source": str(theirs.pk), "cards": ["heroes:secret"]}).status_code == 403
    assert Client().get(page).status_code in (302, 404)
    refused(lambda: sharing.copy_cards(cards=mine, source=theirs, wanted=wanted, author=ben), "not_yours")
    refused(lambda: sharing.copy_cards(cards=mine, source=game, wanted=wanted, author=ann), "no_such_cards")
    refused(lambda: sharing.copy_cards(cards=mine, source=mine, wanted=wanted, author=ann), "no_such_cards")
    refused(lambda: sharing.copy_cards(cards=mine, source=theirs, wanted=[], author=ann), "no_cards")
    for source in (game.pk, mine.pk, 10**9, "x"):
        answer = as_(ann).get(f"{page}?source={source}")
        assert answer.status_code == 422
        assert "Secret" not in text(answer)
    gone = MemberFactory.create(is_active=False)
    assert list(rights.readable(gone)) == []
    assert names(mine) == []


def test_the_record_has_words_for_all_that_is_done(ann: Member) -> None:
    cards = begun(ann)
    card = add(cards, ann, "Mage")
    was = operations.print_of(card)
    operations.drop_card(cards=cards, kind=HEROES, code=str(card["code"]), was=was, author=ann)
    operations.rename_cards(cards=cards, name="50 % of a box", author=ann)
    told = [change.said for change in recorded(cards)]
    assert told == [
        "A new name: 50 % of a box. Before: Our box.",
        "Removed: Mage.",
        "Added: Mage.",
        "The set was started.",
    ]
    assert CardSetChange.objects.get(code="dropped").params["card"] == card  # nothing is lost
    assert set(CardSetChange.objects.values_list("code", flat=True)) <= set(WORDS)
    with pytest.raises(KeyError):
        record(cards, ann, "sung")
