"""Every address of the site, asked for in every role and by every method, answers as the access table says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.contrib import admin
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.backends.django import Template as TemplateOfBackend
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.views import defaults

from club.models import Member
from club.paper import press
from club.visibility import Visibility
from config import urls
from rosters.forms import FORMS
from tests import empty_site
from tests.thorough import THOROUGH
from tests.web.access_table import DOORS, TABLE, Right, Rule
from tests.web.cast import As, Cast, Ground

ANSWERS = {200, 204, 302, 422}
"""What a page may answer to who may: shown, done, refused with the reasons."""
GRANTED = {"GET": {200}, "POST": ANSWERS}
NEVER = ("PUT", "PATCH", "DELETE")
HTMX = {"HX-Request": "true"}
WHOLE = THOROUGH and empty_site.on_sqlite()
"""Whether each address is asked for on every ground: elsewhere, and while one works, on one of them by turns."""
Context = dict[str, Any] | None
Refusal = Callable[[HttpRequest, Exception], HttpResponse]


def names() -> Iterator[str]:
    """The name of every address of the resolver, with its namespace; those of the API are asked otherwise."""
    yield from (name for name in _names(get_resolver(), "") if not name.startswith("api:"))


def _names(resolver: URLResolver, space: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}"
        else:
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _names(pattern, inner)


def declared() -> set[str]:
    return {name.split()[0] for name in TABLE} | set(DOORS)


class Asking:
    """Clients of every role; what a request changed, be it a cookie, is taken back at once."""

    def __init__(self, cast: Cast) -> None:
        self.clients = {role: Client() for role in As}
        for role, member in cast.people.items():
            self.clients[role].force_login(member)
        self.cookies = {role: deepcopy(client.cookies) for role, client in self.clients.items()}

    def ask(self, role: As, method: str, address: str, data: object = None, *, htmx: bool = False) -> HttpResponse:
        client = self.clients[role]
        with transaction.atomic():
            answer = client.generic(
                method, address, _body(data), "application/x-www-form-urlencoded", headers=HTMX if htmx else None
            )
            transaction.set_rollback(True)
        client.cookies = deepcopy(self.cookies[role])
        return answer


def _body(data: object) -> str:
    return urlencode(data) if data else ""  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def refused_in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of all that is asked for here is refused, each time with a whole page that nobody reads: a test lets every
    view draw it once for visitors and once for members, after that only the status is answered.
    """
    drawn = set[tuple[object, int, bool]]()

    def short(status: int, page: Refusal) -> Refusal:
        def refuse(request: HttpRequest, exception: Exception) -> HttpResponse:
            view = request.resolver_match and request.resolver_match.view_name
            somebody = hasattr(request, "user") and request.user.is_authenticated
            key = (view, status, somebody)
            if key in drawn:
                return HttpResponse(status=status)
            drawn.add(key)
            return page(request, exception)

        return refuse

    monkeypatch.setattr(urls, "handler403", short(403, defaults.permission_denied), raising=False)
    monkeypatch.setattr(urls, "handler404", short(404, defaults.page_not_found), raising=False)


