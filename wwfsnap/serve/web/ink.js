// The letters of a path game's picture, to lie over what is drawn.

import { $, h } from "./dom.js";

const LETTER_PIXELS = 160; // of a square: as sharp as any screen shows it
const LEAST_INK = 60; // how far a letter's colour is from its tile's, of 441

// The letters of the picture alone, to lie over the line.
export function lettersOf(state) {
  if (state.letters?.picture === state.url) return state.letters.canvas;
  const { x, y, cell, across, down, columns, rows } = state.grid;
  const picture = $("#picture");
  const scale = Math.min(1, LETTER_PIXELS / cell);
  const side = Math.round(cell * scale);
  const canvas = h("canvas", { width: side * columns, height: side * rows });
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [left, top] = [column * side, row * side];
      brush.drawImage(picture, x + column * across, y + row * down, across, down, left, top, side, side);
      const face = brush.getImageData(left, top, side, side);
      keepInk(face);
      brush.putImageData(face, left, top);
    }
  }
  state.letters = { picture: state.url, canvas };
  return canvas;
}

// Leave of a square only what differs from its tile's face, and nothing of its rim.
function keepInk({ data, width }) {
  const [first, last] = [Math.round(0.2 * width), Math.round(0.8 * width)];
  const middle = (channel) => {
    const found = [];
    for (let y = first; y < last; y += 2) for (let x = first; x < last; x += 2) found.push(data[4 * (y * width + x) + channel]);
    return found.sort((one, other) => one - other)[found.length >> 1];
  };
  const usual = [middle(0), middle(1), middle(2)];
  const away = (at) => Math.hypot(data[at] - usual[0], data[at + 1] - usual[1], data[at + 2] - usual[2]);
  let most = LEAST_INK;
  for (let y = first; y < last; y += 1) for (let x = first; x < last; x += 1) most = Math.max(most, away(4 * (y * width + x)));
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = 4 * (y * width + x);
      const inside = x >= first && y >= first && x < last && y < last;
      data[at + 3] = inside ? 255 * Math.min(1, Math.max(0, (away(at) / most - 0.3) / 0.35)) : 0;
    }
  }
}
