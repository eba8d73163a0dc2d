"""What the commands of all card games have in common."""

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
