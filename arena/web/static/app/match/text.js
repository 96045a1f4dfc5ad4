import { html } from "../../vendor/lit-html/lit-html.js";
import { describe } from "../games/describe.js";
import { tree } from "../games/generic.js";
import { mark } from "../games/seats.js";
import { plural, t } from "../lib/messages.js";

/** A frame as lists, for readers, terminals and tests.
 * @param {import("../lib/types.js").Frame} frame @param {number} place @param {string[]} players */
export function textMode(frame, place, players) {
  return html`<div class="plain" tabindex="0" role="region" aria-label=${t("The table in words")}>
    <h2>${t("Event {n}", { n: place })}</h2>
    <ul>
      ${frame.events.map(e => html`<li>${describe(e, players)}</li>`)}
    </ul>
    <dl>
      ${players.map(
        (name, seat) =>
          html`<dt>${mark(seat)}${name}</dt>
            <dd>
              ${plural(frame.view.scores[seat], "{n} point", "{n} points")}${
                frame.view.current_player === seat ? `, ${t("to move")}` : ""
              }
            </dd>`,
      )}
    </dl>
    <hr />
    ${tree(frame.view)}
  </div>`;
}
