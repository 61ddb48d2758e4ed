"""The page about the API: made from its OpenAPI description, without anything from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

_METHODS = ("get", "post", "put", "delete")


def reference_page(description: dict[str, Any]) -> str:
    """Return an HTML page that lists the routes of an OpenAPI description."""
    sections: dict[str, list[str]] = {}
    for path, operations in description["paths"].items():
        for method in _METHODS:
            if (operation := operations.get(method)) is not None:
                tag = operation.get("tags", ["other"])[0]
                sections.setdefault(tag, []).append(_route(method, path, operation))
    parts = (
        f"<h2>{escape(tag.capitalize())}</h2><dl>{''.join(routes)}</dl>"
        for tag, routes in sections.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(description['info']['title'])}: API</title></head><body>"
        "<h1>The API of Trivium</h1>"
        '<p>The page itself uses nothing else. <a href="/openapi.json">openapi.json</a> has '
        "every field; WebSockets are described in docs/web.md.</p>"
        f"{''.join(parts)}</body></html>"
    )


def _route(method: str, path: str, operation: dict[str, Any]) -> str:
    words = escape(operation.get("description", operation.get("summary", "")))
    names = [
        f"{given['name']} ({given['in']})"
        for given in operation.get("parameters", [])
        if given["in"] != "path"
    ]
    if body := operation.get("requestBody"):
        schema = body["content"]["application/json"]["schema"]
        names.append(f"body: {schema.get('$ref', '').rpartition('/')[2]}")
    given = f"<br><small>{escape(', '.join(names))}</small>" if names else ""
    return f"<dt><code>{method.upper()} {escape(path)}</code></dt><dd><p>{words}{given}</p></dd>"
