import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { inWords, tilesIn } from "../games/choices.js";
import { words } from "../games/describe.js";
import { tile } from "../games/tiles.js";

/** Every legal choice as a button; digits and arrows reach them too.
 * @param {import("../lib/types.js").View} view @param {string} game
 * @param {(choice: string) => void} choose
 * @param {(choice: string, view: import("../lib/types.js").View) => unknown} [drawn]
 *   what a game's own drawing puts on a button */
export function choiceBar(view, game, choose, drawn) {
  const legal = view.legal;
  return html`<div class="choices" role="toolbar" aria-label="Your choices" @keydown=${arrows}>
    ${legal.map((choice, i) => {
      const tiles = tilesIn(choice, game);
      const verb = choice.includes(":")
        ? words(choice.split(":")[0])
        : tiles.length
          ? ""
          : inWords(choice, game, view.labels);
      const bare = verb === "discard" || verb === "";
      return html`<button
        type="button"
        data-choice=${choice}
        class="${strong(choice)} ${view.recommended === choice ? "recommended" : ""}"
        aria-label=${inWords(choice, game, view.labels)}
        title="${inWords(choice, game, view.labels)}${i < 9 ? ` (${i + 1})` : ""}"
        @click=${() => choose(choice)}
      >
        ${
          drawn
            ? drawn(choice, view)
            : bare
              ? nothing
              : html`<span>${tiles.length ? verb : inWords(choice, game, view.labels)}</span>`
        }
        ${tiles.map(t => tile(t))} ${hint(view, choice)}
      </button>`;
    })}
  </div>`;
}

/** What a variant remarks on a choice, and whether it recommends it.
 * @param {import("../lib/types.js").View} view @param {string} choice */
function hint(view, choice) {
  const advice = view.recommended === choice ? "recommended" : "";
  const text = [advice, view.notes?.[choice] ?? ""].filter(Boolean).join(": ");
  return text ? html`<small class="hint">${text}</small>` : nothing;
}

/** Winning moves stand out.
 * @param {string} choice */
const strong = choice =>
  ["ron", "tsumo", "hu", "win"].includes(choice.split(":")[0]) ? "primary" : "";

/** @param {KeyboardEvent} e */
function arrows(e) {
  const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
  if (!by) return;
  e.preventDefault();
  const buttons = [.../** @type {HTMLElement} */ (e.currentTarget).querySelectorAll("button")];
  const now = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  buttons[(now + by + buttons.length) % buttons.length]?.focus();
}
