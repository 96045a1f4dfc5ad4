import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { problemOf } from "./errors.js";
import { markup, t } from "./messages.js";

const at = { name: /** @type {string | null} */ (null), note: "", asking: false };

/** Ask who is signed in; nobody is "". Until the answer is there the form is not shown.
 * @param {() => void} changed */
export async function whoami(changed) {
  at.asking = true;
  changed();
  const response = await fetch("/api/session").catch(() => null);
  at.name = response?.ok ? (await response.json()).name : "";
  at.asking = false;
  changed();
}

export const signedIn = () => Boolean(at.name);

/** @param {SubmitEvent} e @param {() => void} changed */
async function signIn(e, changed) {
  e.preventDefault();
  const form = /** @type {HTMLFormElement} */ (e.target);
  const token = String(new FormData(form).get("token"));
  form.reset();
  await signInWith(token, changed);
}

/** Sign in with a token that was just made.
 * @param {string} token @param {() => void} changed */
export async function signInWith(token, changed) {
  const said = await ask("/api/session", { token });
  at.note = said.problem;
  if (said.told) at.name = said.told.name;
  changed();
}

/** Where to paste a token, or who one is.
 * @param {() => void} changed */
export function signInForm(changed) {
  if (at.name)
    return html`<p class="dim" data-signed-in=${at.name}>
      ${markup("Signed in as {name}.", { name: html`<a href="/account"><b>${at.name}</b></a>` })}
    </p>`;
  if (at.asking) return nothing;
  return html`<form class="signin" @submit=${(/** @type {SubmitEvent} */ e) => signIn(e, changed)}>
    <label
      >${t("Your token")}
      <input type="password" name="token" required autocomplete="off" maxlength="256"
    /></label>
    <button type="submit">${t("Sign in")}</button>
    ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
    <p class="dim">
      ${markup(
        "An operator makes tokens with {command}. This browser keeps yours in a cookie that no script can read.",
        { command: html`<code>arena token create NAME --role player</code>` },
      )}
    </p>
  </form>`;
}

/** Send something; what came of it, or why it was not granted.
 * @param {string} path @param {Record<string, any> | null} body @param {string} [method]
 * @returns {Promise<{told: any, problem: string}>} */
export async function ask(path, body, method = "POST") {
  const response = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: body === null ? null : JSON.stringify(body),
  }).catch(() => null);
  const told = await response?.json().catch(() => null);
  return response?.ok ? { told, problem: "" } : { told: null, problem: problemOf(response, told) };
}
