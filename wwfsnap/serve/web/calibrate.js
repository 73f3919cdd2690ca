// The page of `wwfsnap calibrate --page`: each screen with what was read of it, to be corrected.

import { ask, follow, post } from "./api.js";
import { tell as note, toldText } from "./board.js";
import { askFor } from "./correct.js";
import { $, h, say } from "./dom.js";
import { cellsOf, placeOf, textOf } from "./notation.js";
import { paint } from "./paint.js";
import { showDoubts } from "./panel.js";
import { addSettings, dress, setting } from "./settings.js";
import { buildRack, buildSquares, nameSquares } from "./squares.js";
import { fit, look, partOf, placeBoard, showPicture } from "./stage.js";
import { has, speak, t } from "./texts.js";
import { atWork } from "./think.js";
import { showTrouble } from "./trouble.js";

let states = [];
let number = 0;
let name = "";
let screens = { n: 0, of: 0 }; // how many are read
let learnt = null;
let trouble = null;
let kept = null; // how it ended

start();

async function start() {
  dress();
  await speak(setting("speech"), "calibrate");
  addSettings(["speech", "look"], settingsChanged);
  $("#next").addEventListener("click", next);
  $("#back").addEventListener("click", () => open(Math.min(number, states.length) - 1));
  $("#give-up").addEventListener("click", () => end(false));
  addEventListener("resize", fit);
  document.documentElement.dataset.ready = "";
  await readAll();
}

async function settingsChanged(changed) {
  if (!changed.includes("speech")) return;
  await speak(setting("speech"), "calibrate");
  tell();
  if (number < states.length) show();
}

// All that the page says, in the language chosen now.
function tell() {
  const last = number === states.length - 1;
  const step = number === states.length ? "lesson_keep" : last ? "lesson_learn" : "lesson_next";
  document.title = $("#lesson").textContent = t("lesson", { name });
  $("#next").textContent = t(states.length ? step : "lesson_read_on");
  $("#count").textContent = t("lesson_count", { n: 1 + (states.length ? number : screens.n), of: screens.of });
  $("#lines ul").replaceChildren(...(learnt?.lines ?? []).map(lineOf));
  if (trouble) showTrouble(trouble, "", trouble.ways);
  else $("#trouble").hidden = true;
  if (kept !== null) $("main").replaceChildren(h("section", { id: "start" }, h("p", {}, t(kept ? "lesson_kept" : "lesson_left"))));
}

// A line of what was learnt; English where the language has no words for it.
function lineOf({ kind, mark, told, text, advice }) {
  const key = `learnt_${kind.replaceAll("-", "_")}`;
  const premiums = [...(told.premiums ?? "")].map((each) => t(`premium_${each}`)).join(", ");
  const hint = has(`${key}_hint`) ? t(`${key}_hint`) : advice;
  return h("li", {},
    mark ? h("b", {}, `${t(`mark_${mark}`)} `) : null,
    has(key) ? t(key, { ...told, premiums, wanted: wantedOf({ ...told, premiums }) }) : text,
    hint ? h("span", { class: "fine" }, ` ${hint}`) : null);
}

// What a further screen should show; nothing where that is not what a line tells.
function wantedOf(told) {
  const wanted = (told.wanted ?? "").split(" ").filter(Boolean);
  return wanted.map((each) => t(`further_${each}`, told)).join("; ");
}

// Read the screens; what is read already is there at once.
async function readAll() {
  trouble = null;
  $("#next").hidden = true;
  const reading = (told) => {
    if (!told) return null;
    [name, screens] = [told.name, told];
    tell();
    return t("lesson_reading", told);
  };
  try {
    const lesson = await atWork((hear, signal) => follow("/api/shots", { signal }, hear), reading);
    if (lesson) {
      [name, states] = [lesson.name, lesson.shots.map(stateOf)];
      screens.of = states.length;
      return await open(0);
    }
  } catch (fault) {
    trouble = Object.assign(fault, { ways: {} });
    $("#look").hidden = $("#give-up").hidden = false;
  }
  tell();
  $("#next").hidden = trouble !== null;
  return null;
}

// What was read of a screen, as the page keeps it.
function stateOf(record, index) {
  const { more, told } = record;
  return {
    index,
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
    told: told === null ? null : new Map(told.split(",").filter(Boolean).map((each) => each.split("="))),
    corrected: new Set((told ?? "").split(",").map((each) => each.split("=")[0]).filter(placeOf)),
    asked: 0,
    faces: new Map(),
    moves: [],
    chosen: 0,
  };
}

async function open(index) {
  number = index;
  const state = states[number];
  trouble = null;
  $("#contact").hidden = $("#lines").hidden = true;
  $("#look").hidden = $("#stage").hidden = $("#rack").hidden = $("#next").hidden = false;
  $("#back").hidden = number === 0;
  tell();
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
  note(state, where, cell);
  if (place) state.cells[place.row][place.column] = cell;
  else if (cell) state.rack[Number(where.split(" ")[1]) - 1] = cell;
  else state.rack.splice(Number(where.split(" ")[1]) - 1, 1);
  state.corrected.add(where);
  state.doubts = state.doubts.filter((doubt) => doubt.where !== where);
  show();
  if (state.told) readAgain(state);
}

// Read the screen in the light of what was corrected: that may settle other doubts, too.
async function readAgain(state) {
  const mine = ++state.asked; // a late answer to an old question is not shown
  busy(true);
  say(t("reading_picture"));
  let fault = null;
  try {
    const { told, corrected, asked, rackSeen, rackSize } = state;
    const record = await ask(`/api/shots/${state.index}?correct=${encodeURIComponent(toldText(state))}`, { method: "POST" });
    if (mine === state.asked) Object.assign(state, stateOf(record, state.index), { told, corrected, asked, rackSeen, rackSize });
  } catch (each) {
    fault = Object.assign(each, { ways: { again: () => readAgain(state) } });
  }
  if (mine !== state.asked || state !== states[number]) return;
  trouble = fault; // what was corrected stands there all the same
  tell();
  show();
  say(state.doubts.length ? `${t("doubts")}: ${state.doubts.length}` : "");
  busy(false);
}

// This screen is right: on to the next one, or to what they all teach; then the theme is kept.
async function next() {
  if (!states.length) return readAll();
  if (number === states.length) return end(true);
  busy(true);
  try {
    await post(`/api/shots/${number}`, truthOf(states[number]));
    if (number + 1 < states.length) await open(number + 1);
    else await learn();
  } catch (fault) {
    trouble = Object.assign(fault, { ways: { again: next } });
    tell();
  }
  return busy(false);
}

async function learn() {
  const learning = () => t("lesson_learning");
  const found = await atWork((hear, signal) => follow("/api/learn", { method: "POST", signal }, hear), learning);
  if (!found) return;
  [number, learnt, trouble] = [states.length, found, null];
  $("#look").hidden = $("#doubts").hidden = $("#rack").hidden = $("#stage").hidden = true;
  tell();
  $("#lines").hidden = $("#back").hidden = false;
  $("#contact").src = `/api/sheet?${Date.now()}`;
  $("#contact").hidden = false;
  $("#next").disabled = !found.usable;
}

async function end(keep) {
  ({ kept } = await post(`/api/end?keep=${keep}`, {}));
  tell();
}

function truthOf(state) {
  return { board: state.cells.map(textOf), rack: state.rackSeen ? textOf(state.rack) : null };
}

function busy(on) {
  $("#stage").setAttribute("aria-busy", String(on));
  $("#next").disabled = on || $("#next").disabled && number === states.length;
}
