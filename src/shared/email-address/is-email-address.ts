/** The longest that SMTP takes; also keeps the expression below cheap on hostile input. */
export const LONGEST_EMAIL = 254

/**
 * The one rule for addresses, in forms and behind them: no space, exactly one at-sign, and after it a dot with
 * something on both sides. Spaces around it do not count.
 */
export function isEmailAddress(text: string): boolean {
  const address = text.trim()
  return address.length <= LONGEST_EMAIL && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)
}
