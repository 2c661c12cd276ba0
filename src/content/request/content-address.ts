import type { ContentQuery } from '#shared/content/content-source.ts'

import { encodeParams, toBase64, writeParams } from './encode-params.ts'

export const CONTENT_BASE = '/api/_content'

export type ContentKind = 'query' | 'navigation'

export interface AddressOptions {
  /** The client's content version. While it is current, the response may be cached. */
  integrity: string
  /** For CDNs that strip query strings. A preview token cannot be sent then. */
  inPath?: boolean
  previewToken?: string
}

export function contentAddress(kind: ContentKind, params: ContentQuery, options: AddressOptions): string {
  const { integrity, inPath = false, previewToken } = options
  const named = `${CONTENT_BASE}/${kind}/${hashParams(params)}.${integrity}`
  if (inPath) return `${named}/${encodeParams(params)}.json`
  const query = new URLSearchParams({ _params: writeParams(params), ...(previewToken && { previewToken }) })
  return `${named}.json?${query}`
}

export function snapshotAddress({ integrity, previewToken }: Omit<AddressOptions, 'inPath'>): string {
  const query = previewToken ? `?${new URLSearchParams({ previewToken })}` : ''
  return `${CONTENT_BASE}/cache.${integrity}.json${query}`
}

const LENGTH = 10

/** Ten characters that do not depend on the order of keys. */
export function hashParams(params: unknown): string {
  return digestText(hashText(params)).slice(0, LENGTH)
}

/** In base64, without `+`, `/` and `=`. */
export function digestText(text: string): string {
  return toBase64(sha256(text)).replaceAll(/[+/=]/g, '')
}

/** With types and lengths, so that different queries have different texts. */
export function hashText(value: unknown): string {
  if (value === undefined) return 'Undefined'
  if (value === null) return 'Null'
  if (value instanceof RegExp) return `regex:${value}`
  if (Array.isArray(value)) return `array:${value.length}:${value.map(hashText).join('')}`
  if (typeof value === 'object') return objectText(value as Record<string, unknown>)
  if (typeof value === 'string') return `string:${value.length}:${value}`
  if (typeof value === 'boolean') return `bool:${value}`
  return `${typeof value}:${value as number}`
}

function objectText(object: Record<string, unknown>): string {
  const keys = Object.keys(object).toSorted()
  return `object:${keys.length}:${keys.map((key) => `${hashText(key)}:${hashText(object[key])},`).join('')}`
}

/** Constants of SHA-256: fractional parts of roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
const PRIMES = firstPrimes(64)
const ROUND = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const BLOCK = 64

/** Web Crypto is asynchronous and missing on pages without a secure origin. Meant for short texts. */
export function sha256(text: string): Uint8Array {
  const state = START.slice()
  const blocks = padded(new TextEncoder().encode(text))
  for (let at = 0; at < blocks.byteLength; at += BLOCK) addBlock(state, blocks, at)
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((scheduled, nth) => digest.setUint32(nth * 4, scheduled))
  return new Uint8Array(digest.buffer)
}

/** The bytes, a single 1 bit, zeros, and the length in bits. */
function padded(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 9) / BLOCK)
  const whole = new Uint8Array(blocks * BLOCK)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n)
  return view
}

function addBlock(state: Uint32Array, blocks: DataView, at: number): void {
  const schedule = new Uint32Array(64)
  const scheduled = (nth: number) => schedule[nth] ?? 0
  for (let nth = 0; nth < 64; nth += 1) {
    schedule[nth] =
      nth < 16
        ? blocks.getUint32(at + nth * 4)
        : scheduled(nth - 16) +
          mix(scheduled(nth - 15), 7, 18, 3) +
          scheduled(nth - 7) +
          mix(scheduled(nth - 2), 17, 19, 10)
  }

  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let nth = 0; nth < 64; nth += 1) {
    const turnedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const turnedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const first = h + turnedE + ((e & f) ^ (~e & g)) + (ROUND[nth] ?? 0) + scheduled(nth)
    const second = turnedA + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((value, nth) => (state[nth] = (state[nth] ?? 0) + value))
}

function mix(scheduled: number, first: number, second: number, shift: number): number {
  return rotate(scheduled, first) ^ rotate(scheduled, second) ^ (scheduled >>> shift)
}

function rotate(scheduled: number, bits: number): number {
  return (scheduled >>> bits) | (scheduled << (32 - bits))
}

function fraction(root: number): number {
  return (root - Math.floor(root)) * 2 ** 32
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let next = 2; primes.length < count; next += 1) {
    if (primes.every((prime) => next % prime !== 0)) primes.push(next)
  }
  return primes
}
