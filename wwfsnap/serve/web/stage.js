// The stage: the picture, and two layers that lie on it exactly, the board's and the rack's.
//
// Everything on it is measured in pixels of the picture, or in hundredths of a square; the
// browser scales the whole.

import { $ } from "./dom.js";

export const UNIT = 100;
const MARGIN = 0.25;
const BESIDE = "(min-width: 60rem), (min-width: 36rem) and (max-height: 32rem)"; // as in style.css
const FLAT = 512; // px, of a phone that is held across
const BELOW = 236; // px: the answer, and three moves
const BELOW_TROUBLE = 380; // px: what went wrong, and its buttons

let region = null;
let picture = { width: 1, height: 1 };

export function showPicture(url) {
  const image = $("#picture");
  return new Promise((resolve, reject) => {
    image.onload = () => {
      picture = { width: image.naturalWidth, height: image.naturalHeight };
      $("#sheet").style.width = `${picture.width}px`;
      $("#sheet").style.height = `${picture.height}px`;
      look(null);
      resolve();
    };
    image.onerror = () => reject(new Error("picture"));
    image.src = url;
  });
}

// Lay the board's layer where the board was read.
export function placeBoard(grid) {
  const board = $("#board");
  const [width, height] = [(grid.columns ?? grid.size) * UNIT, (grid.rows ?? grid.size) * UNIT];
  board.style.width = `${width}px`;
  board.style.height = `${height}px`;
  board.style.transform = `matrix3d(${homography(width, height, cornersOf(grid))})`;
  board.hidden = false;
}

function cornersOf(grid) {
  const right = grid.x + grid.cell * (grid.columns ?? grid.size);
  const bottom = grid.y + grid.cell * (grid.rows ?? grid.size);
  return grid.corners ?? [[grid.x, grid.y], [right, grid.y], [right, bottom], [grid.x, bottom]];
}

// The directions of rows and columns in the picture, a pixel long: a picture may lie on its side.
export function axesOf(grid) {
  const [[x, y], right, , below] = cornersOf(grid);
  return [right, below].map(([u, v]) => [u - x, v - y].map((part) => part / Math.hypot(u - x, v - y)));
}

// The part of the picture with board and rack; null for all of it.
export function partOf(grid, boxes) {
  const xs = cornersOf(grid).map((point) => point[0]);
  const ys = cornersOf(grid).map((point) => point[1]);
  for (const [x, y, width, height] of boxes) {
    xs.push(x, x + width);
    ys.push(y, y + height);
  }
  const gap = grid.cell * MARGIN;
  const left = Math.max(0, Math.min(...xs) - gap);
  const top = Math.max(0, Math.min(...ys) - gap);
  return {
    left,
    top,
    width: Math.min(picture.width, Math.max(...xs) + gap) - left,
    height: Math.min(picture.height, Math.max(...ys) + gap) - top,
  };
}

// Show a part of the picture as large as there is room.
export function look(part) {
  region = part ?? { left: 0, top: 0, ...picture };
  fit();
}

// Beside the answer where there is width for both, else above it: then the answer below it, and some of
// the moves, are in sight as well.
export function fit() {
  if (!region) return;
  const stage = $("#stage");
  const room = $("#result").clientWidth;
  const seen = document.documentElement.clientHeight; // unlike innerHeight the same while bars come and go
  const beside = matchMedia(BESIDE).matches;
  const flat = beside && seen < FLAT;
  const width = beside ? Math.min(room * (flat ? 0.5 : 0.56), 860) : Math.min(room, 760);
  const height = !beside ? Math.max(200, seen - ($("#trouble").hidden ? BELOW : BELOW_TROUBLE)) : flat ? seen : seen - 110;
  const scale = Math.min(width / region.width, height / region.height);
  const wide = beside ? region.width * scale : width; // above the answer always as wide, so that nothing moves
  stage.style.width = `${wide}px`;
  stage.style.height = `${region.height * scale}px`;
  document.documentElement.style.setProperty("--stage", beside ? "0px" : stage.style.height);
  const sheet = $("#sheet");
  sheet.style.transform = `scale(${scale}) translate(${(wide / scale - region.width) / 2 - region.left}px, ${-region.top}px)`;
  sheet.style.setProperty("--px", `${1 / scale}px`);
}

// The matrix3d that lays a rectangle onto four corners, clockwise from the upper left.
function homography(width, height, [[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const dx = x0 - x1 + x2 - x3;
  const dy = y0 - y1 + y2 - y3;
  const below = (x1 - x2) * (y3 - y2) - (x3 - x2) * (y1 - y2);
  const g = (dx * (y3 - y2) - (x3 - x2) * dy) / below;
  const k = ((x1 - x2) * dy - dx * (y1 - y2)) / below;
  const column = [x1 - x0 + g * x1, y1 - y0 + g * y1, g].map((value) => value / width);
  const row = [x3 - x0 + k * x3, y3 - y0 + k * y3, k].map((value) => value / height);
  return [column[0], column[1], 0, column[2], row[0], row[1], 0, row[2], 0, 0, 1, 0, x0, y0, 0, 1];
}
