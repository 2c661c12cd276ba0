/** The limit of SMTP. It also keeps the regular expression cheap on hostile input. */
const LONGEST_EMAIL = 254

/** Without invisible characters, which allow header injection, and those that need quotation marks. */
const PART = String.raw`[^\s@<>()[\],;:\\"\p{C}]+`
const ADDRESS = new RegExp(String.raw`^${PART}@${PART}\.${PART}$`, 'u')

export function isEmailAddress(text: string): boolean {
  const address = text.trim()
  return address.length <= LONGEST_EMAIL && ADDRESS.test(address)
}

/** `a…@shopper.example` */
export function maskEmailAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${first}…${address.slice(at)}`
}
