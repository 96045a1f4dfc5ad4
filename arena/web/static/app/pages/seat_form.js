import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { tile } from "../games/tiles.js";
import { tableName } from "../lib/names.js";
import { signInForm } from "../lib/session.js";
import { ruleBuilder, withLevel } from "./rule_builder.js";
import { variantChooser } from "../lib/variants.js";
import { markup, t, term } from "../lib/messages.js";

/** @typedef {{title: string, seats: number[], default_seats: number, bots: string[],
 *   house_bot: string, levels: Record<string, string>, short: Record<string, any>,
 *   teams?: number[][], variants: import("../lib/variants.js").VariantInfo[]}} GameInfo */
/** @typedef {{seats: number, bot: string, short: boolean, name: string}} Wanted */

/** A few tiles that show at a glance which game is which.
 * @type {Record<string, string[]>} */
const FACES = {
  riichi: ["1s", "0p", "7z", "1z"],
  taiwan: ["5f", "2f", "6z", "9m"],
  sichuan: ["1p", "5s", "8m", "3p"],
  texas42: ["6-4", "5-5", "3-0"],
  tigerdragon: ["T", "7", "2", "D"],
};
/** Which game to play, against whom, and under which name.
 * @param {{games: Record<string, GameInfo>, rules: boolean}} page
 * @param {{game: string, wanted: Wanted, rules: import("./rule_builder.js").Rules,
 *   variants: Map<string, Record<string, any>>, note: string,
 *   needsToken: boolean}} at
 * @param {{draw: () => void, sitDown: () => void, signedInOrNot: () => void}} act */
export function seatForm(page, at, { draw, sitDown, signedInOrNot }) {
  const names = Object.entries(page.games);
  const info = page.games[at.game];
  return html`<div class="sit">
    <h1>${t("Play against the house")}</h1>
    <p class="dim">
      ${t("Choose a game, sit down, and click what you want to do. The rules are the same as for bots, and the clocks give you plenty of time.")}
    </p>
    <div class="games">
      ${names.map(
        ([name, game]) =>
          html`<a
            class="card game ${name === at.game ? "chosen" : ""}"
            href="/play/${name}"
            aria-current=${name === at.game ? "true" : "false"}
          >
            <b>${term(game.title)}</b><span class="dim">${seats(game.seats)}</span>
            <span class="tiles" aria-hidden="true"
              >${(FACES[name] ?? []).map(t => tile(t))}</span
            ></a
          >`,
      )}
    </div>
    ${
      info
        ? html`<form
              class="card form"
              @submit=${(/** @type {Event} */ e) => {
                e.preventDefault();
                sitDown();
              }}
            >
              <h2>
                ${term(info.title)}
                ${page.rules ? html`<small><a href="/rules/${at.game}">${t("Rules")}</a></small>` : nothing}
              </h2>
              <label
                >${t("Your name")}
                <input
                  type="text"
                  maxlength="32"
                  .value=${at.wanted.name}
                  @input=${(/** @type {any} */ e) => {
                    at.wanted.name = e.target.value;
                    draw();
                  }}
                />
                ${
                  at.wanted.name.trim() === tableName(at.wanted.name)
                    ? nothing
                    : html`<small class="dim" role="status"
                        >${markup(
                          "Logs and addresses call you {name}; players see your name as it is.",
                          { name: html`<b>${tableName(at.wanted.name)}</b>` },
                        )}</small
                      >`
                }</label
              >
              <label
                >${t("Seats")}
                <select
                  @change=${(/** @type {any} */ e) => {
                    at.wanted.seats = Number(e.target.value);
                    draw();
                  }}
                >
                  ${info.seats.map(
                    n =>
                      html`<option value=${n} ?selected=${n === info.default_seats}>${n}</option>`,
                  )}
                </select></label
              >
              <label
                >${t("Against")}
                <select
                  @change=${(/** @type {any} */ e) => {
                    at.wanted.bot = e.target.value;
                  }}
                >
                  ${info.bots.map(
                    bot =>
                      html`<option value=${bot} ?selected=${bot === info.house_bot}>
                        ${withLevel(bot, info)}
                      </option>`,
                  )}
                </select></label
              >
              <label class="check"
                ><input
                  type="checkbox"
                  .checked=${at.wanted.short}
                  @change=${(/** @type {any} */ e) => {
                    at.wanted.short = e.target.checked;
                    draw();
                  }}
                />
                ${t("a short match")}</label
              >
              ${variantChooser(info.variants, at.variants, draw)}
              ${ruleBuilder(at.game, at.rules, info, at.wanted, draw)}
              <button type="submit" class="primary">${t("Sit down")}</button>
              ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
            </form>
            ${at.needsToken ? signInForm(signedInOrNot) : nothing}`
        : nothing
    }
  </div>`;
}

/** How many may sit down: `2 to 5 seats`.
 * @param {number[]} numbers from the least */
function seats(numbers) {
  const [least, most] = [numbers[0], numbers[numbers.length - 1]];
  return numbers.length > 1 && most - least === numbers.length - 1
    ? t("{least} to {most} seats", { least, most })
    : t("{numbers} seats", { numbers: numbers.join(", ") });
}
