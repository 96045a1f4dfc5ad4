import { named, roundName, words } from "../games/describe.js";
import { listed } from "../lib/format.js";
import { t } from "../lib/messages.js";

/** What a round's result is called; seats are told apart where two players have one name.
 * @param {import("../lib/types.js").RoundResult} result @param {string[]} players */
export function heading(result, players) {
  const names = listed(result.winners.map(seat => named(seat, players)));
  const { reason, name } = result.result;
  const how = reason && words(reason);
  if (!names)
    return name
      ? t("Round {round}: {how}", { round: roundName(name), how: how || t("a draw") })
      : t("Round {n}: {how}", { n: result.round, how: how || t("a draw") });
  if (reason === "discard")
    return result.winners.length > 1
      ? t("{names} win on a discard", { names })
      : t("{name} wins on a discard", { name: names });
  if (result.winners.length > 1)
    return how ? t("{names} win by {how}", { names, how }) : t("{names} win", { names });
  return how ? t("{name} wins by {how}", { name: names, how }) : t("{name} wins", { name: names });
}
