"""Dice: unbiased faces, provable seeds, receipts, and dice typed one roll at a time."""

import hashlib

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from engines.core.dice import (
    BadFace,
    DiceError,
    DiceNeeded,
    EnteredDice,
    FastDice,
    FixedDice,
    Receipt,
    RecordedDice,
    Request,
    Roll,
    SeededDice,
    UnusedFaces,
    check_face,
    commitment,
    verify_receipt,
)

SEED = bytes(range(32))


def hmac_sha256_by_definition(key: bytes, message: bytes) -> bytes:
    """RFC 2104 spelled out: H((K xor opad) || H((K xor ipad) || message))."""
    padded = (hashlib.sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in padded) + inner).digest()


def faces_by_definition(seed: bytes, count: int) -> list[int]:
    """The faces a seed stands for, worked out without the module under test."""
    faces: list[int] = []
    counter = 0
    while len(faces) < count:
        block = hmac_sha256_by_definition(seed, counter.to_bytes(8, "big"))
        faces += [byte % 6 + 1 for byte in block if byte < 252]
        counter += 1
    return faces[:count]


def rolled(seed: bytes, *asked: str) -> SeededDice:
    dice = SeededDice(seed)
    for position, what in enumerate(asked):
        dice.roll(what, f"reason {position}", position)
    return dice


def receipt_of(dice: SeededDice, seed: bytes) -> Receipt:
    return Receipt(commitment=dice.commitment, seed=seed.hex(), rolls=tuple(dice.rolls))


class TestSeededDice:
    @pytest.mark.parametrize("seed", [SEED, b"a seed of sixteen", b"\xff" * 16, b"x" * 100])
    def test_every_face_is_what_the_definition_of_hmac_gives(self, seed: bytes) -> None:
        dice = SeededDice(seed)
        faces = [dice.roll("d6", "test").value for _ in range(200)]
        assert faces == faces_by_definition(seed, 200)

    def test_first_faces_of_a_known_seed(self) -> None:
        """HMAC-SHA256 of eight zero bytes under the key 00 01 … 1f, looked at byte by byte."""
        block = hmac_sha256_by_definition(SEED, bytes(8))
        assert [byte for byte in block[:3] if byte >= 252] == []
        assert rolled(SEED, "d6", "d66").faces == tuple(byte % 6 + 1 for byte in block[:3])

    def test_bytes_that_would_favour_low_faces_are_passed_over(self) -> None:
        """252, 253, 254 and 255 would make 1, 2, 3 and 4 come up more often."""
        seed = next(
            candidate
            for number in range(1000)
            if max(hmac_sha256_by_definition(candidate := number.to_bytes(16, "big"), bytes(8))[:6]) >= 252
        )
        block = hmac_sha256_by_definition(seed, bytes(8))
        kept = [byte % 6 + 1 for byte in block if byte < 252]
        folded = [byte % 6 + 1 for byte in block]
        dice = SeededDice(seed)
        faces = [dice.roll("d6", "test").value for _ in range(len(kept))]
        assert faces == kept
        assert faces != folded[: len(kept)]

    def test_accepted_bytes_give_each_face_equally_often(self) -> None:
        counts = [sum(byte % 6 + 1 == face for byte in range(252)) for face in range(1, 7)]
        assert counts == [42] * 6

    def test_faces_are_spread_evenly(self) -> None:
        """Chi-square with 5 degrees of freedom stays under 20.52, which pure chance exceeds once in a thousand."""
        dice = SeededDice(SEED)
        faces = [dice.roll("d6", "test").value for _ in range(30_000)]
        expected = len(faces) / 6
        assert sum((faces.count(face) - expected) ** 2 / expected for face in range(1, 7)) < 20.52

    def test_d66_results_are_spread_evenly(self) -> None:
        """35 degrees of freedom: 66.6 is exceeded once in a thousand."""
        dice = SeededDice(SEED)
        results = [dice.roll("d66", "test").value for _ in range(18_000)]
        expected = len(results) / 36
        values = [tens * 10 + units for tens in range(1, 7) for units in range(1, 7)]
        assert set(results) == set(values)
        assert sum((results.count(value) - expected) ** 2 / expected for value in values) < 66.6

    def test_commitment_is_the_hash_of_the_seed(self) -> None:
        assert SeededDice(SEED).commitment == hashlib.sha256(SEED).hexdigest() == commitment(SEED)

    def test_a_short_seed_could_be_guessed_and_is_refused(self) -> None:
        with pytest.raises(DiceError, match="16 bytes"):
            SeededDice(bytes(15))

    def test_two_sources_with_one_seed_roll_the_same(self) -> None:
        assert rolled(SEED, "d6", "2d6", "d66").rolls == rolled(SEED, "d6", "2d6", "d66").rolls


class TestReceiptsOfRolls:
    def test_a_roll_tells_what_for_whom_and_from_where(self) -> None:
        dice = FixedDice([3, 5])
        assert dice.roll("d66", "injury", 7) == Roll(0, "d66", "injury", 7, (3, 5), "fixed")

    def test_d66_reads_tens_and_units_and_2d6_the_sum(self) -> None:
        dice = FixedDice([3, 5, 3, 5, 4])
        assert [dice.roll(asked, "test").value for asked in ("d66", "2d6", "d6")] == [35, 8, 4]

    def test_all_faces_in_order_are_enough_to_replay(self) -> None:
        first = rolled(SEED, "d66", "d6", "2d6")
        again = RecordedDice(first.faces)
        for roll in first.rolls:
            assert again.roll(roll.asked, roll.reason, roll.figure).faces == roll.faces
        again.finish()

    def test_a_single_die_is_asked_for_by_its_short_name(self) -> None:
        dice = FixedDice([4])
        assert dice.d6("wound", 2) == 4
        assert dice.rolls == [Roll(0, "d6", "wound", 2, (4,), "fixed")]


