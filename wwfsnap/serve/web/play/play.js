// A game against the program: tiles are laid by tapping, dragging or typing; the server keeps the game.

import { ask } from "../api.js";
import { $, h, tile, toast } from "../dom.js";
import { copy } from "../export.js";
import { cellsOf, isBlank, placeOf, squareName } from "../notation.js";
import { addSettings, dress, setting } from "../settings.js";
import { speak, t } from "../texts.js";
import { troubleLine } from "../trouble.js";
import { buildBoard, fly, focusSquare, showBoard } from "./board.js";
import { openLobby } from "./lobby.js";
import { listenToDrags, showRack, shuffled, slotsOf } from "./rack.js";
import { closeReview, openReview, recordText } from "./review.js";
import { buildActs, renameAct, showScores, showSheet, showUnseen, toldText } from "./sheet.js";

let game = null;
let cells = [];
let points = new Map();
let slots = [];
let laid = new Map(); // square to { slot, cell }
let cursor = null;
let chosen = null; // the slot whose tile the next tap lays
let swapping = null; // the slots to swap, while that is what is done
let hint = { step: 0, squares: new Set() };
let tried = null;
let looking = null; // what the review shows
let fresh = new Set();
let busy = false;
let again = null; // what failed and may be tried again
let asked = 0;

start();

async function start() {
  dress();
  await speak(setting("speech"), "play");
  addSettings(["speech", "look"], settingsChanged);
  nameActs();
  $("#lay").addEventListener("click", mainAct);
  $("#copy-gcg").addEventListener("click", () => copy(recordText()));
  document.addEventListener("keydown", typedAnywhere);
  listenToDrags({
    slotAt: (square) => laid.get(square)?.slot,
    size: () => game.premiums.length,
    may: () => mayLay() && !swapping,
    dropped,
  });
  addEventListener("hashchange", route);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
  await route();
  document.documentElement.dataset.ready = "";
}

function nameActs() {
  buildActs([["hint", giveHint], ["shuffle", shuffleOrRecall], ["swap", toggleSwap], ["pass", pass], ["undo", undo], ["more", () => { location.hash = ""; }]]);
}

async function settingsChanged(names) {
  if (!names.includes("speech")) return;
  await speak(setting("speech"), "play");
  nameActs();
  if (!game) return void openLobby(opened);
  showBeside();
  show();
  if (!looking && !laid.size) tellLast();
}

async function route() {
  const id = location.hash.slice(1);
  if (id && id === game?.id) return;
  game = null;
  closeReview();
  $("#table").hidden = true;
  $("#lobby").hidden = true;
  if (!id) return openLobby(opened);
  try {
    open(await ask(`/api/play/${id}`));
  } catch (trouble) {
    await openLobby(opened);
    $("#lobby-trouble").textContent = troubleLine(trouble);
    $("#lobby-trouble").hidden = false;
  }
}

function opened(record) {
  game = { id: record.id }; // so that the address, which names it now, is not followed
  location.hash = record.id;
  open(record);
}

function open(record) {
  $("#lobby").hidden = true;
  $("#table").hidden = false;
  slots = [];
  [cursor, looking, again] = [null, null, null];
  buildBoard(record.premiums, record.start, { tap: tapSquare, key: keyOnSquare, moved });
  points = new Map(record.tiles);
  take(record);
  tellLast();
  if (record.over) finish();
  else programTurn();
}

// The game as the server says it is.
function take(record) {
  const used = new Set([...laid.values()].map(({ slot }) => slot));
  const went = game?.turn !== record.turn;
  slots = slotsOf(record.rack, went ? slots.filter((slot) => !used.has(slot.id)) : slots);
  game = record;
  cells = record.board.map(cellsOf);
  laid = new Map();
  [chosen, swapping, tried, hint] = [null, null, null, { step: 0, squares: new Set() }];
  if (cursor && cellAt(cursor.square)) cursor = null;
  fresh = new Set((record.lines.slice(record.begun).findLast((line) => line.tiles)?.tiles ?? []).map(([name]) => name));
  showBeside();
  show();
}

function showBeside() {
  showScores(game);
  showSheet(game);
  showUnseen(game);
}

