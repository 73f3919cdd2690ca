// What the page asks of the server.

export class Trouble extends Error {
  constructor(error, record = null) {
    super(error.message);
    Object.assign(this, error, { record });
  }
}

// Read and solve a picture; throws Trouble, with as much of the reading as there is.
export function solvePicture(file, wishes) {
  const form = new FormData();
  for (const [name, value] of Object.entries(wishes)) if (value) form.append(name, value);
  form.append("more", "true");
  form.append("picture", file, file.name || "picture");
  return ask("/api/solve", { method: "POST", body: form });
}

// Solve a board, or the tiles of a path game, that were read before and corrected.
export function solveTyped(position) {
  return post("/api/solve", { ...position, more: true });
}

// The same, told as it goes on: moves found quickly, then how far the thinking is.
export function solveTold(position, hear, signal) {
  return follow("/api/solve", { ...sent({ ...position, more: true }), signal }, hear);
}

// The picture with the best move drawn on it, as a file to keep.
export async function drawnPicture(file, wishes) {
  const query = new URLSearchParams(Object.entries(wishes).filter(([, value]) => value));
  const answer = await send(`/api/solve?${query}`, {
    method: "POST",
    headers: { Accept: "image/png", "Content-Type": "application/octet-stream" },
    body: file,
  });
  if (answer.headers.get("Content-Type") !== "image/png") throw await troubleOf(answer);
  return answer.blob();
}

// A game elsewhere with what was played since its last picture.
export function followed(position) {
  return post("/api/team", position);
}

export function games() {
  return ask("/api/games");
}

// What there is of words for each language.
export function wordLists() {
  return ask("/api/words");
}

// Install the word list of a language on the server's machine; `hear` is told each step.
export function getWords(language, hear) {
  return follow(`/api/words/${language}`, { method: "POST" }, hear);
}

// Stop that; whoever waits for it is told by the server.
export function stopWords(language) {
  return ask(`/api/words/${language}`, { method: "DELETE" });
}

export function post(address, record) {
  return ask(address, sent(record));
}

function sent(record) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(record) };
}

export async function ask(address, options) {
  const answer = await send(address, options);
  if (!answer.ok) throw await troubleOf(answer);
  return answer.json();
}

// Ask for what takes long: `hear` is told what is found on the way (server-sent events).
export async function follow(address, options, hear) {
  const answer = await send(address, { ...options, headers: { ...options.headers, Accept: "text/event-stream" } });
  if (!answer.ok) throw await troubleOf(answer);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read().catch((fault) => lost(fault));
    if (done) return lost();
    const events = (text + value).split("\n\n");
    text = events.pop();
    for (const event of events) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/s.exec(event);
      const record = JSON.parse(data);
      if (name === "told") hear(record);
      else if (record.ok) return record;
      else throw new Trouble(record.error, record);
    }
  }
}

function lost(fault) {
  if (fault?.name === "AbortError") throw fault;
  throw new Trouble({ kind: "unreachable", message: "", hint: "" });
}

async function send(address, options) {
  try {
    return await fetch(address, { credentials: "same-origin", ...options });
  } catch (fault) {
    return lost(fault);
  }
}

async function troubleOf(answer) {
  try {
    const record = await answer.json();
    return new Trouble(record.error, record);
  } catch {
    return new Trouble({ kind: "internal", message: String(answer.status), hint: "" });
  }
}
