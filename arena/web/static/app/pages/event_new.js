import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { helpDialog, onKeys, toggleTheme } from "../lib/keys.js";
import { words } from "../lib/format.js";
import { t, term } from "../lib/messages.js";
import { ask, signInForm, whoami } from "../lib/session.js";

const root = /** @type {HTMLElement} */ (document.getElementById("event-new"));
/** @type {{games: Record<string, {title: string, house_bot: string}>}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const at = { note: "", busy: false, game: Object.keys(page.games)[0] ?? "" };

/** @param {FormData} said */
function body(said) {
  const text = (/** @type {string} */ key) => String(said.get(key) ?? "").trim();
  const number = (/** @type {string} */ key) => Number(text(key));
  const seconds = number("seconds");
  const start = text("start");
  return {
    ...(text("id") ? { id: text("id") } : {}),
    name: text("name"),
    game: text("game"),
    format: text("format"),
    rounds: number("rounds"),
    deals: number("deals"),
    duplicate: said.has("duplicate"),
    entrants: words(said.get("entrants")),
    bots: words(said.get("bots")),
    open: said.has("open"),
    late_entry: said.has("late_entry"),
    no_show: text("no_show"),
    no_show_minutes: number("no_show_minutes"),
    on_absent: text("on_absent"),
    rated: said.has("rated"),
    fill: said.has("fill") ? (page.games[text("game")]?.house_bot ?? "") : "",
    ...(start ? { start: new Date(start).toISOString() } : {}),
    ...(seconds ? { time: { decision_ms: Math.round(1000 * seconds) } } : {}),
    breaks: text("breaks")
      .split(",")
      .map(each => each.split(":"))
      .filter(each => each.length === 2)
      .map(([after, minutes]) => ({ after: Number(after), minutes: Number(minutes) })),
    config: text("config") ? JSON.parse(text("config")) : {},
  };
}

/** @param {SubmitEvent} e */
async function send(e) {
  e.preventDefault();
  Object.assign(at, { busy: true, note: "" });
  draw();
  try {
    const wanted = body(new FormData(/** @type {HTMLFormElement} */ (e.target)));
    const { told, problem } = await ask("/api/events", wanted);
    if (told) location.href = `/t/${encodeURIComponent(told.id)}`;
    at.note = problem;
  } catch {
    at.note = t("Options: expected a JSON object such as {example}.", {
      example: '{"length": "tonpuu"}',
    });
  }
  at.busy = false;
  draw();
}

function draw() {
  render(
    html`<div class="boards" data-loaded="true">
      <div class="head"><h1>${t("Set up an event")}</h1></div>
      <section class="card">${signInForm(draw)}</section>
      <section class="card">
        <form class="event-form" @submit=${send}>
          <fieldset>
            <legend>${t("The event")}</legend>
            <label>${t("Name")} <input name="name" maxlength="100" required /></label>
            <label
              >${t("Id: clients join event:ID")}
              <input
                name="id"
                maxlength="40"
                pattern="[A-Za-z0-9._@\\-]*"
                placeholder=${t("made for you")}
            /></label>
            <label
              >${t("Game")}
              <select name="game">
                ${Object.entries(page.games).map(
                  ([name, game]) => html`<option value=${name}>${term(game.title)}</option>`,
                )}
              </select></label
            >
            <label
              >${t("Options, as JSON")}
              <input name="config" placeholder=${t("none")} spellcheck="false" autocomplete="off"
            /></label>
          </fieldset>
          <fieldset>
            <legend>${t("Format")}</legend>
            <label
              >${t("Format")}
              <select name="format">
                <option value="swiss">${t("Swiss")}</option>
                <option value="round-robin">${t("Round robin")}</option>
                <option value="league">${t("League (can be extended)")}</option>
                <option value="knock-out">${t("Knock-out by tables")}</option>
              </select></label
            >
            <label
              >${t("Rounds")} <input name="rounds" type="number" min="1" max="100" value="4"
            /></label>
            <label
              >${t("Deals per table and round")}
              <input name="deals" type="number" min="1" max="64" value="1"
            /></label>
            <label class="check"
              ><input name="duplicate" type="checkbox" checked />
              ${t("All tables of a round play the same deals")}</label
            >
            <label class="check"
              ><input name="rated" type="checkbox" />
              ${t("Matches are rated on the leaderboard")}</label
            >
          </fieldset>
          <fieldset>
            <legend>${t("Entrants")}</legend>
            <label
              >${t("Accounts")}
              <textarea name="entrants" rows="3" placeholder="anna, ben, ..."></textarea>
            </label>
            <label
              >${t("Submitted and house bots")}
              <input name="bots" placeholder=${t("none")} autocomplete="off"
            /></label>
            <label class="check"
              ><input name="open" type="checkbox" /> ${t("Any account may enter itself")}</label
            >
            <label class="check"
              ><input name="late_entry" type="checkbox" checked />
              ${t("Late entries, from the next round on")}</label
            >
            <label class="check"
              ><input name="fill" type="checkbox" />
              ${t("A house bot fills seats that are left over")}</label
            >
          </fieldset>
          <fieldset>
            <legend>${t("Time")}</legend>
            <label>${t("Start")} <input name="start" type="datetime-local" /></label>
            <small class="dim">${t("If left empty, you start the event from its page.")}</small>
            <label
              >${t("Seconds per decision")}
              <input name="seconds" type="number" min="0.1" step="0.1" max="3600" value="5"
            /></label>
            <label
              >${t("Breaks, as ROUND:MINUTES")}
              <input name="breaks" placeholder="2:30, 4:15" autocomplete="off"
            /></label>
          </fieldset>
          <fieldset>
            <legend>${t("Absent players")}</legend>
            <label
              >${t("A player who is absent when a round begins")}
              <select name="no_show">
                <option value="bye">${t("sits out")}</option>
                <option value="bot">${t("is played for by a house bot")}</option>
                <option value="forfeit">${t("loses the round's matches")}</option>
              </select></label
            >
            <label
              >${t("Grace period in minutes")}
              <input name="no_show_minutes" type="number" min="0" max="1440" step="0.5" value="5"
            /></label>
            <label
              >${t("A player who leaves a match")}
              <select name="on_absent">
                <option value="bot">${t("gets the bot's result")}</option>
                <option value="forfeit">${t("comes last")}</option>
              </select></label
            >
          </fieldset>
          <div class="wide">
            ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
            <button type="submit" class="primary" ?disabled=${at.busy}>
              ${t("Set up the event")}
            </button>
          </div>
        </form>
      </section>
    </div>`,
    root,
  );
}

const help = helpDialog([
  ["t", t("dark or light")],
  ["?", t("this list")],
]);
onKeys({ t: toggleTheme, "?": help });
draw();
whoami(draw);
