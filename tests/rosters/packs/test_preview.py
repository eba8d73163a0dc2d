"""An entry seen before it is kept: on its printed card, in a roster, on a sheet and in the tables; or copied."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from PIL import Image

from club.models import Member
from engines.musg.packs import KINDS
from rosters.models import Pack
from rosters.packs import operations
from rosters.packs.beginnings import Source, begun, catalogue_of, source, sources
from rosters.packs.page import row_in
from rosters.packs.preview import Preview, previewed
from tests.engines.musg.packs.documents import FEN
from tests.factories.club import MemberFactory
from tests.factories.packs import fen_pack, published
from tests.rosters.packs.test_pages import sent_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def ada(client: Client) -> Member:
    member = MemberFactory.create()
    client.force_login(member)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return member


@pytest.fixture(autouse=True)
def in_english() -> Any:
    with translation.override("en"):
        yield


def address(name: str, pack: Pack, kind: str) -> str:
    return reverse(f"rosters:{name}", args=[pack.pk, kind])


def seen(pack: Pack, kind: str, code: str, **changes: Any) -> Preview:
    """The preview of an entry of the pack, with some of its words changed."""
    return previewed(pack, KINDS[kind], {**(row_in(pack, KINDS[kind], code) or {}), **changes}, code)


# What is seen


def test_a_race_is_seen_by_a_figure_of_each_rank(ada: Member) -> None:
    preview = seen(fen_pack(ada), "races", "fenman", leader=[9, 10, 3, 3, 5, 5, 6, 41])
    assert [sample.card.title for sample in preview.samples] == [
        "Leader · Fenman (house)",
        "Lieutenant · Fenman (house)",
        "Henchman · Fenman (house)",
    ]
    leader = preview.samples[0].card
    assert (leader.value, leader.stats[0].value) == (41, "9")
    assert [group.title for section in preview.sections for group in section.groups] == ["Fenman"]


def test_a_race_without_lieutenants_shows_none(ada: Member) -> None:
    preview = seen(fen_pack(ada), "races", "fenman", max_lieutenants=0)
    assert [sample.card.rank for sample in preview.samples] == ["leader", "henchman"]


def test_a_weapon_is_seen_in_somebodys_hands(ada: Member) -> None:
    """The generic leader has strength 5: the spear hits with 5 + 3."""
    pack = fen_pack(ada)
    [sample] = seen(pack, "melee", "eel_spear").samples
    spear = sample.card.melee[-1]
    assert (sample.card.name, spear.name, spear.dice, spear.strength) == ("An example", "Eel spear (house)", 2, 5 + 3)
    [sample] = seen(pack, "ranged", "blowpipe", long=15).samples
    assert [shot.line.long for shot in sample.block.shots] == ["15"]


def test_gear_and_skills_change_their_bearers_profile(ada: Member) -> None:
    """The reed coat: toughness + 1, movement − 1. Mire-born: toughness + 1."""
    pack = fen_pack(ada)
    [coat] = seen(pack, "equipment", "reed_coat").samples
    [skill] = seen(pack, "skills", "mire_born").samples
    assert {stat.code: stat.mark for stat in coat.card.stats if stat.mark} == {
        "movement": "is-worse",
        "toughness": "is-better",
    }
    assert [stat.code for stat in skill.card.stats if stat.mark] == ["toughness"]
    assert [known.name for known in skill.card.skills] == ["Mire-born (house)"]


def test_a_mercenary_is_seen_with_its_price(ada: Member) -> None:
    [sample] = seen(fen_pack(ada), "mercenaries", "heron", items=["blowpipe"]).samples
    assert (sample.card.name, sample.card.calling) == ("The Heron", "Mercenary · The Heron (house)")
    assert sample.card.hire == "40 points to engage, 20 for each battle"
    assert [line.name for line in sample.card.ranged] == ["Blowpipe (house)"]
    assert "Deploys last." in sample.block.remarks


def test_civilians_stand_in_the_tables_alone(ada: Member) -> None:
    row = {"name": "Hermit", "profile": [6, 7, 5, 5, 3, 3, 2, 0]}
    code = next(iter(KINDS["civilians"].printed(catalogue_of(fen_pack(ada)))))
    preview = previewed(Pack.objects.get(), KINDS["civilians"], row, code)
    assert preview.samples == ()
    assert [line.name for section in preview.sections for line in section.rows] == ["Hermit"]


def test_the_card_is_the_printed_one(ada: Member) -> None:
    """63 by 88 mm at 192 pixels an inch."""
    [sample] = seen(fen_pack(ada), "melee", "eel_spear").samples
    head, _comma, content = sample.picture.partition(",")
    assert head == "data:image/png;base64"
    width, height = Image.open(BytesIO(b64decode(content))).size
    assert (width, height) == (round(63 / 25.4 * 192), round(88 / 25.4 * 192))


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "#panic(1) $x$ *b*", "שלום & 'x'", "{{ x }}"])
def test_names_stand_there_as_they_were_typed(client: Client, ada: Member, name: str) -> None:
    pack = fen_pack(ada)
    sent = {"name__en": name, "hands": 2, "dice": 1, "force": 3, "cost": 4, "version": 0}
    page = client.post(address("pack_preview", pack, "melee"), sent, headers=HTMX).content.decode()
    assert page.count(escape(f"{name} (house)")) >= 2
    assert "<script>" not in page


# On the page


def test_a_preview_is_a_part_for_scripts_and_a_whole_page_without(client: Client, ada: Member) -> None:
    pack = fen_pack(ada)
    sent = {"name__en": "Pike of reeds", "hands": 2, "dice": 1, "force": 3, "cost": 4, "version": pack.turn}
    where = address("pack_preview", pack, "melee")
    part = client.post(where, sent, headers=HTMX).content.decode()
    whole = client.post(f"{where}?from=sword", sent)
    assert "<html" not in part
    for page in (part, whole.content.decode()):
        assert len(re.findall(r'<img src="data:image/png;base64,[^"]+"', page)) == 1
        assert "Pike of reeds (house)" in page
        assert "S +3" in page
    page = whole.content.decode()
    assert 'value="Pike of reeds"' in page, "what was typed stays"
    assert f'action="{address("pack_entry", pack, "melee")}?from=sword"' in page
    assert f'formaction="{where}?from=sword#how-seen"' in page
    pack.refresh_from_db()
    assert "Pike of reeds" not in pack.text


def test_what_is_wrong_is_said_instead(client: Client, ada: Member) -> None:
    pack = fen_pack(ada)
    row = {"name__en": "Blast", "short": 3, "medium": 2, "long": 8, "force": 4, "cost": 3, "targets": 1}
    page = client.post(
        address("pack_preview", pack, "ranged"), {**row, "reload": "fast", "version": 0}, headers=HTMX
    ).content.decode()
    assert "<img" not in page
    assert "the three ranges must be there and grow" in page
    unfinished = client.post(address("pack_preview", pack, "ranged"), {"name__en": "Blast"})
    assert unfinished.status_code == 422
    assert "Shown as soon as everything needed is filled in." in unfinished.content.decode()


# Copied from another pack


def other_pack(**how: Any) -> Pack:
    """Somebody's pack with a heavier spear, a skill that needs one of its own, a race that enlists its own."""
    brute = {
        **FEN["races"]["fenman"],
        "name": {"fr": "Brute des tourbières", "en": "Bog brute"},
        "enlists": ["mudling"],
    }
    words = {
        "code": "bog",
        "name": {"fr": "La Tourbière", "en": "The Bog"},
        "races": {"fenman": FEN["races"]["fenman"], "brute": brute, "mudling": {**brute, "enlists": ["brute", "orc"]}},
        "melee": {
            "bog_spear": {"name": {"fr": "Épieu", "en": "Bog spear"}, "hands": 2, "dice": 1, "force": 4, "cost": 8}
        },
    }
    return published(MemberFactory.create(), **{**words, **how}).pack


