import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { sentences } from "../lib/format.js";
import { helpDialog, onKeys, toggleTheme } from "../lib/keys.js";
import { COLUMNS, placeSure, turned } from "../lib/standings.js";
import { standingsTable } from "../lib/standings_table.js";
import { markup, plural, t, term } from "../lib/messages.js";

/** @typedef {import("../lib/standings.js").Row} Row */
/** @typedef {{rank: number, ranks: number[] | null, name: string, owner: string, identity: string,
 *   rating: number | null, low: number | null, high: number | null,
 *   games: number, faults: number, places: number[], better_than_next: number | null}
 *   & import("../lib/standings.js").Placed} Entry */

const EVERY = 5000;
const root = /** @type {HTMLElement} */ (document.getElementById("leaderboard"));
/** @type {{game: string, title: string, seats: number, games: Record<string, string>,
 *   ladder: string, rows: Entry[], ladders: {ladder: string, matches: number, seats: number,
 *   config: Record<string, any>, variants: any[], clock: Record<string, number | null> | null}[]}} */
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
  const ladder = new URLSearchParams(location.search).get("ladder");
  if (ladder) query.set("ladder", ladder);
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

/** What sets a ladder apart from the first: its options, variants, seats and seconds.
 * @param {(typeof page.ladders)[0]} ladder */
function rules(ladder) {
  const usual = page.ladders[0];
  const parts = Object.entries(ladder.config)
    .filter(([key, value]) => ladder !== usual && value !== usual.config[key])
    .map(([key, value]) => `${key} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  parts.push(...ladder.variants.map(each => (typeof each === "string" ? each : each.type)));
  if (ladder.seats !== usual.seats) parts.push(t("{numbers} seats", { numbers: ladder.seats }));
  const seconds = (ladder.clock?.decision_ms ?? 0) / 1000;
  parts.push(
    seconds ? `${seconds} s` : t("no clock"),
    plural(ladder.matches, "{n} match", "{n} matches"),
  );
  return parts.join(", ");
}

/** What stands before and after the field for the least number of games. */
const [leastBefore, leastAfter] = t("At least {field} matches").split("{field}");

function draw() {
  const rows = at.rows.filter(entry => entry.games >= at.least).map(row);
  const ladder = page.ladders.some(each => each.ladder === page.ladder) ? page.ladder : "";
  const address = `?game=${encodeURIComponent(page.game)}${
    ladder ? `&ladder=${encodeURIComponent(ladder)}` : ""
  }`;
  render(
    html`<div class="boards" data-loaded="true">
      <div class="head">
        <h1>${t("{game} leaderboard", { game: term(page.title) })}</h1>
        <span class="tools">
          <label
            >${t("Game")}
            <select
              @change=${(/** @type {any} */ e) => {
                location.href = `/l/${e.target.value}`;
              }}
            >
              ${Object.entries(page.games).map(
                ([name, title]) =>
                  html`<option value=${name} ?selected=${name === page.game}>
                    ${term(title)}
                  </option>`,
              )}
            </select></label
          >
          ${
            page.ladders.length > 1 || (page.ladders.length && !ladder)
              ? html`<label
                  >${t("Rules")}
                  <select
                    @change=${(/** @type {any} */ e) => {
                      location.href = `/l/${page.game}?ladder=${encodeURIComponent(e.target.value)}`;
                    }}
                  >
                    ${ladder ? nothing : html`<option selected>${t("this server's")}</option>`}
                    ${page.ladders.map(
                      each =>
                        html`<option value=${each.ladder} ?selected=${each.ladder === page.ladder}>
                          ${rules(each)}
                        </option>`,
                    )}
                  </select></label
                >`
              : nothing
          }
          <label
            >${leastBefore}
            <input
              type="number"
              min="0"
              step="10"
              aria-label=${t("At least so many matches")}
              .value=${String(at.least)}
              @input=${(/** @type {any} */ e) => {
                at.least = Math.max(0, Number(e.target.value) || 0);
                writeQuery();
              }}
            />
            ${leastAfter}</label
          >
          <a class="button" href="/seasons">${t("Past seasons")}</a>
          <a class="button" href="/api/leaderboard.csv${address}">CSV</a
          ><a class="button" href="/api/leaderboard${address}">JSON</a>
        </span>
      </div>
      <section class="card">
        <h2>
          ${t("Standings")}
          <small
            >${sentences([
              t(
                "rating and 95 % interval; next to the rank, the range of ranks that all comparisons together allow (95 % for the whole table)",
              ),
              t("Ranked by the lower end of the interval: what a bot has demonstrated."),
            ])}</small
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
                t("Standings"),
              )
            : empty()
        }
      </section>
    </div>`,
    root,
  );
}

function empty() {
  if (at.rows.length)
    return html`<p>${t("Nobody has played {n} matches yet.", { n: at.least })}</p>`;
  return html`<p>
      ${markup("Nobody plays on this ladder yet. {link}, or from a terminal:", {
        link: html`<a href="/submit">${t("Submit a bot")}</a>`,
      })}
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
  ["Tab", t("from column to column")],
  ["Enter", t("sort by it; again turns it round")],
  ["t", t("dark or light")],
  ["?", t("this list")],
]);
onKeys({ t: toggleTheme, "?": help });
addEventListener("popstate", () => {
  readQuery();
  draw();
});
readQuery();
draw();
if (page.rows) setInterval(refresh, EVERY);
