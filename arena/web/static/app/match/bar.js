import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { spaced } from "../games/describe.js";
import { icon } from "../lib/icons.js";
import { toggleIndex } from "../lib/keys.js";
import { soundOn, toggleSound } from "../lib/sounds.js";
import { variantText } from "../lib/variants.js";
import { plural, t, term } from "../lib/messages.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./loader.js").Loader} Loader */

/** What is shown, how soon, and from which perspective.
 * @param {Position} at @param {Loader} loader @param {() => void} changed */
export function bar(at, loader, changed) {
  const first = at.first;
  const over = Boolean(at.history.result);
  const badge = at.lost
    ? html`<span class="badge lost" role="status">${t("reconnecting")}</span>`
    : over
      ? html`<span class="badge">${t("final")}</span>`
      : at.live
        ? html`<span class="badge live">${t("live")}</span>`
        : html`<span class="badge">${t("replay")}</span>`;
  return html`<div class="bar">
    ${badge}
    <h1>${term(first.title)}</h1>
    ${first.rules ? html`<a class="rules" href="/rules/${first.game}">${t("Rules")}</a>` : nothing}
    <span
      class="dim facts"
      title=${
        at.hidden
          ? first.behind
            ? t("The table {n} seconds late, {hands}", { n: first.behind, hands: hands(at) })
            : t("The table without delay, {hands}", { hands: hands(at) })
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
          >${plural(one.house_moves, "{name}: {n} move by a house bot", "{name}: {n} moves by a house bot", one)}${
            one.forfeit ? `, ${t("forfeited")}` : ""
          }</span
        >`,
    )}
    ${
      over && first.next
        ? html`<a class="button" href="/tv?not=${first.match_id}">${t("Next match")}</a>`
        : nothing
    }
    ${
      at.live && first.open_seats?.includes(at.seat)
        ? html`<a
            class="button"
            title=${t("Play on for {name}, as a guest", { name: first.players[at.seat] })}
            href="/play/${first.game}?room=${first.room_id}&seat=${at.seat}"
            >${t("Sit down")}</a
          >`
        : nothing
    }
    <fieldset class="views">
      <legend class="unseen">${t("Perspective")}</legend>
      ${radio(at, loader, "all", t("All hands"), "0", !at.mayOpen)}${radio(
        at,
        loader,
        "public",
        t("Public"),
        "h",
        at.hidden && at.feedView === "all",
      )}${radio(at, loader, "seat", t("As seat"), "1-5", at.hidden)}
      <select
        aria-label=${t("Seat")}
        title=${t("As this seat (1-5)")}
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
        ${t("Text")}</label
      >
      <button
        type="button"
        class="ghost"
        title="${t("Corner letters of the tiles")} (i)"
        aria-label=${t("Corner letters of the tiles")}
        @click=${toggleIndex}
      >
        A
      </button>
      <button
        type="button"
        class="ghost"
        title="${t("Sounds")} (s)"
        aria-label=${t("Sounds")}
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
        title="${t("Full screen")} (f)"
        aria-label=${t("Full screen")}
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
  ({
    live: t("all hands at once"),
    rounds: t("hands after each round"),
    nothing: t("hands at the end"),
  })[at.first.hands ?? "nothing"];

/** @param {Position} at @returns {string[]} */
function facts(at) {
  const { behind, config } = at.first;
  const frame = at.history.frames[at.shown];
  const soon = behind ? [t("{n} s behind", { n: behind }), hands(at)] : [hands(at)];
  return [
    ...(at.hidden ? soon : []),
    spaced(config.preset ?? ""),
    ...(at.first.variants ?? []).map(variantText),
    frame.results?.length && frame.view.phase !== "Finished"
      ? t("The round is over")
      : term(frame.view.phase),
    ...(at.live && at.cursor < at.last
      ? [t("event {n}, live is at {last}", { n: at.cursor, last: at.last })]
      : []),
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
  return html`<label title="${off ? t("when the match is over") : `(${key})`}"
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
