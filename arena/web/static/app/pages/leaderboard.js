import { html, render } from "../../vendor/lit-html/lit-html.js";
import { helpDialog, onKeys, toggleTheme } from "../lib/keys.js";
import { COLUMNS, placeSure, turned } from "../lib/standings.js";
import { standingsTable } from "../lib/standings_table.js";

/** @typedef {import("../lib/standings.js").Row} Row */
/** @typedef {{rank: number, ranks: number[] | null, name: string, owner: string, identity: string,
 *   rating: number | null, low: number | null, high: number | null,
 *   games: number, faults: number, places: number[], better_than_next: number | null}
 *   & import("../lib/standings.js").Placed} Entry */

const EVERY = 5000;
const root = /** @type {HTMLElement} */ (document.getElementById("leaderboard"));
/** @type {{game: string, title: string, seats: number, games: Record<string, string>,
 *   rows: Entry[]}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const at = {
  /** @type {import("../lib/standings.js").Order} */ order: { key: "rank", down: false },
  least: 0,
  rows: page.rows,
};

function readQuery() {
  const query = new URLSearchParams(location.search);
  const key = query.get("sort") ?? "rank";
  at.order = {
    key: COLUMNS.some(column => column.key === key) ? key : "rank",
    down: query.get("down") === "1",
  };
  at.least = Math.max(0, Number(query.get("games")) || 0);
}

function writeQuery() {
  const query = new URLSearchParams();
  if (at.order.key !== "rank" || at.order.down) query.set("sort", at.order.key);
  if (at.order.down) query.set("down", "1");
  if (at.least) query.set("games", String(at.least));
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  draw();
}

/** @param {Entry} entry @returns {Row} */
function row(entry) {
  const { games } = entry;
  const places = Array.from(
    { length: Math.max(page.seats, ...at.rows.map(each => each.places.length)) },
    (_, i) => entry.places[i] ?? 0,
  );
  const rated = games > 0;
  return {
    rank: entry.rank,
    ranks: entry.ranks,
    name: entry.name,
    href: entry.identity.startsWith("token:") ? "" : `/b/${encodeURIComponent(entry.name)}`,
    note: entry.owner === entry.name ? "" : entry.owner,
    mean: entry.rating,
    low: entry.low,
    high: entry.high,
    games,
    superior: entry.better_than_next,
    places: rated ? places.map(many => many / games) : [],
    faults: entry.faults,
    average: entry.mean_place,
    averageNote: placeSure(entry),
  };
}

function draw() {
  const rows = at.rows.filter(entry => entry.games >= at.least).map(row);
  const address = `?game=${encodeURIComponent(page.game)}`;
  render(
    html`<div class="boards" data-loaded="true">
      <div class="head">
        <h1>${page.title} leaderboard</h1>
        <span class="tools">
          <label
            >Game
            <select
              @change=${(/** @type {any} */ e) => {
                location.href = `/l/${e.target.value}`;
              }}
            >
              ${Object.entries(page.games).map(
                ([name, title]) =>
                  html`<option value=${name} ?selected=${name === page.game}>${title}</option>`,
              )}
            </select></label
          >
          <label
            >At least
            <input
              type="number"
              min="0"
              step="10"
              aria-label="At least so many games"
              .value=${String(at.least)}
              @input=${(/** @type {any} */ e) => {
                at.least = Math.max(0, Number(e.target.value) || 0);
                writeQuery();
              }}
            />
            games</label
          >
          <a class="button" href="/seasons">Past seasons</a>
          <a class="button" href="/api/leaderboard.csv${address}">CSV</a
          ><a class="button" href="/api/leaderboard${address}">JSON</a>
        </span>
      </div>
      <section class="card">
        <h2>
          Standings
          <small
            >rating and 95 % interval; beside the rank, the ranks that are possible by all
            comparisons at once (95 % for the whole table). Ranked by the lower end of the interval:
            what a bot has surely shown.</small
          >
        </h2>
        ${
          rows.length
            ? standingsTable(
                rows,
                at.order,
                key => {
                  at.order = turned(at.order, key);
                  writeQuery();
                },
                "Standings",
              )
            : empty()
        }
      </section>
    </div>`,
    root,
  );
}

function empty() {
  if (at.rows.length) return html`<p>Nobody has played ${at.least} games yet.</p>`;
  return html`<p>
      Nobody plays on this ladder yet. <a href="/submit">Submit a bot</a>, or from a terminal:
    </p>
    <pre class="hint">
arena submit my-bot/bot.py --game ${page.game} --server ${location.origin}</pre>`;
}

async function refresh() {
  if (document.hidden) return;
  const response = await fetch(`/api/leaderboard?game=${encodeURIComponent(page.game)}`).catch(
    () => null,
  );
  if (!response?.ok) return;
  at.rows = (await response.json()).rows;
  draw();
}

const help = helpDialog([
  ["Tab", "from column to column"],
  ["Enter", "sort by it; again turns it round"],
  ["t", "dark or light"],
  ["?", "this list"],
]);
onKeys({ t: toggleTheme, "?": help });
addEventListener("popstate", () => {
  readQuery();
  draw();
});
readQuery();
draw();
if (page.rows) setInterval(refresh, EVERY);
