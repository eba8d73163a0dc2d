"""The pages about hooks, for the club and for each campaign alike: a ``Desk`` says whose they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from club import sealing
from club.access import not_found, signed_in
from club.hooks import codes, operations
from club.hooks.forms import FORMS, HookForm
from club.hooks.reach import reach_of
from club.models.hook import Hook, HookDelivery, HookKind
from club.once import made_once
from club.operations import Refused, problems_on

SHOWN: Final = 30
"""How many deliveries a hook's page lists: the latest."""
_SESSION: Final = "hook_secret"
ACTS: Final = ("test", "rotate", "on", "off", "remove")


class Desk(Struct, frozen=True):
    """Whose hooks these are. ``names`` begins the names of their addresses, ``arguments`` is what those take first.

    ``draw`` renders a page of whoever they belong to, which extends the template ``base``.
    """

    scope: str
    base: str
    names: str
    arguments: tuple[object, ...]
    draw: Callable[..., HttpResponse]

    def to(self, name: str, *arguments: object) -> str:
        """Return the address of one of the pages."""
        return reverse(f"{self.names}:{name}", args=[*self.arguments, *arguments])

    def hook(self, number: int) -> Hook:
        """Return one of these hooks, or answer 404."""
        return Hook.objects.filter(pk=number, scope=self.scope).first() or not_found()


def listing(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All hooks, and what kinds there are to be added."""
    lines = [Line(hook, desk.to("hook", hook.pk)) for hook in Hook.objects.filter(scope=desk.scope)]
    kinds = [(kind.label, desk.to("hook_new", kind.value)) for kind in HookKind]
    return _draw(request, desk, "list", lines=lines, kinds=kinds)


def new(request: HttpRequest, desk: Desk, kind: str) -> HttpResponse:
    """Add a hook of a kind; its signing secret is shown on the page that follows, and never again."""
    form_class = FORMS.get(kind) or not_found()
    form = form_class(request.POST or None, scope=desk.scope)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            said, author = form.said(), signed_in(request)
            place = operations.place_of(kind=kind, said=said)
            made = made_once(
                request,
                lambda: operations.add(scope=desk.scope, kind=kind, said=said, place=place, author=author),
            )
            _show_once(request, made)
            messages.success(request, _("It is added. A test shows whether it is reached."))
            return redirect(desk.to("hook", made.pk))
    title = _("Add: %(kind)s") % {"kind": HookKind(kind).label}
    return _draw(request, desk, "form", status=_status(form), form=form, title=title)


def one(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """A hook: what it is told, what was sent lately, and what can be done with it."""
    hook = desk.hook(number)
    form = FORMS[hook.kind](request.POST or None, scope=desk.scope, hook=hook)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            said = form.said()
            place = operations.place_of(kind=hook.kind, said=said, hook=hook)
            operations.change(hook=hook, said=said, place=place, check=form.refuse_stale)
            messages.success(request, _("It is saved."))
            return redirect(desk.to("hook", hook.pk))
    hook = desk.hook(number)
    rows = HookDelivery.objects.filter(hook=hook).select_related("event")[:SHOWN]
    lines = [DeliveryLine(row, _label(row.event.code), desk.to("hook_again", hook.pk, row.pk)) for row in rows]
    acts = {act: desk.to("hook_act", hook.pk, act) for act in ACTS}
    shown = _shown_once(request, hook) if request.method == "GET" else ""
    return _draw(
        request, desk, "hook", status=_status(form), form=form, hook=hook, lines=lines, acts=acts, secret=shown
    )


def act(request: HttpRequest, desk: Desk, number: int, what: str) -> HttpResponse:
    """Test a hook, give it another secret, switch it, remove it."""
    hook = desk.hook(number)
    if what not in ACTS:
        not_found()
    try:
        said = _ACTS[what](request, hook)
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, str(problem.message))
    else:
        messages.success(request, said)
    return redirect(desk.to("hooks") if what == "remove" else desk.to("hook", hook.pk))


def again(request: HttpRequest, desk: Desk, number: int, delivery: int) -> HttpResponse:
    """Send something again."""
    hook = desk.hook(number)
    row = HookDelivery.objects.filter(hook=hook, pk=delivery).first() or not_found()
    try:
        operations.send_again(delivery=row)
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, str(problem.message))
    else:
        messages.success(request, _("It is being sent again."))
    return redirect(desk.to("hook", hook.pk))


class Line(Struct, frozen=True):
    """A hook in the list."""

    hook: Hook
    address: str


class DeliveryLine(Struct, frozen=True):
    """Something that was sent, or waits. ``again`` is where it is sent again."""

    row: HookDelivery
    label: str
    again: str


# What the buttons do


def _test(_request: HttpRequest, hook: Hook) -> str:
    operations.test(hook=hook)
    return _("A test is under way: this page says in a moment whether it arrived.")


def _rotate(request: HttpRequest, hook: Hook) -> str:
    operations.rotate(hook=hook)
    hook.refresh_from_db()
    _show_once(request, hook)
    return _("There is a new secret. For a day, everything is signed with the former one as well.")


def _on(_request: HttpRequest, hook: Hook) -> str:
    operations.switch(hook=hook, active=True)
    return _("It is switched on.")


def _off(_request: HttpRequest, hook: Hook) -> str:
    operations.switch(hook=hook, active=False)
    return _("It is switched off: nothing is sent any more.")


def _remove(_request: HttpRequest, hook: Hook) -> str:
    operations.remove(hook=hook)
    return _("“%(name)s” is removed.") % {"name": hook.name}


_ACTS: Final[Mapping[str, Callable[[HttpRequest, Hook], str]]] = {
    "test": _test,
    "rotate": _rotate,
    "on": _on,
    "off": _off,
    "remove": _remove,
}


# Once


def _show_once(request: HttpRequest, hook: Hook) -> None:
    """Let a hook's next page show its signing secret."""
    signing = reach_of(hook).signing
    if signing:
        request.session[_SESSION] = {str(hook.pk): sealing.seal(signing[0])}


def _shown_once(request: HttpRequest, hook: Hook) -> str:
    kept: Any = request.session.get(_SESSION)
    if not isinstance(kept, dict) or str(hook.pk) not in kept:
        return ""
    del request.session[_SESSION]
    try:
        return sealing.unseal(kept[str(hook.pk)])
    except sealing.Unreadable:
        return ""


def _label(code: str) -> str:
    if code == codes.TEST:
        return _("a test")
    event = codes.events().get(code)
    return str(event.label) if event is not None else code


def _status(form: HookForm) -> int:
    return 422 if form.errors else 200


def _draw(request: HttpRequest, desk: Desk, page: str, *, status: int = 200, **context: Any) -> HttpResponse:
    shared = {"base": desk.base, "desk": desk, "list_address": desk.to("hooks")}
    return desk.draw(request, f"club/hooks/{page}.html", {**shared, **context}, status=status)
