import type { Random } from '#test/support/random.ts'

import { RELEVANCE_TABLE } from '../search/relevance-table.ts'

const TEXTS = RELEVANCE_TABLE.map(({ q }) => q)
const EMOJI = ['💍', '👩‍❤️‍👨', '🏳️‍🌈', '1️⃣', '🫶🏿', '☃', '💎💎💎']
const CONTROLS = ['\u0000', '\u0007', '\u001B[31m', '\r\n', '\u200B', '\u202E', '\u2066', '\uFEFF', '\uFFFF', '\u2028']
const SURROGATES = ['\uD800', '\uDFFF', '\uDC00\uD800', 'ri\uD83Dng']
const SQL = ["' OR 1=1 --", '"; DROP TABLE products; --', "%' UNION SELECT NULL--", "\\'; SELECT pg_sleep(5)--", '%%_%']
const PATTERNS = String.raw`(a+)+$ ^(([a-z])+.)+[A-Z]([a-z])+$ .*.*.*=.* [ \ (?<!a) a{1000}{1000} +*? $&$`.split(' ')
const CODE = '__proto__ constructor toString ${7*7} {{7*7}} ../../etc/passwd null NaN'.split(' ')
const RIGHT_TO_LEFT = ['خاتم الخطوبة', 'טבעת אירוסין', 'ring \u202Eгнир', 'לָשׁוֹן']
const FAR = '婚約指輪 약혼반지 แหวน ঀঁংঃ ﷺ İıſß Ǆ ﬃ 𝓻𝓲𝓷𝓰 ①②③ кольцo rіng ЁЁЁё ъъъъ'.split(' ')
const MARKS = ['Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢', `a${'\u0301'.repeat(150)}`, `й${'\u0306'.repeat(60)}`, '\u0301\u0301']
const KINDS = [EMOJI, CONTROLS, SURROGATES, SQL, PATTERNS, CODE, RIGHT_TO_LEFT, FAR, MARKS, TEXTS]
const VALUES = [...' 0 1 -1 1.5 101 1e9 99999999999999999999 true xx'.split(' '), '\0', 'a'.repeat(300)]
const PARAMETERS =
  'limit offset sort currency lang metal cut price in_stock facets view products suggestions handle __proto__'.split(
    ' ',
  )

export interface NastyQuery {
  /** The query string, without the question mark. */
  search: string
  /** A unique token, next to HTML syntax in the query. */
  token: string
}

export function nastyQuery(random: Random): NastyQuery {
  const token = `zq${random.below(10 ** 9)}`
  const name = random.isLucky(2) ? random.pick(['q[]', 'Q', 'q[$ne]', 'query']) : 'q'
  const pairs = [`${name}=${written(random, nastyText(random, token))}`]
  if (random.isLucky(3)) pairs.push(`q=${written(random, nastyText(random, token))}`)
  if (random.isLucky(25)) pairs.push(`${random.pick(PARAMETERS)}=${written(random, random.pick(VALUES))}`)
  return { search: pairs.join('&'), token }
}

function nastyText(random: Random, token: string): string {
  const kind = random.below(20)
  if (kind === 0)
    return random
      .pick(TEXTS)
      .repeat(3000)
      .slice(0, random.pick([200, 201, 10_000]))
  if (kind === 1) return random.pick(['a', 'ё', '💍', ' ', 'qй', '-', 'ring ']).repeat(random.pick([1, 99, 199, 3000]))
  if (kind === 2) return characters(random)
  if (kind < 8) return `${random.pick(TEXTS)} ${random.pick(tags(token))}`
  const parts = Array.from({ length: 1 + random.below(4) }, () => random.pick(random.pick(KINDS)))
  return parts.join(random.pick(['', ' ', '-', '\t'])).slice(0, random.isLucky(90) ? 200 : 10_000)
}

function characters(random: Random): string {
  const most = random.pick([0x7f, 0x4ff, 0xffff, 0x10ffff])
  return Array.from({ length: 1 + random.below(60) }, () => String.fromCodePoint(random.below(most))).join('')
}

function tags(token: string): string[] {
  return [
    `<${token}>`,
    `</script><${token}>`,
    `</title><${token}>`,
    `"><${token}>`,
    `" ${token}="1`,
    `' ${token}='1`,
    `<!--<${token}>`,
    `<img src=${token} onerror=alert(1)>`,
    `<svg/onload=${token}>`,
    `javascript:alert(${token})`,
  ]
}

/** Percent-encodes a text, sometimes incorrectly. */
function written(random: Random, text: string): string {
  // A lone surrogate becomes bytes that are not valid UTF-8.
  const encoded = text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[^]/g, (character) =>
    /^[\uD800-\uDFFF]$/.test(character) ? '%ED%A0%80' : encodeURIComponent(character),
  )
  if (random.isLucky(3)) return `${encoded}${random.pick(['%', '%zz', '%E0%A4%A', '%00', '\u00ff'])}`
  return random.isLucky(5) ? encoded.replaceAll('%20', '+') : encoded
}
