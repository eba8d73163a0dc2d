from django.apps import AppConfig
from django.db.models.signals import pre_delete
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("Campaigns")

    def ready(self) -> None:
        """Join the rooms: who works on which jobs, who is told of what, which kinds of campaign there are."""
        self._kinds()
        self._work()
        self._listeners()
        self._words()
        self._notices()
        self._watched()
        self._searched()
        self._begun()
        self._calendars()
        self._found()
        self._offline()
        self._hooks()

    def _found(self) -> None:
        """Say what strangers and crawlers find here, and what of it stands on other sites."""
        from campaigns.evenings import found as evenings
        from campaigns.league import found as league
        from campaigns.seasons import found as seasons
        from campaigns.wars import found as wars

        for room in (league, wars, seasons, evenings):
            room.register()

    def _offline(self) -> None:
        """Say what may be read without a network."""
        from campaigns.evenings import offline as evenings
        from campaigns.matches import offline as matches
        from campaigns.wars import offline as wars

        for room in (wars, matches, evenings):
            room.register()

    def _hooks(self) -> None:
        """Say what others are told of, and who sees to it."""
        from campaigns.evenings import hooked as evenings
        from campaigns.jobs import queue, sweeping
        from campaigns.jobs.models import Rank
        from campaigns.league import news
        from campaigns.league.hooks import bodies as league, feed, scopes, switched_off, work
        from campaigns.league.models import Campaign
        from campaigns.matches import hooked as matches
        from campaigns.matches.operations import results
        from campaigns.seasons import hooked as seasons
        from campaigns.wars import hooked as wars
        from club.hooks import codes, happenings, off, operations
        from club.models.channel import Topic

        for room in (league, wars, matches, seasons, evenings):
            codes.register(room.EVENTS, room.SUBJECTS)
        for told in (league, wars, evenings):
            feed.register(told.NEWS)
        news.register(switched_off.WORDS, {Topic.CHRONICLE: switched_off.WORDS})
        news.add_channel(feed.hear)
        for listener in (matches.follow, seasons.follow):
            results.on_results(listener)
        off.on_switched_off(switched_off.follow)
        happenings.on_due(work.wake)
        queue.register(work.KIND, work.work, rank=Rank.RESULTS)
        sweeping.register(work.sweep)
        sweeping.register(operations.forget)
        pre_delete.connect(scopes.follow_deleting, sender=Campaign, dispatch_uid="campaigns.league.hooks")

    def _calendars(self) -> None:
        """Say what stands in calendars."""
        from campaigns.evenings.calendar import keys, panel, sources
        from campaigns.evenings.calendar.battles import Battles
        from campaigns.evenings.calendar.evenings import Evenings
        from club import departure, own_data
        from club.page import panels

        sources.register(Evenings())
        sources.register(Battles())
        panels.provider(panel.on_club_page)
        departure.on_closing(keys.follow_closing)
        own_data.provider(keys.own_data)

    def _begun(self) -> None:
        """Say what a club's first steps here are."""
        from campaigns import beginnings
        from club import first_steps

        first_steps.register(*beginnings.STEPS)

    def _watched(self) -> None:
        """Say what open pages are told of."""
        from campaigns.league import watching as league
        from campaigns.matches import watching as matches
        from campaigns.seasons import watching as seasons
        from campaigns.tables import watching as tables
        from campaigns.wars import watching as wars
        from campaigns.wars.play import watching as played
        from club.streams import kinds

        for room in (league, wars, played, matches, seasons, tables):
            for kind in room.KINDS:
                kinds.register(kind)

    def _searched(self) -> None:
        """Say what the search of the site finds here."""
        from campaigns.league.search import campaigns
        from campaigns.seasons.search import matches, players
        from club import search

        for searcher in (players, campaigns, matches):
            search.register(searcher)

    def _words(self) -> None:
        """Say what news and acts of referees there are, and how each is told."""
        from campaigns.evenings import news_words as evenings
        from campaigns.league import act_words, acts, announced, news, news_words as league, settings_told as settings
        from campaigns.matches import news_words as matches
        from campaigns.tables import news_words as tables
        from campaigns.wars import news_words as wars
        from campaigns.wars.powers import words as powers
        from campaigns.wars.settings import operations as rules
        from club.models import Topic

        for room in (league, wars, matches, tables, powers, evenings, announced):
            news.register(room.WORDS, room.TOPICS)
        for decided in (settings, rules):
            news.register(decided.NEWS, {Topic.CHRONICLE: decided.NEWS})
            acts.register(decided.ACTS)
        for spoken in (act_words.WORDS, powers.ACTS):
            acts.register(spoken)

    def _kinds(self) -> None:
        from campaigns.league import kinds
        from campaigns.seasons.kind import Season
        from campaigns.wars.kind import War
        from campaigns.wars.single.kind import SingleGame

        kinds.register(War())
        kinds.register(SingleGame())
        kinds.register(Season())

    def _work(self) -> None:
        """Say who works on which jobs, and what is done at every sweep."""
        from campaigns.jobs import mail, queue, sweeping
        from campaigns.jobs.models import Rank
        from campaigns.league import availability, digest, news, push
        from campaigns.matches.operations import forgetting as guests, verdicts
        from campaigns.seasons.operations import ratings
        from campaigns.tables.balance import operations as balance
        from campaigns.tables.operations import forgetting as seats, play
        from campaigns.wars.aftermath import operations as aftermath
        from campaigns.wars.dates import deadlines
        from campaigns.wars.forecast import operations as forecast, pairs
        from campaigns.wars.paper.booklet import operations as booklets
        from campaigns.wars.play import bots, people as captains
        from campaigns.wars.reports import operations as reports
        from campaigns.wars.resolution import operations as resolution
        from campaigns.wars.weighing import operations as weighing
        from club import devices, once
        from club.announcements import operations as announcements
        from club.api import repeats
        from club.channels.push import notices
        from club.sites import operations as sites

        queue.register(aftermath.KIND, aftermath.work)
        for room in (resolution, ratings):
            queue.register(room.KIND, room.work, rank=Rank.RESULTS)
        queue.register(booklets.KIND, booklets.work, rank=Rank.ERRANDS)
        for room in (forecast, pairs, balance):
            queue.register(room.KIND, room.work, rank=Rank.RECKONING)
        queue.register(weighing.KIND, weighing.work, rank=Rank.LEISURE)
        queue.register(mail.KIND, mail.work, delays=mail.DELAYS)
        queue.register(push.KIND, push.work)
        for kind, source in push.SOURCES.items():
            notices.register(kind, source)
        for duty in (news.forget, digest.send_due, reports.confirm_due, verdicts.confirm_due, play.sweep, bots.sweep):
            sweeping.register(duty)
        for duty in (devices.forget_expired, mail.forget, queue.forget, guests.forget_guests, seats.forget_guests):
            sweeping.register(duty)
        sweeping.register(captains.forget_guests)
        sweeping.register(availability.forget)
        sweeping.register(push.wake_due)
        sweeping.register(notices.forget)
        sweeping.register(deadlines.pass_due)
        sweeping.register(pairs.forget)
        for duty in (weighing.tell_failed, weighing.forget):
            sweeping.register(duty)
        sweeping.register(booklets.forget)
        sweeping.register(once.forget)
        sweeping.register(repeats.forget)
        sweeping.register(announcements.publish_due)
        sweeping.register(sites.forget)

    def _listeners(self) -> None:
        """Let rooms keep what follows from what happens in others."""
        from campaigns.evenings import departure as evening_places, promises as evenings, suggesting
        from campaigns.jobs import mail
        from campaigns.league import (
            access as leagues,
            announced,
            availability,
            clashes,
            departure as places,
            groups as referees,
            news,
            push,
        )
        from campaigns.league.operations import campaigns, people
        from campaigns.matches import departure as matches
        from campaigns.matches.operations import results
        from campaigns.seasons.operations import following, tallies
        from campaigns.wars import news as wars
        from campaigns.wars.battles import clashes as battles, consents, operations as battle_operations
        from campaigns.wars.challenges import departure as challenges
        from campaigns.wars.corrections import news as corrected, operations as corrections
        from campaigns.wars.dates import operations as dates, own_data as said, suggestions
        from campaigns.wars.enlistment import operations as enlistment, requests, resting
        from campaigns.wars.enlistment.grants import CampaignGrants
        from campaigns.wars.hire import operations as hire
        from campaigns.wars.paper.booklet import operations as booklets
        from campaigns.wars.play import people as captains
        from campaigns.wars.play.lessons import operations as lessons
        from campaigns.wars.powers import news as powers
        from campaigns.wars.single import operations as singles
        from club import departure, own_data, second_step
        from club.announcements import operations as announcements
        from club.channels.push import trial
        from club.sites import groups
        from rosters import access, amending, operations

        access.register(CampaignGrants())
        news.add_channel(push.hear)
        trial.on_trial(push.try_out)
        announcements.on_published(announced.spread)
        announcements.on_withdrawn(announced.take_back)
        second_step.on_powers(leagues.referees_something)
        groups.register(referees.groups_of_referees)
        operations.on_step(hire.follow)
        operations.on_step(wars.follow)
        operations.on_change(consents.follow)
        operations.on_step(powers.follow)
        amending.on_amended(hire.resync)
        corrections.on_correction(corrected.follow)
        clashes.register(battles.promised)
        clashes.register(evenings.promised)
        suggestions.register(suggesting.next_evenings)
        battle_operations.on_dated(dates.follow)
        people.on_leaving(enlistment.follow_leaving)
        people.on_leaving(requests.follow_leaving)
        people.on_leaving(singles.follow_leaving)
        people.on_leaving(challenges.follow_leaving)
        results.on_results(following.follow)
        campaigns.on_readers_changed(tallies.follow_season)
        departure.on_closing(lessons.follow_closing)
        departure.on_closing(captains.follow_closing)
        own_data.provider(captains.own_data)
        departure.on_closing(mail.follow_closing)
        departure.on_closing(booklets.follow_closing)
        departure.on_closing(challenges.follow_closing)
        own_data.provider(said.own_data)
        for room in (places, matches, news, availability, evening_places):
            departure.on_closing(room.follow_closing)
            own_data.provider(room.own_data)
        departure.on_closing(resting.follow_closing)  # behind ``places``: whoever goes decides nothing any more

    def _notices(self) -> None:
        """Hang up what campaigns show elsewhere, and say what ``rebuild`` goes through."""
        from campaigns import club_life, noticeboard as notices
        from campaigns.evenings.panel import next_evening_panel
        from campaigns.evenings.rebuild import rebuild_evenings
        from campaigns.league import news, panels as campaign_panels
        from campaigns.matches import origins
        from campaigns.matches.rebuild import rebuild_matches
        from campaigns.seasons import playing_here
        from campaigns.seasons.rebuild import rebuild_statistics
        from campaigns.tables import origins as tables
        from campaigns.tables.rebuild import rebuild_tables
        from campaigns.wars import teams
        from campaigns.wars.civilians.operations import rebuild_civilians
        from campaigns.wars.corrections import links as correction_links
        from campaigns.wars.dates.log import rebuild_talks
        from campaigns.wars.play.lessons.camp import coach as camp
        from campaigns.wars.tally import table as counts
        from club import auth, noticeboard, rebuilding
        from club.page import panels as club_page
        from rosters import panels, table

        origins.register(tables.find)
        playing_here.register(tables.begun_at)
        auth.carry("unread_news", news.unread_count)
        noticeboard.provider(notices.home)
        club_page.provider(club_life.played_here)
        panels.counsel(teams.counsel)
        panels.guide(camp.guide)
        panels.provider(notices.warband)
        panels.corrector(correction_links.corrector)
        table.keeper(counts)
        campaign_panels.register(next_evening_panel)
        rebuilding.register("matches", rebuild_matches)
        rebuilding.register("civilians", rebuild_civilians)
        rebuilding.register("dates", rebuild_talks)
        rebuilding.register("ratings and statistics", rebuild_statistics)
        rebuilding.register("card tables", rebuild_tables)
        rebuilding.register("evenings", rebuild_evenings)
