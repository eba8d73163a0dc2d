import club.names
import club.tables_at_once
import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('club', '0001_initial'),
        ('club', '0002_closed_accounts'),
        ('club', '0003_news_by_mail'),
        ('club', '0004_second_step_and_guests'),
        ('club', '0005_reminders'),
        ('club', '0006_paper'),
        ('club', '0007_forms_sent'),
        ('club', '0008_names_told_apart'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        club.tables_at_once.CreateModels(
            models=[
                migrations.CreateModel(
                    name='Member',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                        ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                        ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                        ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                        ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                        ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                        ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                        ('display_name', models.CharField(blank=True, help_text='What other members see. Your user name is shown when this is empty.', max_length=60, validators=[club.names.validate_name], verbose_name='name shown')),
                        ('language', models.CharField(blank=True, choices=[('', 'As my browser'), ('fr', 'Français'), ('en', 'English')], default='', max_length=2, verbose_name='language')),
                        ('hidden', models.BooleanField(default=False, help_text='Visitors without an account see “a member” instead of your name.', verbose_name='hide me from public pages')),
                        ('colour_scheme', models.CharField(choices=[('auto', 'As my device'), ('light', 'Light'), ('dark', 'Dark')], default='auto', max_length=5, verbose_name='colours')),
                        ('large_print', models.BooleanField(default=False, verbose_name='large print')),
                        ('is_demo', models.BooleanField(default=False, editable=False, verbose_name='demo account')),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                        ('closed', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='account closed')),
                        ('news_mail', models.CharField(blank=True, choices=[('', 'Never'), ('daily', 'Every morning, if there are any'), ('at_once', 'Every morning, and at once when something waits for me')], default='', help_text='To your confirmed e-mail address. Each mail has a link that ends them.', max_length=7, verbose_name='news by mail')),
                        ('reminders', models.BooleanField(default=True, help_text='A referee may remind you by mail of what is waiting for you, once a day at most.', verbose_name='reminders by mail')),
                        ('paper', models.JSONField(blank=True, default=dict, editable=False, verbose_name='how I want paper')),
                    ],
                    options={
                        'verbose_name': 'member',
                        'verbose_name_plural': 'members',
                        'ordering': ['username'],
                    },
                    managers=[
                        ('objects', django.contrib.auth.models.UserManager()),
                    ],
                ),
                migrations.CreateModel(
                    name='ClubSettings',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(default='Arrière-Ban', max_length=80, validators=[club.names.validate_name], verbose_name='club name')),
                        ('tagline', models.CharField(blank=True, help_text='One line under the name on the noticeboard.', max_length=160, verbose_name='motto')),
                        ('signup_mode', models.CharField(choices=[('open', 'Anyone may sign up'), ('invitation', 'Only with the club’s invitation code'), ('closed', 'Nobody: the club admin creates accounts')], default='open', max_length=10, verbose_name='who may sign up')),
                        ('invitation_code', models.CharField(blank=True, help_text='New members type this code when they sign up. Capitals do not matter.', max_length=40, verbose_name='invitation code')),
                        ('former_warbands', models.CharField(choices=[('keep', 'They all stay, under “a former member”'), ('remove', 'Only those that served in a campaign stay, under “a former member”')], default='keep', max_length=6, verbose_name='warbands of former members')),
                        ('guest_names_days', models.PositiveSmallIntegerField(blank=True, help_text='This long after a guest’s last match the name is replaced by “a guest”; results stay. Empty: never.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3650)], verbose_name='days for which guests’ names are kept')),
                        ('second_step_for', models.CharField(choices=[('nobody', 'Nobody: members set it up if they want to'), ('admins', 'Club admins'), ('referees', 'Club admins, and the referees of campaigns and seasons')], default='nobody', help_text='Anyone without one is asked to set it up before anything else.', max_length=8, verbose_name='two-step sign-in is required for')),
                    ],
                    options={
                        'verbose_name': 'club settings',
                        'verbose_name_plural': 'club settings',
                        'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='only_one_club')],
                    },
                ),
                migrations.CreateModel(
                    name='Submission',
                    fields=[
                        ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                        ('model', models.CharField(blank=True, max_length=60)),
                        ('row', models.CharField(blank=True, max_length=40)),
                        ('address', models.CharField(blank=True, max_length=400)),
                        ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                    ],
                    options={
                        'verbose_name': 'form sent',
                        'verbose_name_plural': 'forms sent',
                    },
                ),
            ],
        ),
    ]
