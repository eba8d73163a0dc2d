"""Documents that anybody may have written: bounded before they are parsed, in time that goes with their length, and
answered in few words.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import msgspec
import pytest

from engines.__main__ import main
from engines.bebop.cards import training
from engines.core.decoding import file_data, json_data
from engines.core.dice import Roll
from engines.core.documents import TOLD_MOST
from engines.core.problems import Malformed
from engines.core.receipts import FAULTS_MOST, Receipt, verify_receipt
from engines.core.separate import SeparateReceipt, SeparateRoll, verify_separate

LONG = 100_000
SECONDS = 3.0
"""Much for one of these on any machine; each took minutes, or all memory."""
NAME = 'name = { fr = "x", en = "x" }\n'
CHARACTER = f'\n[[characters]]\ncode = "c"\n{NAME}'

COSTLY = {
    "a key of many parts": ".".join(["a"] * (LONG // 2)) + " = 1",
    "many keys of many parts": "\n".join(".".join(["a"] * 40) + f".k{n} = 1" for n in range(LONG // 90)),
    "a heading of many parts": "[" + ".".join(["a"] * (LONG // 2)) + "]",
    "quoted parts": '"a" . ' * (LONG // 6) + "b = 1",
    "brackets": "a = " + "[" * LONG,
    "tables in tables": "a = " + "{ b = " * (LONG // 6),
    "digits": "a = " + "9" * LONG,
}


@pytest.fixture(autouse=True)
def in_time() -> Iterator[None]:
    began = process_time()
    yield
    assert process_time() - began < SECONDS


@pytest.mark.parametrize("text", COSTLY.values(), ids=COSTLY)
def test_what_costs_more_than_its_length_is_refused_unparsed(text: str) -> None:
    with pytest.raises(Malformed):
        file_data("set.toml", text)


@pytest.mark.parametrize("text", ["[" * LONG, '{"a":' * LONG, "9" * LONG, '"' + '\\"' * LONG])
def test_so_is_json(text: str) -> None:
    with pytest.raises(Malformed):
        json_data(text)


@pytest.mark.parametrize(
    "text",
    [
        'a = "' + "[." * LONG + '"',
        "a = '''" + "{." * LONG + "'''",
        'a = """' + '"[".' * LONG + '"""',
        'a = "' + '\\"[.' * LONG + '"',
        "a = 1 # " + "[." * LONG,
        "a = [" + "1.5, " * 1000 + "]",
        "\n".join(f"a.b.c.k{n} = 1" for n in range(1000)),
    ],
)
def test_signs_within_strings_and_remarks_nest_nothing(text: str) -> None:
    assert list(file_data("set.toml", text)) == ["a"]  # type: ignore[call-overload]


def test_signs_within_strings_of_json_nest_nothing() -> None:
    assert json_data(json.dumps(["[" * LONG, '"[' * LONG])) == ["[" * LONG, '"[' * LONG]


class TestCardSetsByFile:
    def answer(self, game: str, text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
        file = folder / "set.toml"
        file.write_text(text, encoding="utf-8")
        status = main([game, "cards", str(file)])
        shown = capsys.readouterr()
        return status, shown.out + shown.err

    @pytest.mark.parametrize("copies", [10**8, 10**18])
    def test_copies_without_end(self, copies: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """They are counted, not laid out."""
        data = msgspec.to_builtins(training())
        data["cards"][0]["copies"] = copies
        file = tmp_path / "set.json"
        file.write_bytes(msgspec.json.encode(data))
        assert main(["bebop", "cards", str(file)]) == 1
        assert f"copies {copies} is out of range" in capsys.readouterr().out

    def test_characters_without_end(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        status, told = self.answer("badass_force", NAME + "faces = []\n" + CHARACTER * 2000, tmp_path, capsys)
        assert status == 2
        assert "2000 cards; no set has more than 1000 of a kind" in told

    def test_a_fault_in_each_of_very_many(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        wrong = CHARACTER + 'power = [{ do = "gian", what = "ammo" }]\n'
        text = NAME + "faces = []\nweapons = []\n" + wrong * 990
        status, told = self.answer("badass_force", text, tmp_path, capsys)
        assert status == 1
        lines = told.splitlines()
        assert (len(lines), lines[-1]) == (TOLD_MOST + 1, f"… and more: only the first {TOLD_MOST} are told")

    @pytest.mark.parametrize("key", ["keys", "steps", "verbs"])
    def test_one_card_with_very_many_faults(self, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        more = {
            "keys": "".join(f"kay{n} = 1\n" for n in range(10_000)),
            "steps": "power = [" + '{ do = "gian" }, ' * 10_000 + "]",
            "verbs": 'power = [{ do = "gain", ' + ", ".join(f"k{n} = 1" for n in range(10_000)) + " }]",
        }[key]
        status, told = self.answer(
            "badass_force", NAME + "faces = []\nweapons = []\n" + CHARACTER + more, tmp_path, capsys
        )
        assert status in (1, 2)
        assert len(told) < 40_000

    def test_the_line_of_a_fault_is_still_told(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        text = NAME + "faces = []\nweapons = []\n" + CHARACTER + 'power = [\n  { do = "gian" },\n]\n'
        _, told = self.answer("badass_force", text, tmp_path, capsys)
        assert "line 9, “c”, power, step 1: unknown verb “gian”; did you mean “gain”?" in told


class TestProofs:
    def roll(self, number: int, asked: str = "d6", reason: str = "x") -> Roll:
        return Roll(number, asked, reason, None, (9,), "seed")

    def test_false_rolls_without_end_are_told_in_few_words(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        rolls = tuple(self.roll(number) for number in range(50_000))
        file = tmp_path / "proof.json"
        file.write_bytes(msgspec.json.encode(Receipt("0" * 64, "00" * 32, rolls)))
        assert main(["verify", str(file)]) == 1
        told = capsys.readouterr().out
        assert len(told) < 20_000
        assert told.splitlines()[-1] == "… and 49901 rolls that were not looked at: the document is false"

    def test_short_lines_do_not_have_long_decks_shuffled_without_end(self) -> None:
        faults = verify_receipt(Receipt("0" * 64, "00" * 32, (self.roll(0, "shuffle 999"),) * 100_000))
        assert len(faults) <= FAULTS_MOST + 2

    def test_long_words_and_many_faces_are_cut(self) -> None:
        long = Roll(0, "d6", "x" * LONG, None, (1,) * LONG, "seed")
        faults = verify_receipt(Receipt("0" * 64, "00" * 32, (long, self.roll(1, asked="y" * LONG))))
        assert sum(map(len, faults)) < 2_000

    def test_so_it_is_with_rolls_of_their_own_seeds(self) -> None:
        rolls = tuple(SeparateRoll("x" * 1000, self.roll(number)) for number in range(1000))
        faults = verify_separate(SeparateReceipt("0" * 64, "00" * 32, rolls))
        assert len(faults) <= FAULTS_MOST + 2
        assert sum(map(len, faults)) < 40_000
