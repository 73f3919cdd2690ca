// What the page says, in the language of the person before it; the words are data.

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands", sv: "Svenska", fr: "Français", es: "Español" };
let words = {};
let english = {};

// Load the words of the language chosen, or of the first one the browser wants and we have.
// `room` names the folder with the words of a page of its own.
export async function speak(chosen, room = "") {
  const wanted = [chosen, ...navigator.languages.map((code) => code.split("-")[0])];
  const language = wanted.find((code) => code in LANGUAGES) ?? "en";
  english = await load("en", room);
  words = language === "en" ? english : await load(language, room);
  document.documentElement.lang = language;
  const { title } = document.documentElement.dataset;
  if (title) document.title = `${t(title)} · wwfsnap`;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    if (element.tagName === "BUTTON") element.title = t(element.dataset.label);
  }
}

// A text, with {name} replaced; one for 1 stands under name_one.
export function t(name, values = {}) {
  const one = values.n === 1 ? `${name}_one` : name;
  const text = words[one] ?? words[name] ?? english[one] ?? english[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

// A number with one decimal.
export function number(value) {
  return value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

// The name of a language, in the language of the page.
export function languageName(code) {
  try {
    return new Intl.DisplayNames([document.documentElement.lang], { type: "language" }).of(code);
  } catch { // a code of the user's own
    return code;
  }
}

// Whether there is a text of that name.
export function has(name) {
  return name in words || name in english;
}

async function load(language, room) {
  const folders = room ? ["", `${room}/`] : [""];
  const parts = folders.map(async (folder) => {
    const answer = await fetch(`/web/${folder}texts/${language}.json`);
    return answer.ok ? answer.json() : {}; // English stands in for what is not told yet
  });
  return Object.assign({}, ...(await Promise.all(parts)));
}
