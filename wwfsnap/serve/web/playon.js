// A position that was solved goes on as a game against the program.

import { post } from "./api.js";
import { stored } from "./settings.js";

// Begin a game at a position (board, rack, premiums or layout, game, language, scores), and go to it.
export async function playOn(position) {
  const level = stored("play-level") ?? "equity"; // as in the last game that was begun
  const game = await post("/api/play", { ...position, level });
  location.assign(`/play#${game.id}`);
}
