// A path game: its tiles, a word drawn through them, and the list of words.

import { $, $$, h, svg } from "./dom.js";
import { lettersOf } from "./ink.js";
import { placeOf, squareName } from "./notation.js";
import { ring } from "./paint.js";
import { answerLine, showAnswer, showNone } from "./panel.js";
import { UNIT } from "./stage.js";
import { t } from "./texts.js";

// Where a grid lies, to the middle of the gaps around it: tiles may be longer one way than the other.
function placed({ geometry, more }) {
  const [x, y, width, height] = more.tile_boxes[0][0];
  const [right, bottom] = more.tile_boxes.at(-1).at(-1);
  const [across, down] = [(right - x) / (geometry.columns - 1), (bottom - y) / (geometry.rows - 1)];
  const [left, top] = [x - (across - width) / 2, y - (down - height) / 2];
  const [end, foot] = [left + across * geometry.columns, top + down * geometry.rows];
  return { ...geometry, x: left, y: top, across, down, corners: [[left, top], [end, top], [end, foot], [left, foot]] };
}

// What was read, as the page keeps it.
export function pathState(record) {
  const { more } = record;
  return {
    path: true,
    grid: placed(record),
    game: record.game,
    language: record.language,
    title: more.title,
    cells: record.grid.map((row) => [...row]),
    multipliers: record.multipliers.map((row) => [...row]),
    values: record.values.map((row) => [...row]),
    tiles: more.tiles,
    points: new Map(more.tiles),
    rackBoxes: [],
    doubts: record.doubts,
    otherwise: (record.otherwise ?? []).map((each) => ({ ...each, move: each.word, score: each.points })),
    moves: record.words ?? [],
    count: record.count ?? 0,
    all: record.points ?? 0,
  };
}

// The tiles as `wwfsnap ruzzle` takes them.
export function gridText(state) {
  const tile = (text, row, column) => {
    if (!text) return ".";
    const value = state.values[row][column] === null ? "" : `=${state.values[row][column]}`;
    const times = state.multipliers[row][column] === "." ? "" : ` ${state.multipliers[row][column]}`;
    return `(${text}${value}${times})`;
  };
  return state.cells.map((line, row) => line.map((text, column) => tile(text, row, column)).join("")).join("/");
}

// A tile is another one; what its numeral says goes with the letter.
export function putTile(state, where, { text, multiplier }) {
  const { row, column } = placeOf(where);
  if (text !== state.cells[row][column]) state.values[row][column] = null;
  state.cells[row][column] = text;
  state.multipliers[row][column] = multiplier;
}

export function showPath(state, { choose, all }) {
  paintPath(state);
  nameTiles(state);
  showWord(state);
  showWords(state, choose, all);
}

export function heardWord(state) {
  const word = state.moves[state.chosen];
  return word ? t("heard_word", { word: word.word, path: word.path.join(" "), n: word.points }) : t("no_word");
}

function paintPath(state) {
  const [width, height] = [state.grid.columns * UNIT, state.grid.rows * UNIT];
  const layer = (...parts) => {
    const painting = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
    painting.append(...parts);
    return painting;
  };
  const word = state.moves[state.chosen];
  const [trace, numbers] = word ? [traceParts(word), numberParts(word, state)] : [[], []];
  $("#painting").replaceChildren(
    layer(svg("g", { class: "trace" }, ...trace)),
    ...(word ? [lettersOf(state)] : []),
    layer(
      svg("g", { class: "trace" }, ...numbers),
      svg("g", { class: "read" }, ...readParts(state)),
      svg("g", { class: "marks" }, ...markParts(state))));
}

// What was read, in the gap below each tile, where it hides no letter.
function* readParts(state) {
  const doubts = new Set(state.doubts.map((doubt) => doubt.where));
  for (const [row, line] of state.cells.entries()) {
    for (const [column, text] of line.entries()) {
      if (!text) continue;
      const times = state.multipliers[row][column];
      const told = times === "." ? text : `${text} ${times}`;
      const wide = 12 + 11 * told.length;
      const name = squareName(row, column);
      const kind = doubts.has(name) || state.corrected.has(name) ? "said" : "sure";
      yield svg("g", { class: kind },
        svg("rect", { class: "chip", x: column * UNIT + 6, y: row * UNIT + 80, width: wide, height: 20, rx: 7 }),
        svg("text", { class: "small", x: column * UNIT + 6 + wide / 2, y: row * UNIT + 96 }, told));
    }
  }
}

function* markParts(state) {
  for (const [kind, names] of [["corrected", [...state.corrected]], ["doubt", state.doubts.map((doubt) => doubt.where)]]) {
    for (const place of names.map(placeOf)) if (place) yield ring(place, kind);
  }
}

