/** Why the server did not do something. It says so in English, with a code; in other languages the
 * meaning of the code stands before the sentence. */

import { language, t } from "./messages.js";

/** @type {Record<string, string>} */
const CODES = {
  already_joined: t("This connection is at another table"),
  game_not_started: t("The match has not begun"),
  game_over: t("The match is over"),
  illegal_action: t("This move is not possible"),
  internal: t("Something went wrong on the server"),
  invalid_message: t("The server did not understand this"),
  maintenance: t("The server is being maintained"),
  method_not_allowed: t("This is not possible here"),
  missing_field: t("Something is missing"),
  name_taken: t("Somebody else has this name"),
  not_allowed: t("This is not allowed"),
  not_found: t("This does not exist"),
  not_joined: t("You are not at this table"),
  not_your_turn: t("It is not your turn"),
  rate_limited: t("Too much at once; try again later"),
  room_full: t("The table is full"),
  room_not_found: t("There is no such table"),
  room_running: t("The match has begun already"),
  server_closing: t("The server is closing"),
  server_full: t("The server is full; try again later"),
  stale_action: t("This answer came too late"),
  too_large: t("This is too large"),
  too_slow: t("This took too long"),
  unauthorized: t("Sign in first"),
  unknown_type: t("The server did not understand this"),
};

/** Why a request was not granted.
 * @param {Response | null} response @param {any} told what came with it */
export function problemOf(response, told) {
  if (!response) return t("The server does not answer.");
  const { code, message } = told?.error ?? {};
  return message
    ? refusal(code, message)
    : t("The server said {answer}.", { answer: response.status });
}

/** A refusal in words.
 * @param {string} code @param {string} said the server's own sentence; it may be empty */
export function refusal(code, said) {
  const meaning = CODES[code];
  if (language === "en" || !meaning) return said || meaning || "";
  return said ? t("{a}: {b}", { a: meaning, b: said }) : meaning;
}
