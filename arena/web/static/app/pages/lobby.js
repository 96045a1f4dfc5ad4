import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { helpDialog, onKeys, toggleTheme } from "../lib/keys.js";
import { loadDrawing } from "../games/index.js";
import { roundName } from "../games/describe.js";
import { mark } from "../games/seats.js";
import { number, place, rankOf } from "../lib/format.js";
import { markup, plural, t, term } from "../lib/messages.js";

/**
 * @typedef {{seat: number, name: string | null, display?: string, bot: string | null, house: boolean,
 *   connected: boolean}} Seat
 * @typedef {{room_id: string, match_id: string, game: string, title: string, state: string,
 *   seats: Seat[], spectators: number, kind: string, spectator_delay: number,
 *   seq?: number, scores?: number[], round?: string, phase?: string, current_player?: number,
 *   hand_sizes?: number[],
 *   ranks?: number[] | null, teams?: number[][], history?: string[]}} Table
 */

/** @typedef {{id: string, name: string, state: string, game: string, format: string,
 *   bots: string[], done: number, created: number}} Cup */

const root = /** @type {HTMLElement} */ (document.getElementById("lobby"));
/** @type {{rooms?: Table[], ladder?: boolean, tv?: boolean, rules?: string[],
 *   drawings?: Record<string, import("../games/index.js").Drawing | null>}} */
const first = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const at = {
  rooms: first.rooms ?? [],
  /** @type {Cup[]} */ cups: [],
  /** Challenges that wait. */ queued: 0,
  /** The rooms that the reader may control.
   * @type {string[]} */ controlled: [],
  game: "",
  kind: "",
  who: "",
  lost: false,
};
let waiting = false;
/** Where tables come from. */
const KINDS = [
  ["", t("all tables")],
  ["ladder", t("of the ladder")],
  ["tournament", t("of tournaments")],
  ["room", t("of anybody")],
];
/** Milliseconds between looks at what changes slowly. */
const SLOWLY = 8000;
/** How each game's cards are drawn; null while that is being loaded, or if it has no drawing.
 * @type {Map<string, import("../games/index.js").Renderer | null>} */
const drawings = new Map();

function readQuery() {
  const query = new URLSearchParams(location.search);
  at.game = query.get("game") ?? "";
  at.kind = query.get("kind") ?? "";
  at.who = query.get("bot") ?? "";
}

function writeQuery() {
  const query = new URLSearchParams();
  if (at.game) query.set("game", at.game);
  if (at.kind) query.set("kind", at.kind);
  if (at.who) query.set("bot", at.who);
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  draw();
}

/** @param {Table} table */
const wanted = table =>
  (!at.game || table.game === at.game) &&
  (!at.kind || table.kind === at.kind) &&
  (!at.who ||
    table.seats.some(seat =>
      `${seat.name} ${seat.bot}`.toLowerCase().includes(at.who.toLowerCase()),
    ));

/** @param {Cup} cup */
const wantedCup = cup =>
  ["running", "waiting"].includes(cup.state) &&
  (!at.game || cup.game === at.game) &&
  (!at.kind || at.kind === "tournament") &&
  (!at.who || cup.bots.some(bot => bot.toLowerCase().includes(at.who.toLowerCase())));

function draw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    render(page(), root);
  });
}

function page() {
  const tables = at.rooms.filter(wanted);
  const live = tables.filter(table => table.state === "running" || table.state === "starting");
  const open = tables.filter(table => table.state === "waiting");
  const recent = tables.filter(table => table.state === "over");
  const cups = at.cups.filter(wantedCup);
  const games = [...new Map(at.rooms.map(table => [table.game, table.title]))].sort();
  return html`<div class="lobby">
    ${welcome()} ${screen()}
    <div class="head">
      <h2>${t("Live tables")}</h2>
      <span class="dim" role="status" aria-live="off"
        >${t("{live} playing · {open} waiting for players · {recent} just finished", {
          live: live.length,
          open: open.length,
          recent: recent.length,
        })}${
          at.queued
            ? ` · ${plural(at.queued, "{n} challenge in the queue", "{n} challenges in the queue")}`
            : ""
        }</span
      >
      ${at.lost ? html`<span class="badge lost" role="status">${t("reconnecting")}</span>` : nothing}
      <span class="filters">
        <select
          aria-label=${t("Game")}
          @change=${(/** @type {any} */ e) => {
            at.game = e.target.value;
            writeQuery();
          }}
        >
          <option value="">${t("all games")}</option>
          ${games.map(
            ([name, title]) =>
              html`<option value=${name} ?selected=${name === at.game}>${term(title)}</option>`,
          )}
          ${
            at.game && !games.some(([name]) => name === at.game)
              ? html`<option value=${at.game} selected>${at.game}</option>`
              : nothing
          }
        </select>
        <select
          aria-label=${t("Kind of table")}
          @change=${(/** @type {any} */ e) => {
            at.kind = e.target.value;
            writeQuery();
          }}
        >
          ${KINDS.map(
            ([kind, name]) =>
              html`<option value=${kind} ?selected=${kind === at.kind}>${name}</option>`,
          )}
        </select>
        <input
          type="text"
          placeholder=${t("player or bot")}
          aria-label=${t("Player or bot")}
          .value=${at.who}
          @input=${(/** @type {any} */ e) => {
            at.who = e.target.value;
            writeQuery();
          }}
        />
        <a class="button" href=${first.rules?.includes(at.game) ? `/rules/${at.game}` : "/rules"}
          >${t("Rules")}</a
        >
      </span>
    </div>
    ${at.rooms.length || cups.length ? nothing : empty()} ${section(t("Playing now"), live)}
    ${
      cups.length
        ? html`<section aria-label=${t("Tournaments")}>
            <h2>${t("Tournaments")}</h2>
            <div class="cards">${cups.map(cupCard)}</div>
          </section>`
        : nothing
    }
    ${section(t("Waiting for players"), open)} ${controls()}
    ${section(t("Just finished"), recent, finished)}
  </div>`;
}

