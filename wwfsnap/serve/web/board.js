// A board as it was read: as the page keeps it, and as it is sent back when it was corrected.

import { $ } from "./dom.js";
import { cellsOf, textOf } from "./notation.js";
import { setting } from "./settings.js";

export function boardState(record) {
  const { more } = record;
  const image = $("#picture");
  return {
    width: image.naturalWidth,
    height: image.naturalHeight,
    size: record.grid.size,
    grid: record.grid,
    game: record.game,
    title: more.title,
    language: record.language,
    values: record.values,
    premiums: record.premiums,
    tentative: record.tentative,
    scores: record.scores,
    lead: record.scores ? record.scores[0] - record.scores[1] : 0,
    lettersLeft: record.letters_left,
    cells: record.board.map(cellsOf),
    rack: cellsOf(record.rack ?? ""),
    rackBoxes: more.rack_boxes,
    bareBoxes: more.bare_boxes ?? {},
    bareEdges: more.bare_edges ?? [],
    faceBoxes: [...(more.face_boxes ?? more.rack_boxes)],
    rackSize: more.rack_size,
    tiles: more.tiles,
    points: new Map(more.tiles),
    doubts: record.doubts,
    otherwise: record.otherwise ?? [],
    moves: record.moves ?? [],
    ...textsOf(more),
  };
}

// What is copied, and what is not seen yet.
export function textsOf(more) {
  return { unseen: more.unseen, unseenCertain: more.unseen_certain, cgp: more.cgp, gcg: more.gcg };
}

// Note what the player says of a place, by its name in the picture. Tiles laid but not played stand behind the
// rack's own here, and nowhere in the picture's rack: once one of them is changed, the board goes back as it stands.
export function tell(state, where, cell) {
  if (!state.told) return;
  const number = Number(where.split(" ")[1]);
  if (number > state.rack.length - state.tentative.length && state.tentative.length) {
    state.told = null;
    return;
  }
  state.told.set(number ? `rack ${seenAs(number, state.told)}` : where, cell || ".");
}

// The number that a tile of the rack had before tiles were taken away.
function seenAs(number, told) {
  let seen = 0;
  for (let left = number; left > 0; ) if (told.get(`rack ${++seen}`) !== ".") left -= 1;
  return seen;
}

export function toldText({ told }) {
  return [...told ?? []].map(([where, cell]) => `${where}=${cell}`).join(",");
}

// The same position as a game to go on with.
export function boardToPlay(state) {
  const { board, rack, premiums, game, language, values } = boardTyped(state);
  return { board, rack, premiums, game, language, values, scores: state.scores ?? [0, 0] };
}

export function boardTyped(state) {
  return {
    board: state.cells.map(textOf),
    rack: textOf(state.rack),
    premiums: state.premiums,
    game: state.game,
    language: state.language,
    values: state.values,
    lead: state.lead,
    letters_left: state.lettersLeft,
    by: setting("by"),
  };
}
