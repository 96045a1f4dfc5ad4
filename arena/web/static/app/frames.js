import { LiveFeed } from "./feed.js";
import { catchUp } from "./moves.js";
import { at, changed, feedView, first, hidden, last, mayOpen, viewer } from "./position.js";

/** @typedef {import("./types.js").History} History */

/** @type {Map<string, History>} */
const cache = new Map();
/** @type {LiveFeed | null} */
let feed = null;

export async function load() {
  const as = hidden() ? feedView : viewer();
  const had = cache.get(as);
  if (had && !at.live) at.history = had;
  else {
    const loaded = await framesAs(as);
    if (!loaded || as !== (hidden() ? feedView : viewer())) return;
    at.history = { ...loaded, room_id: first.room_id };
    if (hidden()) at.history.frames[last()].heard = performance.now();
    if (hidden() && feed) feed.history = at.history;
    cache.set(as, at.history);
  }
  at.note = "";
  at.cursor = Math.max(0, Math.min(at.following && !(at.paced && at.loaded) ? last() : at.cursor, last()));
  at.loaded = true;
  if (hidden() && at.view !== feedView) await openHands();
  changed();
}

/** @param {string} as @returns {Promise<History | null>} */
async function framesAs(as) {
  const response = await fetch(`/api/matches/${first.match_id}/frames?as=${as}`).catch(() => null);
  if (response?.ok) return response.json();
  const said = await response?.json().catch(() => null);
  at.note = said?.error?.message ?? "The server does not answer.";
  changed();
  return null;
}

/** Lay open the hands of a running match's rounds that are over; the rest stays as it is. */
async function openHands() {
  at.opened = at.history.rounds.length;
  const open = await framesAs("all");
  if (!open || !hidden() || at.view !== "all") return;
  at.history.frames.splice(0, open.frames.length, ...open.frames);
  at.history.marks = open.marks;
  at.history.as = "all";
  at.note = open.frames.length ? "" : "Hands are shown when their round is over.";
  changed();
}

/** Turn to another perspective at the same event.
 * @param {string} view @param {number} [seat] */
export function look(view, seat = at.seat) {
  if (hidden() && view !== feedView && (view !== "all" || !mayOpen())) {
    at.note = "That is shown when the match is over.";
    at.seat = seat;
    changed();
    return;
  }
  at.view = view;
  at.seat = seat;
  load();
}

/** What the bots of whoever looks on wrote to stderr; asked for when the tab is opened. */
export async function readLogs() {
  if (at.tab !== "Bot log" || !first.logs?.length || at.logs && !at.live) return;
  const response = await fetch(`/api/matches/${first.match_id}/logs`).catch(() => null);
  at.logs = response?.ok ? (await response.json()).logs : [];
  changed();
}

/** Show a running match as it goes on, from the first frame to its end. */
export function follow() {
  feed = new LiveFeed(first, feedView, {
    changed: lost => { at.lost = lost; changed(); },
    reload: async () => { at.history.result = null; await load(); return at.history; },
    grown: history => {
      at.history = history;
      at.gap = performance.now() - at.heard;
      at.heard = performance.now();
      if (at.view !== feedView && history.rounds.length > at.opened) openHands();
      catchUp();
      changed();
    },
    over: async outcome => {
      at.history.result = outcome;
      at.live = false;
      cache.clear();
      changed();
      await load();
      catchUp();
    },
  });
  feed.start();
}
