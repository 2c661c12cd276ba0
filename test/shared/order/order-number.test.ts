import t from 'tap'

import { readOrderNumber } from '#shared/order/order-number.ts'

import { drawOrderNumber } from '../../../commerce/src/orders/order-number.ts'

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

t.test('every number that the backend generates can be read', async (t) => {
  const drawn = Array.from({ length: 2000 }, drawOrderNumber)
  t.equal(new Set(drawn).size, drawn.length, 'the numbers are unique')
  for (const number of drawn) {
    if (!/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$/.test(number)) t.fail(number)
    const read = readOrderNumber(number)
    if (read.kind !== 'drawn' || read.number !== number) t.fail(`${number} was read as ${JSON.stringify(read)}`)
  }
})

t.test('a number can be typed in many ways', async (t) => {
  const number = '10K7-QM4T-V'
  t.same(readOrderNumber(number), { kind: 'drawn', number })
  const spellings = [
    '10k7qm4tv', ' 10K7 QM4T V ', '#10K7-QM4T-V', '№ 10k7‑qm4t‑v', 'LM-10K7-QM4T-V', 'lm10k7qm4tv',
    'IOK7-QM4T-V', 'lok7-qm4t-v', 'Order 10K7-QM4T-V', 'Заказ №\u00a010К7-QМ4Т-V', '10K7–QM4T—V',
  ] // prettier-ignore
  for (const typed of spellings) t.same(readOrderNumber(typed), { kind: 'drawn', number }, typed)
})

t.test('one wrong symbol or two swapped symbols are detected', async (t) => {
  for (let round = 0; round < 40; round += 1) {
    const symbols = drawOrderNumber().replaceAll('-', '')
    for (const typed of [...oneWrong(symbols), ...twoSwapped(symbols)]) {
      const { kind } = readOrderNumber(typed)
      if (kind !== 'mistyped') t.fail(`${typed} was read as ${kind}`)
    }
  }
})

function oneWrong(symbols: string): string[] {
  return Array.from(symbols, (own, at) =>
    Array.from(SYMBOLS.replace(own, ''), (other) => symbols.slice(0, at) + other + symbols.slice(at + 1)),
  ).flat()
}

function twoSwapped(symbols: string): string[] {
  const places = Array.from(symbols, (_, at) => at)
  return places
    .flatMap((at) => places.slice(at + 1).map((to) => [at, to] as const))
    .filter(([at, to]) => symbols[at] !== symbols[to])
    .map(([at, to]) => {
      const swapped = Array.from(symbols)
      swapped[at] = symbols.charAt(to)
      swapped[to] = symbols.charAt(at)
      return swapped.join('')
    })
}

t.test('other text is not read as a number', async (t) => {
  for (const typed of [
    '',
    'mine',
    '1042',
    '№ 1042',
    '10K7-QM4T',
    '10K7-QM4T-VG',
    'UUUU-UUUU-U',
    '1.5e9x',
    '1234567890',
  ])
    t.same(readOrderNumber(typed), { kind: 'none' }, typed)
})
