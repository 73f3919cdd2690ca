// A game against the program: its table is opened, turns are made; the server keeps the game.

import { ask } from "../api.js";
import { $, answerOf, toast } from "../dom.js";
import { copy } from "../export.js";
import { cellsOf } from "../notation.js";
import { addSettings, dress, setting } from "../settings.js";
import { speak, t } from "../texts.js";
import { PASSING, troubleLine } from "../trouble.js";
import { buildBoard, fly, focusSquare } from "./board.js";
import { changed, dropped, keyOnSquare, layAll, moved, recallAll, show, showButtons, tapSquare, tilesLaid, typedAnywhere } from "./laying.js";
import { openLobby } from "./lobby.js";
import { listenToDrags, shuffled, slotsOf } from "./rack.js";
import { closeReview, openReview, recordText } from "./review.js";
import { buildActs, showScores, showSheet, showUnseen, toldText } from "./sheet.js";
import { act, cellAt, mayLay, say, table } from "./table.js";

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
    slotAt: (square) => table.laid.get(square)?.slot,
    size: () => table.game.premiums.length,
    may: () => mayLay() && !table.swapping,
    dropped,
  });
  addEventListener("hashchange", route);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
  await route();
  document.documentElement.dataset.ready = "";
}

function nameActs() {
  buildActs([["hint", giveHint], ["shuffle", shuffleOrRecall], ["swap", toggleSwap], ["pass", pass], ["challenge", challenge], ["undo", undo], ["more", () => { location.hash = ""; }]]);
}

async function settingsChanged(names) {
  if (!names.includes("speech")) return;
  await speak(setting("speech"), "play");
  nameActs();
  if (!table.game) return void openLobby(opened);
  showBeside();
  show();
  if (!table.looking && !table.laid.size) tellLast();
}

async function route() {
  const id = location.hash.slice(1);
  if (id && id === table.game?.id) return;
  table.game = null;
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
  table.game = { id: record.id }; // so that the address, which names it now, is not followed
  location.hash = record.id;
  open(record);
}

function open(record) {
  $("#lobby").hidden = true;
  $("#table").hidden = false;
  scrollTo(0, 0);
  table.slots = [];
  [table.cursor, table.looking, table.again] = [null, null, null];
  buildBoard(record.premiums, record.start, { tap: tapSquare, key: keyOnSquare, moved });
  table.points = new Map(record.tiles);
  take(record);
  tellLast();
  if (record.over) finish();
  else programTurn();
}

// The game as the server says it is.
function take(record) {
  const used = new Set([...table.laid.values()].map(({ slot }) => slot));
  const went = table.game?.turn !== record.turn;
  table.slots = slotsOf(record.rack, went ? table.slots.filter((slot) => !used.has(slot.id)) : table.slots);
  table.game = record;
  table.cells = record.board.map(cellsOf);
  table.laid = new Map();
  [table.chosen, table.swapping, table.tried, table.hint] = [null, null, null, { step: 0, squares: new Set() }];
  if (table.cursor && cellAt(table.cursor.square)) table.cursor = null;
  table.fresh = new Set((record.lines.slice(record.begun).findLast((line) => line.tiles)?.tiles ?? []).map(([name]) => name));
  showBeside();
  show();
}

function showBeside() {
  showScores(table.game);
  showSheet(table.game);
  showUnseen(table.game);
}

// Turns

function mainAct() {
  if (table.again) return table.again();
  if (table.swapping) return turn("swap", { letters: swappedLetters() });
  return turn("lay", { tiles: tilesLaid() });
}

function swappedLetters() {
  return table.slots.filter((slot) => table.swapping.has(slot.id)).map(({ tile: letter }) => ([...letter].length > 1 ? `[${letter}]` : letter)).join("");
}

async function turn(name, sent = {}) {
  const record = await trying(() => act(name, sent), () => turn(name, sent));
  if (!record || !table.game) return;
  const focused = document.activeElement?.dataset?.square;
  take(record);
  tellLast();
  tellChallenge(name);
  if (focused) focusSquare(focused);
  if (record.over) finish();
  else await programTurn();
}

