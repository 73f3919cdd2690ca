// Words traced on a random grid of a path game, against the clock; afterwards all there were.

import { games, solveTyped, wordLists } from "../api.js";
import { $, $$, announce as say, h, svg } from "../dom.js";
import { placeOf, squareName } from "../notation.js";
import { addSettings, dress, setting } from "../settings.js";
import { languageName, speak, t } from "../texts.js";
import { showAgain } from "../trouble.js";

const REACH = 0.38; // of a tile's side: so near its middle a finger means it, so that diagonals can be drawn
let known = [];
let lists = [];
let grid = null; // the server's answer, with a map of its words
let found = new Map(); // word to its entry
let path = []; // names of the tiles traced
let ends = 0; // when, as performance.now() tells it; 0 while no clock runs
let shown = ""; // the word whose path is shown after the end

begin();

async function begin() {
  dress();
  await speak(setting("speech"), "play");
  addSettings(["speech", "look"], settingsChanged);
  const fields = $("#new-clock").elements;
  $("#new-clock").onsubmit = (event) => {
    event.preventDefault();
    start(fields);
  };
  $("#finish").onclick = finish;
  $("#typing").onsubmit = (event) => {
    event.preventDefault();
    take($("#typed").value.trim().toUpperCase());
    $("#typed").value = "";
  };
  fields.game.onchange = () => listLanguages(fields);
  listenToFingers();
  try {
    [known, lists] = [(await games()).filter((each) => each.kind === "path"), await wordLists()];
    fields.game.replaceChildren(...known.map(({ game, title }) => h("option", { value: game }, title)));
    listLanguages(fields);
  } catch (trouble) {
    tellTrouble(trouble, () => location.reload());
  }
  document.documentElement.dataset.ready = "";
}

// Letters that count nothing go with every language whose words are there.
function listLanguages(fields) {
  const before = fields.language.value;
  const own = known.find((each) => each.game === fields.game.value).languages;
  const codes = own.length ? own : ["en", ...lists.filter((each) => each.words && each.language !== "en").map((each) => each.language)];
  fields.language.replaceChildren(...codes.map((code) => h("option", { value: code }, languageName(code))));
  if (codes.includes(before)) fields.language.value = before;
}

async function start(fields) {
  const button = $("#new-clock button");
  button.disabled = true;
  $("#trouble").hidden = true;
  const wishes = { game: fields.game.value, language: fields.language.value, random: Math.floor(Math.random() * 1e9), top: 0 };
  try {
    const answer = await solveTyped(wishes);
    grid = { ...answer, points: new Map(answer.more.tiles), known: new Map(answer.words.map((each) => [each.word.toUpperCase(), each])) };
  } catch (trouble) {
    tellTrouble(trouble, () => start(fields));
    return;
  } finally {
    button.disabled = false;
  }
  [found, path, shown] = [new Map(), [], ""];
  $("#clock-start").hidden = true;
  $("#race").hidden = false;
  scrollTo(0, 0);
  $("#race-title").textContent = `${grid.more.title} · ${languageName(grid.language)}`;
  build();
  ends = performance.now() + 60_000 * Number(fields.minutes.value);
  tick();
  show();
  say(t("clock_go"));
  if (matchMedia("(hover: hover)").matches) $("#typed").focus();
}

function tick() {
  if (!ends) return;
  const seconds = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if ($("#left").textContent !== text) $("#left").textContent = text;
  if (seconds) setTimeout(tick, 200);
  else finish();
}

function finish() {
  if (!ends) return;
  ends = 0;
  path = [];
  const focused = $("#race").contains(document.activeElement);
  $("#left").textContent = "0:00";
  show();
  if (focused) $("#found button:enabled, #head a")?.focus({ preventScroll: true });
  say(t("clock_over", { n: found.size, all: grid.count, points: sum([...found.values()]), most: sum(grid.words) }));
}

function sum(words) {
  return words.reduce((points, each) => points + each.points, 0);
}

