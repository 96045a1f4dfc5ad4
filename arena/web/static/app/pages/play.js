import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { choiceOf, keysOf } from "../games/choices.js";
import { askHere, automatic, mayPassWin } from "../match/advice.js";
import { choiceBar, pickBar } from "../match/choice_bar.js";
import { timeLeft } from "../match/clock.js";
import { deed, laysOut } from "../games/describe.js";
import { refusal } from "../lib/errors.js";
import { loadRenderer } from "../games/index.js";
import { helpDialog, onKeys, toggleIndex, toggleTheme } from "../lib/keys.js";
import { displayName, tableName } from "../lib/names.js";
import { Picking } from "../match/picking.js";
import { resultCard } from "../match/result.js";
import { mark } from "../games/seats.js";
import { number } from "../lib/format.js";
import { openRoom } from "../lib/rooms.js";
import { play, toggleSound } from "../lib/sounds.js";
import { signedIn } from "../lib/session.js";
import { RoomSocket } from "../lib/socket.js";
import { framesOf } from "../match/live_frames.js";
import { configOf, usualRules } from "./rule_builder.js";
import { playBar } from "./play_bar.js";
import { helpers } from "./play_helpers.js";
import { seatForm } from "./seat_form.js";
import { variantEntries } from "../lib/variants.js";
import { t, term } from "../lib/messages.js";

/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("./seat_form.js").GameInfo} GameInfo */

const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 420;
const TALK = 40;
const PASS = "pass";
const root = /** @type {HTMLElement} */ (document.getElementById("play"));
/** @type {{game: string, games: Record<string, GameInfo>, longest_ms: number,
 *   rules: boolean, drawing: import("../games/index.js").Drawing | null}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const drawing = await loadRenderer(page.drawing);

const at = {
  game: page.game,
  wanted: { seats: 0, bot: "", short: true, name: localStorage.getItem("arena-name") ?? "guest" },
  rules: usualRules(),
  /** @type {Map<string, Record<string, any>>} */ variants: new Map(),
  /** @type {import("../lib/variants.js").VariantEntry[]} */ played: [],
  seat: -1,
  /** @type {string[]} */ players: [],
  /** @type {Frame | null} */ frame: null,
  /** @type {any} */ request: null,
  /** What has happened, in words and tiles. @type {unknown[]} */ talk: [],
  /** What has happened in this round. @type {import("../lib/types.js").GameEvent[]} */ round: [],
  /** @type {import("../lib/types.js").Outcome | null} */ outcome: null,
  matchId: "",
  lost: false,
  busy: false,
  note: "",
  asked: 0,
  undone: 0,
  needsToken: false,
  token: "",
  /** What to do and to show by itself. */ help: { hints: false, win: false, pass: false },
  /** @type {import("../match/advice.js").Advice | null} */ advice: null,
};
/** @type {RoomSocket | null} */
let socket = null;
/** @type {{frame: Frame, heard: number, request: any}[]} */
let queue = [];
/** @type {any[]} */
let results = [];
let pacing = false;
let picking = new Picking(null, at.game);

// -- sitting down

async function sitDown() {
  const info = page.games[at.game];
  const seats = at.wanted.seats || info.default_seats;
  localStorage.setItem("arena-name", at.wanted.name);
  const bot = at.wanted.bot || info.house_bot;
  const { room, problem, status } = await openRoom(at.game, page.longest_ms, {
    game: at.game,
    seats,
    bots: Array.from({ length: seats - 1 }, (_, i) => at.rules.bots[i] || bot),
    config: configOf(at.rules, at.wanted.short ? info.short : {}),
    variants: variantEntries(at.variants),
    ...(at.rules.seed ? { deals: { seed: at.rules.seed } } : {}),
  });
  if (problem) {
    at.needsToken = status === 401;
    at.note = problem;
    draw();
    return;
  }
  join(room, tableName(at.wanted.name));
}

/** Sit down once somebody has signed in; else show what was wrong with the token. */
function signedInOrNot() {
  if (!signedIn()) return draw();
  at.needsToken = false;
  at.note = "";
  sitDown();
}

/** @param {string} room @param {string} name @param {string | null} [seat] a certain one */
function join(room, name, seat = null) {
  const ask = /** @type {Record<string, any>} */ ({ player_id: name, role: "player" });
  const display = displayName(at.wanted.name);
  if (display && display !== name) ask.display = display;
  if (seat !== null) ask.seat = Number(seat);
  at.busy = true;
  socket = new RoomSocket(
    room,
    ask,
    message => {
      if (message.type === "join_ack") {
        Object.assign(ask, { token: message.token, takeover: true });
        at.token = message.token;
      }
      heard(message);
    },
    state => {
      at.lost = state === "lost";
      draw();
    },
  );
  draw();
}

