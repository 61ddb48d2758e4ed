/**
 * The page without its server: the browser keeps the page's files, so that it opens all the same,
 * and asks until the server is there again.
 *
 * @module
 */

const ASK_EVERY = 3_000; // milliseconds

/** @type {Promise<void> | null} */
let waiting = null;

/** Resolves as soon as the server answers. */
export function waitForServer() {
  waiting ??= untilHere().finally(() => (waiting = null));
  return waiting;
}

async function untilHere() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
    const answer = document.hidden ? null : await fetch("/api/health").catch(() => null);
    if (answer?.ok) return;
  }
}

/** Let the browser keep the page's files, once this visit has all that it needs. */
export function keepShell() {
  // Browsers allow it over TLS and on this machine only; the page does without.
  const keep = () => navigator.serviceWorker?.register("/worker.js").catch(() => {});
  if (document.readyState === "complete") keep();
  else window.addEventListener("load", keep, { once: true });
}
