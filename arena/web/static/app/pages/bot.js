import { html, nothing, render, svg } from "../../vendor/lit-html/lit-html.js";
import { helpDialog, onKeys, toggleTheme } from "../lib/keys.js";
import { number, place } from "../lib/format.js";
import { challengeCard, challengeTable } from "../lib/challenge.js";
import { placeSure } from "../lib/standings.js";
import { placesBar } from "../lib/standings_table.js";
import { moment } from "../lib/times.js";
import { plural, t, term } from "../lib/messages.js";

/**
 * @typedef {{match_id: string, game: string, finished: number, version: number | null,
 *   seat: number, rank: number, seats: number, points: number, places: Record<string, number>,
 *   faults: Record<string, number>, timing: {n: number, p50: number, p99: number,
 *   max: number} | null, others: {name: string, identity: string, rank: number}[]}} Match
 * @typedef {{rating: number | null, low: number | null, high: number | null, games: number, rank: number, of: number}
 *   & import("../lib/standings.js").Placed} Rating
 * @typedef {{matches: number, plain: (number | null)[], without_luck: (number | null)[],
 *   saved: number | null, bot: string, computed: number}} Luck
 * @typedef {{version: number, games: string[], status: string, created: number,
 *   filename: string}} Version
 */
const root = /** @type {HTMLElement} */ (document.getElementById("bot"));
/** @type {{name: string, owner: string, house: boolean, retired: boolean, notes: string,
 *   versions: Version[], matches: Match[], titles: Record<string, string>,
 *   luck: Record<string, Luck | null>, ratings: Record<string, Rating | null>, courses: Record<string, number[][]>,
 *   challenges: import("../lib/challenge.js").Challenge[],
 *   logs: {match_id: string, seat: number, kind: string, created: number}[] | null}} */
const page = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
const FILTERS = ["game", "version", "place", "cause"];
/** @type {Record<string, string>} */
const FILTER_NAMES = {
  game: t("game"),
  version: t("version"),
  place: t("place"),
  cause: t("cause"),
};
/** @type {Record<string, string>} */
const chosen = Object.fromEntries(
  FILTERS.map(name => [name, new URLSearchParams(location.search).get(name) ?? ""]),
);
const WORST = 6,
  RECENT = 12,
  LOGS = 20;

/** @param {Match} match @param {string} name @returns {string[]} */
function valuesOf(match, name) {
  if (name === "game") return [match.game];
  if (name === "version") return match.version === null ? [] : [String(match.version)];
  return name === "place" ? [String(match.rank)] : Object.keys(match.faults);
}

const wanted = () =>
  page.matches.filter(match =>
    FILTERS.every(name => !chosen[name] || valuesOf(match, name).includes(chosen[name])),
  );

/** @param {string} name @param {string} value */
function choose(name, value) {
  chosen[name] = value;
  const query = new URLSearchParams(
    FILTERS.filter(each => chosen[each]).map(each => [each, chosen[each]]),
  );
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  draw();
}

/** @param {string} name */
function filter(name) {
  const values = [...new Set(page.matches.flatMap(match => valuesOf(match, name)))].sort();
  if (values.length < 2 && !chosen[name]) return nothing;
  return html`<label
    >${FILTER_NAMES[name]}
    <select data-filter=${name} @change=${(/** @type {any} */ e) => choose(name, e.target.value)}>
      <option value="">${t("all")}</option>
      ${values.map(
        value =>
          html`<option value=${value} ?selected=${value === chosen[name]}>
            ${
              name === "game"
                ? term(page.titles[value] ?? value)
                : name === "place"
                  ? place(Number(value))
                  : value
            }
          </option>`,
      )}
    </select></label
  >`;
}

// -- cards

function ratings() {
  const rated = Object.entries(page.ratings);
  if (!rated.length)
    return html`<section class="card">
      <h2>${t("Rating")}</h2>
      <p class="unrated">${t("Not rated yet")}</p>
      <p class="dim">${t("It has not finished a rated match.")}</p>
    </section>`;
  return rated.map(
    ([game, rating]) =>
      html`<section class="card rating">
        <h2>${term(page.titles[game])}</h2>
        ${
          rating
            ? html`<p class="big">
                  <b>${rating.rating?.toFixed(0) ?? "–"}</b>
                  <small
                    >${
                      rating.low === null || rating.high === null
                        ? plural(
                            rating.games,
                            "too few games for 95 %, {n} game",
                            "too few games for 95 %, {n} games",
                          )
                        : plural(
                            rating.games,
                            "{low} to {high} (95 %), {n} game",
                            "{low} to {high} (95 %), {n} games",
                            { low: rating.low.toFixed(0), high: rating.high.toFixed(0) },
                          )
                    }</small
                  >
                  <a class="chip gold" href="/l/${game}"
                    >${t("rank {rank} of {n}", { rank: rating.rank, n: rating.of })}</a
                  >
                </p>
                <p class="placed">
                  ${t("mean place")} <b>${rating.mean_place?.toFixed(2) ?? "–"}</b>
                  <small>${placeSure(rating)}</small>
                </p>
                ${withoutLuck(page.luck[game] ?? null)}`
            : html`<p class="dim">${t("not on the ladder any more")}</p>`
        }
        ${courseGraph(page.courses[game] ?? [])}
      </section>`,
  );
}

