import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { formKeys } from "../lib/keys.js";
import { assignmentForm, assignmentOf } from "../lib/assignment_form.js";
import { base64 } from "../lib/files.js";
import { language, markup, plural, t, term } from "../lib/messages.js";
import { ask, signedIn, signInForm, whoami } from "../lib/session.js";

/** @typedef {{places: number, points: number, deals: number, faults: number}} Score */
/** @typedef {{version: number, filename: string, created: number, state: string, problem: string,
 *   public: Score | null, hidden: Score | null, counts: boolean}} Version */
/** @typedef {{rank: number, name: string, versions: number, public: Score, hidden: Score | null}}
 *   Ranked */
/** @typedef {{id: string, name: string, game: string, deadline: number, open: boolean,
 *   submissions_a_day: number, public_set: {opponents: string[], deals: number, seed: string},
 *   released: number | null}} Work */
/** @typedef {{id: string, name: string, manages: boolean, assignments: Work[],
 *   members: {name: string, label: string, group: string}[]}} Class */

const EVERY = 5000;
const root = /** @type {HTMLElement} */ (document.getElementById("classes"));
const at = {
  games: /** @type {import("../lib/assignment_form.js").Game[]} */ ([]),
  classes: /** @type {Class[]} */ ([]),
  versions: /** @type {Record<string, Version[]>} */ ({}),
  boards: /** @type {Record<string, Ranked[]>} */ ({}),
  loaded: false,
  tokens: "",
  note: "",
  done: "",
};

/** @param {string} path @returns {Promise<any>} */
async function get(path) {
  const response = await fetch(path).catch(() => null);
  return response?.ok ? response.json() : null;
}

async function load() {
  if (!signedIn() || document.hidden) return draw();
  const rows = (await get("/api/classes")) ?? [];
  const found = await Promise.all(
    rows.map((/** @type {Class} */ row) => get(`/api/classes/${row.id}`)),
  );
  at.classes = found.filter(Boolean);
  if (!at.games.length && at.classes.some(each => each.manages))
    at.games = (await get("/api/games")) ?? [];
  for (const work of at.classes.flatMap(each => each.assignments)) {
    at.versions[work.id] = (await get(`/api/assignments/${work.id}/submissions`)) ?? [];
    at.boards[work.id] = (await get(`/api/assignments/${work.id}/board`)) ?? [];
  }
  at.loaded = true;
  draw();
}

/** @param {string} path @param {any} body @param {string} words @param {string} [method]
 * @returns {Promise<any>} */
async function change(path, body, words, method = "POST") {
  const { told, problem } = await ask(path, body, method);
  Object.assign(at, { note: problem, done: problem ? "" : words });
  await load();
  return told;
}

/** @param {SubmitEvent} e @param {Work} work */
async function submit(e, work) {
  e.preventDefault();
  const form = /** @type {HTMLFormElement} */ (e.target);
  const file = /** @type {File} */ (new FormData(form).get("file"));
  form.reset();
  const body = { filename: file.name, archive: await base64(file) };
  await change(
    `/api/assignments/${work.id}/submissions`,
    body,
    t("{file} was submitted.", { file: file.name }),
  );
}

/** @param {SubmitEvent} e @param {Class} one */
async function addMembers(e, one) {
  e.preventDefault();
  const form = /** @type {HTMLFormElement} */ (e.target);
  const file = /** @type {File} */ (new FormData(form).get("file"));
  form.reset();
  const told = await change(
    `/api/classes/${one.id}/members`,
    { csv: await file.text() },
    t("Added."),
  );
  if (!told) return;
  const quoted = (/** @type {string | null} */ cell) => `"${(cell ?? "").replaceAll('"', '""')}"`;
  at.tokens = told
    .map((/** @type {any} */ row) =>
      [row.name, row.label, row.group, row.token].map(quoted).join(","),
    )
    .join("\n");
  draw();
}