@pytest.fixture
def granted_in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may see a page is settled before it is drawn: a page is drawn once for visitors and once for members, however
    many roles and grounds it is asked for on. (``test_html`` draws every page of the demo club for all its readers.)
    Nor is a sheet of paper set more than once.
    """
    drawn = set[tuple[object, ...]]()
    draw, print_it = TemplateOfBackend.render, press.pdf
    printed: dict[Path, bytes] = {}

    def pdf(template: Path, data: Mapping[str, Any], **more: Any) -> bytes:
        if template not in printed:
            printed[template] = print_it(template, data, **more)
        return printed[template]

    def render(
        template: TemplateOfBackend, context: dict[str, Any] | None = None, request: HttpRequest | None = None
    ) -> str:
        match = request.resolver_match if request is not None else None
        if request is None or match is None:
            return draw(template, context, request)
        key = (match.view_name, request.method, template.template.name, request.user.is_authenticated)
        if key in drawn:
            return ""
        drawn.add(key)
        return draw(template, context, request)

    monkeypatch.setattr(TemplateOfBackend, "render", render)
    monkeypatch.setattr(press, "pdf", pdf)


@pytest.fixture(scope="module")
def logged_in(played: Cast) -> Asking:
    return Asking(played)


@pytest.fixture
def asking(logged_in: Asking, stage: Cast) -> Asking:
    return logged_in


def leads_to_login(answer: HttpResponse) -> bool:
    address = answer.headers.get("HX-Redirect") or answer.headers.get("Location") or ""
    return answer.status_code in (204, 302) and urlsplit(address).path == reverse("account_login")


def verdict(rule: Rule, role: As, method: str, visibility: str, answer: HttpResponse) -> str:
    """What is wrong with the answer, or nothing."""
    right, status = rule.may(method), answer.status_code
    seen = rule.about is None or role in rule.sees[visibility]
    if leads_to_login(answer):
        status = -1
    if right is Right.NOBODY:
        wanted = {405} if seen else {404, 405}
    elif not seen:
        wanted = {404}
    elif role in right.value:
        wanted = {302} if rule.leads_elsewhere and method == "GET" else GRANTED[method]
    else:
        wanted = {-1} if role is As.VISITOR else {403}
    if status in wanted:
        return ""
    told = "log-in" if status == -1 else status
    return f"{role} {method} ({visibility}): {told}, not {' or '.join('log-in' if w == -1 else str(w) for w in wanted)}"


def address_of(name: str, rule: Rule, ground: Ground) -> str:
    return reverse(name.split()[0], kwargs=dict(rule.about(ground)) if rule.about else None)


def test_every_address_stands_in_the_table_and_nothing_else_does() -> None:
    existing = {name for name in names() if not name.startswith("admin:")}
    assert sorted(existing - declared()) == [], "addresses without a rule"
    assert sorted(declared() - existing) == [], "rules without an address"


def grounds_of(name: str, stage: Cast) -> list[Ground]:
    """The grounds on which an address is asked for."""
    if not TABLE[name].about:
        return [stage.grounds[Visibility.PUBLIC]]
    grounds = list(stage.grounds.values())
    return grounds if WHOLE else [grounds[list(TABLE).index(name) % len(grounds)]]


@pytest.mark.databases
@pytest.mark.usefixtures("granted_in_short")
@pytest.mark.parametrize("name", TABLE)
def test_access(name: str, asking: Asking, stage: Cast) -> None:
    rule, wrong = TABLE[name], []
    for ground in grounds_of(name, stage):
        address = address_of(name, rule, ground)
        for role in As:
            for method in ("GET", "POST"):
                answer = asking.ask(role, method, address, rule.data(ground) if method == "POST" else None)
                wrong.append(verdict(rule, role, method, ground.visibility, answer))
    assert [line for line in wrong if line] == []


@pytest.mark.parametrize("name", [name for name, rule in TABLE.items() if rule.about])
def test_a_fragment_opens_no_door_that_its_page_keeps_shut(name: str, asking: Asking, stage: Cast) -> None:
    rule, wrong = TABLE[name], []
    method = "GET" if rule.get is not Right.NOBODY else "POST"
    for ground in grounds_of(name, stage):
        data = rule.data(ground) if method == "POST" else None
        for role in sorted(set(As) - (rule.may(method).value & rule.sees[ground.visibility])):
            answer = asking.ask(role, method, address_of(name, rule, ground), data, htmx=True)
            wrong.append(verdict(rule, role, method, ground.visibility, answer))
    assert [line for line in wrong if line] == []


@pytest.mark.parametrize("kind", FORMS)
def test_every_kind_of_step_asks_for_the_same_right(kind: str, asking: Asking, stage: Cast) -> None:
    rule = TABLE.get(f"rosters:step {kind}", TABLE["rosters:step"])
    ground = stage.grounds[Visibility.PRIVATE]
    address = reverse("rosters:step", args=[ground.warband.pk, kind])
    wrong = [verdict(rule, role, "POST", ground.visibility, asking.ask(role, "POST", address)) for role in As]
    assert [line for line in wrong if line] == []


@pytest.mark.parametrize("name", TABLE)
def test_other_methods_are_refused(name: str, asking: Asking, stage: Cast) -> None:
    rule, ground = TABLE[name], stage.grounds[Visibility.PUBLIC]
    address = address_of(name, rule, ground)
    for role in (As.VISITOR, As.OWNER, As.REFEREE, As.ADMIN):
        for method in NEVER:
            assert asking.ask(role, method, address).status_code == 405, f"{role} {method}"


# Accounts


@pytest.mark.databases
@pytest.mark.parametrize("name", DOORS)
def test_doors(name: str, asking: Asking) -> None:
    door = DOORS[name]
    address = reverse(name, kwargs=dict(door.kwargs))
    for role in As:
        for method, wanted in (("GET", door.get), ("POST", door.post)):
            answer = asking.ask(role, method, address)
            assert answer.status_code == wanted[role is not As.VISITOR], f"{role} {method}"
        for method in NEVER:
            assert asking.ask(role, method, address).status_code == 405, f"{role} {method}"


# Django's admin


def admin_addresses() -> Iterator[str]:
    """Every page of the admin, about a row of each model where it is about one."""
    models = {f"{model._meta.app_label}_{model._meta.model_name}": model for model in admin.site._registry}
    for pattern in get_resolver().url_patterns:
        if isinstance(pattern, URLResolver) and pattern.namespace == "admin":
            for name in _names(pattern, "admin:"):
                about = name.removeprefix("admin:").rpartition("_")[0]
                yield _admin_address(name, models.get(about))


def _admin_address(name: str, model: type[Model] | None) -> str:
    member = Member.objects.first()
    assert member is not None
    if name.endswith(":None"):  # Django's redirect of old addresses and its catch-all
        return "/admin/no-such-page/"
    if name == "admin:app_list":
        return reverse(name, args=["club"])
    if name == "admin:view_on_site":
        return reverse(name, args=[1, member.pk])
    if name == "admin:auth_user_password_change":
        return reverse(name, args=[member.pk])
    if model is not None and name.endswith(("_change", "_delete", "_history")):
        row = model._default_manager.first()
        return reverse(name, args=[row.pk if row else 1])
    return reverse(name)


@pytest.mark.databases
def test_the_admin_pages_are_shut_to_all_but_club_admins(asking: Asking) -> None:
    open_to_all = {reverse("admin:login"), reverse("admin:logout"), reverse("admin:jsi18n")}
    for address in sorted(set(admin_addresses()) - open_to_all):
        for role in As:
            for method in ("GET", "POST"):
                answer = asking.ask(role, method, address)
                if role is As.ADMIN:
                    assert answer.status_code < 500, f"{role} {method} {address}"
                    continue
                away = leads_to_login(answer) or answer.headers.get("Location", "").startswith(reverse("admin:login"))
                assert away or answer.status_code in (403, 404, 405), f"{role} {method} {address} {answer.status_code}"


KEPT_BY_HAND = {"membership"}
"""Rows of campaigns that a club admin may change: when the only referee is gone, somebody names another."""


def test_what_journals_and_operations_keep_is_only_shown_to_the_club_admin(asking: Asking) -> None:
    shown = [m for m in admin.site._registry if m._meta.app_label in ("rosters", "campaigns")]
    assert shown
    for model in shown:
        if model._meta.model_name in KEPT_BY_HAND:
            continue
        about = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        row = model._default_manager.first()
        number = row.pk if row else 1
        assert asking.ask(As.ADMIN, "GET", reverse(f"{about}_changelist")).status_code == 200, about
        if row:
            assert asking.ask(As.ADMIN, "GET", reverse(f"{about}_change", args=[number])).status_code == 200, about
            assert asking.ask(As.ADMIN, "POST", reverse(f"{about}_change", args=[number])).status_code == 403, about
            assert asking.ask(As.ADMIN, "POST", reverse(f"{about}_delete", args=[number])).status_code == 403, about
        assert asking.ask(As.ADMIN, "POST", reverse(f"{about}_add")).status_code == 403, about
