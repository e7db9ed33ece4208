"""Forms that only our own pages can send: each brings back a token that another site cannot know."""

from __future__ import annotations

import hmac
from hashlib import sha256

from flask import abort, request


def token(secret: str, owner: str) -> str:
    """What the forms of one owner must bring back."""
    return hmac.new(secret.encode(), owner.encode(), sha256).hexdigest()


def check_origin() -> None:
    """Refuse a form that another site sent, as far as the browser tells where it comes from."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site not in (None, "same-origin", "none") or origin not in (None, "null", request.host_url.rstrip("/")):
        abort(403, "formulaire")


def check_form(expected: str) -> None:
    """Refuse a form that another site sent: its origin and its token tell."""
    check_origin()
    if not hmac.compare_digest(request.form.get("jeton", "").encode(), expected.encode()):
        abort(403, "formulaire")
