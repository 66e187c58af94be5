// The service worker: caches what a table needs without a network, static files and pages with the header X-Keep. With
// a network all pages come from the server; without one a cached page shows its age. The pages of a group are deleted
// when the server no longer shows the group. Registered by without-network.js with the address in data-worker; KNOWN is
// defined by /service-worker.js.

/* global KNOWN */
const FILES = `files-${KNOWN.version}`;
const PAGES = "pages";
const TIMEOUT = 4000;
const RETRY_AFTER = 15000; // ms without requests to a server that did not respond
const RETRY_DELAYS = [0, 2000, 8000]; // ms; after that the next page tries again
const MAX_PAGES = 400;
const UNAVAILABLE = new Set([502, 503, 504]); // by a proxy whose server does not respond
const GONE = new Set([403, 404, 410]);
const GROUP = /^.*?\/groups\/[0-9a-f-]{36}/;
const ADDRESS = /(?:href|src)="([^"#]+)/g;
const IMPORT = /(?:from |import\()"(\.{1,2}\/[\w./-]+\.js)"/g; // relative to the module
const HEADERS = ["Content-Type", "Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"];

let unavailableUntil = 0; // after the server did not respond, for RETRY_AFTER

addEventListener("install", (event) => {
  skipWaiting(); // the new worker handles the next requests of open pages
  event.waitUntil(cacheFilesOfPages().then(() => fetchAll([[KNOWN.offline, ""]])));
});

// Without requests: all pages wait until this has finished.
addEventListener("activate", (event) => event.waitUntil(dropOldFiles().then(() => clients.claim())));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(KNOWN.static)) event.respondWith(file(request, pathname));
});

// Sent by a page that has changed while it was open, or that was loaded before this worker.
addEventListener("message", (event) => event.waitUntil(storeOpenPage(event.data)));

async function dropOldFiles() {
  for (const name of await caches.keys()) if (name.startsWith("files-") && name !== FILES) await caches.delete(name);
}

async function storeOpenPage({ keep: path, hadWorker }) {
  await clients.claim();
  await fetchAll([[path, ""]]);
  if (!hadWorker) return;
  await cacheFilesOfPages(); // the previous worker may have cached more meanwhile
  await dropOldFiles(); // or after the first call
}

async function page(event) {
  const { request } = event;
  const fetched = fetch(request);
  event.waitUntil(fetched.then((response) => storeShown(request.url, response.clone()), () => {}));
  try {
    const response = await withTimeout(fetched);
    if (UNAVAILABLE.has(response.status)) throw new Error("unavailable");
    unavailableUntil = 0;
    return response;
  } catch {
    unavailableUntil = performance.now() + RETRY_AFTER;
    const stored = await storedPage(request.url);
    if (stored) return stored;
    return fetched.catch(async () => (await storedPage(KNOWN.offline)) ?? Response.error());
  }
}

// Also called for a response after the timeout.
async function storeShown(url, response) {
  await storeResponse(url, response).catch(() => fetchAll([[url, ""]]));
  await removeForgottenGroups(url);
}

// An address with `?v=` may be in the browser’s own cache; otherwise the newest version is used.
async function file(request, path) {
  const stored = async () => (await caches.open(FILES)).match(path, { ignoreVary: true });
  if (performance.now() < unavailableUntil && !request.url.includes("?v=")) {
    const found = await stored();
    if (found) return found;
  }
  const fetched = fetch(request);
  try {
    const response = await withTimeout(fetched);
    if (UNAVAILABLE.has(response.status)) throw new Error("unavailable");
    return response;
  } catch {
    unavailableUntil = performance.now() + RETRY_AFTER; // a module's imports do not wait one after the other
    return (await stored()) ?? fetched.catch(() => Response.error());
  }
}

function withTimeout(fetched) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, TIMEOUT, new Error("slow"));
    fetched.then(resolve, reject);
  });
}

// Stores a page and the pages that it lists; removes one that the server no longer shows.
async function storeResponse(url, response, mark = "") {
  if (GONE.has(response.status)) return removeIfGone(url);
  if (!response.ok || !response.headers.has("X-Keep")) return;
  const html = await response.text();
  if (!(await storeFilesOf(html))) return;
  await storePage(url, html, response.headers, mark);
  await fetchAll(pagesListedIn(html));
}

