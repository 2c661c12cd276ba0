const LONGEST = 60

/** Five digits in a row, also as people write the number of a telephone or a card. */
const LONG_NUMBER = /\p{Nd}(?:[\s().+/_-]*\p{Nd}){4}/u
/** `https://…`, `www.…`, `name.example`: letters on both sides of a dot. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{Nd}]\.\p{L}{2}/u

/**
 * A query as it may be counted: lower case, in one line, without what cannot be seen, cut short.
 * @returns undefined where it could tell of a person: an address, a long number, a place in the web
 */
export function toCountableQuery(typed: string): string | undefined {
  const text = typed
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\s\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .toLowerCase()
  if (!/[\p{L}\p{Nd}]/u.test(text)) return undefined
  if (text.includes('@') || LONG_NUMBER.test(text) || WEB_ADDRESS.test(text)) return undefined
  return Array.from(text).slice(0, LONGEST).join('').trim()
}
