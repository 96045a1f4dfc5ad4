import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { inWords, tilesIn } from "../games/choices.js";
import { deed, laysOut, words } from "../games/describe.js";
import { tree } from "../games/generic.js";
import { scoreGraph } from "./graph.js";
import { mark } from "../games/seats.js";
import { number } from "../lib/format.js";
import { tile } from "../games/tiles.js";
import { markup, plural, t, term } from "../lib/messages.js";
import { askedCard, hasStudies, shortStudy, studyCard } from "./study.js";
import { barsOf } from "./weights.js";

/** @typedef {import("../lib/types.js").History} History */
/** @typedef {import("../lib/types.js").Frame} Frame */

/** What the tabs are called.
 * @type {Record<string, string>} */
const NAMES = {
  Why: t("Why"),
  Hand: t("Hand"),
  Events: t("Events"),
  "Bot log": t("Bot log"),
  State: t("State"),
};
const TABS = Object.keys(NAMES);
const ROWS = 80;
const FEW_ROWS = 24;
/** Stands for a step of which nothing can be seen.
 * @type {import("../lib/types.js").GameEvent} */
const QUIET = { type: "quiet", text: t("Nothing to see") };

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./player.js").Player} Player */

/** Everything about the event that is shown, under tabs.
 * @param {Position} at @param {Player} player @param {(name: string) => void} openTab */
export function panel(at, player, openTab) {
  return html`<aside class="panel" aria-label=${t("About this event")}>
    <div class="tabs" role="tablist" aria-label=${t("What to show")}>
      ${tabsOf(at).map(
        name =>
          html` <button
            type="button"
            role="tab"
            id="tab-${slug(name)}"
            aria-selected=${at.tab === name}
            aria-controls="tabpanel"
            tabindex=${at.tab === name ? 0 : -1}
            @click=${() => openTab(name)}
            @keydown=${(/** @type {KeyboardEvent} */ e) => arrows(e, tabsOf(at), openTab)}
          >
            ${NAMES[name]}
          </button>`,
      )}
    </div>
    <div class="tabpanel" role="tabpanel" id="tabpanel" aria-labelledby="tab-${slug(at.tab)}">
      ${at.note ? html`<p class="card remark" role="status">${at.note}</p>` : nothing}
      ${content(at, player)}
    </div>
  </aside>`;
}

/** The tabs there are: of the hand where something is known about it.
 * @param {Position} at */
const tabsOf = at => TABS.filter(name => name !== "Hand" || hasStudies(at));

/** @param {string} name */
const slug = name => name.toLowerCase().replace(" ", "-");

/** @param {KeyboardEvent} e @param {string[]} names @param {(name: string) => void} openTab */
function arrows(e, names, openTab) {
  const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
  if (!by) return;
  e.preventDefault();
  e.stopPropagation();
  const tab = /** @type {HTMLElement} */ (e.currentTarget);
  const tabs = [...(tab.parentElement?.children ?? [])];
  const next = (tabs.indexOf(tab) + by + tabs.length) % tabs.length;
  openTab(names[next]);
  /** @type {HTMLElement} */ (tabs[next]).focus();
}

/** @param {Position} at @param {Player} player */
function content(at, player) {
  const history = at.history;
  if (at.tab === "Events")
    return html`<div class="card grow">${heading(at, player)}${events(at, player, ROWS)}</div>`;
  if (at.tab === "Hand" && hasStudies(at)) return studyCard(at);
  if (at.tab === "Bot log")
    return html`<div class="card grow">${written(at, player)}${problems(history, player)}</div>`;
  if (at.tab === "State") {
    return html`<div class="card grow">
      <h2>${t("Frame {n}, as {viewer}", { n: at.shown, viewer: history.as })}</h2>
      <div class="tree" tabindex="0" role="region" aria-label=${t("The frame")}>
        ${tree(history.frames[at.shown].view)}
      </div>
    </div>`;
  }
  return html`${why(at)} ${askedCard(at)} ${shortStudy(at)}
    <div class="card">
      <h2>${t("Scores")}</h2>
      ${at.loaded ? scoreGraph(history, at.shown) : html`<p class="dim">${t("Loading …")}</p>`}
    </div>
    <div class="card grow">${heading(at, player)}${events(at, player, FEW_ROWS)}</div>`;
}

// -- why

/** What the seats that decide here went on to choose, and what their bots said about it.
 * @param {Position} at */
