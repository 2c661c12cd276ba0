import t from 'tap'

import { toHundredths } from '#shared/money/to-hundredths.ts'

t.test('an amount in major units becomes integer hundredths to the cent', async (t) => {
  const cases: [number, number][] = [
    [0, 0],
    [129, 12_900],
    [154.8, 15_480],
    [1.005, 101],
    [0.07, 7],
    [19.99, 1999],
    [4.35, 435],
    [-4.35, -435],
    [-0.001, 0],
    [1e-7, 0],
    [123_456_789.01, 12_345_678_901],
  ]
  for (const [major, hundredths] of cases) t.equal(toHundredths(major, 'major'), hundredths, String(major))
})

t.test('every price with cents survives the conversion', async (t) => {
  for (let hundredths = 0; hundredths <= 250_000; hundredths += 1) {
    if (toHundredths(hundredths / 100, 'major') !== hundredths) t.fail(String(hundredths))
  }
})

t.test('an amount in minor units stays as it is', async (t) => {
  t.equal(toHundredths(19_900, 'minor'), 19_900)
  t.equal(toHundredths(19_900.5, 'minor'), 19_901)
})

t.test('a total is what can be paid in its currency', async (t) => {
  t.equal(toHundredths(20_102.01, 'major', 'jpy'), 2_010_200)
  t.equal(toHundredths(20_102.499, 'major', 'JPY'), 2_010_200, 'rounded once')
  t.equal(toHundredths(20_102.5, 'major', 'JPY'), 2_010_300)
  t.equal(toHundredths(2_010_250, 'minor', 'JPY'), 2_010_300)
  t.equal(toHundredths(20.0799, 'major', 'EUR'), 2008)
})

t.test('an invalid amount is rejected', async (t) => {
  t.throws(() => toHundredths(Number.NaN, 'major'), RangeError)
  t.throws(() => toHundredths(Number.POSITIVE_INFINITY, 'minor'), RangeError)
})
