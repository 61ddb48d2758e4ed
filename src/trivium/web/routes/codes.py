"""``/api/qr``: a link as a picture that phones read."""

from __future__ import annotations

import io

import segno
from fastapi import APIRouter, Response

from trivium.web import messages as m

router = APIRouter()

_QUIET = 4
"""Modules of white around the code, without which readers do not find it."""


@router.post(
    "/qr",
    tags=["games"],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "A picture."}},
)
def get_code(link: m.LinkRequest) -> Response:
    """A link as a QR code. It comes in the body because it may have the secret of a seat in it."""
    picture = io.BytesIO()
    segno.make_qr(link.text, error="m").save(
        picture, kind="svg", border=_QUIET, dark="#000", light="#fff", omitsize=True
    )
    headers = {"Cache-Control": "no-store"}
    return Response(picture.getvalue(), media_type="image/svg+xml", headers=headers)
