import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { spoken, symbol } from "./tile_names.js";

/** The Latin sign in a tile's corner, for those who do not read the characters.
 * @param {string} id */
function index(id) {
  if (/^[0-9][mps]$/.test(id)) return id[0] === "0" ? "5" : id[0];
  if (/^f[1-8]$/.test(id)) return String(((Number(id[1]) - 1) % 4) + 1);
  return /^[ESWN]$/.test(id) ? id : "";
}

/** A tile face up; `said` adds what has become of it to its spoken name.
 * @param {string} text @param {string} [look] @param {string} [said]
 * @param {import("../lib/types.js").Above | null} [above] what stands above it */
export function tile(text, look = "", said = "", above = null) {
  const id = symbol(text);
  if (!id) return html`<span class="chip">${text}</span>`;
  return html`<span
    class="tile t-${id} ${id[0] === "d" ? "domino" : ""} ${look}"
    role="img"
    aria-label=${spoken(text) + said + (above?.said ?? "")}
    title=${above?.title || nothing}
    data-tile=${text}
    data-index=${index(id)}
    >${above?.drawn ?? nothing}</span
  >`;
}

/** Tiles face down; one name for them all.
 * @param {number} count @param {string} [look] @param {string} [kind] */
export function backs(count, look = "", kind = "") {
  return Array.from(
    { length: count },
    () => html`<span class="tile back ${kind} ${look}" aria-hidden="true"></span>`,
  );
}

/** A row of tiles with a spoken name.
 * @param {string} label @param {unknown} content @param {string} [look] @param {string} [style] */
export function row(label, content, look = "", style = "") {
  return html`<div class="tiles ${look}" role="group" aria-label=${label} style=${style || nothing}>
    ${content}
  </div>`;
}
