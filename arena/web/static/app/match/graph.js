import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { roundName } from "../games/describe.js";
import { DASHES, MARKS } from "../games/seats.js";
import { apart } from "./labels.js";
import { ticks } from "./ticks.js";
import { t } from "../lib/messages.js";

const W = 330,
  H = 132,
  LEFT = 38,
  RIGHT = 62,
  TOP = 8,
  BOTTOM = 20;

/** Everybody's score by round, up to a frame.
 * @param {import("../lib/types.js").History} history @param {number} cursor */
export function scoreGraph(history, cursor) {
  const { frames, rounds, players } = history;
  const done = rounds.filter(
    (round, i) => round.scores && (rounds[i + 1]?.frame ?? frames.length) <= cursor + 1,
  );
  const points = [frames[0].view.scores, ...done.map(round => round.scores ?? [])];
  const now = frames[cursor].results?.at(-1)?.scores ?? frames[cursor].view.scores;
  if (String(points[points.length - 1]) !== String(now) || points.length === 1) points.push(now);
  const names = ["", ...done.map(round => roundName(round.name)), t("now")];
  const all = points.flat();
  const lines = ticks(Math.min(...all), Math.max(...all));
  const low = lines[0],
    high = lines[lines.length - 1];
  const x = (/** @type {number} */ i) =>
    LEFT + (i * (W - LEFT - RIGHT)) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ v) => TOP + ((high - v) * (H - TOP - BOTTOM)) / (high - low);
  const places = players.map((_, seat) => y(now[seat]));
  const ends = apart(places, H - BOTTOM);
  const every = Math.ceil(points.length / 7);
  return html`<div class="graph">
    <svg viewBox="0 0 ${W} ${H}" role="img" aria-label=${spokenScores(history, now)}>
      ${lines.map(
        v => svg`<line class="grid" x1=${LEFT} x2=${W - RIGHT} y1=${y(v)} y2=${y(v)}></line>
      <text x=${LEFT - 5} y=${y(v) + 4} text-anchor="end">${short(v)}</text>`,
      )}
      ${points.map((_, i) =>
        i % every === 0
          ? svg`<text x=${x(i)} y=${H - 5} text-anchor="middle">${names[i] || nothing}</text>`
          : nothing,
      )}
      ${players.map(
        (_, seat) => svg`<g class="c${seat}">
      <polyline class="line" stroke-dasharray=${DASHES[seat]} points=${points
        .map((row, i) => `${x(i).toFixed(1)},${y(row[seat]).toFixed(1)}`)
        .join(" ")}></polyline>
      <text class="end" x=${W - RIGHT + 5} y=${ends[seat] + 4}>${MARKS[seat]} ${short(now[seat])}</text></g>`,
      )}
    </svg>
  </div>`;
}

/** @param {number} value */
const short = value =>
  (Math.abs(value) >= 10000 ? `${(value / 1000).toFixed(1)}k` : String(Math.round(value))).replace(
    "-",
    "−",
  );

/** @param {import("../lib/types.js").History} history @param {number[]} now */
const spokenScores = (history, now) =>
  t("Scores: {scores}", {
    scores: history.players.map((name, seat) => `${name} ${now[seat]}`).join(", "),
  });
