// The rack: tiles in the order that the player likes, to tap and to drag.

import { $, h, tile } from "../dom.js";
import { cellsOf, squareName } from "../notation.js";
import { spoken } from "../squares.js";
import { t } from "../texts.js";
import { still } from "./board.js";

const FAR = 6; // pixels that a finger trembles
const elements = new Map();
let last = 0;

// The tiles of a rack as slots, those that were there before in their old order.
export function slotsOf(text, before) {
  const left = cellsOf(text);
  const kept = before.filter((slot) => {
    const place = left.indexOf(slot.tile);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
  return [...kept, ...left.map((letter) => ({ id: String(++last), tile: letter, isNew: true }))];
}

export function shuffled(slots) {
  const mixed = [...slots];
  for (let place = mixed.length - 1; place > 0; place--) {
    const other = Math.floor(Math.random() * (place + 1));
    [mixed[place], mixed[other]] = [mixed[other], mixed[place]];
  }
  return mixed;
}

// Show the tiles; those laid keep their places, so that nothing moves.
export function showRack(slots, { points, laid, chosen, swapping, tap, asleep }) {
  const holder = $("#holder");
  const shown = slots.map((slot, index) => {
    const button = elements.get(slot.id) ?? tile(slot.tile, points.get(slot.tile), { type: "button", "data-slot": slot.id, onclick: () => tap(slot.id) }, "button");
    elements.set(slot.id, button);
    const pressed = slot.id === chosen || (swapping?.has(slot.id) ?? false);
    button.setAttribute("aria-pressed", String(pressed));
    button.setAttribute("aria-label", `${t("rack_tile", { n: index + 1 })}: ${spoken(slot.tile, points)}`);
    button.classList.toggle("out", laid.has(slot.id));
    button.disabled = asleep;
    return button;
  });
  if (shown.length !== holder.children.length || shown.some((each, index) => holder.children[index] !== each)) {
    holder.replaceChildren(...shown);
  }
  for (const slot of slots.filter((each) => each.isNew)) {
    slot.isNew = false;
    if (!still()) elements.get(slot.id).animate([{ transform: "translateY(1.5rem)", opacity: 0 }, {}], { duration: 260, easing: "ease-out" });
  }
  const there = new Set(slots.map((slot) => slot.id));
  for (const id of [...elements.keys()]) if (!there.has(id)) elements.delete(id);
}

// Drag tiles of the rack, and tiles being laid.
//   slotAt: the slot that lies on a square, or undefined; size: squares in a row;
//   dropped: told the slot, and the square or null, and the place in the rack or null.
export function listenToDrags({ slotAt, size, may, dropped }) {
  let held = null;
  const ghost = $("#ghost");

  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !may()) return;
    const button = event.target.closest("#holder .tile, #field .now");
    if (!button) return;
    const id = button.dataset.slot ?? slotAt(button.dataset.square);
    if (id) held = { id, button, x: event.clientX, y: event.clientY, pointer: event.pointerId, moving: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.moving) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      begin();
    }
    ghost.style.transform = `translate3d(${event.clientX}px, ${event.clientY}px, 0)`;
    mark(squareUnder(event.clientX, event.clientY));
  });
  document.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { id, moving, button } = held;
    const square = moving ? squareUnder(event.clientX, event.clientY) : null;
    const place = moving ? placeUnder(event.clientX, event.clientY) : null;
    end();
    if (!moving) return;
    button.addEventListener("click", stop, { capture: true, once: true }); // a drag is no tap
    setTimeout(() => button.removeEventListener("click", stop, { capture: true }), 0);
    dropped(id, square, place);
  });
  document.addEventListener("pointercancel", (event) => {
    if (held?.pointer === event.pointerId) end();
  });

  function begin() {
    held.moving = true;
    held.field = $("#field").getBoundingClientRect();
    held.holder = $("#holder").getBoundingClientRect();
    const picture = $(".piece", held.button) ?? held.button;
    const copy = h("span", { class: `tile${picture.classList.contains("blank") ? " blank" : ""}` }, ...[...picture.childNodes].map((node) => node.cloneNode(true)));
    ghost.replaceChildren(copy);
    ghost.hidden = false;
    held.button.classList.add("held");
  }
  function end() {
    mark(null);
    held.button.classList.remove("held");
    ghost.hidden = true;
    held = null;
  }
  function squareUnder(x, y) {
    const { field } = held;
    if (x < field.left || y < field.top || x >= field.right || y >= field.bottom) return null;
    const n = size();
    const at = (part, whole) => Math.min(n - 1, Math.floor((part / whole) * n));
    return squareName(at(y - field.top, field.height), at(x - field.left, field.width));
  }
  function placeUnder(x, y) {
    const { holder } = held;
    if (y < holder.top - 12 || y > holder.bottom + 12) return null;
    return [...$("#holder").children].filter((each) => {
      const box = each.getBoundingClientRect();
      return box.left + box.width / 2 < x;
    }).length;
  }
  function mark(name) {
    if (held?.mark === name) return;
    $("#field .under")?.classList.remove("under");
    if (name) $(`#field [data-square=${name}]`).classList.add("under");
    if (held) held.mark = name;
  }
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}
