// What the person before the page prefers, kept in the browser.

import { games } from "./api.js";
import { $, h } from "./dom.js";

const NAMES = ["by", "game", "speech", "look"];

export function setting(name) {
  try {
    return localStorage.getItem(`wwfsnap-${name}`) ?? (name === "by" ? "score" : "");
  } catch {
    return name === "by" ? "score" : "";
  }
}

// Open the dialog; `changed` is told the names of what was changed: at once what one sees, else once it is closed.
export async function openSettings(changed, first = "by") {
  const dialog = $("#settings");
  const fields = $("form", dialog).elements;
  await listGames(fields.game);
  for (const name of NAMES) fields[name].value = setting(name);
  const take = (names) => {
    const different = names.filter((name) => fields[name].value !== setting(name));
    for (const name of different) keep(name, fields[name].value);
    dress();
    if (different.length) changed(different);
  };
  for (const name of ["speech", "look"]) fields[name].onchange = () => take([name]);
  dialog.onclick = (event) => void (event.target === dialog && dialog.close());
  dialog.onclose = () => take(NAMES);
  dialog.showModal();
  fields[first].focus();
}

// Light or dark, as chosen or as the system is.
export function dress() {
  const look = setting("look");
  if (look) document.documentElement.dataset.look = look;
  else delete document.documentElement.dataset.look;
}

function keep(name, value) {
  try {
    localStorage.setItem(`wwfsnap-${name}`, value);
  } catch {
    // a browser that keeps nothing forgets it with the page
  }
}

async function listGames(field) {
  if (field.length > 1) return;
  try {
    field.append(...(await games()).map(({ game, title }) => h("option", { value: game }, title)));
  } catch {
    // the picture tells the game
  }
}