// -- what the server says

/** @param {any} message */
function heard(message) {
  if (message.seats)
    at.players = message.seats.map((/** @type {any} */ seat) => seat.display || seat.name || "…");
  if (message.type === "join_ack")
    Object.assign(at, { seat: message.seat, played: message.variants });
  if (message.type === "game_starting") socket?.send({ type: "ready" });
  else if (message.type === "round_result") results.push(message);
  else if (message.type === "state") add(message);
  else if (message.type === "game_over") finish(message);
  else if (message.type === "error") {
    at.note = refusal(message.code, message.detail || message.message);
    at.busy = false;
  }
  draw();
}

/** @param {any} message */
function add(message) {
  at.matchId = message.match_id;
  const last = queue.at(-1)?.frame ?? at.frame ?? undefined;
  const frames = framesOf(message, results, last);
  results = [];
  frames.forEach((frame, i) =>
    queue.push({
      frame,
      heard: performance.now(),
      request: i === frames.length - 1 && message.request_id !== null ? message : null,
    }),
  );
  next();
}

/** @param {any} message */
function finish(message) {
  at.outcome = { points: message.deltas, ranks: message.placements, winner: message.winner };
  const last = (queue.at(-1)?.frame ?? at.frame)?.view;
  const view = { ...last, phase: "Finished" };
  const frames = last ? framesOf({ ...message, seq: -1, view }, results, undefined) : [];
  queue.push(...frames.map(frame => ({ frame, heard: 0, request: null })));
  results = [];
  socket?.close();
  next();
  if (last) showTheEnd(frames[frames.length - 1]);
}

/** The last move comes without a view of the table after it: put it into the frame that ends.
 * @param {Frame} frame */
async function showTheEnd(frame) {
  const address = `/api/matches/${at.matchId}/frames?as=${at.seat}`;
  const response = await fetch(address).catch(() => null);
  const end = response?.ok ? (await response.json()).frames.at(-1) : null;
  if (end?.view.phase !== "Finished") return;
  frame.view = end.view;
  draw();
}

/** Show what has come in, one step after the other at a pace that can be followed. */
function next() {
  if (
    pacing ||
    !queue.length ||
    (at.frame?.results && !at.outcome && at.frame.results.length && !at.busy)
  )
    return;
  const item = queue.shift();
  if (!item) return;
  at.frame = item.frame;
  at.request = item.request;
  picking = new Picking(item.request?.view ?? null, at.game);
  at.asked = item.heard;
  at.busy = false;
  if (item.frame.events.some(e => "opens_round" in e)) at.round = [];
  at.round.push(...item.frame.events);
  for (const e of item.frame.events) if (!laysOut(e)) at.talk.push(happened(e));
  at.talk = at.talk.slice(-TALK);
  if (at.request) decide();
  draw();
  if (item.frame.results && queue.length) return; // the round's result stays until it is read
  if (!queue.length) return;
  pacing = true;
  setTimeout(() => {
    pacing = false;
    next();
  }, PACE);
}

/** What somebody did, with his mark: house bots of one name are told apart by it.
 * @param {import("../lib/types.js").GameEvent} e */
const happened = e =>
  html`${e.seat === undefined || e.seat < 0 ? nothing : mark(e.seat)}
    <span>${deed(e, at.players)}</span>`;

/** A decision has come: do what is to be done by itself, and fetch the hints that are wanted. */
function decide() {
  at.advice = null;
  play("turn");
  const choice = automatic(at.request.view, at.help);
  if (choice) choose(choice);
  else if (at.help.hints) ask(false);
  else if (mayPassWin(at.request.view)) warn();
}

/** Tell what a win that may be passed is worth, though hints are not wanted. */
async function warn() {
  const { request } = at;
  const advice = await askHere(at.matchId, at.token, false);
  if (request !== at.request || typeof advice === "string") return; // somebody else minds
  at.advice = advice;
  draw();
}

/** Ask what there is to know about the choices, and what the strongest bot would do.
 * @param {boolean} think */
async function ask(think) {
  const { request } = at;
  if (!request || at.busy) return;
  if (think) at.note = t("The search is thinking …");
  draw();
  const advice = await askHere(at.matchId, at.token, think);
  if (request !== at.request) return;
  at.note = typeof advice === "string" ? advice : "";
  if (typeof advice !== "string") at.advice = advice;
  draw();
}

