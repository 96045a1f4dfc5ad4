import { inWords } from "../games/choices.js";
import { askThere } from "./advice.js";
import { t } from "../lib/messages.js";

/** Asks the strongest house bot about every decision of a seat, one after the other, and marks
 * those in which it would do something else. */
export class Review {
  /** @param {import("./position.js").Position} at @param {import("./loader.js").Loader} loader
   * @param {() => void} changed */
  constructor(at, loader, changed) {
    this.at = at;
    this.loader = loader;
    this.changed = changed;
    this.running = false;
  }

  /** Begin, or stop what was begun. */
  async toggle() {
    if (this.running) {
      this.running = false;
      return;
    }
    this.running = true;
    await this.run();
    this.running = false;
    this.changed();
  }

  async run() {
    const { at } = this;
    const seat = at.seat;
    const said = (/** @type {string} */ choice) => inWords(choice, at.first.game);
    const seen = await this.loader.framesAs(String(seat));
    if (!seen) return;
    const places = decisions(seen.frames, seat);
    let differ = 0;
    for (const [done, place] of places.entries()) {
      if (!this.running) break;
      const who = at.first.players[seat];
      at.note = t("Asking about {who}'s decisions: {done} of {all}, {differ} differ …", {
        who,
        done,
        all: places.length,
        differ,
      });
      this.changed();
      const advice = await askThere(at.first.match_id, seat, place);
      if (typeof advice === "string") {
        at.note = advice;
        return;
      }
      const then = seen.frames[place + 1].moves?.[seat] ?? "";
      if (advice.choice && advice.choice !== then) {
        differ += 1;
        at.addMark({
          frame: place,
          kind: "review",
          seat,
          text: t("chose {then}; {bot} would {choice}", {
            then: said(then),
            bot: advice.bot,
            choice: said(advice.choice),
          }),
        });
      }
    }
    at.note = t(
      "{differ} of {all} decisions differ from what the search would do. Next problem (n) leads to them.",
      { differ, all: places.length },
    );
  }
}

/** The frames before which a seat had something to decide.
 * @param {import("../lib/types.js").Frame[]} frames @param {number} seat @returns {number[]} */
export function decisions(frames, seat) {
  return frames.flatMap((frame, place) =>
    frames[place + 1]?.moves?.[seat] !== undefined && frame.view.legal.length > 1 ? [place] : [],
  );
}
