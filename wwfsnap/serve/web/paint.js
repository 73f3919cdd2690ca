// What is painted on the board: the reading, the doubts, and a move in place.

import { $, svg } from "./dom.js";
import { isBlank, placeOf, squareName } from "./notation.js";
import { axesOf, UNIT } from "./stage.js";

// Paint all of it anew.
export function paint(state) {
  const length = state.size * UNIT;
  const painting = svg("svg", { viewBox: `0 0 ${length} ${length}`, width: length, height: length });
  painting.append(svg("g", { class: "read" }, ...readMarks(state)));
  painting.append(svg("g", { class: "marks" }, ...marks(state)));
  const move = state.moves[state.chosen];
  if (move) painting.append(svg("g", { class: "move" }, ...moveParts(move, state)));
  $("#painting").replaceChildren(painting);
}

function* readMarks(state) {
  const length = state.size * UNIT;
  const doubts = new Set(state.doubts.map((doubt) => doubt.where));
  yield svg("rect", { class: "edge sure", x: 0, y: 0, width: length, height: length, rx: 10 });
  for (const [row, column, cell] of filled(state.cells)) {
    const x = column * UNIT;
    const y = row * UNIT;
    const wide = 16 + 19 * [...cell].length;
    const name = squareName(row, column);
    const text = { x: x + 3 + wide / 2, y: y + 89, class: isBlank(cell) ? "blank" : "" };
    yield svg("g", { class: doubts.has(name) || state.corrected.has(name) ? "said" : "sure" },
      svg("rect", { class: "chip", x: x + 3, y: y + 61, width: wide, height: 36, rx: 9 }),
      svg("text", text, cell.toUpperCase()));
  }
}

function* marks(state) {
  for (const name of state.corrected) {
    const place = placeOf(name);
    if (place) yield ring(place, "corrected");
  }
  for (const doubt of state.doubts) {
    const place = placeOf(doubt.where);
    if (!place) continue;
    yield ring(place, "doubt");
    const x = place.column * UNIT + 84;
    const y = place.row * UNIT + 16;
    yield svg("circle", { class: "query", cx: x, cy: y, r: 25 });
    yield svg("text", { class: "query", x, y: y + 14 }, "?");
  }
}

export function ring({ row, column }, kind) {
  const corner = { x: column * UNIT + 4, y: row * UNIT + 4, width: UNIT - 8, height: UNIT - 8 };
  return svg("rect", { class: kind, ...corner, rx: 14 });
}

function* moveParts(move, state) {
  const laid = new Map(move.tiles.map(([name, letter]) => [name, { ...placeOf(name), letter }]));
  if (!state.tentative.every((name) => laid.has(name))) yield* bared(laid, state);
  for (const { row, column, letter } of laid.values()) {
    yield face(letter, column * UNIT, row * UNIT, state);
  }
  for (const run of runs([...laid.values()])) {
    const first = run[0];
    const last = run.at(-1);
    const frame = {
      x: first.column * UNIT,
      y: first.row * UNIT,
      width: (last.column - first.column + 1) * UNIT,
      height: (last.row - first.row + 1) * UNIT,
      rx: 16,
    };
    yield svg("rect", { class: "frame dark", ...frame });
    yield svg("rect", { class: "frame", ...frame });
  }
  yield* badge(move, state);
}

// A tile where the move wants it: cut from the picture where it shows one, and turned as
// the board is, which the whole painting is laid upon.
function face(letter, x, y, state) {
  const box = isBlank(letter) ? null : state.faces.get(letter);
  if (box) return cut(box, { x: x + 3, y: y + 3, width: UNIT - 6, height: UNIT - 6 }, state);
  const text = [...letter].length > 1 ? "several" : "";
  return svg("g", { class: "face" },
    svg("rect", { x: x + 3, y: y + 3, width: UNIT - 6, height: UNIT - 6, rx: 14 }),
    svg("text", { x: x + 50, y: y + 74, class: text }, letter.toUpperCase()),
    isBlank(letter) ? null
      : svg("text", { x: x + 92, y: y + 28, class: "value" }, String(state.points.get(letter) ?? "")));
}

// A part of the picture in another place.
function cut([left, top, width, height], place, state) {
  const [[a, b], [c, d]] = axesOf(state.grid);
  const [along, down] = [[a, b], [c, d]].map(([u, v]) => Math.abs(u) * width + Math.abs(v) * height);
  const straight = [d, -b, -c, a].map((part) => part / (a * d - b * c));
  const transform = `scale(${1 / along} ${1 / down}) matrix(${[...straight, 0, 0]}) translate(${-left - width / 2} ${-top - height / 2})`;
  return svg("svg", { ...place, viewBox: "-0.5 -0.5 1 1", preserveAspectRatio: "none" },
    svg("image", { href: state.url, width: state.width, height: state.height, transform }));
}

// Squares and the board's edge as they are without the tiles laid but not played, and what is drawn around these.
function* bared(laid, state) {
  for (const [part, box] of state.bareEdges) {
    const [x, y, width, height] = part.map((side) => side * UNIT);
    yield cut(box, { x: x - 1, y: y - 1, width: width + 2, height: height + 2 }, state); // without a seam
  }
  for (const [name, box] of Object.entries(state.bareBoxes)) {
    const { row, column } = placeOf(name);
    if (!laid.has(name)) yield cut(box, { x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT }, state);
  }
}

// The points, on a free square at the end of the word, or else at its corner.
function* badge(move, state) {
  const places = move.tiles.map(([name]) => placeOf(name));
  const taken = new Set(move.tiles.map(([name]) => name));
  const free = ({ row, column }) =>
    row >= 0 && column >= 0 && row < state.size && column < state.size
    && !state.cells[row][column] && !taken.has(squareName(row, column));
  const ends = [places.at(-1), places[0]];
  const steps = move.across
    ? [[0, 1], [0, -1], [-1, 0], [1, 0]] : [[1, 0], [-1, 0], [0, 1], [0, -1]];
  const around = steps.flatMap(([down, right]) =>
    ends.map(({ row, column }) => ({ row: row + down, column: column + right })));
  const spot = around.find(free);
  const centre = spot
    ? [spot.column * UNIT + 50, spot.row * UNIT + 50]
    : [ends[0].column * UNIT + 92, ends[0].row * UNIT + 8];
  const text = String(move.score);
  const half = 22 + 15 * text.length;
  yield svg("rect",
    { class: "badge", x: centre[0] - half, y: centre[1] - 38, width: 2 * half, height: 76, rx: 38 });
  yield svg("text", { class: "badge", x: centre[0], y: centre[1] + 18 }, text);
}

// New tiles that touch, each run to get one frame.
function runs(places) {
  const sorted = [...places].sort((one, other) => one.row - other.row || one.column - other.column);
  const found = [];
  for (const place of sorted) {
    const before = found.at(-1)?.at(-1);
    const near = before && Math.abs(before.row - place.row) + Math.abs(before.column - place.column) === 1;
    if (near) found.at(-1).push(place);
    else found.push([place]);
  }
  return found;
}

function* filled(cells) {
  for (const [row, line] of cells.entries()) {
    for (const [column, cell] of line.entries()) if (cell) yield [row, column, cell];
  }
}
