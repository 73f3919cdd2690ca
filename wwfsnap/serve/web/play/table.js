// A game under way as the page knows it, shared by what lays tiles and what makes turns.

import { post } from "../api.js";
import { $ } from "../dom.js";
import { placeOf } from "../notation.js";

export const table = {
  game: null, // as the server says it is
  cells: [],
  points: new Map(),
  slots: [], // the rack
  laid: new Map(), // square to { slot, cell }
  cursor: null,
  chosen: null, // the slot whose tile the next tap lays
  swapping: null, // the slots to swap, while that is what is done
  hint: { step: 0, squares: new Set() },
  tried: null,
  looking: null, // what the review shows
  fresh: new Set(),
  busy: false,
  again: null, // what failed and may be tried again
  asked: 0,
};

export function act(name, sent = {}) {
  return post(`/api/play/${table.game.id}/${name}`, { turn: table.game.turn, ...sent });
}

export function cellAt(square) {
  const { row, column } = placeOf(square);
  return table.cells[row][column];
}

export function mayLay() {
  return table.game !== null && !table.game.over && !table.looking && $("dialog[open]") === null;
}

export function say(...parts) {
  $("#say").replaceChildren(...parts);
  $("#status").textContent = $("#say").textContent;
}
