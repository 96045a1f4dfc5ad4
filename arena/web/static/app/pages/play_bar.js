import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { place, rankOf } from "../lib/format.js";
import { variantText } from "../lib/variants.js";
import { t } from "../lib/messages.js";

/** @typedef {import("../lib/types.js").Look} Look */

/** What is going on at the own table, and what can be done besides a choice.
 * @param {{lost: boolean, played: import("../lib/variants.js").VariantEntry[], note: string,
 *   undone: number, matchId: string, seat: number, game: string,
 *   frame: import("../lib/types.js").Frame | null}} at
 * @param {string} title @param {Look} look @param {{open: boolean, over: boolean}} now
 * @param {{rewind: (type: "undo" | "redo") => void, goOn: () => void}} act */
export function playBar(at, title, look, { open, over }, act) {
  return html`<div class="bar">
    ${
      at.lost
        ? html`<span class="badge lost" role="status">${t("reconnecting")}</span>`
        : over
          ? html`<span class="badge">${t("final")}</span>`
          : html`<span class="badge live">${t("you play")}</span>`
    }
    <h1>${title}</h1>
    ${
      at.played.length
        ? html`<span class="dim facts">${at.played.map(variantText).join(" · ")}</span>`
        : nothing
    }
    <span class="turn ${open ? "mine" : "dim"}" role="status"
      >${
        over
          ? ending(at.seat, look)
          : open
            ? t("Your move.")
            : at.frame?.results
              ? ""
              : t("The others are thinking …")
      }</span
    >
    ${at.note ? html`<span class="bad" role="alert">${at.note}</span>` : nothing}
    <span class="views">
      ${
        open
          ? html`<button
              type="button"
              id="undo"
              title=${t("Take your last decision back (u)")}
              @click=${() => act.rewind("undo")}
            >
              ${t("Undo")}
            </button>`
          : nothing
      }
      ${
        open && at.undone
          ? html`<button
              type="button"
              id="redo"
              title=${t("Make the decision again that you took back (y)")}
              @click=${() => act.rewind("redo")}
            >
              ${t("Redo")}
            </button>`
          : nothing
      }
      ${
        at.frame?.results && !over
          ? html`<button type="button" class="primary" id="go-on" @click=${act.goOn}>
              ${t("Next round")}
            </button>`
          : nothing
      }
      ${
        over
          ? html`<a class="button" href="/m/${at.matchId}#e=0&view=all">${t("Watch the replay")}</a
              ><a class="button" href="/m/${at.matchId}#review&seat=${at.seat}&view=seat"
                >${t("Review your decisions")}</a
              ><a class="button primary" href="/play/${at.game}">${t("Another match")}</a>`
          : nothing
      }
    </span>
  </div>`;
}

/** How the match ended for who plays here.
 * @param {number} own @param {Look} look */
function ending(own, { ranks, teams }) {
  const rank = rankOf(ranks ?? [], own, teams);
  const shared = (ranks ?? []).filter((_, seat) => rankOf(ranks ?? [], seat, teams) === 1).length;
  if (rank !== 1) return t("The match is over: you came {place}.", { place: place(rank) });
  const side = teams.find(team => team.includes(own)) ?? [own];
  return shared > side.length ? t("The match is over: you share the first place.") : t("You won!");
}
