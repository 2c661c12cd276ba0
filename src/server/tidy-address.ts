import { isTracking, withoutTracking } from './page-cache/kept-address.ts'

const LANGUAGE = /^\/(?:en|ru)(?=\/|$)/i

/**
 * The path that somebody meant: with its language in small letters, and without slashes that part nothing.
 * @param path a path, with or without a query, which stays as it is
 */
export function tidyPath(path: string): string {
  const end = path.search(/[?#]/)
  const written = end === -1 ? path : path.slice(0, end)
  const single = written.replaceAll(/\/{2,}/g, '/').replace(LANGUAGE, (language) => language.toLowerCase())
  return (single === '/' ? single : single.replace(/\/$/, '')) + path.slice(written.length)
}

/**
 * Where a page stands, if not where it was asked for.
 * @param own path and query as the page itself writes them
 * @param asked path and query as they were asked for
 * @returns its address, with what tells somebody where the visitor came from; undefined where it was asked for there
 */
export function otherAddress(own: string, asked: string): string | undefined {
  if (withoutTracking(asked) === withoutTracking(own)) return undefined
  const [path = '', query = ''] = withoutTracking(own).split('?')
  const parts = [query, ...new URL(asked, 'http://localhost').search.slice(1).split('&').filter(isTracking)]
  const all = parts.filter((part) => part !== '').join('&')
  return all === '' ? path : `${path}?${all}`
}
