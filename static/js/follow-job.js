// How far a job is, asked for every second or two while the page is visible; when it has ended, the page as it
// is then.

const EVERY = 1500;
const AFTER_ERROR = 6000;
const PATIENCE = 10000;

const place = document.querySelector("[data-job]");
let tag = null;
let timer = 0;

if (place) {
  document.addEventListener("visibilitychange", ask);
  ask();
}

async function ask() {
  clearTimeout(timer);
  if (document.hidden) return;
  let wait = EVERY;
  try {
    await look();
  } catch {
    wait = AFTER_ERROR;
  }
  clearTimeout(timer);
  timer = setTimeout(ask, wait);
}

async function look() {
  const headers = { "X-Fragment": "1", ...(tag && { "If-None-Match": tag }) };
  const answer = await fetch(location.pathname, {
    headers,
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.status === 304) return;
  if (!answer.ok && answer.status < 500) return location.reload();
  if (!answer.ok) throw new Error(answer.status);
  const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!body.querySelector("progress")) return location.reload();
  place.replaceChildren(...body.childNodes);
  tag = answer.headers.get("ETag");
}
