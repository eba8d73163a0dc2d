"""What a referee is told of packs to be played with: things whose price lies outside those that may be fair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from campaigns.wars.models.weighing import Weighing, WeighingState
from campaigns.wars.weighing.things import KINDS, key, things
from campaigns.wars.weighing.words import OUTSIDE, thing_name
from engines.musg.packs import Pack
from rosters.models import PackVersion
from rosters.wording.worth import interval_words, verdict_words


def warnings_of(packs: Iterable[Pack]) -> list[str]:
    """Return a sentence for each thing of published packs that was weighed and found too cheap or too dear.

    Two queries. A pack that is none of the club's, or not as it was published here, is passed over.
    """
    brought = {(pack.code, pack.version): pack for pack in packs}
    rows = PackVersion.objects.filter(pack__code__in={code for code, _number in brought}, weighings__isnull=False)
    versions = [
        row
        for row in rows.select_related("pack").distinct()
        if (pack := brought.get((row.pack.code, row.number))) is not None and pack.mark == row.value.mark
    ]
    found = defaultdict[int, list[Weighing]](list)
    for weighing in Weighing.objects.filter(version__in=versions, state=WeighingState.DONE):
        found[weighing.version_id].append(weighing)
    return [line for version in versions for line in _lines(version, found[version.pk])]


def _lines(version: PackVersion, rows: list[Weighing]) -> Iterator[str]:
    known = {(row.kind, row.code, row.rank): row for row in reversed(rows)}
    for kind in KINDS:
        for subject, entry in things(version, kind):
            row = known.get(key(subject))
            weight = row.weight if row is not None else None
            if weight is None or weight.verdict not in OUTSIDE:
                continue
            values = {
                "thing": thing_name(subject, entry),
                "verdict": verdict_words(weight.verdict),
                "price": f"{weight.plan.price or 0:g}",
                "fair": interval_words(weight.fair),
            }
            yield _("%(thing)s: %(verdict)s. Its price, in points: %(price)s; may be fair: %(fair)s.") % values
