const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
/** On their keys an English keyboard has no letter. */
const PUNCTUATION_KEY = /[ёхъжэбю]/
const SHIFTED = new Map(Object.entries({ '~': '`', '{': '[', '}': ']', ':': ';', '"': "'", '<': ',', '>': '.' }))

/**
 * The same keys on the other keyboard: `rjkmwj` -> `кольцо`, `кштп` -> `ring`.
 * @returns undefined where the text has letters of both alphabets, or of none, or there is no English letter on some of
 * its keys
 */
export function onOtherKeyboard(text: string): string | undefined {
  const typed = text.toLowerCase()
  const isLatin = /[a-z]/.test(typed)
  if (isLatin === /[а-яё]/.test(typed)) return undefined
  if (PUNCTUATION_KEY.test(typed)) return undefined
  const [from, to] = isLatin ? [LATIN, CYRILLIC] : [CYRILLIC, LATIN]
  // In a number a point is a point: 6.5.
  return typed.replaceAll(/\d[.,]\d|./gsu, (key) => (key.length > 1 ? key : turned(key, from, to)))
}

function turned(key: string, from: string, to: string): string {
  const place = from.indexOf(SHIFTED.get(key) ?? key)
  return to[place] ?? key
}
