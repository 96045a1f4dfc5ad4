import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { place } from "./format.js";
import { ask, signedIn } from "./session.js";
import { moment } from "./times.js";
import { t, term } from "./messages.js";

/**
 * @typedef {{match_id: string, room_id: string, seats: string[], points: number[] | null,
 *   ranks: number[] | null}} Deal
 * @typedef {{table: number, entrants: string[], attempt: number, state: string, stopped: string,
 *   deals: Deal[]}} EventTable
 * @typedef {{round: number, began: number, ended: number | null, byes: string[],
 *   absent: string[], tables: EventTable[]}} EventRound
 * @typedef {{name: string, kind: string, seen: boolean, here: boolean, withdrawn: boolean,
 *   filler: boolean}} Member
 * @typedef {{id: string, name: string, game: string, format: string, state: string, round: number,
 *   rounds: number, open: boolean, due: number | null, waits: string, now: number, start: string | null,
 *   settings: Record<string, any>, members: Member[], played: EventRound[], ranking: string[],
 *   history: {at: number, who: string, what: string}[], directs: boolean}} Event
 */

/** Milliseconds until a moment as minutes and seconds.
 * @param {number} ms */
export function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** When something begins that has not yet, by the server's clock; null if nothing is awaited.
 * @param {Event} event */
export function nextAt(event) {
  if (event.waits) return null;
  if (event.state === "registration") return event.start ? Date.parse(event.start) : null;
  return event.state === "running" && event.due !== null ? event.due : null;
}

/** Where an event stands, in one line.
 * @param {Event} event */
export function status(event) {
  const { round } = event;
  const at = // a knock-out ends when one is left
    event.format === "knock-out"
      ? t("round {n}", { n: round })
      : t("round {round} of {rounds}", event);
  if (event.state === "registration")
    return event.start ? term(event.state) : t("registration; a director starts it");
  if (event.state === "running" && event.played.some(each => each.ended === null))
    return t("{round} is played", { round: at });
  if (event.state === "running")
    return event.round ? t("{round} is over", { round: at }) : t("about to begin");
  return event.state === "paused" ? t("paused in {round}", { round: at }) : term(event.state);
}

/** Where an entrant is.
 * @param {Member} one */
function where(one) {
  if (one.filler) return t("fills seats");
  if (one.withdrawn) return t("withdrawn");
  if (one.kind !== "account") return one.kind === "house" ? t("house bot") : t("submitted bot");
  return one.here ? t("here") : one.seen ? t("gone") : t("not checked in");
}

/** The players of a deal at a table, best first once it was played.
 * @param {Deal} deal */
export function players(deal) {
  const order = deal.seats.map((name, seat) => ({
    name,
    seat,
    points: deal.points?.[seat] ?? null,
    rank: deal.ranks?.[seat] ?? null,
  }));
  return order.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
}

/** @param {Event} event @param {EventRound} each @param {EventTable} table
 * @param {(act: Record<string, any>) => void} act */
function tableCard(event, each, table, act) {
  return html`<article class="event-table" data-state=${table.state}>
    <h4>
      ${t("Table {n}", { n: table.table })}
      <span class="badge${table.state === "playing" ? " live" : ""}">${term(table.state)}</span>
      ${table.attempt ? html`<small class="dim">${t("played again")}</small>` : nothing}
    </h4>
    ${table.stopped ? html`<p class="bad">${table.stopped}</p>` : nothing}
    ${table.deals.map(
      deal =>
        html`<ol class="plain">
          ${players(deal).map(
            one =>
              html`<li>
                <b>${one.name}</b>${
                  one.rank === null
                    ? nothing
                    : html`<span class="dim">${place(one.rank)} · ${one.points}</span>`
                }
              </li>`,
          )}
          ${
            deal.ranks && each.ended !== null
              ? html`<li><a href="/m/${deal.match_id}">${t("view the match")}</a></li>`
              : nothing
          }
        </ol>`,
    )}
    ${
      event.directs
        ? html`<button
            type="button"
            class="ghost"
            @click=${() => act({ act: "void-table", round: each.round, table: table.table })}
          >
            ${t("Void and play again")}
          </button>`
        : nothing
    }
  </article>`;
}

/** What a director can do now.
 * @param {Event} event */
function acts(event) {
  const found = [];
  if (event.state === "registration") found.push(["start", t("Start now")]);
  if (event.state === "running") found.push(["pause", t("Pause")]);
  if (event.state === "paused") found.push(["resume", t("Resume")]);
  if (["registration", "running", "paused"].includes(event.state))
    found.push(["cancel", t("Cancel the event")]);
  return found;
}

