// A game that is over, to step through: a plot of what the turns lost and how the chances stood.

import { ask } from "../api.js";
import { $, svg } from "../dom.js";
import { placeOf } from "../notation.js";
import { t } from "../texts.js";
import { toldText } from "./sheet.js";

const HIGH = 100;
let found = null;
let game = null;
let show = () => {};

// Get the review of a game, and show it from its end; `shown` is told what lies on the board.
export async function openReview(record, shown) {
  [game, show] = [record, shown];
  found = await ask(`/api/play/${game.id}/review`, { method: "POST" });
  $("#review").hidden = false;
  const walk = $("#walk");
  walk.max = String(found.turns.length - 1);
  walk.oninput = () => step(Number(walk.value));
  $("#back").onclick = () => step(Number(walk.value) - 1);
  $("#next").onclick = () => step(Number(walk.value) + 1);
  step(found.turns.length - 1);
}

export function closeReview() {
  found = null;
  $("#review").hidden = true;
}

export function recordText() {
  return found?.gcg ?? "";
}

function step(to) {
  const place = Math.min(found.turns.length - 1, Math.max(0, to));
  $("#walk").value = String(place);
  $("#walk").setAttribute("aria-valuetext", `${place}`);
  $("#back").disabled = place === 0;
  $("#next").disabled = place === found.turns.length - 1;
  plot(place);
  const turns = game.lines.filter((line) => line.kind !== "settled");
  const made = found.first + place;
  const cells = game.board.map(() => game.board.map(() => ""));
  for (const [name, letter] of turns.slice(0, made).flatMap((line) => line.tiles ?? [])) {
    const { row, column } = placeOf(name);
    cells[row][column] = letter;
  }
  const turn = found.turns[place];
  const next = turns[made];
  const missed = turn.behind > 0 && turn.best;
  show({
    cells,
    fresh: new Set((turns[made - 1]?.tiles ?? []).map(([name]) => name)),
    best: new Map(missed ? turn.best.tiles : []),
    rack: turn.rack,
    text: next ? nextText(next, turn) : t("review_end", { share: Math.round(100 * turn.chance) }),
  });
}

function nextText(line, turn) {
  const did = toldText(line);
  if (!line.mine || turn.behind === undefined) return did;
  if (!turn.behind) return `${did}. ${t("review_best")}`;
  return `${did}. ${t("review_missed", { move: turn.best.move, score: turn.best.score, n: turn.behind })}`;
}

function plot(place) {
  const { turns } = found;
  const wide = turns.length;
  const most = Math.max(10, ...turns.map((turn) => turn.behind ?? 0));
  const bars = turns.map((turn, index) => {
    if (turn.behind === undefined) return null;
    const high = Math.max(2, (turn.behind / most) * (HIGH - 8));
    return svg("rect", { class: turn.behind ? "bar" : "good", x: index + 0.15, y: HIGH - high, width: 0.7, height: high });
  });
  const points = turns.map((turn, index) => `${index + 0.5},${HIGH - turn.chance * HIGH}`).join(" ");
  const lost = turns.reduce((sum, turn) => sum + (turn.behind ?? 0), 0);
  const drawing = svg("svg", { viewBox: `0 0 ${wide} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": t("review_lost", { n: lost }) },
    svg("rect", { class: "at", x: place, y: 0, width: 1, height: HIGH }),
    svg("line", { class: "half", x1: 0, x2: wide, y1: HIGH / 2, y2: HIGH / 2 }),
    ...bars,
    svg("polyline", { class: "chance", points }));
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    step(Math.floor(((event.clientX - box.left) / box.width) * wide));
  });
  $("#plot").replaceChildren(drawing);
}