function goOn() {
  at.busy = true; // lets the next frame pass
  next();
}

/** Take the last own decision back, or make it again; the server answers with the table of then.
 * @param {"undo" | "redo"} type */
function rewind(type) {
  if (!at.request || at.busy || (type === "redo" && !at.undone)) return;
  queue = [];
  results = [];
  at.busy = true;
  at.note = "";
  at.undone += type === "undo" ? 1 : -1;
  at.talk.push(type === "undo" ? t("— taken back —") : t("— made again —"));
  socket?.send({ type });
  draw();
}

/** @param {string} choice */
function choose(choice) {
  if (!at.request || at.busy || !at.request.view.legal.includes(choice)) return;
  at.busy = true;
  at.note = "";
  at.undone = 0;
  at.advice = null;
  socket?.send({ type: "action", choice, request_id: at.request.request_id });
  at.request = null;
  draw();
}

// -- drawing

let waiting = false;
let seated = false;
/** The last decision for which the own hand was brought into sight.
 * @type {any} */
let inSight = null;
/** @type {number | undefined} */
let ticking;
function draw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    const focused =
      /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.choice !== undefined;
    render(
      at.frame
        ? table(at.frame)
        : socket
          ? lobbyWait()
          : seatForm(page, at, { draw, sitDown, signedInOrNot }),
      root,
    );
    if (at.frame && !seated) {
      seated = true;
      scrollTo(0, 0); // the button that was pressed stood below a long form
    }
    const hand = root.querySelectorAll(`[data-seat="${at.seat}"] .hand [data-tile]`);
    picking.show(hand);
    showChoices(hand);
    const open = at.request && !at.busy;
    if (open && at.request !== inSight) {
      inSight = at.request;
      bringHandIntoSight();
    }
    if (open && at.request.deadline_ms != null)
      ticking ??= setTimeout(() => {
        ticking = undefined;
        draw();
      }, 500);
    if (open && (focused || document.activeElement === document.body)) {
      const first = /** @type {HTMLElement | null} */ (root.querySelector(".choices button"));
      if (focused || PACE === 0) first?.focus({ preventScroll: true });
    }
  });
}

/** On small screens the choices stick to the lower edge: bring the own hand above them. */
function bringHandIntoSight() {
  const bar = root.querySelector(".scrub");
  const hand = [...root.querySelectorAll(`[data-seat="${at.seat}"] .hand`)].at(-1);
  if (!bar || !hand || getComputedStyle(bar).position !== "sticky") return;
  const covered = hand.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
  if (covered > 0) scrollBy(0, covered + 8);
}

function lobbyWait() {
  return html`<div class="card sit">
    <h1>${t("Taking a seat …")}</h1>
    <p class="dim" role="status">${at.note || at.players.join(", ")}</p>
  </div>`;
}

/** The own clock while an answer is waited for. */
function clock() {
  const { deadline_ms, bank_ms } = at.request ?? {};
  return deadline_ms == null || at.busy
    ? null
    : timeLeft({ decision_ms: deadline_ms - bank_ms }, bank_ms, performance.now() - at.asked);
}

/** @param {Frame} frame */
function table(frame) {
  const open = Boolean(at.request) && !at.busy;
  const players = at.players;
  const look = {
    players,
    bots: [],
    clocks: players.map((_, seat) => (seat === at.seat ? clock() : null)),
    bottom: at.seat,
    faults: players.map(() => 0),
    ms: players.map(() => null),
    teams: page.games[at.game].teams ?? [],
    ranks: at.outcome && !queue.length ? at.outcome.ranks : null,
  };
  const over = at.outcome && !queue.length;
  return html`<div
    class="match play"
    data-open=${open}
    data-over=${Boolean(over)}
    data-seq=${frame.seq}
  >
    ${playBar(at, term(page.games[at.game].title), look, { open, over: Boolean(over) }, { rewind, goOn })}
    <div class="board own-${at.seat} ${open ? "open" : ""}" data-game=${at.game} @click=${clicked}>
      ${drawing.renderTable(frame, look)}
      ${resultCard(frame, players, queue.length ? null : at.outcome, drawing, look.teams, at.round)}
    </div>
    <aside class="panel" aria-label=${t("What has happened")}>
      <div class="card">
        <h2>${t("Scores")}</h2>
        ${players.map(
          (name, seat) =>
            html`<div class="scoreline">
              ${mark(seat)}<span>${seat === at.seat ? t("{name} (you)", { name }) : name}</span
              ><b>${number(frame.view.scores[seat])}</b>
            </div>`,
        )}
      </div>
      ${
        over
          ? nothing
          : helpers(
              at.help,
              open,
              () => ask(true),
              () => {
                if (at.help.hints && at.request && !at.busy) ask(false);
                else draw();
              },
            )
      }
      <div class="card grow">
        <h2>${t("What has happened")}</h2>
        <ol class="talk" tabindex="0" aria-label=${t("Events")}>
          ${at.talk
            .slice()
            .reverse()
            .map(line => html`<li>${line}</li>`)}
        </ol>
      </div>
    </aside>
    ${
      over
        ? nothing
        : html`<div class="scrub card">
            ${open ? choices() : html`<span class="dim">${t("Your choices will be here.")}</span>`}
          </div>`
    }
  </div>`;
}