async function programTurn() {
  if (!table.game || table.game.your_turn || table.game.over) return;
  const { id } = table.game;
  $("#theirs").classList.add("thinking");
  const record = await trying(() => act("answer"), programTurn);
  $("#theirs").classList.remove("thinking");
  if (!record || table.game?.id !== id) return;
  keepLaid(record);
  tellLast();
  await fly([...table.fresh], $("#theirs"));
  if (record.over && table.game === record) finish(); // a quick player has gone on meanwhile
}

// Tiles may be tried out while the program thinks; they stay where there is still room.
function keepLaid(record) {
  const before = table.laid;
  table.laid = new Map();
  take(record);
  for (const [square, each] of before) if (!cellAt(square)) table.laid.set(square, each);
  if (table.laid.size) changed();
}

// Do something with the game; what fails is told, and null comes back.
async function trying(todo, retry) {
  table.busy = true;
  table.again = null;
  showButtons();
  try {
    return await todo();
  } catch (trouble) {
    table.busy = false;
    if (!table.game) return null;
    if (trouble.kind === "moved-on") open(await ask(`/api/play/${table.game.id}`));
    else if (PASSING.has(trouble.kind)) table.again = retry;
    say(troubleLine(trouble));
    return null;
  } finally {
    table.busy = false;
    showButtons();
  }
}

function madeLast() {
  return table.game.lines.slice(table.game.begun).filter((line) => line.kind !== "settled").at(-1);
}

// What the program challenged, and whether the player did so in vain, stays in sight while the game goes on.
function tellChallenge(name) {
  const made = madeLast();
  if (made?.kind === "withdrawn") toast(`${toldText(made)}. ${t("words_bad")}`);
  else if (name === "challenge") toast(t("words_good"));
}

function tellLast() {
  const made = madeLast();
  say(made ? toldText(made) : t("your_turn"));
}

async function finish() {
  const [mine, theirs] = table.game.scores;
  const text = t(mine > theirs ? "you_win" : mine < theirs ? "you_lose" : "a_draw", { mine, theirs });
  say(text);
  toast(text);
  try {
    await openReview(table.game, (what) => {
      table.looking = what;
      table.slots = slotsOf(what.rack, []);
      say(what.text);
      show();
    });
  } catch (trouble) {
    say(troubleLine(trouble));
  }
}

function shuffleOrRecall() {
  if (table.laid.size) {
    table.cursor = null;
    recallAll();
  } else {
    table.slots = shuffled(table.slots);
    show();
  }
}

function toggleSwap() {
  table.swapping = table.swapping ? null : new Set();
  if (table.swapping) {
    table.laid = new Map();
    [table.tried, table.chosen, table.cursor, table.again] = [null, null, null, null];
    table.asked++;
    say(t("choose_swap"));
  } else say("");
  show();
}

async function pass() {
  if (await sure(t("sure_pass"), t("do_pass"))) turn("pass");
}

async function challenge() {
  const { word } = madeLast();
  const rule = table.game.challenge;
  const cost = t(Number(rule) ? "cost_points" : `cost_${rule}`, { n: rule });
  if (await sure(`${t("sure_challenge", { word: word.toUpperCase() })} ${cost}`, t("do_challenge"))) turn("challenge");
}

async function undo() {
  closeReview();
  table.looking = null;
  const record = await trying(() => act("undo"), undo);
  if (!record || !table.game) return;
  take(record);
  say(t("undone"));
  if (document.activeElement === document.body) $("#acts button:enabled")?.focus(); // nothing is left to undo
  programTurn();
}

async function giveHint() {
  const step = Math.min(3, table.hint.step + 1);
  const found = await trying(() => act("hint", { step }), giveHint);
  if (!found || !table.game) return;
  if (!found.best) return say(t("no_move"));
  const { squares, letters, move } = found.best;
  table.hint = { step, squares: new Set(squares) };
  if (step === 1) say(t("hint_where", { squares: squares.join(", ") }));
  if (step === 2) say(t("hint_letters", { letters: letters.join(" ") }));
  if (step === 3) {
    layAll(move.tiles);
    return;
  }
  show();
}

async function sure(question, answer) {
  const dialog = $("#sure");
  $("h2", dialog).textContent = question;
  $(".primary", dialog).textContent = answer;
  return (await answerOf(dialog)) === "yes";
}
