import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { helpDialog, onKeys, toggleTheme } from "../lib/keys.js";

/** @typedef {{title: string, seats: number, short: Record<string, any>}} GameInfo */
/** @typedef {{way: "in" | "out", text: string, type: string}} Said */

const CLOCK = {
  decision_ms: 600000,
  bank_ms: 3600000,
  round_bonus_ms: 60000,
  ready_ms: 600000,
  claim_floor_ms: 0,
};
const KEPT = 60;
const root = /** @type {HTMLElement} */ (document.getElementById("playground"));
/** @type {{game: string, games: Record<string, GameInfo>}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const at = {
  detail: "flat",
  room: "",
  /** @type {Said[]} */ said: [],
  text: "",
  /** @type {string[]} */ offers: [],
  requestId: /** @type {number | null} */ (null),
  note: "",
  rounds: 0,
  over: false,
  open: false,
};
/** @type {WebSocket | null} */
let socket = null;

// -- a table of one's own

/** A room with house bots on all seats but one, and a line to it. */
async function openTable() {
  const info = page.games[page.game];
  const room = `try-${page.game}-${Math.random().toString(36).slice(2, 8)}`;
  const response = await fetch("/rooms", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      room_id: room,
      game: page.game,
      seats: info.seats,
      bots: Array(info.seats - 1).fill("random"),
      config: info.short,
      time: CLOCK,
    }),
  });
  if (!response.ok) {
    at.note =
      (await response.json().catch(() => null))?.error?.message ??
      `The server said ${response.status}.`;
    return draw();
  }
  socket?.close();
  Object.assign(at, { room, said: [], offers: [], note: "", rounds: 0, over: false, open: false });
  write({
    type: "join",
    room_id: room,
    player_id: "me",
    role: "player",
    ...(at.detail === "full" ? { detail: "full" } : {}),
  });
  listen(
    new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${room}`),
  );
  draw();
}

/** @param {WebSocket} line */
function listen(line) {
  socket = line;
  line.onopen = () => {
    at.open = true;
    draw();
  };
  line.onmessage = event => {
    if (line === socket) heard(event.data);
  };
  line.onclose = () => {
    if (line === socket) {
      at.open = false;
      draw();
    }
  };
}

/** @param {string} text */
function heard(text) {
  const message = JSON.parse(text);
  note("in", text, message.type);
  if (message.type === "game_starting" && at.detail === "full") write({ type: "ready" });
  if (message.type === "state") offered(message);
  if (message.type === "round_result") at.rounds++;
  if (message.type === "error")
    at.note = [message.message, message.detail].filter(Boolean).join(": ");
  if (message.type === "game_over") {
    at.over = true;
    at.offers = [];
  }
  draw();
}

/** What the server offers, and the answer that would take its first offer.
 * @param {any} message */
function offered(message) {
  at.offers = message.legal ? message.legal.split(",") : [];
  at.requestId = message.request_id ?? null;
  if (at.offers.length) answer(at.offers[0]);
}

/** @param {string} choice */
function answer(choice) {
  write({ type: "action", choice, ...(at.requestId === null ? {} : { request_id: at.requestId }) });
}

/** @param {Record<string, any>} message */
function write(message) {
  at.text = JSON.stringify(message);
}

function send() {
  if (socket?.readyState !== WebSocket.OPEN) return;
  at.note = "";
  at.offers = [];
  note("out", at.text, "you");
  socket.send(at.text);
  draw();
}

/** @param {"in" | "out"} way @param {string} text @param {string} type */
function note(way, text, type) {
  at.said = [...at.said, { way, text, type }].slice(-KEPT);
}

// -- drawing

function ground() {
  return html`<section
    class="card ground"
    aria-labelledby="ground-title"
    data-rounds=${at.rounds}
    data-over=${at.over}
    data-offers=${at.offers.length}
  >
    <h2 id="ground-title">
      Playground <small>send messages by hand to a table of your own, against house bots</small>
    </h2>
    <div class="ask">
      <label
        >Level
        <select
          id="level"
          @change=${(/** @type {any} */ e) => {
            at.detail = e.target.value;
          }}
        >
          <option>flat</option>
          <option>full</option>
        </select></label
      >
      <button type="button" class=${at.room ? "" : "primary"} id="open-table" @click=${openTable}>
        ${at.room ? "Another table" : `Open a table of ${page.games[page.game].title}`}
      </button>
      ${
        at.room
          ? html`<span class="dim"
              >${
                at.open
                  ? html`connected to <code>/ws/${at.room}</code>`
                  : at.over
                    ? "the match is over"
                    : "not connected"
              }${at.rounds ? ` · ${at.rounds} round${at.rounds > 1 ? "s" : ""} played` : ""}</span
            >`
          : nothing
      }
    </div>
    ${
      at.room
        ? html` <form
              @submit=${(/** @type {Event} */ e) => {
                e.preventDefault();
                send();
              }}
            >
              <label
                >Your message
                <textarea
                  id="message"
                  spellcheck="false"
                  .value=${live(at.text)}
                  @input=${(/** @type {any} */ e) => {
                    at.text = e.target.value;
                  }}
                  @keydown=${(/** @type {KeyboardEvent} */ e) => {
                    if (e.key === "Enter" && !e.shiftKey) {
                      e.preventDefault();
                      send();
                    }
                  }}
                ></textarea>
              </label>
              <div class="offers" role="group" aria-label="What the server offers">
                <button type="submit" class="primary" id="send" ?disabled=${!at.open}>Send</button>
                ${at.offers.map(
                  choice =>
                    html`<button
                      type="button"
                      @click=${() => {
                        answer(choice);
                        draw();
                      }}
                    >
                      ${choice}
                    </button>`,
                )}
              </div>
            </form>
            ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
            <ol class="said" tabindex="0" aria-label="What was said, the newest first">
              ${at.said.toReversed().map(
                line =>
                  html`<li class=${line.way}>
                    <details>
                      <summary>
                        <span class="way">${line.way === "out" ? "→" : "←"}</span
                        >${line.text.slice(0, 160)}
                      </summary>
                      <pre>${pretty(line.text)}</pre>
                    </details>
                  </li>`,
              )}
            </ol>`
        : html`<p class="dim">
            You are dealt a hand, and everything that a bot would read is shown as it comes.
          </p>`
    }
    ${!at.room && at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
  </section>`;
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}

function draw() {
  render(ground(), root);
}

/** @param {Event} e */
async function copy(e) {
  const button = /** @type {HTMLElement} */ (e.target);
  const code = button.closest("figure")?.querySelector("code");
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = "Copied";
  } catch {
    getSelection()?.selectAllChildren(code);
    button.textContent = "Selected";
  }
}

const help = helpDialog([
  ["Enter", "send the message"],
  ["Shift + Enter", "a new line in it"],
  ["Tab", "from offer to offer"],
  ["t", "dark or light"],
  ["?", "this list"],
]);
onKeys({ t: toggleTheme, "?": help });
for (const button of document.querySelectorAll(".copy")) button.addEventListener("click", copy);
draw();
