// The board of a game that has no picture: premium squares, tiles, a cursor, things to hear.

import { $, $$, h } from "../dom.js";
import { isBlank, placeOf, squareName } from "../notation.js";
import { spoken, STEPS } from "../squares.js";
import { t } from "../texts.js";

const LABELS = { d: "2L", t: "3L", q: "4L", D: "2W", T: "3W", Q: "4W" };

// Build the squares; `tap` is told a square's name, `moved` where an arrow key led,
// `key` the event of any other key, and the name.
export function buildBoard(premiums, start, { tap, key, moved }) {
  const field = $("#field");
  const size = premiums.length;
  field.style.setProperty("--n", size);
  const rows = premiums.map((line, row) => h("div", { role: "row" },
    ...[...line].map((premium, column) => {
      const name = squareName(row, column);
      const kind = premium in LABELS ? `p-${premium}` : "";
      return h("button", {
        type: "button",
        role: "gridcell",
        class: name === start ? `${kind} home` : kind,
        tabindex: name === start ? "0" : "-1",
        "data-square": name,
        "data-premium": premium,
        onclick: () => tap(name),
        onkeydown: (event) => {
          const to = walk(event, row, column, size);
          if (to) moved(to);
          else key(event, name);
        },
      }, premium in LABELS ? h("i", { "aria-hidden": "true", "data-shown": LABELS[premium] }) : null);
    })));
  field.replaceChildren(...rows);
}

function squareAt(name) {
  return $(`#field [data-square=${name}]`);
}

export function focusSquare(name) {
  for (const each of $$("#field [tabindex='0']")) each.tabIndex = -1;
  const square = squareAt(name);
  square.tabIndex = 0;
  square.focus({ preventScroll: true });
}

// Show what lies where. Only squares that change are touched.
//   cells: rows of tiles; laid: a map from square to tile of what is being laid;
//   fresh: names of squares of the last move; hinted: names of squares to look at.
export function showBoard({ cells, laid, fresh, hinted, points, cursor }) {
  for (const button of $$("#field button")) {
    const name = button.dataset.square;
    const { row, column } = placeOf(name);
    const cell = laid.get(name) ?? cells[row][column];
    button.classList.toggle("now", laid.has(name));
    button.classList.toggle("fresh", fresh.has(name) && !laid.has(name));
    button.classList.toggle("hinted", hinted.has(name));
    const here = cursor?.square === name;
    button.classList.toggle("cursor", here);
    button.classList.toggle("across", here && cursor.across);
    button.classList.toggle("down", here && !cursor.across);
    if (button.dataset.cell !== cell) {
      button.dataset.cell = cell;
      $(".piece", button)?.remove();
      if (cell) button.append(piece(cell, points));
    }
    const label = [name, spoken(cell, points)];
    if (!cell && button.dataset.premium in LABELS) label.push(t(`premium_${button.dataset.premium}`));
    if (laid.has(name)) label.push(t("laid_now"));
    if (here) label.push(t(cursor.across ? "going_across" : "going_down"));
    const text = label.join(", ");
    if (button.getAttribute("aria-label") !== text) button.setAttribute("aria-label", text);
  }
}

function piece(cell, points) {
  const blank = isBlank(cell);
  const value = blank ? null : h("sub", { "data-shown": String(points.get(cell) ?? "") });
  const several = [...cell].length > 1 ? " several" : "";
  return h("span", { class: `piece${blank ? " blank" : ""}${several}`, "aria-hidden": "true" }, cell.toUpperCase(), value);
}

function walk(event, row, column, size) {
  const step = STEPS[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return null;
  event.preventDefault();
  const within = (place) => Math.min(size - 1, Math.max(0, place));
  const name = squareName(within(row + step[0]), within(column + step[1]));
  focusSquare(name);
  return name;
}

export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// Let tiles fly from an element to their squares, one after the other; done at once where nothing may move.
export async function fly(names, from) {
  if (still()) return;
  const begin = from.getBoundingClientRect();
  const ends = names.map((name) => squareAt(name).getBoundingClientRect());
  const flights = names.map((name, index) => {
    const square = squareAt(name);
    const there = ends[index];
    const [x, y] = [begin.x + begin.width / 2 - there.x - there.width / 2, begin.y + begin.height / 2 - there.y - there.height / 2];
    square.classList.add("flying");
    const flight = $(".piece", square).animate(
      [{ transform: `translate(${x}px, ${y}px) scale(.6)`, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none", opacity: 1 }],
      { duration: 420, delay: 70 * index, easing: "cubic-bezier(.2, .8, .3, 1)", fill: "backwards" });
    return flight.finished.catch(() => {}).then(() => square.classList.remove("flying"));
  });
  await Promise.all(flights);
}
