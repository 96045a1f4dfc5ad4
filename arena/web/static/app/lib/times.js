import { html } from "../../vendor/lit-html/lit-html.js";
import { language } from "./messages.js";

/** A moment as people here read it.
 * @param {number} ms */
const local = ms =>
  new Date(ms).toLocaleString(language === "en" ? undefined : language, {
    dateStyle: "medium",
    timeStyle: "short",
  });

/** A moment by the reader's own clock, with that of everybody behind it.
 * @param {number} ms since 1970, UTC */
export function moment(ms) {
  const universal = new Date(ms).toISOString();
  return html`<time datetime=${universal} title="${universal.slice(0, 19).replace("T", " ")} UTC"
    >${local(ms)}</time
  >`;
}

/** Turn the times that the server has drawn into the reader's own. */
export function localTimes() {
  for (const time of document.querySelectorAll("time"))
    time.textContent = local(Date.parse(time.dateTime));
}
