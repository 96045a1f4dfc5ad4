import { clocksOf } from "./clock.js";
import { aboveTiles } from "./study.js";

/** How the table of what is shown is to be drawn.
 * @param {import("./position.js").Position} at @returns {import("../lib/types.js").Look} */
export function lookOf(at) {
  const first = at.first,
    here = at.shown,
    frames = at.history.frames;
  const ms = first.players.map((_, seat) => {
    for (let k = here; k >= 0 && k > here - 40; k--) {
      const spent = frames[k].ms?.[seat];
      if (spent !== undefined) return spent;
    }
    return null;
  });
  const faults = first.players.map(
    (_, seat) =>
      at.history.marks.filter(m => m.kind === "fault" && m.seat === seat && m.frame < here).length,
  );
  const over = at.history.result && here === at.last;
  return {
    players: first.players,
    bots: first.bots ?? [],
    pages: first.pages ?? [],
    clocks: clocksOf(frames[here], first, at.hidden && here === at.last),
    bottom: at.view === "seat" ? at.seat : 0,
    faults,
    ms,
    teams: first.teams,
    above: aboveTiles(at),
    ranks: over ? (at.history.result?.ranks ?? null) : null,
  };
}
