// The dialog that asks what really lies on a square, or on the rack.

import { $, tile } from "./dom.js";
import { has, t } from "./texts.js";

const WHOLE = ["rack", "board", "game"];

// Ask; gives the cell ("" for empty), or null where nothing is to be changed.
export function askFor(where, current, doubt, state) {
  const dialog = $("#correct");
  const rack = where.startsWith("rack");
  const blank = $("#correct-blank");
  $("#correct-title").textContent = rack
    ? t("rack_tile", { n: where.split(" ")[1] }) : t("square", { where });
  $("#correct-why").textContent = doubt ? doubtText(doubt) : "";
  $("#correct-empty").textContent = rack ? t("remove") : t("empty");
  blank.checked = !rack && current !== "" && current !== current.toUpperCase();
  blank.parentElement.hidden = rack;
  const letters = state.tiles.map(([letter]) => letter).filter((letter) => rack || letter !== "?");
  return new Promise((resolve) => {
    const finish = (value) => {
      dialog.close();
      resolve(value);
    };
    const choose = (letter) => finish(blank.checked && !rack ? letter.toLowerCase() : letter);
    const keys = letters.map((letter) => tile(letter, state.points.get(letter), {
      type: "button",
      onclick: () => choose(letter),
      "aria-pressed": String(letter === current.toUpperCase()),
      "aria-label": letter === "?" ? t("blank") : letter,
      ...(letter === doubt?.runner_up?.toUpperCase() ? { "data-likely": "" } : {}),
    }, "button"));
    $(".keys", dialog).replaceChildren(...keys);
    $("#correct-empty").onclick = () => finish("");
    dialog.onclose = () => resolve(null);
    dialog.onclick = (event) => void (event.target === dialog && dialog.close());
    dialog.onkeydown = (event) => {
      const typed = letters.find((letter) => letter === event.key.toUpperCase());
      if (typed && !event.ctrlKey && !event.metaKey) choose(typed);
    };
    dialog.showModal();
    ($("[aria-pressed=true]", dialog) ?? $(".keys button", dialog)).focus();
  });
}

// What a doubt is about: a square by its name, else in words.
export function doubtPlace({ where }) {
  if (where.startsWith("rack ")) return t("rack_tile", { n: where.split(" ")[1] });
  return WHOLE.includes(where) ? t(where === "rack" ? "your_rack" : where) : where;
}

export function doubtText(doubt) {
  const reason = `doubt_${doubt.reason.replaceAll("-", "_")}`;
  const why = has(reason) ? t(reason, doubt.told) : doubt.why;
  if (!doubt.read || WHOLE.includes(doubt.where)) return why;
  const other = doubt.runner_up ? ` ${t("may_be", { letter: doubt.runner_up })}` : "";
  return `${t("read_as", { letter: doubt.read === "." ? t("empty") : doubt.read })}${other} (${why})`;
}
