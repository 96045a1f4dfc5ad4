import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { clocksOf } from "./clock.js";
import { describe } from "./describe.js";
import { LiveFeed } from "./feed.js";
import { renderer } from "./games/index.js";
import { helpDialog, onKeys, toggleIndex, toggleTheme } from "./keys.js";
import { panel } from "./panels.js";
import { resultCard } from "./result.js";
import { roundOf, scrubber } from "./scrubber.js";
import { textMode } from "./text.js";

/** @typedef {import("./types.js").History} History */

/** Milliseconds an event stays at speed 1; at a half it can be listened to. */
const PACE = 1000;
const CALM = 2000;
/** Behind live, two events a second can be followed. */
const WATCHABLE = 500;
const root = /** @type {HTMLElement} */ (document.getElementById("match"));
/** @type {History} */
const first = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");

/** Everything that can change, in one place. */
const at = {
  history: first,
  view: "",
  seat: 0,
  text: false,
  cursor: 0,
  /** @type {number | null} */ hover: null,
  /** @type {number | null} */ pinned: null,
  playing: false,
  speed: 1,
  following: false,
  paced: localStorage.getItem("arena-pace") === "on",
  heard: 0,
  /** Between the last two things that came in. */ gap: 0,
  /** Rounds there were when hands were opened last. */ opened: 0,
  tab: "Why",
  /** @type {import("./types.js").SeatLog[] | null} */ logs: null,
  live: Boolean(first.room_id),
  lost: false,
  said: "",
  note: "",
  loaded: false,
};
/** @type {Map<string, History>} */
const cache = new Map();
/** @type {number | undefined} */
let timer;
/** @type {number | undefined} */
let pacing;
/** @type {number | undefined} */
let ticking;
let waiting = false;
/** @type {LiveFeed | null} */
let feed = null;

// -- where we are

const last = () => at.history.frames.length - 1;
const shown = () => Math.min(at.hover ?? at.cursor, last());
const viewer = () => (at.view === "seat" ? String(at.seat) : at.view);
const hidden = () => at.live && !at.history.result;
/** What a running match is followed as; hands of rounds that are over come besides. */
const feedView = first.hands === "live" ? "all" : "public";
const mayOpen = () => !hidden() || first.hands === "rounds" || first.hands === "live";

function readHash() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const seat = Number(hash.get("seat"));
  if (hash.has("seat") && seat >= 0 && seat < first.players.length) at.seat = seat;
  const view = hash.get("view");
  at.text = view === "text" || hash.get("mode") === "text";
  at.view = hidden() ? (view === "all" && mayOpen() ? "all" : feedView) : view === "seat" || view === "public" || view === "all" ? view
    : hash.has("seat") ? "seat" : "all";
  const e = hash.get("e");
  return e === null ? null : Number(e);
}

function writeHash() {
  const hash = new URLSearchParams();
  if (!at.following) hash.set("e", String(at.cursor));
  if (at.seat || at.view === "seat") hash.set("seat", String(at.seat));
  if (at.view !== "all") hash.set("view", at.view);
  if (at.text) hash.set("mode", "text");
  const text = `#${hash}`;
  if (text !== location.hash) history.replaceState(null, "", text === "#" ? location.pathname : text);
}

// -- frames

async function load() {
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
  draw();
}

/** @param {string} as @returns {Promise<History | null>} */
async function framesAs(as) {
  const response = await fetch(`/api/matches/${first.match_id}/frames?as=${as}`).catch(() => null);
  if (response?.ok) return response.json();
  const said = await response?.json().catch(() => null);
  at.note = said?.error?.message ?? "The server does not answer.";
  draw();
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
  draw();
}

/** Turn to another perspective at the same event.
 * @param {string} view @param {number} [seat] */
function look(view, seat = at.seat) {
  if (hidden() && view !== feedView && (view !== "all" || !mayOpen())) {
    at.note = "That is shown when the match is over.";
    at.seat = seat;
    draw();
    return;
  }
  at.view = view;
  at.seat = seat;
  load();
}

// -- moving

