import type { FastifyRequest } from 'fastify'

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
/** Used if no real origin is known. */
export const NO_ORIGIN = 'http://localhost'

/** Returns the origin that shoppers see: the configured one, or else the one of the visitor's request. */
export function originOf(request: FastifyRequest): string {
  return request.server.config.publicUrl ?? originAt(request.host, request.protocol)
}

/** Returns the origin of a Host. An invalid Host (`a b`, `x@y`, empty) gets a harmless origin. */
export function originAt(host: string | undefined, protocol = 'http'): string {
  const origin = `${protocol}://${host}`
  return host !== undefined && HOST.test(host) && URL.canParse(origin) ? origin : NO_ORIGIN
}

const LANGUAGE = /^\/(?:en|ru)(?=\/|$)/i

/** Letters, digits and marks that mean the same whether they are escaped or not (RFC 3986, 6.2.2.2). */
const NEEDLESS_ESCAPE = /%(?:2[dDeE]|3\d|4[1-9a-fA-F]|5[\daAfF]|6[1-9a-fA-F]|7[\daAeE])/g

/**
 * Normalizes a path: its language in lower case, without repeated slashes and needless escapes.
 * @param path a path, with or without a query, which is not changed
 */
export function tidyPath(path: string): string {
  const end = path.search(/[?#]/)
  const written = end === -1 ? path : path.slice(0, end)
  const plain = written.replaceAll(NEEDLESS_ESCAPE, decodeURIComponent)
  const single = plain.replaceAll(/\/{2,}/g, '/').replace(LANGUAGE, (language) => language.toLowerCase())
  return (single === '/' ? single : single.replace(/\/$/, '')) + path.slice(written.length)
}

/**
 * Returns the canonical address of a page if it differs from the requested one.
 * @param own path and query as the page itself writes them
 * @param asked the requested path and query
 * @param parameters names of the query parameters that the page uses; the page alone determines their order, number and
 * presence, and all other parameters belong to others
 * @returns the page's address with the parameters of others; undefined if it was requested at that address
 */
export function otherAddress(own: string, asked: string, parameters: readonly string[]): string | undefined {
  const [ownPath, meant] = split(own)
  const [path, parts] = split(asked)
  const others = parts.filter((part) => !parameters.includes(parameterName(part)))
  const written = parts.filter((part) => !others.includes(part))
  if (path === ownPath && written.join('&') === meant.join('&')) return undefined
  const all = [...meant, ...others].join('&')
  return all === '' ? ownPath : `${ownPath}?${all}`
}

/** Splits by hand, because a URL parser would read `//x` as another host. */
function split(address: string): [path: string, parts: string[]] {
  const mark = address.indexOf('?')
  if (mark === -1) return [address, []]
  const parts = address.slice(mark + 1).split('&')
  return [address.slice(0, mark), parts.filter((part) => part !== '')]
}

/**
 * Returns the name of a query parameter as a page reads it, however it is escaped.
 * @param part such as `a=1`
 */
export function parameterName(part: string): string {
  // Nearly every name is plain, and parsing it as a query costs a hundred times as much.
  const plain = /^[\w-]+(?==|$)/.exec(part)
  if (plain) return plain[0]
  const [name = ''] = new URLSearchParams(`?${part}`).keys()
  return name
}

/**
 * Returns the URL for routing. A URL that no router can decode (`/en/%E0%A4%A`) leads to the 404 page in the visitor's
 * language, instead of to Fastify's own error.
 * @returns the URL itself, or with every percent sign escaped
 */
export function decodableUrl(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
