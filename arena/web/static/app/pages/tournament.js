import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import {
  crossTable,
  estimate,
  faultList,
  halfWidth,
  seatTable,
  testBar,
} from "../lib/tournament_tables.js";
import { helpDialog, onKeys, toggleTheme } from "../lib/keys.js";
import { eventView } from "../lib/event_view.js";
import { number } from "../lib/format.js";
import { turned } from "../lib/standings.js";
import { ResultList, resultList } from "../lib/result_list.js";
import { standingsTable } from "../lib/standings_table.js";
import { whoami } from "../lib/session.js";
import { moment } from "../lib/times.js";
import { markup, plural, t, term } from "../lib/messages.js";

/** @typedef {import("../lib/tournament_tables.js").Tournament} Tournament */

const EVERY = 1000;
const root = /** @type {HTMLElement} */ (document.getElementById("tournament"));
/** @type {{title: string, seatings: number, tournament: Tournament, pages?: Record<string, string>, parquet?: boolean,
 *   event: import("../lib/event_view.js").Event | null}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const at = {
  /** @type {import("../lib/standings.js").Order} */ order: { key: "rank", down: false },
  told: page.tournament,
  event: page.event,
  note: "",
  lost: false,
};

const list = new ResultList(page.tournament.id, Boolean(page.event), draw);

/** @param {Tournament} told @returns {import("../lib/standings.js").Row[]} */
function rows(told) {
  return told.standings.map(row => ({
    rank: row.rank,
    ranks: row.ranks ?? null,
    name: row.bot,
    href: page.pages?.[row.bot] ?? `?bot=${encodeURIComponent(row.bot)}#matches`,
    note: "",
    mean: row.matches ? (row.rating?.mean ?? null) : null,
    low: row.rating?.low ?? null,
    high: row.rating?.high ?? null,
    games: row.matches,
    superior: row.superior,
    places: row.places,
    average: row.place?.mean ?? null,
    averageNote: row.place ? `± ${halfWidth(row.place, 2)}` : undefined,
    faults: told.faults
      .filter(fault => fault.bot === row.bot)
      .reduce((sum, fault) => sum + fault.count, 0),
  }));
}

/** @param {number | null} seconds */
function left(seconds) {
  if (seconds === null) return "";
  const about =
    seconds < 90
      ? `${Math.max(1, Math.round(seconds))} s`
      : seconds < 5400
        ? `${Math.round(seconds / 60)} min`
        : `${(seconds / 3600).toFixed(1)} h`;
  return ` · ${t("about {time} left", { time: about })}`;
}

/** How often each deal was played: once from every seating, or whatever a comparison needs.
 * @param {Tournament} told */
function dealt(told) {
  const each =
    told.format === "compare" && told.deals
      ? t("Duplicate deals: {deals} complete deals counted, each played in {n} matches", {
          deals: number(told.deals),
          n: number(told.matches / told.deals),
        })
      : t(
          "Duplicate deals: {deals} complete deals counted, each played from {n} seatings in turn",
          {
            deals: number(told.deals),
            n: page.seatings,
          },
        );
  const saved =
    told.saving && told.saving.low !== null
      ? html`;
          ${markup("with fresh deals it would take {factor} times as many games", {
            factor: estimate(told.saving, 2),
          })} <small>(${plural(told.saving.n, "{n} deal", "{n} deals")})</small>`
      : nothing;
  if (page.event)
    return html`${plural(told.deals, "{n} deal", "{n} deals")}${
      page.event.settings.duplicate ? `, ${t("each played at all tables of its round")}` : ""
    }.`;
  return html`${each}${saved}.`;
}

/** The seed once all is over; until then the hash that binds the server to it.
 * @param {Tournament} told */
function seeded(told) {
  return told.spec.seed
    ? ` ${t("Seed {seed}.", told.spec)}`
    : ` ${t("Seed hash {hash}.", { hash: told.seed_hash })}`;
}

