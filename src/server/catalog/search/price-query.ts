import type { PriceRange } from '#shared/product/product.ts'

export interface PricedQuery {
  text: string
  price: PriceRange | null
}

const HUNDRED = 100
/** Smaller amounts without a currency are sizes, carats or days. */
const LEAST_AMOUNT = 20
/** The share of the amount that “around” allows in both directions. */
const AROUND = 0.2
const MOST_UNITS = 99_999_999

const CURRENCY =
  '(?:[$€£₽¥₪]|us\\$|usd|eur|gbp|cad|aud|ils|jpy|chf|rub|dollars?|euros?|pounds?|quid|bucks|yen|francs?|shekels?|' +
  'руб(?:лей|ля|ль|\\.)?|р\\.|долл?ар(?:ов|ами|а)?|долл\\.|евро|фунт(?:ов|а)?|иен|франков|шекелей)'
const NUMBER = '\\d{1,3}(?:[\\s\u00a0\u202f,.]\\d{3})+(?!\\d)|\\d+(?:[.,]\\d{1,2})?(?!\\d)'
const THOUSAND = 'k|к|тыс\\.?|тысяч[аи]?|thousand'
/** Words after a number that make it something other than a price. */
const UNIT =
  '(?:mm|cm|ct|carats?|karats?|kt|inch(?:es)?|k\\s+(?:gold|yellow|white|rose)|sterling|silver|gold|days?|weeks?|hours?|years?|stones?|pieces?|' +
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|мм|см|карат|дюйм|проб|дн|недел|час|лет|год|камн|размер|' +
  'январ|феврал|март|апрел|ма[яй]|июн|июл|август|сентябр|октябр|ноябр|декабр)'
const AMOUNT = `(?:(?:${CURRENCY})\\s?)?(?:${NUMBER})(?:\\s?(?:${THOUSAND})(?![\\p{L}\\p{N}]))?(?:\\s?${CURRENCY}(?![\\p{L}]))?(?!\\s*(?:${UNIT}|%|[.,]?\\d))`
const START = '(?<![\\p{L}\\p{N}])'

const pattern = (text: string): RegExp => new RegExp(START + text.replaceAll('AMOUNT', `(${AMOUNT})`), 'iu')
const BARE = pattern('(?:for\\s+|за\\s+)?AMOUNT')

const between = (from: number, to: number): PriceRange | undefined =>
  from < to ? { min: from, max: to + 1 } : undefined
const atMost = (amount: number): PriceRange => ({ max: amount + 1 })
const atLeast = (amount: number): PriceRange => ({ min: amount })

/** The readings, the most specific first. Each turns the amounts, in hundredths, into a range. */
const READINGS: readonly [RegExp, (amount: number, other: number) => PriceRange | undefined][] = [
  [
    pattern('(?:(?:price|цена)\\s+)?(?:between|from|от|между|с)\\s+AMOUNT\\s*(?:to|and|до|и|по|[-–—])\\s*AMOUNT'),
    between,
  ],
  [pattern('AMOUNT\\s?[-–—]\\s?AMOUNT'), between],
  [
    pattern(
      'AMOUNT\\s*(?:max(?:imum)?|(?:or|and)\\s+(?:less|under|below|cheaper)|(?:и|или)\\s+(?:меньше|дешевле|ниже)|максимум)(?![\\p{L}])',
    ),
    atMost,
  ],
  [pattern('AMOUNT\\s*(?:\\+|(?:or|and)\\s+(?:more|up|over|above)|(?:и|или)\\s+(?:больше|выше|дороже))'), atLeast],
  // “Not more than” and “not less than” contain “more than” and “less than”.
  [
    pattern(
      '(?:up\\s+to|to|till|until|max(?:imum)?|(?:no|not)\\s+more\\s+than|within|(?:with\\s+a\\s+)?budget(?:\\s+of)?|' +
        'до|не\\s+(?:дороже|больше|более|выше)|максимум|в\\s+пределах|(?:с\\s+)?бюджет(?:ом)?)\\s+AMOUNT',
    ),
    atMost,
  ],
  [pattern('не\\s+(?:дешевле|меньше|менее)\\s+AMOUNT'), atLeast],
  [
    pattern('(?:under|below|less\\s+than|cheaper\\s+than|дешевле|ниже|меньше|менее|<)\\s*AMOUNT'),
    (amount) => ({ max: amount }),
  ],
  [
    pattern(
      '(?:over|above|more\\s+than|from|starting\\s+(?:at|from)|at\\s+least|min(?:imum)?|от|дороже|больше|выше|более|свыше|>)\\s*AMOUNT',
    ),
    atLeast,
  ],
  [
    pattern('(?:around|about|approx(?:imately)?|roughly|circa|~|около|примерно|приблизительно|в\\s+районе)\\s*AMOUNT'),
    around,
  ],
]

/** `rings under 300`, `до 30 000`, `$500+`: hundredths in the shown currency, whatever is named; `max` is excluded. */
export function readPriceQuery(query: string): PricedQuery {
  if (!/\d/.test(query)) return { text: query, price: null }
  const isAboutSizes = /(?<!\p{L})(?:sizes?|размер\p{L}*)(?!\p{L})/iu.test(query)
  for (const [reading, toRange] of READINGS) {
    const found = reading.exec(query)
    if (!found) continue
    const amounts = found.slice(1).filter((text) => text !== undefined)
    const isNamed = amounts.some((text) => CURRENCY_IN.test(text))
    const [first = 0, second = 0] = scaledAlike(amounts)
    const least = isAboutSizes ? LEAST_AMOUNT * 5 : LEAST_AMOUNT
    const isPrice = isNamed || Math.min(...scaledAlike(amounts)) >= least * HUNDRED
    const price = isPrice ? toRange(first, second) : undefined
    if (price) return { text: without(query, found), price }
  }
  const bare = BARE.exec(query)
  return bare?.[1] !== undefined && CURRENCY_IN.test(bare[1])
    ? { text: without(query, bare), price: around(toHundredths(bare[1])) }
    : { text: query, price: null }
}

const CURRENCY_IN = new RegExp(CURRENCY, 'iu')
const THOUSAND_AT_END = new RegExp(`\\d\\s?(?:${THOUSAND})(?![\\p{L}])`, 'iu')

function around(amount: number): PriceRange {
  const round = (value: number): number => Math.round(value / HUNDRED) * HUNDRED
  return { min: round(amount * (1 - AROUND)), max: round(amount * (1 + AROUND)) + 1 }
}

/** In “20–30 thousand” both amounts are thousands. */
function scaledAlike(amounts: readonly string[]): number[] {
  const last = amounts.at(-1) ?? ''
  const isThousands = THOUSAND_AT_END.test(last)
  return amounts.map((text) => toHundredths(text) * (isThousands && !THOUSAND_AT_END.test(text) ? 1000 : 1))
}

function toHundredths(text: string): number {
  const [digits = ''] = new RegExp(NUMBER, 'u').exec(text) ?? []
  const isGrouped = /^\d{1,3}(?:[\s\u00a0\u202f,.]\d{3})+$/u.test(digits)
  const units = Number(isGrouped ? digits.replaceAll(/\D/g, '') : digits.replace(',', '.'))
  return Math.round(Math.min(MOST_UNITS, units * (THOUSAND_AT_END.test(text) ? 1000 : 1)) * HUNDRED)
}

function without(query: string, { 0: text, index }: RegExpExecArray): string {
  return `${query.slice(0, index)} ${query.slice(index + text.length)}`.replaceAll(/\s+/g, ' ').trim()
}
