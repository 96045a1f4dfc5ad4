import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { number, place, rankOf } from "../lib/format.js";
import { plural } from "../lib/messages.js";

/** @typedef {import("../lib/types.js").Look} Look */

export const MARKS = ["●", "▲", "■", "◆", "★", "✚", "⬟", "✦"];
export const DASHES = ["", "7 4", "2 3", "9 3 2 3", "4 2", "1 3", "6 2", "3 3"];

/** A seat's mark in its colour; the name beside it says who it is.
 * @param {number} seat */
export const mark = seat =>
  html`<span class="mk c${seat}" aria-hidden="true">${MARKS[seat]}</span>`;

/** Where a seat sits, seen from the one at the bottom: 0 bottom, then to the right.
 * @param {number} seat @param {Look} look */
export const position = (seat, look) =>
  (seat - look.bottom + look.players.length) % look.players.length;

/** The same in a game whose turn passes to the left.
 * @param {number} seat @param {Look} look */
export const clockwise = (seat, look) =>
  (look.bottom - seat + look.players.length) % look.players.length;

/** A seat's plate: who, how many points, and whatever else the game has to say.
 * @param {number} seat @param {import("../lib/types.js").View} view @param {Look} look
 * @param {{corner?: string, chips?: unknown, at?: number, score?: unknown}} [more] */
export function plate(seat, view, look, more = {}) {
  const acts = view.current_player === seat && view.phase !== "Finished";
  const rank = look.ranks && rankOf(look.ranks, seat, look.teams);
  const name = look.players[seat];
  const version = look.bots[seat] ?? "";
  const page = look.pages?.[seat];
  const who = page ? html`<a href=${page}>${name}</a>` : name;
  const clock = look.clocks[seat];
  const at = more.at === undefined ? "" : `at-${more.at}`;
  return html`<div class="plate c${seat} ${at} ${acts ? "acts" : ""}">
    <span class="wind" aria-hidden="true">${more.corner ?? seat + 1}</span>
    <span class="who" style="--chars:${name.length + version.length}" title="${name} ${version}"
      >${mark(seat)}${who}${version ? html` <small class="version">${version}</small>` : nothing}</span
    >
    <span class="score">${more.score ?? number(view.scores[seat])}</span>
    ${
      clock
        ? html`<span
            class="clock ${clock.low ? "low" : ""}"
            role="timer"
            title=${clock.said}
            aria-label=${clock.said}
            >${clock.text}</span
          >`
        : nothing
    }
    <span class="chips">
      ${rank ? html`<span class="chip ${rank === 1 ? "gold" : ""}">${place(rank)}</span>` : nothing}
      ${more.chips ?? nothing}
      ${
        look.faults[seat]
          ? html`<span class="chip bad"
              >${plural(look.faults[seat], "{n} fault", "{n} faults")}</span
            >`
          : nothing
      }
      ${
        look.ms[seat] == null
          ? nothing
          : html`<span class="time">${number(/** @type {number} */ (look.ms[seat]))} ms</span>`
      }
    </span>
  </div>`;
}

/** Who moved last and what was done, from the history of a round; passes move nothing.
 * @param {import("../lib/types.js").View} view @returns {{seat: number, did: string}} */
export function lastMove(view) {
  const token = (view.history ?? []).findLast(
    (/** @type {string} */ text) => /^\d/.test(text) && !text.endsWith("pass"),
  );
  return token ? { seat: Number(token[0]), did: token.slice(1) } : { seat: -1, did: "" };
}
