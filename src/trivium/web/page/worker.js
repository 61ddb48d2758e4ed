/**
 * The browser's own keeper of the page's files: what the server has comes first, what was kept
 * when it is away. Questions to the API are none of its business.
 *
 * The server puts SHELL before this: a version, and the addresses of all files.
 */

const worker = /** @type {any} */ (self);
/** @type {{version: string, files: string[]}} */
const SHELL = worker.SHELL;
const KEPT = `trivium ${SHELL.version}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepAll().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isOurs = origin === location.origin && SHELL.files.includes(pathname);
  if (isOurs && event.request.method === "GET") event.respondWith(served(event.request));
});

/** Keep all files, which come in one piece. */
async function keepAll() {
  const answer = await fetch("/shell.json");
  if (!answer.ok) throw new Error(String(answer.status));
  /** @type {Record<string, {type: string, text: string}>} */
  const files = await answer.json();
  const kept = await caches.open(KEPT);
  for (const [address, { type, text }] of Object.entries(files)) {
    await kept.put(address, new Response(text, { headers: { "Content-Type": type } }));
  }
}

/** A file from the server, or as it was kept. @param {Request} request */
async function served(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

/** What an earlier version has kept is of no use any more. */
async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}
