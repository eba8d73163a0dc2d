"""Dice: unbiased faces, provable seeds, receipts, and dice typed one roll at a time."""

import hashlib

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from engines.core.dice import (
    MOST_CARDS,
    BadDraw,
    BadFace,
    DiceError,
    DiceNeeded,
    EnteredDice,
    FastDice,
    FixedDice,
    RecordedDice,
    Request,
    Roll,
    SeededDice,
    UnusedFaces,
    check_face,
    commitment,
)
from engines.core.receipts import Receipt, verify_receipt

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


def order_by_definition(seed: bytes, count: int) -> list[int]:
    """The order a seed puts a pile in: from the last place on, exchange with one drawn from those up to it."""
    blocks = (hmac_sha256_by_definition(seed, counter.to_bytes(8, "big")) for counter in range(100))
    stream = (byte for block in blocks for byte in block)
    order = list(range(count))
    for places in range(count, 1, -1):
        drawn = next(byte for byte in stream if byte < 256 // places * places) % places
        order[places - 1], order[drawn] = order[drawn], order[places - 1]
    return order


class TestShufflesAndChoices:
    @pytest.mark.parametrize("seed", [SEED, b"a seed of sixteen", b"\xff" * 16])
    def test_every_shuffle_is_what_the_definition_gives(self, seed: bytes) -> None:
        dice = SeededDice(seed)
        pile = list(range(54))
        dice.shuffle(pile, "deck")
        assert pile == order_by_definition(seed, 54)

    def test_a_receipt_tells_where_each_card_lay_before(self) -> None:
        dice = SeededDice(SEED)
        pile = list("abcdefgh")
        dice.shuffle(pile, "deck")
        (roll,) = dice.rolls
        assert (roll.asked, roll.reason, roll.figure, roll.source) == ("shuffle 8", "deck", None, "seeded")
        assert pile == ["abcdefgh"[place] for place in roll.faces]
        assert sorted(pile) == list("abcdefgh")

    def test_draws_and_faces_are_kept_apart_for_the_replay(self) -> None:
        first = SeededDice(SEED)
        pile = list(range(10))
        first.shuffle(pile, "deck")
        chosen = first.one_of(5, "first player")
        faces = first.roll("2d6", "test").faces
        assert (first.faces, first.draws) == (faces, (tuple(pile), (chosen,)))
        again = RecordedDice(first.faces, first.draws)
        twin = list(range(10))
        again.shuffle(twin, "deck")
        assert (twin, again.one_of(5, "first player"), again.roll("2d6", "test").faces) == (pile, chosen, faces)
        again.finish()

    @pytest.mark.parametrize("dice", [SeededDice(SEED), FastDice(5)], ids=["seeded", "fast"])
    def test_all_orders_of_three_come_up_as_often(self, dice: SeededDice | FastDice) -> None:
        """6,000 shuffles: 1,000 of each of the six orders, give or take 5 deviations of about 29."""
        counted: dict[tuple[int, ...], int] = {}
        for _ in range(6_000):
            pile = [1, 2, 3]
            dice.shuffle(pile, "deck")
            counted[tuple(pile)] = counted.get(tuple(pile), 0) + 1
        assert len(counted) == 6
        assert all(abs(count - 1_000) < 145 for count in counted.values())

    @pytest.mark.parametrize("dice", [SeededDice(SEED), FastDice(5)], ids=["seeded", "fast"])
    def test_all_of_seven_are_chosen_as_often(self, dice: SeededDice | FastDice) -> None:
        """7,000 choices: 1,000 of each, give or take 5 deviations of about 29."""
        chosen = [dice.one_of(7, "test") for _ in range(7_000)]
        assert all(abs(chosen.count(number) - 1_000) < 147 for number in range(7))
        assert set(chosen) == set(range(7))

    def test_fast_dice_keep_nothing(self) -> None:
        dice = FastDice(1)
        dice.shuffle([1, 2, 3], "deck")
        dice.one_of(3, "test")
        assert dice.rolls == []

    def test_entered_dice_say_what_to_shuffle(self) -> None:
        with pytest.raises(DiceNeeded) as needed:
            EnteredDice().shuffle(list(range(54)), "deck")
        assert needed.value.request == Request("shuffle 54", "deck")

    @pytest.mark.parametrize("draw", [(0, 1), (0, 1, 1), (1, 2, 3), (0, 1, 2, 3)])
    def test_a_recorded_shuffle_must_be_one(self, draw: tuple[int, ...]) -> None:
        with pytest.raises(BadDraw, match="shuffle 3"):
            FixedDice(draws=[draw]).shuffle([1, 2, 3], "deck")

    @pytest.mark.parametrize("draw", [(), (3,), (-1,), (0, 1)])
    def test_a_recorded_choice_must_be_one(self, draw: tuple[int, ...]) -> None:
        with pytest.raises(BadDraw, match="one of 3"):
            FixedDice(draws=[draw]).one_of(3, "test")

    def test_draws_left_over_are_an_error(self) -> None:
        with pytest.raises(UnusedFaces):
            RecordedDice(draws=[(0, 1)]).finish()

    def test_limits(self) -> None:
        dice = SeededDice(SEED)
        with pytest.raises(DiceError, match=str(MOST_CARDS)):
            dice.shuffle(list(range(MOST_CARDS + 1)), "deck")
        with pytest.raises(DiceError):
            dice.one_of(0, "test")
        dice.shuffle([], "nothing")
        assert dice.one_of(1, "test") == 0

    @pytest.mark.parametrize("dice", [SeededDice(SEED), FastDice(5), FixedDice([1, 2, 3], [(1, 0), (0, 1)])])
    def test_a_copy_rolls_what_the_original_will(self, dice: SeededDice | FastDice | FixedDice) -> None:
        dice.d6("before")
        twin = dice.copy()
        rolled = []
        for source in (twin, dice):
            pile = ["a", "b"]
            source.shuffle(pile, "deck")
            rolled.append((pile, source.d6("after"), source.rolls))
        assert rolled[0] == rolled[1]


class TestVerifyingReceipts:
    def test_shuffles_and_choices_are_proven_too(self) -> None:
        dice = SeededDice(SEED)
        dice.shuffle(list(range(54)), "deck")
        dice.one_of(4, "first player")
        dice.roll("d6", "test")
        honest = receipt_of(dice, SEED)
        assert verify_receipt(honest) == []
        order = list(honest.rolls[0].faces)
        order[0], order[1] = order[1], order[0]
        swapped = (replace(honest.rolls[0], faces=tuple(order)), *honest.rolls[1:])
        (fault,) = verify_receipt(replace(honest, rolls=swapped))
        assert fault.startswith("roll 0 (deck)")

    @pytest.mark.parametrize("asked", ["shuffle", "shuffle x", "shuffle 1000", "one of 0", "shuffle 054", "deal 3"])
    def test_odd_draws_are_said_so(self, asked: str) -> None:
        odd = Roll(0, asked, "deck", None, (0,), "seeded")
        assert asked in verify_receipt(replace(receipt_of(SeededDice(SEED), SEED), rolls=(odd,)))[0]

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
