// Copies or shares the text of a result, and shares or saves its picture. Attached by data-share.

import { textsOf } from "./messages.js";

const PNG = "image/png";

async function copy(container) {
  const text = container.querySelector("textarea");
  try {
    await navigator.clipboard.writeText(text.value);
    return true;
  } catch {
    // Plain http in a home network has no clipboard, but execCommand works there.
    const details = text.closest("details:not([open])");
    details?.setAttribute("open", ""); // text in a closed element cannot be selected
    text.focus({ preventScroll: true });
    text.select();
    const isCopied = document.execCommand("copy");
    if (isCopied) details?.removeAttribute("open");
    return isCopied;
  }
}

async function shareText(container) {
  const text = container.querySelector("textarea").value;
  const title = container.dataset.title;
  await navigator.share(/^https?:\S+$/.test(text) ? { title, url: text } : { title, text });
}

async function sharePicture(link) {
  const file = new File([await toPng(link.href)], "turn-eight.png", { type: PNG });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (error) {
      if (isCancelled(error)) return;
    }
  }
  download(file);
}

// Chats do not show the SVG of the server. Twice its size is sharp on any phone.
async function toPng(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, PNG));
  if (!blob) throw new Error(PNG);
  return blob;
}

function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function isCancelled(error) {
  return error.name === "AbortError";
}

function attach(container) {
  const announce = (text) => (container.querySelector("[data-share-said]").textContent = text);
  const texts = textsOf(container);

  const copyButton = container.querySelector("[data-copy]");
  copyButton.hidden = Boolean(navigator.share) && copyButton.closest(".pair") !== null; // sharing is enough there
  copyButton.addEventListener("click", async () => announce((await copy(container)) ? texts.copied : texts.failed));

  const shareButton = container.querySelector("[data-send]");
  shareButton.hidden = !navigator.share;
  shareButton.addEventListener("click", () => {
    shareText(container).catch((error) => isCancelled(error) || announce(texts.failed));
  });

  let savesSvg = false; // where the picture cannot be converted, the link itself saves the SVG
  container.querySelector("[data-image]")?.addEventListener("click", (event) => {
    if (savesSvg) return;
    event.preventDefault();
    const link = event.currentTarget;
    sharePicture(link).catch(() => {
      savesSvg = true;
      link.click();
    });
  });
}

function attachAll() {
  document.querySelectorAll("[data-share]").forEach(attach);
}

attachAll();
document.addEventListener("board-changed", attachAll);