function why(at) {
  const history = at.history;
  const next = history.frames[at.shown + 1];
  const said = Object.entries(next?.info ?? {});
  const all = Object.entries(next?.moves ?? {});
  const moves =
    all.length > 1 && !said.length ? all.filter(([, choice]) => choice !== "pass") : all;
  const faults = next?.faults ?? [];
  return html`<div class="card why">
    ${faults.map(
      fault =>
        html`<p class="note">
            <span class="bad">${history.players[fault.seat]}: ${term(fault.kind)}</span>
            ${fault.reason}
          </p>
          ${
            fault.received === undefined
              ? nothing
              : html`<p class="note">
                  <small>${t("the bot sent")}</small> <code>${fault.received}</code>
                </p>`
          }`,
    )}
    ${said.map(([seat, info]) => thought(history, next, Number(seat), info))}
    ${
      said.length
        ? nothing
        : html`<h2>
              ${
                moves.length
                  ? moves.map(
                      ([seat, choice]) =>
                        html`<div>
                          ${mark(Number(seat))}${t("{name}: {choice}", {
                            name: history.players[Number(seat)],
                            choice: inWords(choice, history.game),
                          })}
                          <small>${time(next, seat)}</small>
                        </div>`,
                    )
                  : history.frames[at.shown].results && next
                    ? t("The round is over")
                    : next
                      ? all.length
                        ? t("Everybody lets it go")
                        : t("No choice to show from here")
                      : history.result
                        ? t("The match is over")
                        : t("Waiting for a move")
              }
            </h2>
            <p class="note dim">
              ${
                moves.length
                  ? t(
                      "No reasons were sent. A bot may send info with its choice: weights by candidate, and a note.",
                    )
                  : ""
              }
            </p>`
    }
  </div>`;
}

/** @param {Frame} next @param {string} seat */
const time = (next, seat) => (next.ms?.[seat] === undefined ? "" : `${number(next.ms[seat])} ms`);

/** @param {History} history @param {Frame} next @param {number} seat @param {any} info */
function thought(history, next, seat, info) {
  const told = barsOf(info?.candidates);
  const chosen = next.moves?.[seat];
  const rank = told.findIndex(c => c.choice === chosen) + 1;
  return html`<h2>${mark(seat)}${history.players[seat]} <small>${t("decides")}</small></h2>
    <div class="weights">
      ${told.slice(0, 5).map(
        ({ choice, long, text }) =>
          html`<div class="row ${choice === chosen ? "chosen" : ""}">
            <span>${candidate(choice, history.game)}</span>
            <span class="bar-track"
              ><span class="bar-fill" style="display:block;width:${long.toFixed(1)}%"></span
            ></span>
            <b>${text}</b>
          </div>`,
      )}
    </div>
    ${
      info?.note
        ? html`<p class="note">“${info.note}” <small>${t("sent by the bot")}</small></p>`
        : nothing
    }
    <div class="facts">
      <span title=${chosen ?? nothing}
        >${markup("chose {choice}", {
          choice: html`<b>${inWords(chosen ?? "", history.game)}</b>`,
        })}</span
      >${
        rank
          ? html`<span
              >${markup("rank {rank} of {n}", { rank: html`<b>#${rank}</b>`, n: told.length })}</span
            >`
          : nothing
      }
      ${
        next.ms?.[seat] === undefined
          ? nothing
          : html`<span
              >${markup("thinking {time}", { time: html`<b>${number(next.ms[seat])} ms</b>` })}</span
            >`
      }
    </div>`;
}

/** A choice as its tiles where it names any, else as its word.
 * @param {string} choice @param {string} game */
function candidate(choice, game) {
  const tiles = tilesIn(choice, game);
  if (!tiles.length) return html`<small title=${choice}>${inWords(choice, game)}</small>`;
  const verb = choice.includes(":") ? choice.split(":")[0] : "";
  return html`<span class="tiles"
    >${tiles.slice(0, 3).map(t => tile(t, "", verb ? `, ${words(verb)}` : ""))}${
      verb && verb !== "discard" ? html`<small>${words(verb)}</small>` : nothing
    }</span
  >`;
}

// -- events

