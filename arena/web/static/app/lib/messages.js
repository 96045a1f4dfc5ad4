/** The words of the pages in the reader's language. English stands in the source and is the key; it
 * is also what is shown where a translation is missing. `{name}` in a text is a field. */

const page = globalThis.document;

/** The language of the page. */
export const language = page?.documentElement.lang || "en";

/** @type {Map<string, string>} */
const messages = new Map(Object.entries(await loaded()));

/** Load the page's messages before anything is drawn; there are none for English.
 * @returns {Promise<Record<string, string>>} */
async function loaded() {
  const link = /** @type {HTMLLinkElement | null} */ (page?.getElementById("messages") ?? null);
  const response = link && (await fetch(link.href).catch(() => null));
  return response?.ok ? response.json().catch(() => ({})) : {};
}

/** Add the words of a plugin's drawing, by language; those of the arena itself stay as they are.
 * @param {Record<string, Record<string, string>>} own */
export function addMessages(own) {
  for (const [text, said] of Object.entries(own[language] ?? {}))
    if (!messages.has(text)) messages.set(text, said);
}

/** A text in parts, for fields that are templates.
 * @param {string} text @param {Record<string, unknown>} fields @returns {unknown[]} */
export function markup(text, fields) {
  const parts = term(text).split(/\{(\w+)\}/);
  return parts.map((part, i) => (i % 2 ? (fields[part] ?? `{${part}}`) : part));
}

/** A text as a string. Its first argument is always a literal, so that a test finds every key.
 * @param {string} text @param {Record<string, unknown>} [fields] */
export const t = (text, fields = {}) => markup(text, fields).join("");

/** A text with a number `{n}` in it: one form for one, another for any other number. Languages that
 * have a single form translate both alike.
 * @param {number} n @param {string} one @param {string} other @param {Record<string, unknown>} [fields] */
export const plural = (n, one, other, fields) =>
  t(n === 1 ? one : other, { n: n.toLocaleString(language), ...fields });

/** A word that comes from the server, such as a yaku; as it is where it is not known.
 * @param {string} word */
export const term = word => messages.get(word) ?? word;
