import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { place } from "./format.js";
import { ask, signedIn } from "./session.js";
import { moment } from "./times.js";

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
  const round = `round ${event.round}${event.format === "knock-out" ? "" : ` of ${event.rounds}`}`;
  if (event.state === "registration")
    return event.start ? "registration" : "registration; a director starts it";
  if (event.state === "running" && event.played.some(each => each.ended === null))
    return `${round} is played`;
  if (event.state === "running") return event.round ? `${round} is over` : "about to begin";
  return event.state === "paused" ? `paused in ${round}` : event.state;
}

/** Where an entrant is.
 * @param {Member} one */
function where(one) {
  if (one.filler) return "fills seats";
  if (one.withdrawn) return "withdrawn";
  if (one.kind !== "account") return one.kind === "house" ? "house bot" : "submitted bot";
  return one.here ? "here" : one.seen ? "gone" : "not checked in";
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
  const shown = { waiting: "waiting", playing: "playing", played: "played", stopped: "stopped" };
  return html`<article class="event-table" data-state=${table.state}>
    <h4>
      Table ${table.table}
      <span class="badge${table.state === "playing" ? " live" : ""}"
        >${shown[/** @type {keyof typeof shown} */ (table.state)]}</span
      >
      ${table.attempt ? html`<small class="dim">played again</small>` : nothing}
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
              ? html`<li><a href="/m/${deal.match_id}">look at the match</a></li>`
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
            Void and play again
          </button>`
        : nothing
    }
  </article>`;
}

/** What a director can do now.
 * @param {Event} event */
function acts(event) {
  const found = [];
  if (event.state === "registration") found.push(["start", "Start now"]);
  if (event.state === "running") found.push(["pause", "Pause"]);
  if (event.state === "paused") found.push(["resume", "Resume"]);
  if (["registration", "running", "paused"].includes(event.state))
    found.push(["cancel", "Cancel the event"]);
  return found;
}

/** An event above its tables: clock, entrants, rounds, and what a director can do.
 * @param {Event} event @param {string} note @param {(problem: string) => void} done */
export function eventView(event, note, done) {
  const act = async (/** @type {Record<string, any>} */ body) => {
    if (body.act === "cancel" && !confirm("Cancel the event for good?")) return;
    if (body.act === "void-table" && !confirm("Void all matches of this table?")) return;
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
      <h2>Event <small role="status">${status(event)}</small></h2>
      ${
        at !== null
          ? html`<p class="event-clock" role="timer">
              ${event.round ? `Round ${event.round + 1}` : "The first round"} begins in
              <b>${countdown(at - event.now)}</b> <span class="dim">(${moment(at)})</span>
            </p>`
          : nothing
      }
      ${
        open
          ? html`<p>
              Join with your account's token:
              <code>arena connect ${location.origin} --bot BOT --room ${event.settings.join}</code>
            </p>`
          : nothing
      }
      ${
        event.waits
          ? html`<p class="event-waits">Waiting: ${event.waits}. The event goes on by itself.</p>`
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
        <a class="button" href="?screen">Projector view</a>
      </p>
      ${
        event.directs && open
          ? html`<form class="signin" @submit=${enter}>
              <label>Enter an account or bot <input name="name" required maxlength="64" /></label>
              <button type="submit">Enter</button>
            </form>`
          : nothing
      }
      ${
        !event.directs && open && event.open && !signedIn()
          ? html`<p class="dim">Registration is open: join with any account's token.</p>`
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
                  Round ${each.round}
                  <small
                    >${
                      each.byes.length ? `${each.byes.join(", ")} sat out` : ""
                    }${each.absent.length ? ` · absent: ${each.absent.join(", ")}` : ""}</small
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
                <h2>Ranking <small>by the round reached</small></h2>
                <ol class="ranking">
                  ${event.ranking.map(name => html`<li>${name}</li>`)}
                </ol>
              </section>`
            : nothing
        }
        <section class="card">
          <h2>Entrants <small>${event.members.filter(one => !one.filler).length}</small></h2>
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
          <h2>Decisions</h2>
          <ul class="plain">
            ${[...event.history]
              .reverse()
              .slice(0, 20)
              .map(
                one =>
                  html`<li>
                    ${moment(one.at)} ${one.what}
                    ${one.who ? html`<span class="dim">by ${one.who}</span>` : nothing}
                  </li>`,
              )}
          </ul>
        </section>
      </div>
    </div>`;
}
