"""What the commands of all card games have in common."""

import json
import re

import pytest

from engines.__main__ import main

CARD_GAMES = ("badass_force", "baf", "bagarre", "bebop")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(list(words)) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("game", CARD_GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_checking_so_many_players_plays_so_many(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    *counted, last = told(capsys, game, "simulate", "--check", "--games", "8", "--players", str(players))
    assert last == "8 random games, no fault"
    assert counted
    assert all(line.startswith(f"{players} players") for line in counted)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_checking_plays_all_sizes_unless_told(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    *counted, _ = told(capsys, game, "simulate", "--check", "--games", "12")
    assert len({line.split()[0] for line in counted}) > 1


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_game_is_printed_event_by_event(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each line is JSON that says what happened, by which rule, and to whom; the last is the hash that was promised."""
    *events, promised = map(json.loads, told(capsys, game, "play", "--players", "2", "--seed", "5"))
    assert re.fullmatch("[0-9a-f]{64}", promised["commitment"])
    kinds = [event["kind"] for event in events]
    assert kinds.count("game_over") == 1
    assert kinds[-1] == "game_over"
    assert sorted(events[-1]["outcome"]["places"]) in ([1, 1], [1, 2])
    assert {event["seat"] for event in events if "seat" in event} == {0, 1}
    assert any(event.get("rule") for event in events)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_same_seed_tells_the_same_story(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    one, again, other = (told(capsys, game, "play", "--players", "2", "--seed", seed) for seed in "556")
    assert one == again != other
