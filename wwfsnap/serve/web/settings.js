// What the person before the page prefers, kept in the browser.

import { games } from "./api.js";
import { $, $$, h } from "./dom.js";
import { LANGUAGES, t } from "./texts.js";

// A field's name to its label and choices; a choice is a value and the name of its text.
const FIELDS = {
  by: ["best_by", [["score", "by_score"], ["equity", "by_equity"], ["win", "by_win"]]],
  game: ["game", [["", "from_picture"]]],
  speech: ["interface_language", [["", "automatic"]]],
  look: ["appearance", [["", "automatic"], ["light", "light"], ["dark", "dark"]]],
};
let names = [];
let changed = () => {};

export function setting(name) {
  return stored(name) ?? (name === "by" ? "score" : "");
}

// What this browser keeps under a name; null where it keeps nothing.
export function stored(name) {
  try {
    return localStorage.getItem(`wwfsnap-${name}`);
  } catch {
    return null;
  }
}

export function storedRecord(name) {
  try {
    return JSON.parse(stored(name));
  } catch {
    return null;
  }
}

// Keep a text under a name, or nothing more; a browser that keeps nothing forgets it with the page.
export function store(name, text) {
  try {
    if (text === null) localStorage.removeItem(`wwfsnap-${name}`);
    else localStorage.setItem(`wwfsnap-${name}`, text);
  } catch {
    // as told above
  }
}

// Put the dialog into the page, with these fields; buttons of the class `settings` open it. `done` is told the
// names of what was changed: at once what one sees, else once it is closed.
export function addSettings(fields, done) {
  [names, changed] = [fields, done];
  const text = (name, tag, ...children) => h(tag, { "data-text": name, ...children[0] }, t(name));
  document.body.append(h("dialog", { id: "settings", "aria-labelledby": "settings-title" }, h("form", { method: "dialog" },
    text("settings", "h2", { id: "settings-title" }),
    ...names.map((name) => h("label", {}, text(FIELDS[name][0], "span"), h("select", { name },
      ...FIELDS[name][1].map(([value, label]) => text(label, "option", { value })),
      ...(name === "speech" ? Object.entries(LANGUAGES).map(([value, own]) => h("option", { value, lang: value }, own)) : [])))),
    h("div", { class: "ends" }, text("done", "button", { value: "done", class: "primary" })))));
  for (const button of $$("button.settings")) button.addEventListener("click", () => openSettings());
}

export async function openSettings(first = names[0]) {
  const dialog = $("#settings");
  const fields = $("form", dialog).elements;
  if (fields.game) await listGames(fields.game);
  for (const name of names) fields[name].value = setting(name);
  const take = (some) => {
    const different = some.filter((name) => fields[name].value !== setting(name));
    for (const name of different) store(name, fields[name].value);
    dress();
    if (different.length) changed(different);
  };
  for (const name of ["speech", "look"]) fields[name].onchange = () => take([name]);
  dialog.onclick = (event) => void (event.target === dialog && dialog.close());
  dialog.onclose = () => take(names);
  dialog.showModal();
  fields[first].focus();
}

// Light or dark, as chosen or as the system is.
export function dress() {
  const look = setting("look");
  if (look) document.documentElement.dataset.look = look;
  else delete document.documentElement.dataset.look;
}

async function listGames(field) {
  if (field.length > 1) return;
  try {
    field.append(...(await games()).map(({ game, title }) => h("option", { value: game }, title)));
  } catch {
    // the picture tells the game
  }
}
