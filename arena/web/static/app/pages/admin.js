import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { formKeys } from "../lib/keys.js";
import { collusionCard, loadCollusion } from "../lib/collusion_card.js";
import { ask, signInForm } from "../lib/session.js";

/** @typedef {{account: string, name: string, address: string | null, room: string,
 *   seat: number | null}} Connection */
/** @typedef {{room_id: string, game: string, state: string, players: string[], spectators: number,
 *   rated: boolean, match_id: string, opener: string}} Room */
/** @typedef {{name: string, role: string, created: number, revoked: number | null,
 *   banned: number | null, ban_reason: string}} Account */
/** @typedef {{id: string, created: number, actor: string, act: string, target: string,
 *   detail: Record<string, any>}} Act */
/** @typedef {{problems: string[], warnings: string[], drained: boolean,
 *   notices: {announcement: string, maintenance: string}, connections: Connection[],
 *   rooms: Room[], queues: {name: string, waiting: number, limit: number}[],
 *   faults: {name: string, owner: string, game: string, games: number, faults: number}[],
 *   storage: null | {bytes: number, matches: Record<string, number>,
 *   archives: Record<string, number>}, accounts: Account[], retired: string[]}} Seen */

const EVERY = 3000;
const SHOWN = 200;
const root = /** @type {HTMLElement} */ (document.getElementById("admin"));
/** @type {{seen: Seen | null, role: string, name: string}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const at = {
  seen: page.seen,
  acts: /** @type {Act[]} */ ([]),
  note: "",
  done: "",
  who: "",
  /** The act that waits for its reason. */
  asked: /** @type {null | {title: string, label: string, path: string, key: string}} */ (null),
};
const isAdmin = page.role === "admin";
const path = (/** @type {string[]} */ ...parts) =>
  ["/api/admin", ...parts.map(encodeURIComponent)].join("/");

async function refresh() {
  if (!at.seen || document.hidden) return;
  const [seen, audit] = await Promise.all([
    fetch("/api/admin").catch(() => null),
    fetch("/api/admin/audit?limit=30").catch(() => null),
  ]);
  if (seen?.ok) at.seen = await seen.json();
  if (audit?.ok) at.acts = (await audit.json()).acts;
  await loadCollusion(draw);
}

/** Do something, and show what came of it.
 * @param {string} to @param {Record<string, any> | null} body @param {string} words
 * @param {string} [method] */
async function act(to, body, words, method = "POST") {
  const { problem } = await ask(to, body, method);
  Object.assign(at, { note: problem, done: problem ? "" : words });
  await refresh();
  draw();
}

/** @param {SubmitEvent} e @returns {FormData} */
function said(e) {
  e.preventDefault();
  const form = /** @type {HTMLFormElement} */ (e.target);
  const found = new FormData(form);
  form.reset();
  return found;
}

/** Ask for the reason of an act, or for a text.
 * @param {string} title @param {string} label @param {string} to @param {string} [key] */
function askFor(title, label, to, key = "reason") {
  at.asked = { title, label, path: to, key };
  draw();
  /** @type {HTMLDialogElement | null} */ (root.querySelector("dialog"))?.showModal();
}

/** @param {SubmitEvent} e */
function confirmAsked(e) {
  const text = said(e).get("text");
  const wanted = at.asked;
  close();
  if (wanted) act(wanted.path, { [wanted.key]: text }, `${wanted.title}: done.`);
}

function close() {
  /** @type {HTMLDialogElement | null} */ (root.querySelector("dialog"))?.close();
  at.asked = null;
  draw();
}

// -- drawing