def test_all_that_a_member_may_read_is_offered_and_nothing_else(client: Client, ada: Member) -> None:
    mine, theirs, closed = fen_pack(ada), other_pack(), other_pack(code="shut", name="The Shut", shared=False)
    operations.publish_pack(pack=mine, note="", author=ada, turn=mine.turn)
    found = dict(sources(ada, mine))
    assert found == {
        "The Bog": [(str(theirs.pk), "as it stands now"), (f"{theirs.pk}.1", "version 1")],
        "Fen folk": [(f"{mine.pk}.1", "version 1")],
    }
    page = client.get(address("pack_entry", mine, "melee")).content.decode()
    assert "The Bog, version 1" in page
    assert "The Shut" not in page
    for code in (f"{closed.pk}", f"{closed.pk}.1", f"{theirs.pk}.2", "99999", "x", f"{theirs.pk}.x", "1.1.1"):
        assert source(ada, mine, code) is None, code
        assert client.get(address("pack_entry", mine, "melee"), {"of": code}).status_code == 404, code


def test_who_helps_with_a_pack_copies_from_it(client: Client, ada: Member) -> None:
    mine, theirs = fen_pack(ada), other_pack(shared=False)
    assert client.get(address("pack_entry", mine, "melee"), {"of": theirs.pk}).status_code == 404
    operations.share_pack(pack=theirs, editors=[ada], shared=False, author=theirs.owner)
    assert client.get(address("pack_entry", mine, "melee"), {"of": theirs.pk}).status_code == 200


def test_an_entry_is_copied_with_its_names_in_both_languages(client: Client, ada: Member) -> None:
    mine, theirs = fen_pack(ada), other_pack()
    asked = {"of": f"{theirs.pk}.1", "from": "bog_spear"}
    page = client.get(address("pack_entry", mine, "melee"), asked)
    form = page.context["page"].form
    assert (form["name__en"].value(), form["name__fr"].value(), form["force"].value()) == ("Bog spear", "Épieu", 4)
    where = f"{address('pack_entry', mine, 'melee')}?of={theirs.pk}.1&amp;from=bog_spear"
    assert f'action="{where}"' in page.content.decode()
    answer = client.post(where.replace("&amp;", "&"), sent_of(form))
    assert answer.status_code == 302, answer.context["page"].form.errors
    mine.refresh_from_db()
    assert mine.draft.pack is not None
    copied = mine.draft.pack.melee[-1]
    assert (copied.name.fr, copied.name.en, copied.force.own) == ("Épieu", "Bog spear", 4)