function show() {
  if (looking) {
    const best = [...looking.best];
    showBoard({ cells: looking.cells, laid: new Map(best), fresh: looking.fresh, hinted: new Set(), points, cursor: null });
    showRack(slots, rackView());
  } else {
    const shown = new Map([...laid].map(([square, { cell }]) => [square, cell]));
    showBoard({ cells, laid: shown, fresh, hinted: hint.squares, points, cursor });
    showRack(slots, rackView());
  }
  showButtons();
}

function rackView() {
  const out = new Set([...laid.values()].map(({ slot }) => slot));
  return { points, laid: out, chosen, swapping, tap: tapTile, asleep: looking !== null };
}

function showButtons() {
  if (!game) return; // the table was left meanwhile
  const mine = game.your_turn && !busy;
  const button = $("#lay");
  if (again) button.textContent = t("again");
  else if (swapping) button.textContent = t("swap_n", { n: swapping.size });
  else button.textContent = tried?.score === undefined || tried.score === null ? t("lay") : t("lay_for", { n: tried.score });
  button.disabled = !again && (!mine || (swapping ? !swapping.size : !tried?.legal));
  button.hidden = game.over;
  renameAct("shuffle", laid.size ? "recall" : "shuffle");
  $("#do-swap").setAttribute("aria-pressed", String(swapping !== null));
  for (const [name, may] of [["hint", mine], ["shuffle", !game.over], ["swap", mine && game.swap > 0], ["pass", mine], ["undo", game.undo && !busy]]) {
    $(`#do-${name}`).disabled = !may;
  }
}

// Laying

function mayLay() {
  return game !== null && !game.over && !looking && $("dialog[open]") === null;
}

function cellAt(square) {
  const { row, column } = placeOf(square);
  return cells[row][column];
}

function tapSquare(square) {
  if (!mayLay() || swapping) return;
  if (laid.has(square)) return void recall(square);
  if (cellAt(square)) return;
  if (chosen) {
    const slot = chosen;
    chosen = null;
    return void lay(slot, square);
  }
  if (cursor?.square !== square) cursor = { square, across: cursor?.across ?? true };
  else cursor = cursor.across ? { square, across: false } : null;
  show();
}

function tapTile(id) {
  if (swapping) {
    if (!swapping.delete(id) && swapping.size < game.swap) swapping.add(id);
    show();
  } else if (cursor) layAtCursor(id);
  else {
    chosen = chosen === id ? null : id;
    show();
  }
}

async function layAtCursor(id, cell = null) {
  const { square, across } = cursor;
  if (!(await lay(id, square, cell))) return;
  const next = nextFree(square, across);
  cursor = next && { square: next, across };
  show();
}

async function lay(id, square, cell = null) {
  const slot = slots.find((each) => each.id === id);
  if (!slot || cellAt(square) || (laid.has(square) && laid.get(square).slot !== id)) return false;
  const from = [...laid].find(([, each]) => each.slot === id);
  const letter = cell ?? (slot.tile === "?" ? from?.[1].cell ?? (await askLetter()) : slot.tile);
  if (!letter) {
    show();
    return false;
  }
  if (from) laid.delete(from[0]);
  laid.set(square, { slot: id, cell: letter });
  changed();
  return true;
}

function recall(square) {
  laid.delete(square);
  if (cursor) cursor = { ...cursor, square };
  changed();
}

function dropped(id, square, place) {
  if (!mayLay()) return;
  if (square) {
    if (cursor?.square === square) cursor = null;
    lay(id, square);
    return;
  }
  const from = [...laid].find(([, each]) => each.slot === id);
  if (from) {
    laid.delete(from[0]);
    changed();
  } else if (place !== null) {
    const moving = slots.find((slot) => slot.id === id);
    const old = slots.indexOf(moving);
    slots = slots.filter((slot) => slot !== moving);
    slots.splice(place > old ? place - 1 : place, 0, moving);
    show();
  }
}

function nextFree(square, across, way = 1) {
  let { row, column } = placeOf(square);
  const size = cells.length;
  do {
    if (across) column += way;
    else row += way;
    if (row < 0 || column < 0 || row >= size || column >= size) return null;
  } while (cells[row][column] || laid.has(squareName(row, column)));
  return squareName(row, column);
}

