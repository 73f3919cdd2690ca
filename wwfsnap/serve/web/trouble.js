// What went wrong, in the words of the person before the page, with the buttons that help.

import { getWords, stopWords, wordLists } from "./api.js";
import { $, h } from "./dom.js";
import { has, languageName, t } from "./texts.js";

// What the server calls differently is the same to a player.
const SAME = {
  "request-too-large": "image-too-large",
  "request-too-slow": "worker-lost",
  "bad-request": "internal",
  "unsupported-type": "unreadable-file",
  "input-empty": "unreadable-file",
  "board-text": "position",
  placement: "position",
  notation: "position",
  "word-list": "own-file",
  "own-file-faulty": "own-file",
  "game-file": "own-file",
  "theme-missing": "own-file",
  "state-unusable": "own-file",
  "opencv-missing": "own-file",
};
// Which buttons help with it, the best one first; what they do is told by the page.
const HELP = {
  "no-board": ["crop", "choose_game", "another"],
  "board-not-whole": ["crop", "another"],
  "image-too-large": ["crop", "another"],
  "too-costly": ["crop", "another"],
  "no-rack": ["add_tiles"],
  "own-picture": ["another"],
  "unreadable-file": ["another"],
  "not-shown": ["another"],
  "unknown-game": ["choose_game"],
  "worker-lost": ["again", "another"],
  busy: ["again"],
  unreachable: ["again"],
  internal: ["again", "another"],
  "own-file": ["choose_game"],
  "key-needed": ["enter_key"],
};
// What another try may overcome.
export const PASSING = new Set(["unreachable", "busy", "worker-lost", "internal"]);
const STEPS = { fetching: "words_fetching", reading: "words_reading", building: "words_building" };

// Show it; `ways` says what each button does, and leaves out what is of no use now.
export function showTrouble(trouble, language, ways, box = $("#trouble")) {
  const kind = kindOf(trouble);
  const [text, hint] = troubleText(trouble, language);
  box.replaceChildren(h("b", {}, text), hint ? ` ${hint}` : "");
  box.hidden = false;
  if (["words-missing", "list-unobtainable", "words-stopped"].includes(kind) && language) offerWords(box, language, ways.words);
  const names = (HELP[kind] ?? []).filter((name) => ways[name]);
  const buttons = names.map((name, index) =>
    h("button", { type: "button", class: index ? "quiet" : "primary", onclick: ways[name] }, t(name)));
  if (buttons.length) box.append(h("p", { class: "ways" }, ...buttons));
}

// The same where another try may help, also once words that were missing are there.
export function showAgain(trouble, language, again, box = $("#trouble")) {
  const words = (code, button) => fetchWords(code, button).then(again, (other) => showAgain(other, language, again, box));
  showTrouble(trouble, language, { again, words, enter_key: () => location.reload() }, box);
}

// What it is called, and what to do; never the server's own words, which are for whoever runs it.
export function troubleText(trouble, language = "") {
  const known = `error_${kindOf(trouble)}`;
  return [t(known), has(`${known}_hint`) ? t(`${known}_hint`, { language }) : ""];
}

// The same in one line.
export function troubleLine(trouble) {
  return troubleText(trouble).filter((part) => part).join(" ");
}

function kindOf({ kind }) {
  const plain = has(`error_${kind}`) ? kind : SAME[kind] ?? kind;
  return has(`error_${plain}`) ? plain : "internal";
}

// A button that installs the word list that is missing, and says what it will fetch.
async function offerWords(box, language, install) {
  const about = h("p", { class: "fine" });
  const button = h("button", { type: "button", class: "primary", onclick: () => install(language, button) }, t("get_words"));
  box.append(h("p", { class: "ways" }, button), about);
  const found = (await wordLists().catch(() => [])).find((each) => each.language === language);
  if (found) about.textContent = [languageName(language), found.origin, found.licence].filter((part) => part).join(", ");
  if (!found || found.list === "none") button.hidden = true;
}

// Get the words, while the button says how far that is; another one stops it.
export function fetchWords(language, button) {
  const stop = h("button", { type: "button", class: "quiet" }, t("stop"));
  stop.onclick = () => {
    stop.disabled = true;
    stopWords(language).catch(() => {}); // it is over already, or its end tells what is wrong
  };
  button.after(stop);
  button.disabled = true;
  button.textContent = t("getting_words");
  return getWords(language, ({ step }) => {
    button.textContent = t(STEPS[step] ?? "getting_words");
  });
}
