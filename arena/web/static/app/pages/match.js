import { html, render } from "../../vendor/lit-html/lit-html.js";
import { bar, fullScreen } from "../match/bar.js";
import { describe, laysOut } from "../games/describe.js";
import { lookOf } from "../match/look.js";
import { Loader } from "../match/loader.js";
import { loadRenderer } from "../games/index.js";
import { sentences } from "../lib/format.js";
import { helpDialog, onKeys, toggleIndex, toggleTheme } from "../lib/keys.js";
import { toggleSound } from "../lib/sounds.js";
import { PACE, Player } from "../match/player.js";
import { panel } from "../match/panels.js";
import { Position, writeHash } from "../match/position.js";
import { resultCard } from "../match/result.js";
import { Review } from "../match/review.js";
import { scrubber } from "../match/scrubber.js";
import { Steps } from "../match/steps.js";
import { textMode } from "../match/text.js";
import { t } from "../lib/messages.js";

/** Milliseconds an event must stay to be listened to. */
const CALM = 2000;
/** How far a wheel turns for one event; touch pads send many small turns. */
const NOTCH = 40;
const root = /** @type {HTMLElement} */ (document.getElementById("match"));
const at = new Position(
  JSON.parse(document.getElementById("page-data")?.textContent ?? "{}"),
  localStorage.getItem("arena-pace"),
);
const { first } = at;
const drawing = await loadRenderer(first.drawing);
const player = new Player(at, draw);
const loader = new Loader(at, player, draw);
const steps = new Steps();
const review = new Review(at, loader, draw);
/** @type {number | undefined} */
let ticking;
let waiting = false;
let turned = 0;

// -- drawing

function draw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    steps.to(at.shown, at.history.frames[at.shown], at.following || at.playing);
    render(page(), root);
    writeHash(at);
    speak();
    keepInSight();
    tickClock();
  });
}

/** Draw again soon while somebody's clock runs. */
function tickClock() {
  const runs = first.clock && at.hidden && at.shown === at.last;
  if (runs)
    ticking ??= setTimeout(() => {
      ticking = undefined;
      draw();
    }, 250);
}

/** Scroll the list of events, and nothing else, to all rows of the one that is shown. */
function keepInSight() {
  const list = root.querySelector(".events"),
    now = root.querySelector(".events .now");
  if (!list || !now || at.hover !== null) return;
  let end = now;
  while (end.nextElementSibling?.querySelector(".num")?.textContent === "")
    end = end.nextElementSibling;
  const top = list.getBoundingClientRect().top;
  const above = now.getBoundingClientRect().top - top;
  const below = end.getBoundingClientRect().bottom - top - list.clientHeight;
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += Math.min(above, below);
}

function page() {
  const frame = at.history.frames[at.shown];
  return html`<div
    class="match"
    data-event=${at.shown}
    data-loaded=${at.loaded}
    data-as=${at.history.as}
  >
    ${bar(at, loader, draw)}
    ${
      at.text
        ? html`<div class="board">${textMode(frame, at.shown, first.players)}</div>`
        : board(frame)
    }
    ${panel(at, player, openTab)} ${scrubber(at, player, review)}
    <div class="unseen" role="status" aria-live="polite"></div>
  </div>`;
}

/** @param {string} name */
function openTab(name) {
  at.tab = name;
  loader.readLogs();
  draw();
}

/** @param {import("../lib/types.js").Frame} frame */
function board(frame) {
  return html`<div class="board ${steps.look}" data-game=${first.game} @wheel=${wheel}>
    ${drawing.renderTable(frame, lookOf(at))}
    ${resultCard(
      frame,
      first.players,
      at.shown === at.last ? at.history.result : null,
      drawing,
      first.teams,
      frame.results ? at.roundEvents : [],
    )}
  </div>`;
}

/** Step with the wheel over the table, unless it zooms or there is something to scroll.
 * @param {WheelEvent} e */
