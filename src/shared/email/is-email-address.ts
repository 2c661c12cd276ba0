/** The limit of SMTP. It also keeps the regular expression cheap on hostile input. */
const LONGEST_EMAIL = 254

/** Excludes characters that need quotation marks and invisible ones, which allow header injection. */
const PART = String.raw`[^\s@<>()[\],;:\\"\p{C}]+`
const ADDRESS = new RegExp(String.raw`^${PART}@${PART}\.${PART}$`, 'u')

/** Letters of any script are allowed. Surrounding spaces are ignored. */
export function isEmailAddress(text: string): boolean {
  const address = text.trim()
  return address.length <= LONGEST_EMAIL && ADDRESS.test(address)
}

/** Only its owner recognizes it: `a…@shopper.example`. */
export function maskEmailAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${first}…${address.slice(at)}`
}
