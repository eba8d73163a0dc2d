"""Forms over stored rows say what was seen of them; forms that make something are known again: see the forms table."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve

from tests.web.access_table import DOORS, TABLE, Right
from tests.web.forms_table import FORMS, Guard
from tests.web.html import Element, Page
from tests.web.reading import Reading, all_pages
from tests.web.test_access import names

REFUSED = {404, 405}
ONLY_READ = {"mfa_download_recovery_codes", "mfa_index", "mfa_list_webauthn", "mfa_view_recovery_codes"}


def taking_forms() -> set[str]:
    """Every address of the resolver that takes a form, as the access table (which is tried there) says."""
    taking = {name.split()[0] for name, rule in TABLE.items() if rule.post is not Right.NOBODY}
    doors = {name for name, door in DOORS.items() if not set(door.post) <= REFUSED}
    doors |= {"mfa_deactivate_totp", "club:end_session"}  # of who has something to take away
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
