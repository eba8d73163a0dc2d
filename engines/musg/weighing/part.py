"""What battles of a weighing came to, counted so that parts can be merged in any order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct


class Counts(Struct, frozen=True):
    """The pairs of mirrored battles against one opponent.

    A band's score in a pair is 2 for each victory and 1 for each draw: 0 to 4. The bearing band comes first, then the
    others, level by level. ``sums`` adds up the scores, ``products`` those of each two bands: row i holds the products
    of band i with the bands 0 to i.
    """

    pairs: int
    sums: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]

    def plus(self, other: Counts) -> Counts:
        """Return both together. Raises ``ValueError`` where they count different bands."""
        return Counts(
            self.pairs + other.pairs,
            tuple(one + more for one, more in zip(self.sums, other.sums, strict=True)),
            tuple(
                tuple(one + more for one, more in zip(row, added, strict=True))
                for row, added in zip(self.products, other.products, strict=True)
            ),
        )


class Part(Struct, frozen=True):
    """Rounds of one plan (its ``digest``), the numbers in order, and for each of its opponents what they came to."""

    digest: str
    rounds: tuple[int, ...]
    counts: tuple[Counts, ...]


def counted(scores: Sequence[int]) -> Counts:
    """Return what one pair of mirrored battles comes to, the bands' scores given."""
    rows = tuple(tuple(one * other for other in scores[: place + 1]) for place, one in enumerate(scores))
    return Counts(1, tuple(scores), rows)


def merge(parts: Iterable[Part]) -> Part:
    """Return the parts as one, whatever their order.

    Raises ``ValueError`` for none, for parts of different plans, and for a round that is there twice.
    """
    first, *others = parts
    rounds = list(first.rounds)
    counts = first.counts
    for other in others:
        if other.digest != first.digest:
            raise ValueError("parts of different plans")
        rounds += other.rounds
        counts = tuple(one.plus(more) for one, more in zip(counts, other.counts, strict=True))
    if len(set(rounds)) < len(rounds):
        raise ValueError("a round counted twice")
    return Part(first.digest, tuple(sorted(rounds)), counts)
