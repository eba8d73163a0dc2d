"""Totals of the counters that are there already."""

import django.db.models.deletion
from django.db import migrations, models

FIGURES = (
    "played", "won", "lost", "first", "second", "third", "further", "share", "points", "scored", "minutes", "timed",
)  # fmt: skip
ABOUT = ("facet", "game", "campaign", "campaign__visibility", "visibility", "player", "subject")


def add_up(apps, schema_editor):
    """As ``campaigns.seasons.tallies.total_key`` does: a season that only its people read has totals of its own."""
    tally, total = apps.get_model("campaigns", "Tally"), apps.get_model("campaigns", "Total")
    sums = {}
    found = tally.objects.order_by().values_list(*ABOUT)
    for row in found.annotate(*(models.Sum(name) for name in FIGURES)):
        facet, game, campaign, kept, visibility, player, subject = row[: len(ABOUT)]
        place = (campaign, "") if kept == "private" else (None, kept or visibility)
        mine = sums.setdefault((facet, game, *place, player, subject), [0] * len(FIGURES))
        for number, figure in enumerate(row[len(ABOUT) :]):
            mine[number] += figure
    total.objects.bulk_create(
        (
            total(
                key="|".join(map(str, (facet, game, campaign or "", visibility, 0, player or "", subject))),
                facet=facet,
                game=game,
                campaign_id=campaign,
                visibility=visibility,
                player_id=player,
                subject=subject,
                **dict(zip(FIGURES, figures, strict=True)),
            )
            for (facet, game, campaign, visibility, player, subject), figures in sums.items()
        ),
        batch_size=1000,
    )


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0029_table_seasons'),
    ]

    operations = [
        migrations.CreateModel(
            name='Total',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('played', models.IntegerField(default=0)),
                ('won', models.IntegerField(default=0)),
                ('lost', models.IntegerField(default=0)),
                ('first', models.IntegerField(default=0)),
                ('second', models.IntegerField(default=0)),
                ('third', models.IntegerField(default=0)),
                ('further', models.IntegerField(default=0)),
                ('share', models.BigIntegerField(default=0)),
                ('points', models.BigIntegerField(default=0)),
                ('scored', models.IntegerField(default=0)),
                ('minutes', models.BigIntegerField(default=0)),
                ('timed', models.IntegerField(default=0)),
                ('key', models.CharField(max_length=200, unique=True)),
                ('facet', models.CharField(choices=[('player', 'Player'), ('rival', 'Rival'), ('own_hero', 'Own Hero'), ('hero', 'Hero'), ('seat', 'Seat'), ('length', 'Length'), ('matches', 'Matches')], max_length=8)),
                ('game', models.CharField(max_length=16)),
                ('visibility', models.CharField(blank=True, max_length=8)),
                ('subject', models.CharField(blank=True, max_length=80)),
                ('campaign', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.campaign')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.player')),
            ],
            options={
                'verbose_name': 'counter of all time',
                'verbose_name_plural': 'counters of all time',
                'indexes': [models.Index(fields=['player', 'facet', 'game'], name='total_of_player'), models.Index(fields=['facet', 'game'], name='total_of_game')],
            },
        ),
        migrations.RunPython(add_up, migrations.RunPython.noop, elidable=True),
    ]
