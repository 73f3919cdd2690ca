// The table shown, and tiles laid on it: by tapping, dragging or typing.

import { $, answerOf, h, tile } from "../dom.js";
import { isBlank, placeOf, squareName } from "../notation.js";
import { t } from "../texts.js";
import { PASSING, troubleLine } from "../trouble.js";
import { focusSquare, showBoard } from "./board.js";
import { showRack } from "./rack.js";
import { renameAct } from "./sheet.js";
import { act, cellAt, mayLay, say, table } from "./table.js";

export function show() {
  if (table.looking) {
    const { cells, best, fresh } = table.looking;
    showBoard({ cells, laid: best, fresh, hinted: new Set(), points: table.points, cursor: null });
  } else {
    const { cells, fresh, hint, points, cursor } = table;
    showBoard({ cells, laid: new Map(tilesLaid()), fresh, hinted: hint.squares, points, cursor });
  }
  showRack(table.slots, rackView());
  showButtons();
}

function rackView() {
  const out = new Set([...table.laid.values()].map(({ slot }) => slot));
  return { points: table.points, laid: out, chosen: table.chosen, swapping: table.swapping, tap: tapTile, asleep: table.looking !== null };
}

export function showButtons() {
  if (!table.game) return; // the table was left meanwhile
  const mine = table.game.your_turn && !table.busy;
  const button = $("#lay");
  if (table.again) button.textContent = t("again");
  else if (table.swapping) button.textContent = t("swap_n", { n: table.swapping.size });
  else button.textContent = table.tried?.score === undefined || table.tried.score === null ? t("lay") : t("lay_for", { n: table.tried.score });
  button.disabled = !table.again && (!mine || (table.swapping ? !table.swapping.size : !table.tried?.legal));
  button.hidden = table.game.over;
  renameAct("shuffle", table.laid.size ? "recall" : "shuffle");
  $("#do-challenge").hidden = table.game.challenge === "void";
  $("#do-more").hidden = !$("#do-challenge").hidden; // there is room for six; the arrow above leads there, too
  $("#do-swap").setAttribute("aria-pressed", String(table.swapping !== null));
  for (const [name, may] of [["hint", mine], ["shuffle", !table.game.over], ["swap", mine && table.game.swap > 0], ["pass", mine], ["challenge", mine && table.game.may_challenge], ["undo", table.game.undo && !table.busy]]) {
    $(`#do-${name}`).disabled = !may;
  }
}

export function tapSquare(square) {
  if (!mayLay() || table.swapping) return;
  if (table.laid.has(square)) return void recall(square);
  if (cellAt(square)) return;
  if (table.chosen) {
    const slot = table.chosen;
    table.chosen = null;
    return void lay(slot, square);
  }
  if (table.cursor?.square !== square) table.cursor = { square, across: table.cursor?.across ?? true };
  else table.cursor = table.cursor.across ? { square, across: false } : null;
  show();
}

function tapTile(id) {
  if (table.swapping) {
    if (!table.swapping.delete(id) && table.swapping.size < table.game.swap) table.swapping.add(id);
    show();
  } else if (table.cursor) layAtCursor(id);
  else {
    table.chosen = table.chosen === id ? null : id;
    show();
  }
}

async function layAtCursor(id, cell = null) {
  const { square, across } = table.cursor;
  if (!(await lay(id, square, cell))) return;
  const next = nextFree(square, across);
  table.cursor = next && { square: next, across };
  show();
}

async function lay(id, square, cell = null) {
  const slot = table.slots.find((each) => each.id === id);
  if (!slot || cellAt(square) || (table.laid.has(square) && table.laid.get(square).slot !== id)) return false;
  const from = [...table.laid].find(([, each]) => each.slot === id);
  const letter = cell ?? (slot.tile === "?" ? from?.[1].cell ?? (await askLetter()) : slot.tile);
  if (!letter) {
    show();
    return false;
  }
  if (from) table.laid.delete(from[0]);
  table.laid.set(square, { slot: id, cell: letter });
  changed();
  return true;
}

function recall(square) {
  table.laid.delete(square);
  if (table.cursor) table.cursor = { ...table.cursor, square };
  changed();
}

export function dropped(id, square, place) {
  if (!mayLay()) return;
  if (square) {
    if (table.cursor?.square === square) table.cursor = null;
    lay(id, square);
    return;
  }
  const from = [...table.laid].find(([, each]) => each.slot === id);
  if (from) {
    table.laid.delete(from[0]);
    changed();
  } else if (place !== null) {
    const moving = table.slots.find((slot) => slot.id === id);
    const old = table.slots.indexOf(moving);
    table.slots = table.slots.filter((slot) => slot !== moving);
    table.slots.splice(place > old ? place - 1 : place, 0, moving);
    show();
  }
}

