import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { helpDialog, onKeys, toggleTheme } from "../lib/keys.js";
import { signInForm, whoami } from "../lib/session.js";
import { problemOf } from "../lib/errors.js";
import { t, term } from "../lib/messages.js";

/** @typedef {{seat: number, name: string, bot: string, house: boolean, connected: boolean}} Seat
 * @typedef {{room_id: string, game: string, state: string, seats: Seat[], match_id: string,
 *   entrants: string[]}} Room */

const EVERY = 1000;
const root = /** @type {HTMLElement} */ (document.getElementById("room"));
/** @type {{room: Room & {title: string}, house_bot: string}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const at = { room: /** @type {Room} */ (page.room), note: "", gone: false };
const address = `/rooms/${encodeURIComponent(page.room.room_id)}`;

/** @param {string} method @param {string} path @param {Record<string, any>} [body] */
async function send(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  }).catch(() => null);
  const told = await response?.json().catch(() => null);
  at.note = response?.ok ? "" : problemOf(response, told);
  await refresh();
}

/** @param {Seat} seat */
const kick = seat => send("DELETE", `${address}/seats/${seat.seat}`);

/** @param {Seat} seat @param {SubmitEvent} e */
function hand(seat, e) {
  e.preventDefault();
  const form = /** @type {HTMLFormElement} */ (e.target);
  const account = String(new FormData(form).get("account"));
  form.reset();
  send("PUT", `${address}/seats/${seat.seat}`, { account });
}

async function close() {
  if (confirm(t("Close the room? A match that is played in it ends without a result.")))
    await send("DELETE", address);
}

async function refresh() {
  const response = await fetch("/rooms").catch(() => null);
  if (response?.ok) {
    const rooms = /** @type {Room[]} */ (await response.json());
    const found = rooms.find(room => room.room_id === at.room.room_id);
    at.gone = !found;
    if (found) at.room = found;
  }
  draw();
}

/** @param {Seat} seat */
function control(seat) {
  const free = !seat.name;
  const entrant = at.room.entrants[seat.seat];
  const state = free
    ? entrant && t("reserved for {name}", { name: entrant })
    : seat.connected
      ? seat.house
        ? t("house bot plays")
        : t("connected")
      : t("away");
  return html`<li class="seat-control" data-seat=${seat.seat}>
    <span class="who"
      >${t("Seat {n}", { n: seat.seat + 1 })}: <b>${seat.name || t("free seat")}</b>
      <span class="dim">${state}</span></span
    >
    ${
      free
        ? html`<button
            type="button"
            @click=${() => send("PUT", `${address}/seats/${seat.seat}`, { bot: page.house_bot })}
          >
            ${t("Fill with {bot}", { bot: page.house_bot })}
          </button>`
        : seat.connected && !seat.house
          ? html`<button type="button" @click=${() => kick(seat)}>${t("Send away")}</button>`
          : nothing
    }
    <form @submit=${(/** @type {SubmitEvent} */ e) => hand(seat, e)}>
      <label
        >${t("Give to")}
        <input
          name="account"
          required
          maxlength="64"
          placeholder=${t("account")}
          autocomplete="off"
      /></label>
      <button type="submit">${t("Give")}</button>
    </form>
  </li>`;
}

function draw() {
  render(
    html`<div class="boards" data-loaded="true" data-state=${at.gone ? "closed" : at.room.state}>
      <div class="head">
        <h1>${at.room.room_id}</h1>
        <span class="chip">${term(page.room.title)}</span>
        <span class="badge">${at.gone ? t("closed") : term(at.room.state)}</span>
        <span class="tools"><a class="button" href="/m/${at.room.match_id}">${t("Watch")}</a></span>
      </div>
      <section class="card">
        ${signInForm(draw)}
        <p class="dim">${t("A room is controlled by whoever opened it, and by organisers.")}</p>
      </section>
      <section class="card">
        <h2>${t("Seats")}</h2>
        ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
        <ul class="plain">
          ${at.room.seats.map(control)}
        </ul>
        <p><button type="button" class="ghost" @click=${close}>${t("Close the room")}</button></p>
      </section>
    </div>`,
    root,
  );
}

/** Typing must not be disturbed: the seats are drawn again, the inputs stay. */
async function follow() {
  if (!document.hidden && !at.gone) await refresh();
  setTimeout(follow, EVERY);
}

const help = helpDialog([
  ["t", t("dark or light")],
  ["?", t("this list")],
]);
onKeys({ t: toggleTheme, "?": help });
draw();
whoami(draw);
setTimeout(follow, EVERY);
