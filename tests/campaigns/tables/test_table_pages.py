"""The pages of card tables: sitting down, guests, the fragment that keeps a page fresh, queries, both languages."""

from __future__ import annotations

import gzip
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.seating.people import key_of
from campaigns.tables import rules
from campaigns.tables.absence import ABSENT_AFTER
from campaigns.tables.models.card_table import BotStrength, CardSeat, CardTable, TableState, TableVisibility
from campaigns.tables.operations import play as card_play
from campaigns.tables.people import COOKIE
from club.models import Member, SignupMode
from club.qr import qr_code
from tests.clients import client_of
from tests.factories.club import MemberFactory, club_settings
from tests.factories.tables import (
    BAF,
    BAGARRE,
    BEBOP,
    BOT,
    OPEN,
    dealt,
    decide,
    finished,
    legal,
    open_table,
    plain_duel,
    seat_at,
)

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def page(client: Client, table: CardTable) -> str:
    answer = client.get(table.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def act(client: Client, table: CardTable, name: str, *, htmx: bool = False, **data: object) -> object:
    return client.post(reverse(f"tables:{name}", args=[table.pk]), data, headers=HTMX if htmx else None)


# Opening a table


def filled(**changes: str) -> dict[str, str]:
    return {
        "seat_2": "open", "variant": "heroes", "joker_value": "20", "redraw_threshold": "10", "visibility": "club",
    } | changes  # fmt: skip


def test_a_table_is_opened_from_the_form(ann: Member, bob: Member) -> None:
    sent = filled(seat_2=f"member:{bob.pk}", seat_3="bot:thumb", seat_4="open", name="Friday", guests="on")
    answer = client_of(ann).post(reverse("tables:new"), sent)
    table = CardTable.objects.get()
    assert answer.headers["Location"] == table.get_absolute_url()
    assert [(s.member, s.bot) for s in table.seats.all()] == [(ann, ""), (bob, ""), (None, "thumb"), (None, "")]
    assert (table.name, table.guests, table.state) == ("Friday", True, TableState.OPEN)


def test_against_bots_alone_the_cards_are_dealt_at_once(ann: Member) -> None:
    client_of(ann).post(reverse("tables:new"), filled(seat_2="bot:random", joker_value="14", variant="trolls"))
    table = CardTable.objects.get()
    assert table.state == TableState.RUNNING
    assert (table.variant, table.options["joker_value"]) == ("trolls", 14)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (filled(seat_2=""), "This field is required"),
        (filled(seat_2="bot:genius"), "Select a valid choice"),
        (filled(seat_2="member:4711"), "Select a valid choice"),
        (filled(teams="2"), "Two teams need 4 or 6 players"),
        (filled(joker_value="31"), "less than or equal to 30"),
        (filled(joker_value=""), "This field is required"),
    ],
)
def test_a_form_that_does_not_hold_says_why(ann: Member, wrong: dict[str, str], told: str) -> None:
    answer = client_of(ann).post(reverse("tables:new"), wrong)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not CardTable.objects.exists()


# Sitting down


def test_a_member_sits_down_at_a_table_of_the_club_and_starts_it(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN)
    client = client_of(bob)
    assert "Sit down" in page(client, table)
    act(client, table, "sit", seat=1)
    assert seat_at(table, 1).member == bob
    act(client, table, "start")
    table.refresh_from_db()
    assert table.state == TableState.RUNNING


def test_the_link_is_shown_to_those_at_the_table_only(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN)
    link = reverse("tables:seat", args=[seat_at(table, 1).link])
    assert link in page(client_of(ann), table)
    assert link not in page(client_of(bob), table)


def test_a_camera_finds_the_open_seat_and_nobody_elses_page_shows_it(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN)
    drawn = qr_code("http://testserver" + reverse("tables:seat", args=[seat_at(table, 1).link])).path
    assert drawn in page(client_of(ann), table)
    assert drawn not in page(client_of(bob), table)


def test_the_page_of_a_table_is_light(ann: Member) -> None:
    """At most 15 kB of compressed HTML, also for six seats with two heroes each or with five codes for cameras."""
    full = dealt(ann, *[BOT] * 5, variant="trolls")
    card_play.advance(table=full, patient=True)
    for _ in range(12):
        full.refresh_from_db()
        if full.actor is not None:
            decide(full)
            card_play.advance(table=full, patient=True)
    for table in (full, open_table(ann, *[OPEN] * 5), finished(ann, *[BOT] * 5)):
        assert len(gzip.compress(page(client_of(ann), table).encode())) <= 15_000


