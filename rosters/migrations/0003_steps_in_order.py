from django.db import migrations, models
from django.db.models import F

import rosters.models.journal

SPACING = 1 << 20


def place(apps, schema_editor):
    """Steps are in the order in which they were made."""
    apps.get_model("rosters", "JournalEntry").objects.update(place=F("number") * SPACING)


class Migration(migrations.Migration):
    dependencies = [
        ("rosters", "0002_brought_from_elsewhere"),
    ]

    operations = [
        migrations.AddField(
            model_name="journalentry",
            name="place",
            field=models.BigIntegerField(default=0, editable=False),
            preserve_default=False,
        ),
        migrations.RunPython(place, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="journalentry",
            name="at",
            field=models.DateTimeField(default=rosters.models.journal.moment, editable=False),
        ),
        migrations.AlterModelOptions(
            name="journalentry",
            options={
                "ordering": ["place"],
                "verbose_name": "journal entry",
                "verbose_name_plural": "journal entries",
            },
        ),
        migrations.AddIndex(
            model_name="journalentry",
            index=models.Index(fields=["warband", "place"], name="steps_in_order"),
        ),
    ]
