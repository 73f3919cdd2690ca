// The page: a picture arrives and is shown at once, is read and solved, and can be corrected.

import { solvePicture, solveTyped, Trouble } from "./api.js";
import { listen, sharedPicture } from "./arrival.js";
import { boardState, boardToPlay, boardTyped, tell, textsOf, toldText } from "./board.js";
import { askFor, doubtText } from "./correct.js";
import { askForPart } from "./crop.js";
import { $, $$, alone, answerOf, say, toast } from "./dom.js";
import { copy, drawnFile, save, share } from "./export.js";
import { forget, forgetAll, keep, keptAnswer, showKept } from "./kept.js";
import { placeOf, startOf } from "./notation.js";
import { paint } from "./paint.js";
import { askForTile, gridText, heardWord, pathState, putTile, showPath } from "./path.js";
import { showBest, showDoubts, showMoves, showUnseen } from "./panel.js";
import { addSettings, dress, openSettings, setting } from "./settings.js";
import { playOn } from "./playon.js";
import { buildRack, buildSquares, nameSquares } from "./squares.js";
import { fit, look, partOf, placeBoard, showPicture } from "./stage.js";
import { listenForSteps } from "./swipe.js";
import { listenToTeam, teamSees } from "./team.js";
import { speak, t } from "./texts.js";
import { stopThinking, think } from "./think.js";
import { fetchWords, showTrouble, troubleLine } from "./trouble.js";

let file = null;
let url = "";
let state = null;
let turn = 0; // counts what was asked, so that a late answer to an old question is not shown
const WAITING = new Set(["unreachable", "busy", "worker-lost", "key-needed"]); // such a picture is kept

start();

async function start() {
  dress();
  await speak(setting("speech"));
  listen(take);
  addSettings(["by", "game", "speech", "look"], settingsChanged);
  $("#view-whole").addEventListener("click", toggleWhole);
  $("#view-reading").addEventListener("click", toggleReading);
  const drawn = () => {
    const { move, word } = state.moves[state.chosen];
    return drawnFile(file, { game: setting("game"), correct: toldText(state), move: move ?? word, top: "0" });
  };
  for (const name of ["cgp", "gcg"]) $(`#copy-${name}`).addEventListener("click", () => copy(state[name]));
  $("#play-on").addEventListener("click", alone(() => playOn(boardToPlay(state)).catch(fail)));
  $("#save").addEventListener("click", alone(() => save(drawn)));
  $("#share-drawn").addEventListener("click", alone(() => share(drawn)));
  $("#open-kept").addEventListener("click", goHome);
  $("#forget-all").addEventListener("click", askToForget);
  listenToTeam();
  listenForSteps((way) => {
    if (state?.moves.length > 1 && !$("#result").hidden) choose((state.chosen + way + state.moves.length) % state.moves.length);
  });
  addEventListener("resize", fit);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
  const shared = await sharedPicture();
  const last = shared ? undefined : await keptAnswer(history.state?.number ?? 0); // as before a reload
  if (shared) take(shared);
  else if (last) {
    await openKept(last);
    if (state && !state.path && state.by !== setting("by")) solveAgain(); // its thinking was broken off
  } else await listKept();
  document.documentElement.dataset.ready = "";
}

function listKept() {
  const remove = async (number) => {
    await forget(number);
    if (state?.number === number) state.number = null;
    toast(t("forgotten"));
    await listKept();
    ($("#kept button.open") ?? $("#choose")).focus();
  };
  const open = async (number) => {
    const kept = await keptAnswer(number);
    if (kept) return openKept(kept);
    toast(t("forgotten")); // elsewhere, meanwhile
    return listKept();
  };
  return showKept({ open, remove });
}

// Whether the list is shown: what is found then is kept, and not shown by itself.
function atHome() {
  return !$("#start").hidden;
}

async function askToForget() {
  if ((await answerOf($("#forget"))) !== "done") return;
  await forgetAll();
  if (state) state.number = null;
  await listKept();
  $("#choose").focus();
}

