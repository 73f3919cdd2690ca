// Beside the picture: the move chosen, all moves, doubts, and the tiles unseen.

import { $, counted, h } from "./dom.js";
import { doubtPlace, doubtText } from "./correct.js";
import { startOf } from "./notation.js";
import { number, t } from "./texts.js";
import { exchangeText } from "./think.js";

export function showBest(state) {
  const move = state.moves[state.chosen];
  $("#best").hidden = $("#facts").hidden = !move && state.trouble !== null;
  const better = exchangeText(state.others);
  if (!move) {
    showNone(better ?? t("no_move"));
    return;
  }
  const words = move.words.map(([word, points]) => h("li", {}, `${word.toUpperCase()} `, h("b", {}, String(points))));
  const bonus = move.score - move.words.reduce((sum, [, points]) => sum + points, 0);
  if (bonus) words.push(h("li", {}, `${t("bonus")} `, h("b", {}, String(bonus))));
  const facts = [
    move.win !== undefined ? t("wins", { share: Math.round(100 * move.win) }) : null,
    move.equity !== undefined ? t("equity", { n: number(move.equity) }) : null,
    move.leave ? t("leave", { letters: move.leave }) : t("leave_nothing"),
  ].filter((fact) => fact);
  showAnswer(state, spelled(move), move.score, whereText(move));
  if (better) $("#best .told").prepend(h("p", { class: "better" }, better));
  $("#facts").replaceChildren(
    h("ul", { class: "words", "aria-label": t("words_formed") }, ...words),
    h("p", { class: "fine" }, facts.join(" · ")));
}

// The word chosen, its points and its place, between the buttons for the move before and after.
export function showAnswer(state, word, points, where) {
  $("#best .told").replaceChildren(
    h("div", { class: "headline" },
      h("p", { class: "word" }, ...word),
      h("p", { class: "points" }, h("b", {}, String(points)), ` ${t("points", { n: points })}`)),
    h("div", { class: "headline" },
      h("p", { class: "where" }, where),
      h("p", { class: "fine" }, `${state.chosen + 1} / ${state.moves.length}`)));
  for (const id of ["before", "after"]) $(`#${id}`).hidden = state.moves.length < 2;
}

export function showNone(text) {
  $("#best .told").replaceChildren(h("p", { class: "none" }, text));
  $("#facts").hidden = $("#before").hidden = $("#after").hidden = true;
}

export function showMoves(state, choose) {
  const list = $("#moves ol");
  $("#moves").hidden = state.moves.length === 0;
  let rank = 0;
  const items = state.moves.map((move, index) => {
    if (index === 0 || move.score !== state.moves[index - 1].score || state.by !== "score") rank = index + 1;
    const heard = [move.word.toUpperCase(), whereText(move) + placesOf(move), move.score];
    const start = `${startOf(move)} ${move.across ? "→" : "↓"}${placesOf(move)}`;
    return answerLine(index === state.chosen, () => choose(index), rank, heard, [spelled(move), start, figureOf(move, state)]);
  });
  list.replaceChildren(...items);
}

// A line of the list: for those who hear it word, place and points, for those who see it columns.
export function answerLine(chosen, choose, rank, [heard, where, points], [word, start, score]) {
  const column = (name, ...text) => h("span", { class: name, "aria-hidden": "true" }, ...text);
  return h("li", {}, h("button", { type: "button", "aria-pressed": String(chosen), onclick: choose, onkeydown: step },
    h("span", { class: "hearing" }, `${rank}. ${heard}, ${where}, ${points} ${t("points", { n: points })}`),
    column("rank", String(rank)), column("word", ...word), column("start", start), column("score", String(score))));
}

function placesOf(move) {
  return move.places?.length ? `, ${t("places", { n: move.places.length + 1 })}` : "";
}

export function showDoubts(state, pick) {
  $("#doubts").hidden = state.doubts.length === 0;
  const items = state.doubts.map((doubt) => {
    const case_ = state.otherwise.find((each) => each.where === doubt.where && each.other === doubt.runner_up);
    const instead = case_
      ? t("otherwise", { letter: case_.other, move: case_.move ?? t("no_move"), score: case_.score ?? "" }) : null;
    const text = [h("b", {}, doubtPlace(doubt)), ` ${doubtText(doubt)}`, instead && h("em", {}, ` ${instead}`)];
    const fixable = /^([A-Z]\d+|rack \d+|game)$/.test(doubt.where);
    return h("li", {}, fixable ? h("button", { type: "button", onclick: () => pick(doubt.where) }, ...text) : h("p", {}, ...text));
  });
  $("#doubts ul").replaceChildren(...items);
}

export function showUnseen(state) {
  const box = $("#unseen");
  box.hidden = !state.unseen;
  if (!state.unseen) return;
  const total = state.unseen.reduce((sum, [, number]) => sum + number, 0);
  $("h2", box).textContent = t("unseen", { n: total });
  $(".tiles", box).replaceChildren(...counted(state.unseen));
  $(".fine", box).textContent = state.unseenCertain ? "" : t("unseen_uncertain");
}

// A word tile by tile: letters that lie there already are grey, blanks are marked.
function spelled(move) {
  const letters = move.move.slice(move.move.indexOf(" ") + 1);
  const parts = [];
  for (const [text] of letters.matchAll(/\([^)]*\)|[^()]+/gu)) {
    const there = text.startsWith("(");
    for (const letter of text.replace(/[()[\]]/g, "")) {
      const blank = letter !== letter.toUpperCase();
      parts.push(h("span", { class: there ? "there" : blank ? "blank" : "" }, letter.toUpperCase()));
    }
  }
  return parts;
}

function whereText(move) {
  return t(move.across ? "across" : "down", { where: startOf(move) });
}

function figureOf(move, state) {
  if (state.by === "win" && move.win !== undefined) return `${Math.round(100 * move.win)} %`;
  if (state.by === "equity" && move.equity !== undefined) return `${move.score} (${number(move.equity)})`;
  return String(move.score);
}

function step(event) {
  const way = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
  const next = way && event.currentTarget.parentElement[way]?.firstElementChild;
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