/** The mean place over the newest matches with the luck of their deals taken out, beside the plain
 * one; nothing while the server has not computed it.
 * @param {Luck | null} luck */
function withoutLuck(luck) {
  if (!luck) return nothing;
  const shown = (/** @type {(number | null)[]} */ [mean, low, high]) =>
    `${mean?.toFixed(2) ?? "–"}${
      low === null || high === null
        ? ""
        : ` (${t("{low} to {high}", { low: low.toFixed(2), high: high.toFixed(2) })})`
    }`;
  const saved = luck.saved === null ? 0 : Math.round(100 * luck.saved);
  return html`<p class="placed without-luck">
    ${t("without luck")} <b>${shown(luck.without_luck)}</b>
    <small
      >${t("plain {mean}, last {n} matches", { mean: shown(luck.plain), n: luck.matches })}${
        saved > 0 ? `; ${t("saves {n} % of the matches", { n: saved })}` : ""
      }.
      ${t("Each deal played again by {bot}.", luck)}</small
    >
  </p>`;
}

/** The rating match by match, in its band.
 * @param {number[][]} points */
function courseGraph(points) {
  if (points.length < 2) return nothing;
  const W = 420,
    H = 110,
    LEFT = 30,
    FOOT = 16;
  const low = Math.min(...points.map(p => p[2])),
    high = Math.max(...points.map(p => p[3]));
  const x = (/** @type {number[]} */ p) =>
    (
      LEFT +
      ((p[0] - points[0][0]) * (W - LEFT - 6)) / (points[points.length - 1][0] - points[0][0] || 1)
    ).toFixed(1);
  const y = (/** @type {number} */ v) =>
    (6 + ((high - v) * (H - FOOT - 12)) / (high - low || 1)).toFixed(1);
  const band = [
    ...points.map(p => `${x(p)},${y(p[3])}`),
    ...points.toReversed().map(p => `${x(p)},${y(p[2])}`),
  ].join(" ");
  const last = points[points.length - 1];
  return html`<svg
    class="course"
    viewBox="0 0 ${W} ${H}"
    role="img"
    aria-label=${t("Rating over {n} matches, now {now}, 95 % from {low} to {high}", {
      n: last[0],
      now: last[1],
      low: last[2],
      high: last[3],
    })}
  >
    ${[low, (low + high) / 2, high].map(
      v =>
        svg`<line class="grid" x1=${LEFT} x2=${W - 6} y1=${y(v)} y2=${y(v)}></line>
          <text x=${LEFT - 5} y=${Number(y(v)) + 4} text-anchor="end">${Math.round(v)}</text>`,
    )}
    <polygon class="band" points=${band}></polygon>
    <polyline class="mean" points=${points.map(p => `${x(p)},${y(p[1])}`).join(" ")}></polyline>
    <text x=${LEFT} y=${H - 2}>${t("match {n}", { n: points[0][0] })}</text>
    <text x=${W - 6} y=${H - 2} text-anchor="end">${last[0]}</text>
  </svg>`;
}

/** @param {Match[]} matches */
function places(matches) {
  const last = Math.max(...matches.flatMap(match => Object.keys(match.places).map(Number)));
  const shares = Array.from(
    { length: last },
    (_, i) => matches.reduce((sum, match) => sum + (match.places[i + 1] ?? 0), 0) / matches.length,
  );
  return html`<section class="card">
    <h2>
      ${t("Places")} <small>${plural(matches.length, "% of {n} match", "% of {n} matches")}</small>
    </h2>
    ${placesBar(shares)}
  </section>`;
}