// Where pictures are chosen, and those of before are listed.
async function goHome() {
  history.replaceState(null, "");
  await listKept();
  showPlace(false);
  scrollTo(0, 0);
  ($("#kept button.open") ?? $("#choose")).focus();
}

function showPlace(answer) {
  $("#start").hidden = answer;
  $("#result").hidden = !answer;
  $("#another").hidden = $("#open-kept").hidden = !answer;
  if (answer) $("#kept").hidden = true;
}

// An answer of before, without asking the server again.
async function openKept(kept) {
  if (!kept.state) {
    take(kept.file, kept.number);
    return;
  }
  turn += 1;
  stopThinking();
  showFile(kept.file);
  await showPicture(url);
  state = { ...kept.state, url, number: kept.number };
  history.replaceState({ number: state.number }, "");
  showState();
  busy(false);
  if (state.cgp) teamSees(state, file);
}

// The picture alone, before anything is known of it.
function showFile(picture) {
  file = picture;
  state = null;
  if (url) URL.revokeObjectURL(url);
  url = URL.createObjectURL(picture);
  for (const id of ["best", "facts", "doubts", "rack", "moves", "unseen", "team", "copy", "trouble", "tile-help", "views"]) $(`#${id}`).hidden = true;
  $("#board").hidden = $(".side").hidden = true; // so that nothing moves when the answer comes
  $("#rack-layer").replaceChildren();
  for (const dialog of $$("#correct[open], #correct-tile[open]")) dialog.close(); // they ask about the picture before
  showPlace(true);
  scrollTo(0, 0);
}

// Show a picture at once, then what is found on it.
async function take(picture, number = null) {
  const mine = ++turn;
  stopThinking();
  showFile(picture);
  const kept = number ?? keepPicture(mine);
  busy(true, t("reading_picture"));
  try {
    const answer = solvePicture(file, { game: setting("game") });
    answer.catch(() => {}); // looked at below
    await showPicture(url).catch(() => {
      throw new Trouble({ kind: "not-shown", message: "", hint: "" });
    });
    const record = await answer;
    if (mine === turn) begin(record, null, kept);
  } catch (trouble) {
    if (mine !== turn) return;
    if (!trouble.record?.more && !WAITING.has(trouble.kind)) await forget(await kept);
    if (mine !== turn) return;
    if (atHome()) {
      toast(troubleLine(trouble));
      await listKept();
    } else if ((trouble.record?.board || trouble.record?.geometry) && trouble.record.more) begin(trouble.record, trouble, kept);
    else fail(trouble);
  } finally {
    if (mine === turn) busy(false);
  }
}

// Keep a picture before it is read, so that it is there again after a lost connection.
async function keepPicture(mine) {
  const number = await keep(null, null, file);
  if (mine === turn && number && !atHome()) history.replaceState({ number }, "");
  return number;
}

// What was read, as the page keeps it.
async function begin(record, trouble, kept) {
  state = record.geometry ? pathState(record) : boardState(record);
  Object.assign(state, { url, corrected: new Set(), told: new Map(), chosen: 0, by: "score", trouble });
  showState();
  const mine = state;
  mine.number = await kept;
  if (mine !== state) return;
  keepState();
  if (setting("by") !== "score" && state.moves.length && !state.path) solveAgain(10, state.otherwise);
}

function showState() {
  placeBoard(state.grid);
  $("#views").hidden = $(".side").hidden = false;
  $("#view-whole").setAttribute("aria-pressed", "false");
  look(partOf(state.grid, state.rackBoxes));
  buildSquares(state, { pick, type });
  show();
}

async function keepState() {
  const mine = state;
  if (mine.cgp && !mine.trouble) teamSees(mine, file);
  if (mine.trouble || mine.number === undefined) return;
  const number = await keep(mine.number, mine, file, partOf(mine.grid, mine.rackBoxes));
  if (mine !== state || !number) return;
  mine.number = number;
  if (atHome()) await listKept();
  else history.replaceState({ number }, "");
}

function show() {
  keepingFocus(showAll);
}

