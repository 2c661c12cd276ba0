import type { Address } from '#shared/cart/cart.ts'
import { addressLines } from '#shared/country/address-lines.ts'

/** @param props.country its name in the page's language */
export function PostalAddress({ address, country }: { address: Address; country: string | undefined }) {
  return (
    <address className="not-italic">
      {addressLines(address, country).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}
