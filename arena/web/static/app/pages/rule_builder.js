import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { spaced } from "../games/describe.js";
import { t, term } from "../lib/messages.js";

/**
 * The rules of a match to be opened: a preset, options that differ from it, a seed, and a bot for
 * each other seat; what is left out is the usual.
 * @typedef {{preset: string, options: Record<string, any>, seed: string, bots: string[]}} Rules
 * @typedef {{presets: string[], config_schema: any, preset_configs: Record<string, any>}} Details
 */

/** The bots of a game, the weakest first, and the levels of those that have one.
 * @typedef {{bots: string[], levels: Record<string, string>}} Bots */

/** A bot with its level.
 * @param {string} bot @param {Bots} info */
export const withLevel = (bot, { levels }) =>
  levels[bot] ? t("{bot} ({level})", { bot, level: term(levels[bot]) }) : bot;

/** @returns {Rules} */
export const usualRules = () => ({ preset: "", options: {}, seed: "", bots: [] });

/** @type {Map<string, Details>} */
const loaded = new Map();

/** Load what can be chosen, when somebody wants to choose.
 * @param {string} game @param {() => void} changed */
async function load(game, changed) {
  if (loaded.has(game)) return;
  const response = await fetch(`/api/games/${game}`).catch(() => null);
  if (response?.ok) loaded.set(game, await response.json());
  changed();
}

/** The options of a room by these rules.
 * @param {Rules} rules @param {Record<string, any>} short what makes the match short, or nothing */
export function configOf(rules, short) {
  const preset = rules.preset ? { preset: rules.preset } : {};
  return { ...short, ...preset, ...rules.options };
}

/** Everything about a match that can be chosen, folded away until somebody wants to.
 * @param {string} game @param {Rules} rules
 * @param {Bots & {default_seats: number, short: Record<string, any>}} info
 * @param {{seats: number, short: boolean}} wanted @param {() => void} changed */
export function ruleBuilder(game, rules, info, wanted, changed) {
  const details = loaded.get(game);
  const seats = wanted.seats || info.default_seats;
  return html`<details class="rules" @toggle=${() => load(game, changed)}>
    <summary>${t("Rules, seed and a bot for each seat")}</summary>
    <div class="fields">
      ${Array.from({ length: seats - 1 }, (_, i) => botOf(rules, info, i))}
      <label
        >${t("Seed")}
        <input
          type="text"
          maxlength="64"
          placeholder=${t("a fresh one")}
          .value=${rules.seed}
          @input=${(/** @type {any} */ e) => {
            rules.seed = e.target.value;
          }}
      /></label>
      ${details ? options(details, rules, wanted.short ? info.short : {}, changed) : nothing}
    </div>
  </details>`;
}

/** @param {Rules} rules @param {Bots} info @param {number} place */
function botOf(rules, info, place) {
  return html`<label
    >${t("Seat {n}", { n: place + 2 })}
    <select
      @change=${(/** @type {any} */ e) => {
        rules.bots[place] = e.target.value;
      }}
    >
      <option value="">${t("as chosen above")}</option>
      ${info.bots.map(
        bot =>
          html`<option value=${bot} ?selected=${bot === rules.bots[place]}>
            ${withLevel(bot, info)}
          </option>`,
      )}
    </select></label
  >`;
}

/** @param {Details} details @param {Rules} rules @param {Record<string, any>} short
 * @param {() => void} changed */
function options(details, rules, short, changed) {
  const preset = rules.preset || details.presets[0];
  const usual = { ...details.preset_configs[preset], ...short };
  const known = Object.entries(details.config_schema.properties).filter(
    ([name]) => name !== "preset",
  );
  return html`<label
      >${t("Preset")}
      <select
        @change=${(/** @type {any} */ e) => {
          rules.preset = e.target.value;
          rules.options = {};
          changed();
        }}
      >
        ${details.presets.map(
          name => html`<option value=${name} ?selected=${name === preset}>${spaced(name)}</option>`,
        )}
      </select></label
    >${known.map(([name, schema]) =>
      option(name, schema, rules.options[name] ?? usual[name], value => {
        if (value === usual[name]) delete rules.options[name];
        else rules.options[name] = value;
      }),
    )}`;
}

/** One option: a box to tick, a choice of words, or a number; others keep their default.
 * @param {string} name @param {any} schema @param {any} value @param {(value: any) => void} set */
function option(name, schema, value, set) {
  if (schema.type === "boolean")
    return html`<label class="check"
      ><input
        type="checkbox"
        name=${name}
        .checked=${value}
        @change=${(/** @type {any} */ e) => set(e.target.checked)}
      />
      ${spaced(name)}</label
    >`;
  if (schema.enum)
    return html`<label
      >${spaced(name)}
      <select name=${name} @change=${(/** @type {any} */ e) => set(e.target.value)}>
        ${schema.enum.map(
          (/** @type {any} */ word) =>
            html`<option value=${word} ?selected=${word === value}>
              ${spaced(String(word))}
            </option>`,
        )}
      </select></label
    >`;
  if (schema.type === "integer")
    return html`<label
      >${spaced(name)}
      <input
        type="number"
        name=${name}
        .value=${String(value)}
        @input=${(/** @type {any} */ e) => {
          if (e.target.value !== "") set(Number(e.target.value));
        }}
    /></label>`;
  return nothing;
}
