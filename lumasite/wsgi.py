"""The entry for a WSGI server."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from lumasite.unmeasured import Unmeasured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lumasite.settings")
application = Unmeasured(get_wsgi_application(), settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