/** An event above its tables: clock, entrants, rounds, and what a director can do.
 * @param {Event} event @param {string} note @param {(problem: string) => void} done */
export function eventView(event, note, done) {
  const act = async (/** @type {Record<string, any>} */ body) => {
    if (body.act === "cancel" && !confirm(t("Cancel the event for good?"))) return;
    if (body.act === "void-table" && !confirm(t("Void all matches of this table?"))) return;
    done((await ask(`/api/events/${event.id}/acts`, body)).problem);
  };
  const enter = async (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const form = /** @type {HTMLFormElement} */ (e.target);
    const name = String(new FormData(form).get("name"));
    form.reset();
    done((await ask(`/api/events/${event.id}/entrants`, { name })).problem);
  };
  const open = !["finished", "cancelled"].includes(event.state);
  const at = nextAt(event);
  const rounds = [...event.played].reverse();
  return html`<section class="card event" data-event-state=${event.state}>
      <h2>${t("The event")} <small role="status">${status(event)}</small></h2>
      ${
        at !== null
          ? html`<p class="event-clock" role="timer">
              ${
                event.round
                  ? t("Round {n} begins in", { n: event.round + 1 })
                  : t("The first round begins in")
              }
              <b>${countdown(at - event.now)}</b> <span class="dim">(${moment(at)})</span>
            </p>`
          : nothing
      }
      ${
        open
          ? html`<p>
              ${t("Join with your account's token:")}
              <code
                >arena connect ${location.origin} <span class="whole">--bot BOT</span>
                <span class="whole">--room ${event.settings.join}</span></code
              >
            </p>`
          : nothing
      }
      ${
        event.waits
          ? html`<p class="event-waits">
              ${t("Waiting: {reason}. The event goes on by itself.", { reason: event.waits })}
            </p>`
          : nothing
      }
      ${note ? html`<p class="bad" role="alert">${note}</p>` : nothing}
      <p class="tools-line">
        ${
          event.directs
            ? acts(event).map(
                ([name, words]) =>
                  html`<button type="button" @click=${() => act({ act: name })}>${words}</button>`,
              )
            : nothing
        }
        <a class="button" href="?screen">${t("Projector view")}</a>
      </p>
      ${
        event.directs && open
          ? html`<form class="signin" @submit=${enter}>
              <label
                >${t("Enter an account or bot")} <input name="name" required maxlength="64"
              /></label>
              <button type="submit">${t("Enter")}</button>
            </form>`
          : nothing
      }
      ${
        !event.directs && open && event.open && !signedIn()
          ? html`<p class="dim">${t("Registration is open: join with any account's token.")}</p>`
          : nothing
      }
    </section>
    <div class="two">
      <div class="stack">
        ${rounds.map(
          (each, n) =>
            html`<details class="card" ?open=${n === 0}>
              <summary>
                <h2>
                  ${t("Round {n}", { n: each.round })}
                  <small
                    >${
                      each.byes.length ? t("{names} sat out", { names: each.byes.join(", ") }) : ""
                    }${each.absent.length ? ` · ${t("absent: {names}", { names: each.absent.join(", ") })}` : ""}</small
                  >
                </h2>
              </summary>
              <div class="event-tables">
                ${each.tables.map(table => tableCard(event, each, table, act))}
              </div>
            </details>`,
        )}
      </div>
      <div class="stack">
        ${
          event.ranking.length
            ? html`<section class="card">
                <h2>${t("Ranking")} <small>${t("by the round reached")}</small></h2>
                <ol class="ranking">
                  ${event.ranking.map(name => html`<li>${name}</li>`)}
                </ol>
              </section>`
            : nothing
        }
        <section class="card">
          <h2>
            ${t("Entrants")} <small>${event.members.filter(one => !one.filler).length}</small>
          </h2>
          <ul class="plain">
            ${event.members.map(
              one =>
                html`<li data-here=${one.here}>
                  <b>${one.name}</b> <span class="dim">${where(one)}</span>
                </li>`,
            )}
          </ul>
        </section>
        <section class="card">
          <h2>${t("Decisions")}</h2>
          <ul class="plain">
            ${[...event.history]
              .reverse()
              .slice(0, 20)
              .map(
                one =>
                  html`<li>
                    <span>${moment(one.at)} ${one.what}</span>
                    ${one.who ? html`<span class="dim">${t("by {who}", { who: one.who })}</span>` : nothing}
                  </li>`,
              )}
          </ul>
        </section>
      </div>
    </div>`;
}
