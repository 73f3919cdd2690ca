// A game on the phone, followed from picture to picture: what was played between two of them, and its record.
// The server keeps nothing of it; this browser keeps the record, and sends it with the next picture.

import { followed } from "./api.js";
import { boardToPlay } from "./board.js";
import { $, h, say } from "./dom.js";
import { copy } from "./export.js";
import { store, storedRecord } from "./settings.js";
import { t } from "./texts.js";
import { troubleLine } from "./trouble.js";

let shown = null; // the position on the page
let asked = 0;

export function listenToTeam() {
  $("#team-begin").addEventListener("click", () => step("", true));
  $("#team-copy").addEventListener("click", () => copy(kept().record));
  $("#team-end").addEventListener("click", () => {
    store("team", null);
    tell(null);
  });
}

// A position was solved; a game that is followed goes on with it.
export function teamSees(state, { name, size, lastModified }) {
  const key = `${name} ${size} ${lastModified}`;
  shown = { position: { ...boardToPlay(state), scores: state.scores ?? null }, key };
  $("#team").hidden = false;
  const before = kept();
  if (!before) return tell(null);
  return step(before.key === key ? before.base : before.record, before.key === key && before.base === "");
}

// Tell the server; `base` is the record before this picture.
async function step(base, first) {
  const mine = ++asked;
  if (!base && !first) return;
  try {
    const { scores, ...position } = shown.position;
    const answer = await followed({ ...position, ...(base && { record: base }), ...(scores && { scores }) });
    if (mine !== asked) return;
    store("team", JSON.stringify({ record: answer.record, base, key: shown.key }));
    tell(answer);
  } catch (trouble) {
    if (mine === asked) tell(null, troubleLine(trouble));
  }
}

function tell(game, trouble = "") {
  const follows = kept() !== null;
  const turns = (some) => some?.filter((line) => line.text !== "(score)") ?? []; // the rest sets points right
  const news = turns(game?.lines.slice(game.lines.length - game.new)).map(lineText).join(" · ");
  const text = trouble || (!follows ? t("team_help") : game?.again ? t("team_again") : news ? t("team_news", { news }) : t("team_next"));
  $("#team p").textContent = text;
  if (game && news) say(text);
  $("#team-begin").hidden = follows && !trouble;
  $("#team-copy").hidden = $("#team-end").hidden = !follows;
  $("#team ol").replaceChildren(...turns(game?.lines).reverse().map((line) => h("li", {}, lineText(line), h("b", {}, String(line.total)))));
}

function lineText({ mine, text, score }) {
  return `${t(mine ? "team_me" : "team_them")}: ${text} ${score < 0 ? "−" : "+"}${Math.abs(score)}`;
}

function kept() {
  return storedRecord("team"); // a browser that keeps nothing follows no game
}
