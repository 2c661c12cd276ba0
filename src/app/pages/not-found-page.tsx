import { notFound } from '../shop/not-found.ts'

/** Nothing is at this address: the error page says so. */
export function loader(): never {
  throw notFound()
}

export function Component() {
  return null
}
