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
 * @param parameters names of what in a query means something to the page: in which order, how often and whether they
 * stand there decides the page alone, and whatever else stands there is somebody else's
 * @returns its address, with what is somebody else's; undefined where it was asked for there
 */
export function otherAddress(own: string, asked: string, parameters: readonly string[]): string | undefined {
  const [ownPath, meant] = split(own)
  const [path, parts] = split(asked)
  const others = parts.filter((part) => !parameters.includes(nameOf(part)))
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

/** As the page reads it, however it is written. */
function nameOf(part: string): string {
  const [name = ''] = new URLSearchParams(`?${part}`).keys()
  return name
}
