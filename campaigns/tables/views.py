"""Card tables: finding one, opening one, sitting down, and the table itself before, during and after the game."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.league.forms.version import VersionForm
from campaigns.league.views.pages import attempt, tell
from campaigns.seating.absence import waited_for
from campaigns.seating.people import Person
from campaigns.tables import fragments, page as pages, proof as proofs, quick, rules
from campaigns.tables.access import get_table, get_table_for_opener, get_table_for_seated, look_at
from campaigns.tables.forms import SeasonForm, TableForm
from campaigns.tables.listing import listing
from campaigns.tables.models.card_table import CardSeat, CardTable, TableState
from campaigns.tables.operations import away as card_away, play as card_play, reminders, tables as operations
from campaigns.tables.people import person_of
from campaigns.tables.progress import Progress
from campaigns.tables.watching import watch_table
from club.access import MemberRequest, forbidden, member_of, member_required, not_found, signed_in, visitors_log_in
from club.files import file_headers
from club.htmx import by_htmx
from club.live import nothing_new
from club.numbers import whole_number
from club.once import made_once, once
from club.operations import Refused, add_problems_to_form
from club.outages.trouble import in_passing

FINISHED = 20
REFUSED = 422


@never_cache
@require_safe
def table_list(request: HttpRequest) -> HttpResponse:
    """My tables, those with an open seat, those being played, and the finished ones; of all games or of one."""
    chosen = rules.find(request.GET.get("game", ""))
    here = chosen.code if chosen is not None else ""
    shown = listing(person_of(request), here)
    finished = Paginator(shown.finished, FINISHED).get_page(request.GET.get("page"))
    member = member_of(request)
    last = quick.last_table(member) if member is not None else None
    values = {
        "listing": shown,
        "finished": finished,
        "again": shown.line(last) if last is not None else None,
        "quick": member,
        "games": rules.offered(),
        "here": here,
    }
    return render(request, "campaigns/tables/list.html", values)


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def new(request: MemberRequest) -> HttpResponse:
    """Open a table."""
    opener = request.user
    game = rules.find(request.GET.get("game", "")) or rules.first()
    form = TableForm(request.POST or None, game=game.code, opener=opener, season=request.GET.get("season", ""))
    if request.method == "POST" and form.is_valid():
        try:
            table = made_once(request, lambda: operations.open_table(opener=opener, plan=form.plan))
        except Refused as refused:
            add_problems_to_form(form, refused)
        else:
            if not any(seat.is_open for seat in table.seats.all()):
                _deal(table, Person(opener))
            return redirect(table)
    status = REFUSED if request.method == "POST" else 200
    return render(
        request,
        "campaigns/tables/new.html",
        {"form": form, "game": game, "games": rules.offered(), "title": rules.name_of(game.code)},
        status=status,
    )


@require_POST
@member_required
@once
def against_bots(request: MemberRequest) -> HttpResponse:
    """Open a table of a game (``game=``) against two bots and deal at once."""
    leads_to: CardTable | str = "tables:list"
    game = rules.find(request.POST.get("game", "")) or rules.first()
    with attempt(request):
        plan = quick.against_bots(game)
        leads_to = table = made_once(request, lambda: operations.open_table(opener=request.user, plan=plan))
        _deal(table, Person(request.user))
    return redirect(leads_to)


def _deal(table: CardTable, person: Person) -> None:
    """Deal the cards and let the bots begin; a table that the same form opened before is under way already."""
    progress = card_play.start(table=table, person=person) if table.state == TableState.OPEN else None
    card_play.advance(table=table, progress=progress)


@never_cache
@require_safe
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """The table as the reader may see it, after what its clock and its bots were to do by now."""
    return _show_by_now(request, pk)


@never_cache
@require_safe
def status(request: HttpRequest, pk: int) -> HttpResponse:
    """204 while nothing has changed since ``?seen=``; else what changed, as a fragment.

    Whoever looks at a race brings about what its clock and its bots were to do by now.
    """
    look = look_at(request, pk)
    if look.due is not None and look.due <= timezone.now():
        return _show_by_now(request, pk, fragment=True)
    if look.mark == request.GET.get("seen"):
        return nothing_new(request, watch_table(request, pk, look.mark))
    if look.looks_on and look.due is None:
        return fragments.fetched(request, pk, look.mark)
    return _show(request, _progress(request, get_table(request, pk)), fragment=True)


@visitors_log_in
@require_POST
def sit(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an open seat at a table the reader may see."""
    shown = get_table(request, pk)
    if member_of(request) is None:
        forbidden()
    return _do(request, pk, lambda: operations.take_seat(seat=_chosen(request, shown), person=person_of(request)))


def _chosen(request: HttpRequest, shown: CardTable) -> CardSeat:
    number = request.POST.get("seat", "")
    chosen = next((one for one in shown.seats.all() if str(one.number) == number), None)
    if chosen is None:
        raise Refused.because("no_such_seat", _("Choose one of the open seats."))
    return chosen


@visitors_log_in
@require_POST
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Get up before the game begins."""
    shown, _seat = get_table_for_seated(request, pk)
    try:
        operations.leave_seat(table=shown, person=person_of(request))
    except Refused as refused:
        tell(request, refused)
        return redirect(shown)
    messages.success(request, _("You have left the table."))
    return redirect("tables:list")


@visitors_log_in
@require_POST
def fill(request: HttpRequest, pk: int) -> HttpResponse:
    """Give an open seat to a bot (``bot=`` its strength), or open it again (``bot=`` nothing)."""
    shown = get_table_for_opener(request, pk)
    number = whole_number(request.POST.get("seat", ""))
    where = -1 if number is None else number
    strength = request.POST.get("bot", "")
    return _do(request, pk, lambda: operations.fill_seat(table=shown, number=where, strength=strength))


@visitors_log_in
@require_POST
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the game count in another season (``season=`` its number), or in none."""
    shown = get_table_for_opener(request, pk)
    form = SeasonForm(request.POST, table=shown, opener=signed_in(request))
    with attempt(request, done=_("The season is chosen.")):
        if not form.is_valid():
            raise Refused.because("not_your_season", _("Choose a running season of this game in which you play."))
        operations.choose_season(table=shown, season=form.cleaned_data.get("season"))
    return redirect(shown)


