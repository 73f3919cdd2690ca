// Before a game: choose what to play, or go on with a game that was kept.

import { ask, games, post } from "../api.js";
import { $, h } from "../dom.js";
import { store, stored } from "../settings.js";
import { languageName, t } from "../texts.js";
import { showAgain } from "../trouble.js";

const FIELDS = ["game", "layout", "language", "level", "challenge", "first"];
let known = [];

export async function openLobby(opened) {
  const form = $("#new-game");
  const fields = form.elements;
  form.onsubmit = (event) => {
    event.preventDefault();
    begin(fields, opened);
  };
  fields.game.onchange = () => listParts(fields);
  $("#lobby").hidden = false;
  try {
    $("#lobby-trouble").hidden = true;
    if (!known.length) {
      known = (await games()).filter((each) => each.kind === "board");
      fields.game.replaceChildren(...known.map(({ game, title }) => h("option", { value: game }, title)));
      fields.game.value = remembered("game", "wwf");
      fields.level.value = remembered("level", "equity");
      fields.challenge.value = remembered("challenge", "void");
      fields.first.value = remembered("first", "me");
    }
    listParts(fields);
    listKept(await ask("/api/play"));
  } catch (trouble) {
    showAgain(trouble, "", () => openLobby(opened), $("#lobby-trouble"));
  }
}

function listParts(fields) {
  const { layouts, languages } = known.find((each) => each.game === fields.game.value) ?? known[0];
  const before = { layout: fields.layout.value, language: fields.language.value };
  fields.layout.replaceChildren(...Object.entries(layouts).map(([name, size]) => h("option", { value: name }, `${name}, ${size.replace("x", "×")}`)));
  fields.language.replaceChildren(...languages.map((code) => h("option", { value: code }, languageName(code))));
  for (const [field, values] of [["layout", Object.keys(layouts)], ["language", languages]]) {
    const kept = before[field] || remembered(field, values[0]);
    fields[field].value = values.includes(kept) ? kept : values[0];
  }
}

function listKept(kept) {
  $("#kept").hidden = kept.length === 0;
  const title = (name) => known.find((each) => each.game === name)?.title ?? name;
  $("#kept ul").replaceChildren(...kept.map((game) => h("li", {}, h("a", { href: `#${game.id}` },
    h("span", {}, title(game.game)),
    h("b", {}, `${game.scores[0]} : ${game.scores[1]}`),
    h("small", {}, [t(game.over ? "is_over" : "goes_on"), t(`level_${game.level || "equity"}`), languageName(game.language), dateOf(game.id)].join(" · "))))));
}

function dateOf(id) {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)/.exec(id).map(Number);
  return new Date(year, month - 1, day, hour, minute)
    .toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

async function begin(fields, opened) {
  const button = $("#new-game button");
  button.disabled = true;
  const wishes = Object.fromEntries(FIELDS.map((name) => [name, fields[name].value]));
  for (const name of FIELDS) store(`play-${name}`, wishes[name]);
  $("#lobby-trouble").hidden = true;
  try {
    opened(await post("/api/play", wishes));
  } catch (trouble) {
    showAgain(trouble, wishes.language.split("-")[0], () => begin(fields, opened), $("#lobby-trouble"));
  } finally {
    button.disabled = false;
  }
}

function remembered(name, usual) {
  return stored(`play-${name}`) ?? usual;
}
