// The last pictures with their answers, kept in the browser to look at again, also without the server.

import { $, h } from "./dom.js";
import { t } from "./texts.js";

const MOST = 30;
const SHAPE = 1; // of what is kept; another one is not read
const WIDTH = 320; // px, of the small picture

// Keep an answer under its number, a new one where it has none; gives the number, or null where nothing is kept.
// Without a state it is a picture alone, to be read yet.
export async function keep(number, state, file, part = null) {
  const told = { shape: SHAPE, when: Date.now(), file, name: file.name, ...(state ? summaryOf(state) : {}) };
  try {
    if (number && state && !(await keptAnswer(number))) return null; // deleted elsewhere
    const small = state && await smallPicture(part).catch(() => null);
    const found = await inStore("readwrite", (store) => store.put({ ...told, small, ...(number ? { number } : {}) }));
    await dropOldest();
    return found;
  } catch {
    return null; // a browser that keeps nothing, or has no room
  }
}

// What is kept under a number; undefined where there is nothing.
export async function keptAnswer(number) {
  const found = await inStore("readonly", (store) => store.get(number)).catch(() => undefined);
  return found?.shape === SHAPE ? found : undefined;
}

export function forget(number) {
  return inStore("readwrite", (store) => store.delete(number)).catch(() => {});
}

export function forgetAll() {
  return inStore("readwrite", (store) => store.clear()).catch(() => {});
}

// The list of what is kept, the last one first, each to be opened and to be deleted.
export async function showKept({ open, remove }) {
  const kept = await inStore("readonly", (store) => store.getAll()).catch(() => []);
  const all = kept.filter((each) => each.shape === SHAPE).reverse();
  for (const image of document.querySelectorAll("#kept img")) URL.revokeObjectURL(image.src);
  $("#kept").hidden = all.length === 0;
  $("#kept ul").replaceChildren(...all.map((each) => card(each, open, remove)));
}

function card({ number, when, word, points, title, name, state, small }, open, remove) {
  const { lang } = document.documentElement;
  const own = navigator.languages.find((code) => code.split("-")[0] === lang) ?? lang; // with its region
  const time = new Intl.DateTimeFormat(own, { dateStyle: "medium", timeStyle: "short" }).format(when);
  const answer = word ? `${word} ${points}` : state ? t("no_move") : name;
  return h("li", {},
    h("button", { type: "button", class: "open", onclick: () => open(number) },
      small ? h("img", { src: URL.createObjectURL(small), alt: "" }) : null,
      h("b", {}, answer), " ",
      h("span", { class: "fine" }, [title, time].filter((part) => part).join(", "))),
    h("button", { type: "button", class: "quiet forget", "aria-label": t("forget", { answer, time }), title: t("forget", { answer, time }), onclick: () => remove(number) }, "×"));
}

function summaryOf(state) {
  const { moves, title } = state;
  const best = moves[0];
  const plain = { ...state, url: "", trouble: null, letters: null }; // without what only an open page can hold
  return { state: plain, title, word: best?.word.toUpperCase(), points: best?.score ?? best?.points };
}

async function smallPicture({ left, top, width, height }) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round(WIDTH * height / width);
  const brush = canvas.getContext("2d");
  brush.imageSmoothingQuality = "high";
  brush.drawImage($("#picture"), left, top, width, height, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.8));
}

async function dropOldest() {
  const numbers = await inStore("readonly", (store) => store.getAllKeys());
  for (const number of numbers.slice(0, -MOST)) await forget(number);
}

let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("wwfsnap", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("answers", { keyPath: "number", autoIncrement: true });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  return opened;
}

async function inStore(mode, ask) {
  const work = (await database()).transaction("answers", mode);
  const asked = ask(work.objectStore("answers"));
  return new Promise((resolve, reject) => {
    work.oncomplete = () => resolve(asked.result);
    work.onerror = work.onabort = () => reject(work.error);
  });
}
