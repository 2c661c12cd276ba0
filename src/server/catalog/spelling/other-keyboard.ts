const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
/** Keys that are punctuation on an English keyboard. */
const PUNCTUATION_KEY = /[ёхъжэбю]/
const SHIFTED = new Map(Object.entries({ '~': '`', '{': '[', '}': ']', ':': ';', '"': "'", '<': ',', '>': '.' }))

/** `rjkmwj` to `кольцо`, `кштп` to `ring`; undefined with letters of both alphabets, of none, or without a key. */
export function onOtherKeyboard(text: string): string | undefined {
  const typed = text.toLowerCase()
  const isLatin = /[a-z]/.test(typed)
  if (isLatin === /[а-яё]/.test(typed)) return undefined
  if (PUNCTUATION_KEY.test(typed)) return undefined
  const [from, to] = isLatin ? [LATIN, CYRILLIC] : [CYRILLIC, LATIN]
  // A decimal point is not converted: 6.5.
  return typed.replaceAll(/\d[.,]\d|./gsu, (key) =>
    key.length > 1 ? key : (to[from.indexOf(SHIFTED.get(key) ?? key)] ?? key),
  )
}
