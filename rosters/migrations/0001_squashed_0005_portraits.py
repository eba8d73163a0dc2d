import club.tables_at_once
import django.db.models.deletion
import rosters.models.journal
import rosters.models.warband
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('rosters', '0001_initial'),
        ('rosters', '0002_brought_from_elsewhere'),
        ('rosters', '0003_steps_in_order'),
        ('rosters', '0004_journal_reasons'),
        ('rosters', '0005_portraits'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        club.tables_at_once.CreateModels(
            models=[
                migrations.CreateModel(
                    name='Warband',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(default=rosters.models.warband.new_key, editable=False, max_length=16, unique=True)),
                        ('name', models.CharField(max_length=60, verbose_name='name')),
                        ('race', models.CharField(max_length=30, verbose_name='race')),
                        ('visibility', models.CharField(choices=[('private', 'Only those who take part'), ('club', 'Every member of the club'), ('public', 'Everybody')], default='club', max_length=8, verbose_name='who may read it')),
                        ('setup', models.JSONField(editable=False)),
                        ('state', models.JSONField(editable=False)),
                        ('version', models.PositiveIntegerField(default=0, editable=False)),
                        ('mustered', models.BooleanField(default=False, editable=False)),
                        ('treasury', models.IntegerField(default=0, editable=False)),
                        ('value', models.IntegerField(default=0, editable=False)),
                        ('figures', models.PositiveSmallIntegerField(default=0, editable=False)),
                        ('battles', models.PositiveSmallIntegerField(default=0, editable=False)),
                        ('won', models.PositiveSmallIntegerField(default=0, editable=False)),
                        ('drawn', models.PositiveSmallIntegerField(default=0, editable=False)),
                        ('lost', models.PositiveSmallIntegerField(default=0, editable=False)),
                        ('victory_points', models.IntegerField(default=0, editable=False)),
                        ('created', models.DateTimeField(auto_now_add=True)),
                        ('changed', models.DateTimeField(auto_now=True)),
                        ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='warbands', to=settings.AUTH_USER_MODEL)),
                        ('brought', models.JSONField(default=list, editable=False)),
                        ('portraits_hung', models.JSONField(default=dict, editable=False)),
                    ],
                    options={
                        'verbose_name': 'warband',
                        'verbose_name_plural': 'warbands',
                        'ordering': ['name', 'pk'],
                        'indexes': [models.Index(fields=['visibility', 'name'], name='rosters_war_visibil_270cd5_idx')],
                    },
                ),
                migrations.CreateModel(
                    name='Character',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('name', models.CharField(max_length=60)),
                        ('rank', models.CharField(max_length=12)),
                        ('race', models.CharField(max_length=30)),
                        ('mercenary', models.CharField(blank=True, max_length=30)),
                        ('standing', models.CharField(max_length=12)),
                        ('experience', models.PositiveSmallIntegerField(default=0)),
                        ('lifetime', models.PositiveSmallIntegerField(default=0)),
                        ('choices', models.PositiveSmallIntegerField(default=0)),
                        ('value', models.PositiveIntegerField(default=0)),
                        ('skills', models.JSONField(default=list)),
                        ('injuries', models.JSONField(default=list)),
                        ('warband', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='characters', to='rosters.warband')),
                    ],
                    options={
                        'verbose_name': 'character',
                        'verbose_name_plural': 'characters',
                        'ordering': ['warband', 'number'],
                        'indexes': [models.Index(fields=['standing', '-lifetime'], name='rosters_cha_standin_e418b0_idx')],
                        'constraints': [models.UniqueConstraint(fields=('warband', 'number'), name='one_character_per_number')],
                    },
                ),
                migrations.CreateModel(
                    name='ExperienceGain',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('entry', models.PositiveIntegerField()),
                        ('battle', models.CharField(max_length=40)),
                        ('points', models.PositiveSmallIntegerField()),
                        ('survived', models.PositiveSmallIntegerField(default=0)),
                        ('won', models.PositiveSmallIntegerField(default=0)),
                        ('takedowns', models.PositiveSmallIntegerField(default=0)),
                        ('odds', models.PositiveSmallIntegerField(default=0)),
                        ('character', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='experience_gains', to='rosters.character')),
                    ],
                    options={
                        'verbose_name': 'experience gain',
                        'verbose_name_plural': 'experience gains',
                        'ordering': ['character', 'entry'],
                    },
                ),
                migrations.CreateModel(
                    name='InjuryRoll',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('entry', models.PositiveIntegerField()),
                        ('position', models.PositiveSmallIntegerField()),
                        ('battle', models.CharField(max_length=40)),
                        ('table', models.CharField(max_length=20)),
                        ('faces', models.CharField(max_length=5)),
                        ('result', models.CharField(max_length=30)),
                        ('character', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='injury_rolls', to='rosters.character')),
                    ],
                    options={
                        'verbose_name': 'injury roll',
                        'verbose_name_plural': 'injury rolls',
                        'ordering': ['character', 'entry', 'position'],
                    },
                ),
                migrations.CreateModel(
                    name='JournalEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('kind', models.CharField(max_length=20)),
                        ('data', models.JSONField()),
                        ('events', models.JSONField(default=list)),
                        ('before', models.IntegerField()),
                        ('after', models.IntegerField()),
                        ('at', models.DateTimeField(default=rosters.models.journal.moment, editable=False)),
                        ('undone_at', models.DateTimeField(blank=True, null=True)),
                        ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('warband', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='rosters.warband')),
                        ('brought', models.BooleanField(default=False)),
                        ('place', models.BigIntegerField(editable=False)),
                        ('reason', models.TextField(blank=True, default='')),
                    ],
                    options={
                        'verbose_name': 'journal entry',
                        'verbose_name_plural': 'journal entries',
                        'ordering': ['place'],
                        'indexes': [models.Index(fields=['kind', '-at'], name='rosters_jou_kind_66cee0_idx'), models.Index(fields=['warband', 'place'], name='steps_in_order')],
                        'constraints': [models.UniqueConstraint(fields=('warband', 'number'), name='one_entry_per_number')],
                    },
                ),
                migrations.CreateModel(
                    name='Gear',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('code', models.CharField(max_length=30)),
                        ('paid', models.PositiveIntegerField(default=0)),
                        ('character', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='gear', to='rosters.character')),
                        ('warband', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='gear', to='rosters.warband')),
                    ],
                    options={
                        'verbose_name': 'gear',
                        'verbose_name_plural': 'gear',
                        'ordering': ['warband', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('warband', 'number'), name='one_item_per_number')],
                    },
                ),
                migrations.CreateModel(
                    name='Portrait',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('figure', models.PositiveIntegerField()),
                        ('content', models.BinaryField()),
                        ('mark', models.CharField(max_length=16)),
                        ('width', models.PositiveSmallIntegerField()),
                        ('height', models.PositiveSmallIntegerField()),
                        ('at', models.DateTimeField(auto_now=True)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('warband', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='portraits', to='rosters.warband')),
                    ],
                    options={
                        'verbose_name': 'portrait',
                        'verbose_name_plural': 'portraits',
                        'constraints': [models.UniqueConstraint(fields=('warband', 'figure'), name='one_portrait_each')],
                    },
                ),
            ],
        ),
    ]
