// The result for the family chat: copied, shared as text, or drawn as a picture.

import { textsOf } from "./messages.js";

const PICTURE = "image/png";

async function copy(place) {
  const text = place.querySelector("textarea");
  try {
    await navigator.clipboard.writeText(text.value);
    return true;
  } catch {
    // Plain http in a home network has no clipboard: the old way still works there.
    const folded = text.closest("details:not([open])");
    folded?.setAttribute("open", ""); // what is folded away cannot be selected
    text.focus({ preventScroll: true });
    text.select();
    const done = document.execCommand("copy");
    if (done) folded?.removeAttribute("open");
    return done;
  }
}

async function send(place) {
  const text = place.querySelector("textarea").value;
  const title = place.dataset.title;
  await navigator.share(/^https?:\S+$/.test(text) ? { title, url: text } : { title, text });
}

async function picture(link) {
  const file = new File([await drawn(link.href)], "turn-eight.png", { type: PICTURE });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (refusal) {
      if (isChangeOfMind(refusal)) return;
    }
  }
  download(file);
}

// The server draws an SVG, which chats do not show; twice its size stays sharp on any phone.
async function drawn(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, PICTURE));
  if (!blob) throw new Error(PICTURE);
  return blob;
}

function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function isChangeOfMind(refusal) {
  return refusal.name === "AbortError";
}

function attach(place) {
  const announce = (text) => (place.querySelector("[data-share-said]").textContent = text);
  const say = textsOf(place);

  const copyButton = place.querySelector("[data-copy]");
  copyButton.hidden = Boolean(navigator.share) && copyButton.closest(".pair") !== null; // one of the two is enough there
  copyButton.addEventListener("click", async () => announce((await copy(place)) ? say.copied : say.failed));

  const sendButton = place.querySelector("[data-send]");
  sendButton.hidden = !navigator.share;
  sendButton.addEventListener("click", () => {
    send(place).catch((refusal) => isChangeOfMind(refusal) || announce(say.failed));
  });

  let plain = false; // where the picture cannot be drawn, the link itself saves the SVG
  place.querySelector("[data-image]")?.addEventListener("click", (event) => {
    if (plain) return;
    event.preventDefault();
    const link = event.currentTarget;
    picture(link).catch(() => {
      plain = true;
      link.click();
    });
  });
}

function attachAll() {
  document.querySelectorAll("[data-share]").forEach(attach);
}

attachAll();
document.addEventListener("board-changed", attachAll);
