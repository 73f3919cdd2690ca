// The next and the previous move: by buttons, by arrow keys, and by a finger across the picture.

import { $, $$ } from "./dom.js";

const FAR = 40; // px
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

// Tell `go` 1 for the next and -1 for the previous one.
export function listenForSteps(go) {
  $("#before").addEventListener("click", () => go(-1));
  $("#after").addEventListener("click", () => go(1));
  for (const element of $$("#stage, #best")) swiped(element, go);
  document.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    const elsewhere = event.target.closest("input, textarea, select, dialog, #squares");
    if (!way || elsewhere || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    go(way);
  });
}

function swiped(element, go) {
  let from = null;
  element.addEventListener("pointerdown", (event) => {
    from = event.isPrimary && event.pointerType !== "mouse" ? event : null;
  });
  element.addEventListener("pointercancel", () => (from = null));
  element.addEventListener("pointerup", (event) => {
    if (!from || !event.isPrimary) return;
    const [right, down] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(right) > FAR && Math.abs(right) > 2 * Math.abs(down)) go(right < 0 ? 1 : -1);
  });
}