/** @param {number} frame */
function go(frame) {
  at.cursor = Math.max(0, Math.min(frame, last()));
  at.following = at.live && at.cursor === last();
  at.hover = at.pinned = null;
  draw();
}

/** @param {number} by */
function step(by) {
  stop();
  go(at.cursor + by);
}

function stop() {
  at.playing = false;
  clearTimeout(timer);
}

function play() {
  if (at.playing) stop();
  else if (at.speed === 0) go(at.cursor + 1);
  else {
    if (at.cursor >= last() && !at.live) at.cursor = 0;
    at.playing = true;
    tick();
  }
  draw();
}

function tick() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (at.cursor < last()) go(at.cursor + 1);
    if (at.cursor >= last() && !at.live) stop();
    if (at.playing) tick();
    draw();
  }, PACE / at.speed);
}

/** Show what has come in: the newest at once, or event by event where somebody wants to follow. */
function catchUp() {
  if (!at.following || at.playing) return;
  if (!at.paced) at.cursor = last();
  else if (at.cursor < last()) pacing ??= setTimeout(() => {
    pacing = undefined;
    if (at.following && at.paced) at.cursor = Math.min(at.cursor + 1, last());
    catchUp();
    draw();
  }, WATCHABLE);
}

/** @param {boolean} on */
function setPace(on) {
  at.paced = on;
  localStorage.setItem("arena-pace", on ? "on" : "off");
  catchUp();
  draw();
}

/** @param {number} by */
function problem(by) {
  const places = at.history.marks.map(item => item.frame);
  const next = by > 0 ? places.find(place => place > at.cursor) : places.findLast(place => place < at.cursor);
  if (next === undefined) {
    at.note = places.length ? "No further problem that way." : "No problems in this match.";
    draw();
  } else {
    stop();
    at.note = at.history.marks.filter(item => item.frame === next).map(item =>
      `${item.seat >= 0 ? `${first.players[item.seat]}, ` : ""}${item.kind}: ${item.text}`).join("; ");
    go(next);
  }
}

/** @param {number} by */
function round(by) {
  stop();
  const rounds = at.history.rounds, now = roundOf(at.history, at.cursor);
  if (by < 0) go(at.cursor > rounds[now].frame ? rounds[now].frame : rounds[Math.max(0, now - 1)].frame);
  else go(rounds[now + 1]?.frame ?? last());
}

/** The next decision of the chosen seat, as far as this view tells.
 * @param {number} by */
function decision(by) {
  stop();
  const mine = (/** @type {number} */ k) => at.history.frames[k + 1]?.moves?.[at.seat] !== undefined;
  for (let k = at.cursor + by; k >= 0 && k < last(); k += by) if (mine(k)) return go(k);
}

function end() {
  stop();
  go(last());
}

async function copy() {
  writeHash();
  const link = new URL(location.href);
  if (at.following) link.hash = `e=${at.cursor}`;
  try {
    await navigator.clipboard.writeText(link.href);
    at.note = "The link is copied.";
  } catch {
    at.note = link.href;
  }
  draw();
}

// -- drawing

function draw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    render(page(), root);
    writeHash();
    speak();
    keepInSight();
    tickClock();
  });
}

/** Draw again soon while somebody's clock runs. */
function tickClock() {
  const runs = first.clock && hidden() && shown() === last();
  if (runs) ticking ??= setTimeout(() => { ticking = undefined; draw(); }, 250);
}

/** Scroll the list of events, and nothing else, to the one that is shown. */
function keepInSight() {
  const list = root.querySelector(".events"), now = root.querySelector(".events .now");
  if (!(list instanceof HTMLElement) || !(now instanceof HTMLElement) || at.hover !== null) return;
  const above = now.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const below = above + now.offsetHeight - list.clientHeight;
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
}

