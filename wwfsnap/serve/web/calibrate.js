// The page of `wwfsnap calibrate --page`: each screen with what was read of it, to be corrected.

import { ask, follow } from "./api.js";
import { askFor } from "./correct.js";
import { $, h } from "./dom.js";
import { cellsOf, placeOf, textOf } from "./notation.js";
import { paint } from "./paint.js";
import { showDoubts } from "./panel.js";
import { dress, setting } from "./settings.js";
import { buildRack, buildSquares, nameSquares } from "./squares.js";
import { fit, look, partOf, placeBoard, showPicture } from "./stage.js";
import { speak, t } from "./texts.js";
import { atWork } from "./think.js";
import { showTrouble } from "./trouble.js";

let states = [];
let number = 0;

start();

async function start() {
  dress();
  await speak(setting("speech"));
  const lesson = await ask("/api/shots");
  states = lesson.shots.map(stateOf);
  $("#lesson").textContent = t("lesson", { name: lesson.name });
  $("#next").addEventListener("click", next);
  $("#back").addEventListener("click", () => open(Math.min(number, states.length) - 1));
  $("#give-up").addEventListener("click", () => end(false));
  addEventListener("resize", fit);
  await open(0);
  document.documentElement.dataset.ready = "";
}

// What was read of a screen, as the page keeps it.
function stateOf(record, index) {
  const { more } = record;
  return {
    url: `/api/shots/${index}/picture`,
    size: record.grid.size,
    grid: record.grid,
    cells: record.board.map(cellsOf),
    rack: cellsOf(record.rack ?? ""),
    rackSeen: record.rack_seen,
    rackBoxes: more.rack_boxes,
    rackSize: record.rack_seen ? more.rack_size : 0,
    tiles: more.tiles,
    points: new Map(more.tiles),
    doubts: record.doubts,
    otherwise: [],
    tentative: [],
    corrected: new Set(),
    faces: new Map(),
    moves: [],
    chosen: 0,
  };
}

async function open(index) {
  number = index;
  const state = states[number];
  $("#contact").hidden = $("#lines").hidden = $("#trouble").hidden = true;
  $("#look").hidden = $("#stage").hidden = $("#rack").hidden = false;
  $("#back").hidden = number === 0;
  const last = number === states.length - 1;
  $("#next").textContent = t(last ? "lesson_learn" : "lesson_next");
  $("#count").textContent = t("lesson_count", { n: number + 1, of: states.length });
  await showPicture(state.url);
  placeBoard(state.grid);
  look(partOf(state.grid, state.rackBoxes));
  buildSquares(state, { pick, type });
  show();
  busy(false);
}

function show() {
  const state = states[number];
  paint(state);
  nameSquares(state);
  buildRack(state, { pick });
  showDoubts(state, pick);
}

async function pick(where) {
  const state = states[number];
  const place = placeOf(where);
  const current = place ? state.cells[place.row][place.column] : state.rack[Number(where.split(" ")[1]) - 1] ?? "";
  const cell = await askFor(where, current, state.doubts.find((doubt) => doubt.where === where), state);
  if (cell !== null) correct(where, cell);
}

function type(where, cell) {
  if (cell === "" || states[number].points.has(cell.toUpperCase())) correct(where, cell);
}

function correct(where, cell) {
  const state = states[number];
  const place = placeOf(where);
  if (place) state.cells[place.row][place.column] = cell;
  else if (cell) state.rack[Number(where.split(" ")[1]) - 1] = cell;
  else state.rack.splice(Number(where.split(" ")[1]) - 1, 1);
  state.corrected.add(where);
  state.doubts = state.doubts.filter((doubt) => doubt.where !== where);
  show();
}

// This screen is right: on to the next one, or to what they all teach; then the theme is kept.
async function next() {
  if (number === states.length) return end(true);
  busy(true);
  try {
    await send(`/api/shots/${number}`, truthOf(states[number]));
    if (number + 1 < states.length) await open(number + 1);
    else await learn();
  } catch (trouble) {
    showTrouble(trouble, "", { again: next });
  }
  return busy(false);
}

async function learn() {
  const learning = () => t("lesson_learning");
  const found = await atWork((hear, signal) => follow("/api/learn", { method: "POST", signal }, hear), learning);
  if (!found) return;
  number = states.length;
  $("#look").hidden = $("#doubts").hidden = $("#rack").hidden = $("#stage").hidden = true;
  $("#trouble").hidden = true;
  $("#lines ul").replaceChildren(...found.lines.map((line) => h("li", {}, line)));
  $("#lines").hidden = $("#back").hidden = false;
  $("#contact").src = `/api/sheet?${Date.now()}`;
  $("#contact").hidden = false;
  $("#next").textContent = t("lesson_keep");
  $("#next").disabled = !found.usable;
}

async function end(keep) {
  const { kept } = await send(`/api/end?keep=${keep}`, {});
  $("main").replaceChildren(h("section", { id: "start" }, h("p", {}, t(kept ? "lesson_kept" : "lesson_left"))));
}

function truthOf(state) {
  return { board: state.cells.map(textOf), rack: state.rackSeen ? textOf(state.rack) : null };
}

function send(address, record) {
  return ask(address, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(record),
  });
}

function busy(on) {
  $("#stage").setAttribute("aria-busy", String(on));
  $("#next").disabled = on || $("#next").disabled && number === states.length;
}
