// Keeps on this phone what a table needs when the network goes: files, and the pages that say so (X-Keep). With a
// network every page is the server’s; without one the kept page says since when it is kept. What belongs to a group
// is cleared as soon as the server no longer shows that group. KNOWN comes from /service-worker.js.

/* global KNOWN */
const FILES = `files-${KNOWN.version}`;
const PAGES = "pages";
const PATIENCE = 4000;
const A_WHILE = 15000; // after that a server that was away may be back
const ONCE_MORE = [0, 2000, 8000]; // what could not be had is asked for again; then the next page asks
const MOST_PAGES = 400;
const AWAY = new Set([502, 503, 504]); // a proxy answers, the server behind it does not
const GONE = new Set([403, 404, 410]);
const GROUP = /^.*?\/groups\/[0-9a-f-]{36}/;
const NAMED = /(?:href|src)="([^"#]+)/g;
const IMPORTED = /(?:from |import\()"(\.{1,2}\/[\w./-]+\.js)"/g; // relative to the module
const HEADERS = ["Content-Type", "Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"];

let awaySince = 0; // when the server last did not answer

addEventListener("install", (event) => {
  skipWaiting(); // pages go on as they are; only what they ask for next is answered by the new one
  event.waitUntil(filesOfKeptPages().then(() => keepAll([[KNOWN.offline, ""]])));
});

// Every page waits until this is done: it asks the network for nothing.
addEventListener("activate", (event) => event.waitUntil(dropOldFiles().then(() => clients.claim())));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(KNOWN.static)) event.respondWith(file(request, pathname));
});

// A page that has changed while it was open, or that was there before this worker.
addEventListener("message", (event) => event.waitUntil(keepOpen(event.data)));

async function dropOldFiles() {
  for (const name of await caches.keys()) if (name.startsWith("files-") && name !== FILES) await caches.delete(name);
}

async function keepOpen({ keep: path, hadWorker }) {
  await clients.claim();
  await keepAll([[path, ""]]);
  if (!hadWorker) return;
  await filesOfKeptPages(); // it may have kept on while this one came
  await dropOldFiles(); // or even after
}

async function page(event) {
  const { request } = event;
  const fetched = fetch(request);
  event.waitUntil(fetched.then((answer) => keepShown(request.url, answer.clone()), () => {}));
  try {
    const answer = await soon(fetched);
    if (AWAY.has(answer.status)) throw new Error("away");
    awaySince = 0;
    return answer;
  } catch {
    awaySince = Date.now();
    const stored = await storedPage(request.url);
    if (stored) return stored;
    return fetched.catch(async () => (await storedPage(KNOWN.offline)) ?? Response.error());
  }
}

// However late it came.
async function keepShown(url, answer) {
  await take(url, answer).catch(() => keepAll([[url, ""]]));
  await forgetTheForgotten(url);
}

// An address with `?v=` names its content, which the browser keeps anyway; where it does not, the newest will do.
async function file(request, path) {
  const stored = async () => (await caches.open(FILES)).match(path, { ignoreVary: true });
  if (Date.now() - awaySince < A_WHILE && !request.url.includes("?v=")) {
    const found = await stored();
    if (found) return found;
  }
  const fetched = fetch(request);
  try {
    const answer = await soon(fetched);
    if (AWAY.has(answer.status)) throw new Error("away");
    return answer;
  } catch {
    return (await stored()) ?? fetched.catch(() => Response.error());
  }
}

function soon(fetched) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE, new Error("slow"));
    fetched.then(resolve, reject);
  });
}

// What the server has just shown is kept, and so is what it names; what it no longer shows is not.
async function take(url, answer, mark = "") {
  if (GONE.has(answer.status)) return forgetIfGone(url);
  if (!answer.ok || !answer.headers.has("X-Keep")) return;
  const html = await answer.text();
  if (!(await keepFiles(html))) return;
  await keep(url, html, answer.headers, mark);
  await keepAll(named(html));
}

