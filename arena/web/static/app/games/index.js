import * as generic from "./generic.js";
import { usePieces } from "./describe.js";
import { spoken, symbol } from "./tile_names.js";
import { tile } from "./tiles.js";

/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").GameEvent} GameEvent */
/** @typedef {import("../lib/types.js").Look} Look */
/** @typedef {import("../lib/types.js").RoundResult} RoundResult */
/** @typedef {import("../lib/types.js").View} View */

/**
 * How a game is drawn; a plugin's module may leave out all but `renderTable`. `piece` shows a piece
 * inside a sentence and `spoken` names it; `sentence` says what happened in another language than
 * English; `choice` fills the button of a choice; `choiceOf` returns the choice that a click on a
 * piece of the own hand means; `heading` and `receipt` say how a round ended and what was paid for
 * it, `staked` what a seat has put down for it before; `miniature` draws the last moves on a card of
 * the lobby.
 * @typedef {{renderTable: (frame: Frame, look: Look) => unknown,
 *   piece?: (name: string) => unknown,
 *   spoken?: (name: string) => string,
 *   sentence?: (e: GameEvent) => string | undefined,
 *   choice?: (choice: string, view: View) => unknown,
 *   choiceOf?: (view: View, piece: string) => string | undefined,
 *   heading?: (result: RoundResult, players: string[]) => string | undefined,
 *   receipt?: (frame: Frame, players: string[], round: GameEvent[]) => unknown,
 *   staked?: (round: GameEvent[], seat: number) => number,
 *   miniature?: (table: {history: string[], seats: {name: string | null}[]}) => unknown}} Renderer
 *
 * Where the module of a game is, and whether it ships with the arena.
 * @typedef {{script: string, style: string, ours: boolean}} Drawing
 */

/** The pieces of the arena's own games; in any other, `7` or `T` is no tile of ours. */
const TILES = {
  piece: (/** @type {string} */ name) => (symbol(name) ? tile(name) : name),
  spoken,
};

/** Load the drawing of a page's game; a game without one, or with one that fails, gets plates
 * and chips.
 * @param {Drawing | null | undefined} drawing @returns {Promise<Renderer>} */
export async function loadRenderer(drawing) {
  const found = await loadDrawing(drawing);
  usePieces({
    ...(drawing?.ours ? TILES : {}),
    ...(found?.piece && { piece: found.piece }),
    ...(found?.spoken && { spoken: found.spoken }),
    ...(found?.sentence && { sentence: found.sentence }),
  });
  return found ?? generic;
}

/** Load the module of a drawing; null if there is none or it fails.
 * @param {Drawing | null | undefined} drawing @returns {Promise<Renderer | null>} */
export async function loadDrawing(drawing) {
  if (!drawing) return null;
  try {
    const found = await import(drawing.script);
    if (found.words)
      console.warn(`${drawing.script}: \`words\` is read no more; events say it in Event.text`);
    return found;
  } catch (error) {
    console.error(`the drawing ${drawing.script} cannot be loaded`, error);
    return null;
  }
}
