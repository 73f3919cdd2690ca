// A board without a picture: a position is typed, tapped or pasted, and its best moves are shown on it.

import { ask, games } from "../api.js";
import { $, announce as say, answerOf, h, tile } from "../dom.js";
import { copy } from "../export.js";
import { cellsOf, placeOf, squareName, startOf, textOf } from "../notation.js";
import { playOn } from "../playon.js";
import { addSettings, dress, setting, store, storedRecord } from "../settings.js";
import { languageName, number, speak, t } from "../texts.js";
import { exchangeText, stopThinking, think } from "../think.js";
import { showAgain } from "../trouble.js";
import { buildBoard, focusSquare, showBoard } from "./board.js";

const CYCLE = [".", "d", "t", "D", "T"];

let known = [];
let premiums = [];
let start = "H8";
let own = false; // whether the premiums are the user's own
let cells = [];
let points = new Map();
let cursor = null;
let drawing = false;
let found = [];
let others = []; // swaps and passes
let chosen = 0;
let cgp = "";
let asked = 0;
const fields = {};

begin();

async function begin() {
  dress();
  await speak(setting("speech"), "play");
  addSettings(["speech", "look"], settingsChanged);
  for (const name of ["game", "layout", "language", "by"]) fields[name] = $(`[name=${name}]`);
  fields.rack = $("#rack");
  $("#solve").onclick = solve;
  $("#clear").onclick = clear;
  $("#read").onclick = readText;
  $("#premiums").onclick = togglePremiums;
  $("#copy-cgp").onclick = () => copy(cgp);
  $("#play-on").onclick = goOn;
  fields.rack.onkeydown = (event) => {
    if (event.key === "Enter") solve();
  };
  fields.rack.oninput = changed;
  fields.by.onchange = () => void (found.length && solve());
  fields.game.onchange = () => chooseGame({ by: fields.by.value }, cells);
  fields.layout.onchange = () => load(cells);
  fields.language.onchange = () => load(cells);
  try {
    known = (await games()).filter((each) => each.kind === "board");
    fields.game.replaceChildren(...known.map(({ game, title }) => h("option", { value: game }, title)));
    await restore();
  } catch (trouble) {
    tellTrouble(trouble, () => location.reload());
  }
  document.documentElement.dataset.ready = "";
}

// Choose game, layout and language, as far as they are there, and show an empty board of them.
async function chooseGame({ game, layout, language, by }, before = []) {
  if (known.some((each) => each.game === game)) fields.game.value = game;
  const { layouts, languages } = known.find((each) => each.game === fields.game.value);
  fields.layout.replaceChildren(...Object.entries(layouts).map(([name, size]) => h("option", { value: name }, `${name}, ${size.replace("x", "×")}`)));
  fields.language.replaceChildren(...languages.map((code) => h("option", { value: code }, languageName(code))));
  if (layout in layouts) fields.layout.value = layout;
  if (languages.includes(language)) fields.language.value = language;
  fields.by.value = by || setting("by");
  await load(before);
}

// Get the squares and tiles of what was chosen from the server, which knows all games.
async function load(before) {
  try {
    const record = await ask(`/api/boards?${new URLSearchParams({ game: fields.game.value, layout: fields.layout.value, language: fields.language.value })}`);
    [premiums, start, own] = [record.premiums, record.start, false];
    points = new Map(record.tiles);
    cells = before.length === premiums.length ? before : premiums.map((row) => [...row].map(() => ""));
    rebuild();
  } catch (trouble) {
    tellTrouble(trouble, () => load(before));
  }
}

function rebuild() {
  buildBoard(premiums, start, { tap, key, moved });
  cursor = null;
  changed();
}

// What was found is no longer true.
function changed() {
  [found, chosen, cgp] = [[], 0, ""];
  asked++;
  stopThinking();
  $("#trouble").hidden = true;
  say("");
  keep();
  show();
}

function show() {
  const move = found[chosen];
  const laid = new Map(move ? move.tiles : []);
  showBoard({ cells, laid, fresh: new Set(), hinted: new Set(), points, cursor });
  $("#found").replaceChildren(...found.map((each, index) => h("li", {}, h("button", {
    type: "button",
    "aria-pressed": String(index === chosen),
    onclick: () => choose(index),
  }, h("span", { class: "rank" }, String(index + 1)), h("span", {}, each.move), h("b", {}, figure(each))))));
  $("#copy-cgp").disabled = !cgp;
}

function choose(index) {
  chosen = index;
  show();
  $("#found").children[index].firstElementChild.focus();
}

function figure(move) {
  if (move.win !== undefined) return `${Math.round(100 * move.win)} %`;
  if (move.equity !== undefined) return `${move.score} (${number(move.equity)})`;
  return String(move.score);
}

// Tapping and typing

async function tap(square) {
  const { row, column } = placeOf(square);
  if (drawing) {
    const line = [...premiums[row]];
    line[column] = CYCLE[(CYCLE.indexOf(line[column]) + 1) % CYCLE.length];
    premiums = premiums.map((each, at) => (at === row ? line.join("") : each));
    own = true;
    buildBoard(premiums, start, { tap, key, moved });
    changed();
    focusSquare(square);
    return;
  }
  const cell = await askCell(square);
  if (cell === null) return;
  put(square, cell);
}

function put(square, cell) {
  const { row, column } = placeOf(square);
  cells[row][column] = cell;
  changed();
}

