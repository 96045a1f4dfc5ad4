import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { inWords } from "../games/choices.js";
import { mark } from "../games/seats.js";
import { tile } from "../games/tiles.js";
import { t } from "../lib/messages.js";
import { copies, distance, span } from "./remarks.js";
import { barOf, barsOf } from "./weights.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./remarks.js").Hand} Hand */
/** @typedef {[seat: number, level: number, reason: string, unseen?: number | null]} Risk
 * @typedef {Partial<Hand> & {discards?: Record<string, Hand>, dangers?: Record<string, Risk[]>}} Study */

/** How dangerous a discard is, by level. */
const LEVELS = [t("safe"), t("low danger"), t("some danger"), t("high danger")];
/** The reasons of bots for a level.
 * @type {Record<string, string>} */
const REASONS = {
  safe: t("safe tile"),
  suji: t("suji"),
  "half suji": t("half suji"),
  "no chance": t("no chance"),
  "one chance": t("one chance"),
  live: t("no suji"),
};
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
    const danger = LEVELS[level];
    const reasons = risks.map(risk => `${at.first.players[risk[0]]}: ${reason(risk)}`).join("; ");
    return {
      drawn: html`<span class="above" aria-hidden="true">
        ${bar ? html`<i class="bar" style="--long:${((100 * bar.long) / longest).toFixed(1)}"></i>` : nothing}
        ${level >= 0 ? html`<i class="risk risk-${level}"></i>` : nothing}
      </span>`,
      said:
        (bar ? t(", weight {weight}", { weight: bar.text }) : "") +
        (danger ? t(", {danger} ({reasons})", { danger, reasons }) : ""),
      title: [bar?.text, danger && `${danger}: ${reasons}`].filter(Boolean).join(" · "),
    };
  };
}

/** A reason in words; of an honour it is how many are unseen.
 * @param {Risk} risk */
const reason = ([, , why, unseen]) =>
  why === "honour" ? t("honour, {n} unseen", { n: unseen }) : (REASONS[why] ?? why);

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
    return whole
      ? html`<div class="card study"><h2>${t("No hand to show here")}</h2></div>`
      : nothing;
  const rows = Object.entries(study.discards ?? {})
    .sort(([, a], [, b]) => a.away - b.away || copies(b.helps) - copies(a.helps))
    .slice(0, most);
  return html`<div class="card study">
    <h2>
      ${mark(at.seat)}${study.away ? t("{n} away from ready", { n: study.away }) : t("Ready")}
    </h2>
    ${study.helps ? hand(/** @type {Hand} */ (study)) : nothing}
    ${rows.map(
      ([text, rest]) =>
        html`<div class="row"><span class="given">${tile(text)}</span>${hand(rest)}</div>`,
    )}
    ${whole ? risky(study.dangers ?? {}) : nothing}
  </div>`;
}

/** What helps a hand, or wins it.
 * @param {Hand} rest */
function hand(rest) {
  const names = Object.keys(rest.helps);
  const worth = Object.values(rest.points ?? {});
  const n = copies(rest.helps);
  return html`<div class="rest">
    <span class="line"
      >${
        rest.away
          ? distance(rest.away, n)
          : worth.length
            ? t("waits, {n} left, {worth}", { n, worth: worthOf(worth, rest.unit ?? "points") })
            : t("waits, {n} left", { n })
      }</span
    >
    <span class="tiles"
      >${names.map(text =>
        tile(text, rest.helps[text] ? "" : "gone", t(", {n} left", { n: rest.helps[text] })),
      )}</span
    >
  </div>`;
}

/** @param {number[]} worth @param {string} unit */
const worthOf = (worth, unit) =>
  unit === "points" && !Math.max(...worth) ? t("no yaku") : span(worth, unit);

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
              tile(text, "", `, ${risks.map(reason).join(", ")}`),
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
    <h2>${t("{bot} would {choice}", { bot, choice: inWords(choice ?? "", at.first.game) })}</h2>
  </div>`;
}
