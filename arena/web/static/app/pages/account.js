import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { moment } from "../lib/times.js";
import { formKeys } from "../lib/keys.js";
import { ask, signedIn, signInForm, signInWith, whoami } from "../lib/session.js";
import { markup, t } from "../lib/messages.js";

/** @typedef {{name: string, role: string, unread: number, recovery: boolean, bots: string[]}} Own */
/** @typedef {{id: number, sender: string, text: string, created: number, read: number | null}}
 *   Message */

const root = /** @type {HTMLElement} */ (document.getElementById("account"));
const at = {
  own: /** @type {Own | null} */ (null),
  messages: /** @type {Message[]} */ ([]),
  /** A token or a code that is shown only now. */
  secret: /** @type {null | {title: string, text: string}} */ (null),
  note: "",
  done: "",
};

async function load() {
  if (!signedIn()) return draw();
  const [own, mail] = await Promise.all([
    fetch("/api/account").catch(() => null),
    fetch("/api/account/messages").catch(() => null),
  ]);
  at.own = own?.ok ? await own.json() : null;
  at.messages = mail?.ok ? (await mail.json()).messages : [];
  draw();
  if (at.own?.unread) await ask("/api/account/messages/read", null);
}

/** @param {string} to @param {any} body @param {string} method @param {(told: any) => void} then */
async function change(to, body, method, then) {
  const { told, problem } = await ask(to, body, method);
  Object.assign(at, { note: problem, done: "" });
  if (!problem) then(told);
  draw();
}

/** @param {SubmitEvent} e @param {string} key @returns {string} */
function field(e, key) {
  e.preventDefault();
  return String(new FormData(/** @type {HTMLFormElement} */ (e.target)).get(key));
}

/** @param {SubmitEvent} e */
async function recover(e) {
  const name = field(e, "name");
  const code = field(e, "code");
  await change("/api/accounts/recover", { name, code }, "POST", async told => {
    at.secret = { title: t("Your new token"), text: told.token };
    await signInWith(told.token, load);
  });
}

// -- drawing

function secretCard() {
  if (!at.secret) return nothing;
  return html`<section class="card" aria-label=${at.secret.title}>
    <h2>${at.secret.title}</h2>
    <p>
      ${markup("This is shown {now}. Keep it where you keep passwords.", {
        now: html`<b>${t("only now")}</b>`,
      })}
    </p>
    <pre class="hint" tabindex="0" aria-label=${at.secret.title} id="fresh-secret">
${at.secret.text}</pre>
    <button
      type="button"
      class="primary"
      @click=${() => {
        at.secret = null;
        draw();
      }}
    >
      ${t("I have kept it")}
    </button>
  </section>`;
}

function messages() {
  return html`<section class="card" aria-label=${t("Messages")}>
    <h2>${t("Messages")}</h2>
    ${
      at.messages.length
        ? html`<ul class="messages">
            ${at.messages.map(
              message =>
                html`<li>
                  <b>${message.sender}</b>
                  <span class="dim">${moment(message.created)}</span>
                  ${message.read ? nothing : html`<span class="badge">${t("new")}</span>`}
                  <p>${message.text}</p>
                </li>`,
            )}
          </ul>`
        : html`<p class="dim">${t("No messages.")}</p>`
    }
  </section>`;
}

/** @param {Own} own */
function tokenCard(own) {
  return html`<section class="card" aria-label=${t("Token")}>
    <h2>${t("Token")}</h2>
    <p class="dim">
      ${t("A new token takes the place of the old one at once, everywhere.")}
      ${
        own.recovery
          ? t("A recovery code gets you a new token if you lose yours: you have one.")
          : t("A recovery code gets you a new token if you lose yours. You have no code yet.")
      }
    </p>
    <button
      type="button"
      @click=${() =>
        change("/api/account/token", null, "POST", told => {
          at.secret = { title: t("Your new token"), text: told.token };
        })}
    >
      ${t("New token")}
    </button>
    <button
      type="button"
      @click=${() =>
        change("/api/account/recovery", null, "POST", told => {
          at.secret = { title: t("Your recovery code"), text: told.code };
          own.recovery = true;
        })}
    >
      ${t("New recovery code")}
    </button>
  </section>`;
}

/** @param {Own} own */
function nameCard(own) {
  return html`<section class="card" aria-label=${t("Name")}>
    <h2>${t("Name")}</h2>
    <form
      class="ask"
      @submit=${(/** @type {SubmitEvent} */ e) =>
        change("/api/account", { name: field(e, "name") }, "PATCH", told => {
          at.own = told;
          at.done = t("You are {name} now.", told);
          whoami(draw);
        })}
    >
      <label
        >${t("New name")}
        <input
          type="text"
          name="name"
          required
          minlength="2"
          maxlength="32"
          pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*"
          autocomplete="off"
      /></label>
      <button type="submit">${t("Rename")}</button>
    </form>
    <p class="dim">
      ${t("Results and bots of {name} stay yours; nobody else can take the old name.", own)}
    </p>
  </section>`;
}

/** @param {Own} own */
function dataCard(own) {
  return html`<section class="card" aria-label=${t("Your data")}>
    <h2>${t("Your data")}</h2>
    <p><a class="button" href="/api/account/export" download>${t("Download all data")}</a></p>
    <form
      class="ask"
      @submit=${(/** @type {SubmitEvent} */ e) =>
        change("/api/account", { name: field(e, "name") }, "DELETE", () => {
          location.href = "/";
        })}
    >
      <label
        >${t("To delete your account, type its name")}
        <input type="text" name="name" required maxlength="64" autocomplete="off" />
      </label>
      <button type="submit">${t("Delete {name}", own)}</button>
    </form>
    <p class="dim">
      ${t("Your files and messages are removed; your results stay without your name.")}
    </p>
  </section>`;
}

function recoverCard() {
  return html`<section class="card" aria-label=${t("Recover")}>
    <h2>${t("Lost your token?")}</h2>
    <form class="ask" @submit=${recover}>
      <label
        >${t("Name")} <input type="text" name="name" required maxlength="64" autocomplete="off"
      /></label>
      <label
        >${t("Recovery code")}
        <input type="password" name="code" required maxlength="64" autocomplete="off"
      /></label>
      <button type="submit">${t("Get a new token")}</button>
    </form>
    <p class="dim">${t("Without a recovery code, ask the operator of this server.")}</p>
  </section>`;
}

function draw() {
  const { own } = at;
  render(
    html`<div class="boards admin" data-loaded="true">
      <div class="head"><h1>${t("Your account")}</h1></div>
      ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
      ${at.done ? html`<p role="status">${at.done}</p>` : nothing}
      <div class="admin-grid">
        <section class="card" aria-label=${t("Signed in")}>
          <h2>${own ? own.name : t("Sign in")}</h2>
          ${
            own
              ? html`<p class="dim">
                  ${t("Role: {role}. Bots: {bots}.", {
                    role: own.role,
                    bots: own.bots.join(", ") || t("none"),
                  })}
                </p>`
              : nothing
          }
          ${signInForm(load)}
          ${own ? html`<p><a href="/classes">${t("Your classes")}</a></p>` : nothing}
        </section>
        ${secretCard()}
        ${own ? [messages(), tokenCard(own), nameCard(own), dataCard(own)] : recoverCard()}
      </div>
    </div>`,
    root,
  );
}

formKeys();
draw();
whoami(load);
