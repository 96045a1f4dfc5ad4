import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { roundName } from "../games/describe.js";
import { number } from "../lib/format.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/messages.js";

const SPEEDS = [0, 0.5, 1, 2, 4, 8];

/** Buttons, the slider with its marks, and where we are.
 * @param {import("./position.js").Position} at @param {import("./player.js").Player} player
 * @param {import("./review.js").Review} review */
export function scrubber(at, player, review) {
  const history = at.history;
  const last = history.frames.length - 1;
  const percent = (/** @type {number} */ frame) => `${(100 * frame) / Math.max(1, last)}%`;
  const round = at.round;
  const count = at.loaded ? html`<b>${number(at.cursor)}</b> / ${number(last)}` : "…";
  return html`<div class="scrub card" role="group" aria-label=${t("Where in the match")}>
    <div class="buttons">
      ${button("start", t("To the start (Home)"), () => player.jump(0), "rare")}
      ${button("previousRound", t("Previous round (Page up)"), () => player.round(-1))}
      ${button(
        "previousDecision",
        t("Previous decision of the chosen seat (Shift ←)"),
        () => player.decision(-1),
        "rare",
      )}
      ${button("back", t("Back one event (←)"), () => player.step(-1))}
      ${
        at.playing
          ? button("pause", t("Pause (Space)"), () => player.play(), "primary")
          : button("play", t("Play (Space)"), () => player.play(), "primary")
      }
      ${button("on", t("On one event (→)"), () => player.step(1))}
      ${button("nextDecision", t("Next decision of the chosen seat (Shift →)"), () => player.decision(1), "rare")}
      ${button("nextRound", t("Next round (Page down)"), () => player.round(1))}
      ${button("end", at.live ? t("To live (End)") : t("To the end (End)"), () => player.end(), "rare")}
      <select
        aria-label=${t("Speed")}
        title=${t("Events go by this fast; 0 steps one by one")}
        @change=${(/** @type {any} */ e) => player.setSpeed(Number(e.target.value))}
      >
        ${SPEEDS.map(
          speed =>
            html`<option value=${speed} ?selected=${speed === at.speed}>
              ${speed ? `${speed}×` : t("step")}
            </option>`,
        )}
      </select>
      ${button("previousProblem", t("Previous problem (p)"), () => player.problem(-1), "rare")}
      ${button("nextProblem", t("Next problem (n)"), () => player.problem(1))}
    </div>
    <div class="track">
      <div class="rounds" aria-hidden="true">
        ${history.rounds.map((item, i) => {
          const end = history.rounds[i + 1]?.frame ?? last;
          const wide = (end - item.frame) / Math.max(1, last) > 0.035;
          return html`<span
            class=${i === round ? "now" : ""}
            style="left:${percent(item.frame)};width:${percent(Math.max(0, end - item.frame))}"
            >${wide || (i === round && history.rounds.length < 16) ? roundName(item.name) : nothing}</span
          >`;
        })}
      </div>
      <div class="rail"></div>
      <div class="done" style="width:${percent(Math.min(at.cursor, last))}"></div>
      ${history.rounds
        .slice(1)
        .map(item => html`<div class="tick" style="left:${percent(item.frame)}"></div>`)}
      ${history.marks.map(
        mark =>
          html`<div
            class="mark ${mark.kind}"
            style="left:${percent(mark.frame)}"
            title=${mark.text}
          ></div>`,
      )}
      <input
        type="range"
        min="0"
        max=${history.frames.length - 1}
        .value=${live(String(at.cursor))}
        aria-label=${t("Event")}
        aria-valuetext=${t("{round}, event {n} of {last}", {
          round: roundName(history.rounds[round].name),
          n: at.cursor,
          last: history.frames.length - 1,
        })}
        @input=${(/** @type {any} */ e) => player.jump(Number(e.target.value))}
      />
    </div>
    <div class="count">${count}</div>
    ${
      at.live
        ? html`<label
            class="pace"
            title=${t("Two events a second, behind live where need be: bots play faster than people read")}
            ><input
              type="checkbox"
              id="pace"
              .checked=${at.paced}
              @change=${(/** @type {any} */ e) => player.setPace(e.target.checked)}
            />
            ${t("Watchable pace")}</label
          >`
        : nothing
    }
    ${
      at.live && at.cursor < history.frames.length - 1
        ? html`<button
            type="button"
            class="primary"
            title=${t("Go live (End)")}
            @click=${() => player.end()}
          >
            ${t("Go live")}
          </button>`
        : nothing
    }
    ${history.result ? acts(at, player, review) : nothing}
    <button
      type="button"
      class="copy"
      title=${t("Copy a link to this event (l); one that holds the whole match (L)")}
      @click=${() => player.copy()}
    >
      ${t("Copy link")}
    </button>
  </div>`;
}

/** What else can be done with a match that is over; on small screens behind one button.
 * @param {import("./position.js").Position} at @param {import("./player.js").Player} player
 * @param {import("./review.js").Review} review */
function acts(at, player, review) {
  const { first } = at;
  const name = first.players[at.seat];
  return html`<button
      type="button"
      class="more"
      aria-expanded=${at.more}
      aria-controls="acts"
      @click=${() => {
        at.more = !at.more;
        player.changed();
      }}
    >
      ${t("More")}
    </button>
    <span id="acts" class="acts ${at.more ? "open" : ""}">
      <button
        type="button"
        title=${t("The decision that cost the most (m)")}
        @click=${() => player.turn()}
      >
        ${t("Turning point")}
      </button>
      ${
        first.next || first.brought
          ? html`<button
              type="button"
              title=${t("Sit at {name}'s seat and play on from here", { name })}
              @click=${() => player.playOn()}
            >
              ${t("Play on")}
            </button>`
          : nothing
      }
      ${
        first.next && at.view === "seat"
          ? html`<button
              type="button"
              id="ask"
              title=${t("What would the search do here? (a)")}
              @click=${() => player.ask()}
            >
              ${t("Ask the search")}
            </button>`
          : nothing
      }
      ${
        first.next
          ? html`<button
              type="button"
              title=${t("Ask the strongest bot about each of {name}'s decisions", { name })}
              aria-pressed=${review.running}
              @click=${() => review.toggle()}
            >
              ${review.running ? t("Stop") : t("Review")}
            </button>`
          : nothing
      }
    </span>`;
}

/** @param {string} name of its icon @param {string} title @param {() => void} act @param {string} [look] */
function button(name, title, act, look = "") {
  return html`<button type="button" class=${look} title=${title} aria-label=${title} @click=${act}>
    ${icon(name)}
  </button>`;
}
