/** An address that its owner recognises, and no one else can write to: `a…@shopper.example`. */
export function maskEmailAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${first}…${address.slice(at)}`
}
