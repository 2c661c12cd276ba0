/** As the inside of a character class. */
const SPACE = String.raw`\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
/** RE2 cannot negate a part of a character class. */
const NO_SPACE = [
  String.raw`\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}`,
  String.raw`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`,
].join('')
const LINE_END = String.raw`\n\r\x{2028}\x{2029}`
const ANYTHING = String.raw`[\x{0}-\x{10ffff}]`
const NOTHING = String.raw`[^\x{0}-\x{10ffff}]`

/** @throws {RangeError} naming the syntax that RE2 does not have: look-around, back-references */
export function translatePattern(source: string, flags: string): string {
  const reader = { source, at: 0, unicode: flags.includes('u') }
  let written = ''
  while (reader.at < source.length) {
    const char = source[reader.at] as string
    if (char === '\\') written += readEscape(reader, false)
    else if (char === '[') written += readSpaces(reader) ?? readClass(reader)
    else {
      const around = /^\(\?<?[=!]/.exec(source.slice(reader.at, reader.at + 4))
      if (around) throw new RangeError(`holds a look-around, ${around[0]}…), which is not supported`)
      written += char === '.' && !flags.includes('s') ? `[^${LINE_END}]` : char
      reader.at += 1
    }
  }
  // Without `lastIndex`, a sticky (`y`) match must begin at the start of the text.
  return flags.includes('y') ? String.raw`\A(?:${written})` : written
}

/** RE2's names of Unicode categories (from their long names) and of scripts (from their codes). */
const PROPERTY_NAMES: ReadonlyMap<string, string> = new Map([
  ['Letter', 'L'],
  ['Uppercase_Letter', 'Lu'],
  ['Lowercase_Letter', 'Ll'],
  ['Mark', 'M'],
  ['Number', 'N'],
  ['Decimal_Number', 'Nd'],
  ['Punctuation', 'P'],
  ['Symbol', 'S'],
  ['Currency_Symbol', 'Sc'],
  ['Separator', 'Z'],
  ['Space_Separator', 'Zs'],
  ['Cyrl', 'Cyrillic'],
  ['Grek', 'Greek'],
  ['Latn', 'Latin'],
])

interface Reader {
  source: string
  at: number
  unicode: boolean
}

/** RE2 can negate a class of only `\s` and `\S` as a whole: `[\s\S]` matches anything. */
function readSpaces(reader: Reader): string | undefined {
  const [whole, negated, inside] = /^\[(\^?)((?:\\s)+)\]/i.exec(reader.source.slice(reader.at)) ?? []
  if (whole === undefined || inside === undefined) return undefined
  reader.at += whole.length
  if (inside.includes('s') && inside.includes('S')) return negated ? NOTHING : ANYTHING
  return inside.includes('s') === (negated === '') ? `[${SPACE}]` : `[^${SPACE}]`
}

function readClass(reader: Reader): string {
  const negated = reader.source[reader.at + 1] === '^'
  reader.at += negated ? 2 : 1
  let inside = ''
  while (reader.source[reader.at] !== ']') {
    const char = reader.source[reader.at] as string
    if (char === '\\') inside += readEscape(reader, true)
    else {
      // RE2 would read [:alpha:] inside a class as a POSIX class.
      inside += char === '[' ? String.raw`\[` : char
      reader.at += 1
    }
  }
  reader.at += 1
  if (inside === '') return negated ? ANYTHING : NOTHING
  return `[${negated ? '^' : ''}${inside}]`
}

function readEscape(reader: Reader, inClass: boolean): string {
  const { source, unicode } = reader
  const rest = source.slice(reader.at)
  const [whole, hex] =
    /^\\(?:x([\da-f]{2})|u([\da-f]{4}))/i.exec(rest)?.filter((part) => part !== undefined) ??
    (unicode ? /^\\u\{([\da-f]+)\}/i.exec(rest) : null) ??
    []
  if (whole !== undefined) {
    reader.at += whole.length
    return String.raw`\x{${hex}}`
  }
  const property = unicode ? /^\\p\{[^}]+\}/i.exec(rest)?.[0] : undefined
  if (property !== undefined) {
    reader.at += property.length
    return nameProperty(property)
  }
  const control = /^\\c([a-z])/i.exec(rest)?.[1]
  if (control !== undefined) {
    reader.at += 3
    return String.raw`\x{${(control.charCodeAt(0) % 32).toString(16)}}`
  }
  const char = rest[1] ?? ''
  reader.at += 2
  if (/[1-9k]/.test(char)) throw new RangeError(`holds a back-reference, \\${char}, which is not supported`)
  if (char === '0') {
    if (/\d/.test(rest[2] ?? '')) throw new RangeError(String.raw`holds an octal escape, which is not supported`)
    return String.raw`\x{0}`
  }
  if (char === 's') return inClass ? SPACE : `[${SPACE}]`
  if (char === 'S') return inClass ? NO_SPACE : `[^${SPACE}]`
  if (char === 'b' && inClass) return String.raw`\x{8}`
  if (/[dDwWbBtnvfr]/.test(char)) return `\\${char}`
  // Any other letter is a literal; in RE2 its escape could have a meaning.
  return /[\w\u{80}-\u{ffff}]/u.test(char) ? char : `\\${char}`
}

/** `\p{Script=Cyrillic}` becomes `\p{Cyrillic}`, and `\p{Letter}` becomes `\p{L}`. */
function nameProperty(property: string): string {
  return property
    .replace(/(?:Script|sc|General_Category|gc)=/, '')
    .replace(/\w+(?=\}$)/, (name) => PROPERTY_NAMES.get(name) ?? name)
}
