"""The club's packs: begun or taken in, written entry by entry, shared and published."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import MemberRequest, member_required, not_found
from club.files import file_headers
from club.htmx import by_htmx
from club.once import made_once, once
from club.operations import Refused, problems_on
from engines.musg.packs import KINDS, text_of
from rosters.models import Pack, PackVersion
from rosters.packs import operations, rights
from rosters.packs.forms import DescribeForm, PublishForm, ShareForm, TakeInForm
from rosters.packs.page import PackPage, said
from rosters.packs.preview import Preview, previewed
from rosters.packs.writing import Writing, writing
from rosters.reference.house import house_sections
from rosters.wording.packs import KINDS as TITLES


@member_required
@once
def packs(request: MemberRequest) -> HttpResponse:
    """All packs the reader may read; one form begins one, another takes one in from a file."""
    from_text = "text" in request.POST
    begun = DescribeForm(request.POST if request.method == "POST" and not from_text else None)
    typed = TakeInForm(request.POST if from_text else None, request.FILES or None, auto_id="id_file_%s")
    form = typed if from_text else begun
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            return redirect(made_once(request, lambda: _made(request, begun, typed, from_text=from_text)))
    rows = rights.readable(request.user).defer("text").select_related("owner")
    context = {
        "mine": [row for row in rows if row.owner_id == request.user.pk],
        "others": [row for row in rows if row.owner_id != request.user.pk],
        "begun": begun,
        "typed": typed,
    }
    return render(request, "rosters/packs/packs.html", context, status=422 if form.errors else 200)


def _made(request: MemberRequest, begun: DescribeForm, typed: TakeInForm, *, from_text: bool) -> Pack:
    if from_text:
        made = operations.take_in(text=typed.cleaned_data["text"], owner=request.user)
    else:
        made = operations.begin_pack(name=begun.named, about=begun.told, owner=request.user)
    messages.success(request, _("%(name)s is yours to write.") % {"name": made.called})
    return made


@require_safe
@member_required
def pack(request: MemberRequest, pk: int) -> HttpResponse:
    """A pack: all that stands in it, its versions, and for its writers what can be done with it."""
    return _pack_page(request, rights.pack_for_reader(request.user, pk))


def _pack_page(
    request: MemberRequest, shown: Pack, *, status: int = 200, publish: PublishForm | None = None, **forms: Any
) -> HttpResponse:
    writes, owned = rights.may_change(request.user, shown), rights.owns(request.user, shown)
    context: dict[str, Any] = {"page": PackPage.of(shown), "writes": writes, "owned": owned}
    if writes:
        context["describe"] = DescribeForm(pack=shown)
        context["publish"] = publish or PublishForm(initial={"version": shown.turn})
    if owned:
        context["share"] = ShareForm(pack=shown)
    return render(request, "rosters/packs/pack.html", {**context, **forms}, status=status)


@require_POST
@member_required
def describe(request: MemberRequest, pk: int) -> HttpResponse:
    """Give a pack another name and description."""
    shown = rights.pack_for_writer(request.user, pk)
    form = DescribeForm(request.POST, pack=shown)
    if form.is_valid():
        with problems_on(form):
            given = {"name": form.named, "about": form.told, "check": form.refuse_stale}
            operations.describe_pack(pack=shown, author=request.user, **given)
            messages.success(request, _("The pack says so now."))
            return redirect(shown)
    return _pack_page(request, shown, describe=form, status=422)


@require_POST
@member_required
def share(request: MemberRequest, pk: int) -> HttpResponse:
    """Say who reads a pack and who helps with it."""
    shown = rights.pack_for_owner(request.user, pk)
    form = ShareForm(request.POST, pack=shown)
    if form.is_valid():
        with problems_on(form):
            chosen = {name: form.cleaned_data[name] for name in ("editors", "shared")}
            operations.share_pack(pack=shown, author=request.user, check=form.refuse_stale, **chosen)
            messages.success(request, _("Who may read and change the pack has been saved."))
            return redirect(shown)
    return _pack_page(request, shown, share=form, status=422)


@require_POST
@member_required
@once
def publish(request: MemberRequest, pk: int) -> HttpResponse:
    """Publish a pack as it stands."""
    shown = rights.pack_for_writer(request.user, pk)
    form = PublishForm(request.POST)
    if form.is_valid():
        with problems_on(form):
            given = {"note": form.cleaned_data["note"], "turn": form.cleaned_data["version"]}
            made = made_once(request, lambda: operations.publish_pack(pack=shown, author=request.user, **given))
            words = _("Version %(number)s is published. A campaign takes it in on its own page, with “%(button)s”.")
            messages.success(request, words % {"number": made.number, "button": _("Choose packs")})
            return redirect(shown)
    return _pack_page(request, shown, publish=form, status=422)


@require_POST
@member_required
@once
def copy(request: MemberRequest, pk: int) -> HttpResponse:
    """Begin a pack of one's own with all that stands in this one."""
    shown = rights.pack_for_reader(request.user, pk)
    try:
        made = made_once(request, lambda: operations.copy_pack(pack=shown, owner=request.user))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(shown)
    messages.success(request, _("This copy is yours to change."))
    return redirect(made)