/** @param {Position} at @param {Player} player */
function heading(at, player) {
  return html`<h2 title=${t("One event up or down (↑ ↓)")}>
    ${t("Events")}
    <small>${t("↑ ↓ to step")}</small>
    ${
      at.pinned === null
        ? nothing
        : html`<button
            type="button"
            class="link"
            title=${t("Let go of the pinned event (Esc)")}
            @click=${() => player.unpin()}
          >
            ${t("unpin")}
          </button>`
    }
  </h2>`;
}

/** A list of what happened: hovering shows an event, a click pins it.
 * @param {Position} at @param {Player} player @param {number} most */
function events(at, player, most) {
  const history = at.history;
  const first = Math.max(
    0,
    Math.min(at.cursor - Math.floor(most / 2), history.frames.length - most),
  );
  const rows = history.frames.slice(first, first + most);
  return html`<ul class="events" aria-label=${t("Events")} @mouseleave=${() => player.hover(null)}>
    ${rows.map((frame, i) => {
      const place = first + i;
      const look = `${place === at.cursor ? "now" : ""} ${place === at.pinned ? "pinned" : ""}`;
      const told = frame.events.filter(e => !laysOut(e) || frame.events.length < 3);
      return (told.length ? told : [frame.events[0] ?? QUIET]).map(
        (e, k) =>
          html`<li class="${k ? look.replace("now", "") : look} ${e.opens_round ? "round" : ""}">
            <button
              type="button"
              aria-current=${place === at.cursor && !k ? "true" : "false"}
              @mouseenter=${() => player.hover(place)}
              @click=${() => player.pin(place)}
            >
              <span class="num">${k ? "" : place}</span
              ><span>${e.seat === undefined || e.seat < 0 ? nothing : mark(e.seat)}</span>
              <span class="what">${deed(e, history.players)}</span>
            </button>
          </li>`,
      );
    })}
  </ul>`;
}

// -- the log

/** What the reader's own bots wrote to stderr, about the event that is shown.
 * @param {Position} at @param {Player} player */
function written(at, player) {
  const history = at.history;
  if (!at.logs)
    return html`<p class="dim">
      ${t("What a bot writes to stderr is kept for its owner, and shown here to whoever is signed in as that.")}
    </p>`;
  const lines = at.logs
    .flatMap(log => log.lines.map(line => ({ ...line, seat: log.seat })))
    .sort((a, b) => a.seq - b.seq);
  if (!lines.length) return html`<h2>${t("Nothing was written to stderr")}</h2>`;
  const now = history.frames[at.shown].seq;
  const next = lines.findIndex(line => line.seq >= now);
  const from = Math.max(
    0,
    Math.min((next < 0 ? lines.length : next) - ROWS / 2, lines.length - ROWS),
  );
  return html`<h2>stderr <small>${plural(lines.length, "{n} line", "{n} lines")}</small></h2>
    <ul class="log stderr" tabindex="0" aria-label=${t("What was written to stderr")}>
      ${lines.slice(from, from + ROWS).map(line => {
        const frame = Math.max(
          0,
          history.frames.findLastIndex(each => each.seq <= line.seq),
        );
        return html`<li class=${line.seq === now ? "now" : ""} data-seq=${line.seq}>
          <button type="button" class="link" @click=${() => player.pin(frame)}>${frame}</button>
          ${mark(line.seat)}<code>${line.text}</code>
        </li>`;
      })}
    </ul>`;
}

/** Faults, slow answers and doubts, with the raw messages.
 * @param {History} history @param {Player} player */
function problems(history, player) {
  const marks = history.marks.filter(item => item.kind !== "swing");
  if (!marks.length)
    return html`<h2>${t("No problems")}</h2>
      <p class="dim">
        ${t("Nobody was late, wrong or lost; here would stand the reasons and the raw messages.")}
      </p>`;
  return html`<h2>${plural(marks.length, "{n} problem", "{n} problems")}</h2>
    <ul class="log" tabindex="0" aria-label=${t("Problems")}>
      ${marks.map(item => {
        const fault = history.frames[item.frame + 1]?.faults?.find(f => f.seat === item.seat);
        return html`<li>
          ${item.seat >= 0 ? mark(item.seat) : nothing}<button
            type="button"
            class="link"
            @click=${() => player.pin(item.frame)}
          >
            ${t("event {n}", { n: item.frame })}
          </button>
          ${history.players[item.seat] ?? ""}: ${item.text}
          ${fault?.received === undefined ? nothing : html`<pre>${fault.received}</pre>`}
        </li>`;
      })}
    </ul>`;
}