// Who goes by keys stays where he is in a list that is built anew; where it has no such place any more he goes
// to the moves.
function keepingFocus(build) {
  const list = document.activeElement?.closest("#rack .tiles, #doubts ul, #moves ol");
  const at = list ? $$("button", list).indexOf(document.activeElement) : -1;
  build();
  if (at < 0) return;
  const left = $$("button", list);
  (left[Math.min(at, left.length - 1)] ?? $("#moves button"))?.focus({ preventScroll: true });
}

function showAll() {
  if (state.path) showPath(state, { choose, all: () => solveAgain(0) });
  else showBoard();
  showDoubts(state, pick);
  $("#moves h2").textContent = t(state.path ? "best_words" : "moves");
  $("#tile-help").hidden = !state.path;
  for (const id of ["copy-cgp", "copy-gcg", "play-on"]) $(`#${id}`).hidden = !state.cgp;
  $("#save").hidden = (state.corrected.size > 0 && !state.told?.size) || !state.moves.length;
  $("#share-drawn").hidden = $("#save").hidden || !navigator.canShare;
  $("#copy").hidden = !state.cgp && $("#save").hidden;
  if (state.trouble) fail(state.trouble);
  else {
    $("#trouble").hidden = true;
    fit();
    say(state.path ? heardWord(state) : moveText());
  }
}

function showBoard() {
  state.faces = new Map(state.rack.map((letter, index) => [letter, state.faceBoxes[index]]));
  paint(state);
  nameSquares(state);
  buildRack(state, { pick });
  showBest(state);
  showMoves(state, choose);
  showUnseen(state);
  $("#rack").hidden = false;
}

function choose(index) {
  state.chosen = index;
  show();
}

// A square or a tile of the rack was tapped.
async function pick(where) {
  if (where === "game") {
    openSettings("game");
    return;
  }
  const doubt = state.doubts.find((each) => each.where === where);
  if (state.path) {
    const found = await askForTile(where, doubt, state, doubtText);
    if (found) correctTile(where, found);
    return;
  }
  const place = placeOf(where);
  const number = Number(where.split(" ")[1]) - 1;
  const current = place ? state.cells[place.row][place.column] : state.rack[number] ?? "";
  const cell = await askFor(where, current, doubt, state);
  if (cell !== null) correct(where, cell);
}

// A letter was typed on a square.
function type(where, cell) {
  if (state.path) {
    const { row, column } = placeOf(where);
    const text = cell.toUpperCase();
    if (state.points.has(text)) correctTile(where, { text, multiplier: state.multipliers[row][column] });
    return;
  }
  if (cell === "" || state.points.has(cell.toUpperCase())) correct(where, cell);
}

// Put a tile where it belongs, and solve again; a doubt that was looked at is none any more.
async function correct(where, cell) {
  const place = placeOf(where);
  tell(state, where, cell);
  if (place) {
    if (state.tentative.includes(where)) state.tentative = state.tentative.filter((name) => name !== where);
    state.cells[place.row][place.column] = cell;
  } else {
    const number = Number(where.split(" ")[1]) - 1;
    if (cell === "") {
      state.rack.splice(number, 1);
      state.corrected = new Set([...state.corrected].map((name) => moved(name, number + 1)).filter((name) => name));
      const others = (_, index) => index !== number;
      state.rackBoxes = state.rackBoxes.filter(others);
      state.faceBoxes = state.faceBoxes.filter(others);
    } else {
      state.rack[number] = cell;
      state.faceBoxes[number] = state.rackBoxes[number];
    }
  }
  if (place || cell !== "") state.corrected.add(where);
  state.doubts = state.doubts.filter((doubt) => doubt.where !== where && !(doubt.where === "rack" && !place));
  await (file && state.told?.size ? readAgain() : solveAgain());
}

// What a place is called once a tile is taken off the rack; null for that tile's own.
function moved(name, taken) {
  const number = Number(name.split(" ")[1]);
  if (!(number >= taken)) return name;
  return number === taken ? null : `rack ${number - 1}`;
}

