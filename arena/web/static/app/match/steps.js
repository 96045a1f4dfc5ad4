import { play } from "../lib/sounds.js";

/** Notices when the table goes on by one step: then tiles slide and sounds are heard. */
export class Steps {
  constructor() {
    this.before = -1;
    this.moved = false;
  }

  /** @param {number} shown @param {import("../lib/types.js").Frame} frame
   * @param {boolean} aloud whether the table moves by itself */
  to(shown, frame, aloud) {
    if (shown === this.before) return;
    this.moved = shown === this.before + 1;
    this.before = shown;
    if (this.moved && aloud) play(soundOf(frame));
  }

  /** The class of a table that has just gone on. */
  get look() {
    return this.moved ? "moved" : "";
  }
}

/** What a step sounds like: the end of a round, something laid, or nothing.
 * @param {import("../lib/types.js").Frame} frame @returns {"end" | "laid" | ""} */
function soundOf(frame) {
  if (frame.results?.length) return "end";
  return frame.events.some(e => e.seat !== undefined && e.type !== "drawn") ? "laid" : "";
}
