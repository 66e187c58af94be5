// The progress in the subtitle of a table's page or its score sheet ("Round 4 of 15") after the pending changes.
// Used by board.js and sheet.js.

import { isOver } from "./score-sheet.js";

// known: the facts of the page; sheet: those with the pending changes.
export function drawProgress(known, sheet) {
  const subtitle = document.querySelector(".top p");
  const shown = known.ahead[known.rounds.length + 1]?.progress;
  const current = known.ahead[sheet.rounds.length + (isOver(sheet) ? 0 : 1)]?.progress;
  if (shown && current) subtitle.textContent = subtitle.textContent.replace(shown, current);
}
