import { t } from "./messages.js";

/** The lines above a page, kept up to date while it is open: the announcement and maintenance. */

/** Milliseconds between two looks. */
const EVERY = 30_000;
const root = /** @type {HTMLElement} */ (document.getElementById("notices"));
/** What is shown now; what the page was loaded with is known to nobody but the page. */
let shown = /** @type {string | null} */ (null);

/** @param {string} text @param {string} [title] */
function line(text, title = "") {
  const made = document.createElement("p");
  made.className = "notice";
  made.setAttribute("role", "status");
  if (title) {
    const bold = document.createElement("b");
    bold.textContent = title;
    made.append(bold, " ");
  }
  made.append(text);
  return made;
}

async function look() {
  if (document.hidden) return;
  const response = await fetch("/api/notices").catch(() => null);
  if (!response?.ok) return;
  const told = await response.json();
  const text = JSON.stringify(told);
  if (text === shown) return;
  shown = text;
  const lines = told.announcement ? [line(told.announcement)] : [];
  if (told.maintenance)
    lines.push(
      line(t("{reason}. No new matches begin.", { reason: told.maintenance }), t("Maintenance:")),
    );
  root.replaceChildren(...lines);
}

document.addEventListener("visibilitychange", look);
setInterval(look, EVERY);
