import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { named } from "./describe.js";
import { clockwise, lastMove, plate } from "./seats.js";
import { backs, row, tile } from "./tiles.js";
import { stations } from "./stations.js";
import { lastMoves } from "./miniature.js";
import { CARDS, closingItems } from "./round_receipts.js";
import { markup, plural, t } from "../lib/messages.js";

export { tigerdragon as sentence } from "./sentences.js";

/** @typedef {import("../lib/types.js").View} View */
/** @typedef {import("../lib/types.js").Look} Look */

/** The tiles of the last attacks and defences; bonus tiles lie face down.
 * @param {{history: string[]}} table */
export const miniature = ({ history }) =>
  lastMoves(history, did => (/^[1-8TD][AD]$/.test(did) ? tile(did[0]) : null));

/** @type {Record<string, string>} */
const KINDS = { A: t("attack"), D: t("defence"), B: t("bonus") };

/** What the winner laid and what that is paid for.
 * @param {import("../lib/types.js").Frame} frame @param {string[]} players */
export function receipt({ results, view }, players) {
  const last = results?.at(-1);
  if (!last?.result.last_tile) return nothing;
  const [winner] = last.winners;
  const laid = last.result.winner_discards.split(",");
  return html`<div>
    ${row(
      t("laid by {name}", { name: players[winner] }),
      laid.map((/** @type {string} */ text, /** @type {number} */ i) =>
        tile(text[0], i === laid.length - 1 ? "new" : ""),
      ),
    )}
    <div class="yaku">
      ${closingItems(last, view.card).map(item => html`<span class="chip">${item}</span>`)}
      <span class="chip gold">${plural(last.points[winner], "{n} point", "{n} points")}</span>
    </div>
  </div>`;
}

/** @param {import("../lib/types.js").Frame} frame @param {Look} look */
export function renderTable({ view }, look) {
  const each = (/** @type {number} */ seat) => station(view, look, seat);
  return stations(look, "tigerdragon", centre(view, look), each, clockwise);
}

/** @param {View} view @param {Look} look @param {number} seat */
function station(view, look, seat) {
  const hand = view.hands?.[seat];
  const name = look.players[seat];
  const passed = view.history.at(-1) === `${seat}pass`;
  return html` ${plate(seat, view, look, {
    chips: html` ${
      view.attacker === seat && view.attack_tile
        ? html`<span class="chip hot">${t("attacks")}</span>`
        : nothing
    }
    ${passed ? html`<span class="chip">${t("passes")}</span>` : nothing}
    ${
      view.bonus_discards[seat]
        ? html`<span class="chip">${t("bonus ×{n}", { n: view.bonus_discards[seat] })}</span>`
        : nothing
    }`,
  })}
  ${row(
    hand
      ? t("{name}'s hand", { name })
      : t("{name}'s hand: {n} tiles, hidden", { name, n: view.hand_sizes[seat] }),
    hand ? [...hand].sort().map(t => tile(t)) : backs(view.hand_sizes[seat]),
    "hand",
    `--n:${view.hand_sizes[seat]}`,
  )}
  ${row(t("laid by {name}", { name }), laid(view, seat), "played")}`;
}

/** What a seat has laid this round, in order.
 * @param {View} view @param {number} seat */
function laid(view, seat) {
  const own = view.history.filter(
    (/** @type {string} */ t) => t[0] === String(seat) && !t.endsWith("pass"),
  );
  return own.map((/** @type {string} */ token, /** @type {number} */ i) => {
    const kind = token.at(-1) ?? "";
    const last = i === own.length - 1 && lastMove(view).seat === seat;
    return html`<span class="slot"
      >${token.length === 3 ? tile(token[1], last ? "last" : "", `, ${KINDS[kind]}`) : backs(1, last ? "last" : "")}
      <i aria-hidden="true">${kind}</i></span
    >`;
  });
}

/** @param {View} view @param {Look} look */
function centre(view, look) {
  const attacker = named(view.attacker, look.players);
  return html`<div class="duel">
    ${view.attack_tile ? tile(view.attack_tile, "hot", t(", the attack")) : nothing}
    <div>
      <div class="big">
        ${
          view.attack_tile
            ? t("{who} attacks", { who: attacker })
            : view.phase === "BonusReceive"
              ? t("{who} lays a bonus", { who: attacker })
              : view.phase === "Finished"
                ? t("The end")
                : t("{who} to attack", { who: named(view.current_player, look.players) })
        }
      </div>
      <div class="line">
        ${markup("round {n}", { n: html`<b>${view.round}</b>` })} · ${CARDS[view.card] ?? view.card}
      </div>
    </div>
  </div>`;
}