const wheel = e => {
  const page = document.documentElement;
  if (e.ctrlKey || !e.deltaY || page.scrollHeight > page.clientHeight) return;
  const card = /** @type {Element} */ (e.target).closest(".result");
  if (card && card.scrollHeight > card.clientHeight + 1) return;
  e.preventDefault();
  turned += e.deltaY;
  if (Math.abs(turned) < NOTCH) return;
  player.step(Math.sign(turned));
  turned = 0;
};

/** Say what happened, but only when it goes by slowly enough to be listened to. */
function speak() {
  const calm = at.playing
    ? PACE / at.speed >= CALM
    : !at.following || (!at.paced && at.gap >= CALM);
  const frame = at.history.frames[at.shown];
  const told = calm || frame.results ? frame.events.filter(e => !laysOut(e)) : [];
  const text = sentences(told.map(e => describe(e, first.players)));
  if (text && text !== at.said) {
    at.said = text;
    const region = root.querySelector("[aria-live]");
    if (region) region.textContent = text;
  }
}

// -- keys

function sound() {
  at.note = toggleSound() ? t("Sounds are on.") : t("Sounds are off.");
  draw();
}

/** @type {import("../lib/keys.js").Key[]} */
const KEYS = [
  ["← →", t("one event back or on")],
  ["Shift ← →", t("own decision of the chosen seat")],
  ["↑ ↓", t("up and down the list of events")],
  ["PgUp PgDn", t("round")],
  ["Home End", t("start; end or live")],
  ["Space", t("play and pause")],
  ["n p", t("next, previous problem")],
  ["m", t("the move that cost the most")],
  ["a", t("ask the search what it would do here, as the chosen seat")],
  [t("wheel"), t("one event back or on, over the table")],
  ["1-5", t("as this seat")],
  ["0", t("all hands")],
  ["h", t("hidden or all hands")],
  ["l", t("copy link")],
  ["L", t("copy a link that holds the whole match")],
  ["f", t("full screen")],
  ["i", t("corner letters of the tiles")],
  ["s", t("sounds on or off")],
  ["t", t("dark or light")],
  ["Esc", t("unpin")],
  ["?", t("this list")],
];
const help = helpDialog(KEYS);
onKeys({
  ArrowLeft: () => player.step(-1),
  ArrowRight: () => player.step(1),
  "Shift+ArrowLeft": () => player.decision(-1),
  "Shift+ArrowRight": () => player.decision(1),
  ArrowUp: () => player.step(-1),
  ArrowDown: () => player.step(1),
  PageUp: () => player.round(-1),
  PageDown: () => player.round(1),
  Home: () => player.jump(0),
  End: () => player.end(),
  " ": () => player.play(),
  n: () => player.problem(1),
  p: () => player.problem(-1),
  m: () => at.history.result && player.turn(),
  a: () => player.ask(),
  0: () => loader.look("all"),
  h: () => loader.look(at.view === "all" ? "public" : "all"),
  l: () => player.copy(),
  L: () => player.copyWhole(),
  f: fullScreen,
  i: toggleIndex,
  s: sound,
  t: toggleTheme,
  "?": help,
  Escape: () => player.unpin(),
  ...Object.fromEntries(
    first.players.map((_, seat) => [String(seat + 1), () => loader.look("seat", seat)]),
  ),
});
addEventListener("hashchange", () => {
  const before = at.viewer;
  const e = at.readHash(location.hash);
  if (e !== null) {
    at.following = false;
    at.cursor = Math.min(e, at.last);
  }
  if (before !== at.viewer) loader.load();
  else draw();
});

// -- begin

const turning = location.hash === "#turning";
const reviewing = location.hash.startsWith("#review");
const wanted = at.readHash(location.hash);
at.following = at.live && wanted === null;
render(page(), root);
at.cursor = wanted ?? 0;
if (at.live) loader.follow();
else
  loader.load().then(() => {
    if (turning) player.turn();
    if (reviewing) review.toggle();
  });