def test_an_old_version_is_copied_as_it_was(ada: Member) -> None:
    mine, theirs = fen_pack(ada), other_pack()
    row = {"name": "Bog spear", "hands": 2, "dice": 1, "force": 9, "cost": 8}
    given = {"kind": KINDS["melee"], "row": row, "code": "bog_spear", "author": theirs.owner, "turn": theirs.turn}
    operations.put_entry(pack=theirs, **given)  # type: ignore[arg-type]
    forces = {
        code: begun(KINDS["melee"], found, "bog_spear", catalogue_of(mine)).row["force"]  # type: ignore[index]
        for code in (f"{theirs.pk}.1", str(theirs.pk))
        if (found := source(ada, mine, code))
    }
    assert forces == {f"{theirs.pk}.1": 4, str(theirs.pk): 9}


def test_what_a_copy_names_and_the_pack_has_not_is_left_out_and_said(client: Client, ada: Member) -> None:
    """The mudling enlists brutes and orcs: the pack of the fen has no brutes."""
    mine, theirs = fen_pack(ada), other_pack()
    page = client.get(address("pack_entry", mine, "races"), {"of": theirs.pk, "from": "mudling"})
    assert page.context["page"].begun.row["enlists"] == ["orc"]
    assert "It also names what this pack does not have, which is left out: Bog brute." in page.content.decode()


def test_of_a_pack_without_such_entries_none_is_offered(client: Client, ada: Member) -> None:
    mine, theirs = fen_pack(ada), operations.begin_pack(name="Empty", owner=ada)
    page = client.get(address("pack_entry", mine, "melee"), {"of": theirs.pk, "from": "sword"})
    assert page.context["page"].begun.row is None
    assert "Nothing of this kind stands there." in page.content.decode()


def test_what_stands_in_a_printed_place_may_take_it_here_too(client: Client, ada: Member) -> None:
    sword = {"name": "Sword", "hands": 1, "dice": 1, "force": 2, "cost": 6}
    mine, theirs = fen_pack(ada), other_pack(melee={"sword": sword})
    page = client.get(address("pack_entry", mine, "melee"), {"of": theirs.pk, "from": "sword"})
    assert page.context["page"].stands.fields["stands_for"].choices == [("", "nothing: it is new"), ("sword", "Sword")]


def test_what_was_typed_survives_that_the_other_pack_is_closed(client: Client, ada: Member) -> None:
    mine, theirs = fen_pack(ada), other_pack()
    where = f"{address('pack_entry', mine, 'melee')}?of={theirs.pk}&from=bog_spear"
    sent = sent_of(client.get(where).context["page"].form)
    operations.share_pack(pack=theirs, editors=[], shared=False, author=theirs.owner)
    assert client.post(where, sent).status_code == 302


def test_an_empty_source_has_nothing(ada: Member) -> None:
    pack = fen_pack(ada)
    assert Source("7", catalogue_of(pack), {}).choices(KINDS["races"]) == []


def test_the_page_asks_for_no_more_with_more_packs(
    client: Client, ada: Member, django_assert_max_num_queries: Any
) -> None:
    mine = fen_pack(ada)
    where = address("pack_entry", mine, "melee")
    client.get(where)
    with django_assert_max_num_queries(20) as few:
        client.get(where)
    for number in range(4):
        other_pack(code=f"bog_{number}")
    with django_assert_max_num_queries(20) as many:
        client.get(where)
    assert len(few) == len(many)


def test_what_is_wrong_with_a_new_entry_is_said_without_a_name_for_it(client: Client, ada: Member) -> None:
    """It has none before it is saved."""
    pack = fen_pack(ada)
    row = {"name__en": "Blast", "version": 0, "short": 3, "medium": 2, "long": 8, "force": 4, "cost": 3, "targets": 1}
    page = client.post(address("pack_preview", pack, "ranged"), {**row, "reload": "fast"}, headers=HTMX)
    assert "<li>Long range: the three ranges must be there and grow.</li>" in page.content.decode()


def test_what_cannot_be_is_said_where_the_preview_would_stand(client: Client, ada: Member) -> None:
    """And not that something is still missing."""
    pack = fen_pack(ada)
    sent = sent_of(client.get(address("pack_entry", pack, "races"), {"from": "orc"}).context["page"].form)
    wrong = {**sent, "leader__movement": 99, "henchman__toughness": ""}
    page = client.post(address("pack_preview", pack, "races"), wrong, headers=HTMX).content.decode()
    assert re.findall("<li>(.*?)</li>", page) == ["Leader, Movement: A whole number from 1 to 20."]
    assert "Shown as soon as" not in page