// A line from tile to tile, its start, and frames round the tiles; the letters come on top of them.
function* traceParts(word) {
  const points = middles(word);
  const line = points.map(([x, y]) => `${x},${y}`).join(" ");
  const [[x, y]] = points;
  for (const [left, top] of points) {
    yield svg("rect", { class: "tile-frame", x: left - 46, y: top - 46, width: 92, height: 92, rx: 12 });
  }
  for (const kind of ["dark", "bright"]) {
    yield svg("polyline", { class: kind, points: line });
    yield svg("circle", { class: kind, cx: x, cy: y, r: 18 });
  }
}

// Which tile of the word each is, and what multiplies it, where the frame runs over the game's own mark.
function* numberParts(word, state) {
  for (const [index, [left, top]] of middles(word).entries()) {
    const kind = index ? "step" : "step first";
    yield svg("circle", { class: kind, cx: left + 38, cy: top + 38, r: 12 });
    yield svg("text", { class: kind, x: left + 38, y: top + 43.5 }, String(index + 1));
    const { row, column } = placeOf(word.path[index]);
    const times = state.multipliers[row][column];
    if (times === ".") continue;
    yield svg("rect", { class: "times", x: left - 50, y: top - 50, width: 32, height: 21, rx: 10.5 });
    yield svg("text", { class: "times", x: left - 34, y: top - 34 }, times);
  }
}

function middles(word) {
  return word.path.map((name) => {
    const { row, column } = placeOf(name);
    return [column * UNIT + UNIT / 2, row * UNIT + UNIT / 2];
  });
}

function nameTiles(state) {
  const path = state.moves[state.chosen]?.path ?? [];
  const doubts = new Set(state.doubts.map((doubt) => doubt.where));
  for (const button of $$("#squares button")) {
    const name = button.dataset.square;
    const { row, column } = placeOf(name);
    const times = state.multipliers[row][column];
    const parts = [name, state.cells[row][column] || t("empty"), state.values[row][column], times === "." ? null : times];
    if (path.includes(name)) parts.push(t("path_step", { n: path.indexOf(name) + 1 }));
    if (doubts.has(name)) parts.push(t("doubtful"));
    button.setAttribute("aria-label", parts.filter((part) => part !== null).join(", "));
  }
}

function showWord(state) {
  const word = state.moves[state.chosen];
  $("#best").hidden = $("#facts").hidden = !word && state.trouble !== null;
  if (!word) {
    showNone(t("no_word"));
    return;
  }
  showAnswer(state, [word.word], word.points, word.path.join(" "));
  $("#facts").replaceChildren(
    h("p", { class: "fine" }, `${state.title}: ${t("words_total", { n: state.count, points: state.all })}`));
}

function showWords(state, choose, all) {
  $("#moves").hidden = state.moves.length === 0;
  let rank = 0;
  const items = state.moves.map((word, index) => {
    if (index === 0 || word.points !== state.moves[index - 1].points) rank = index + 1;
    const heard = [word.word, word.path.join(" "), word.points];
    return answerLine(index === state.chosen, () => choose(index), rank, heard, [[word.word], word.path[0], word.points]);
  });
  if (state.moves.length < state.count) {
    const label = t("all_words", { n: state.count });
    items.push(h("li", {}, h("button", { type: "button", class: "all", onclick: all }, label)));
  }
  $("#moves ol").replaceChildren(...items);
}

// Ask what a tile really is; null where nothing is to be changed.
export function askForTile(where, doubt, state, doubtText) {
  const dialog = $("#correct-tile");
  const { row, column } = placeOf(where);
  const [now, times] = [state.cells[row][column], state.multipliers[row][column]];
  const { text, multiplier } = $("form", dialog).elements;
  $("h2", dialog).textContent = t("tile_at", { where });
  $(".fine", dialog).textContent = doubt ? doubtText(doubt) : "";
  text.value = now;
  multiplier.value = times;
  const letters = new Set([...state.tiles.map(([letter]) => letter), ...(doubt?.runner_up ? [doubt.runner_up] : [])]);
  return new Promise((resolve) => {
    const finish = (value) => {
      resolve(value);
      dialog.close();
    };
    const told = () => {
      if (!text.reportValidity()) return;
      const typed = text.value.trim().toUpperCase();
      finish(typed === now && multiplier.value === times && !doubt ? null : { text: typed, multiplier: multiplier.value });
    };
    $(".keys", dialog).replaceChildren(...[...letters].map((letter) => h("button", {
      type: "button",
      class: "tile",
      "aria-pressed": String(letter === now),
      onclick: () => finish({ text: letter, multiplier: multiplier.value }),
      ...(letter === doubt?.runner_up ? { "data-likely": "" } : {}),
    }, letter)));
    $("#correct-tile-empty").onclick = () => finish(now ? { text: "", multiplier: "." } : null);
    $("#correct-tile-done").onclick = told;
    $("form", dialog).onsubmit = (event) => {
      event.preventDefault();
      told();
    };
    $("#correct-tile-cancel").onclick = () => finish(null);
    dialog.onclose = () => resolve(null);
    dialog.onclick = (event) => void (event.target === dialog && dialog.close());
    dialog.showModal();
    ($("[aria-pressed=true]", dialog) ?? text).focus();
  });
}
