"""Forms over stored rows say what was seen of them; forms that make something are known again: see the forms table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.urls import Resolver404, resolve

from club.models import Member
from club.operations import Stale
from tests.clients import client_of
from tests.web.access_table import DOORS, TABLE, Right
from tests.web.forms_table import BOTH, FORMS, SEEN, Guard
from tests.web.html import Element, Page, filled_in
from tests.web.reading import Reading, all_pages
from tests.web.shown import VISITOR
from tests.web.test_access import names

REFUSED = {404, 405}
ONLY_READ = {"mfa_download_recovery_codes", "mfa_index", "mfa_list_webauthn", "mfa_view_recovery_codes"}


def taking_forms() -> set[str]:
    """Every address of the resolver that takes a form, as the access table (which is tried there) says."""
    taking = {name.split()[0] for name, rule in TABLE.items() if rule.post is not Right.NOBODY}
    doors = {name for name, door in DOORS.items() if not set(door.post) <= REFUSED}
    doors |= {"mfa_deactivate_totp", "club:end_session", "club:token_revoke"}  # of who has something to take away
    return (taking | doors) & set(names()) - ONLY_READ


def test_every_address_that_takes_a_form_says_what_guards_it() -> None:
    assert sorted(taking_forms() - set(FORMS)) == [], "say what guards these forms, or why nothing need"
    assert sorted(set(FORMS) - taking_forms()) == []


def forms() -> Iterator[tuple[str, Element, Reading]]:
    """Every form of every page, by the name of the address it is sent to; one sent back carries what was sent."""
    for reading in all_pages():
        if "<form" not in reading.html or reading.shown.sent:
            continue
        for form in Page(reading.html).all("form"):
            if form["method"].lower() != "post" and not form["hx-post"]:
                continue
            address = urlsplit(form["action"] or form["hx-post"] or reading.shown.address).path
            try:
                yield resolve(address or urlsplit(reading.shown.address).path).view_name, form, reading
            except Resolver404:
                yield f"no address: {address}", form, reading


def carried(form: Element) -> set[str]:
    """The names of the hidden fields, without the prefix of their form; a version says which."""
    hidden = [one for one in form.walk() if one.tag == "input" and one["type"] == "hidden"]
    names = [(one["name"].rpartition("-")[2], one["value"]) for one in hidden]
    return {name for name, value in names if value or name in ("seen", "was")}


def test_forms_carry_what_guards_them(demo: None) -> None:
    wrong = set()
    for name, form, reading in forms():
        guard = FORMS.get(name, "")
        if isinstance(guard, Guard) and not carried(form) & guard.value:
            wrong.add(f"{name}: a form of {reading.shown.name} carries none of {sorted(guard.value)}")
    assert sorted(wrong) == []


def outdated(sent: dict[str, list[str]]) -> dict[str, list[str]]:
    """What a form says that was opened before somebody else changed all that it shows."""
    late = dict(sent)
    for name, values in sent.items():
        kind = name.rpartition("-")[2]
        if kind == "version":
            late[name] = [str(int(values[0] or 0) + 1000)]
        elif kind == "was":
            late[name] = ["0" * 16]
        elif kind == "seen" and values[0].startswith("{"):
            before = json.loads(values[0])
            late[name] = [json.dumps({key: f"{said} before" for key, said in before.items()})]
        elif kind == "seen":
            late[name] = [f"{values[0]} before"]
    return late


UNTRIED = {
    "club:hook",  # the club of the demo has none; it is the page of "campaigns:hook", which is tried
    "rosters:start",  # what to begin with is said by the button that is pressed: see tests/rosters/test_levy.py
    # Nothing is chosen or typed in them as they are drawn; each is tried beside its operation.
    "campaigns:aftermath_begin",
    "campaigns:change_round",
    "campaigns:dispute",
    "campaigns:match_by_code",
    "campaigns:match_dispute",
    "campaigns:match_entry",
    "campaigns:match_insert",
    "campaigns:match_strike",
    "campaigns:warband_power",
    "rosters:hire",
    "rosters:shop",
    # Drawn of a match that nobody called off.
    "campaigns:match_bring_back",
    # Their correction is gone by then: the pages made it for a look.
    "campaigns:correction_decide",
    "campaigns:correction_dice",
    "campaigns:correction_drop",
    "campaigns:correction_leave_out",
}
"""Forms that do not come as far as their operation as they are drawn."""


def test_what_is_out_of_date_is_refused(demo: None, monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[Stale] = []
    to_begin_with = Stale.__init__

    def noted(self: Stale, message: object = None) -> None:
        to_begin_with(self, message)  # type: ignore[arg-type]
        raised.append(self)

    monkeypatch.setattr(Stale, "__init__", noted)
    refused, tried = set[str](), set[str]()
    readers = {reading.shown.reader for reading in all_pages()} - {VISITOR}
    clients = {name: client_of(Member.objects.get(username=name), confirmed=True) for name in readers}
    clients[VISITOR] = client_of()
    for name, form, reading in forms():
        if FORMS.get(name) not in (SEEN, BOTH) or name in refused:
            continue
        tried.add(name)
        client = clients[reading.shown.reader]
        raised.clear()
        with transaction.atomic():
            client.post(form["action"] or form["hx-post"] or reading.shown.address, outdated(filled_in(form)))
            transaction.set_rollback(True)
        if raised:
            refused.add(name)
    assert sorted(tried - refused - UNTRIED) == []
