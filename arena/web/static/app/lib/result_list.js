import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { number, place, signed } from "./format.js";
import { plural, t } from "./messages.js";

/** @typedef {{bot: string, points: number | null, rank: number | null, faults: number}} SeatResult */
/** @typedef {{deal?: number, rotation?: number, match_id?: string, live?: boolean,
 *   seats: SeatResult[]}} Result */

const PAGE = 50;

/** The matches of a tournament, loaded when somebody wants to see them; which bots must have sat at
 * the table is in the address. */
export class ResultList {
  /** @param {string} id @param {boolean} event @param {() => void} changed */
  constructor(id, event, changed) {
    this.id = id;
    this.event = event;
    this.changed = changed;
    const query = new URLSearchParams(location.search);
    this.bot = query.get("bot") ?? "";
    this.against = query.get("against") ?? "";
    this.open = query.has("bot") || location.hash === "#matches";
    this.total = -1;
    /** @type {Result[]} */ this.rows = [];
    if (this.open) this.load();
  }

  /** Show the matches of one bot, or of two at one table.
   * @param {string} bot @param {string} against */
  choose(bot, against) {
    Object.assign(this, { bot, against, open: true });
    const query = new URLSearchParams();
    if (bot) query.set("bot", bot);
    if (against) query.set("against", against);
    history.replaceState(null, "", `${query.size ? `?${query}` : location.pathname}#matches`);
    this.load();
    document.getElementById("matches")?.scrollIntoView();
  }

  /** Load the first matches, or the next ones. @param {number} skip */
  async load(skip = 0) {
    const told = await (this.event ? this.eventMatches() : this.results(skip));
    if (!told) return;
    this.total = told.total;
    this.rows = skip ? [...this.rows, ...told.matches] : told.matches;
    this.changed();
  }

  /** @param {number} skip @returns {Promise<{total: number, matches: Result[]} | null>} */
  results(skip) {
    const query = new URLSearchParams({ limit: String(PAGE), skip: String(skip) });
    if (this.bot) query.set("bot", this.bot);
    if (this.against) query.set("against", this.against);
    return asked(`/api/tournaments/${encodeURIComponent(this.id)}/results?${query}`);
  }

  /** The newest matches of an event: each has a page, those that are played a live one.
   * @returns {Promise<{total: number, matches: Result[]} | null>} */
  async eventMatches() {
    const query = new URLSearchParams({ limit: "200", tournament_id: this.id });
    if (this.bot) query.set("player", this.bot);
    const told = await asked(`/api/matches?${query}`);
    const sat = (/** @type {any} */ row) =>
      !this.against || row.players.some((/** @type {any} */ seat) => seat.name === this.against);
    const matches = (told?.matches ?? []).filter(sat).map((/** @type {any} */ row) => ({
      match_id: row.match_id,
      live: row.status === "running",
      seats: row.players.map((/** @type {any} */ seat) => ({ ...seat, bot: seat.name, faults: 0 })),
    }));
    return told && { total: matches.length, matches };
  }
}

/** @param {string} address @returns {Promise<any>} */
async function asked(address) {
  const response = await fetch(address).catch(() => null);
  return response?.ok ? response.json() : null;
}

/** The section of the list.
 * @param {ResultList} list @param {string[]} bots */
export function resultList(list, bots) {
  return html`<section class="card" id="matches">
    <details
      .open=${list.open}
      @toggle=${(/** @type {any} */ e) => {
        list.open = e.target.open;
        if (list.open && list.total < 0) list.load();
      }}
    >
      <summary><h2>${t("Matches")}</h2></summary>
      <div class="tools">
        ${chooser(t("Bot"), list.bot, bots, name => list.choose(name, list.against))}
        ${chooser(t("and at its table"), list.against, bots, name => list.choose(list.bot, name))}
        <span class="dim" role="status"
          >${list.total < 0 ? "" : plural(list.total, "{n} match", "{n} matches")}</span
        >
      </div>
      ${list.rows.length ? table(list.rows) : nothing}
      ${
        list.rows.length < list.total
          ? html`<button type="button" @click=${() => list.load(list.rows.length)}>
              ${t("More")}
            </button>`
          : nothing
      }
    </details>
  </section>`;
}

/** @param {string} label @param {string} now @param {string[]} bots
 * @param {(name: string) => void} choose */
function chooser(label, now, bots, choose) {
  return html`<label
    >${label}
    <select @change=${(/** @type {any} */ e) => choose(e.target.value)}>
      <option value="">${t("any")}</option>
      ${bots.map(bot => html`<option value=${bot} ?selected=${bot === now}>${bot}</option>`)}
    </select></label
  >`;
}

/** @param {Result[]} rows */
function table(rows) {
  const seats = Math.max(...rows.map(row => row.seats.length));
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("Matches")}>
    <table class="list">
      <thead>
        <tr>
          ${
            rows[0].match_id
              ? html`<th scope="col" colspan="2">${t("Match")}</th>`
              : html`<th scope="col">${t("Deal")}</th>
                  <th scope="col">${t("Seating")}</th>`
          }
          ${Array.from(
            { length: seats },
            (_, i) => html`<th scope="col" class="left">${t("Seat {n}", { n: i + 1 })}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          row =>
            html`<tr>
              ${
                row.match_id
                  ? html`<td colspan="2">
                      <a href="/m/${row.match_id}">${row.live ? t("Watch") : t("Replay")}</a>
                    </td>`
                  : html`<td>${number((row.deal ?? 0) + 1)}</td>
                      <td>${(row.rotation ?? 0) + 1}</td>`
              }
              ${row.seats.map(
                seat =>
                  html`<td class="left">
                    ${seat.bot}
                    ${
                      seat.points === null || seat.rank === null
                        ? nothing
                        : html`<b>${signed(seat.points)}</b> <small>${place(seat.rank)}</small>`
                    }
                    ${
                      seat.faults
                        ? html`<small class="bad"
                            >${plural(seat.faults, "{n} fault", "{n} faults")}</small
                          >`
                        : nothing
                    }
                  </td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
