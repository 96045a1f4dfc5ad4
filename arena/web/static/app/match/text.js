import { html } from "../../vendor/lit-html/lit-html.js";
import { describe } from "../games/describe.js";
import { tree } from "../games/generic.js";
import { mark } from "../games/seats.js";

/** A frame as lists, for readers, terminals and tests.
 * @param {import("../lib/types.js").Frame} frame @param {number} place @param {string[]} players */
export function textMode(frame, place, players) {
  return html`<div class="plain" tabindex="0" role="region" aria-label="The table in words">
    <h2>Event ${place}</h2>
    <ul>
      ${frame.events.map(e => html`<li>${describe(e, players)}</li>`)}
    </ul>
    <dl>
      ${players.map(
        (name, seat) =>
          html`<dt>${mark(seat)}${name}</dt>
            <dd>
              ${frame.view.scores[seat]}
              points${frame.view.current_player === seat ? ", to move" : ""}
            </dd>`,
      )}
    </dl>
    <hr />
    ${tree(frame.view)}
  </div>`;
}
