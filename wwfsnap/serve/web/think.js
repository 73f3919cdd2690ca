// What takes long shows how far it is, with a button that stops it.

import { solveTold } from "./api.js";
import { $ } from "./dom.js";
import { t } from "./texts.js";

let current = null;

// Solve a position; `found` is told each better answer. The last one comes back, null where it was stopped.
export function think(position, found) {
  return atWork((hear, signal) => solveTold(position, hear, signal), (told) => {
    if (told?.moves) found(told);
    else return told ? t("thinking", { n: told.games, move: told.leading }) : t("solving");
    return null;
  });
}

// Do something; `tell` has the words for what is told on the way, null for none. Its end comes back, null where it was stopped.
export async function atWork(work, tell) {
  stopThinking();
  const mine = new AbortController();
  current = mine;
  const hear = (told) => {
    if (mine !== current) return;
    const text = tell(told);
    if (text !== null) show(text, told?.done);
  };
  hear(null);
  try {
    return await work(hear, mine.signal);
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

function show(text, done = 0) {
  const box = $("#thinking");
  box.hidden = false;
  $("progress", box).value = done;
  $("span", box).textContent = text;
  $("button", box).onclick = stopThinking;
}

function hide() {
  current = null;
  const box = $("#thinking");
  const focused = box.contains(document.activeElement);
  box.hidden = true;
  if (focused) $("#moves [aria-pressed=true], #found [aria-pressed=true]")?.focus({ preventScroll: true });
}

// Of the turns that lay no tiles the one that is better than any move; null where there is none.
export function exchangeText(others) {
  const first = others?.find(({ rank }) => rank === 1);
  if (!first) return null;
  const letters = first.turn.split(" ")[1];
  return letters ? t("better_swap", { letters }) : t("better_pass");
}
