"""Parts of pages on other sites: in a frame without script and cookie, and what tells others of it (oEmbed)."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.csp import CSP
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import not_found
from club.addresses import whole
from club.found import excerpts
from club.models import ClubSettings
from club.numbers import whole_number

PLAIN: Final = "text/plain; charset=utf-8"
SECONDS: Final = 60
ROWS: Final = 5
WIDTH: Final = 400
ROW: Final = 58
AROUND: Final = 116
"""Pixels: how wide a frame is unless something else is asked for, how high a row is, and all that is around rows."""

FRAMEABLE: Final[dict[str, Any]] = {
    "default-src": [CSP.NONE],
    "style-src": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.NONE],
    "frame-ancestors": ["*"],
}


class LookForm(forms.Form):
    """What whoever shows it elsewhere may choose: in which colours, in which language, how much."""

    theme = forms.ChoiceField(
        label=gettext_lazy("Colours"),
        required=False,
        choices=[
            ("auto", gettext_lazy("as the reader’s device")),
            ("light", gettext_lazy("light")),
            ("dark", gettext_lazy("dark")),
        ],
    )
    lang = forms.ChoiceField(
        label=gettext_lazy("Language"),
        required=False,
        choices=[("", gettext_lazy("as the reader’s browser")), *settings.LANGUAGES],
    )
    rows = forms.IntegerField(label=gettext_lazy("Rows"), required=False, min_value=1, max_value=excerpts.MOST)

    @property
    def query(self) -> str:
        """What was chosen, as the end of an address; nothing where it is what is taken anyway."""
        chosen = {name: value for name, value in self.cleaned_data.items() if value and value != "auto"}
        return f"?{urlencode(chosen)}" if chosen else ""

    @property
    def height(self) -> int:
        """How high a frame is that shows all rows."""
        return AROUND + ROW * int(self.cleaned_data.get("rows") or ROWS)


@require_safe
@xframe_options_exempt
@csp_override(FRAMEABLE)
@cache_control(public=True, max_age=SECONDS)
@vary_on_headers("Accept-Language")
def embed(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """A part of a page, for a frame on another site; 400 for choices that there are not."""
    form = LookForm(request.GET)
    if not form.is_valid():
        said = "\n".join(f"{name}: {' '.join(map(str, problems))}" for name, problems in form.errors.items())
        return HttpResponse(said, status=400, content_type=PLAIN)
    chosen = form.cleaned_data
    with translation.override(chosen["lang"] or translation.get_language()):
        found = excerpts.read(kind, key, chosen["rows"] or ROWS)
        if found is None:  # whoever had put it there sees why it is gone
            return HttpResponse(_("There is nothing to see here any more."), status=404, content_type=PLAIN)
        shown = {"excerpt": found, "theme": chosen["theme"] or "auto", "site": settings.SITE_URL}
        return render(request, "club/found/embed.html", shown)


def frame(kind: str, key: str, form: LookForm, title: str, width: int | None = None, height: int | None = None) -> str:
    """Return what is to be put into a page of another site."""
    address = whole(reverse("found:embed", args=[kind, key])) + form.query
    shown = {"address": address, "title": title, "width": width or WIDTH, "height": height or form.height}
    return render_to_string("club/found/_frame.html", shown).strip()


@require_safe
@cache_control(public=True, max_age=SECONDS)
@vary_on_headers("Accept-Language")
def oembed(request: HttpRequest) -> HttpResponse:
    """What of a page stands elsewhere, as others ask for it (oEmbed 1.0): ``url``, ``maxwidth``, ``maxheight``."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=501)
    _subject, kind, key = _named(request.GET.get("url", ""))
    excerpt = excerpts.read(kind, key, ROWS) or not_found()
    form = LookForm({})
    form.is_valid()
    width = min(WIDTH, _most(request, "maxwidth", WIDTH))
    height = min(form.height, _most(request, "maxheight", form.height))
    title = f"{excerpt.title} · {excerpt.about}"
    club = ClubSettings.load().name
    said: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": club,
        "provider_url": whole("/"),
        "cache_age": SECONDS,
        "html": frame(kind, key, form, title, width, height),
        "width": width,
        "height": height,
    }
    return JsonResponse(said, headers={"Access-Control-Allow-Origin": "*"})


def _named(url: str) -> tuple[str, str, str]:
    """Return what is shown of the page of an address; 404 for another site's, and for a page of which nothing is."""
    parts = urlsplit(url) if len(url) <= 500 else urlsplit("")
    try:
        match = resolve(parts.path) if f"{parts.scheme}://{parts.netloc}" == settings.SITE_URL else None
    except Resolver404:
        match = None
    known = excerpts.of_page(match.view_name) if match is not None else None
    if match is None or known is None:
        not_found()
    subject, kind, name = known
    return subject, kind, str(match.kwargs[name])


def _most(request: HttpRequest, name: str, fallback: int) -> int:
    return max(1, whole_number(request.GET.get(name, "")) or fallback)


@require_safe
def share(request: HttpRequest, subject: str, key: str) -> HttpResponse:
    """How to show a thing elsewhere: its link, and its parts for other sites, in the look that is chosen."""
    form = LookForm(request.GET)
    if not form.is_valid():
        form = LookForm({})
        form.is_valid()
    found = list(excerpts.of_subject(subject, key))
    if not found:
        not_found()
    parts = [
        {
            "name": one.name,
            "id": f"frame-{one.kind}",
            "feed": whole(reverse("found:feed_of", args=[one.feed, key])) if one.feed else "",
            "html": frame(one.kind, key, form, f"{excerpt.title} · {excerpt.about}"),
            "address": reverse("found:embed", args=[one.kind, key]) + form.query,
        }
        for one, excerpt in found
    ]
    about = found[0][1]
    context = {"form": form, "parts": parts, "about": about.about, "home": about.address, "title": _("Share and embed")}
    return render(request, "club/found/share.html", {**context, "address": whole(about.address)})
