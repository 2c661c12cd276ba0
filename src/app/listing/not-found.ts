import { data } from 'react-router'

/** The router's own way to name a status: thrown by loaders where nothing is at an address. */
export function notFound() {
  return data(null, { status: 404 })
}
