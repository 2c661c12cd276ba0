import type { Address } from '../api/cart.ts'

/** An address as it is written on a parcel. @param country its name in the reader's language */
export function addressLines(address: Address, country: string | undefined): string[] {
  const lines = [
    [address.first_name, address.last_name],
    [address.company],
    [address.address_1],
    [address.address_2],
    [address.postal_code, address.city],
    [address.province],
    [country],
    [address.phone],
  ]
  return lines.map((parts) => parts.filter(Boolean).join(' ')).filter(Boolean)
}
