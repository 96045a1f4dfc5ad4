/** @typedef {import("../lib/types.js").History} History */
/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").GameEvent} GameEvent */

// The live feed carries messages, not frames. What arena/match/playback.py does with a log is done
// here with a message, so that a live match and its replay look the same; a test compares the two.

/** The frames that a message of the live feed adds, split as the server splits a step of a log.
 * @param {Record<string, any>} message @param {any[]} results results told just before it
 * @param {Frame | undefined} last @returns {Frame[]} */
export function framesOf(message, results, last) {
  const { seq, events, view } = message;
  if (!results.length) return [{ seq, events, view }];
  const start = events.findIndex(
    (/** @type {GameEvent} */ e, /** @type {number} */ i) => i > 0 && "opens_round" in e,
  );
  const cut = start < 0 ? events.length : start;
  const rows = results.map(result => ({
    round: result.round,
    winners: result.winner_seats,
    points: result.deltas,
    scores: result.scores.split(",").map(Number),
    placements: result.placements,
    result: result.result,
  }));
  const opens = cut < events.length;
  const old = opens ? (last?.view ?? view) : view; // at the end of the match there is no new deal
  const counted = { ...old, scores: rows[rows.length - 1].scores };
  const closed = { seq, events: events.slice(0, cut), view: counted, results: rows };
  return opens ? [closed, { seq, events: events.slice(cut), view }] : [closed];
}

/** Add a frame at the end of a history, its round too.
 * @param {History} history @param {Frame} frame */
export function append(history, frame) {
  const place = history.frames.length;
  history.frames.push(frame);
  const round = history.rounds[history.rounds.length - 1];
  for (const result of frame.results ?? []) {
    if (round) Object.assign(round, { scores: result.scores, points: result.points });
  }
  const opening = frame.events.find(e => "opens_round" in e);
  if (opening) {
    const name = opening.opens_round || String(history.rounds.length + 1);
    history.rounds.push({ frame: place, name });
  }
}