def test_a_guest_sits_down_by_link_plays_and_returns_with_the_browser_alone(ann: Member) -> None:
    table = open_table(ann, OPEN, visibility=TableVisibility.LINK)
    link = reverse("tables:seat", args=[seat_at(table, 1).link])
    guest, stranger = client_of(), client_of()
    assert guest.get(table.get_absolute_url()).status_code == 404
    assert "Your name at this table" in guest.get(link).content.decode()
    assert not seat_at(table, 1).has_person, "looking at the page takes no seat"
    assert guest.post(link, {"name": " "}).status_code == 422
    answer = guest.post(link, {"name": "Zoé"})
    assert answer.headers["Location"] == table.get_absolute_url()
    kept = answer.cookies[COOKIE.name]
    assert (kept["path"], bool(kept["httponly"]), kept["samesite"]) == ("/tables/", True, "Lax")
    assert seat_at(table, 1).guest_key == key_of(kept.value)
    assert "Zoé (guest)" in page(guest, table)
    act(guest, table, "start")
    table.refresh_from_db()
    decide(table)
    code = legal(table)[0]
    assert code in page(guest, table)
    act(guest, table, "play", action=code, version=table.version)
    assert list(table.actions.values_list("seat", "code"))[1] == (1, code)
    # Nobody else comes in, neither without a cookie nor with another one, nor by the link once it is used.
    for secret in ("", "x" * 43, key_of(kept.value)):
        stranger.cookies[COOKIE.name] = secret
        assert stranger.get(table.get_absolute_url()).status_code == 404
        assert act(stranger, table, "resign").status_code == 404  # type: ignore[attr-defined]
    assert "This seat is taken" in stranger.get(link).content.decode()
    assert stranger.post(link, {"name": "Xavier"}).status_code == 422


def test_guests_may_be_kept_out(ann: Member, bob: Member) -> None:
    table = open_table(ann, OPEN, guests=False)
    link = reverse("tables:seat", args=[seat_at(table, 1).link])
    shown = client_of().get(link).content.decode()
    assert "Only members of the club can sit at this table" in shown
    assert client_of().post(link, {"name": "Zoé"}).status_code == 422
    client_of(bob).post(link)
    assert seat_at(table, 1).member == bob


@pytest.mark.parametrize("guests", [True, False])
def test_a_stranger_may_become_a_member_where_he_sits_down(ann: Member, guests: bool) -> None:
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code="Tower", asks_for_email=False)
    table = open_table(ann, OPEN, guests=guests)
    link = reverse("tables:seat", args=[seat_at(table, 1).link])
    stranger = client_of()
    shown = stranger.get(f"{link}?member" if guests else link)
    assert list(shown.context["form"].fields) == ["username", "password1"], "the link is invitation enough"
    assert "Ann keeps a seat for you" in shown.content.decode()
    answer = stranger.post(link, {"username": "odo", "password1": "a-long-sword-7"})
    assert answer["Location"] == table.get_absolute_url()
    assert seat_at(table, 1).member == Member.objects.get(username="odo")
    late = client_of().post(link, {"username": "eve", "password1": "a-long-sword-7"})
    assert late.status_code == 422, "the seat is taken"
    assert not Member.objects.filter(username="eve").exists()


def test_a_link_that_never_was_leads_nowhere() -> None:
    assert client_of().get(reverse("tables:seat", args=["nonsense"])).status_code == 404


def test_leaving_and_calling_off(ann: Member, bob: Member) -> None:
    table = open_table(ann, bob)
    act(client_of(bob), table, "leave")
    assert seat_at(table, 1).is_open
    act(client_of(ann), table, "fill", seat=1, bot="thumb")
    assert seat_at(table, 1).bot == "thumb"
    act(client_of(ann), table, "call_off")
    table.refresh_from_db()
    assert table.state == TableState.CLOSED
    assert "This table was called off" in page(client_of(ann), table)


# Playing


