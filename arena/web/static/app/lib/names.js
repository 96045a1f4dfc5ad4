/** The name that a table knows a player by: addresses, logs and terminals have room for Latin
 * letters, digits and a few signs.
 * @param {string} typed */
export const tableName = typed =>
  typed
    .trim()
    .normalize("NFKD")
    .replace(/\s+/g, "-")
    .replace(/[^A-Za-z0-9._:@-]/g, "")
    .replace(/^-+|-+$/g, "")
    .slice(0, 32) || "guest";

/** The name to show beside it, in any script; the server refuses what could disturb a page.
 * @param {string} typed */
export const displayName = typed =>
  typed
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{Nd}._' -]/gu, "")
    .replace(/\p{M}{4,}|^\p{M}+/gu, "")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, 32)
    .trim();