// What is laid has changed: what would it score?
async function changed() {
  tried = null;
  show();
  const mine = ++asked;
  if (!laid.size) {
    say("");
    return;
  }
  try {
    const found = await act("try", { tiles: tilesLaid(), turn: undefined });
    if (mine !== asked) return;
    tried = found;
    tellTried(found);
    showButtons();
  } catch (trouble) {
    if (mine === asked) say(troubleLine(trouble));
  }
}

function tilesLaid() {
  return [...laid].map(([square, { cell }]) => [square, cell]);
}

function tellTried({ score, words, legal }) {
  if (score === null) return say(t("not_a_word"));
  const parts = words.flatMap(([word, count, good]) => [h("span", { class: good ? "" : "bad" }, `${word.toUpperCase()} ${count}`), " · "]);
  const wrong = words.filter(([, , good]) => !good).map(([word]) => word.toUpperCase());
  if (wrong.length) parts.push(t("not_listed", { words: wrong.join(", ") }));
  else if (!legal && game.your_turn) parts.push(t(game.lines.some((line) => line.tiles) ? "must_touch" : "must_cover", { square: game.start }));
  else parts.pop();
  say(...parts);
}

// The dialog of a blank.
function askLetter() {
  const dialog = $("#letter");
  const keys = game.tiles.filter(([letter]) => letter !== "?").map(([letter]) => {
    const key = tile(letter.toLowerCase(), undefined, { value: letter.toLowerCase(), "aria-label": letter }, "button");
    return key;
  });
  $(".keys", dialog).replaceChildren(...keys);
  dialog.returnValue = "";
  dialog.onkeydown = (event) => {
    const letter = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || !game.tiles.some(([each]) => each.toLowerCase() === letter)) return;
    event.preventDefault();
    dialog.close(letter);
  };
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue);
  });
}

// The keyboard

function keyOnSquare(event, square) {
  if (event.ctrlKey || event.metaKey || event.altKey || !mayLay() || swapping) return;
  if (event.key === " ") {
    event.preventDefault();
    cursor = { square, across: cursor?.square === square ? !cursor.across : cursor?.across ?? true };
    show();
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (!$("#lay").disabled) mainAct();
  }
}

function moved(square) {
  if (!mayLay() || swapping) return;
  cursor = { square, across: cursor?.across ?? true };
  show();
}

function typedAnywhere(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !game || !mayLay() || swapping) return;
  if (event.target.closest?.("input, select, textarea")) return;
  if (event.key === "Escape") recallAll();
  else if (event.key === "Backspace") {
    event.preventDefault();
    backspace();
  } else if (/^\p{L}$/u.test(event.key)) typeLetter(event);
}

async function typeLetter(event) {
  event.preventDefault();
  const onBoard = document.activeElement?.dataset?.square;
  const square = onBoard ?? cursor?.square ?? game.start;
  const across = cursor?.across ?? true;
  const spot = cellAt(square) || laid.has(square) ? nextFree(square, across) : square;
  if (!spot) return;
  const letter = event.key.toUpperCase();
  const free = slots.filter((slot) => ![...laid.values()].some((each) => each.slot === slot.id));
  const blank = free.find((slot) => slot.tile === "?");
  const plain = event.shiftKey ? null : free.find((slot) => slot.tile === letter) ?? free.find((slot) => slot.tile.startsWith(letter));
  const slot = plain ?? blank;
  if (!slot) return say(t("not_held", { letter }));
  if (slot === blank && !game.tiles.some(([each]) => each === letter)) return;
  cursor = { square: spot, across };
  await layAtCursor(slot.id, slot === blank ? letter.toLowerCase() : null);
  if (onBoard) focusSquare(cursor?.square ?? spot);
}

function backspace() {
  const taken = [...laid.keys()].at(-1);
  if (!taken) return;
  cursor = { square: taken, across: cursor?.across ?? true };
  laid.delete(taken);
  changed();
  if (document.activeElement?.dataset?.square) focusSquare(taken);
}

function recallAll() {
  if (!laid.size) return;
  laid = new Map();
  changed();
}

// Turns

function mainAct() {
  if (again) return again();
  if (swapping) return turn("swap", { letters: swappedLetters() });
  return turn("lay", { tiles: tilesLaid() });
}

function swappedLetters() {
  return slots.filter((slot) => swapping.has(slot.id)).map(({ tile: letter }) => ([...letter].length > 1 ? `[${letter}]` : letter)).join("");
}

