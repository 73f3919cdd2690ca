"""A picture that a phone shares: the page, with the picture in it.

Usually the page's service worker takes it before it gets here. Nothing is kept: the picture goes
back to the phone inside the page, which then sends it in as if it had been picked.
"""

from __future__ import annotations

import base64

from starlette.requests import Request
from starlette.responses import Response

from wwfsnap.serve.assets import Asset
from wwfsnap.serve.faults import WrongType
from wwfsnap.serve.intake import FORM, kind_of, picture_of_form
from wwfsnap.serve.limits import Limits

PLACE = b'<textarea id="shared" hidden></textarea>'
"""Where the page looks for a picture that came along with it."""


async def shared_page(request: Request, page: Asset, limits: Limits) -> Response:
    """The page with the picture of the form in it.

    Raises:
        Refused: The form cannot be read, or has no picture.
    """
    if kind_of(request) != FORM:
        raise WrongType(f"a shared picture comes as {FORM}")
    data, _ = await picture_of_form(request, limits)
    filled = PLACE.replace(b"><", b">" + base64.b64encode(data) + b"<")
    return Response(page.data.replace(PLACE, filled), media_type=page.kind)
