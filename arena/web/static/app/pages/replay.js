import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { problemOf } from "../lib/errors.js";
import { markup, t, term } from "../lib/messages.js";

/** A match that the reader brings along: `/replay#LINK`, or a log file dropped on the page. */

const MOST = 1_000_000;
const root = /** @type {HTMLElement} */ (document.getElementById("replay"));
const data = /** @type {HTMLElement} */ (document.getElementById("page-data"));
/** @type {{drawings: Record<string, import("../games/index.js").Drawing | null>, longest_ms: number}} */
const { drawings, longest_ms } = JSON.parse(data.textContent ?? "{}");
let note = "";

/** Show a match with the page of matches, which finds it where any match stands.
 * @param {{link?: string, log?: string}} given */
async function open(given) {
  note = t("Reading the match …");
  draw();
  const response = await fetch("/api/replay", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(given),
  }).catch(() => null);
  const told = await response?.json().catch(() => null);
  if (!response?.ok) {
    note = problemOf(response, told);
    return draw();
  }
  const brought = told.link ? { link: told.link } : given;
  const first = {
    ...told,
    frames: told.frames.slice(0, 1),
    brought,
    longest_ms,
    drawing: drawings[told.game],
  };
  data.textContent = JSON.stringify(first);
  root.remove();
  document.title = `${term(told.title)}: ${told.players.join(", ")} – Table Arena`;
  await import("./match.js");
}

/** @param {File | null | undefined} file */
async function read(file) {
  if (!file) return;
  if (file.size > MOST) {
    note = t("{file} is larger than {n} MB.", { file: file.name, n: MOST / 1e6 });
    return draw();
  }
  open({ log: await file.text() });
}

function draw() {
  if (!root.isConnected) return;
  render(
    html`<form
      class="card bring"
      @submit=${(/** @type {Event} */ e) => {
        e.preventDefault();
        const field = /** @type {HTMLInputElement} */ (root.querySelector("input[type=text]"));
        open({ link: field.value.trim() });
      }}
    >
      <h1>${t("Open a replay")}</h1>
      <p>
        ${markup(
          "Drop a log file ({suffix}) on this page, choose one, or paste a replay link. Nothing is kept on the server.",
          { suffix: html`<code>.jsonl</code>` },
        )}
      </p>
      <label
        >${t("Log file")}
        <input
          type="file"
          accept=".jsonl,.ndjson,.json,.txt"
          @change=${(/** @type {any} */ e) => read(e.target.files[0])}
      /></label>
      <label
        >${t("Link")}
        <input type="text" placeholder="1.riichi.…" autocomplete="off" spellcheck="false"
      /></label>
      <button type="submit" class="primary">${t("Open")}</button>
      ${note ? html`<p role="status">${note}</p>` : nothing}
    </form>`,
    root,
  );
}

addEventListener("dragover", e => e.preventDefault());
addEventListener("drop", e => {
  e.preventDefault();
  read(e.dataTransfer?.files[0]);
});
const link = location.hash.slice(1).split("&")[0];
draw();
if (link) open({ link: decodeURIComponent(link) });