class TestFastDice:
    def test_the_same_seed_rolls_the_same(self) -> None:
        """The first faces of seed 7, so that another platform or version that differs is noticed."""
        one, other = FastDice(7), FastDice(7)
        faces = [one.d6("wound") for _ in range(12)]
        assert faces == [other.roll("d6", "wound").value for _ in range(12)]
        assert faces == [2, 1, 4, 1, 4, 3, 1, 4, 1, 3, 1, 1]

    def test_nothing_is_kept(self) -> None:
        dice = FastDice(1)
        assert 11 <= dice.roll("d66", "injury").value <= 66
        assert dice.rolls == []

    def test_every_face_comes_up_as_often(self) -> None:
        """60,000 rolls: 10,000 each, give or take 5 deviations of about 91."""
        dice = FastDice(3)
        faces = [dice.d6("wound") for _ in range(60_000)]
        assert all(abs(faces.count(face) - 10_000) < 460 for face in range(1, 7))
        assert set(faces) == {1, 2, 3, 4, 5, 6}


class TestListedDice:
    def test_entered_dice_ask_for_one_roll_at_a_time(self) -> None:
        dice = EnteredDice([2])
        assert dice.roll("d6", "return", 4).value == 2
        with pytest.raises(DiceNeeded) as needed:
            dice.roll("d66", "injury", 5)
        assert needed.value.request == Request("d66", "injury", 5)

    def test_half_a_d66_is_not_taken(self) -> None:
        dice = EnteredDice([2])
        with pytest.raises(DiceNeeded):
            dice.roll("d66", "injury")
        assert dice.rolls == []

    def test_faces_left_over_are_an_error(self) -> None:
        dice = RecordedDice([1, 2, 3])
        dice.roll("d6", "return")
        with pytest.raises(UnusedFaces) as error:
            dice.finish()
        assert error.value.count == 2

    @pytest.mark.parametrize("face", [0, 7, -1, True, 2.0, "3", None])
    def test_only_1_to_6_are_faces(self, face: object) -> None:
        with pytest.raises(BadFace):
            check_face(face)

    @pytest.mark.parametrize("source", [EnteredDice, RecordedDice, FixedDice])
    def test_a_bad_face_is_refused_before_any_roll(self, source: type[FixedDice]) -> None:
        with pytest.raises(BadFace, match="7"):
            source([1, 7])


class TestVerifyingReceipts:
    ASKED = ("d66", "d6", "2d6", "d66", "d6")

    @given(st.binary(min_size=16, max_size=64), st.lists(st.sampled_from(["d6", "2d6", "d66"]), max_size=12))
    def test_an_honest_receipt_has_no_fault(self, seed: bytes, asked: list[str]) -> None:
        assert verify_receipt(receipt_of(rolled(seed, *asked), seed)) == []

    @given(st.integers(0, 4), st.integers(1, 5))
    def test_a_changed_face_is_found(self, place: int, turn: int) -> None:
        honest = receipt_of(rolled(SEED, *self.ASKED), SEED)
        rolls = list(honest.rolls)
        first, *rest = rolls[place].faces
        rolls[place] = replace(rolls[place], faces=((first + turn - 1) % 6 + 1, *rest))
        faults = verify_receipt(replace(honest, rolls=tuple(rolls)))
        assert len(faults) == 1
        assert faults[0].startswith(f"roll {place} ")

    def test_another_seed_is_found(self) -> None:
        honest = receipt_of(rolled(SEED, *self.ASKED), SEED)
        faults = verify_receipt(replace(honest, seed=bytes(32).hex()))
        assert "does not match the hash" in faults[0]

    def test_another_hash_is_found(self) -> None:
        honest = receipt_of(rolled(SEED, *self.ASKED), SEED)
        assert len(verify_receipt(replace(honest, commitment=commitment(bytes(32))))) == 1
        assert len(verify_receipt(replace(honest, commitment="é"))) == 1

    def test_another_order_is_found(self) -> None:
        honest = receipt_of(rolled(SEED, *self.ASKED), SEED)
        swapped = (honest.rolls[1], honest.rolls[0], *honest.rolls[2:])
        faults = verify_receipt(replace(honest, rolls=swapped))
        assert any("numbered" in fault for fault in faults)
        renumbered = tuple(replace(roll, index=place) for place, roll in enumerate(swapped))
        assert verify_receipt(replace(honest, rolls=renumbered))

    def test_a_roll_left_out_is_found(self) -> None:
        honest = receipt_of(rolled(SEED, *self.ASKED), SEED)
        assert verify_receipt(replace(honest, rolls=honest.rolls[1:]))

    @pytest.mark.parametrize("seed", ["", "zz", "00" * 15])
    def test_a_seed_that_cannot_be_read_is_said_so(self, seed: str) -> None:
        honest = receipt_of(rolled(SEED, *self.ASKED), SEED)
        assert verify_receipt(replace(honest, seed=seed))[0].startswith("the seed cannot be read")

    def test_an_unknown_kind_of_roll_is_said_so(self) -> None:
        honest = receipt_of(rolled(SEED, *self.ASKED), SEED)
        odd = replace(honest.rolls[0], asked="d20")
        assert "d20" in verify_receipt(replace(honest, rolls=(odd,)))[0]
