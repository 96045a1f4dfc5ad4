import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { t, term } from "./messages.js";

/** @typedef {string | {type: string, config: Record<string, any>}} VariantEntry */
/** @typedef {{name: string, title: string, config: Record<string, any> | null,
 *   config_schema: Record<string, any> | null}} VariantInfo */

/** A variant of a match in words, its options behind its name.
 * @param {VariantEntry} entry */
export function variantText(entry) {
  if (typeof entry === "string") return entry;
  const options = Object.entries(entry.config ?? {}).map(([key, value]) => `${key} ${value}`);
  return options.length ? `${entry.type} (${options.join(", ")})` : entry.type;
}

/** The variants a person can play by, with their options.
 * @param {VariantInfo[]} known
 * @param {Map<string, Record<string, any>>} chosen what is chosen so far; changed by the form
 * @param {() => void} changed */
export function variantChooser(known, chosen, changed) {
  if (!known.length) return nothing;
  return html`<fieldset class="variants">
    <legend>${t("Variants")}</legend>
    ${known.map(
      variant =>
        html`<label class="check" title=${term(variant.title)}
            ><input
              type="checkbox"
              name=${variant.name}
              .checked=${chosen.has(variant.name)}
              @change=${() => {
                if (!chosen.delete(variant.name)) chosen.set(variant.name, {});
                changed();
              }}
            />
            ${variant.name}<span class="dim"> ${term(variant.title)}</span></label
          >${chosen.has(variant.name) ? options(variant, chosen.get(variant.name) ?? {}) : nothing}`,
    )}
  </fieldset>`;
}

/** @param {VariantInfo} variant @param {Record<string, any>} given */
function options(variant, given) {
  return Object.entries(variant.config ?? {}).map(([key, value]) => {
    const words = variant.config_schema?.properties?.[key]?.enum;
    const set = (/** @type {any} */ e) => {
      given[key] = e.target.value;
    };
    return html`<label
      >${key}
      ${
        words
          ? html`<select name="${variant.name}.${key}" @change=${set}>
              ${words.map(
                (/** @type {any} */ word) =>
                  html`<option ?selected=${word === (given[key] ?? value)}>${word}</option>`,
              )}
            </select>`
          : html`<input
              type="text"
              name="${variant.name}.${key}"
              .value=${String(given[key] ?? value)}
              @input=${set}
            />`
      }
    </label>`;
  });
}

/** The chosen variants as a room is asked for.
 * @param {Map<string, Record<string, any>>} chosen @returns {VariantEntry[]} */
export const variantEntries = chosen =>
  [...chosen].map(([type, config]) => (Object.keys(config).length ? { type, config } : type));
