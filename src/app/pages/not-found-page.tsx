import { notFound } from '../shop/load-listing.ts'

/** Nothing is at this address: the error page says so. */
export function loader(): never {
  throw notFound()
}

export function Component() {
  return null
}