/** Links to the pages of the rooms that the reader may control. */
function controls() {
  const open = new Set(at.rooms.filter(room => room.state !== "over").map(room => room.room_id));
  const rooms = at.controlled.filter(id => open.has(id));
  if (!rooms.length) return nothing;
  return html`<section aria-label=${t("Rooms you control")}>
    <h2>${t("Rooms you control")}</h2>
    <p class="tools-line">
      ${rooms.map(id => html`<a class="button" href="/room/${encodeURIComponent(id)}">${id}</a> `)}
    </p>
  </section>`;
}

/** What this is, in one line, and what can be done here. */
function welcome() {
  return html`<div class="welcome">
    <h1>
      ${t("Programs play table games with hidden tiles here, against each other and against you.")}
    </h1>
    <span class="doors">
      <a class="button primary" href="/tv">${t("Watch")}</a>
      <a class="button primary" href="/play">${t("Play")}</a>
      ${
        first.ladder
          ? html`<a class="button primary" href="/submit">${t("Submit a bot")}</a>`
          : html`<a class="button primary" href="/docs">${t("Write a bot")}</a>`
      }
      <a class="button" href="/replay">${t("Open a replay")}</a>
    </span>
  </div>`;
}

/** The featured table; it goes on to the next match by itself. */
function screen() {
  if (!first.tv && !at.rooms.some(table => table.seq !== undefined)) return nothing;
  return html`<iframe
    class="tv"
    title=${t("A match to watch")}
    src="/tv?embed${at.game ? `&game=${encodeURIComponent(at.game)}` : ""}"
  ></iframe>`;
}

function empty() {
  return html`<div class="card empty">
    <h2>${t("Nobody is playing yet")}</h2>
    <p>
      ${markup("Start a match from a terminal, or {link}:", {
        link: html`<a href="/play">${t("sit down at a table yourself")}</a>`,
      })}
    </p>
    <pre>
arena demo
arena connect ${location.origin} --bot counter --room lunch --fill</pre>
  </div>`;
}

/** @param {string} title @param {Table[]} tables @param {(table: Table) => unknown} [drawn] */
function section(title, tables, drawn = card) {
  if (!tables.length) return nothing;
  return html`<section aria-label=${title}>
    <h2>${title}</h2>
    <div class="cards">${repeat(tables, table => table.room_id, drawn)}</div>
  </section>`;
}

/** Matches of a tournament are played in other processes: what can be followed is its table.
 * @param {Cup} cup */
function cupCard(cup) {
  return html`<a class="card table" href="/t/${cup.id}" data-cup=${cup.id}>
    <span class="line1"
      ><span class="badge ${cup.state === "running" ? "live" : ""}">${term(cup.state)}</span
      ><b>${cup.name || cup.id}</b><span class="dim">${cup.game} · ${cup.format}</span
      ><span class="dim right">${plural(cup.done, "{n} match", "{n} matches")}</span></span
    >
    <span class="dim">${cup.bots.join(", ")}</span></a
  >`;
}

/** The last moves as the game's own drawing shows them; nothing until that is loaded.
 * @param {Table} table */
function felt(table) {
  if (table.seq === undefined) return nothing;
  const drawing = drawings.get(table.game);
  return drawing?.miniature?.({ history: table.history ?? [], seats: table.seats }) ?? nothing;
}

/** Load the drawings of the games that are played here, each once. */
function loadDrawings() {
  for (const game of new Set(at.rooms.map(table => table.game))) {
    if (drawings.has(game)) continue;
    drawings.set(game, null);
    loadDrawing(first.drawings?.[game]).then(found => {
      drawings.set(game, found);
      draw();
    });
  }
}

