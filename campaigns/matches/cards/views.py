"""The club's card sets for score pads: filled card by card, or as a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.games import game_of
from campaigns.league.views.pages import attempt
from campaigns.matches.cards import operations
from campaigns.matches.cards.editor import acted, editors, put_all
from campaigns.matches.cards.files import written
from campaigns.matches.cards.forms import CardForm, CardsForm, FacesForm, NewCardsForm, RenameForm, ViciousForm
from campaigns.matches.cards.kinds import FACES, VICIOUS, CardData, Kind, has_faces, has_vicious, kind_of
from campaigns.matches.cards.page import CardLine, CardSetPage, KindPage
from campaigns.matches.cards.play import card_warnings, read_slots
from campaigns.matches.cards.problems import describe_problem
from campaigns.matches.cards.record import recorded
from campaigns.matches.cards.rights import may_change, owns
from campaigns.matches.cards.sets import CARDS
from campaigns.matches.cards.sharing_forms import ShareForm
from campaigns.matches.models.card_set import ScoreCards
from club.access import MemberRequest, forbidden, member_required, not_found
from club.files import file_headers
from club.once import made_once, once
from club.operations import Refused, add_problems_to_form, problems_on
from engines.core.score import encode


@member_required
@once
def card_sets(request: MemberRequest) -> HttpResponse:
    """All card sets; one form begins a set, another takes one in from its text."""
    from_text = "text" in request.POST
    begun = NewCardsForm(request.POST if request.method == "POST" and not from_text else None)
    typed = CardsForm(request.POST if from_text else None, request.FILES or None, auto_id="id_file_%s")
    form = typed if from_text else begun
    member = request.user
    if request.method == "POST" and form.is_valid():
        try:
            if from_text:
                added = made_once(request, lambda: operations.add_cards(author=member, **typed.cleaned_data))
                return _taken_in(request, added)
            made = made_once(request, lambda: operations.begin_cards(author=member, **begun.cleaned_data))
            return redirect("campaigns:match_card_set", made.pk)
        except Refused as refused:
            add_problems_to_form(form, refused)
    sets = ScoreCards.objects.defer("data").select_related("added_by")
    context = {
        "sets": [(row, game_of(row.game)) for row in sets],
        "games": [game_of(code) for code in CARDS],
        "begun": begun,
        "typed": typed,
    }
    return render(request, "campaigns/matches/cards/cards.html", context, status=422 if form.errors else 200)


def _taken_in(request: HttpRequest, added: ScoreCards) -> HttpResponse:
    if added.ready and CARDS[added.game].scored:
        messages.success(request, _("%(name)s can now be chosen for new matches.") % {"name": added.name})
    else:
        messages.success(request, _("%(name)s is kept; the page says what is missing.") % {"name": added.name})
    return redirect("campaigns:match_card_set", added.pk)


@member_required
def card_set(request: MemberRequest, pk: int) -> HttpResponse:
    """A card set: what is in it, what is missing. Whoever added it gives it another name here."""
    shown, member = get_object_or_404(ScoreCards, pk=pk), request.user
    mine, owned = may_change(member, shown), owns(member, shown)
    if request.method == "POST" and not owned:
        forbidden()
    form = RenameForm(request.POST or None, cards=shown)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            name = form.cleaned_data["name"]
            operations.rename_cards(cards=shown, name=name, author=member, check=form.refuse_stale)
            messages.success(request, _("The set has its new name."))
            return redirect("campaigns:match_card_set", shown.pk)
    return set_page(request, shown, mine=mine, owned=owned, form=form)


def set_page(
    request: MemberRequest,
    shown: ScoreCards,
    *,
    mine: bool,
    owned: bool,
    form: RenameForm,
    share: ShareForm | None = None,
) -> HttpResponse:
    """The page of a card set, with its forms as they were filled in where they were refused."""
    context = {"page": CardSetPage.of(shown), "mine": mine, "owned": owned, "form": form, "changes": recorded(shown)}
    context["share"] = (share or ShareForm(cards=shown)) if owned else None
    status = 422 if form.errors or (share and share.errors) else 200
    return render(request, "campaigns/matches/cards/card_set.html", context, status=status)


@member_required
@once
def cards(request: MemberRequest, pk: int, kind: str) -> HttpResponse:
    """The cards of one kind; a form adds one, or changes the one that ``?card=`` names."""
    shown = own_set(request, pk)
    if kind == VICIOUS and has_vicious(shown.game):
        return _vicious(request, shown)
    if kind == FACES and has_faces(shown.game):
        return _faces(request, shown)
    about = kind_of(shown.game, kind) or not_found()
    old = _old(about, shown, request.POST.get("code") or request.GET.get("card", ""))
    act = request.POST.get("act", "")
    if act == "preview":
        return _preview(request, shown, about)
    if act:
        return _acted(request, shown, about, old, act)
    data = request.POST.copy() if request.method == "POST" else None
    left = put_all(shown.game, about, data) if data is not None else ""
    form = _form(data, about, old)
    if left:
        form.add_error(f"slot_{left}", _("The step you filled in has not been added yet: look at it again."))
    if data is not None and form.is_valid():
        with problems_on(form):
            changed = _put(request, shown, about, form, old)
            name, count = form.cleaned_data["name"], about.count(changed.data)
            said = _("%(name)s is in the set. %(title)s: %(count)s of %(needs)s.")
            messages.success(request, said % {"name": name, "title": about.title, "count": count, "needs": about.needs})
            return redirect("campaigns:match_card_kind", shown.pk, about.code)
    page = KindPage.of(shown, about, old)
    return _kind_page(request, page, form, data, left)


def _preview(request: MemberRequest, shown: ScoreCards, kind: Kind) -> HttpResponse:
    """The card as it would be, drawn; nothing is kept."""
    form = CardForm(request.POST, kind=kind)
    return render(request, "campaigns/matches/cards/_preview.html", _drawn(shown.game, kind, form))


def _acted(request: MemberRequest, shown: ScoreCards, kind: Kind, old: CardData | None, act: str) -> HttpResponse:
    """The form again, with a step more or less; nothing is kept."""
    data = request.POST.copy()
    refused = acted(shown.game, kind, data, act)
    form = CardForm.again(kind, data)
    return _kind_page(request, KindPage.of(shown, kind, old), form, data, refused)


def _put(request: MemberRequest, shown: ScoreCards, kind: Kind, form: CardForm, old: CardData | None) -> ScoreCards:
    given = {name: form.cleaned_data[name] for name in ("code", "was")}
    row = form.row(old)
    return made_once(
        request, lambda: operations.put_card(cards=shown, kind=kind, row=row, author=request.user, **given)
    )


def _vicious(request: MemberRequest, shown: ScoreCards) -> HttpResponse:
    form = ViciousForm(request.POST) if request.method == "POST" else ViciousForm.about(shown.data)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            operations.put_vicious(cards=shown, rows=form.rows, others=form.others, author=request.user, was=form.was)
            messages.success(request, _("Vicious’s card is in the set."))
            return redirect("campaigns:match_card_set", shown.pk)
    return _kind_page(request, KindPage.of(shown, None, apart=VICIOUS), form)


def _faces(request: MemberRequest, shown: ScoreCards) -> HttpResponse:
    form = FacesForm(request.POST) if request.method == "POST" else FacesForm.about(shown.data)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            operations.put_faces(cards=shown, faces=form.faces, author=request.user, was=form.was)
            messages.success(request, _("The faces of the die are in the set."))
            return redirect("campaigns:match_card_set", shown.pk)
    return _kind_page(request, KindPage.of(shown, None, apart=FACES), form)


def _kind_page(
    request: HttpRequest, page: KindPage, form: forms.Form, data: QueryDict | None = None, refused: str = ""
) -> HttpResponse:
    context: dict[str, Any] = {"page": page, "form": form}
    if page.kind is not None and page.kind.slots:
        context["slots"] = editors(page.cards.game, page.kind, form, data, refused)
    return render(request, "campaigns/matches/cards/card_kind.html", context, status=422 if form.errors else 200)


def _old(kind: Kind, shown: ScoreCards, code: str) -> CardData | None:
    return next((row for row in kind.rows(shown.data) if row["code"] == code), None) if code else None


def _form(data: QueryDict | None, kind: Kind, old: CardData | None) -> CardForm:
    if data is not None:
        return CardForm(data, kind=kind)
    return CardForm(kind=kind) if old is None else CardForm.about(kind, old)


@require_POST
@member_required
def drop(request: MemberRequest, pk: int, kind: str) -> HttpResponse:
    """Take a card out of a set."""
    shown = own_set(request, pk)
    about = kind_of(shown.game, kind) or not_found()
    given = {name: request.POST.get(name, "") for name in ("code", "was")}
    with attempt(request):
        name = operations.drop_card(cards=shown, kind=about, author=request.user, **given)
        messages.success(request, _("%(name)s is out of the set.") % {"name": name})
    return redirect("campaigns:match_card_kind", shown.pk, about.code)


def own_set(request: MemberRequest, pk: int) -> ScoreCards:
    """Return a card set that the reader may change; 403 for other members."""
    found = get_object_or_404(ScoreCards, pk=pk)
    return found if may_change(request.user, found) else forbidden()


@require_safe
@member_required
def set_file(request: HttpRequest, pk: int) -> HttpResponse:
    """A card set as a file."""
    found = get_object_or_404(ScoreCards, pk=pk)
    return _file(found.data, slugify(found.name) or found.game)


@require_safe
@member_required
def practice_set(request: HttpRequest, game: str) -> HttpResponse:
    """The invented practice set of a game as a file: an example to fill in."""
    if game not in CARDS:
        not_found()
    return _file(encode(CARDS[game].training()), f"{game}-cards")


def _file(data: CardData, name: str) -> HttpResponse:
    return HttpResponse(written(data), content_type="application/toml", headers=file_headers(f"{name}.toml"))


@require_POST
@member_required
def remove(request: MemberRequest, pk: int) -> HttpResponse:
    """Take a card set away."""
    with attempt(request, done=_("The card set is gone; matches that used it keep their copy.")):
        operations.remove_cards(cards=get_object_or_404(ScoreCards, pk=pk), author=request.user)
    return redirect("campaigns:match_cards")


def _drawn(game: str, kind: Kind, form: CardForm) -> dict[str, Any]:
    """Return what the drawing shows; nothing as long as the form cannot be read."""
    if not form.is_valid():
        return {}
    row = {**form.row(), **kind.fixed, "code": ""}
    wrong = list(read_slots(game, kind, row)[1].problems) if kind.slots else []
    odd = [] if wrong else list(card_warnings(game, kind, row))
    return {
        "preview": CardLine.of(game, kind, row),
        "words": kind.words(row),
        "warnings": [describe_problem(problem) for problem in (*wrong, *odd)],
    }
