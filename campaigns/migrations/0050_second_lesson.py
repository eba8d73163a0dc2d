import django.db.models.deletion
from django.db import migrations, models


def mark_practice(apps, schema_editor):
    """The practice of lessons under way is called so."""
    apps.get_model("campaigns", "Campaign").objects.filter(lesson__isnull=False).update(practice=True)


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0049_lessons'),
        ('rosters', '0006_practice_warbands'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='practice',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name='lesson',
            name='warband',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='lesson', to='rosters.warband'),
        ),
        migrations.AlterField(
            model_name='lesson',
            name='code',
            field=models.CharField(choices=[('first_battle', 'Your first battle'), ('first_camp', 'After the battle')], max_length=16),
        ),
        migrations.RunPython(mark_practice, migrations.RunPython.noop),
    ]
