import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { describe, laysOut } from "../games/describe.js";
import { loadRenderer } from "../games/index.js";
import { sentences } from "../lib/format.js";
import { icon } from "../lib/icons.js";
import { onKeys } from "../lib/keys.js";
import { Loader } from "../match/loader.js";
import { lookOf } from "../match/look.js";
import { Player } from "../match/player.js";
import { Position } from "../match/position.js";
import { resultCard } from "../match/result.js";
import { Steps } from "../match/steps.js";
import { t, term } from "../lib/messages.js";

/** A match in a frame, at a watchable pace; with `?tv` it goes on to the next one at its end. The
 * page that shows it chooses the rest in the address: `step`, `seat`, `view`, `speed`, `autoplay`,
 * `controls`; `theme` is read before the first paint. */

const SPEED = 2;
const FASTEST = 20;
/** Milliseconds a finished match stays before the next. */
const PAUSE = 7000;
const root = /** @type {HTMLElement} */ (document.getElementById("embed"));
const query = new URLSearchParams(location.search);
const tv = query.has("tv");
const controls = query.get("controls") !== "false";
/** What the next match is asked for with: as this one is shown. */
const next = new URLSearchParams(
  ["theme", "speed", "controls"].flatMap(name => query.getAll(name).map(value => [name, value])),
);
const at = new Position(
  JSON.parse(document.getElementById("page-data")?.textContent ?? "{}"),
  "on",
);
const { first } = at;
const drawing = await loadRenderer(first.drawing);
const player = new Player(at, draw);
const loader = new Loader(at, player, draw);
const steps = new Steps();
let waiting = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let leaving;

function draw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    steps.to(at.shown, at.history.frames[at.shown], false);
    render(page(), root);
    goOn();
  });
}

/** At the end of the match, go on to the next after a while; not if somebody looks back. */
function goOn() {
  const ended = tv && at.loaded && at.history.result && at.shown === at.last;
  if (!ended) {
    clearTimeout(leaving);
    leaving = undefined;
  } else leaving ??= setTimeout(() => location.replace(tvAddress()), PAUSE);
}

const tvAddress = () =>
  `/tv?${["embed", `not=${first.match_id}`, String(next)].filter(Boolean).join("&")}`;

/** Where to begin, as the part of the address after # or, where there is none, the query says. */
function wantedStep() {
  const step = query.get("step");
  const asked = new URLSearchParams(step === null ? {} : { e: step });
  for (const name of ["seat", "view"]) if (query.has(name)) asked.set(name, query.get(name) ?? "");
  const found = at.readHash(location.hash.length > 1 ? location.hash : String(asked));
  return found === null || Number.isInteger(found) ? found : null;
}

/** Events a second. */
function wantedSpeed() {
  const speed = Number(query.get("speed"));
  return speed > 0 ? Math.min(speed, FASTEST) : SPEED;
}

function page() {
  const frame = at.history.frames[at.shown];
  const told = frame.events.filter(e => !laysOut(e)).map(e => describe(e, first.players));
  const open = `/m/${first.match_id}${at.live ? "" : `#e=${at.cursor}`}`;
  return html`<div class="frame match-frame" data-event=${at.shown} data-loaded=${at.loaded}>
    <div class="about">
      ${
        at.live
          ? html`<span class="badge live">${t("live")}</span>`
          : html`<span class="badge">${t("replay")}</span>`
      }
      <h1>${term(first.title)}</h1>
      <span class="dim names">${first.players.join(", ")}</span>
      <a href=${open} target="_top">${t("Open")}</a>
    </div>
    <div class="board ${steps.look}" data-game=${first.game}>
      ${drawing.renderTable(frame, lookOf(at))}
      ${resultCard(
        frame,
        first.players,
        at.shown === at.last ? at.history.result : null,
        drawing,
        first.teams,
        frame.results ? at.roundEvents : [],
      )}
    </div>
    ${controls ? buttons(told) : nothing}
  </div>`;
}

/** @param {string[]} told what happened last */
function buttons(told) {
  return html`<div class="controls" role="group" aria-label=${t("Where in the match")}>
    ${button("back", t("Back one event (←)"), () => player.step(-1))}
    ${button(at.playing ? "pause" : "play", at.playing ? t("Pause (Space)") : t("Play (Space)"), () => player.play())}
    ${button("on", t("On one event (→)"), () => player.step(1))}
    ${at.live && at.cursor < at.last ? button("end", t("To live (End)"), () => player.end()) : nothing}
    ${
      tv
        ? html`<a class="button" href=${tvAddress()} target="_self">${t("Next match")}</a>`
        : nothing
    }
    <span class="dim said">${sentences(told)}</span>
  </div>`;
}

/** @param {string} name @param {string} title @param {() => void} act */
const button = (name, title, act) =>
  html`<button type="button" title=${title} aria-label=${title} @click=${act}>
    ${icon(name)}
  </button>`;

onKeys({
  ArrowLeft: () => player.step(-1),
  ArrowRight: () => player.step(1),
  Home: () => player.jump(0),
  End: () => player.end(),
  " ": () => player.play(),
});

const wanted = wantedStep();
const autoplay = query.get("autoplay") ?? String(wanted === null);
at.following = at.live && wanted === null;
at.speed = wantedSpeed();
render(page(), root);
at.cursor = Math.max(0, wanted ?? 0);
if (at.live) loader.follow();
else {
  await loader.load();
  const swing = at.history.marks.find(mark => mark.kind === "swing");
  const rounds = at.history.rounds;
  if (wanted === null && swing)
    at.cursor = rounds.findLast(round => round.frame <= swing.frame)?.frame ?? 0;
  if (autoplay !== "false") player.play();
  draw();
}
