// Beside the board: points, the score sheet, the tiles unseen.

import { $, counted, h, svg } from "../dom.js";
import { t } from "../texts.js";

const ICONS = {
  hint: ["M9 18h6M10 21h4", "M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3z"],
  shuffle: ["M3 7h4l9 10h5M3 17h4l3-3.3M13 10.3 16 7h5", "M18 4l3 3-3 3M18 14l3 3-3 3"],
  recall: ["M12 4v11M7 11l5 5 5-5", "M4 20h16"],
  swap: ["M4 9h15l-4-4M20 15H5l4 4"],
  pass: ["M5 5l8 7-8 7zM18 5v14"],
  challenge: ["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "M9.6 9.6a2.4 2.4 0 1 1 3.5 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.2"],
  undo: ["M9 7L4 12l5 5M4 12h10a5 5 0 0 1 5 5v1"],
  more: ["M12 5v14M5 12h14"],
};

// A row of buttons with a sign and a name each.
export function buildActs(acts) {
  $("#acts").replaceChildren(...acts.map(([name, run]) => h("button", { type: "button", id: `do-${name}`, onclick: run }, sign(name), h("span", {}, t(`do_${name}`)))));
}

export function renameAct(id, name) {
  const button = $(`#do-${id}`);
  if (button.dataset.name === name) return;
  button.dataset.name = name;
  button.replaceChildren(sign(name), h("span", {}, t(`do_${name}`)));
}

function sign(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, ...ICONS[name].map((d) => svg("path", { d })));
}

export function showScores(game) {
  $("#title").textContent = `${game.title} · ${t(`level_${game.level}`)}`;
  $("#mine dd").textContent = String(game.scores[0]);
  $("#theirs dd").textContent = String(game.scores[1]);
  $("#bag dd").textContent = String(game.bag);
  $("#mine").classList.toggle("on", game.your_turn);
  $("#theirs").classList.toggle("on", !game.your_turn && !game.over);
}

export function showSheet(game) {
  const lines = game.lines.slice(game.begun).map((line) => row(line.mine, line.place ?? "", doneText(line), pointsOf(line), line.total));
  if (game.begun) lines.unshift(...[true, false].map((mine) => row(mine, "", t("begun"), "", totalAt(game, mine))));
  $("#score-sheet").hidden = lines.length === 0;
  $("#score-sheet ol").replaceChildren(...lines.reverse());
}

function row(mine, place, done, score, total) {
  return h("li", { class: mine ? "me" : "" },
    h("span", {}, mine ? t("you") : "wwfsnap"),
    h("span", { class: "place" }, place),
    h("span", {}, done),
    h("b", { class: "figure" }, score),
    h("span", { class: "figure" }, String(total)));
}

// The points of a player where the game began.
function totalAt(game, mine) {
  return game.lines.slice(0, game.begun).findLast((line) => line.mine === mine)?.total ?? 0;
}

export function showUnseen(game) {
  const total = game.unseen.reduce((sum, [, number]) => sum + number, 0);
  $("#unseen").hidden = total === 0;
  $("#unseen h2").textContent = t("unseen", { n: total });
  $("#unseen .tiles").replaceChildren(...counted(game.unseen));
}

// What a turn was, in few words.
function doneText(line) {
  if (line.kind === "lay") return line.word.toUpperCase();
  if (line.kind === "swap") return line.letters ? t("swapped_letters", { letters: line.letters }) : t("swapped", { n: line.count });
  if (line.kind === "settled") return t("settled", { letters: line.letters });
  if (line.kind === "withdrawn") return t("withdrawn", { word: line.word.toUpperCase() });
  return t("passed");
}

// The same with who it was and what it brought.
export function toldText(line) {
  const who = line.mine ? t("you") : "wwfsnap";
  return `${who}: ${doneText(line)}${line.kind === "lay" || line.score ? ` ${pointsOf(line)}` : ""}`;
}

function pointsOf({ score, bonus }) {
  return signed(score) + (bonus ? ` ${signed(bonus)}` : "");
}

function signed(score) {
  return score < 0 ? `−${-score}` : `+${score}`;
}
