"""Packs are written entry by entry or taken in whole; what is published never changes."""

from __future__ import annotations

from typing import Any

import pytest
import tomli_w

from club.models import Member
from club.operations import Refused, Stale
from engines.musg.packs import KINDS, text_of
from rosters.models import Pack
from rosters.packs import operations, rights
from tests.engines.musg.packs.documents import FEN
from tests.factories.club import MemberFactory
from tests.factories.packs import fen_pack, published

pytestmark = pytest.mark.django_db

SABRE: dict[str, Any] = {"name": {"fr": "Sabre", "en": "Sabre"}, "hands": 1, "dice": 2, "force": 2, "cost": 5}


@pytest.fixture
def ada() -> Member:
    return MemberFactory.create()


def put(pack: Pack, row: dict[str, Any], by: Member, kind: str = "melee", **given: Any) -> str:
    pack.refresh_from_db()
    given = {"turn": pack.turn, **given}
    code = operations.put_entry(pack=pack, kind=KINDS[kind], row=row, author=by, **given)
    pack.refresh_from_db()
    return code


def test_a_pack_begins_empty_and_is_written_entry_by_entry(ada: Member) -> None:
    pack = operations.begin_pack(name={"fr": "Le Marais", "en": "The Fen"}, owner=ada)
    assert (pack.name, pack.name_en, pack.code, pack.draft.pack) == ("Le Marais", "The Fen", "le_marais", None)
    assert put(pack, SABRE, ada) == "sabre"
    value = pack.draft.pack
    assert value is not None
    assert (value.name.en, value.melee[0].dice) == ("The Fen", 2)


def test_a_code_is_made_of_the_name_and_is_nobody_elses(ada: Member) -> None:
    pack = operations.begin_pack(name="Fen", owner=ada)
    assert put(pack, {**SABRE, "name": "Sword"}, ada) == "sword_2", "the rulebook has a sword"
    assert put(pack, {**SABRE, "name": "Sword"}, ada) == "sword_3"
    assert put(pack, {**SABRE, "name": "剣"}, ada) == "melee"


def test_an_entry_is_changed_under_its_code(ada: Member) -> None:
    pack = operations.begin_pack(name="Fen", owner=ada)
    code = put(pack, SABRE, ada)
    assert put(pack, {**SABRE, "name": "Long sabre", "cost": 9}, ada, code=code) == code
    assert pack.draft.pack is not None
    assert [(one.name.en, one.cost) for one in pack.draft.pack.melee] == [("Long sabre", 9)]


def test_all_that_is_wrong_with_an_entry_is_told_beside_its_words_and_nothing_is_kept(ada: Member) -> None:
    pack = operations.begin_pack(name="Fen", owner=ada)
    with pytest.raises(Refused) as refused:
        put(pack, {**SABRE, "hands": 3, "dice": 99}, ada)
    assert [(one.code, one.field) for one in refused.value.problems] == [
        ("pack_range", "hands"),
        ("pack_range", "dice"),
    ]
    pack.refresh_from_db()
    assert pack.draft.pack is None


def test_a_column_of_a_profile_is_a_field_of_its_own(ada: Member) -> None:
    pack = fen_pack(ada)
    row = {**FEN["races"]["fenman"], "leader": [8, 10, 9, 3, 5, 5, 6, 38]}
    with pytest.raises(Refused) as refused:
        put(pack, row, ada, kind="races", code="fenman")
    assert [one.field for one in refused.value.problems] == ["leader__shooting"]


def test_two_who_write_at_once_do_not_undo_each_other(ada: Member) -> None:
    pack = operations.begin_pack(name="Fen", owner=ada)
    turn = pack.turn
    put(pack, SABRE, ada)
    with pytest.raises(Stale):
        put(pack, {**SABRE, "name": "Pike"}, ada, turn=turn)
    with pytest.raises(Stale):
        put(pack, SABRE, ada, code="gone")


def test_what_another_entry_needs_is_not_taken_out(ada: Member) -> None:
    """The Heron is a fenman, and the dance needs one born in the mire."""
    pack = fen_pack(ada)
    for kind, code in (("races", "fenman"), ("skills", "mire_born")):
        with pytest.raises(Refused) as refused:
            operations.drop_entry(pack=pack, kind=KINDS[kind], code=code, author=ada, turn=pack.turn)
        assert refused.value.codes == ["pack_reference"]
    assert (
        operations.drop_entry(pack=pack, kind=KINDS["mercenaries"], code="heron", author=ada, turn=pack.turn)
        == "Le Héron"
    )


