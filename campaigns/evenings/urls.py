"""Addresses of the club's evenings."""

from django.urls import URLPattern, path

from campaigns.evenings.calendar.urls import of_evenings
from campaigns.evenings.planning import views as planning
from campaigns.evenings.views import coming, evenings, games

app_name = "evenings"

urlpatterns: list[URLPattern] = [
    *of_evenings,
    path("", evenings.evening_list, name="list"),
    path("new/", evenings.new, name="new"),
    path("new/dates/", evenings.dates, name="dates"),
    path("door/<str:link>/", coming.door, name="door"),
    path("<int:pk>/", evenings.evening, name="evening"),
    path("<int:pk>/edit/", evenings.edit, name="edit"),
    path("<int:pk>/cancel/", evenings.cancel, name="cancel"),
    path("<int:pk>/restore/", evenings.restore, name="restore"),
    path("<int:pk>/answer/", coming.answer, name="answer"),
    path("<int:pk>/poster/", coming.poster, name="poster"),
    path("<int:pk>/link/", coming.renew_link, name="renew_link"),
    path("<int:pk>/attendance/", coming.attendance, name="attendance"),
    path("<int:pk>/screen/", coming.screen, name="screen"),
    path("<int:pk>/plan/", planning.plan, name="plan"),
    path("<int:pk>/plan/draw.json", planning.plan_draw, name="plan_draw"),
    path("<int:pk>/games/new/", games.new_game, name="new_game"),
    path("<int:pk>/games/<int:number>/", games.edit_game, name="edit_game"),
    path("<int:pk>/games/<int:number>/join/", coming.join, name="join"),
    path("<int:pk>/games/<int:number>/leave/", coming.leave, name="leave"),
    path("<int:pk>/games/<int:number>/people/", games.people, name="people"),
    path("<int:pk>/games/<int:number>/lock/", games.lock_game, name="lock_game"),
    path("<int:pk>/games/<int:number>/remove/", games.remove_game, name="remove_game"),
]
