import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { look } from "./frames.js";
import { toggleIndex } from "./keys.js";
import { at, changed, feedView, first, hidden, last, mayOpen } from "./position.js";

/** What is shown, how soon, and from which perspective.
 * @param {import("./types.js").Frame} frame */
export function bar(frame) {
  const over = Boolean(at.history.result);
  const badge = at.lost ? html`<span class="badge lost" role="status">reconnecting</span>`
    : over ? html`<span class="badge">final</span>`
    : at.live ? html`<span class="badge live">live</span>` : html`<span class="badge">replay</span>`;
  return html`<div class="bar">${badge}
    <h1>${first.title}</h1>
    <span class="dim facts" title=${hidden() ? `The table ${first.behind ? `${first.behind} seconds late` : "without delay"}, ${HANDS}` : nothing}>${facts(frame).join(" · ")}</span>
    ${at.note ? html`<span class="dim note" role="status" title=${at.note}>${at.note}</span>` : nothing}
    <fieldset class="views"><legend class="unseen">Perspective</legend>
      ${radio("all", "All hands", "0", !mayOpen())}${radio("public", "Public", "h", hidden() && feedView === "all")}${radio("seat", "As seat", "1-5", hidden())}
      <select aria-label="Seat" title="As this seat (1-5)" @change=${(/** @type {any} */ e) => look(hidden() ? at.view : "seat", Number(e.target.value))}>
        ${first.players.map((name, seat) => html`<option value=${seat} ?selected=${seat === at.seat}>${["●", "▲", "■", "◆", "★"][seat]} ${name}</option>`)}
      </select>
      <label><input type="checkbox" .checked=${at.text} @change=${() => { at.text = !at.text; changed(); }}> Text</label>
      <button type="button" class="ghost" title="Corner letters of the tiles (i)" aria-label="Corner letters of the tiles" @click=${toggleIndex}>A</button>
      <button type="button" class="ghost" title="Full screen (f)" aria-label="Full screen" @click=${fullScreen}>⛶</button>
    </fieldset>
  </div>`;
}

/** How soon hands are shown here. */
const HANDS = { live: "all hands at once", rounds: "hands after each round", nothing: "hands at the end" }[first.hands ?? "nothing"];

/** @param {import("./types.js").Frame} frame @returns {string[]} */
function facts(frame) {
  const soon = first.behind ? [`${first.behind} s behind`, HANDS] : [HANDS];
  return [first.config.preset ?? "", frame.view.phase, ...(hidden() ? soon : []),
    ...(at.live && at.cursor < last() ? [`event ${at.cursor}, live is at ${last()}`] : [])];
}

export function fullScreen() {
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
}

/** @param {string} view @param {string} name @param {string} key @param {boolean} off */
function radio(view, name, key, off) {
  return html`<label title="${off ? "when the match is over" : `(${key})`}"><input type="radio" name="view" .checked=${at.view === view} ?disabled=${off}
    @change=${() => look(view)}> ${name}</label>`;
}