@visitors_log_in
@require_POST
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a table at which nothing was dealt."""
    shown = get_table_for_opener(request, pk)
    return _do(request, pk, lambda: operations.call_off(table=shown))


def _for_seated(operation: Callable[..., object], what: str) -> Callable[..., HttpResponse]:
    """Return the view in which whoever sits at a table has something done (``what``), and sees what came of it."""

    @visitors_log_in
    @require_POST
    def view(request: HttpRequest, pk: int) -> HttpResponse:
        shown, _seat = get_table_for_seated(request, pk)
        return _do(request, pk, lambda: operation(table=shown, person=person_of(request)))

    view.__name__, view.__doc__ = operation.__name__, what
    return view


start = _for_seated(card_play.start, "Deal the cards.")
take_back = _for_seated(card_play.take_back, "Take back what nobody has seen yet.")
resign = _for_seated(card_play.resign, "Give up.")
come_back = _for_seated(card_away.come_back, "Go back to deciding in person.")
step_aside = _for_seated(card_away.step_aside, "Let a bot play on for oneself.")
hurry = _for_seated(card_away.finish_quickly, "Have the bots finish a game that nobody plays in person any more.")


@visitors_log_in
@require_POST
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide (``action=``, and what else the game's forms send), on the table as the page had it (``version=``)."""
    shown, _seat = get_table_for_seated(request, pk)
    progress = _progress(request, shown)
    code, version = progress.rules.code_of(request.POST), VersionForm.of(request)
    person = person_of(request)
    return _do(
        request,
        pk,
        lambda: card_play.play(table=shown, person=person, code=code, version=version, progress=progress),
    )


@visitors_log_in
@require_POST
def replace(request: HttpRequest, pk: int) -> HttpResponse:
    """Have a bot decide for whoever keeps the table waiting."""
    shown, own = get_table_for_seated(request, pk)
    version, absent = VersionForm.of(request), waited_for(shown.seats.all(), own)
    number = absent.number if absent is not None else -1
    return _do(
        request,
        pk,
        lambda: card_away.replace_by_bot(table=shown, number=number, person=person_of(request), version=version),
    )


@visitors_log_in
@require_POST
def remind(request: HttpRequest, pk: int) -> HttpResponse:
    """Remind whoever keeps the table waiting."""
    shown, _seat = get_table_for_seated(request, pk)
    with attempt(request, done=_("A reminder is on its way.")):
        reminders.remind(table=shown, person=person_of(request))
    return redirect(shown)


@visitors_log_in
@require_POST
@once
def rematch(request: HttpRequest, pk: int) -> HttpResponse:
    """The same table once more; against bots alone the cards are dealt at once."""
    shown, _seat = get_table_for_seated(request, pk)
    person = person_of(request)
    try:
        again = made_once(request, lambda: operations.rematch(table=shown, person=person))
        if again.state == TableState.OPEN and sum(seat.has_person for seat in again.seats.all()) == 1:
            _deal(again, person)
    except Refused as refused:
        tell(request, refused)
        return redirect(shown)
    return redirect(again)


@never_cache
@require_safe
def proof(request: HttpRequest, pk: int) -> HttpResponse:
    """The proof of a finished game's dice, as a file for ``python -m engines verify``."""
    shown = get_table(request, pk)
    if not proofs.has_proof(shown):
        not_found()
    headers = file_headers(proofs.file_name(shown))
    return HttpResponse(proofs.proof(shown), content_type="application/json", headers=headers)


def _do(request: HttpRequest, pk: int, operation: Callable[[], object]) -> HttpResponse:
    """Run the operation, let the bots play on, and answer with the table as it is then.

    An operation of the game returns its ``Progress``: nothing of that is read again.
    """
    try:
        done = operation()
    except Refused as refused:
        if by_htmx(request):
            reasons = [str(problem.message) for problem in refused.problems]
            return _show(request, _progress(request, get_table(request, pk)), fragment=True, refused=reasons)
        tell(request, refused)
        return redirect("tables:table", pk)
    progress = done if isinstance(done, Progress) else _progress(request, get_table(request, pk))
    card_play.advance(table=progress.table, progress=progress)
    if by_htmx(request):
        return _show(request, progress, fragment=True)
    return redirect("tables:table", pk)


def _progress(request: HttpRequest, table: CardTable) -> Progress:
    """Return how far a table from a loader has come."""
    return Progress(table, lambda: get_table(request, table.pk))


def _show_by_now(request: HttpRequest, pk: int, *, fragment: bool = False) -> HttpResponse:
    progress = _progress(request, get_table(request, pk))
    if card_play.is_due(progress.table):
        with in_passing(at_once=False):
            card_play.advance(table=progress.table, progress=progress)
    return _show(request, progress, fragment=fragment)


def _show(
    request: HttpRequest, progress: Progress, *, fragment: bool = False, refused: list[str] | None = None
) -> HttpResponse:
    page = pages.page_of(request, progress, refused=refused or [])
    template = f"campaigns/tables/table.html{'#body' if fragment else ''}"
    return render(
        request,
        template,
        {"page": page, "table": page.table, "told": watch_table(request, page.table.pk, page.mark)},
        status=REFUSED if refused else 200,
    )