function key(event, square) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const across = cursor?.across ?? true;
  if (event.key === " ") {
    event.preventDefault();
    cursor = { square, across: cursor?.square === square ? !across : across };
    show();
  } else if (event.key === "Backspace" || event.key === "Delete") {
    event.preventDefault();
    const { row, column } = placeOf(square);
    const back = cells[row][column] ? square : next(square, across, -1);
    cursor = { square: back, across };
    put(back, "");
    focusSquare(back);
  } else if (/^\p{L}$/u.test(event.key) && points.has(event.key.toUpperCase())) {
    event.preventDefault();
    const after = next(square, across, 1);
    cursor = { square: after, across };
    put(square, event.shiftKey ? event.key.toLowerCase() : event.key.toUpperCase());
    focusSquare(after);
  }
}

function moved(square) {
  cursor = { square, across: cursor?.across ?? true };
  show();
}

function next(square, across, way) {
  const { row, column } = placeOf(square);
  const within = (place) => Math.min(premiums.length - 1, Math.max(0, place));
  return across ? squareName(row, within(column + way)) : squareName(within(row + way), column);
}

async function askCell(square) {
  const dialog = $("#letter");
  $("#letter-title").textContent = t("square", { where: square });
  $("#as-blank").checked = false;
  const letters = [...points.keys()].filter((letter) => letter !== "?");
  $(".keys", dialog).replaceChildren(...letters.map((letter) => tile(letter, points.get(letter), { value: letter }, "button")));
  const said = await answerOf(dialog);
  if (!said) return null;
  if (said === ".") return "";
  return $("#as-blank").checked ? said.toLowerCase() : said;
}

function togglePremiums() {
  drawing = !drawing;
  $("#premiums").setAttribute("aria-pressed", String(drawing));
  say(drawing ? t("premiums_help") : "");
}

function clear() {
  cells = cells.map((row) => row.map(() => ""));
  changed();
}

// Solving

function typed(board, rack) {
  return {
    board,
    rack,
    game: fields.game.value,
    language: fields.language.value,
    by: fields.by.value,
    ...(own ? { premiums: premiums } : { layout: fields.layout.value }),
  };
}

async function solve() {
  const rack = fields.rack.value.trim();
  if (!rack) {
    say(t("rack_needed"));
    fields.rack.focus();
    return;
  }
  await look(typed(cells.map(textOf), rack));
}

async function goOn() {
  const { by, ...position } = typed(cells.map(textOf), fields.rack.value.trim());
  try {
    await playOn(position);
  } catch (trouble) {
    tellTrouble(trouble, goOn);
  }
}

// A text that holds a board: drawn, CGP or GCG; it says the rack, too, or the field does.
async function readText() {
  const text = $("#text").value.trim();
  if (!text) return;
  const { layout, ...wishes } = typed(text, null);
  const rack = fields.rack.value.trim();
  const record = await look(wishes, rack ? { ...wishes, rack } : null);
  if (!record) return;
  const moves = found;
  const text_ = cgp;
  if (!own) {
    [premiums, start] = [record.premiums, record.premiums.length === premiums.length ? start : squareName(record.premiums.length >> 1, record.premiums.length >> 1)];
    fields.layout.value = record.layout;
  }
  cells = record.board.map(cellsOf);
  fields.rack.value = record.rack;
  rebuild();
  [found, cgp] = [moves, text_];
  tell();
  show();
}

// What is found at a position; where its text lacks a rack, at the other one.
async function look(position, other = null) {
  const mine = ++asked;
  $("#solve").disabled = true;
  $("#trouble").hidden = true;
  say(t("solving"));
  const take = (record) => {
    if (mine !== asked) return;
    const before = found[chosen]?.move;
    [found, others, cgp] = [record.moves, record.others, record.more.cgp];
    chosen = chosen && Math.max(0, found.findIndex(({ move }) => move === before)); // what the user chose stays
    tell();
    show();
  };
  let last = null;
  chosen = 0;
  try {
    const record = await think(position, (better) => take(last = better));
    if (mine !== asked) return null;
    take(last = record ?? last);
    return last;
  } catch (trouble) {
    if (mine !== asked) return null;
    if (other && trouble.kind === "usage") return look(other);
    tellTrouble(trouble, () => look(position, other));
    return null;
  } finally {
    $("#solve").disabled = false;
  }
}

function tell() {
  const move = found[0];
  say(exchangeText(others) ?? (move ? t("heard", { word: move.word.toUpperCase(), where: startOf(move), score: move.score }) : t("no_move")));
}

// What was typed is kept in the browser, and is there again after a reload.
function keep() {
  const { game, layout, language, by, rack } = fields;
  const all = { game: game.value, layout: layout.value, language: language.value, by: by.value, rack: rack.value, board: cells.map(textOf), premiums: own ? premiums : null };
  store("analysis", JSON.stringify(all));
}

async function restore() {
  const kept = storedRecord("analysis") ?? {};
  fields.rack.value = kept.rack ?? "";
  await chooseGame({ game: "wwf", ...kept }, (kept.board ?? []).map(cellsOf));
  if (kept.premiums?.length === premiums.length) {
    [premiums, own] = [kept.premiums, true];
    rebuild();
  }
}

function tellTrouble(trouble, again) {
  say("");
  showAgain(trouble, fields.language.value.split("-")[0], again);
}

async function settingsChanged(names) {
  if (!names.includes("speech")) return;
  await speak(setting("speech"), "play");
  for (const option of fields.language.options) option.textContent = languageName(option.value);
  $("#trouble").hidden = true;
  if (found.length) tell();
  show();
}
