import { html, render } from "../../vendor/lit-html/lit-html.js";
import { t } from "./messages.js";

/** @typedef {[keys: string, what: string]} Key */

/** Whether somebody is typing, so that letters are no commands.
 * @param {KeyboardEvent} e */
function typing(e) {
  const at = /** @type {HTMLElement} */ (e.target);
  return (
    e.ctrlKey ||
    e.metaKey ||
    e.altKey ||
    (["INPUT", "SELECT", "TEXTAREA"].includes(at.tagName) &&
      !(at instanceof HTMLInputElement && ["range", "checkbox", "radio"].includes(at.type)))
  );
}

/** Call what a key means; Shift goes before its name.
 * @param {Record<string, () => void>} commands */
export function onKeys(commands) {
  /** @type {Element | null} */ let clicked = null;
  addEventListener("pointerdown", e => {
    clicked = /** @type {Element} */ (e.target).closest?.("button") ?? null;
  });
  addEventListener("keydown", e => {
    if (typing(e) || document.querySelector("dialog[open]")) return;
    if (e.key === " " && e.target instanceof HTMLButtonElement) {
      if (e.target !== clicked || !commands[" "]) return;
      e.target.blur(); // clicked with a mouse: the key is the page's, not the button's once more
    }
    const command = commands[(e.shiftKey && e.key.length > 1 ? "Shift+" : "") + e.key];
    if (!command) return;
    e.preventDefault();
    command();
  });
}

/** Show all keys in a dialog; `?` and the button in the header open it.
 * @param {Key[]} keys */
export function helpDialog(keys) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", t("Keys"));
  document.body.append(dialog);
  render(
    html`<h2>${t("Keys")}</h2>
      <table class="keys">
        <tbody>
          ${keys.map(
            ([key, what]) =>
              html`<tr>
                <td><kbd>${key}</kbd></td>
                <td>${what}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <button type="button" class="primary" @click=${() => dialog.close()}>${t("Close")}</button>`,
    dialog,
  );
  const open = () => {
    if (!dialog.open) dialog.showModal();
  };
  document.addEventListener("arena-help", open);
  return open;
}

/** Turn the Latin letters in the tiles' corners on or off. */
export function toggleIndex() {
  const off = document.documentElement.classList.toggle("no-index");
  localStorage.setItem("arena-index", off ? "off" : "on");
}

export const toggleTheme = () => document.dispatchEvent(new CustomEvent("arena-theme"));

/** The keys of a page of forms. */
export const formKeys = () =>
  onKeys({
    t: toggleTheme,
    "?": helpDialog([
      ["Tab", t("from field to field")],
      ["t", t("dark or light")],
      ["?", t("this list")],
    ]),
  });
