"""The page on which a battle is played: who sees what, deciding by list, by place and by map, and who sits there."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.seating.people import key_of
from campaigns.wars.ground.operations import lay_out
from campaigns.wars.models.play import Captain, PlayedBattle, PlayState
from campaigns.wars.play import deciding, positions
from campaigns.wars.play.absence import mark_of
from campaigns.wars.play.access import COOKIE
from campaigns.wars.play.offering import PlayTerms
from campaigns.wars.play.watching import KINDS
from engines.musg.battle.actions import Activate, Deploy, End
from engines.musg.battle.decision import Ask
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.prospects import code_of, options
from tests.campaigns.wars.play.boards import begun, person, play
from tests.factories.battles import Field, field
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
SEED = "5a" * 32
HTMX = {"HX-Request": "true"}


def a_fight(**more: Any) -> Field:
    """A battle ahead of two warbands, its table laid out, its dice always the same; three turns at most."""
    positions.forget()
    made = field(**more)
    row = lay_out(battle=made.battle, layout=ready_tables()["village"], turn_limit=3)
    row.seed = SEED
    row.save()
    return made


@pytest.fixture
def fight() -> Field:
    return a_fight()


def reader(of: object) -> Client:
    client = Client(headers={"accept-language": "en"})
    if of is not None:
        client.force_login(of)  # type: ignore[arg-type]
    return client


def shown(client: Client, played: PlayedBattle, query: str = "") -> str:
    answer = client.get(f"{played.get_absolute_url()}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def codes(page: str) -> list[str]:
    """The decisions that a page offers."""
    found = re.findall(r'name="code" value="([^"]*)"', page)
    return [code.replace("&quot;", '"') for code in found]


def ahead_of(played: PlayedBattle, fight: Field, ask: Ask) -> PlayedBattle:
    """Play on until something is asked."""
    for _number in range(400):
        with positions.standing(played) as game:
            if game.decision is None or game.decision.ask is ask:
                break
        played = play(fight, played, 1)
    return played


class TestWhoSees:
    def test_the_captain_who_is_asked_chooses_from_sentences_and_the_other_waits(self, fight: Field) -> None:
        played = begun(fight)
        asked = played.actor or 0
        own = shown(reader(fight.players[asked]), played)
        other = shown(reader(fight.players[1 - asked]), played)
        with positions.standing(played) as game:
            offered = [code_of(option.action) for option in options(game, asked)]
        assert codes(own) == offered
        assert codes(other) == []
        assert "deploys…" in other

    def test_a_member_who_looks_on_decides_nothing(self, fight: Field) -> None:
        played, member = begun(fight), MemberFactory.create()
        assert codes(shown(reader(member), played)) == []
        for name in ("decide", "take_back", "standing", "away", "back", "replace", "break_off", "stop"):
            assert reader(member).post(reverse(f"play:{name}", args=[played.pk])).status_code == 403
        for address in (reverse("play:way", args=[played.pk]), reverse("play:reach", args=[played.pk, 0])):
            assert reader(member).get(address).status_code == 403

    def test_a_stranger_hears_of_nothing(self, fight: Field) -> None:
        played = begun(fight)
        assert reader(None).get(played.get_absolute_url()).status_code == 404

    def test_a_guest_is_known_by_the_cookie(self, fight: Field) -> None:
        played, secret = begun(fight), "s" * 43
        Captain.objects.filter(played=played, number=played.actor or 0).update(
            member=None, guest="Zoe", guest_key=key_of(secret)
        )
        guest = reader(None)
        guest.cookies[COOKIE.name] = secret
        page = shown(guest, played)
        answer = guest.post(
            reverse("play:decide", args=[played.pk]), {"code": codes(page)[0], "version": played.version}
        )
        assert answer.status_code == 302
        assert played.actions.count() == 1

    def test_few_queries(self, fight: Field, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        played = ahead_of(begun(fight), fight, Ask.ACT)
        client = reader(fight.players[played.actor or 0])
        shown(client, played)
        with django_assert_num_queries(9):
            shown(client, played)


class TestDeciding:
    def test_what_is_sent_twice_counts_once(self, fight: Field) -> None:
        played = begun(fight)
        client = reader(fight.players[played.actor or 0])
        sent = {"code": codes(shown(client, played))[0], "version": played.version}
        address = reverse("play:decide", args=[played.pk])
        assert client.post(address, sent).status_code == 302
        again = client.post(address, sent, follow=True)
        assert "Look again." in again.content.decode()
        assert played.actions.count() == 1

    def test_who_is_late_is_told_beside_what_is_to_be_decided_now(self, fight: Field) -> None:
        played = begun(fight)
        asked = played.actor or 0
        client = reader(fight.players[asked])
        sent = {"code": codes(shown(client, played))[0], "version": played.version + 7}
        answer = client.post(reverse("play:decide", args=[played.pk]), sent, headers=HTMX)
        page = answer.content.decode()
        assert answer.status_code == 422
        decision = page[page.index('id="decision"') : page.index('id="account"')]
        assert "Look again." in decision
        assert codes(decision) == codes(shown(client, played))

    def test_whose_clock_has_run_out_is_told_at_once(self, fight: Field) -> None:
        played = ahead_of(begun(fight, terms=PlayTerms(clock=600)), fight, Ask.ACTIVATE)
        asked, (kind,) = played.actor or 0, KINDS
        client, address = reader(fight.players[1 - asked]), played.get_absolute_url()
        mark = mark_of(played)
        assert dict(kind.marks([(played.pk,)])) == {(played.pk,): mark}
        assert client.get(address, {"mark": mark}, headers=HTMX).status_code == 204
        Captain.objects.filter(played=played, number=asked).update(left=0)
        played = PlayedBattle.objects.get(pk=played.pk)
        assert mark_of(played) != mark
        assert dict(kind.marks([(played.pk,)])) == {(played.pk,): mark_of(played)}
        page = client.get(address, {"mark": mark}, headers=HTMX).content.decode()
        assert "keeps the battle waiting" in page[page.index('id="decision"') : page.index('id="account"')]

    def test_a_figure_is_deployed_where_somebody_types(self, fight: Field) -> None:
        played = begun(fight)
        asked = played.actor or 0
        with positions.standing(played) as game:
            spot = next(o.action for o in options(game, asked) if isinstance(o.action, Deploy))
        typed = {"stand": "deploy", "figure": spot.figure, "x": spot.x, "y": spot.y, "version": played.version}
        reader(fight.players[asked]).post(reverse("play:decide", args=[played.pk]), typed)
        assert [row.code for row in played.actions.all()] == [code_of(spot)]

    def test_the_last_step_is_taken_back(self, fight: Field) -> None:
        played = ahead_of(begun(fight), fight, Ask.ACTIVATE)
        asked, before = played.actor or 0, played.actions.count()
        with positions.standing(played) as game:
            assert game.decision is not None
            code = code_of(Activate(game.decision.options[0]))
        deciding.decide(played=played, person=person(fight, asked), code=code, version=played.version)
        played.refresh_from_db()
        client = reader(fight.players[asked])
        assert "Take the last step back" in shown(client, played)
        assert "Take the last step back" not in shown(reader(fight.players[1 - asked]), played)
        client.post(reverse("play:take_back", args=[played.pk]), {"version": played.version})
        assert played.actions.count() == before

    def test_a_way_is_shown_before_anything_is_done(self, fight: Field) -> None:
        played = ahead_of(begun(fight), fight, Ask.ACTIVATE)
        asked, before = played.actor or 0, played.actions.count()
        client = reader(fight.players[asked])
        with positions.standing(played) as game:
            assert game.decision is not None
            figure = game.decision.options[0]
            x, y, _height, _radius = game.pieces[figure].base
        address = reverse("play:way", args=[played.pk])
        page = client.get(address, {"x": str(x), "y": str(y + 2), "figure": str(figure)}).content.decode()
        assert "1 action point" in page
        assert f'<option value="{figure}" selected>' in page
        assert "map__trace--aim" in page
        aimed = client.get(
            address, {"x": str(x), "y": str(y + 2), "figure": str(figure)}, headers=HTMX
        ).content.decode()
        assert "<html" not in aimed
        assert played.actions.count() == before
        first = re.search(r'name="first" value="([^"]*)"', aimed)
        assert first is not None
        sent = {"first": first[1].replace("&quot;", '"'), "code": codes(aimed)[0], "version": played.version}
        client.post(reverse("play:decide", args=[played.pk]), sent)
        assert [row.code for row in played.actions.all()][before:] == [code_of(Activate(figure)), codes(aimed)[0]]

    def test_what_a_figure_can_get_at_is_its_own_sides_business(self, fight: Field) -> None:
        played = ahead_of(begun(fight), fight, Ask.ACTIVATE)
        asked = played.actor or 0
        with positions.standing(played) as game:
            assert game.decision is not None
            figure = game.decision.options[0]
        address = reverse("play:reach", args=[played.pk, figure])
        own = reader(fight.players[asked]).get(address).json()
        assert own["points"] >= 2
        assert own["walk"].startswith("M")
        assert reader(fight.players[1 - asked]).get(address).json() == {}
        assert reader(fight.players[asked]).get(reverse("play:reach", args=[played.pk, 999])).json() == {}

    def test_bots_answer_in_the_same_request(self, fight: Field) -> None:
        played = begun(fight, ("me", "steady"))
        client = reader(fight.players[0])
        for _number in range(6):
            page = shown(client, played)
            played.refresh_from_db()
            client.post(reverse("play:decide", args=[played.pk]), {"code": codes(page)[0], "version": played.version})
        played.refresh_from_db()
        assert played.actions.filter(side=1, by="bot").exists()


class TestOneDeviceForTwo:
    def test_the_phone_is_handed_over_before_anything_is_shown(self, fight: Field) -> None:
        played = begun(fight)
        Captain.objects.filter(played=played).update(member=fight.players[0])
        asked = played.actor or 0
        client = reader(fight.players[0])
        for query in ("", f"?side={1 - asked}", "?side=x"):
            page = shown(client, played, query)
            assert "Hand the phone to" in page
            assert "battle-map" not in page
        page = shown(client, played, f"?side={asked}")
        assert codes(page)
        answer = client.post(
            reverse("play:decide", args=[played.pk]),
            {"code": codes(page)[0], "version": played.version, "side": asked},
        )
        assert answer["Location"] == f"{played.get_absolute_url()}?side={asked}#decision"


class TestPeople:
    def test_answers_given_once_for_all(self, fight: Field) -> None:
        played = begun(fight)
        client = reader(fight.players[0])
        sent = {"free_shot": "above_half", "pulp": "never"}
        page = client.post(reverse("play:standing", args=[played.pk]), sent, follow=True).content.decode()
        assert re.search(r'notice--success" role="status">.*?From now on', page, re.DOTALL)
        assert 'role="alert"' not in page
        said = Captain.objects.get(played=played, number=0).standing
        assert said["free_shot"] == "above_half"
        assert said["look_out"] == "ask"
        client.post(reverse("play:standing", args=[played.pk]), {"free_shot": "perhaps"})
        assert Captain.objects.get(played=played, number=0).standing == said

    def test_a_bot_plays_on_until_its_captain_is_back(self, fight: Field) -> None:
        played = begun(fight)
        client = reader(fight.players[0])
        client.post(reverse("play:away", args=[played.pk]), {"bot": "steady"})
        assert "I am back" in shown(client, played)
        client.post(reverse("play:back", args=[played.pk]))
        assert "I am back" not in shown(client, played)

    def test_whose_warband_a_bot_leads_sees_what_to_do_when_the_other_is_away(self, fight: Field) -> None:
        played = begun(fight)
        asked = played.actor or 0
        Captain.objects.filter(number=1 - asked).update(member=None, bot="steady")
        PlayedBattle.objects.update(moved=timezone.now() - timedelta(minutes=11))
        owner, looker = reader(fight.players[1 - asked]), reader(fight.referee)
        assert "Let the bot play on" in shown(owner, played)
        assert "Let the bot play on" not in shown(looker, played)
        address = reverse("play:replace", args=[played.pk])
        assert looker.post(address).status_code == 403
        assert owner.post(address).status_code == 302
        assert Captain.objects.get(number=asked).bot == "steady"

    def test_the_referee_ends_it(self, fight: Field) -> None:
        played = begun(fight)
        assert "End the battle as its referee" in shown(reader(fight.referee), played)
        reader(fight.referee).post(reverse("play:stop", args=[played.pk]))
        played.refresh_from_db()
        assert played.state == PlayState.BROKEN
        assert "broken off" in shown(reader(fight.referee), played)

    def test_a_battle_that_is_over_leads_on(self, fight: Field) -> None:
        played = play(fight, begun(fight))
        page = shown(reader(fight.players[0]), played)
        assert "Victory points:" in page
        assert reverse("campaigns:replay", args=[fight.campaign.slug, fight.battle.pk]) in page

    def test_a_page_that_is_up_to_date_gets_nothing(self, fight: Field) -> None:
        played = begun(fight)
        client = reader(fight.players[0])
        mark = re.search(r'data-mark="([^"]*)"', shown(client, played))
        assert mark is not None
        assert client.get(f"{played.get_absolute_url()}?mark={mark[1]}", headers=HTMX).status_code == 204
        fragment = client.get(f"{played.get_absolute_url()}?mark=0", headers=HTMX).content.decode()
        assert fragment.strip().startswith('<div id="battle"')

    def test_what_is_new_is_told_once(self, fight: Field) -> None:
        played = ahead_of(begun(fight), fight, Ask.ACTIVATE)
        client = reader(fight.players[0])
        assert "Since your last look" in shown(client, played)
        assert "Since your last look" not in shown(client, played)


class TestSinceTheLastLook:
    def test_what_comes_in_place_of_a_step_taken_back_is_new(self, fight: Field) -> None:
        played = begun(fight)
        asked = played.actor or 0
        rival = reader(fight.players[1 - asked])
        played = play(fight, played, 1)
        shown(rival, played)
        deciding.take_back(played=played, person=person(fight, asked))
        assert "Since your last look" not in shown(rival, played)
        played = play(fight, played, 1)
        assert "Since your last look" in shown(rival, played)

    def test_what_was_hidden_before_is_no_news_once_all_is_told(self) -> None:
        """While he hid the rival was told less than happened; then everything is, and numbered anew (ruling M280)."""
        fight = a_fight(mercenaries=("human_commando", None, None, None))
        rival = reader(fight.players[1])
        played = begun(fight)
        for _number in range(60):
            played = play(fight, played, 12)
            before = Captain.objects.get(played=played, number=1).looked
            page = shown(rival, played)
            if played.state != PlayState.RUNNING:
                break
        new = re.search(r"Since your last look: (\d+) event", page)
        with positions.standing(played) as game:
            assert any(piece.sheet.name for piece in game.pieces if "deploys_hidden" in piece.traits)
            assert new is not None
            assert 0 < int(new[1]) <= len(game.events) - before
            assert Captain.objects.get(played=played, number=1).looked == len(game.events)


class TestSecrets:
    def test_where_a_commando_hides_changes_nothing_for_the_others(self) -> None:
        """Twins: the same battle twice, with the hidden commando at either end of the zone (ruling M280)."""
        told = []
        for place in (0, -1):
            fight = a_fight(
                mercenaries=("human_commando", None, None, None), names=(f"Axes {place}", f"Blades {place}", "C", "D")
            )
            told.append(_seen_by_others(fight, place))
        assert len(told[0]) > 8
        for one, other in zip(*told, strict=True):
            assert one.splitlines() == other.splitlines()


def _seen_by_others(fight: Field, place: int) -> list[str]:
    """Play a while with the commando at one place; return everything that the others and spectators get to see."""
    played = begun(fight)
    spectator = MemberFactory.create()
    seen = []
    hidden = None
    for _number in range(16):
        played.refresh_from_db()
        asked = played.actor or 0
        with positions.standing(played) as game:
            assert game.decision is not None
            hidden = next(piece.uid for piece in game.pieces if piece.hidden)
            offered = options(game, asked)
            spots = [o.action for o in offered if isinstance(o.action, Deploy) and o.action.figure == hidden]
            others = [o.action for o in offered if o.figure not in (None, hidden)]
            passing = [o.action for o in offered if o.kind.value in ("pass", "end", "decline")]
            activate = [a for a in others if isinstance(a, Activate)]
            action = spots[place] if spots else (passing or activate or others or [End()])[0]
        deciding.decide(played=played, person=person(fight, asked), code=code_of(action), version=played.version)
        played.refresh_from_db()
        if not played.turn:
            continue  # everybody stands by then
        for member in (fight.players[1], spectator):
            answer = reader(member).get(played.get_absolute_url(), headers=HTMX)
            seen.append(_plain(answer.content.decode(), played, fight))
        if played.actor == 1:
            with positions.standing(played) as game:
                figure = game.decision.figure if game.decision is not None else None
            if figure is not None:
                for name, more in (("reach", [figure]), ("way", [])):
                    address = reverse(f"play:{name}", args=[played.pk, *more])
                    answer = reader(fight.players[1]).get(f"{address}?x=20&y=12", headers=HTMX)
                    seen.append(_plain(answer.content.decode(), played, fight))
    return seen


def _plain(page: str, played: PlayedBattle, fight: Field) -> str:
    """Return a page without what differs between any two battles: numbers of rows, tokens, tickets, names."""
    page = re.sub(r'csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|X-CSRFToken&quot;:[^}]*', "", page)
    page = re.sub(r'data-told="[^"]*"|[0-9a-f]{32}', "", page)
    page = re.sub(r"/play/\d+/|/battles/\d+/|/campaigns/[\w-]+/", "/", page)
    page = re.sub(r"Player-\w+-?-\d", "Player", page).replace(played.commitment, "")
    for name in (" 0", " -1"):
        page = page.replace(f"Axes{name}", "Axes").replace(f"Blades{name}", "Blades")
    return page
