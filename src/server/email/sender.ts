/** Who an email is from. */
export interface Sender {
  name: string
  address: string
}

/**
 * @param mailFrom `letters@shop.example`, or `Lumenite <letters@shop.example>`; undefined on a machine of one's own
 * @param brand stands in where no name is given
 */
export function toSender(mailFrom: string | undefined, brand: string): Sender {
  const [, name = '', address = mailFrom ?? 'letters@localhost'] = /^(.*)<(.+)>$/.exec(mailFrom ?? '') ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || brand, address: address.trim() }
}
