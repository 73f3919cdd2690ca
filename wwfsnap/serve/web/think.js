// Thinking that takes long: quick moves at once, better ones in their place, a bar, a button that stops it.

import { solveTold } from "./api.js";
import { $ } from "./dom.js";
import { t } from "./texts.js";

let current = null;

// Solve a position; `found` is told each better answer. The last one comes back, null where it was stopped.
export async function think(position, found) {
  stopThinking();
  const mine = new AbortController();
  current = mine;
  show(null);
  const hear = (told) => {
    if (mine !== current) return;
    if (told.moves) found(told);
    else show(told);
  };
  try {
    return await solveTold(position, hear, mine.signal);
  } catch (trouble) {
    if (trouble.name === "AbortError") return null;
    throw trouble;
  } finally {
    if (mine === current) hide();
  }
}

export function stopThinking() {
  current?.abort();
  hide();
}

function show(told) {
  const box = $("#thinking");
  box.hidden = false;
  $("progress", box).value = told?.done ?? 0;
  $("span", box).textContent = told ? t("thinking", { n: told.games, move: told.leading }) : t("solving");
  $("button", box).onclick = stopThinking;
}

function hide() {
  current = null;
  $("#thinking").hidden = true;
}
