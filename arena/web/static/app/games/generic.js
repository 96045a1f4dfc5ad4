import { html } from "../../vendor/lit-html/lit-html.js";

/** A value as nested lists.
 * @param {any} value @returns {unknown} */
export function tree(value) {
  if (value === null || value === undefined) return html`<span class="dim">–</span>`;
  if (Array.isArray(value)) {
    if (value.every(item => item === null || typeof item !== "object")) {
      return (
        value.map(item => (item === null ? "–" : String(item))).join(" ") ||
        html`<span class="dim">none</span>`
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

/** Any game without a table of its own: its view, key by key.
 * @param {import("../lib/types.js").Frame} frame @param {import("../lib/types.js").Look} look */
export function renderTable({ view }, look) {
  return html`<div class="plain" tabindex="0" role="region" aria-label="The table in words">
    <dl>
      ${look.players.map(
        (name, seat) =>
          html`<dt>seat ${seat}</dt>
            <dd>
              <b>${name}</b>, ${view.scores[seat]}
              points${view.current_player === seat ? ", to move" : ""}
            </dd>`,
      )}
    </dl>
    <hr />
    ${tree(view)}
  </div>`;
}
