"""Warbands whose journal this site did not write: marked for good, wherever they go; one's own comes home unmarked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from club.models import Member
from club.operations import Refused
from engines.musg.entries import Rename
from rosters import provenance, transfer
from rosters.models import Warband
from rosters.operations import rebuild, take_step, undo_last
from tests.factories.battles import warband as mustered
from tests.factories.club import MemberFactory
from tests.rosters.strangers import GRANT, brought, edited, unsigned
from tests.rosters.veterans import veteran

pytestmark = pytest.mark.django_db

CHARACTER = {
    "kind": "hire_character",
    "character": {
        "name": "Bess", "rank": "leader", "race": "orc", "origin": "leader", "price": 48, "lifetime": 40, "skills": [],
        "injuries": [{"code": "hobbled"}], "items": [],
    },
}  # fmt: skip


def fight(**values: Any) -> dict[str, Any]:
    foe = {"key": "f", "name": "Foes"}
    engagement = {
        "battle": "b", "title": "The Ford", "outcome": "won", "victory_points": 10, "present": [1], "foes": [foe],
        "casualties": [{"figure": 1, "by": foe}], "takedowns": [{"figure": 1, "victim": "leader"}],
    }  # fmt: skip
    return {"kind": "fight", "engagement": engagement | values}


RECOVER = {"kind": "recover", "battle": "b", "faces": [2, 2], "source": "entered"}


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="grumbold", language="en")


def kinds(warband: Warband) -> list[str]:
    return [step.kind for step in provenance.steps(warband)]


class TestTheAttack:
    """An imported journal held whatever its author liked, and nobody could tell."""

    @pytest.mark.parametrize(
        ("forged", "code"),
        [
            ([fight(present=[], casualties=[], takedowns=[]), RECOVER], "nobody_present"),
            ([fight(foes=[]), RECOVER], "no_foe"),
            ([fight(casualties=[{"figure": 1, "by": {"key": "x", "name": "X"}}]), RECOVER], "foe_not_there"),
            ([fight(victory_points=-5000), RECOVER], "bonus_points"),
            ([fight(victory_points=5000), RECOVER], "bonus_points"),
            ([fight(present=[1, 1]), RECOVER], "named_twice"),
            ([fight(present=[1, 77]), RECOVER], "not_in_warband"),
            ([fight(), RECOVER, fight(), RECOVER], "battle_twice"),
            ([fight(), {**RECOVER, "faces": [2, 7]}], "bad_faces"),
            ([GRANT | {"points": 10_001}], "grant_points"),
            ([GRANT, CHARACTER, CHARACTER], "serves_already"),
            ([GRANT, {**CHARACTER, "character": CHARACTER["character"] | {"price": 1}}], "no_such_character"),  # type: ignore[operator]
            ([GRANT, {**CHARACTER, "character": CHARACTER["character"] | {"price": 999}}], "no_such_character"),  # type: ignore[operator]
            (
                [GRANT, {**CHARACTER, "character": CHARACTER["character"] | {"injuries": [{"code": "dead"}]}}],  # type: ignore[operator]
                "no_such_character",
            ),
            (
                [GRANT, {**CHARACTER, "character": CHARACTER["character"] | {"injuries": [{"code": "hatred"}]}}],  # type: ignore[operator]
                "no_such_character",
            ),
        ],
    )
    def test_the_impossible_is_refused(self, owner: Member, forged: list[dict[str, Any]], code: str) -> None:
        with pytest.raises(Refused) as refused:
            transfer.open_data(edited(mustered(owner, "Owls"), *forged))
        assert code in {problem.code for problem in refused.value.problems}

    def test_the_possible_is_marked_step_by_step(self, owner: Member) -> None:
        data = edited(mustered(owner, "Owls"), GRANT, {"kind": "buy", "item": "sword"}, CHARACTER, fight(), RECOVER)
        made = transfer.found_from(owner, transfer.open_data(data))
        assert kinds(made) == ["grant", "hire_character", "fight", "recover"]
        assert provenance.brought(made) == (
            "Brought from elsewhere: 1 battle, 1 grant of points, 1 hired character, 2 injuries."
        )
        assert "10000 points: Found under a stone" in provenance.steps(made)[0].sentences[0].text

    def test_other_words_of_a_referee_are_counted(self, owner: Member) -> None:
        """Experience that no referee here gave weighs as much as points do."""
        award = {"kind": "award", "figure": 1, "points": 3, "reason": "Found under a stone"}
        made = transfer.found_from(owner, transfer.open_data(edited(mustered(owner, "Owls"), GRANT, award)))
        with translation.override("en"):
            said = provenance.brought(made)
        assert said == "Brought from elsewhere: 1 grant of points, 1 other decision of a referee."

    def test_a_mere_muster_is_no_matter(self, owner: Member) -> None:
        """What any player may do at the first muster, and at any time, needs no witness."""
        stranger = unsigned(mustered(owner, "Owls"))
        stranger["journal"] += [{"kind": "rename", "name": "Crows"}]
        made = transfer.found_from(owner, transfer.open_data(stranger))
        assert (made.brought, provenance.steps(made), provenance.brought(made)) == ([], [], "")


class TestTheSignature:
    def test_ones_own_export_comes_home_without_marks(self, owner: Member) -> None:
        data = json.loads(json.dumps(transfer.export_warband(veteran(owner)), indent=3, ensure_ascii=False))
        shuffled = dict(reversed(data.items()))
        made = transfer.found_from(owner, transfer.open_data(shuffled))
        assert made.battles == 2
        assert not made.brought
        assert not made.journal.filter(brought=True).exists()

    @pytest.mark.parametrize(
        "change",
        [
            lambda data: data["journal"].append(GRANT),
            lambda data: data["setup"].update(name="Others"),
            lambda data: data.pop("signature"),
            lambda data: data.update(signature=""),
            lambda data: data.update(signature=data["signature"][::-1]),
            lambda data: data.update(brought=[]),
        ],
    )
    def test_an_edited_one_does_not(self, owner: Member, change: Callable[[dict[str, Any]], object]) -> None:
        data = transfer.export_warband(veteran(owner))
        change(data)
        made = transfer.found_from(owner, transfer.open_data(data))
        assert kinds(made)[:4] == ["fight", "recover"] * 2

    @pytest.mark.parametrize("signature", [7, None, ["x"], "x" * 1000])
    def test_what_is_no_signature_is_not_read(self, owner: Member, signature: object) -> None:
        with pytest.raises(Refused, match="does not belong"):
            transfer.open_data({**transfer.export_warband(mustered(owner, "Owls")), "signature": signature})

    @pytest.mark.parametrize("marks", [7, [-1], [99], ["1"], [True], [1.0]])
    def test_what_is_no_list_of_marks_is_not_read(self, owner: Member, marks: object) -> None:
        with pytest.raises(Refused, match="does not belong"):
            transfer.open_data({**transfer.export_warband(mustered(owner, "Owls")), "brought": marks})

    def test_files_outlive_a_change_of_keys(self, owner: Member, settings: Any) -> None:
        data = transfer.export_warband(veteran(owner))
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = (
            [settings.SECRET_KEY],
            "another key, and a long one at that",
        )
        assert transfer.open_data(data).brought == ()
        settings.SECRET_KEY_FALLBACKS = []
        assert transfer.open_data(data).brought


class TestNothingLaunders:
    @pytest.fixture
    def made(self, owner: Member) -> Warband:
        return brought(band=mustered(owner, "Owls"))

    def test_a_copy_and_a_copy_of_the_copy(self, made: Warband) -> None:
        bob = MemberFactory.create()
        copy = transfer.copy_warband(transfer.copy_warband(made, bob, "Twins"), bob, "Triplets")
        assert kinds(copy) == ["grant"]
        assert copy.brought == made.brought

    def test_an_export_signed_here_and_back(self, made: Warband) -> None:
        data = transfer.export_warband(made)
        back = transfer.found_from(made.owner, transfer.open_data(data))
        assert kinds(back) == ["grant"]
        assert transfer.export_warband(back) == data

    def test_a_new_name(self, made: Warband) -> None:
        take_step(warband=made, entry=Rename(name="Innocents"), author=made.owner)
        assert kinds(transfer.copy_warband(made, made.owner, "Lambs")) == ["grant"]

    def test_the_marks_are_part_of_the_log(self, made: Warband) -> None:
        Warband.objects.filter(pk=made.pk).update(brought=[])
        rebuild(warband=made)
        made.refresh_from_db()
        assert [one["kind"] for one in made.brought] == ["grant"]

    def test_what_is_taken_back_is_brought_no_more(self, made: Warband) -> None:
        before = provenance.fingerprint(made)
        undo_last(warband=made, author=made.owner)
        made.refresh_from_db()
        assert (made.brought, kinds(made), made.treasury) == ([], [], made.roster.treasury)
        assert provenance.fingerprint(made) != before

    def test_the_muster_alone_leaves_it_behind(self, made: Warband) -> None:
        copy = transfer.copy_warband(made, made.owner, "Young", muster_only=True)
        assert (copy.brought, copy.treasury < 500) == ([], True)


class TestWhatIsSaid:
    @pytest.mark.parametrize(
        ("language", "words", "badge"),
        [
            ("en", "Brought from elsewhere: 1 grant of points.", "brought from elsewhere"),
            ("fr", "Apporté d’ailleurs\xa0: 1 don de points.", "apporté d’ailleurs"),
        ],
    )
    def test_every_reader_is_told(self, owner: Member, client: Client, language: str, words: str, badge: str) -> None:
        made = brought(band=mustered(owner, "Owls"))
        client.force_login(MemberFactory.create(language=language))
        last = made.journal.order_by("number").last()
        assert last is not None
        for name, query in (("roster", ""), ("journal", ""), ("sheet", ""), ("roster", f"?at={last.number}")):
            said = client.get(reverse(f"rosters:{name}", args=[made.pk]) + query).content.decode()
            assert words in said, name
        assert badge in client.get(reverse("rosters:journal", args=[made.pk])).content.decode()
        before = client.get(reverse("rosters:sheet", args=[made.pk]) + f"?at={last.number - 1}").content.decode()
        assert words not in before
        assert client.get(reverse("rosters:sheet_pdf", args=[made.pk])).status_code == 200

    def test_the_page_says_before_what_will_be_marked(self, owner: Member, client: Client) -> None:
        client.force_login(owner)
        text = json.dumps(edited(mustered(owner, "Owls"), GRANT))
        said = client.post("/warbands/import/", {"text": text, "visibility": "club"}).content.decode()
        assert "What will be marked" in said
        assert "Found under a stone" in said
        home = json.dumps(transfer.export_warband(mustered(owner, "Owls")))
        said = client.post("/warbands/import/", {"text": home, "visibility": "club"}).content.decode()
        assert "What will be marked" not in said
