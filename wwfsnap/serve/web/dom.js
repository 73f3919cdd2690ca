// Elements, made without a word of HTML in a string.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

export function h(name, properties = {}, ...children) {
  return dress(document.createElement(name), properties, children);
}

export function svg(name, attributes = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function dress(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// A tile as it is drawn in lists.
export function tile(letter, points, properties = {}, name = "span") {
  const blank = letter === "?" || letter !== letter.toUpperCase();
  const face = letter === "?" ? "\u00a0" : letter.toUpperCase();
  const worth = blank || points === undefined ? null : String(points);
  return h(name, { class: `tile${blank ? " blank" : ""}`, "data-points": worth, ...properties }, face);
}

// Do something once at a time: a second tap while it is under way does nothing.
export function alone(work) {
  let busy = false;
  return async () => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
    }
  };
}

// Tell those who hear the page.
export function say(text) {
  $("#status").textContent = text;
}

// Tell those who see it, too, in its place on the page.
export function announce(text) {
  say(text);
  $("#say").textContent = text;
}

// Open a dialog; gives what it returns, "" where it was left.
export function answerOf(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue);
  });
}

// Tiles with how many there are of each.
export function counted(tiles) {
  return tiles.filter(([, number]) => number).map(([letter, number]) =>
    h("span", { class: "some" }, tile(letter, undefined), h("span", { class: "times" }, `×${number}`)));
}

// Tell in passing, and to everybody.
export function toast(text) {
  say(text);
  const box = $("#toast");
  box.textContent = text;
  box.classList.add("shown");
  setTimeout(() => box.classList.remove("shown"), 2500);
}
