from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, OuterRef


def keep_what_was_answered(apps: Any, schema_editor: Any) -> None:
    """Note for proposals that stand that who made them has answered, where they passed the lead on by a link."""
    sides = apps.get_model("campaigns", "BattleSide").objects.filter(
        battle=OuterRef("played__battle"), seat=OuterRef("number"), warband__owner=OuterRef("played__by")
    )
    captains = apps.get_model("campaigns", "Captain").objects.filter(played__state="offered", agreed=False)
    captains.filter(Exists(sides)).update(agreed=True)


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0050_second_lesson'),
        ('rosters', '0007_packs'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Weighing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10)),
                ('code', models.CharField(max_length=30)),
                ('rank', models.CharField(blank=True, max_length=12)),
                ('state', models.CharField(choices=[('running', 'in progress'), ('done', 'done'), ('cancelled', 'called off')], default='running', max_length=10)),
                ('count', models.PositiveIntegerField(verbose_name='rounds')),
                ('plan', models.JSONField()),
                ('summary', models.JSONField(default=dict)),
                ('engine', models.CharField(max_length=20)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('finished', models.DateTimeField(blank=True, null=True)),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='weighings', to='rosters.packversion')),
            ],
            options={
                'verbose_name': 'weighing',
                'verbose_name_plural': 'weighings',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='WeighingPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.PositiveIntegerField()),
                ('count', models.PositiveIntegerField()),
                ('result', models.JSONField(blank=True, null=True)),
                ('weighing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='campaigns.weighing')),
            ],
            options={
                'verbose_name': 'part of a weighing',
                'verbose_name_plural': 'parts of weighings',
                'ordering': ['first'],
                'abstract': False,
            },
        ),
        migrations.AddConstraint(
            model_name='weighing',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'running')), fields=('version', 'kind', 'code', 'rank'), name='one_running_weighing_per_thing'),
        ),
        migrations.AddConstraint(
            model_name='weighingpart',
            constraint=models.UniqueConstraint(fields=('weighing', 'first'), name='one_part_of_a_weighing_per_first'),
        ),
        migrations.RunPython(keep_what_was_answered, migrations.RunPython.noop, elidable=True),
    ]