async function keep(url, html, source, mark) {
  const headers = new Headers({ "X-Mark": mark });
  for (const name of HEADERS) if (source.has(name)) headers.set(name, source.get(name));
  const text = html
    .replace("<html", `<html data-kept="${Date.now()}"`)
    .replaceAll('method="post"', 'method="dialog"') // disabled until connection-banner.js enables it
    .replace(/(<div class="flashes"[^>]*>)[^]*?<\/div>/, "$1</div>") // messages of that moment
    .replace(/(<aside class="connection-banner[^>]*) hidden>/, html.includes("data-pad") ? "$&" : "$1>"); // so that nothing moves
  const pages = await caches.open(PAGES);
  await pages.put(url, new Response(text, { headers }));
  const all = await pages.keys();
  for (const oldest of all.slice(0, Math.max(0, all.length - MOST_PAGES))) await pages.delete(oldest);
}

// Each with the mark of its present content: nothing that is kept with the same mark is fetched again.
async function keepAll(wanted) {
  for (const pause of ONCE_MORE) {
    if (!wanted.length) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
    const missing = [];
    for (const page of wanted) if (!(await keepPage(...page).catch(() => false))) missing.push(page);
    wanted = missing;
  }
}

// False where the server, or what lies before it, could not answer now.
async function keepPage(path, mark) {
  const url = new URL(path, location.origin).href;
  const stored = mark && (await (await caches.open(PAGES)).match(url, { ignoreVary: true }));
  if (stored && stored.headers.get("X-Mark") === mark) return true;
  const answer = await fetch(url, { headers: { "X-Keep": "1" }, cache: "no-store" });
  if (answer.status >= 500 || answer.status === 429) return false;
  await take(url, answer, mark);
  return true;
}

async function filesOfKeptPages() {
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    const isWhole = await keepFiles(await (await pages.match(request)).text());
    if (!isWhole) await pages.delete(request); // it names what is no longer there
  }
}

// What a page names, and the modules that these import; false where one of them is gone, and the page were none.
// Throws where one cannot be had now.
function keepFiles(html) {
  return keepAllFiles([...html.matchAll(NAMED)].map(([, address]) => address.split("?")[0]));
}

// A module after what it imports: one that is kept is kept with all it needs.
async function keepAllFiles(paths) {
  const files = await caches.open(FILES);
  for (const path of paths) {
    if (!path.startsWith(KNOWN.static) || (await files.match(path, { ignoreVary: true }))) continue;
    const answer = await fetch(path, { cache: "no-cache" }); // as it is now, whatever version the page names
    if (answer.status >= 500) throw new Error("away");
    if (!answer.ok) return false;
    if (path.endsWith(".js") && !(await keepAllFiles(importsOf(await answer.clone().text(), answer.url)))) return false;
    await files.put(path, answer);
  }
  return true;
}

// address: where the module was found; it may have moved.
function importsOf(script, address) {
  return [...script.matchAll(IMPORTED)].map(([, name]) => new URL(name, address).pathname);
}

function named(html) {
  const list = /data-keep="([^"]*)"/.exec(html)?.[1].replaceAll("&amp;", "&").split(" ") ?? [];
  return Array.from({ length: Math.floor(list.length / 2) }, (_, place) => list.slice(place * 2, place * 2 + 2));
}

async function storedPage(url) {
  const pages = await caches.open(PAGES);
  const match = (options) => pages.match(url, { ignoreVary: true, ...options });
  return (await match()) ?? (await match({ ignoreSearch: true }));
}

// Where a phone’s groups are listed, it may just have forgotten one.
async function forgetTheForgotten(url) {
  if (!KNOWN.asks.includes(new URL(url).pathname)) return;
  const requests = await (await caches.open(PAGES)).keys();
  const groups = new Set(requests.map((request) => GROUP.exec(request.url)?.[0]).filter(Boolean));
  for (const group of groups) await forgetIfGone(`${group}/`);
}

// A page may be gone by itself; where the group’s own page is not shown either, nothing of it stays here.
async function forgetIfGone(url) {
  const pages = await caches.open(PAGES);
  await pages.delete(url);
  const group = GROUP.exec(url)?.[0];
  if (!group) return;
  const home = await fetch(group, { headers: { "X-Keep": "1" }, cache: "no-store" }).catch(() => null);
  if (!home || !GONE.has(home.status)) return;
  for (const { url: page } of await pages.keys()) if (page.startsWith(group)) await pages.delete(page);
  await pages.delete(new URL(KNOWN.home, location.origin).href);
}
