import type { FastifyRequest } from 'fastify'

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
export const NO_ORIGIN = 'http://localhost'

export function originOf(request: FastifyRequest): string {
  return request.server.config.publicUrl ?? originAt(request.host, request.protocol)
}

/** An invalid Host (`a b`, `x@y`, empty) gets a harmless origin. */
export function originAt(host: string | undefined, protocol = 'http'): string {
  const origin = `${protocol}://${host}`
  return host !== undefined && HOST.test(host) && URL.canParse(origin) ? origin : NO_ORIGIN
}

const LANGUAGE = /^\/(?:en|ru)(?=\/|$)/i

/** Letters, digits and marks that mean the same whether they are escaped or not (RFC 3986, 6.2.2.2). */
const NEEDLESS_ESCAPE = /%(?:2[dDeE]|3\d|4[1-9a-fA-F]|5[\daAfF]|6[1-9a-fA-F]|7[\daAeE])/g

/** Language in lower case, no repeated slashes, no needless escapes. The query is not changed. */
export function tidyPath(path: string): string {
  const end = path.search(/[?#]/)
  const written = end === -1 ? path : path.slice(0, end)
  const plain = written.replaceAll(NEEDLESS_ESCAPE, decodeURIComponent)
  const single = plain.replaceAll(/\/{2,}/g, '/').replace(LANGUAGE, (language) => language.toLowerCase())
  return (single === '/' ? single : single.replace(/\/$/, '')) + path.slice(written.length)
}

/**
 * Returns undefined if the page was requested at its canonical address `own`, as the page itself writes it; otherwise
 * that address with the parameters of others. The page uses `parameters` and determines their order.
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

/** A URL parser would read `//x` as another host. */
function split(address: string): [path: string, parts: string[]] {
  const mark = address.indexOf('?')
  if (mark === -1) return [address, []]
  const parts = address.slice(mark + 1).split('&')
  return [address.slice(0, mark), parts.filter((part) => part !== '')]
}

/** However it is escaped in a part such as `a=1`. */
export function parameterName(part: string): string {
  // Nearly every name is plain, and parsing it as a query costs a hundred times as much.
  const plain = /^[\w-]+(?==|$)/.exec(part)
  if (plain) return plain[0]
  const [name = ''] = new URLSearchParams(`?${part}`).keys()
  return name
}

/**
 * No router can decode `/en/%E0%A4%A`. Escaping every percent sign leads to the 404 page in the visitor's language,
 * instead of to Fastify's own error.
 */
export function decodableUrl(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