// Read the picture in the light of what was corrected: that may settle other doubts, too.
async function readAgain() {
  const mine = ++turn;
  busy(true, t("solving"));
  try {
    const record = await solvePicture(file, { game: setting("game"), correct: toldText(state) });
    if (mine !== turn) return;
    Object.assign(state, boardState(record), { chosen: 0, by: "score", trouble: null });
  } catch {
    if (mine === turn) await solveAgain(); // as it stands there; tells what is wrong
    return;
  }
  busy(false);
  show();
  keepState();
  if (setting("by") !== "score" && state.moves.length) solveAgain(10, state.otherwise);
}

async function correctTile(where, tile) {
  putTile(state, where, tile);
  state.corrected.add(where);
  state.doubts = state.doubts.filter((doubt) => doubt.where !== where);
  await solveAgain();
}

function asTyped(top) {
  const { game, language } = state;
  return state.path ? { grid: gridText(state), game, language, top } : boardTyped(state);
}

// Solve what stands there now; what takes long is shown as it gets better, and may be stopped.
async function solveAgain(top = 10, otherwise = []) {
  const mine = ++turn;
  busy(true, t("solving"));
  state.otherwise = otherwise;
  const found = (record) => {
    if (mine !== turn) return;
    const before = state.moves[state.chosen]?.move;
    Object.assign(state, { moves: record.moves, others: record.others, by: record.by, trouble: null, ...textsOf(record.more) });
    state.chosen = state.chosen && Math.max(0, state.moves.findIndex(({ move }) => move === before)); // what the user chose stays
    busy(false);
    show();
  };
  try {
    if (!state.path && !state.rack.length) throw new Trouble({ kind: "no-rack", message: "", hint: "" });
    if (state.path || setting("by") === "score") {
      const record = await solveTyped(asTyped(top));
      if (mine !== turn) return;
      Object.assign(state, { chosen: 0, by: "score", trouble: null },
        state.path ? { moves: record.words, count: record.count, all: record.points } : { moves: record.moves, others: record.others, ...textsOf(record.more) });
    } else {
      state.chosen = 0;
      const record = await think(asTyped(top), found);
      if (record) found(record);
    }
  } catch (trouble) {
    if (mine !== turn) return;
    Object.assign(state, { moves: [], chosen: 0, otherwise: [], trouble });
  } finally {
    if (mine === turn) busy(false);
  }
  if (mine !== turn) return;
  show();
  keepState();
}

async function settingsChanged(names) {
  if (names.includes("speech")) {
    await speak(setting("speech"));
    if (!$("#kept").hidden) await listKept();
    if (state) show();
  }
  if (file && names.includes("game")) take(file);
  else if (state && !state.path && names.includes("by")) solveAgain();
}

function toggleWhole() {
  const whole = flip($("#view-whole"));
  look(whole || !state ? null : partOf(state.grid, state.rackBoxes));
}

function toggleReading() {
  $("#stage").classList.toggle("bare", !flip($("#view-reading")));
}

function flip(button) {
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  return on;
}

function fail(trouble) {
  say("");
  $(".side").hidden = false;
  const language = (state ?? trouble.record)?.language?.split("-")[0];
  showTrouble(trouble, language, {
    again: () => (state ? solveAgain() : take(file, history.state?.number)),
    another: () => $("#file").click(),
    crop: trouble.kind === "not-shown" ? null : crop,
    choose_game: () => openSettings("game"),
    add_tiles: state && !state.path ? () => pick(`rack ${state.rack.length + 1}`) : null,
    enter_key: () => location.reload(),
    words: getWords,
  });
  fit();
  $("#trouble").scrollIntoView({ block: "nearest" });
}

async function crop() {
  const part = await askForPart(file, url);
  if (part) take(part);
}

async function getWords(language, button) {
  const mine = turn;
  busy(true, t("getting_words"));
  try {
    await fetchWords(language, button);
    if (mine !== turn) return;
    if (state?.corrected.size) solveAgain();
    else take(file);
  } catch (trouble) {
    if (mine !== turn) return;
    busy(false);
    fail(trouble);
  }
}

function moveText() {
  const move = state.moves[state.chosen];
  return move ? t("heard", { word: move.word.toUpperCase(), where: startOf(move), score: move.score }) : t("no_move");
}

function busy(on, text = "") {
  $("#stage").setAttribute("aria-busy", String(on));
  if (on) say(text);
}