function act(name, sent = {}) {
  return ask(`/api/play/${game.id}/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ turn: game.turn, ...sent }),
  });
}

async function turn(name, sent = {}) {
  const record = await trying(() => act(name, sent), () => turn(name, sent));
  if (!record || !game) return;
  const focused = document.activeElement?.dataset?.square;
  take(record);
  tellLast();
  if (focused) focusSquare(focused);
  if (record.over) finish();
  else await programTurn();
}

async function programTurn() {
  while (game && !game.your_turn && !game.over) {
    const { id } = game;
    $("#theirs").classList.add("thinking");
    const record = await trying(() => act("answer"), programTurn);
    $("#theirs").classList.remove("thinking");
    if (!record || game?.id !== id) return;
    keepLaid(record);
    tellLast();
    await fly([...fresh], $("#theirs"));
    if (record.over) finish();
  }
}

// Tiles may be tried out while the program thinks; they stay where there is still room.
function keepLaid(record) {
  const before = laid;
  laid = new Map();
  take(record);
  for (const [square, each] of before) if (!cellAt(square)) laid.set(square, each);
  if (laid.size) changed();
}

// Do something with the game; what fails is told, and null comes back.
async function trying(todo, retry) {
  busy = true;
  again = null;
  showButtons();
  try {
    return await todo();
  } catch (trouble) {
    busy = false;
    if (!game) return null;
    if (trouble.kind === "moved-on") open(await ask(`/api/play/${game.id}`));
    else if (["unreachable", "busy", "worker-lost", "internal"].includes(trouble.kind)) again = retry;
    say(troubleLine(trouble));
    return null;
  } finally {
    busy = false;
    showButtons();
  }
}

function tellLast() {
  const made = game.lines.slice(game.begun).filter((line) => line.kind !== "settled").at(-1);
  if (made) say(toldText(made));
  else say(t("your_turn"));
}

async function finish() {
  const [mine, theirs] = game.scores;
  const text = t(mine > theirs ? "you_win" : mine < theirs ? "you_lose" : "a_draw", { mine, theirs });
  say(text);
  toast(text);
  try {
    await openReview(game, (what) => {
      looking = what;
      slots = slotsOf(what.rack, []);
      say(what.text);
      show();
    });
  } catch (trouble) {
    say(troubleLine(trouble));
  }
}

function shuffleOrRecall() {
  if (laid.size) {
    cursor = null;
    recallAll();
  } else {
    slots = shuffled(slots);
    show();
  }
}

function toggleSwap() {
  swapping = swapping ? null : new Set();
  if (swapping) {
    laid = new Map();
    [tried, chosen, cursor] = [null, null, null];
    asked++;
    say(t("choose_swap"));
  } else say("");
  show();
}

async function pass() {
  if (await sure(t("sure_pass"), t("do_pass"))) turn("pass");
}

async function undo() {
  closeReview();
  looking = null;
  const record = await trying(() => act("undo"), undo);
  if (!record || !game) return;
  take(record);
  say(t("undone"));
  programTurn();
}

async function giveHint() {
  const step = Math.min(3, hint.step + 1);
  const found = await trying(() => act("hint", { step }), giveHint);
  if (!found || !game) return;
  if (!found.best) return say(t("no_move"));
  const { squares, letters, move } = found.best;
  hint = { step, squares: new Set(squares) };
  if (step === 1) say(t("hint_where", { squares: squares.join(", ") }));
  if (step === 2) say(t("hint_letters", { letters: letters.join(" ") }));
  if (step === 3) {
    layAll(move.tiles);
    return;
  }
  show();
}

function layAll(tiles) {
  laid = new Map();
  const free = [...slots];
  for (const [square, cell] of tiles) {
    const place = free.findIndex((slot) => slot.tile === (isBlank(cell) ? "?" : cell));
    const [slot] = free.splice(place, 1);
    laid.set(square, { slot: slot.id, cell });
  }
  cursor = null;
  changed();
}

function sure(question, answer) {
  const dialog = $("#sure");
  $("h2", dialog).textContent = question;
  $(".primary", dialog).textContent = answer;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "yes");
  });
}

function say(...parts) {
  $("#say").replaceChildren(...parts);
  $("#status").textContent = $("#say").textContent;
}
