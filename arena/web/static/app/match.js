import { html, render } from "../vendor/lit-html/lit-html.js";
import { bar, fullScreen } from "./bar.js";
import { clocksOf } from "./clock.js";
import { describe } from "./describe.js";
import { follow, load, look, readLogs } from "./frames.js";
import { renderer } from "./games/index.js";
import { helpDialog, onKeys, toggleIndex, toggleTheme } from "./keys.js";
import { PACE, copy, decision, end, go, play, problem, round, setPace, step, stop, tick, unpin } from "./moves.js";
import { panel } from "./panels.js";
import { at, first, hidden, last, onChange, readHash, shown, viewer, writeHash } from "./position.js";
import { resultCard } from "./result.js";
import { scrubber } from "./scrubber.js";
import { textMode } from "./text.js";

/** Milliseconds an event must stay to be listened to. */
const CALM = 2000;
const root = /** @type {HTMLElement} */ (document.getElementById("match"));
/** @type {number | undefined} */
let ticking;
let waiting = false;

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

onChange(draw);
const wanted = readHash();
at.following = at.live && wanted === null;
render(page(), root);
at.cursor = wanted ?? 0;
if (at.live) follow();
else load();
