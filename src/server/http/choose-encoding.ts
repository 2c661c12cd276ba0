/** How the bytes of a page may travel, the smallest first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Browsers write a handful of headers; what someone makes up is read each time. */
const MOST_REMEMBERED = 64
const remembered = new Map<string, Encoding>()

/** The smallest form of a page that a client takes, by its `accept-encoding`. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const known = remembered.get(header)
  if (known) return known
  const encoding = readEncoding(header)
  if (remembered.size < MOST_REMEMBERED) remembered.set(header, encoding)
  return encoding
}

function readEncoding(header: string): Encoding {
  const weights = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...rest] = part.split(';').map((product) => product.trim())
        const weight = rest.find((product) => product.startsWith('q='))?.slice(2)
        return [name, weight === undefined ? 1 : Number(weight)] as const
      }),
  )
  const isTaken = (name: string): boolean => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return ENCODINGS.find((encoding) => encoding !== 'identity' && isTaken(encoding)) ?? 'identity'
}
