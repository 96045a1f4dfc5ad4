/** The name that a table knows a player by: protocols have room for Latin letters, digits and a few
 * signs. What else somebody is called is shown on the own page only.
 * @param {string} typed */
export const tableName = typed =>
  typed
    .trim()
    .normalize("NFKD")
    .replace(/\s+/g, "-")
    .replace(/[^A-Za-z0-9._:@-]/g, "")
    .replace(/^-+$/, "")
    .slice(0, 32) || "guest";
