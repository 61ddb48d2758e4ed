"""How soon a browser shows the page, and what it loads for that.

``python -m benchmarks.paint`` starts the real server and visits its first page with a Chromium
that has been there before (warm) and with one that has not (cold), some times each.
"""

from __future__ import annotations

import shutil
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from benchmarks.progress import Steps
from benchmarks.web import serving_page

VISITS = 5
WANTED_MILLISECONDS = 1000
_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
_LOADED = "performance.getEntriesByType('resource').map((file) => file.transferSize)"


def main() -> None:
    """Measure, and print the medians."""
    visits = []
    with Steps(VISITS) as steps, serving_page() as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for _ in range(VISITS):
            steps.begin("visit")
            visits.append(_visit(browser, address))
        browser.close()
    cold, warm, kilobytes = (median(figures) for figures in zip(*visits, strict=True))
    print(f"first paint, cold: {cold:.0f} ms")
    print(f"first paint, warm: {warm:.0f} ms (wanted: {WANTED_MILLISECONDS})")
    print(f"loaded by the first visit: {kilobytes:.0f} kB")


def _visit(browser: Browser, address: str) -> tuple[float, float, float]:
    """Return the milliseconds of a first and a second visit, and the kilobytes of the first."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    cold, loaded = page.evaluate(_PAINT), page.evaluate(_LOADED)
    page.goto(address, wait_until="networkidle")
    warm = page.evaluate(_PAINT)
    context.close()
    return cold, warm, sum(loaded) / 1000


if __name__ == "__main__":
    main()
