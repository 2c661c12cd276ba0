import type { FastifyRequest } from 'fastify'

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
/** Stands where there is no origin that could be true. */
export const NO_ORIGIN = 'http://localhost'

/** The origin that shoppers see: as it is set, else as the visitor wrote it. */
export function originOf(request: FastifyRequest): string {
  return request.server.config.publicUrl ?? originAt(request.host, request.protocol)
}

/** The origin of a Host. One that is none (`a b`, `x@y`, nothing at all) gets an origin that harms no one. */
export function originAt(host: string | undefined, protocol = 'http'): string {
  const origin = `${protocol}://${host}`
  return host !== undefined && HOST.test(host) && URL.canParse(origin) ? origin : NO_ORIGIN
}

const LANGUAGE = /^\/(?:en|ru)(?=\/|$)/i

/** Letters, digits and marks that mean the same whether they are escaped or not (RFC 3986, 6.2.2.2). */
const NEEDLESS_ESCAPE = /%(?:2[dDeE]|3\d|4[1-9a-fA-F]|5[\daAfF]|6[1-9a-fA-F]|7[\daAeE])/g

/**
 * The path that was meant: with its language in lower case, without repeated slashes and needless escapes.
 * @param path a path, with or without a query, which stays as it is
 */
export function tidyPath(path: string): string {
  const end = path.search(/[?#]/)
  const written = end === -1 ? path : path.slice(0, end)
  const plain = written.replaceAll(NEEDLESS_ESCAPE, decodeURIComponent)
  const single = plain.replaceAll(/\/{2,}/g, '/').replace(LANGUAGE, (language) => language.toLowerCase())
  return (single === '/' ? single : single.replace(/\/$/, '')) + path.slice(written.length)
}

/**
 * Where a page stands, if not where it was asked for.
 * @param own path and query as the page itself writes them
 * @param asked path and query as they were asked for
 * @param parameters names of what in a query means something to the page: in which order, how often and whether they
 * stand there decides the page alone, and whatever else stands there is someone else's
 * @returns its address, with what is someone else's; undefined where it was asked for there
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

/** By hand: read as a reference, `//x` would be another host. */
function split(address: string): [path: string, parts: string[]] {
  const mark = address.indexOf('?')
  if (mark === -1) return [address, []]
  const parts = address.slice(mark + 1).split('&')
  return [address.slice(0, mark), parts.filter((part) => part !== '')]
}

/** The name of a query parameter as a page reads it, however it is escaped. @param part such as `a=1` */
export function parameterName(part: string): string {
  // Nearly every name is plain, and reading one as a query costs a hundred times as much.
  const plain = /^[\w-]+(?==|$)/.exec(part)
  if (plain) return plain[0]
  const [name = ''] = new URLSearchParams(`?${part}`).keys()
  return name
}

/**
 * The address by which a request finds its route. One that no router can decode (`/en/%E0%A4%A`) leads to a page that
 * is not there, in the visitor's language, instead of to the framework's own refusal.
 * @returns the address itself, or with every per cent sign escaped
 */
export function decodableUrl(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
