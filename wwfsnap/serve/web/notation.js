// Boards and racks as the server writes them, and the texts of moves.

const CELL = /\[([^\]]+)\]|(.)/gu;

// "A.[CH]" as ["A", "", "CH"].
export function cellsOf(text) {
  return [...text.matchAll(CELL)].map(([, several, one]) => several ?? (one === "." ? "" : one));
}

export function textOf(cells) {
  return cells.map((cell) => (cell === "" ? "." : [...cell].length > 1 ? `[${cell}]` : cell)).join("");
}

export function squareName(row, column) {
  return String.fromCharCode(65 + column) + (row + 1);
}

export function placeOf(name) {
  const found = /^([A-Z])(\d+)$/.exec(name);
  return found && { row: Number(found[2]) - 1, column: found[1].charCodeAt(0) - 65 };
}

export function isBlank(cell) {
  return cell === "?" || (cell !== "" && cell !== cell.toUpperCase());
}

// Where a move starts, as in GCG: 8G across, G8 down.
export function startOf(move) {
  return move.move.split(" ")[0];
}
