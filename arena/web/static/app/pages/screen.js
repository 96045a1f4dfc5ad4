import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { countdown, nextAt, players, status } from "../lib/event_view.js";
import { onKeys, toggleTheme } from "../lib/keys.js";
import { place } from "../lib/format.js";
import { announced, places, winners } from "../lib/winners.js";
import { t, term } from "../lib/messages.js";

/** @typedef {import("../lib/tournament_tables.js").Tournament} Tournament */
/** @typedef {import("../lib/event_view.js").Event} Event */

const EVERY = 1000;
/** Milliseconds that the tables of one view stay. */
const TURN = 8000;
const TABLES = 4;
const root = /** @type {HTMLElement} */ (document.getElementById("screen"));
/** @type {{title: string, tournament: Tournament, event: Event | null}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const at = { told: page.tournament, event: page.event, asked: Date.now(), lost: false };

/** Rows of the standings, so many at a time in turn: a ranking by rounds where there is one.
 * @param {number} fits */
function standings(fits) {
  const { told, event } = at;
  const played = told.standings.filter(row => row.matches);
  const shared = places(played);
  const rows = event?.ranking.length
    ? event.ranking.map((name, n) => ({ rank: n + 1, name, place: /** @type {?number} */ (null) }))
    : played.map((row, n) => ({ rank: shared[n], name: row.bot, place: row.place?.mean ?? null }));
  const view = told.state === "finished" ? 0 : turn(Math.ceil(rows.length / fits));
  return rows.slice(view * fits, (view + 1) * fits);
}

/** Which of so many views is shown now.
 * @param {number} views */
const turn = views => Math.floor(Date.now() / TURN) % Math.max(1, views);

/** The tables of the newest round, some at a time in turn. */
function tables() {
  const round = at.event?.played.at(-1);
  if (!round) return nothing;
  const view = turn(Math.ceil(round.tables.length / TABLES));
  return html`<section class="screen-tables" aria-label=${t("Tables")}>
    ${round.tables.slice(view * TABLES, (view + 1) * TABLES).map(table => {
      const deal = table.deals.filter(each => each.ranks).at(-1) ?? table.deals[0];
      return html`<article data-state=${table.state}>
        <h2>${t("Table {n}", { n: table.table })} <small>${term(table.state)}</small></h2>
        <ol>
          ${players(deal).map(
            one =>
              html`<li>
                <span class="name">${one.name}</span
                ><span>${one.rank === null ? "" : place(one.rank)}</span>
              </li>`,
          )}
        </ol>
      </article>`;
    })}
  </section>`;
}

function draw() {
  const { told, event } = at;
  const begins = event ? nextAt(event) : null;
  const now = event ? event.now + (Date.now() - at.asked) : 0;
  const over = told.state === "finished";
  const first = over ? winners(told.standings, event) : [];
  const [title, names] = announced(first);
  const rows = standings(over || begins !== null ? 9 : 12);
  render(
    html`<header>
        <h1>${told.name || told.id}</h1>
        <p>
          ${term(page.title)} ·
          ${
            event ? status(event) : t("{done} of {total} matches", told)
          }${event?.waits ? ` · ${t("waiting: {reason}", { reason: event.waits })}` : ""}${
            at.lost ? ` · ${t("reconnecting")}` : ""
          }
        </p>
      </header>
      ${
        begins !== null
          ? html`<p class="screen-clock" role="timer">
              <small
                >${event?.round ? t("Round {n} begins in", { n: event.round + 1 }) : t("Begins in")}</small
              >
              ${countdown(begins - now)}
            </p>`
          : nothing
      }
      ${over && rows.length ? html`<p class="screen-winner">${title}: <b>${names}</b></p>` : nothing}
      <section class="screen-standings" aria-label=${t("Standings")}>
        <ol>
          ${rows.map(
            row =>
              html`<li>
                <span class="rank">${first.includes(row.name) ? 1 : row.rank}</span
                ><span class="name">${row.name}</span
                ><span class="figure">${row.place === null ? "" : row.place.toFixed(2)}</span>
              </li>`,
          )}
        </ol>
        ${rows.length ? nothing : html`<p>${t("No deal has been played in full yet.")}</p>`}
        ${rows.some(row => row.place !== null) ? html`<small>${t("mean place")}</small>` : nothing}
      </section>
      ${over ? nothing : tables()}`,
    root,
  );
  root.dataset.loaded = "true";
}

async function refresh() {
  const id = encodeURIComponent(at.told.id);
  const [told, event] = await Promise.all(
    [`/api/tournaments/${id}`, at.event ? `/api/events/${id}` : ""].map(path =>
      path ? fetch(path).catch(() => null) : null,
    ),
  );
  at.lost = !told;
  if (told?.ok) at.told = await told.json();
  if (event?.ok) Object.assign(at, { event: await event.json(), asked: Date.now() });
}

async function follow() {
  if (!document.hidden && !["finished", "cancelled"].includes(at.told.state)) await refresh();
  draw();
  setTimeout(follow, EVERY);
}

onKeys({ t: toggleTheme });
draw();
setTimeout(follow, EVERY);
