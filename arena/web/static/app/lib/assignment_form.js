import { html } from "../../vendor/lit-html/lit-html.js";
import { words } from "./format.js";
import { t, term } from "./messages.js";

/** @typedef {{name: string, title: string, bots: string[]}} Game */

/** The body of POST /api/classes/ID/assignments.
 * @param {FormData} said */
export function assignmentOf(said) {
  const text = (/** @type {string} */ key) => String(said.get(key) ?? "").trim();
  const set = (/** @type {string} */ name) => ({
    opponents: words(said.get(`${name}_opponents`)),
    deals: Number(text(`${name}_deals`)),
    seed: text(`${name}_seed`),
  });
  return {
    name: text("name"),
    game: text("game"),
    deadline: new Date(text("deadline")).getTime(),
    submissions_a_day: Number(text("submissions_a_day")),
    ...(text("seats") ? { seats: Number(text("seats")) } : {}),
    config: text("config") ? JSON.parse(text("config")) : {},
    public: set("public"),
    hidden: set("hidden"),
  };
}

/** One of the two sets of opponents and deals.
 * @param {string} name @param {string} title @param {string} hint */
const opponents = (name, title, hint) =>
  html`<fieldset>
    <legend>${title}</legend>
    <label
      >${t("House bots, by name")}
      <input name="${name}_opponents" required maxlength="400" placeholder=${hint} />
    </label>
    <label
      >${t("Deals against each")}
      <input name="${name}_deals" type="number" min="1" max="200" value="20" required />
    </label>
    <label
      >${t("Seed")}
      <input
        name="${name}_seed"
        maxlength="100"
        placeholder=${t("made for you")}
        autocomplete="off"
    /></label>
  </fieldset>`;

/** Where an organiser gives a class an assignment.
 * @param {string} title @param {Game[]} games @param {(e: SubmitEvent) => void} send */
export const assignmentForm = (title, games, send) =>
  html`<details>
    <summary>${t("New assignment")}</summary>
    <form
      class="event-form"
      @submit=${send}
      aria-label=${t("New assignment for {name}", { name: title })}
    >
      <label>${t("Title")} <input name="name" required maxlength="100" autocomplete="off" /></label>
      <label
        >${t("Game")}
        <select name="game">
          ${games.map(game => html`<option value=${game.name}>${term(game.title)}</option>`)}
        </select>
      </label>
      <label
        >${t("Deadline, your time")} <input name="deadline" type="datetime-local" required
      /></label>
      <label
        >${t("Versions per day")}
        <input name="submissions_a_day" type="number" min="1" max="100" value="5" required />
      </label>
      <label
        >${t("Seats")}
        <input name="seats" type="number" min="1" max="16" placeholder=${t("as usual")} />
      </label>
      <label
        >${t("Options, as JSON")}
        <input name="config" placeholder=${'{"target": 3}'} autocomplete="off"
      /></label>
      ${opponents("public", t("Public: members can play the same deals"), "random, counter")}
      ${opponents("hidden", t("Hidden until you release the scores"), "counter, defender")}
      <span class="wide"
        ><button type="submit" class="primary">${t("Give the assignment")}</button></span
      >
    </form>
  </details>`;
