// A position that was solved goes on as a game against the program.

import { ask } from "./api.js";

// Begin a game at a position (board, rack, premiums or layout, game, language, scores), and go to it.
export async function playOn(position) {
  const game = await ask("/api/play", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...position, level: level() }),
  });
  location.assign(`/play#${game.id}`);
}

// As strong as in the last game that was begun.
function level() {
  try {
    return localStorage.getItem("wwfsnap-play-level") ?? "equity";
  } catch {
    return "equity";
  }
}