/** @param {string} label @param {string[]} heads @param {any[]} rows @param {string} none */
function table(label, heads, rows, none) {
  if (!rows.length) return html`<p class="dim">${none}</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
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
}

/** @param {string} text @param {() => void} click */
const button = (text, click) => html`<button type="button" @click=${click}>${text}</button>`;

/** @param {string} name */
const ban = name => askFor(`Ban ${name}`, "Reason", path("accounts", name, "ban"));
/** @param {string} name */
const message = name =>
  askFor(`Message to ${name}`, "Text", path("accounts", name, "messages"), "text");

/** @param {Seen} seen */
function state(seen) {
  const wrong = [...seen.problems, ...seen.warnings];
  return html`<section class="card wide" aria-label="State" data-problems=${wrong.length}>
    <h2>State</h2>
    ${
      wrong.length
        ? html`<ul class="problems bad" role="alert">
            ${wrong.map(text => html`<li>${text}</li>`)}
          </ul>`
        : html`<p>Everything works.</p>`
    }
    ${
      seen.notices.maintenance
        ? html`<p data-drained=${String(seen.drained)}>
            Maintenance: ${seen.notices.maintenance}.
            ${
              seen.drained
                ? "No match is running; the server can be stopped."
                : "Running matches go on to their end."
            }
          </p>`
        : nothing
    }
    ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
    ${at.done ? html`<p role="status">${at.done}</p>` : nothing}
  </section>`;
}

/** @param {Seen} seen */
function announcement(seen) {
  const to = path("announcement");
  return html`<section class="card" aria-label="Announcement">
    <h2>Announcement</h2>
    <p class="dim">${seen.notices.announcement || "Every page shows it."}</p>
    <form
      class="ask"
      @submit=${(/** @type {SubmitEvent} */ e) =>
        act(to, { text: said(e).get("text") }, "Announced.")}
    >
      <label
        >Text <input type="text" name="text" required maxlength="500" autocomplete="off"
      /></label>
      <span
        ><button type="submit" class="primary">Announce</button> ${
          seen.notices.announcement
            ? button("Withdraw", () => act(to, null, "Withdrawn.", "DELETE"))
            : nothing
        }</span
      >
    </form>
  </section>`;
}

/** @param {Seen} seen */
function maintenance(seen) {
  if (!isAdmin) return nothing;
  const to = path("maintenance");
  if (seen.notices.maintenance)
    return html`<section class="card" aria-label="Maintenance">
      <h2>Maintenance</h2>
      <p class="dim">No new matches begin.</p>
      ${button("End maintenance", () => act(to, null, "New matches begin again.", "DELETE"))}
    </section>`;
  return html`<section class="card" aria-label="Maintenance">
    <h2>Maintenance</h2>
    <p class="dim">No new matches begin; matches in progress continue.</p>
    <form
      class="ask"
      @submit=${(/** @type {SubmitEvent} */ e) =>
        act(to, { reason: said(e).get("reason") }, "Maintenance has begun.")}
    >
      <label
        >Reason <input type="text" name="reason" required maxlength="500" autocomplete="off"
      /></label>
      <span><button type="submit">Begin maintenance</button></span>
    </form>
  </section>`;
}

function season() {
  if (!isAdmin) return nothing;
  return html`<section class="card" aria-label="Season">
    <h2>Season</h2>
    <p class="dim">
      Archive all tables and start a new season. <a href="/seasons">Past seasons</a>
    </p>
    <form
      class="ask"
      @submit=${(/** @type {SubmitEvent} */ e) => {
        const form = said(e);
        const prizes = String(form.get("prizes"))
          .split("\n")
          .filter(line => line.trim());
        act(path("seasons"), { name: form.get("name"), prizes }, "The season is closed.");
      }}
    >
      <label
        >Name <input type="text" name="name" required maxlength="60" autocomplete="off"
      /></label>
      <label>Prizes, one per line <textarea name="prizes" rows="2"></textarea></label>
      <span><button type="submit">Close the season</button></span>
    </form>
  </section>`;
}

/** @param {Connection} row */
const connectionRow = row =>
  html`<tr>
    <th scope="row" class="left">${row.account || "–"}</th>
    <td class="left">${row.name}</td>
    <td class="left">${row.address ?? ""}</td>
    <td class="left">${row.room}</td>
    <td class="left">${row.seat ?? (row.room ? "watches" : "")}</td>
    <td class="left acts">
      ${row.account ? [button("Message", () => message(row.account)), button("Ban", () => ban(row.account))] : nothing}
    </td>
  </tr>`;

/** @param {Room} row */
const roomRow = row =>
  html`<tr>
    <th scope="row" class="left">${row.room_id}</th>
    <td class="left">${row.game}${row.rated ? ", rated" : ""}</td>
    <td class="left">${row.state}</td>
    <td class="left text">${row.players.map(name => name || "free seat").join(", ")}</td>
    <td class="left">${row.spectators}</td>
    <td class="left">${row.opener}</td>
    <td class="left acts">
      ${
        row.state === "waiting" || row.state === "void"
          ? nothing
          : button("Void", () =>
              askFor(`Void ${row.match_id}`, "Reason", path("matches", row.match_id, "void")),
            )
      }
    </td>
  </tr>`;

/** @param {Account} row */
function accountRow(row) {
  const acts = row.banned
    ? button("Unban", () =>
        act(path("accounts", row.name, "ban"), null, `${row.name} is back.`, "DELETE"),
      )
    : button("Ban", () => ban(row.name));
  return html`<tr data-account=${row.name}>
    <th scope="row" class="left">${row.name}</th>
    <td class="left">${row.role}</td>
    <td class="left text">
      ${row.banned ? `banned: ${row.ban_reason}` : row.revoked ? "revoked" : "active"}
    </td>
    <td class="left acts">${button("Message", () => message(row.name))} ${acts}</td>
  </tr>`;
}

/** @param {Act} row */
const actRow = row =>
  html`<tr>
    <td class="left">
      <time datetime=${new Date(row.created).toISOString()}
        >${new Date(row.created).toLocaleString()}</time
      >
    </td>
    <th scope="row" class="left">${row.actor}</th>
    <td class="left">${row.act.replaceAll("_", " ")}</td>
    <td class="left">${row.target}</td>
    <td class="left text">${row.detail.reason ?? row.detail.text ?? ""}</td>
  </tr>`;

/** @param {Seen} seen */
function storage(seen) {
  if (!seen.storage) return html`<p class="dim">This server has no store.</p>`;
  const { bytes, matches, archives } = seen.storage;
  const size = (/** @type {number} */ n) => `${(n / 1e6).toFixed(1)} MB`;
  return html`<p>
      ${size(bytes)}; matches:
      ${
        Object.entries(matches)
          .map(([status, many]) => `${many} ${status}`)
          .join(", ") || "none"
      }
    </p>
    ${table(
      "Archives",
      ["Owner", "Submitted files"],
      Object.entries(archives).map(
        ([owner, many]) =>
          html`<tr>
            <th scope="row" class="left">${owner}</th>
            <td class="left">${size(many)}</td>
          </tr>`,
      ),
      "No bots were submitted.",
    )}`;
}

/** @param {Seen} seen */
function tables(seen) {
  const found = seen.accounts.filter(row => row.name.includes(at.who)).slice(0, SHOWN);
  return html`<section class="card wide" aria-label="Connections">
      <h2>Connected <small>${seen.connections.length}</small></h2>
      ${table(
        "Connected",
        ["Account", "Name", "Address", "Room", "Seat", ""],
        seen.connections.map(connectionRow),
        "Nobody is connected.",
      )}
    </section>
    <section class="card wide" aria-label="Rooms">
      <h2>Rooms <small>${seen.rooms.length}</small></h2>
      ${table(
        "Rooms",
        ["Room", "Game", "State", "Players", "Spectators", "Opened by", ""],
        seen.rooms.map(roomRow),
        "There are no rooms.",
      )}
    </section>
    <section class="card wide" aria-label="Accounts">
      <h2>Accounts <small>${seen.accounts.length}</small></h2>
      <p>
        <label
          >Name
          <input
            type="search"
            .value=${at.who}
            @input=${(/** @type {any} */ e) => {
              at.who = e.target.value;
              draw();
            }}
        /></label>
      </p>
      ${table("Accounts", ["Account", "Role", "State", ""], found.map(accountRow), "None.")}
    </section>
    <section class="card" aria-label="Queues">
      <h2>Queues</h2>
      ${table(
        "Queues",
        ["Queue", "Waiting", "Limit"],
        seen.queues.map(
          row =>
            html`<tr>
              <th scope="row" class="left">${row.name}</th>
              <td class="left">${row.waiting}</td>
              <td class="left">${row.limit || "–"}</td>
            </tr>`,
        ),
        "Not looked at yet.",
      )}
    </section>
    <section class="card" aria-label="Faults">
      <h2>Faults by bot</h2>
      ${table(
        "Faults",
        ["Bot", "Owner", "Game", "Faults", "Matches"],
        seen.faults.map(
          row =>
            html`<tr>
              <th scope="row" class="left">${row.name}</th>
              <td class="left">${row.owner}</td>
              <td class="left">${row.game}</td>
              <td class="left">${row.faults}</td>
              <td class="left">${row.games}</td>
            </tr>`,
        ),
        "None.",
      )}
    </section>
    <section class="card" aria-label="Storage">
      <h2>Storage</h2>
      ${storage(seen)}
    </section>
    <section class="card" aria-label="Retired bots">
      <h2>Retired bots</h2>
      ${table(
        "Retired bots",
        ["Bot", ""],
        seen.retired.map(
          name =>
            html`<tr>
              <th scope="row" class="left">${name}</th>
              <td class="left acts">
                ${button("Restore", () => act(path("bots", name, "restore"), {}, `${name} is back.`))}
              </td>
            </tr>`,
        ),
        "None.",
      )}
    </section>
    ${collusionCard(draw)}
    <section class="card wide" aria-label="Audit">
      <h2>Acts <small>newest first</small></h2>
      ${table("Acts", ["When", "Who", "Act", "Target", "Why"], at.acts.map(actRow), "None yet.")}
    </section>`;
}

function dialog() {
  return html`<dialog @close=${close} aria-label=${at.asked?.title ?? "Reason"}>
    <form class="ask" @submit=${confirmAsked}>
      <h2>${at.asked?.title ?? ""}</h2>
      <label
        >${at.asked?.label ?? ""}
        <textarea name="text" rows="3" required maxlength="500"></textarea>
      </label>
      <span><button type="submit" class="primary">Confirm</button> ${button("Cancel", close)}</span>
    </form>
  </dialog>`;
}

function draw() {
  const { seen } = at;
  render(
    html`<div class="boards admin" data-loaded="true">
      <div class="head">
        <h1>Moderation</h1>
        ${page.name ? html`<span class="dim">${page.name}, ${page.role}</span>` : nothing}
      </div>
      ${
        seen
          ? html`<div class="admin-grid">
                ${state(seen)}${announcement(seen)}${maintenance(seen)}${season()}${tables(seen)}
              </div>
              ${dialog()}`
          : html`<section class="card">
              <h2>For moderators</h2>
              ${signInForm(() => location.reload())}
              ${
                page.name
                  ? html`<p class="bad" role="alert">
                      ${page.name} is ${page.role}; this page is for moderators.
                    </p>`
                  : nothing
              }
            </section>`
      }
    </div>`,
    root,
  );
}

formKeys();
draw();
refresh();
setInterval(refresh, EVERY);
