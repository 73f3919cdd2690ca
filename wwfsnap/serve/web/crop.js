// The dialog that cuts a picture: a frame whose corners are drawn, or moved with arrow keys.

import { $, $$, answerOf } from "./dom.js";

const LEAST = 0.1; // of the picture's width and height
const STEP = 0.02;
const KEYS = { ArrowUp: [0, -STEP], ArrowDown: [0, STEP], ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0] };

// Ask what part to keep; gives it as a file, or null where all is kept.
export async function askForPart(file, url) {
  const dialog = $("#crop");
  const image = $("img", dialog);
  const frame = $(".frame", dialog);
  const cut = { first: [0, 0], last: [1, 1] };
  const place = () => {
    const [[left, top], [right, bottom]] = [cut.first, cut.last];
    Object.assign(frame.style, {
      left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * (right - left)}%`, height: `${100 * (bottom - top)}%`,
    });
  };
  const move = (corner, x, y) => {
    const [low, high] = corner === "first" ? [[0, 0], cut.last.map((at) => at - LEAST)] : [cut.first.map((at) => at + LEAST), [1, 1]];
    cut[corner] = [x, y].map((at, axis) => Math.min(high[axis], Math.max(low[axis], at)));
    place();
  };
  for (const button of $$(".frame button", dialog)) {
    const { corner } = button.dataset;
    button.onpointerdown = (event) => button.setPointerCapture(event.pointerId);
    button.onpointermove = (event) => {
      if (!button.hasPointerCapture(event.pointerId)) return;
      const box = image.getBoundingClientRect();
      move(corner, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    };
    button.onkeydown = (event) => {
      const step = KEYS[event.key];
      if (!step) return;
      event.preventDefault();
      move(corner, cut[corner][0] + step[0], cut[corner][1] + step[1]);
    };
  }
  image.src = url;
  place();
  return (await answerOf(dialog)) === "done" ? partOf(file, image, cut) : null;
}

async function partOf(file, image, { first, last }) {
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  const [left, top] = [Math.round(first[0] * width), Math.round(first[1] * height)];
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(last[0] * width) - left;
  canvas.height = Math.round(last[1] * height) - top;
  canvas.getContext("2d").drawImage(image, -left, -top);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], file.name || "picture", { type: "image/png" });
}
