// Removes the seats from a cached pad that rounds on this phone have eliminated since. The address names them. Attached
// by data-eliminates.

const eliminated = new URLSearchParams(location.hash.slice(1)).get("without")?.split(" ") ?? [];

for (const form of document.querySelectorAll("[data-eliminates]")) {
  for (const seat of eliminated.map(CSS.escape)) {
    form.querySelector(`[data-step="${seat}"]`)?.remove();
    form.querySelector(`[name="out"][value="${seat}"]`)?.closest("label").remove();
  }
}