def test_a_file_comes_in_and_goes_out_equal(ada: Member) -> None:
    pack = fen_pack(ada)
    again = operations.take_in(text=pack.text, owner=ada)
    assert again.code == "fen_2", "one of the club has the code"
    assert again.text.replace("fen_2", "fen", 1) == pack.text


def test_a_file_that_is_wrong_is_refused_with_all_its_places(ada: Member) -> None:
    document = {**FEN, "melee": {"sabre": {**SABRE, "hands": 7}}, "speed": 1}
    with pytest.raises(Refused) as refused:
        operations.take_in(text=tomli_w.dumps(document), owner=ada)
    assert refused.value.codes == ["pack_word", "pack_range"]
    assert Pack.objects.count() == 0


def test_versions_count_up_and_never_change(ada: Member) -> None:
    pack = fen_pack(ada)
    first = operations.publish_pack(pack=pack, note=" The first ", author=ada, turn=pack.turn)
    assert (first.number, first.note, first.value.version) == (1, "The first", 1)
    with pytest.raises(Refused) as refused:
        operations.publish_pack(pack=pack, note="", author=ada, turn=pack.turn)
    assert refused.value.codes == ["same_version"]
    put(pack, SABRE, ada)
    second = operations.publish_pack(pack=pack, note="", author=ada, turn=pack.turn)
    first.refresh_from_db()
    assert (second.number, len(second.value.melee), len(first.value.melee)) == (2, 2, 1)
    assert "sabre" in text_of(second.value)


def test_a_version_comes_back_from_the_database_as_it_was(ada: Member) -> None:
    version = published(ada)
    kept = type(version).objects.get(pk=version.pk)
    assert kept.value == version.value
    assert kept.value.mark == version.value.mark


def test_an_empty_pack_is_not_published(ada: Member) -> None:
    pack = operations.begin_pack(name="Fen", owner=ada)
    with pytest.raises(Refused) as refused:
        operations.publish_pack(pack=pack, note="", author=ada, turn=pack.turn)
    assert refused.value.codes == ["pack_empty"]


def test_who_reads_and_who_writes(ada: Member) -> None:
    bob, cem = MemberFactory.create_batch(2)
    pack = fen_pack(ada, shared=False)
    assert list(rights.readable(bob)) == []
    operations.share_pack(pack=pack, editors=[bob], shared=False, author=ada)
    assert (list(rights.readable(bob)), rights.may_change(bob, pack), rights.owns(bob, pack)) == ([pack], True, False)
    operations.share_pack(pack=pack, editors=[], shared=True, author=ada)
    assert (list(rights.readable(cem)), rights.may_change(cem, pack)) == ([pack], False)
    with pytest.raises(Refused):
        put(pack, SABRE, cem)
    with pytest.raises(Refused):
        operations.remove_pack(pack=pack, author=bob)


def test_a_copy_is_ones_own(ada: Member) -> None:
    bob = MemberFactory.create()
    pack = fen_pack(ada)
    mine = operations.copy_pack(pack=pack, owner=bob)
    put(mine, SABRE, bob)
    pack.refresh_from_db()
    assert "sabre" in mine.text
    assert "sabre" not in pack.text
    operations.share_pack(pack=pack, editors=[], shared=False, author=ada)
    with pytest.raises(Refused):
        operations.copy_pack(pack=pack, owner=bob)


def test_a_member_has_only_so_many(ada: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "PACKS_MOST", 1)
    operations.begin_pack(name="One", owner=ada)
    with pytest.raises(Refused) as refused:
        operations.begin_pack(name="Two", owner=ada)
    assert refused.value.codes == ["too_many_packs"]


def test_a_published_packs_code_is_nobodys_once_it_is_removed() -> None:
    """Campaigns may still play with its version 1: another version 1 of the same code would pass for that."""
    ada, bob = MemberFactory.create(), MemberFactory.create()
    gone = published(ada)
    operations.remove_pack(pack=gone.pack, author=ada)
    assert operations.take_in(text=tomli_w.dumps(FEN), owner=bob).code == "fen_2"
    assert operations.begin_pack(name="Fen", owner=bob).code == "fen_3"


def test_the_code_of_a_pack_that_was_never_published_is_free_again() -> None:
    ada = MemberFactory.create()
    operations.remove_pack(pack=fen_pack(ada), author=ada)
    assert fen_pack(ada).code == "fen"