async function storePage(url, html, source, mark) {
  const headers = new Headers({ "X-Mark": mark, "X-Stored": String(Date.now()) });
  for (const name of HEADERS) if (source.has(name)) headers.set(name, source.get(name));
  const text = html
    .replace("<html", `<html data-kept="${Date.now()}"`)
    .replaceAll('method="post"', 'method="dialog"') // disabled until connection-banner.js enables it
    .replace(/(<div class="flashes"[^>]*>)[^]*?<\/div>/, "$1</div>") // messages that are shown once
    // visible, so that the page does not move when it is shown; a pad has no banner
    .replace(/(<aside class="connection-banner[^>]*) hidden>/, html.includes("data-pad") ? "$&" : "$1>");
  const pages = await caches.open(PAGES);
  await pages.put(url, new Response(text, { headers }));
  await deleteOldest(pages);
}

// Not by the order of the cache: in WebKit a page that is stored again keeps its place. A time in the future is from
// before the phone's clock was set back.
async function deleteOldest(pages) {
  const requests = await pages.keys();
  if (requests.length <= MAX_PAGES) return;
  const now = Date.now();
  const stored = await Promise.all(
    requests.map(async (request) => {
      const time = Number((await pages.match(request))?.headers.get("X-Stored"));
      return { request, time: time > now ? 0 : time };
    }),
  );
  stored.sort((one, other) => one.time - other.time);
  for (const { request } of stored.slice(0, stored.length - MAX_PAGES)) await pages.delete(request);
}

// pages: [path, version mark]. A page stored with the same mark is not fetched again.
async function fetchAll(pages) {
  for (const delay of RETRY_DELAYS) {
    if (!pages.length) return;
    await new Promise((resolve) => setTimeout(resolve, delay));
    const missing = [];
    for (const page of pages) if (!(await fetchPage(...page).catch(() => false))) missing.push(page);
    pages = missing;
  }
}

// False where the server, or a proxy, could not respond now.
async function fetchPage(path, mark) {
  const url = new URL(path, location.origin).href;
  const stored = mark && (await (await caches.open(PAGES)).match(url, { ignoreVary: true }));
  if (stored && stored.headers.get("X-Mark") === mark) return true;
  const response = await fetch(url, { headers: { "X-Keep": "1" }, cache: "no-store" });
  if (response.status >= 500 || response.status === 429) return false;
  await storeResponse(url, response, mark);
  return true;
}

async function cacheFilesOfPages() {
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    const isComplete = await storeFilesOf(await (await pages.match(request)).text());
    if (!isComplete) await pages.delete(request); // one of its files no longer exists
  }
}

// Stores the static files of a page and the modules they import; false where one no longer exists.
// Throws where one cannot be fetched now.
function storeFilesOf(html) {
  return storeFiles([...html.matchAll(ADDRESS)].map(([, address]) => address.split("?")[0]));
}

// A module after its imports: a stored one is complete.
async function storeFiles(paths) {
  const files = await caches.open(FILES);
  for (const path of paths) {
    if (!path.startsWith(KNOWN.static) || (await files.match(path, { ignoreVary: true }))) continue;
    const response = await fetch(path, { cache: "no-cache" }); // the current version, not the one in the page
    if (response.status >= 500) throw new Error("unavailable");
    if (!response.ok) return false;
    if (path.endsWith(".js") && !(await storeFiles(importsOf(await response.clone().text(), response.url)))) return false;
    await files.put(path, response);
  }
  return true;
}

// address: of the module after redirects.
function importsOf(script, address) {
  return [...script.matchAll(IMPORT)].map(([, name]) => new URL(name, address).pathname);
}

function pagesListedIn(html) {
  const list = /data-keep="([^"]*)"/.exec(html)?.[1].replaceAll("&amp;", "&").split(" ") ?? [];
  return Array.from({ length: Math.floor(list.length / 2) }, (_, index) => list.slice(index * 2, index * 2 + 2));
}

async function storedPage(url) {
  const pages = await caches.open(PAGES);
  const match = (options) => pages.match(url, { ignoreVary: true, ...options });
  return (await match()) ?? (await match({ ignoreSearch: true }));
}

// For pages that list the phone’s groups: one may have been removed.
async function removeForgottenGroups(url) {
  if (!KNOWN.group_lists.includes(new URL(url).pathname)) return;
  const requests = await (await caches.open(PAGES)).keys();
  const groups = new Set(requests.map((request) => GROUP.exec(request.url)?.[0]).filter(Boolean));
  for (const group of groups) await removeIfGone(`${group}/`);
}

// Deletes a page; all pages of its group if the group’s own page does not exist, either.
async function removeIfGone(url) {
  const pages = await caches.open(PAGES);
  await pages.delete(url);
  const group = GROUP.exec(url)?.[0];
  if (!group) return;
  const home = await fetch(group, { headers: { "X-Keep": "1" }, cache: "no-store" }).catch(() => null);
  if (!home || !GONE.has(home.status)) return;
  for (const { url: page } of await pages.keys()) if (page.startsWith(group)) await pages.delete(page);
  await pages.delete(new URL(KNOWN.home, location.origin).href);
}
