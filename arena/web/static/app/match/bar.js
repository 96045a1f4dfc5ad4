import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { toggleIndex } from "../lib/keys.js";
import { soundOn, toggleSound } from "../lib/sounds.js";
import { variantText } from "../lib/variants.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./loader.js").Loader} Loader */

/** What is shown, how soon, and from which perspective.
 * @param {Position} at @param {Loader} loader @param {() => void} changed */
export function bar(at, loader, changed) {
  const first = at.first;
  const over = Boolean(at.history.result);
  const badge = at.lost
    ? html`<span class="badge lost" role="status">reconnecting</span>`
    : over
      ? html`<span class="badge">final</span>`
      : at.live
        ? html`<span class="badge live">live</span>`
        : html`<span class="badge">replay</span>`;
  return html`<div class="bar">
    ${badge}
    <h1>${first.title}</h1>
    ${first.rules ? html`<a class="rules" href="/rules/${first.game}">Rules</a>` : nothing}
    <span
      class="dim facts"
      title=${
        at.hidden
          ? `The table ${
              first.behind ? `${first.behind} seconds late` : "without delay"
            }, ${hands(at)}`
          : nothing
      }
      >${facts(at).join(" · ")}</span
    >
    ${
      at.note
        ? html`<span class="dim note" role="status" title=${at.note}>${at.note}</span>`
        : nothing
    }
    ${(first.taken_over ?? []).map(
      one =>
        html`<span class="badge taken-over"
          >${one.name}: ${one.house_moves} ${one.house_moves === 1 ? "move" : "moves"} by a house
          bot${one.forfeit ? ", forfeited" : ""}</span
        >`,
    )}
    ${
      over && first.next
        ? html`<a class="button" href="/tv?not=${first.match_id}">Next match</a>`
        : nothing
    }
    ${
      at.live && first.open_seats?.includes(at.seat)
        ? html`<a
            class="button"
            title="Play on for ${first.players[at.seat]}, as a guest"
            href="/play/${first.game}?room=${first.room_id}&seat=${at.seat}"
            >Sit down</a
          >`
        : nothing
    }
    <fieldset class="views">
      <legend class="unseen">Perspective</legend>
      ${radio(at, loader, "all", "All hands", "0", !at.mayOpen)}${radio(
        at,
        loader,
        "public",
        "Public",
        "h",
        at.hidden && at.feedView === "all",
      )}${radio(at, loader, "seat", "As seat", "1-5", at.hidden)}
      <select
        aria-label="Seat"
        title="As this seat (1-5)"
        @change=${(/** @type {any} */ e) =>
          loader.look(at.hidden ? at.view : "seat", Number(e.target.value))}
      >
        ${first.players.map(
          (name, seat) =>
            html`<option value=${seat} ?selected=${seat === at.seat}>
              ${["●", "▲", "■", "◆", "★"][seat]} ${name}
            </option>`,
        )}
      </select>
      <label
        ><input
          type="checkbox"
          .checked=${at.text}
          @change=${() => {
            at.text = !at.text;
            changed();
          }}
        />
        Text</label
      >
      <button
        type="button"
        class="ghost"
        title="Corner letters of the tiles (i)"
        aria-label="Corner letters of the tiles"
        @click=${toggleIndex}
      >
        A
      </button>
      <button
        type="button"
        class="ghost"
        title="Sounds (s)"
        aria-label="Sounds"
        aria-pressed=${soundOn()}
        @click=${() => {
          toggleSound();
          changed();
        }}
      >
        ${icon(soundOn() ? "sound" : "silence")}
      </button>
      <button
        type="button"
        class="ghost"
        title="Full screen (f)"
        aria-label="Full screen"
        @click=${fullScreen}
      >
        ${icon("fullScreen")}
      </button>
    </fieldset>
  </div>`;
}

/** How soon hands are shown here.
 * @param {Position} at */
const hands = at =>
  ({ live: "all hands at once", rounds: "hands after each round", nothing: "hands at the end" })[
    at.first.hands ?? "nothing"
  ];

/** @param {Position} at @returns {string[]} */
function facts(at) {
  const { behind, config } = at.first;
  const soon = behind ? [`${behind} s behind`, hands(at)] : [hands(at)];
  return [
    config.preset ?? "",
    ...(at.first.variants ?? []).map(variantText),
    at.history.frames[at.shown].view.phase,
    ...(at.hidden ? soon : []),
    ...(at.live && at.cursor < at.last ? [`event ${at.cursor}, live is at ${at.last}`] : []),
  ];
}

export function fullScreen() {
  document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
}

/** @param {Position} at @param {Loader} loader @param {string} view @param {string} name
 * @param {string} key
 * @param {boolean} off */
function radio(at, loader, view, name, key, off) {
  return html`<label title="${off ? "when the match is over" : `(${key})`}"
    ><input
      type="radio"
      name="view"
      .checked=${at.view === view}
      ?disabled=${off}
      @change=${() => loader.look(view)}
    />
    ${name}</label
  >`;
}
