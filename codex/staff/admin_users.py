"""Users and groups, by staff who are no superusers too: nobody hands out a right that they do not hold (ADM-01)."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from codex.accounts.closing import close, leaves_a_superuser
from codex.caller_models import LimitOverride

#: Rights that open no page here.
_IDLE = ("admin", "contenttypes", "sessions")
MANAGE_QUOTAS = "codex.manage_quotas"


def grantable(request: HttpRequest) -> QuerySet[Permission]:
    """The rights that this user may give: all that open something, of a superuser; else their own."""
    rights = Permission.objects.select_related("content_type").exclude(content_type__app_label__in=_IDLE)
    return rights if _is_super(request) else rights.filter(_among(request.user.get_all_permissions()))


def joinable(request: HttpRequest) -> QuerySet[Group]:
    """The groups that this user may put somebody into: those that give no right, and no limit, beyond their own."""
    if _is_super(request):
        return Group.objects.all()
    beyond = Permission.objects.exclude(_among(request.user.get_all_permissions()))
    groups = Group.objects.exclude(permissions__in=beyond)
    return groups if request.user.has_perm(MANAGE_QUOTAS) else groups.exclude(pk__in=_limited())


def within_reach(request: HttpRequest, user: User) -> bool:
    """Whether this user may change that one: whoever has more rights stays out of reach, active or not."""
    if _is_super(request):
        return True
    if user.is_superuser:
        return False
    # Asked of the tables: an inactive user has rights there that come back with the account.
    beyond = Permission.objects.exclude(_among(request.user.get_all_permissions()))
    groups = user.groups.exclude(pk__in=joinable(request))
    return not user.user_permissions.filter(pk__in=beyond).exists() and not groups.exists()


def _is_super(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


def _among(rights: set[str]) -> Q:
    one_of = Q(pk__in=())
    for right in rights:
        app, _, codename = right.partition(".")
        one_of |= Q(content_type__app_label=app, codename=codename)
    return one_of


def _limited() -> list[int]:
    kept = LimitOverride.objects.filter(kind=LimitOverride.Kind.GROUP).values_list("caller", flat=True)
    return [int(group) for group in kept]


admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class BoundedUserAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts: who may change them cannot make anybody, or become, more than they are."""

    filter_horizontal = ()
    #: Written by signing in and by signing up.
    readonly_fields = ("last_login", "date_joined")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Not of somebody with more rights, whose password could be set."""
        return super().has_change_permission(request, obj) and (obj is None or within_reach(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nor may they be deleted, nor the last who may do everything."""
        if obj is not None and (not within_reach(request, obj) or not leaves_a_superuser([obj.pk])):
            return False
        return super().has_delete_permission(request, obj)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """With all that is the account's."""
        close(obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        """The same of several."""
        for user in queryset:
            close(user)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Nor all of those at once who may do everything."""
        to_delete, count, needed, protected = super().get_deleted_objects(objs, request)
        if not leaves_a_superuser(user.pk for user in objs):
            needed.add(gettext("the last who may do everything"))
        return to_delete, count, needed, protected

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Only superusers make superusers, and the last of them stays one."""
        fields = tuple(super().get_readonly_fields(request, obj))
        if obj is not None and not leaves_a_superuser([obj.pk]):
            return (*fields, "is_superuser", "is_active")
        return fields if _is_super(request) else (*fields, "is_superuser")

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer what this user may give."""
        offered: dict[str, Any] = {"user_permissions": grantable, "groups": joinable}
        field = super().formfield_for_manytomany(db_field, request, widget=forms.CheckboxSelectMultiple, **kwargs)
        if field is not None:
            field.queryset = offered[db_field.name](request)
        return field


@admin.register(Group)
class BoundedGroupAdmin(GroupAdmin):
    """Groups, under the same rule."""

    filter_horizontal = ()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Not of a group that gives more."""
        return super().has_change_permission(request, obj) and self._is_joinable(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nor may it be deleted."""
        return super().has_delete_permission(request, obj) and self._is_joinable(request, obj)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest | None = None, **kwargs: Any) -> Any:
        """Offer what this user may give."""
        field = super().formfield_for_manytomany(db_field, request, widget=forms.CheckboxSelectMultiple, **kwargs)
        if field is not None and request is not None:
            field.queryset = grantable(request)
        return field

    def _is_joinable(self, request: HttpRequest, obj: Any) -> bool:
        return obj is None or joinable(request).filter(pk=obj.pk).exists()
