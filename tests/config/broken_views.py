"""The site's addresses, and one whose view fails like a view that has read a form."""

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config.urls import urlpatterns as addresses


@csrf_exempt
def broken(request: HttpRequest, code: str) -> HttpResponse:
    typed = request.POST["note"]
    who = request.user.get_username()
    raise ValueError(f"{who} typed {typed} for {code}")


urlpatterns = [path("broken/<str:code>/", broken), *addresses]