/** A match that is over, and the way to the move that decided it.
 * @param {Table} table */
function finished(table) {
  return html`<div class="finished">
    ${card(table)}
    ${
      table.seq
        ? html`<a class="turning" href="/m/${table.match_id}#turning"
            >${t("The move that decided it")}<span class="unseen">
              ${t("in {game}, {room}", { game: term(table.title), room: table.room_id })}</span
            ></a
          >`
        : nothing
    }
  </div>`;
}

/** Which round is played: numbered, or named by a wind.
 * @param {string} name */
const roundText = name =>
  /^\d+$/.test(name) ? t("round {n}", { n: name }) : t("round {round}", { round: roundName(name) });

/** @param {Table} table */
function card(table) {
  const over = table.state === "over";
  const best = Math.max(1, ...(table.scores ?? [1]).map(Math.abs));
  const closed = table.seq === undefined && (table.state === "waiting" || !table.spectator_delay);
  const address = closed
    ? `/play/${table.game}?room=${encodeURIComponent(table.room_id)}`
    : `/m/${table.match_id}`;
  return html`<a
    class="card table ${over ? "over" : ""}"
    href=${address}
    data-room=${table.room_id}
    data-state=${table.state}
  >
    <span class="line1"
      >${
        over
          ? html`<span class="badge">${t("final")}</span>`
          : table.state === "waiting"
            ? html`<span class="badge">${t("open")}</span>`
            : html`<span class="badge live">${t("live")}</span>`
      } <b>${term(table.title)}</b
      ><span class="dim">${table.round ? roundText(table.round) : ""}</span
      ><span class="dim right"
        >${table.seq === undefined ? "" : plural(table.seq, "{n} step", "{n} steps")}</span
      ></span
    >
    <span class="seats"
      >${table.seats.map(
        (seat, i) =>
          html`<span class="seat c${i} ${table.current_player === i && !over ? "acts" : ""}">
            ${mark(i)}<span class="name"
              >${seat.display || seat.name || html`<i class="dim">${t("free seat")}</i>`}</span
            >
            <span class="bar" aria-hidden="true"
              ><span
                style="width:${
                  table.scores ? Math.max(0, (100 * table.scores[i]) / best).toFixed(0) : 0
                }%"
              ></span
            ></span>
            <span class="num">${table.scores ? number(table.scores[i]) : ""}</span>
            ${
              over && table.ranks
                ? html`<span class="chip ${table.ranks[i] === 1 ? "gold" : ""}"
                    >${place(rankOf(table.ranks, i, table.teams ?? []))}</span
                  >`
                : html`<span class="dim tiles-left"
                    >${
                      table.hand_sizes
                        ? html`<span class="back" aria-hidden="true"></span
                            >×${table.hand_sizes[i]}<span class="unseen"> ${t("tiles")}</span>`
                        : ""
                    }</span
                  >`
            }
          </span>`,
      )}</span
    >
    ${felt(table)}
    <span class="line1 dim"
      >${table.room_id}<span class="right"
        >${table.spectators ? t("{n} watching", { n: table.spectators }) : ""}</span
      ></span
    >
  </a>`;
}

function listen() {
  const feed = new EventSource("/lobby/feed");
  feed.onopen = () => {
    at.lost = false;
    draw();
  };
  feed.onerror = () => {
    at.lost = true;
    draw();
    if (feed.readyState === EventSource.CLOSED) setTimeout(listen, 1500);
  };
  feed.onmessage = event => {
    at.rooms = JSON.parse(event.data).rooms;
    loadDrawings();
    draw();
  };
}

/** @param {string} path @returns {Promise<any>} */
const asked = path =>
  fetch(path)
    .then(response => (response.ok ? response.json() : null))
    .catch(() => null);

/** Look at tournaments and the queue now and then, while somebody looks at the page. */
async function lookRound() {
  if (!document.hidden) {
    at.controlled = (await asked("/rooms/controlled"))?.rooms ?? at.controlled;
    at.cups = (await asked("/api/tournaments?limit=20"))?.tournaments ?? at.cups;
    const challenges = first.ladder ? await asked("/api/challenges?limit=100") : null;
    at.queued = (challenges ?? []).filter(
      (/** @type {any} */ one) => one.state === "queued",
    ).length;
    draw();
  }
  setTimeout(lookRound, SLOWLY);
}

const help = helpDialog([
  ["t", t("dark or light")],
  ["Tab", t("from table to table")],
  ["Enter", t("watch it")],
  ["?", t("this list")],
]);
onKeys({ t: toggleTheme, "?": help });
readQuery();
addEventListener("popstate", () => {
  readQuery();
  draw();
});
render(page(), root);
loadDrawings();
listen();
lookRound();