function nextFree(square, across, way = 1) {
  let { row, column } = placeOf(square);
  const size = table.cells.length;
  do {
    if (across) column += way;
    else row += way;
    if (row < 0 || column < 0 || row >= size || column >= size) return null;
  } while (table.cells[row][column] || table.laid.has(squareName(row, column)));
  return squareName(row, column);
}

// What is laid has changed: what would it score?
export async function changed() {
  table.tried = null;
  if (table.again === changed) table.again = null;
  show();
  const mine = ++table.asked;
  if (!table.laid.size) {
    say("");
    return;
  }
  try {
    const found = await act("try", { tiles: tilesLaid(), turn: undefined });
    if (mine !== table.asked) return;
    table.tried = found;
    tellTried(found);
    showButtons();
  } catch (trouble) {
    if (mine !== table.asked) return;
    if (PASSING.has(trouble.kind)) table.again ??= changed;
    say(troubleLine(trouble));
    showButtons();
  }
}

export function tilesLaid() {
  return [...table.laid].map(([square, { cell }]) => [square, cell]);
}

function tellTried({ score, words, legal }) {
  if (score === null) return say(t("not_a_word"));
  const parts = words.flatMap(([word, count, good]) => [h("span", { class: good ? "" : "bad" }, `${word.toUpperCase()} ${count}`), " · "]);
  const wrong = words.filter(([, , good]) => !good).map(([word]) => word.toUpperCase());
  if (wrong.length) parts.push(t("not_listed", { words: wrong.join(", ") }));
  else if (!legal && table.game.your_turn) parts.push(t(table.game.lines.some((line) => line.tiles) ? "must_touch" : "must_cover", { square: table.game.start }));
  else parts.pop();
  say(...parts);
}

// The dialog of a blank.
function askLetter() {
  const dialog = $("#letter");
  const letters = table.game.tiles.map(([letter]) => letter).filter((letter) => letter !== "?");
  $(".keys", dialog).replaceChildren(...letters.map((letter) =>
    tile(letter.toLowerCase(), undefined, { value: letter.toLowerCase(), "aria-label": letter }, "button")));
  dialog.onkeydown = (event) => {
    const letter = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || !table.game.tiles.some(([each]) => each.toLowerCase() === letter)) return;
    event.preventDefault();
    dialog.close(letter);
  };
  return answerOf(dialog);
}

export function keyOnSquare(event, square) {
  if (event.ctrlKey || event.metaKey || event.altKey || !mayLay() || table.swapping) return;
  if (event.key === " ") {
    event.preventDefault();
    table.cursor = { square, across: table.cursor?.square === square ? !table.cursor.across : table.cursor?.across ?? true };
    show();
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (!$("#lay").disabled) $("#lay").click();
  }
}

export function moved(square) {
  if (!mayLay() || table.swapping) return;
  table.cursor = { square, across: table.cursor?.across ?? true };
  show();
}

export function typedAnywhere(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !table.game || !mayLay() || table.swapping) return;
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
  const square = onBoard ?? table.cursor?.square ?? table.game.start;
  const across = table.cursor?.across ?? true;
  const spot = cellAt(square) || table.laid.has(square) ? nextFree(square, across) : square;
  if (!spot) return;
  const letter = event.key.toUpperCase();
  const free = table.slots.filter((slot) => ![...table.laid.values()].some((each) => each.slot === slot.id));
  const blank = free.find((slot) => slot.tile === "?");
  const plain = event.shiftKey ? null : free.find((slot) => slot.tile === letter) ?? free.find((slot) => slot.tile.startsWith(letter));
  const slot = plain ?? blank;
  if (!slot) return say(t("not_held", { letter }));
  if (slot === blank && !table.game.tiles.some(([each]) => each === letter)) return;
  table.cursor = { square: spot, across };
  await layAtCursor(slot.id, slot === blank ? letter.toLowerCase() : null);
  if (onBoard) focusSquare(table.cursor?.square ?? spot);
}

function backspace() {
  const taken = [...table.laid.keys()].at(-1);
  if (!taken) return;
  table.cursor = { square: taken, across: table.cursor?.across ?? true };
  table.laid.delete(taken);
  changed();
  if (document.activeElement?.dataset?.square) focusSquare(taken);
}

export function recallAll() {
  if (!table.laid.size) return;
  table.laid = new Map();
  changed();
}

export function layAll(tiles) {
  table.laid = new Map();
  const free = [...table.slots];
  for (const [square, cell] of tiles) {
    const place = free.findIndex((slot) => slot.tile === (isBlank(cell) ? "?" : cell));
    const [slot] = free.splice(place, 1);
    table.laid.set(square, { slot: slot.id, cell });
  }
  table.cursor = null;
  changed();
}