function draw() {
  const told = at.told;
  const open = told.state === "running" || told.state === "waiting";
  // Nobody knows how many matches the rounds to come will have.
  const rounds = at.event?.played.filter(each => each.ended !== null).length ?? 0;
  const [done, total] = at.event ? [rounds, at.event.rounds] : [told.done, told.total];
  const share = told.state === "finished" ? 100 : total ? Math.min(100, (100 * done) / total) : 0;
  render(
    html`<div class="boards" data-state=${told.state} data-done=${told.done}>
      <div class="head">
        <h1>${told.name || told.id}</h1>
        <span class="chip">${term(page.title)}</span><span class="chip">${term(told.format)}</span>
        ${open ? nothing : html`<span class="badge">${term(told.state)}</span>`}
        ${at.lost ? html`<span class="badge lost" role="status">${t("reconnecting")}</span>` : nothing}
        <span class="dim"
          >${
            at.event
              ? plural(told.done, "{n} match", "{n} matches")
              : t("{done} of {total} matches", {
                  done: number(told.done),
                  total: number(told.total),
                })
          }${open ? left(told.seconds_left) : ""}
          · ${markup("begun {when}", { when: moment(told.created) })}</span
        >
        <span class="tools">
          <a class="button" href="/api/tournaments/${told.id}">JSON</a>
          <a class="button" href="/api/tournaments/${told.id}/results.csv">CSV</a>
          ${
            page.parquet
              ? html`<a class="button" href="/api/tournaments/${told.id}/results.parquet"
                  >Parquet</a
                >`
              : nothing
          }
        </span>
      </div>
      <div
        class="progress"
        role="progressbar"
        aria-label=${at.event ? t("Rounds played") : t("Matches played")}
        aria-valuemin="0"
        aria-valuemax=${total}
        aria-valuenow=${done}
      >
        <span style="width:${share}%"></span>
      </div>
      ${at.event ? eventView(at.event, at.note, acted) : nothing}
      ${told.error ? html`<p class="bad" role="alert">${told.error}</p>` : nothing}
      <section class="card">
        <h2>
          ${t("Standings")}
          <small
            >${t("rating and 95 % interval; next to the rank, the range of ranks that all comparisons together allow (95 % for the whole table)")}</small
          >
        </h2>
        ${
          told.matches
            ? standingsTable(
                rows(told),
                at.order,
                key => {
                  at.order = turned(at.order, key);
                  draw();
                },
                t("Standings"),
              )
            : html`<p class="dim">${t("No deal has been played in full yet.")}</p>`
        }
        <p class="dim below">
          ${dealt(told)}${seeded(told)}${told.remarks.map(remark => html` ${remark}.`)}
        </p>
      </section>
      <div class="two">
        <div class="stack">
          ${
            told.cross.length
              ? html`<section class="card">
                  <h2>
                    ${t("Cross table")}
                    <small
                      >${t("how often the row's bot finished ahead of the column's, in % of shared tables; bold and underlined where chance is unlikely")}</small
                    >
                  </h2>
                  ${crossTable(told, (a, b) => list.choose(a, b))}
                </section>`
              : nothing
          }
        </div>
        <div class="stack">
          ${
            told.sequential
              ? html`<section class="card">
                  <h2>${t("Test: {a} against {b}", { a: told.bots[0], b: told.bots[1] })}</h2>
                  ${testBar(told.sequential)}
                </section>`
              : nothing
          }
          ${
            told.verdict
              ? html`<section class="card">
                  <h2>${t("Verdict")}</h2>
                  <p class="verdict" role="status">${told.verdict}.</p>
                </section>`
              : nothing
          }
          ${
            told.seats.length
              ? html`<section class="card">
                  <h2>${t("Seats")} <small>${t("whoever sat there")}</small></h2>
                  ${seatTable(told.seats)}
                </section>`
              : nothing
          }
          <section class="card">
            <h2>${t("Faults")}</h2>
            ${faultList(told.faults)}
          </section>
        </div>
      </div>
      ${told.done ? resultList(list, told.bots) : nothing}
    </div>`,
    root,
  );
}

/** A director has done something, or could not.
 * @param {string} problem */
async function acted(problem) {
  at.note = problem;
  await refreshEvent();
  draw();
}

async function refreshEvent() {
  if (!at.event) return;
  const response = await fetch(`/api/events/${encodeURIComponent(at.event.id)}`).catch(() => null);
  if (response?.ok) at.event = await response.json();
}

async function refresh() {
  if (document.hidden || !["running", "waiting"].includes(at.told.state)) return;
  await refreshEvent();
  const response = await fetch(`/api/tournaments/${encodeURIComponent(at.told.id)}`).catch(
    () => null,
  );
  at.lost = !response;
  if (response?.ok) at.told = await response.json();
  draw();
}

/** Ask again when the answer is here: a long table must not be asked for twice at once. */
async function follow() {
  await refresh();
  setTimeout(follow, EVERY);
}

const help = helpDialog([
  ["Tab", t("from column to column")],
  ["Enter", t("sort by it; again turns it round")],
  ["t", t("dark or light")],
  ["?", t("this list")],
]);
onKeys({ t: toggleTheme, "?": help });
draw();
if (at.event) whoami(draw);
setTimeout(follow, EVERY);
