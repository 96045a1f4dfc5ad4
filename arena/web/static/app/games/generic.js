import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { words } from "./describe.js";
import { plate } from "./seats.js";
import { stations } from "./stations.js";
import { backs, row } from "./tiles.js";
import { markup, t, term } from "../lib/messages.js";

/** @typedef {import("../lib/types.js").View} View */
/** @typedef {import("../lib/types.js").Look} Look */

/** A value as nested lists.
 * @param {any} value @returns {unknown} */
export function tree(value) {
  if (value === null || value === undefined) return html`<span class="dim">–</span>`;
  if (Array.isArray(value)) {
    if (value.every(item => item === null || typeof item !== "object")) {
      return (
        value.map(item => (item === null ? "–" : String(item))).join(" ") ||
        html`<span class="dim">${t("none")}</span>`
      );
    }
    return html`<dl>
      ${value.map(
        (item, i) =>
          html`<dt>${i}</dt>
            <dd>${tree(item)}</dd>`,
      )}
    </dl>`;
  }
  if (typeof value === "object") {
    return html`<dl>
      ${Object.entries(value).map(
        ([key, item]) =>
          html`<dt>${key.replaceAll("_", " ")}</dt>
            <dd>${tree(item)}</dd>`,
      )}
    </dl>`;
  }
  return String(value);
}

/** What every view has, and the table shows in its own way. */
const COMMON = new Set([
  "viewer",
  "seats",
  "round",
  "turn",
  "phase",
  "asking",
  "to_act",
  "current_player",
  "hand",
  "hand_sizes",
  "scores",
  "legal",
  "history",
  "notes",
  "recommended",
  "labels",
  "hands",
]);

/** Any game without a drawing of its own: plates round a table, hands and piles as chips.
 * @param {import("../lib/types.js").Frame} frame @param {import("../lib/types.js").Look} look */
export function renderTable({ view }, look) {
  const own = Object.entries(view).filter(([key]) => !COMMON.has(key));
  const bySeat = own.filter(([, value]) => Array.isArray(value) && value.length === view.seats);
  const others = own.filter(([, value]) => !bySeat.some(([, row]) => row === value));
  return stations(look, "generic", centre(view, look, others), seat =>
    station(view, look, seat, bySeat),
  );
}

/** @param {View} view @param {Look} look @param {number} seat @param {[string, any][]} bySeat */
function station(view, look, seat, bySeat) {
  const name = look.players[seat];
  const mine = view.viewer === String(seat) ? view.hand : null;
  const hand = view.hands?.[seat] ?? mine;
  const size = view.hand_sizes[seat];
  const side = look.teams.findIndex(team => team.length > 1 && team.includes(seat));
  return html` ${plate(seat, view, look, {
    chips:
      side < 0
        ? nothing
        : html`<span class="chip">${t("side {side}", { side: "ABCD"[side] })}</span>`,
  })}
  ${row(
    hand ? t("{name}'s hand", { name }) : t("{name}'s hand: {n}, hidden", { name, n: size }),
    hand
      ? hand.map(piece => html`<span class="chip piece" data-tile=${piece}>${piece}</span>`)
      : backs(size, "small"),
    "hand",
  )}
  ${bySeat.map(
    ([key, values]) =>
      html`<div class="fact"><small>${words(key)}</small> ${chips(values[seat])}</div>`,
  )}`;
}

/** @param {View} view @param {Look} look @param {[string, any][]} facts */
function centre(view, look, facts) {
  const who = look.players[view.current_player];
  const over = view.phase === "Finished";
  return html`<div class="big">
      ${over ? t("The end") : who ? t("{who} to move", { who }) : term(view.phase)}
    </div>
    <div class="line">
      ${markup("round {n}", { n: html`<b>${view.round}</b>` })}${who && !over ? html` · ${term(view.phase)}` : nothing}
    </div>
    ${facts
      .filter(([, value]) => value !== null && value !== "" && typeof value !== "object")
      .map(([key, value]) => html`<div class="line">${words(key)} <b>${value}</b></div>`)}
    ${facts
      .filter(([, value]) => Array.isArray(value) && value.length)
      .map(([key, value]) => html`<div class="line">${words(key)} ${chips(value)}</div>`)}`;
}

/** A value as chips; what is hidden or not there is a dash.
 * @param {any} value @returns {unknown} */
function chips(value) {
  if (value === null || value === undefined || value === "")
    return html`<span class="dim">–</span>`;
  if (Array.isArray(value))
    return value.length ? value.map(chips) : html`<span class="dim">–</span>`;
  return html`<span class="chip">${typeof value === "object" ? tree(value) : value}</span>`;
}

/** The choice that a click on a piece of the own hand means, where there is only one.
 * @param {View} view @param {string} piece */
export function choiceOf(view, piece) {
  const found = view.legal.filter(choice => choice === piece || choice.endsWith(`:${piece}`));
  return found.length === 1 ? found[0] : undefined;
}
