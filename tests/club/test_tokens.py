"""Tokens for programs: made, shown once, revoked; only their hash is kept."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from club.departure import close_account
from club.models import ApiToken, Member, Scope
from club.operations import Refused
from club.second_step import remove_second_step
from club.tokens import operations, shape
from club.tokens.forms import TokenForm
from tests.clients import client_of
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db

FORM = {"name": "My sheet", "scopes": ["read", "play"], "days": "30"}


def made(member: Member, *scopes: str, days: int = 30, name: str = "Sheet") -> str:
    """A token of the member's."""
    token = shape.new_token()
    operations.make(member=member, token=token, name=name, scopes=scopes or ("read",), days=days)
    return token


def test_a_token_says_what_it_is_and_a_slip_of_the_pen_is_none() -> None:
    token = shape.new_token()
    assert re.fullmatch(r"arb_[0-9A-Za-z]{38}", token)
    assert shape.is_token(token)
    slips = [
        token[:-1],
        token + "0",
        token.replace("arb_", "arc_"),
        token[:10] + "~" + token[11:],
        "",
        "arb_",
        "é" * 42,
    ]
    other = token[:8] + ("a" if token[8] != "a" else "b") + token[9:]
    assert [shape.is_token(slip) for slip in [*slips, other]] == [False] * 8
    assert len({shape.new_token() for _each in range(100)}) == 100


def test_only_the_hash_is_kept() -> None:
    token = made(MemberFactory.create())
    row = ApiToken.objects.get()
    assert token not in str(ApiToken.objects.values().get())
    assert row.digest == shape.digest_of(token)
    assert row.beginning == token[:12]


def test_who_is_behind_a_token() -> None:
    ann = MemberFactory.create()
    token = made(ann)
    row = operations.behind(token)
    assert row is not None
    assert row.member == ann
    ApiToken.objects.update(expires=timezone.now())
    assert operations.behind(token) is None
    ApiToken.objects.update(expires=timezone.now() + timedelta(days=1))
    Member.objects.update(is_active=False)
    assert operations.behind(token) is None


def test_something_that_is_no_token_costs_no_query(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    with django_assert_num_queries(0):
        assert operations.behind("arb_" + "a" * 38) is None


def test_the_form_shows_the_token_once_and_never_again() -> None:
    ann = MemberFactory.create()
    client = client_of(ann, confirmed=True)
    page = client.get(reverse("club:token_new")).content.decode()
    assert "Read what I see" in page
    assert "Manage the club" not in page
    sent = {**FORM, "client_id": "one-form"}
    shown = client.post(reverse("club:token_new"), sent)
    found = re.search(r'value="(arb_[0-9A-Za-z]{38})"', shown.content.decode())
    assert found is not None
    assert "no-store" in shown["Cache-Control"]
    row = operations.behind(found[1])
    assert row is not None
    assert (row.member, row.name, row.scopes) == (ann, "My sheet", ["read", "play"])
    assert timedelta(days=29, hours=23) < row.expires - timezone.now() <= timedelta(days=30)
    again = client.post(reverse("club:token_new"), sent, follow=True)
    assert ApiToken.objects.count() == 1
    assert "arb_" in again.content.decode()  # its beginning
    assert found[1] not in again.content.decode()
    assert "was shown already" in again.content.decode()


def test_the_password_is_asked_for_before() -> None:
    answer = client_of(MemberFactory.create()).post(reverse("club:token_new"), FORM)
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert not ApiToken.objects.exists()


def test_what_is_wrong_with_the_form_stands_on_it() -> None:
    client = client_of(MemberFactory.create(), confirmed=True)
    wrong = client.post(reverse("club:token_new"), {"name": "", "scopes": ["admin"], "days": "9999"})
    assert wrong.status_code == 422
    assert not ApiToken.objects.exists()


def test_only_club_admins_have_tokens_for_the_club() -> None:
    ann, admin = MemberFactory.create(), MemberFactory.create(is_staff=True)
    with pytest.raises(Refused) as refused:
        made(ann, "read", "admin")
    assert refused.value.codes == ["unknown_scope"]
    made(admin, "read", "admin")
    for scopes in ((), ("nonsense",)):
        with pytest.raises(Refused):
            operations.make(member=ann, token=shape.new_token(), name="x", scopes=scopes, days=1)


@pytest.mark.parametrize("days", [0, -1, 367])
def test_no_token_lasts_for_ever(days: int) -> None:
    with pytest.raises(Refused) as refused:
        made(MemberFactory.create(), days=days)
    assert refused.value.codes == ["token_too_long"]


def test_twenty_tokens_are_enough() -> None:
    ann = MemberFactory.create()
    for _each in range(20):
        made(ann)
    with pytest.raises(Refused) as refused:
        made(ann)
    assert refused.value.codes == ["too_many_tokens"]


def test_one_is_revoked_and_all_are() -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    first, second, third, his = made(ann), made(ann), made(ann), made(ben)
    client = client_of(ann)
    row = ApiToken.objects.get(digest=shape.digest_of(first))
    client.post(reverse("club:token_revoke", args=[row.pk]))
    assert operations.behind(first) is None
    assert operations.behind(second) is not None
    bens = ApiToken.objects.get(member=ben)
    assert client.post(reverse("club:token_revoke", args=[bens.pk])).status_code == 404
    told = client.post(reverse("club:tokens_revoke"), follow=True)
    assert "2 tokens are revoked." in told.content.decode()
    assert operations.behind(third) is None
    assert operations.behind(his) is not None


def test_tokens_end_with_the_account_and_with_a_lost_second_step() -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    hers, his = made(ann), made(ben)
    close_account(member=ann)
    remove_second_step(member=ben)
    assert operations.behind(hers) is None
    assert operations.behind(his) is None


def test_the_list_says_what_each_is_for_when_it_was_used_and_when_it_ends() -> None:
    ann = MemberFactory.create()
    token = made(ann, Scope.REFEREE, name="Discord <b>")
    row = ApiToken.objects.get()
    page = client_of(ann).get(reverse("club:tokens")).content.decode()
    assert "Discord &lt;b&gt;" in page
    assert "Referee where I am a referee" in page
    assert f"{token[:12]}…" in page
    assert "never" in page
    operations.note_use(row, timezone.now())
    row.refresh_from_db()
    assert row.used is not None
    later = row.used + timedelta(seconds=30)
    operations.note_use(row, later)
    row.refresh_from_db()
    assert row.used != later  # at most once a minute
    ApiToken.objects.update(expires=timezone.now())
    assert "has run out" in client_of(ann).get(reverse("club:tokens")).content.decode()
    assert "arb_" not in client_of(MemberFactory.create()).get(reverse("club:tokens")).content.decode()


def test_a_visitor_has_none() -> None:
    assert client_of().get(reverse("club:tokens")).status_code == 302


def test_revoking_asks_first() -> None:
    """No token comes back: a thumb that slips would shut a program out."""
    ann = MemberFactory.create()
    made(ann)
    page = client_of(ann).get(reverse("club:tokens"), headers={"accept-language": "en"}).content.decode()
    assert 'data-confirm="Revoke this token? The program that uses it is shut out at once."' in page


def test_how_long_it_lasts_is_read_in_ones_own_language() -> None:
    member = MemberFactory.create()
    for language, words in (("fr", "90 jours"), ("en", "90 days"), ("fr", "90 jours")):
        with translation.override(language):
            assert words in TokenForm(member=member).as_p()
