import * as generic from "./generic.js";
import { useWords } from "./describe.js";

/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").Look} Look */
/** @typedef {import("../lib/types.js").View} View */

/**
 * How a game is drawn; a plugin's module may leave out all but `renderTable`. `words` returns what
 * a seat did, without its name; `choice` fills the button of a choice; `choiceOf` returns the choice
 * that a click on a piece of the own hand means.
 * @typedef {{renderTable: (frame: Frame, look: Look) => unknown,
 *   words?: (event: import("../lib/types.js").GameEvent, players: string[]) => string | undefined,
 *   choice?: (choice: string, view: View) => unknown,
 *   choiceOf?: (view: View, piece: string) => string | undefined}} Renderer
 *
 * Where the module of a game is, and whether it ships with the arena.
 * @typedef {{script: string, style: string, ours: boolean}} Drawing
 */

/** Load the drawing of a page's game; a game without one, or with one that fails, gets plates
 * and chips.
 * @param {Drawing | null | undefined} drawing @returns {Promise<Renderer>} */
export async function loadRenderer(drawing) {
  if (!drawing?.ours) useWords(() => undefined);
  if (!drawing) return generic;
  try {
    /** @type {Renderer} */
    const found = await import(drawing.script);
    if (found.words) useWords(found.words);
    return found;
  } catch (error) {
    console.error(`the drawing ${drawing.script} cannot be loaded`, error);
    return generic;
  }
}
