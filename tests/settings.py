"""The settings of the tests: the product's own, on a throw-away data folder."""

import os
import tempfile

os.environ.setdefault("LUMASITE_DATA", tempfile.mkdtemp(prefix="lumasite-tests-"))
os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 50)

from lumasite.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# WhiteNoise warns of a missing folder, and warnings are errors here.
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405
