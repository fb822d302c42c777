"""The entry for a WSGI server."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string

from lumasite.unmeasured import Unmeasured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lumasite.settings")
_django = get_wsgi_application()  # first: apps can be imported from here on
#: Apps are named by string, never imported.
_strangers = import_string("codex.web.strangers.Strangers")(_django)
_express = import_string("codex.web.express.Express")(_strangers)
application = Unmeasured(_express, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
