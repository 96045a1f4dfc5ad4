import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { inWords, keysOf, tilesIn } from "../games/choices.js";
import { words } from "../games/describe.js";
import { tile } from "../games/tiles.js";
import { t } from "../lib/messages.js";
import { noted, remarked } from "./remarks.js";

/** Every legal choice as a button; digits and arrows reach them too. On small screens those that a
 * tile of the hand stands for are seen only while they have the focus or a hint.
 * @param {import("../lib/types.js").View} view @param {string} game
 * @param {(choice: string) => void} choose
 * @param {Set<string | undefined>} byTile the choices that a click on a tile of the hand means
 * @param {(choice: string, view: import("../lib/types.js").View) => unknown} [drawn]
 *   what a game's own drawing puts on a button */
export function choiceBar(view, game, choose, byTile, drawn) {
  const legal = view.legal;
  const keys = keysOf(legal);
  const hinted = legal.some(choice => byTile.has(choice) && view.notes?.[choice]);
  return html`<div
    class="choices ${hinted ? "hinted" : ""}"
    role="toolbar"
    aria-label=${t("Your choices")}
    @keydown=${arrows}
  >
    ${legal.some(choice => byTile.has(choice)) ? touch() : nothing}
    ${legal.map(choice => {
      const key = keys.get(choice) ?? "";
      const tiles = tilesIn(choice, game);
      const verb = choice.includes(":")
        ? choice.split(":")[0]
        : tiles.length
          ? ""
          : inWords(choice, game, view.labels);
      const bare = verb === "discard" || verb === "";
      return html`<button
        type="button"
        data-choice=${choice}
        class="${strong(choice)} ${view.recommended === choice ? "recommended" : ""} ${
          byTile.has(choice) ? "by-tile" : ""
        }"
        aria-label=${inWords(choice, game, view.labels)}
        aria-keyshortcuts=${key || nothing}
        title="${inWords(choice, game, view.labels)}${key && ` (${key})`}"
        @click=${() => choose(choice)}
      >
        ${
          drawn
            ? drawn(choice, view)
            : bare
              ? nothing
              : html`<span
                  >${tiles.length ? words(verb) : inWords(choice, game, view.labels)}</span
                >`
        }
        ${tiles.map(t => tile(t))} ${hint(view, choice)}
        ${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}
      </button>`;
    })}
  </div>`;
}

/** The tiles of the own hand, to be picked one by one, and a button that takes those picked.
 * @param {import("../lib/types.js").View} view @param {import("./picking.js").Picking} picking
 * @param {() => void} changed @param {(choice: string) => void} choose */
export function pickBar(view, picking, changed, choose) {
  const { choice, size, places } = picking;
  return html`<div
    class="choices"
    role="toolbar"
    aria-label=${t("Your choices")}
    @keydown=${arrows}
  >
    ${touch()}
    ${view.hand.map(
      (text, place) =>
        html`<button
          type="button"
          class="pick by-tile"
          aria-pressed=${places.includes(place)}
          ?disabled=${!picking.fits(place)}
          data-pick=${place}
          @click=${() => {
            picking.toggle(place);
            changed();
          }}
        >
          ${tile(text)}
        </button>`,
    )}
    <button
      type="button"
      class="primary"
      ?disabled=${!choice}
      @click=${() => choice && choose(choice)}
    >
      ${choice ? t("Give these") : t("Choose {n} more", { n: size - places.length })}
    </button>
  </div>`;
}

/** What stands where the buttons of tiles are not seen. */
const touch = () => html`<span class="touch dim">${t("Tap a tile in your hand.")}</span>`;

/** What a bot or a variant remarks on a choice, and whether it recommends it.
 * @param {import("../lib/types.js").View} view @param {string} choice */
function hint(view, choice) {
  const advice = view.recommended === choice ? t("recommended") : "";
  const remark = view.remarks?.[choice];
  const note = remark ? remarked(remark) : noted(view.notes?.[choice] ?? "");
  const text = advice && note ? t("{a}: {b}", { a: advice, b: note }) : advice || note;
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
  const bar = /** @type {HTMLElement} */ (e.currentTarget);
  const buttons = [...bar.querySelectorAll("button")].filter(button => !button.disabled);
  const now = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  buttons[(now + by + buttons.length) % buttons.length]?.focus();
}