/** @param {SubmitEvent} e @param {Class} one */
async function assign(e, one) {
  e.preventDefault();
  const form = /** @type {HTMLFormElement} */ (e.target);
  try {
    const wanted = assignmentOf(new FormData(form));
    const path = `/api/classes/${one.id}/assignments`;
    if (await change(path, wanted, t("{name} is given.", { name: wanted.name }))) form.reset();
  } catch {
    at.note = t("Options: expected a JSON object such as {example}.", { example: '{"target": 3}' });
    draw();
  }
}

// -- drawing

const moment = (/** @type {number} */ ms) =>
  html`<time datetime=${new Date(ms).toISOString()} title=${new Date(ms).toUTCString()}
    >${new Date(ms).toLocaleString(language)}</time
  >`;
const signed = (/** @type {number | undefined} */ value) =>
  value === undefined ? "–" : `${value > 0 ? "+" : ""}${value.toFixed(2)}`;

/** @param {string} label @param {string[]} heads @param {any[]} rows */
const table = (label, heads, rows) =>
  html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table class="list">
      <thead>
        <tr>
          ${heads.map(head => html`<th scope="col" class="left">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

/** @param {Work} work */
function versions(work) {
  const rows = at.versions[work.id] ?? [];
  if (!rows.length) return nothing;
  return html`<h2>${t("Your versions")}</h2>
    ${versionTable(work, rows)}`;
}

/** @param {Work} work @param {Version[]} rows */
const versionTable = (work, rows) =>
  table(
    t("Your versions of {name}", { name: work.name }),
    [
      t("Version"),
      t("Sent"),
      t("State"),
      t("Places per deal"),
      t("Points per deal"),
      t("Faults"),
      t("Hidden places"),
    ],
    rows.map(
      row =>
        html`<tr>
          <th scope="row" class="left">
            ${row.counts ? t("{version}, counts", row) : row.version}
          </th>
          <td class="left">${moment(row.created)}</td>
          <td class="left">${row.problem || term(row.state)}</td>
          <td class="left">${signed(row.public?.places)}</td>
          <td class="left">${signed(row.public?.points)}</td>
          <td class="left">${row.public?.faults ?? "–"}</td>
          <td class="left">${signed(row.hidden?.places)}</td>
        </tr>`,
    ),
  );

/** @param {Work} work */
function board(work) {
  const rows = at.boards[work.id] ?? [];
  if (!rows.length) return html`<p class="dim">${t("Nothing is scored yet.")}</p>`;
  return html`<h2>${t("Leaderboard")}</h2>
    ${boardTable(work, rows)}`;
}

/** @param {Work} work @param {Ranked[]} rows */
const boardTable = (work, rows) =>
  table(
    t("Leaderboard of {name}", { name: work.name }),
    [
      t("Rank"),
      t("Name"),
      t("Places per deal"),
      t("Points per deal"),
      t("Faults"),
      t("Hidden places"),
    ],
    rows.map(
      row =>
        html`<tr>
          <td class="left">${row.rank}</td>
          <th scope="row" class="left">${row.name}</th>
          <td class="left">${signed(row.public.places)}</td>
          <td class="left">${signed(row.public.points)}</td>
          <td class="left">${row.public.faults}</td>
          <td class="left">${signed(row.hidden?.places)}</td>
        </tr>`,
    ),
  );

/** @param {Work} work */
function organiserTools(work) {
  const path = `/api/assignments/${work.id}`;
  return html`<p>
    <a class="button" href="${path}/gradebook.csv" download>${t("Gradebook")}</a>
    <a class="button" href="${path}/similar">${t("Similar submissions")}</a>
    <a class="button" href="${path}/files.zip" download>${t("Files")}</a>
    ${
      work.open || work.released
        ? nothing
        : html`<button
            type="button"
            @click=${() => change(path, { released: true }, t("Hidden scores are shown."), "PATCH")}
          >
            ${t("Release hidden scores")}
          </button>`
    }
  </p>`;
}

/** @param {Class} one @param {Work} work */
function assignment(one, work) {
  const set = work.public_set;
  const time = moment(work.deadline);
  return html`<section class="card wide" aria-label=${work.name} data-work=${work.id}>
    <h2>${work.name} <small>${one.name}, ${work.game}</small></h2>
    <p class="dim">
      ${work.open ? markup("Open until {time}.", { time }) : markup("Closed since {time}.", { time })}
      ${plural(work.submissions_a_day, "{n} version per day.", "{n} versions per day.")}
      ${markup("{deals} against {bots}, seed {seed}.", {
        deals: plural(set.deals, "{n} deal", "{n} deals"),
        bots: set.opponents.join(", "),
        seed: html`<code>${set.seed}</code>`,
      })}
    </p>
    ${
      work.open && !one.manages
        ? html`<form class="ask" @submit=${(/** @type {SubmitEvent} */ e) => submit(e, work)}>
            <label>${t("File")} <input type="file" name="file" required accept=".py,.zip" /></label>
            <span><button type="submit" class="primary">${t("Submit")}</button></span>
          </form>`
        : nothing
    }
    ${one.manages ? organiserTools(work) : versions(work)}${board(work)}
  </section>`;
}

/** @param {Class} one */
function members(one) {
  if (!one.manages) return nothing;
  return html`<section class="card" aria-label=${t("Members of {name}", { name: one.name })}>
    <h2>
      ${one.name}
      <small
        >${plural(one.members.length, "{n} member, id {id}", "{n} members, id {id}", { id: one.id })}</small
      >
    </h2>
    <form class="ask" @submit=${(/** @type {SubmitEvent} */ e) => addMembers(e, one)}>
      <label
        >${t("Accounts from CSV: name, label, group")}
        <input type="file" name="file" required accept=".csv,text/csv"
      /></label>
      <button type="submit">${t("Add")}</button>
    </form>
    ${assignmentForm(one.name, at.games, e => assign(e, one))}
    <p class="dim">
      ${markup("Or from a terminal: {command}.", {
        command: html`<code>arena classroom assign ${one.id} FILE.toml</code>`,
      })}
    </p>
  </section>`;
}

function fresh() {
  if (!at.tokens) return nothing;
  return html`<section class="card wide" aria-label=${t("New tokens")}>
    <h2>${t("New tokens")}</h2>
    <p>
      ${markup("These are shown {now}: name, label, group, token.", {
        now: html`<b>${t("only now")}</b>`,
      })}
    </p>
    <pre class="hint" tabindex="0" aria-label=${t("New tokens")} id="fresh-tokens">
${at.tokens}</pre>
    <button
      type="button"
      class="primary"
      @click=${() => {
        at.tokens = "";
        draw();
      }}
    >
      ${t("I have kept them")}
    </button>
  </section>`;
}

function draw() {
  const works = at.classes.flatMap(one => one.assignments.map(work => assignment(one, work)));
  render(
    html`<div class="boards admin" data-loaded="true">
      <div class="head"><h1>${t("Classes")}</h1></div>
      ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
      ${at.done ? html`<p role="status">${at.done}</p>` : nothing}
      <div class="admin-grid">
        <section class="card" aria-label=${t("Signed in")}>
          ${signInForm(load)}
          ${
            signedIn() && !at.classes.length && !at.loaded
              ? html`<p class="dim">${t("Loading …")}</p>`
              : nothing
          }
          ${
            signedIn() && !at.classes.length && at.loaded
              ? html`<p class="dim">
                  ${markup("You are in no class. An organiser creates one with {command}.", {
                    command: html`<code>arena classroom create NAME</code>`,
                  })}
                </p>`
              : nothing
          }
        </section>
        ${at.classes.map(members)}${fresh()}${works}
      </div>
    </div>`,
    root,
  );
}

formKeys();
draw();
whoami(load);
setInterval(load, EVERY);
