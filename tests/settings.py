"""The settings of the tests: the product's own, on a throw-away data folder."""

import os
import tempfile

os.environ.setdefault("LUMASITE_DATA", tempfile.mkdtemp(prefix="lumasite-tests-"))
os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 50)

from lumasite.settings import *  # noqa: F403

if "sqlite" in DATABASES["default"]["ENGINE"]:  # noqa: F405
    # A file and not memory, so that threads meet each other as processes do: WAL, one writer, others queueing.
    DATABASES["default"]["TEST"] = {"NAME": os.path.join(os.environ["LUMASITE_DATA"], "tests.sqlite3")}  # noqa: F405
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
