import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { formKeys } from "../lib/keys.js";
import { base64 } from "../lib/files.js";
import { ask, signedIn, signInForm, signInWith, whoami } from "../lib/session.js";
import { markup, t, term } from "../lib/messages.js";

/** @typedef {{version: number, status: string, log: string, report: null | {passed?: boolean,
 *   problems?: string[], faults?: {kind: string, reason: string, received?: string,
 *   legal?: string[]}[]}}} Version */

const EVERY = 500;
const root = /** @type {HTMLElement} */ (document.getElementById("submit"));
/** @type {{games: Record<string, string>, sign_up: boolean}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const at = {
  busy: false,
  note: "",
  name: "",
  again: false,
  version: /** @type {Version | null} */ (null),
};
const account = { token: "", note: "" };
/** @type {[string, string][]} */
const STEPS = [
  ["sent", t("Sent")],
  ["queued", t("Waits for the gate")],
  ["checking", t("Plays test matches against house bots")],
  ["active", t("Plays on the ladder")],
];

/** @param {SubmitEvent} e */
async function send(e) {
  e.preventDefault();
  const said = new FormData(/** @type {HTMLFormElement} */ (e.target));
  const file = /** @type {File} */ (said.get("file"));
  Object.assign(at, { busy: true, note: "", version: null, name: String(said.get("name")) });
  draw();
  const { told, problem } = await ask("/api/bots", {
    name: at.name,
    filename: file.name,
    archive: await base64(file),
    game: said.get("game"),
  });
  Object.assign(at, { busy: false, note: problem });
  if (told) {
    Object.assign(at, {
      again: told.again,
      version: { version: told.version, status: told.status, log: "", report: null },
    });
    follow(at.name, told.version);
  }
  draw();
}

/** Read the gate's log until it has decided.
 * @param {string} name @param {number} version */
async function follow(name, version) {
  while (at.name === name && at.version?.version === version) {
    const response = await fetch(`/api/bots/${encodeURIComponent(name)}/versions/${version}`).catch(
      () => null,
    );
    if (response?.ok) at.version = await response.json();
    draw();
    if (!["queued", "checking"].includes(at.version?.status ?? "")) return;
    await new Promise(done => setTimeout(done, EVERY));
  }
}

/** Make an account; its token stays in this page until it is put away, and is nowhere else.
 * @param {SubmitEvent} e */
async function signUp(e) {
  e.preventDefault();
  const said = await ask("/api/accounts", {
    name: new FormData(/** @type {HTMLFormElement} */ (e.target)).get("account"),
  });
  Object.assign(account, { token: said.told?.token ?? "", note: said.problem });
  draw();
  if (account.token) await signInWith(account.token, draw);
}

// -- drawing

/** The token just made, or the way to one where the server allows it. */
function accountCard() {
  if (account.token)
    return html`<section class="card" aria-label=${t("Your token")}>
      <h2>${t("Your token")}</h2>
      <p>
        ${markup(
          "This is shown {now}. Keep it where you keep passwords: whoever has it submits bots in your name.",
          { now: html`<b>${t("only now")}</b>` },
        )}
      </p>
      <pre class="hint" tabindex="0" aria-label=${t("The token")} id="fresh-token">
${account.token}</pre>
      <p>
        <button type="button" @click=${() => navigator.clipboard?.writeText(account.token)}>
          ${t("Copy")}
        </button>
        <button
          type="button"
          class="primary"
          @click=${() => {
            account.token = "";
            draw();
          }}
        >
          ${t("I have kept it")}
        </button>
      </p>
    </section>`;
  if (!page.sign_up || signedIn()) return nothing;
  return html`<section class="card" aria-label=${t("New here")}>
    <h2>${t("New here?")}</h2>
    <form class="ask" @submit=${signUp}>
      <label
        >${t("Your name")}
        <input
          type="text"
          name="account"
          required
          minlength="2"
          maxlength="32"
          pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*"
          autocomplete="off"
      /></label>
      <button type="submit">${t("Make an account")}</button>
    </form>
    ${account.note ? html`<p class="bad" role="alert">${account.note}</p>` : nothing}
  </section>`;
}

function form() {
  return html`<form class="ask" @submit=${send}>
    <label
      >${t("Name")}
      <input
        type="text"
        name="name"
        required
        maxlength="64"
        pattern="[A-Za-z0-9._:@\\-]+"
        autocomplete="off"
    /></label>
    <label
      >${t("Game")}
      <select name="game">
        ${Object.entries(page.games).map(
          ([name, title]) => html`<option value=${name}>${term(title)}</option>`,
        )}
      </select></label
    >
    <label>${t("File")} <input type="file" name="file" required accept=".py,.zip" /></label>
    <button type="submit" class="primary" ?disabled=${at.busy}>
      ${at.busy ? t("Sending …") : t("Submit")}
    </button>
  </form>`;
}

