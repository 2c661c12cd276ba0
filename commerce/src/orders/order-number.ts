import { randomInt } from 'node:crypto'

/** Crockford's base 32: without I, L, O and U. The storefront reads numbers in `src/shared/order/order-number.ts`. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

/** `K7QM-4T2X-5`: 40 random bits, so that orders cannot be guessed, and a check symbol. */
export function drawOrderNumber() {
  const symbols = Array.from({ length: LENGTH }, () => SYMBOLS.charAt(randomInt(SYMBOLS.length))).join('')
  return `${symbols.slice(0, 4)}-${symbols.slice(4)}-${checkSymbol(symbols)}`
}

/** Over the field of 32 elements (x⁵ + x² + 1). The weights detect every wrong symbol and every swap of two. */
function checkSymbol(symbols: string) {
  let sum = 0
  for (const symbol of symbols) {
    sum = (sum ^ SYMBOLS.indexOf(symbol)) << 1
    if (sum > 31) sum ^= 0b100101
  }
  return SYMBOLS.charAt(sum)
}
