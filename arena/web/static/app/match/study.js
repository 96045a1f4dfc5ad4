import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { inWords } from "../games/choices.js";
import { mark } from "../games/seats.js";
import { tile } from "../games/tiles.js";
import { number } from "../lib/format.js";
import { barOf, barsOf } from "./weights.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {{away: number, helps: Record<string, number>, points?: Record<string, number>, unit?: string}} Hand
 * @typedef {[seat: number, level: number, reason: string]} Risk
 * @typedef {Partial<Hand> & {discards?: Record<string, Hand>, dangers?: Record<string, Risk[]>}} Study */

/** How dangerous a discard is, by level. */
const LEVELS = ["safe", "low danger", "some danger", "high danger"];
/** Discards that are listed. */
const MOST = 5;

/** What the chosen seat could work out where the match is shown, and nothing more.
 * @param {Position} at @returns {Study} */
const studied = at => (at.view === "seat" ? at.history.frames[at.shown].study : null) ?? {};

/** The bars of what is shown: of the search that was asked here, else of the seat's own bot.
 * @param {Position} at */
function bars(at) {
  if (at.view !== "seat") return [];
  const { asked } = at;
  if (asked?.frame === at.shown && asked.seat === at.seat) return barsOf(asked.advice.candidates);
  return barsOf(at.history.frames[at.shown + 1]?.info?.[at.seat]?.candidates);
}

/** What stands above a tile of the chosen seat's hand: the bar of its discard, and its danger.
 * @param {Position} at @returns {import("../lib/types.js").Look["above"]} */
export function aboveTiles(at) {
  const dangers = studied(at).dangers ?? {};
  const shown = bars(at);
  if (!shown.length && !Object.keys(dangers).length) return undefined;
  const longest = Math.max(1, ...shown.map(({ long }) => long));
  return (text, drawn) => {
    const bar = barOf(shown, text, drawn);
    const risks = dangers[text] ?? [];
    if (!bar && !risks.length) return null;
    const level = Math.max(-1, ...risks.map(risk => risk[1]));
    const reasons = risks.map(([seat, , why]) => `${at.first.players[seat]}: ${why}`).join("; ");
    return {
      drawn: html`<span class="above" aria-hidden="true">
        ${bar ? html`<i class="bar" style="--long:${((100 * bar.long) / longest).toFixed(1)}"></i>` : nothing}
        ${level >= 0 ? html`<i class="risk risk-${level}"></i>` : nothing}
      </span>`,
      said: [bar ? `weight ${bar.text}` : "", level >= 0 ? `${LEVELS[level]} (${reasons})` : ""]
        .filter(Boolean)
        .map(text => `, ${text}`)
        .join(""),
      title: [bar?.text, level >= 0 ? `${LEVELS[level]}: ${reasons}` : ""]
        .filter(Boolean)
        .join(" · "),
    };
  };
}

/** Whether anything is known about the chosen seat's hand in this match.
 * @param {Position} at */
export const hasStudies = at =>
  at.view === "seat" && at.history.frames.some(({ study }) => study?.away !== undefined);

/** The hand that is shown in a line or two: how far it is, and the best discard.
 * @param {Position} at */
export const shortStudy = at => card(at, 1, false);

/** The hand that is shown, in words and tiles, and the danger of its discards.
 * @param {Position} at */
export const studyCard = at => card(at, MOST, true);

/** @param {Position} at @param {number} most discards that are listed @param {boolean} whole */
function card(at, most, whole) {
  const study = studied(at);
  if (study.away === undefined)
    return whole ? html`<div class="card study"><h2>No hand to show here</h2></div>` : nothing;
  const rows = Object.entries(study.discards ?? {})
    .sort(([, a], [, b]) => a.away - b.away || copies(b) - copies(a))
    .slice(0, most);
  return html`<div class="card study">
    <h2>${mark(at.seat)}${study.away ? `${study.away} away from ready` : "Ready"}</h2>
    ${study.helps ? hand(/** @type {Hand} */ (study)) : nothing}
    ${rows.map(
      ([text, rest]) =>
        html`<div class="row"><span class="given">${tile(text)}</span>${hand(rest)}</div>`,
    )}
    ${whole ? risky(study.dangers ?? {}) : nothing}
  </div>`;
}

/** @param {Hand} rest */
const copies = rest => Object.values(rest.helps).reduce((sum, left) => sum + left, 0);

/** What helps a hand, or wins it.
 * @param {Hand} rest */
function hand(rest) {
  const names = Object.keys(rest.helps);
  const worth = Object.values(rest.points ?? {});
  return html`<div class="rest">
    <span class="line"
      >${
        rest.away
          ? `${rest.away} away, ${copies(rest)} tiles help`
          : `waits, ${copies(rest)} left${worth.length ? `, ${span(worth, rest.unit ?? "points")}` : ""}`
      }</span
    >
    <span class="tiles"
      >${names.map(text =>
        tile(text, rest.helps[text] ? "" : "gone", `, ${rest.helps[text]} left`),
      )}</span
    >
  </div>`;
}

/** @param {number[]} worth @param {string} unit points, tai or fan */
function span(worth, unit) {
  const low = Math.min(...worth),
    high = Math.max(...worth);
  if (!high && unit === "points") return "no yaku";
  return low === high ? `${number(low)} ${unit}` : `${number(low)} to ${number(high)} ${unit}`;
}

/** The tiles of the hand by how dangerous they are to discard.
 * @param {Record<string, Risk[]>} dangers */
function risky(dangers) {
  const most = (/** @type {Risk[]} */ risks) => Math.max(...risks.map(risk => risk[1]));
  const judged = Object.entries(dangers).filter(([, risks]) => risks.length);
  return LEVELS.map((name, level) => {
    const here = judged.filter(([, risks]) => most(risks) === level);
    return here.length
      ? html`<div class="row">
          <span class="danger"><i class="risk risk-${level}" aria-hidden="true"></i>${name}</span>
          <span class="tiles"
            >${here.map(([text, risks]) =>
              tile(text, "", `, ${risks.map(risk => risk[2]).join(", ")}`),
            )}</span
          >
        </div>`
      : nothing;
  });
}

/** What the search would do where it was asked.
 * @param {Position} at */
export function askedCard(at) {
  const { asked } = at;
  if (!asked || asked.frame !== at.shown || asked.seat !== at.seat) return nothing;
  const { bot, choice } = asked.advice;
  return html`<div class="card asked" role="status">
    <h2>${bot} <small>would</small> ${inWords(choice ?? "", at.first.game)}</h2>
  </div>`;
}