function page() {
  const frame = at.history.frames[shown()];
  return html`<div class="match" data-event=${shown()} data-loaded=${at.loaded} data-as=${at.history.as}>
    ${bar(frame)}
    ${at.text ? html`<div class="board">${textMode(frame, shown(), first.players)}</div>` : board(frame)}
    ${panel(at.history, { tab: at.tab, cursor: at.cursor, shown: shown(), pinned: at.pinned, logs: at.logs }, {
      tab: name => { at.tab = name; readLogs(); draw(); },
      unpin,
      hover: place => { if (at.pinned === null) { at.hover = place; draw(); } },
      pin: place => { stop(); go(place); at.pinned = at.hover = place; draw(); },
    })}
    ${scrubber(at.history, at, { go: frame => { stop(); go(frame); }, step, play, end, problem, round, decision, copy, pace: setPace,
      speed: value => { at.speed = value; if (!value) stop(); else if (at.playing) tick(); draw(); } })}
    <div class="unseen" role="status" aria-live="polite"></div>
  </div>`;
}

/** @param {import("./types.js").Frame} frame */
function board(frame) {
  return html`<div class="board" data-game=${first.game}>
    ${renderer(first.game).renderTable(frame, lookOf())}
    ${resultCard(frame, first.players, at.history.result)}
  </div>`;
}

/** @returns {import("./types.js").Look} */
function lookOf() {
  const here = shown(), frames = at.history.frames;
  const ms = first.players.map((_, seat) => {
    for (let k = here; k >= 0 && k > here - 40; k--) {
      const spent = frames[k].ms?.[seat];
      if (spent !== undefined) return spent;
    }
    return null;
  });
  const faults = first.players.map((_, seat) => at.history.marks.filter(m => m.kind === "fault" && m.seat === seat && m.frame <= here).length);
  const over = at.history.result && here === last();
  return { players: first.players, bots: first.bots ?? [], clocks: clocksOf(frames[here], first, hidden() && here === last()), bottom: at.view === "seat" ? at.seat : 0, faults, ms, teams: first.teams,
    ranks: over ? at.history.result?.ranks ?? null : null };
}

/** What the bots of whoever looks on wrote to stderr; asked for when the tab is opened. */
async function readLogs() {
  if (at.tab !== "Bot log" || !first.logs?.length || at.logs && !at.live) return;
  const response = await fetch(`/api/matches/${first.match_id}/logs`).catch(() => null);
  at.logs = response?.ok ? (await response.json()).logs : [];
  draw();
}

function unpin() {
  at.hover = at.pinned = null;
  draw();
}

/** @param {import("./types.js").Frame} frame */
function bar(frame) {
  const over = Boolean(at.history.result);
  const badge = at.lost ? html`<span class="badge lost" role="status">reconnecting</span>`
    : over ? html`<span class="badge">final</span>`
    : at.live ? html`<span class="badge live">live</span>` : html`<span class="badge">replay</span>`;
  return html`<div class="bar">${badge}
    <h1>${first.title}</h1>
    <span class="dim facts" title=${hidden() ? `The table ${first.behind ? `${first.behind} seconds late` : "without delay"}, ${DELAY[first.hands ?? "nothing"]}` : nothing}>${first.config.preset ?? ""} · ${frame.view.phase}${hidden() ? `${first.behind ? ` · ${first.behind} s behind` : ""} · ${DELAY[first.hands ?? "nothing"]}` : ""}${at.live && at.cursor < last() ? ` · event ${at.cursor}, live is at ${last()}` : ""}</span>
    ${at.note ? html`<span class="dim note" role="status" title=${at.note}>${at.note}</span>` : nothing}
    <fieldset class="views"><legend class="unseen">Perspective</legend>
      ${radio("all", "All hands", "0", !mayOpen())}${radio("public", "Public", "h", hidden() && feedView === "all")}${radio("seat", "As seat", "1-5", hidden())}
      <select aria-label="Seat" title="As this seat (1-5)" @change=${(/** @type {any} */ e) => look(hidden() ? at.view : "seat", Number(e.target.value))}>
        ${first.players.map((name, seat) => html`<option value=${seat} ?selected=${seat === at.seat}>${["●", "▲", "■", "◆", "★"][seat]} ${name}</option>`)}
      </select>
      <label><input type="checkbox" .checked=${at.text} @change=${() => { at.text = !at.text; draw(); }}> Text</label>
      <button type="button" class="ghost" title="Corner letters of the tiles (i)" aria-label="Corner letters of the tiles" @click=${toggleIndex}>A</button>
      <button type="button" class="ghost" title="Full screen (f)" aria-label="Full screen" @click=${fullScreen}>⛶</button>
    </fieldset>
  </div>`;
}

