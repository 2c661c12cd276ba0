const LATIN_OF: Record<string, string> = Object.fromEntries(
  Array.from('абвгдежзийклмнопрстуфхцчшщъыьэюя', (character, nth) => [
    character,
    'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya'.split(' ')[nth]?.replace('_', '') ?? '',
  ]),
)

/** The spellings of each sound and the character that replaces them. The order is significant. */
const SOUNDS: readonly [RegExp, string][] = [
  [/shch|sch/g, 'w'],
  [/sh/g, 'w'],
  [/ch/g, 'q'],
  [/zh/g, 'j'],
  [/kh|gh/g, 'h'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/ts|tc|tz/g, 'c'],
  [/[yji](?=[aeou])/g, ''],
  [/y/g, 'i'],
  [/x/g, 'h'],
  [/(.)\1+/g, '$1'],
]

/** Returns a phonetic key, the same for Cyrillic and all transliterations: кольцо, koltso, kolco. */
export function soundKey(plain: string): string {
  const latin = Array.from(plain, (character) => LATIN_OF[character] ?? character).join('')
  return SOUNDS.reduce((key, [spelling, sign]) => key.replaceAll(spelling, sign), latin)
}

/** The longest first. */
const CYRILLIC_OF = (
  'shch:щ sch:щ yo:е jo:е yu:ю ju:ю ya:я ja:я zh:ж kh:х ts:ц tc:ц tz:ц ch:ч sh:ш a:а b:б v:в g:г d:д e:е j:ж z:з i:и ' +
  'k:к l:л m:м n:н o:о p:п r:р s:с t:т u:у f:ф h:х c:ц y:й w:в x:к q:к'
)
  .split(' ')
  .map((pair) => pair.split(':'))

/** Transliterates a Russian word to Cyrillic, precisely enough for the stemmer to recognize its ending. */
export function toCyrillic(plain: string): string {
  let word = ''
  for (let at = 0; at < plain.length;) {
    const [latin = '', cyrillic = ''] = CYRILLIC_OF.find(([spelling = '']) => plain.startsWith(spelling, at)) ?? []
    word += cyrillic
    at += latin.length || 1
  }
  return word.replace(/(?<=[бвгджзклмнпрстфхцчшщ])й$/, 'ы')
}
