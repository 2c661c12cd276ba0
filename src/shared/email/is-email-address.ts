/** SMTP's maximum (RFC 5321); it also keeps the expression below cheap on hostile input. */
const LONGEST_EMAIL = 254

/** What no address holds without quotation marks, and what cannot be seen: a header could read more out of it. */
const PART = String.raw`[^\s@<>()[\],;:\\"\p{C}]+`
const ADDRESS = new RegExp(String.raw`^${PART}@${PART}\.${PART}$`, 'u')

/**
 * The one rule for addresses, in forms and behind them: no space, exactly one at-sign, and after it a dot with
 * something on both sides; plain emails and signs, in any script. Spaces around it do not count.
 */
export function isEmailAddress(text: string): boolean {
  const address = text.trim()
  return address.length <= LONGEST_EMAIL && ADDRESS.test(address)
}

/** Masks an address so that its owner recognizes it and nobody else can use it: `a…@shopper.example`. */
export function maskEmailAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${first}…${address.slice(at)}`
}
