import { at, changed, first, last, writeHash } from "./position.js";
import { roundOf } from "./scrubber.js";

/** Milliseconds an event stays at speed 1. */
export const PACE = 1000;
/** Behind live, two events a second can be followed. */
const WATCHABLE = 500;
/** @type {number | undefined} */
let timer;
/** @type {number | undefined} */
let pacing;

/** @param {number} frame */
export function go(frame) {
  at.cursor = Math.max(0, Math.min(frame, last()));
  at.following = at.live && at.cursor === last();
  at.hover = at.pinned = null;
  changed();
}

/** @param {number} by */
export function step(by) {
  stop();
  go(at.cursor + by);
}

export function stop() {
  at.playing = false;
  clearTimeout(timer);
}

export function play() {
  if (at.playing) stop();
  else if (at.speed === 0) go(at.cursor + 1);
  else {
    if (at.cursor >= last() && !at.live) at.cursor = 0;
    at.playing = true;
    tick();
  }
  changed();
}

export function tick() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (at.cursor < last()) go(at.cursor + 1);
    if (at.cursor >= last() && !at.live) stop();
    if (at.playing) tick();
    changed();
  }, PACE / at.speed);
}

/** Show what has come in: the newest at once, or event by event where somebody wants to follow. */
export function catchUp() {
  if (!at.following || at.playing) return;
  if (!at.paced) at.cursor = last();
  else if (at.cursor < last()) pacing ??= setTimeout(() => {
    pacing = undefined;
    if (at.following && at.paced) at.cursor = Math.min(at.cursor + 1, last());
    catchUp();
    changed();
  }, WATCHABLE);
}

/** @param {boolean} on */
export function setPace(on) {
  at.paced = on;
  localStorage.setItem("arena-pace", on ? "on" : "off");
  catchUp();
  changed();
}

/** @param {number} by */
export function problem(by) {
  const places = at.history.marks.map(item => item.frame);
  const next = by > 0 ? places.find(place => place > at.cursor) : places.findLast(place => place < at.cursor);
  if (next === undefined) {
    at.note = places.length ? "No further problem that way." : "No problems in this match.";
    changed();
  } else {
    stop();
    at.note = at.history.marks.filter(item => item.frame === next).map(item =>
      `${item.seat >= 0 ? `${first.players[item.seat]}, ` : ""}${item.kind}: ${item.text}`).join("; ");
    go(next);
  }
}

/** @param {number} by */
export function round(by) {
  stop();
  const rounds = at.history.rounds, now = roundOf(at.history, at.cursor);
  if (by < 0) go(at.cursor > rounds[now].frame ? rounds[now].frame : rounds[Math.max(0, now - 1)].frame);
  else go(rounds[now + 1]?.frame ?? last());
}

/** The next decision of the chosen seat, as far as this view tells.
 * @param {number} by */
export function decision(by) {
  stop();
  const mine = (/** @type {number} */ k) => at.history.frames[k + 1]?.moves?.[at.seat] !== undefined;
  for (let k = at.cursor + by; k >= 0 && k < last(); k += by) if (mine(k)) return go(k);
}

export function end() {
  stop();
  go(last());
}

export async function copy() {
  writeHash();
  const link = new URL(location.href);
  if (at.following) link.hash = `e=${at.cursor}`;
  try {
    await navigator.clipboard.writeText(link.href);
    at.note = "The link is copied.";
  } catch {
    at.note = link.href;
  }
  changed();
}

export function unpin() {
  at.hover = at.pinned = null;
  changed();
}