/** @param {Version} version */
function progress(version) {
  const failed = version.status === "failed";
  const reached = STEPS.findIndex(([key]) => key === (failed ? "checking" : version.status));
  return html`<section class="card" data-status=${version.status}>
    <h2>
      ${t("{name} version {version}", { name: at.name, version: version.version })}
      ${at.again ? html`<small>${t("the same content was sent before")}</small>` : nothing}
    </h2>
    <ol class="steps">
      ${STEPS.map(([key, words], i) => {
        const state =
          failed && i === reached
            ? "failed"
            : i < reached || version.status === "active"
              ? "done"
              : i === reached
                ? "now"
                : "to come";
        return html`<li class="step ${state.replace(" ", "-")}" data-step=${key}>
          <span aria-hidden="true"
            >${
              state === "failed" ? "✗" : state === "done" ? "✓" : state === "now" ? "…" : "○"
            }</span
          >
          ${words} <small>${term(state)}</small>
        </li>`;
      })}
    </ol>
    ${failed ? failure(version) : nothing}
    ${
      version.status === "active"
        ? html`<p role="status">
            ${t("It passed.")}
            <a href="/b/${encodeURIComponent(at.name)}"
              >${t("Look at {name}", { name: at.name })}</a
            >
          </p>`
        : nothing
    }
    <h2>${t("The gate's log")}</h2>
    <pre class="hint" tabindex="0" aria-label=${t("The gate's log")} aria-live="polite">
${version.log || "…"}</pre>
  </section>`;
}

/** Why it failed, in words, with what was expected.
 * @param {Version} version */
function failure(version) {
  const { problems = [], faults = [] } = version.report ?? {};
  return html`<div role="alert">
    <p class="bad">${t("It did not pass.")}</p>
    <ul class="faults">
      ${problems.map(problem => html`<li>${problem}</li>`)}
      ${faults
        .filter((fault, i) => faults.findIndex(other => other.reason === fault.reason) === i)
        .slice(0, 5)
        .map(
          fault =>
            html`<li>
              <b class="bad">${term(fault.kind)}</b>
              ${fault.reason}${
                fault.received === undefined
                  ? nothing
                  : html`<br /><small>${t("It sent")}</small> <code>${fault.received}</code>`
              }${
                fault.legal
                  ? html`<br /><small>${t("It could have sent")}</small>
                      <code>${`{"type":"action","choice":CHOICE}`}</code>
                      <small>${t("with a choice of")}</small>
                      <code>${fault.legal.join(", ")}</code>`
                  : nothing
              }
            </li>`,
        )}
    </ul>
    <p class="dim">
      ${markup(
        "The messages and their keys are at {protocol}; {command} plays the same matches on your own machine.",
        {
          protocol: html`<a href="/docs">${t("the protocol")}</a>`,
          command: html`<code>arena check</code>`,
        },
      )}
    </p>
  </div>`;
}

function draw() {
  render(
    html`<div class="boards">
      <div class="head">
        <h1>${t("Submit a bot")}</h1>
        <span class="dim"
          >${markup(
            "A Python file, or a zip with a {file}; protocol version 1. It is checked in a sandbox, then it plays rated matches.",
            { file: html`<code>bot.toml</code>` },
          )}</span
        >
      </div>
      <div class="two">
        <div class="stack">
          <section class="card">
            <h2>${t("Your bot")}</h2>
            ${signInForm(draw)}${signedIn() ? form() : nothing}
            ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
          </section>
          ${accountCard()}${at.version ? progress(at.version) : nothing}
        </div>
        <div class="stack">
          <section class="card">
            <h2>${t("From a terminal")}</h2>
            <pre class="hint" tabindex="0" aria-label=${t("Commands")}>
arena new-bot my-bot --game tigerdragon
arena check my-bot/bot.py --game tigerdragon
arena submit my-bot/bot.py --game tigerdragon --server ${location.origin}</pre>
          </section>
          <section class="card">
            <h2>${t("Or connect")}</h2>
            <p class="dim">
              ${markup(
                "A client of your own joins the ladder over a WebSocket: {join} the room {room} with your token. {protocol} has the rest, with starter bots.",
                {
                  join: html`<code>join</code>`,
                  room: html`<code>ladder:GAME</code>`,
                  protocol: html`<a href="/docs">${t("The protocol")}</a>`,
                },
              )}
            </p>
          </section>
        </div>
      </div>
    </div>`,
    root,
  );
}

formKeys();
draw();
whoami(draw);
