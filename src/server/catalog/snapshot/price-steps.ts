/** Bands are one more than the steps between them. */
const STEPS = 4
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10]
const UNIT = 100

/**
 * Where a shop's prices are divided into bands: round amounts near the fifths, so that every band holds products.
 * @param amounts prices in integer hundredths, lowest first
 * @returns at most four amounts of whole units in hundredths, lowest first; none where one band would hold everything
 */
export function toPriceSteps(amounts: ArrayLike<number>): number[] {
  const steps: number[] = []
  let below = 0
  for (let nth = 1; nth <= STEPS; nth += 1) {
    const step = roundAmount(amounts[Math.floor((amounts.length * nth) / (STEPS + 1))] ?? 0)
    const under = countBelow(amounts, step)
    if (step % UNIT !== 0 || under === below || under === amounts.length) continue
    steps.push(step)
    below = under
  }
  return steps
}

/**
 * @param amounts lowest first
 * @returns how many of them are lower than the limit, which is the place of the first that is not
 */
export function countBelow(amounts: ArrayLike<number>, limit: number): number {
  let from = 0
  let to = amounts.length
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if ((amounts[middle] ?? 0) < limit) from = middle + 1
    else to = middle
  }
  return from
}

/** The round amount that is nearest by proportion. */
function roundAmount(amount: number): number {
  if (amount <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(amount))
  const distance = (round: number): number => Math.abs(Math.log((round * power) / amount))
  const nearest = ROUND.toSorted((a, b) => distance(a) - distance(b))[0] ?? 1
  return Math.round(nearest * power)
}
