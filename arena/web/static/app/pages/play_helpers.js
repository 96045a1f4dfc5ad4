import { html } from "../../vendor/lit-html/lit-html.js";
import { t } from "../lib/messages.js";

/** @typedef {{hints: boolean, win: boolean, pass: boolean}} Help */

/** What a person may have done or shown by itself, and the question to the search.
 * @param {Help} help @param {boolean} open whether there is something to decide
 * @param {() => void} ask @param {() => void} changed */
export function helpers(help, open, ask, changed) {
  const box = (/** @type {keyof Help} */ name, /** @type {string} */ text) =>
    html`<label class="check"
      ><input
        type="checkbox"
        .checked=${help[name]}
        @change=${(/** @type {any} */ e) => {
          help[name] = e.target.checked;
          changed();
        }}
      />
      ${text}</label
    >`;
  return html`<div class="card help">
    <h2>${t("Help")}</h2>
    ${box("hints", t("Hints on choices"))} ${box("win", t("Win automatically"))}
    ${box("pass", t("Pass automatically"))}
    <button
      type="button"
      id="ask"
      ?disabled=${!open}
      title=${t("What would the search do? (a)")}
      @click=${ask}
    >
      ${t("Ask the search")} <kbd aria-hidden="true">a</kbd>
    </button>
  </div>`;
}