def test_without_javascript_a_decision_is_a_form_and_a_redirect(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    client = client_of((ann, bob)[table.actor or 0])
    assert "Choose your action" in page(client, table)
    answer = act(client, table, "play", action="charge", version=table.version)
    assert answer.headers["Location"] == table.get_absolute_url()  # type: ignore[attr-defined]
    assert list(table.actions.values_list("code", flat=True)) == ["charge"]


def test_htmx_gets_the_table_as_it_is_then_and_a_refusal_with_its_reason(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    seen = table.version
    client = client_of((ann, bob)[table.actor or 0])
    answer = act(client, table, "play", htmx=True, action="charge", version=seen)
    text = answer.content.decode()  # type: ignore[attr-defined]
    assert text.strip().startswith('<div id="table"')
    assert f'data-version="{seen + 1}"' in text
    again = act(client, table, "play", htmx=True, action="charge", version=seen)
    assert again.status_code == 422  # type: ignore[attr-defined]
    assert "The table has moved on since you looked" in again.content.decode()  # type: ignore[attr-defined]
    assert table.actions.count() == 1


def test_a_refusal_without_javascript_is_told_on_the_next_page(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    client = client_of((bob, ann)[table.actor or 0])
    act(client, table, "play", action="charge", version=table.version)
    assert "It is not your decision at the moment" in page(client, table)


def test_bots_answer_within_the_request(ann: Member) -> None:
    table = dealt(ann, BOT)
    client = client_of(ann)
    act(client, table, "play", action=legal(table)[0], version=table.version)
    table.refresh_from_db()
    assert table.state == TableState.OVER or table.actor == 0
    assert table.actions.filter(bot="thumb").exists()


def test_giving_up_and_the_rematch(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    act(client_of(bob), table, "resign")
    table.refresh_from_db()
    assert table.state == TableState.OVER
    shown = page(client_of(ann), table)
    assert "Ann is the last one standing and wins" in shown
    assert "Play again" in shown
    act(client_of(ann), table, "rematch")
    again = CardTable.objects.get(rematch_of=table)
    assert reverse("tables:table", args=[again.pk]) in page(client_of(bob), table)


def test_a_rematch_against_bots_alone_is_dealt_at_once(ann: Member) -> None:
    table = finished(ann, BOT)
    for _ in range(2):
        act(client_of(ann), table, "rematch")
        again = CardTable.objects.get(rematch_of=table)
        assert again.state == TableState.RUNNING


def test_who_is_away_is_replaced_and_comes_back(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    away, other = (ann, bob) if table.actor == 0 else (bob, ann)
    assert "Let a bot decide" not in page(client_of(other), table)
    CardTable.objects.filter(pk=table.pk).update(moved=timezone.now() - ABSENT_AFTER)
    shown = page(client_of(other), table)
    assert f"Let a bot decide for {away.name}" in shown
    assert "Let a bot decide" not in page(client_of(away), table), "not to oneself"
    act(client_of(other), table, "replace", version=table.version)
    shown = page(client_of(away), table)
    assert f"{away.name} was away: {other.name} let a bot decide." in shown
    assert "I am back" in shown
    act(client_of(away), table, "come_back")
    assert f"{away.name} is back and decides again." in page(client_of(other), table)


def test_the_rules_are_within_reach_before_and_during_the_game(ann: Member, bob: Member) -> None:
    options = {"joker_value": 14, "teams": "2"}
    gathering = open_table(ann, bob, BOT, OPEN, variant="plain", options=options)
    for table in (gathering, plain_duel(ann, bob)):
        text = page(client_of(bob), table)
        assert "The rules in short" in text
        assert "lies face down, and nobody has seen it" in text
    assert "joker 14" in page(client_of(bob), gathering)
    assert "The last team standing wins" in page(client_of(bob), gathering)


def test_the_form_says_who_is_in_a_team_with_whom(ann: Member) -> None:
    form = client_of(ann).get(reverse("tables:new")).content.decode()
    assert "Two teams: seats 1 and 3 (and 5) against 2 and 4 (and 6)" in form
    assert "Three teams: seats 1 and 4, 2 and 5, 3 and 6" in form
    assert "where nobody sits, the next ones move up" in " ".join(form.split())


@pytest.mark.parametrize(
    ("others", "count", "teams"),
    [(3, "2", [1, 2, 1, 2]), (5, "2", [1, 2, 1, 2, 1, 2]), (5, "3", [1, 2, 3, 1, 2, 3]), (3, "", [])],
)
def test_a_table_says_of_each_seat_which_team_it_is(ann: Member, others: int, count: str, teams: list[int]) -> None:
    table = open_table(ann, *[OPEN] * others, options={"teams": count})
    shown = re.findall(r"<span class=\"badge\">\s*team (\d)\s*</span>", page(client_of(ann), table))
    assert [int(team) for team in shown] == teams
    guest = Client(headers={"accept-language": "en"})
    invited = guest.get(reverse("tables:seat", args=[seat_at(table, others).link])).content.decode()
    assert (f"Seat {others + 1}, team {(teams or [0])[-1]}" in invited) == bool(teams)
    played = rules.of(table.game).deal(table, others + 1).view(None).seats
    assert [seat.team + 1 for seat in played if teams] == teams, "as the engine plays it"


# Up to date


def live(client: Client, table: CardTable, seen: str) -> object:
    return client.get(reverse("tables:table_status", args=[table.pk]), {"seen": seen}, headers=HTMX)


def test_the_page_hears_of_changes_and_of_nothing_else(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    client = client_of(ann)
    mark = re.search(r'data-mark="([^"]+)"', page(client, table))
    assert mark is not None
    nothing = live(client, table, mark[1])
    assert (nothing.status_code, nothing.content) == (204, b"")  # type: ignore[attr-defined]
    decide(table)
    news = live(client, table, mark[1])
    assert news.status_code == 200  # type: ignore[attr-defined]
    assert news.content.decode().strip().startswith('<div id="table"')  # type: ignore[attr-defined]
    # Somebody who has been waited for long enough is news although nothing was decided.
    table.refresh_from_db()
    assert live(client, table, str(table.version)).status_code == 204  # type: ignore[attr-defined]
    CardTable.objects.filter(pk=table.pk).update(moved=timezone.now() - ABSENT_AFTER - timedelta(seconds=1))
    assert live(client, table, str(table.version)).status_code == 200  # type: ignore[attr-defined]


def test_asking_for_news_is_cheap(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    client = client_of(ann)
    with CaptureQueriesContext(connection) as asked:
        assert live(client, table, str(table.version)).status_code == 204  # type: ignore[attr-defined]
    # Who asks (session and member together), and the table.
    assert len(asked) == 2


QUERIES = {"list": 13, "open": 6, "running": 8, "over": 10, "new": 5}


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_the_list_shows_the_tables_of_one_game_if_asked(ann: Member) -> None:
    for game, name in ((BAGARRE, "Friday"), (BAF, "Cellar")):
        open_table(ann, OPEN, game=game, name=name)
        finished(ann, BOT, game=game, name=f"{name} before")

    def named(asked: str) -> set[str]:
        text = client_of(ann).get(reverse("tables:list"), {"game": asked} if asked else {}).content.decode()
        return {name for name in ("Friday", "Cellar", "Friday before", "Cellar before") if f">{name}<" in text}

    everything = {"Friday", "Friday before", "Cellar", "Cellar before"}
    assert (named(""), named("chess")) == (everything, everything)
    assert (named(BAGARRE), named(BAF)) == ({"Friday", "Friday before"}, {"Cellar", "Cellar before"})
    answer = client_of(ann).get(reverse("tables:list"), {"game": BEBOP}, headers={"Accept-Language": "en"})
    text = answer.content.decode()
    assert "No table of this game" in text
    assert f'href="{reverse("tables:new")}?game={BEBOP}"' in text


def test_pages_ask_few_questions_however_many_there_are(ann: Member, bob: Member) -> None:
    client = client_of(ann)
    gathering, running = open_table(ann, bob, OPEN), plain_duel(ann, bob)
    over = finished(ann, bob, variant="plain")
    addresses = {
        "list": reverse("tables:list"),
        "new": reverse("tables:new"),
        "open": gathering.get_absolute_url(),
        "running": running.get_absolute_url(),
        "over": over.get_absolute_url(),
    }
    few = {name: queries(client, address) for name, address in addresses.items()}
    for _ in range(4):
        open_table(bob, MemberFactory.create(), OPEN)
        dealt(bob, MemberFactory.create(), BOT)
        decide(running, "shield 0")
        finished(MemberFactory.create(), bob, variant="plain")
    many = {name: queries(client, address) for name, address in addresses.items()}
    assert many == few
    assert {name: count for name, count in many.items() if count > QUERIES[name]} == {}


def test_what_happened_since_ones_last_move_is_told_above_the_table(ann: Member, bob: Member) -> None:
    cleo = MemberFactory.create(display_name="Cleo")
    table = dealt(ann, bob, cleo, variant="plain")
    assert table.actor is not None
    first = (ann, bob, cleo)[table.actor]
    for _ in range(6):
        decide(table, "charge" if "charge" in legal(table) else f"shield {table.actor}")
    # Whoever began has moved twice, and the two others after that: three moves from the last of his own on.
    latest = re.search('<ul class="latest".*?</ul>', page(client_of(first), table), re.DOTALL)
    assert latest is not None
    told = re.findall("<li>(.*?)</li>", latest[0])
    assert len(told) == 3
    assert told[0].startswith(f"{first.name} ")


# Words


def test_the_table_speaks_the_readers_language(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    decide(table, "charge")
    charging = (ann, bob)[table.actions.get().seat]
    english = page(client_of(bob), table)
    assert f"{charging.name} lays a charge. It lies face down." in english
    assert 'lang="fr"' in page(client_of(bob, "fr"), table)


def test_a_member_who_hides_is_hidden_from_guests_at_the_table(ann: Member) -> None:
    veiled = MemberFactory.create(username="veiled", display_name="Vera", hidden=True)
    table = open_table(ann, veiled, OPEN)
    guest = client_of()
    link = reverse("tables:seat", args=[seat_at(table, 2).link])
    assert "Vera" not in guest.get(link).content.decode()
    guest.post(link, {"name": "Zoé"})
    assert "Vera" not in page(guest, table)
    assert "Vera" in page(client_of(ann), table)


def test_the_noticeboard_says_which_table_waits_for_me(ann: Member, bob: Member) -> None:
    table = dealt(ann, bob, name="Friday")
    told = "La Bagarre, “Friday”: it is your move."
    assert told in client_of(ann).get("/").content.decode()
    assert told not in client_of(bob).get("/").content.decode()
    decide(table)
    assert told in client_of(bob).get("/").content.decode()


# At once


def test_against_two_bots_in_one_step(ann: Member) -> None:
    answer = client_of(ann).post(reverse("tables:bots"))
    table = CardTable.objects.get()
    assert answer.headers["Location"] == table.get_absolute_url()
    assert (table.state, table.opener) == (TableState.RUNNING, ann)
    assert [seat.bot for seat in table.seats.all()] == ["", "thumb", "thumb"]


def test_who_has_too_many_tables_is_told_so(ann: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.tables.operations.tables.UNFINISHED_MOST", 1)
    open_table(ann, OPEN)
    answer = client_of(ann).post(reverse("tables:bots"), follow=True)
    assert "tables that are not finished" in answer.content.decode()
    assert CardTable.objects.count() == 1


def test_the_same_table_is_offered_until_it_is_played_again(ann: Member, bob: Member) -> None:
    table = finished(ann, bob, BOT, variant="plain")
    again = reverse("tables:rematch", args=[table.pk])
    for member in (ann, bob):
        for address in ("/", reverse("tables:list")):
            assert again in client_of(member).get(address).content.decode()
    client_of(bob).post(again)
    assert [seat.member for seat in CardTable.objects.get(rematch_of=table).seats.all()] == [ann, bob, None]
    assert again not in client_of(ann).get(reverse("tables:list")).content.decode()
    assert "against two bots" not in client_of().get(reverse("tables:list")).content.decode()


def test_who_is_out_finishes_quickly_and_who_is_left_may_let_a_bot_play_on(ann: Member, bob: Member) -> None:
    table = dealt(ann, bob, BOT, variant="plain")
    assert "Let a bot play on for me" not in page(client_of(bob), table), "nobody waits for the next game yet"
    act(client_of(ann), table, "resign")
    assert "Finish quickly" not in page(client_of(ann), table)
    assert "Let a bot play on for me" in page(client_of(bob), table)
    CardSeat.objects.filter(table=table, number=2).update(bot=BotStrength.STRONG)  # it thinks where no worker is
    act(client_of(bob), table, "step_aside")
    shown = page(client_of(ann), table)
    assert "Bob lets a bot play on." in shown
    assert "Finish quickly" in shown
    act(client_of(ann), table, "hurry")
    table.refresh_from_db()
    assert table.state == TableState.OVER