// The grid: faces below, the line above them, letters on top.
function build() {
  const box = $("#grid");
  const [rows, columns] = [grid.grid.length, grid.grid[0].length];
  box.style.setProperty("--columns", columns);
  box.style.setProperty("--rows", rows);
  const tiles = grid.grid.flatMap((line, row) => line.map((text, column) => {
    if (!text) return h("span", {});
    const times = grid.multipliers[row][column];
    const worth = grid.values[row][column] ?? grid.points.get(text);
    return h("span", { class: "letter", "data-square": squareName(row, column) }, text,
      worth ? h("sub", {}, String(worth)) : null,
      times === "." ? null : h("i", { class: `times ${times}` }, times));
  }));
  box.replaceChildren(h("div", { class: "faces" }, ...tiles.map((tile) => h("span", { class: tile.dataset.square ? "face" : "" }))),
    svg("svg", { viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" }),
    h("div", { class: "letters" }, ...tiles));
}

function show() {
  const on = new Set(path);
  const faces = $$("#grid .faces span");
  $$("#grid .letters > span").forEach((tile, index) => faces[index].classList.toggle("on", on.has(tile.dataset.square)));
  const points = path.map((name) => placeOf(name)).map(({ row, column }) => `${column + 0.5},${row + 0.5}`).join(" ");
  $("#grid svg").replaceChildren(svg("polyline", { points }));
  $("#count").textContent = String(found.size);
  $("#sum").textContent = String(sum([...found.values()]));
  $("#finish").hidden = $("#typing").hidden = !ends;
  $("#typed").placeholder = t("type_word");
  showWords();
}

// While the clock runs the words found, the last one first; then all, those not found as well.
function showWords() {
  const words = ends ? [...found.values()].reverse() : grid.words;
  $("#more h2").textContent = ends ? t("words_found") : t("all_there_were", { n: grid.count });
  $("#found").replaceChildren(...words.map((each) => h("li", {}, h("button", {
    type: "button",
    class: found.has(each.word.toUpperCase()) ? "mine" : "",
    disabled: ends > 0,
    "aria-pressed": String(each.word === shown),
    onclick: () => {
      [shown, path] = [each.word, each.path];
      show();
      $("#found [aria-pressed=true]").focus();
    },
  }, h("span", {}, each.word.toUpperCase()), found.has(each.word.toUpperCase()) && !ends ? h("span", { class: "hearing" }, t("words_found")) : null, h("b", {}, String(each.points))))));
}

function traced() {
  return path.map((name) => placeOf(name)).map(({ row, column }) => grid.grid[row][column]).join("").toUpperCase();
}

function take(word) {
  if (!ends || !word) return;
  const entry = grid.known.get(word);
  if (found.has(word)) say(t("found_before", { word }));
  else if (!entry) say(t("not_listed", { words: word }));
  else {
    found.set(word, entry);
    say(`${word} +${entry.points}`);
  }
  path = [];
  show();
}

function listenToFingers() {
  const box = $("#grid");
  let pointer = null;
  box.addEventListener("pointerdown", (event) => {
    if (!ends) return;
    event.preventDefault();
    pointer = event.pointerId;
    box.setPointerCapture(pointer);
    path = [];
    reach(event);
  });
  box.addEventListener("pointermove", (event) => {
    if (event.pointerId === pointer) for (const each of event.getCoalescedEvents?.() ?? [event]) reach(each);
  });
  box.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pointer) return;
    pointer = null;
    take(traced());
  });
  box.addEventListener("pointercancel", () => {
    [pointer, path] = [null, []];
    if (grid) show();
  });
}

// A finger is there: its tile goes on the path, or leads back along it.
function reach({ clientX, clientY }) {
  const box = $("#grid").getBoundingClientRect();
  const x = ((clientX - box.left) / box.width) * grid.grid[0].length;
  const y = ((clientY - box.top) / box.height) * grid.grid.length;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (!grid.grid[row]?.[column] || Math.hypot(x - column - 0.5, y - row - 0.5) > REACH) return;
  const name = squareName(row, column);
  const last = path.length ? placeOf(path.at(-1)) : null;
  if (path.at(-2) === name) path.pop();
  else if (path.includes(name) || (last && Math.max(Math.abs(last.row - row), Math.abs(last.column - column)) > 1)) return;
  else path.push(name);
  show();
  $("#say").textContent = traced();
}

function tellTrouble(trouble, again) {
  showAgain(trouble, $("#new-clock").elements.language.value.split("-")[0], again);
}

async function settingsChanged(names) {
  if (!names.includes("speech")) return;
  await speak(setting("speech"), "play");
  listLanguages($("#new-clock").elements);
  if (grid) show();
}
