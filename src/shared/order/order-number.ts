/** Crockford's base 32: without I, L, O and U. `commerce/src/orders/order-number.ts` draws from the same symbols. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DRAWN = /^[0-9A-HJKMNP-TV-Z]{9}$/
const BEFORE = /^(?:order|заказ|number|номер)?[\s.:]*(?:[#№]|n[o°º][.\s])?\s*/i
const GAPS = /[\s\u00ad\u200b\u2010-\u2015\u2212._/-]+/g
/** O for 0, and Cyrillic letters that look like Latin ones. */
const MISTAKEN: Record<string, string> = {
  O: '0', I: '1', L: '1',
  А: 'A', В: 'B', Е: 'E', К: 'K', М: 'M', Н: 'H', О: '0', Р: 'P', С: 'C', Т: 'T', Х: 'X',
} // prettier-ignore

export type ReadOrderNumber =
  /** `K7QM-4T2X-5` */
  { kind: 'drawn'; number: string } | { kind: 'mistyped' } | { kind: 'none' }

/** Ignores case, spaces, hyphens, `#`, `№` and `LM-`, and replaces characters that look like the right ones. */
export function readOrderNumber(typed: string): ReadOrderNumber {
  const bare = typed.normalize('NFC').trim().replace(BEFORE, '').toUpperCase().replace(GAPS, '')
  const withoutBrand = /^LM(?=.{9}$)/.test(bare) ? bare.slice(2) : bare
  const symbols = Array.from(withoutBrand, (symbol) => MISTAKEN[symbol] ?? symbol).join('')
  if (!DRAWN.test(symbols)) return { kind: 'none' }
  if (checkSymbol(symbols.slice(0, 8)) !== symbols[8]) return { kind: 'mistyped' }
  return { kind: 'drawn', number: `${symbols.slice(0, 4)}-${symbols.slice(4, 8)}-${symbols.slice(8)}` }
}

/** Over the field of 32 elements (x⁵ + x² + 1). The weights detect every wrong symbol and every swap of two. */
function checkSymbol(symbols: string): string {
  let sum = 0
  for (const symbol of symbols) {
    sum = (sum ^ SYMBOLS.indexOf(symbol)) << 1
    if (sum > 31) sum ^= 0b100101
  }
  return SYMBOLS.charAt(sum)
}
