import { data } from 'react-router'

/** Throws the router's 404 response, for loaders whose URL matches nothing. */
export function notFound() {
  return data(null, { status: 404 })
}
