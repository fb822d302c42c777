"""The addresses of the staff's own pages, in front of the admin's."""

from django.contrib import admin
from django.urls import path

from codex.staff import first, views

app_name = "staff"
_for_staff = admin.site.admin_view
urlpatterns = [
    path("first/", _for_staff(first.first), name="first"),
    path("doctor/", _for_staff(first.doctor), name="doctor"),
    path("usage/", _for_staff(views.usage), name="usage"),
    path("usage/all.zip", _for_staff(views.usage_zip), name="usage-zip"),
    path("usage/<slug:name>.csv", _for_staff(views.usage_csv), name="usage-csv"),
]
