from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rosters', '0005_portraits'),
    ]

    operations = [
        migrations.AddField(
            model_name='warband',
            name='practice',
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