function choices() {
  const { choice, notes, remarks } = at.advice ?? {};
  const view = {
    ...at.request.view,
    notes: { ...at.request.view.notes, ...notes },
    remarks,
    ...(choice ? { recommended: choice } : {}),
  };
  return picking.sets
    ? pickBar(view, picking, draw, choose)
    : choiceBar(view, at.game, choose, byTile(view), drawing.choice);
}

/** The choice that a click on a tile of the own hand means.
 * @param {import("../lib/types.js").View} view @param {string} piece
 * @param {boolean} drawn whether it is the tile just drawn */
const meant = (view, piece, drawn) =>
  drawing.choiceOf ? drawing.choiceOf(view, piece) : choiceOf(view.legal, piece, drawn);

/** Every choice that a click on some tile of the own hand means.
 * @param {import("../lib/types.js").View} view */
const byTile = view =>
  new Set(view.hand.flatMap(piece => [meant(view, piece, false), meant(view, piece, true)]));

/** Mark the tile of the own hand that the search would play, and those that cannot be chosen now.
 * @param {Iterable<Element>} tiles */
function showChoices(tiles) {
  const view = at.request?.view;
  const advised = at.request && at.advice?.choice;
  const some = view && !picking.sets && [...byTile(view)].some(Boolean);
  for (const tile of tiles) {
    const piece = /** @type {HTMLElement} */ (tile).dataset.tile ?? "";
    const choice = some ? meant(view, piece, tile.classList.contains("new")) : undefined;
    tile.classList.toggle("advised", Boolean(advised) && choice === advised);
    tile.classList.toggle("barred", Boolean(some) && !choice);
  }
}

/** A click on a tile of the own hand.
 * @param {MouseEvent} e */
function clicked(e) {
  const hit = /** @type {HTMLElement} */ (e.target).closest?.("[data-tile]");
  if (!hit || !at.request || !hit.closest(`[data-seat="${at.seat}"] .hand`)) return;
  const { view } = at.request;
  const piece = /** @type {HTMLElement} */ (hit).dataset.tile ?? "";
  if (picking.sets) {
    picking.pick(piece);
    return draw();
  }
  const choice = meant(view, piece, hit.classList.contains("new"));
  if (choice) choose(choice);
}

// -- begin

const help = helpDialog([
  ["1 – 9", t("the choice with this key on it")],
  ["← →", t("from choice to choice")],
  ["Enter", t("take it; go on after a round")],
  ["p", t("pass")],
  ["a", t("ask the search what it would do")],
  ["u", t("take your last decision back")],
  ["y", t("make it again")],
  ["i", t("corner letters of the tiles")],
  ["s", t("sounds on or off")],
  ["t", t("dark or light")],
  ["?", t("this list")],
]);
onKeys({
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, i) => [
      String(i + 1),
      () => {
        if (!at.request || picking.sets) return;
        const keys = keysOf(at.request.view.legal);
        const found = [...keys].find(([, key]) => key === String(i + 1));
        if (found) choose(found[0]);
      },
    ]),
  ),
  p: () => choose(PASS),
  a: () => ask(true),
  s: toggleSound,
  u: () => rewind("undo"),
  y: () => rewind("redo"),
  i: toggleIndex,
  t: toggleTheme,
  "?": help,
});
addEventListener("keydown", e => {
  if (
    e.key === "Enter" &&
    at.frame?.results &&
    !at.outcome &&
    document.activeElement === document.body
  )
    goOn();
});
const query = new URLSearchParams(location.search);
const asked = query.get("room");
if (asked) join(asked, tableName(at.wanted.name), query.get("seat"));
else draw();