/** @param {Match[]} matches */
function faults(matches) {
  /** @type {Record<string, number>} */ const causes = {};
  for (const match of matches)
    for (const [cause, many] of Object.entries(match.faults))
      causes[cause] = (causes[cause] ?? 0) + many;
  return html`<section class="card">
    <h2>${t("Faults by cause")}</h2>
    ${
      Object.keys(causes).length
        ? html`<ul class="faults">
            ${Object.entries(causes).map(
              ([cause, many]) =>
                html`<li>
                  <button
                    type="button"
                    class="link"
                    data-cause=${cause}
                    @click=${() => choose("cause", cause)}
                  >
                    ${term(cause)}
                  </button>
                  <b class="bad">${number(many)}</b>
                </li>`,
            )}
          </ul>`
        : html`<p class="dim">${t("None.")}</p>`
    }
  </section>`;
}

/** @param {Match[]} matches */
function times(matches) {
  const timed = matches.flatMap(match => (match.timing ? [match.timing] : []));
  if (!timed.length) return nothing;
  const sum = timed.reduce((all, one) => all + one.n, 0);
  const middle = timed.map(one => one.p50).sort((a, b) => a - b)[timed.length >> 1];
  const rows = [
    [t("half of the moves within"), middle, t("median of its matches")],
    [t("99 % within"), Math.max(...timed.map(one => one.p99)), t("in its slowest match")],
    [t("longest"), Math.max(...timed.map(one => one.max)), ""],
  ];
  return html`<section class="card">
    <h2>
      ${t("Time per move")}
      <small>${plural(sum, "{n} move", "{n} moves")}</small>
    </h2>
    <table class="plain">
      <tbody>
        ${rows.map(
          ([what, ms, how]) =>
            html`<tr>
              <th scope="row" class="left">${what} <small>${how}</small></th>
              <td>${number(Number(ms))} ms</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** @param {Match[]} matches */
function opponents(matches) {
  /** @type {Map<string, {name: string, met: number, ahead: number}>} */ const met = new Map();
  for (const match of matches)
    for (const other of match.others) {
      const found = met.get(other.name) ?? { name: other.name, met: 0, ahead: 0 };
      found.met++;
      found.ahead += match.rank < other.rank ? 1 : match.rank === other.rank ? 0.5 : 0;
      met.set(other.name, found);
    }
  const rows = [...met.values()].sort((a, b) => b.met - a.met);
  return html`<section class="card">
    <h2>${t("Opponents")} <small>${t("how often it finished ahead, % ± 95 %")}</small></h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("Opponents")}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col" class="left">${t("bot")}</th>
            <th scope="col">${t("ahead")}</th>
            <th scope="col">${t("met")}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            row =>
              html`<tr>
                <th scope="row" class="left">
                  <a href="/b/${encodeURIComponent(row.name)}">${row.name}</a>
                </th>
                <td>
                  <b>${Math.round((100 * row.ahead) / row.met)}</b>
                  <small>± ${Math.round(100 * wilson(row.ahead / row.met, row.met))}</small>
                </td>
                <td>${row.met}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** Half of Wilson's interval for a share of n.
 * @param {number} share @param {number} n */
const wilson = (share, n) =>
  (1.96 * Math.sqrt((share * (1 - share)) / n + 1.96 ** 2 / (4 * n * n))) / (1 + 1.96 ** 2 / n);

/** What the bot wrote to stderr: told to its owner alone. */
function logs() {
  if (page.logs === null) return nothing;
  const name = encodeURIComponent(page.name);
  return html`<section class="card" aria-label=${t("Logs")}>
    <h2>${t("Logs")} <small>${t("what it wrote to stderr; only its owner sees this")}</small></h2>
    <p class="dim">
      ${t("At the gate:")}
      ${page.versions
        .toReversed()
        .slice(0, LOGS)
        .map(
          row =>
            html`<a download href="/api/bots/${name}/versions/${row.version}/log"
              >v${row.version}</a
            > `,
        )}
    </p>
    ${
      page.logs.length
        ? html`<div class="scroll" tabindex="0" role="region" aria-label=${t("Logs of matches")}>
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col" class="left">${t("match")}</th>
                  <th scope="col" class="left">${t("when")}</th>
                  <th scope="col" class="left">${t("log")}</th>
                </tr>
              </thead>
              <tbody>
                ${page.logs.slice(0, LOGS).map(
                  log =>
                    html`<tr data-log=${log.match_id}>
                      <th scope="row" class="left">
                        <a href="/m/${log.match_id}#seat=${log.seat}&view=seat"
                          >${term(log.kind)}</a
                        >
                      </th>
                      <td class="left">${moment(log.created)}</td>
                      <td class="left">
                        <a
                          download
                          href="/api/matches/${log.match_id}/logs/${log.seat}"
                          aria-label=${t("Download the log of seat {seat} in {match}", {
                            seat: log.seat,
                            match: log.match_id,
                          })}
                          >${t("download")}</a
                        >
                      </td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
        : html`<p class="dim">${t("It has written nothing in a match yet.")}</p>`
    }
  </section>`;
}

/** @param {Match[]} matches @param {string} title @param {string} hint */
function matchTable(matches, title, hint) {
  return html`<section class="card" aria-label=${title}>
    <h2>${title} <small>${hint}</small></h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${title}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col" class="left">${t("match")}</th>
            <th scope="col">${t("place")}</th>
            <th scope="col">${t("points")}</th>
            <th scope="col" class="left">${t("against")}</th>
            <th scope="col" class="left">${t("when")}</th>
          </tr>
        </thead>
        <tbody>
          ${matches.map(
            match =>
              html`<tr data-match=${match.match_id}>
                <th scope="row" class="left">
                  <a
                    href="/b/${encodeURIComponent(
                      page.name,
                    )}/matches/${match.match_id}/${match.seat}"
                    >${term(page.titles[match.game])}</a
                  >${
                    match.version ? html` <small>v${match.version}</small>` : nothing
                  }${Object.keys(match.faults).map(
                    cause => html` <span class="chip bad">${term(cause)}</span>`,
                  )}
                </th>
                <td>${place(match.rank)}</td>
                <td>${number(match.points)}</td>
                <td class="left">${match.others.map(other => other.name).join(", ")}</td>
                <td class="left">${moment(match.finished)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function versions() {
  if (page.house) return nothing;
  return html`<section class="card">
    <h2>${t("Versions")}</h2>
    <table class="plain">
      <thead>
        <tr>
          <th scope="col" class="left">${t("version")}</th>
          <th scope="col" class="left">${t("state")}</th>
          <th scope="col" class="left">${t("plays")}</th>
          <th scope="col">${t("games")}</th>
        </tr>
      </thead>
      <tbody>
        ${page.versions.toReversed().map(
          row =>
            html`<tr>
              <th scope="row" class="left">v${row.version} <small>${row.filename}</small></th>
              <td class="left"><span class="badge">${term(row.status)}</span></td>
              <td class="left">
                ${row.games.map(game => term(page.titles[game] ?? game)).join(", ")}
              </td>
              <td>${page.matches.filter(match => match.version === row.version).length}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function draw() {
  const matches = wanted();
  const losses = matches
    .filter(match => match.rank > 1)
    .sort((a, b) => b.rank / b.seats - a.rank / a.seats || a.points - b.points)
    .slice(0, WORST);
  const games = Object.keys(page.ratings).length
    ? Object.keys(page.ratings)
    : page.versions.flatMap(version => version.games);
  render(
    html`<div class="boards" data-matches=${matches.length}>
      <div class="head">
        <h1>${page.name}</h1>
        <span class="chip"
          >${page.house ? t("house bot") : page.owner ? t("by {owner}", page) : t("no owner")}</span
        >${page.retired ? html`<span class="badge">${t("retired")}</span>` : nothing}
        <span class="tools">${FILTERS.map(filter)}</span>
      </div>
      ${
        page.notes
          ? html`<section class="card notes" aria-label=${t("Notes")}>
              <h2>${t("Notes")} <small>${t("by its author")}</small></h2>
              <p>${page.notes}</p>
            </section>`
          : nothing
      }
      <div class="three">
        ${ratings()}${
          matches.length ? html`${places(matches)}${times(matches)}${faults(matches)}` : nothing
        }
      </div>
      <div class="two">
        <div class="stack">
          ${
            matches.length
              ? html`${
                  losses.length
                    ? matchTable(
                        losses,
                        t("Worst losses"),
                        t("each opens at the event that cost it the most"),
                      )
                    : nothing
                }
                ${matchTable(matches.slice(0, RECENT), t("Latest matches"), t("of {n}", { n: matches.length }))}`
              : page.matches.length
                ? html`<section class="card"><p>${t("No match is like that.")}</p></section>`
                : nothing
          }
          ${challengeTable(page.challenges, page.titles)}
        </div>
        <div class="stack">
          ${
            page.retired
              ? nothing
              : challengeCard(page.name, [...new Set(games)], page.titles, draw)
          }${versions()}${logs()}${matches.length ? opponents(matches) : nothing}
        </div>
      </div>
    </div>`,
    root,
  );
}

onKeys({
  t: toggleTheme,
  "?": helpDialog([
    ["Tab", t("from link to link")],
    ["t", t("dark or light")],
    ["?", t("this list")],
  ]),
});
draw();