@require_POST
@member_required
def remove(request: MemberRequest, pk: int) -> HttpResponse:
    """Remove a pack with its versions."""
    shown = rights.pack_for_owner(request.user, pk)
    operations.remove_pack(pack=shown, author=request.user)
    messages.success(request, _("The pack is gone; campaigns that play with it keep what they have."))
    return redirect("rosters:packs")


@member_required
@once
def entry(request: MemberRequest, pk: int, kind: str) -> HttpResponse:
    """A form that writes an entry of a kind: that of ``?entry=``, or a new one begun ``?from=`` something ``?of=``."""
    shown, about = rights.pack_for_writer(request.user, pk), KINDS.get(kind) or not_found()
    written = writing(request, shown, about)
    if request.method == "POST" and written.complete:
        try:
            return _put(request, written)
        except Refused as refused:
            written.form.beside(refused)
    return _entry_page(request, written)


def _entry_page(request: MemberRequest, written: Writing, preview: Preview | None = None) -> HttpResponse:
    context = {
        "page": written,
        "pack": written.pack,
        "title": TITLES[written.kind.name],
        "preview": preview or Preview(),
    }
    return render(request, "rosters/packs/entry.html", context, status=422 if written.form.errors else 200)


def _put(request: MemberRequest, written: Writing) -> HttpResponse:
    row, shown = written.form.row, written.pack

    def put() -> Pack:
        given = {"code": written.code, "stands_for": written.stands_for, "turn": written.form.cleaned_data["version"]}
        operations.put_entry(pack=shown, kind=written.kind, row=row, author=request.user, **given)
        return shown

    made_once(request, put)
    messages.success(request, _("%(name)s is in the pack.") % {"name": said(row["name"])})
    return redirect(shown)


@require_POST
@member_required
@vary_on_headers("HX-Request")
def preview(request: MemberRequest, pk: int, kind: str) -> HttpResponse:
    """An entry as it would be printed and stand in the tables; nothing is kept. Without scripts it is a whole page."""
    shown, about = rights.pack_for_writer(request.user, pk), KINDS.get(kind) or not_found()
    written = writing(request, shown, about)
    code = written.code or request.POST.get("stands_for", "")
    fits = written.form.is_valid()
    seen = previewed(shown, about, written.form.row, code) if fits else Preview(wrong=written.form.unfit)
    if by_htmx(request):
        return render(request, "rosters/packs/_preview.html", {"preview": seen})
    return _entry_page(request, written, seen)


@require_POST
@member_required
def drop(request: MemberRequest, pk: int, kind: str) -> HttpResponse:
    """Take an entry out of a pack."""
    shown, about = rights.pack_for_writer(request.user, pk), KINDS.get(kind) or not_found()
    form = PublishForm(request.POST)
    try:
        turn = form.cleaned_data["version"] if form.is_valid() else -1
        code = request.POST.get("code", "")
        name = operations.drop_entry(pack=shown, kind=about, code=code, turn=turn, author=request.user)
        messages.success(request, _("%(name)s is out of the pack.") % {"name": name})
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect(shown)


@require_safe
@member_required
def version(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """A version as it was published."""
    found = _version(request, pk, number)
    context = {"version": found, "pack": found.pack, "sections": house_sections([found.value])}
    return render(request, "rosters/packs/version.html", context)


@require_safe
@member_required
def version_file(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """A version as a file."""
    found = _version(request, pk, number)
    return _file(text_of(found.value), f"{found.pack.code}-{number}")


@require_safe
@member_required
def draft_file(request: MemberRequest, pk: int) -> HttpResponse:
    """A pack as a file, as it stands now."""
    found = rights.pack_for_reader(request.user, pk)
    return _file(found.text, found.code)


def _version(request: MemberRequest, pk: int, number: int) -> PackVersion:
    shown = rights.pack_for_reader(request.user, pk)
    return get_object_or_404(shown.versions.select_related("pack", "by"), number=number)


def _file(text: str, name: str) -> HttpResponse:
    return HttpResponse(text, content_type="application/toml", headers=file_headers(f"{name}.toml"))
