// The squares and the tiles of the rack as things to tap, to walk with arrow keys, to hear.

import { $, $$, h, tile } from "./dom.js";
import { isBlank, placeOf, squareName } from "./notation.js";
import { t } from "./texts.js";

export const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// Build the grid; `pick` is told what was tapped, `type` what was typed there.
export function buildSquares(state, { pick, type }) {
  const grid = $("#squares");
  const [rows, columns] = [state.cells.length, state.cells[0].length];
  grid.style.setProperty("--rows", rows);
  grid.style.setProperty("--columns", columns);
  const lines = state.cells.map((line, row) => h("div", { role: "row" },
    ...line.map((_, column) => h("button", {
      type: "button",
      role: "gridcell",
      tabindex: row + column === 0 ? "0" : "-1",
      "data-square": squareName(row, column),
      onclick: () => pick(squareName(row, column)),
      onkeydown: (event) => walk(event, row, column, { rows, columns }, type),
    }))));
  grid.replaceChildren(...lines);
}

// Say what lies where.
export function nameSquares(state) {
  const move = state.moves[state.chosen];
  const laid = new Map(move?.tiles ?? []);
  const doubts = new Set(state.doubts.map((doubt) => doubt.where));
  for (const button of $$("#squares button")) {
    const name = button.dataset.square;
    const { row, column } = placeOf(name);
    const parts = [name, spoken(state.cells[row][column], state.points)];
    if (laid.has(name)) parts.push(t("laid_here", { letter: spoken(laid.get(name), state.points) }));
    if (doubts.has(name)) parts.push(t("doubtful"));
    button.setAttribute("aria-label", parts.join(", "));
  }
}

// The rack: on the picture for fingers, and as a row of tiles beside it for everybody.
export function buildRack(state, { pick }) {
  const label = (letter, index) => `${t("rack_tile", { n: index + 1 })}: ${spoken(letter, state.points)}`;
  const doubts = new Set(state.doubts.map((doubt) => doubt.where));
  const onPicture = state.rack.slice(0, state.rackBoxes.length).map((letter, index) => {
    const [x, y, width, height] = state.rackBoxes[index];
    const mark = doubts.has(`rack ${index + 1}`) ? "doubt" : state.corrected.has(`rack ${index + 1}`) ? "corrected" : "";
    const button = h("button", { type: "button", tabindex: "-1", class: mark, onclick: () => pick(`rack ${index + 1}`) });
    Object.assign(button.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    return button;
  });
  $("#rack-layer").replaceChildren(...onPicture);
  const used = usedTiles(state);
  const row = state.rack.map((letter, index) => {
    const class_ = `tile${letter === "?" ? " blank" : ""}${used.has(index) ? " used" : ""}`;
    return tile(letter, state.points.get(letter), {
      type: "button", class: class_, "aria-label": label(letter, index), onclick: () => pick(`rack ${index + 1}`),
    }, "button");
  });
  if (state.rack.length < state.rackSize) {
    const add = { type: "button", class: "tile add", "aria-label": t("add_tile"), onclick: () => pick(`rack ${state.rack.length + 1}`) };
    row.push(h("button", add, "+"));
  }
  $("#rack .tiles").replaceChildren(...row);
}

function usedTiles(state) {
  const used = new Set();
  for (const [, letter] of state.moves[state.chosen]?.tiles ?? []) {
    const wanted = isBlank(letter) ? "?" : letter;
    const index = state.rack.findIndex((held, place) => held === wanted && !used.has(place));
    used.add(index);
  }
  return used;
}

// A tile in words, with what it counts.
export function spoken(cell, points) {
  if (!cell) return t("empty");
  if (cell === "?") return t("blank");
  if (isBlank(cell)) return t("blank_as", { letter: cell.toUpperCase() });
  return `${cell} ${points.get(cell) ?? ""}`.trim();
}

function walk(event, row, column, { rows, columns }, type) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  const name = squareName(row, column);
  if (step) {
    event.preventDefault();
    const [down, right] = [row + step[0], column + step[1]];
    if (down < 0 || right < 0 || down >= rows || right >= columns) return;
    const next = $(`#squares [data-square=${squareName(down, right)}]`);
    event.currentTarget.tabIndex = -1;
    next.tabIndex = 0;
    next.focus({ preventScroll: true });
  } else if (event.key === "Backspace" || event.key === "Delete" || event.key === ".") {
    event.preventDefault();
    type(name, "");
  } else if (/^\p{L}$/u.test(event.key)) {
    event.preventDefault();
    type(name, event.shiftKey ? event.key.toLowerCase() : event.key.toUpperCase());
  }
}
