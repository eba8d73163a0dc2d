"""``manage.py rebuild``: the journal is the truth, and the command says what was not."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from rosters.models import Character, JournalEntry, Warband

pytestmark = pytest.mark.django_db


def run(*args: object, **options: object) -> str:
    out = StringIO()
    call_command("rebuild", *args, stdout=out, stderr=out, **options)
    return out.getvalue()


def test_nothing_differs_from_the_journal(warband: Warband, muster: Warband) -> None:
    first, *others = run().splitlines()
    assert first == "2 rebuilt, 0 of them differed."
    assert all(line.endswith(" rebuilt, 0 of them differed.") for line in others), "nor do other rooms' copies"


def test_what_differed_is_named_and_mended(warband: Warband, muster: Warband) -> None:
    Character.objects.filter(warband=warband, number=2).update(experience=99)
    Warband.objects.filter(pk=warband.pk).update(treasury=1)
    said = run(dry_run=True)
    assert f"{warband.pk} The Blades: characters differed" in said
    assert f"{warband.pk} The Blades: summary differed" in said
    assert Warband.objects.get(pk=warband.pk).treasury == 1, "a dry run writes nothing"
    assert "2 rebuilt, 1 of them differed." in run()
    assert Warband.objects.get(pk=warband.pk).treasury == 452
    assert Character.objects.get(warband=warband, number=2).experience == 0


def test_one_warband_alone(warband: Warband, muster: Warband) -> None:
    assert run(warband=warband.pk) == "1 rebuilt, 0 of them differed.\n"
    with pytest.raises(CommandError, match="no warband 999"):
        run(warband=999)


def test_a_journal_that_does_not_hold_is_left_alone(warband: Warband, muster: Warband) -> None:
    JournalEntry.objects.filter(warband=warband, number=1).delete()
    before = Warband.objects.values().get(pk=warband.pk)
    out = StringIO()
    with pytest.raises(CommandError, match="1 journals or logs do not hold"):
        call_command("rebuild", stdout=out, stderr=out)
    assert "The Blades: the journal does not hold: no_leader" in out.getvalue()
    assert Warband.objects.values().get(pk=warband.pk) == before