/** How soon what is seen here is shown.
 * @type {Record<string, string>} */
const DELAY = { live: "all hands at once", rounds: "hands after each round", nothing: "hands at the end" };

function fullScreen() {
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
}

/** @param {string} view @param {string} name @param {string} key @param {boolean} off */
function radio(view, name, key, off) {
  return html`<label title="${off ? "when the match is over" : `(${key})`}"><input type="radio" name="view" .checked=${at.view === view} ?disabled=${off}
    @change=${() => look(view)}> ${name}</label>`;
}

/** Say what happened, but only when it goes by slowly enough to be listened to. */
function speak() {
  const calm = at.playing ? PACE / at.speed >= CALM : !at.following || !at.paced && at.gap >= CALM;
  const frame = at.history.frames[shown()];
  const results = frame.events.filter(e => ["won", "round_ended", "match_ended"].includes(e.type));
  const told = calm ? frame.events.filter(e => e.type !== "dealt") : results;
  const text = told.map(e => describe(e, first.players)).join(". ");
  if (text && text !== at.said) {
    at.said = text;
    const region = root.querySelector("[aria-live]");
    if (region) region.textContent = text;
  }
}

// -- keys

/** @type {import("./keys.js").Key[]} */
const KEYS = [
  ["← →", "one event back or on"], ["Shift ← →", "own decision of the chosen seat"], ["↑ ↓", "up and down the list of events"],
  ["PgUp PgDn", "round"], ["Home End", "start; end or live"], ["Space", "play and pause"], ["n p", "next, previous problem"],
  ["1-5", "as this seat"], ["0", "all hands"], ["h", "hidden or all hands"], ["l", "copy link"], ["f", "full screen"],
  ["i", "corner letters of the tiles"], ["t", "dark or light"], ["Esc", "unpin"], ["?", "this list"],
];
const help = helpDialog(KEYS);
onKeys({
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), "Shift+ArrowLeft": () => decision(-1), "Shift+ArrowRight": () => decision(1),
  ArrowUp: () => step(-1), ArrowDown: () => step(1), PageUp: () => round(-1), PageDown: () => round(1),
  Home: () => { stop(); go(0); }, End: end, " ": play, n: () => problem(1), p: () => problem(-1),
  0: () => look("all"), h: () => look(at.view === "all" ? "public" : "all"), l: copy,
  f: fullScreen, i: toggleIndex, t: toggleTheme, "?": help, Escape: unpin,
  ...Object.fromEntries(first.players.map((_, seat) => [String(seat + 1), () => look("seat", seat)])),
});
addEventListener("hashchange", () => {
  const before = viewer();
  const e = readHash();
  if (e !== null) { at.following = false; at.cursor = Math.min(e, last()); }
  if (before !== viewer()) load(); else draw();
});

// -- begin

const wanted = readHash();
at.following = at.live && wanted === null;
render(page(), root);
if (at.live) {
  feed = new LiveFeed(first, feedView, {
    changed: lost => { at.lost = lost; draw(); },
    reload: async () => { at.history.result = null; await load(); return at.history; },
    grown: history => {
      at.history = history;
      at.gap = performance.now() - at.heard;
      at.heard = performance.now();
      if (at.view !== feedView && history.rounds.length > at.opened) openHands();
      catchUp();
      draw();
    },
    over: async outcome => {
      at.history.result = outcome;
      at.live = false;
      cache.clear();
      draw();
      await load();
      catchUp();
    },
  });
  if (wanted !== null) at.cursor = wanted;
  feed.start();
} else {
  at.cursor = wanted ?? 0;
  load();
}
