import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { ask, signedIn, signInForm, whoami } from "./session.js";
import { markup, plural, t, term } from "./messages.js";

/**
 * @typedef {{mean: number, low: number | null, high: number | null, n: number}} Estimate
 * @typedef {{id: string, game: string, state: string, mine: string, bot: string, played: number,
 *   deals: number, places: Estimate | null, points: Estimate | null,
 *   verdict: string, ahead_in_queue: number, reason: string, created: number}} Challenge
 */

const EVERY = 1000;
const at = { open: false, note: "", told: /** @type {Challenge | null} */ (null) };

/** An unrated series against a bot.
 * @param {string} bot @param {string[]} games @param {Record<string, string>} titles
 * @param {() => void} changed */
export function challengeCard(bot, games, titles, changed) {
  return html`<section class="card" aria-labelledby="challenge-title">
    <h2 id="challenge-title">
      ${t("Challenge")} <small>${t("an unrated series on duplicate deals")}</small>
    </h2>
    ${
      at.open
        ? html`${signInForm(changed)}${signedIn() ? form(bot, games, titles, changed) : nothing}`
        : html`<button
            type="button"
            class="primary"
            id="challenge"
            @click=${() => {
              at.open = true;
              changed();
              whoami(changed);
            }}
          >
            ${t("Challenge {bot}", { bot })}
          </button>`
    }
    ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
    ${at.told ? result(at.told) : nothing}
  </section>`;
}

/** @param {string} bot @param {string[]} games @param {Record<string, string>} titles
 * @param {() => void} changed */
function form(bot, games, titles, changed) {
  return html`<form class="ask" @submit=${(/** @type {SubmitEvent} */ e) => send(e, bot, changed)}>
    <label
      >${t("Your bot")}
      <input
        type="text"
        name="mine"
        required
        maxlength="64"
        placeholder=${t("yours or a house bot")}
    /></label>
    <label
      >${t("Game")}
      <select name="game">
        ${(games.length ? games : Object.keys(titles)).map(
          game => html`<option value=${game}>${titles[game] ?? game}</option>`,
        )}
      </select></label
    >
    <label>${t("Deals")} <input type="number" name="deals" min="1" max="200" value="20" /></label>
    <button type="submit" class="primary">${t("Play")}</button>
  </form>`;
}

/** @param {SubmitEvent} e @param {string} bot @param {() => void} changed */
async function send(e, bot, changed) {
  e.preventDefault();
  const said = new FormData(/** @type {HTMLFormElement} */ (e.target));
  const { told, problem } = await ask("/api/challenges", {
    bot,
    mine: said.get("mine"),
    game: said.get("game"),
    deals: Number(said.get("deals")),
  });
  at.note = problem;
  at.told = told;
  changed();
  if (told) follow(told.id, changed);
}

/** @param {string} id @param {() => void} changed */
async function follow(id, changed) {
  while (at.told?.id === id && ["queued", "running"].includes(at.told.state)) {
    await new Promise(done => setTimeout(done, EVERY));
    const response = await fetch(`/api/challenges/${id}`).catch(() => null);
    if (response?.ok) at.told = await response.json();
    changed();
  }
}

/** A difference, with how sure it is.
 * @param {Estimate} found @param {(fields: Record<string, unknown>) => unknown} said */
const difference = (found, said) =>
  html`${said({ n: html`<b>${found.mean > 0 ? "+" : ""}${found.mean.toFixed(2)}</b>` })}
    <small
      >${
        found.low === null || found.high === null
          ? t("no interval")
          : `[${found.low.toFixed(2)}, ${found.high.toFixed(2)}] 95 %`
      },
      ${plural(found.n, "{n} deal", "{n} deals")}</small
    >`;

const inPlaces = (/** @type {Record<string, unknown>} */ n) => markup("{n} places per deal", n);
const inPoints = (/** @type {Record<string, unknown>} */ n) => markup("{n} points per deal", n);

/** @param {Challenge} told */
function result(told) {
  return html`<p role="status" data-challenge=${told.state}>
    ${t("{mine} against {bot}", told)}:
    ${term(told.state)}${
      told.ahead_in_queue ? `, ${t("{n} before it", { n: told.ahead_in_queue })}` : ""
    },
    ${t("{played} of {deals} deals", told)}.
    ${told.places ? difference(told.places, inPlaces) : nothing} ${told.verdict} ${told.reason}
  </p>`;
}

/** Challenges that a bot took part in, the newest first.
 * @param {Challenge[]} rows @param {Record<string, string>} titles */
export function challengeTable(rows, titles) {
  if (!rows.length) return nothing;
  return html`<section class="card" aria-label=${t("Challenges")}>
    <h2>${t("Challenges")} <small>${t("the first ahead of the second, 95 %")}</small></h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("Challenges")}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col" class="left">${t("who")}</th>
            <th scope="col" class="left">${t("game")}</th>
            <th scope="col" class="left">${t("state")}</th>
            <th scope="col" class="left">${t("ahead")}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            row =>
              html`<tr data-challenged=${row.id}>
                <th scope="row" class="left">${t("{mine} against {bot}", row)}</th>
                <td class="left">${titles[row.game] ?? row.game}</td>
                <td class="left">
                  <span class="badge">${term(row.state)}</span>
                  <small>${t("{played} of {deals} deals", row)}</small>
                </td>
                <td class="left">
                  ${row.places ? difference(row.places, inPlaces) : nothing}${
                    row.points ? html`<br />${difference(row.points, inPoints)}` : nothing
                  }
                  ${row.reason}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
