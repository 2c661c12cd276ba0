import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Pool } from 'undici'

import { createRandom } from '#test/support/random.ts'

import { workClock } from '../listing/time-choices.ts'
import { nastyQuery } from './nasty-queries.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The longest path and query that the server reads. */
const MAX_PATH_LENGTH = 60_000
const CALLS = ['/api/products/search', '/api/products/search', '/api/products/suggestions']
const PAGES = ['/en/search', '/ru/search']

interface FuzzOptions {
  origin: string
  /** How many API calls to send. */
  queries: number
  /** How many search pages to request. */
  pages: number
  seed: number
}

export interface FuzzResult {
  /** Status code -> count. */
  statuses: Record<number, number>
  /** Unexpected status codes or bodies, and pages that reflect the query as HTML. */
  wrong: string[]
  /** CPU milliseconds per call, of client and server together. The clock has a resolution of a few milliseconds. */
  p999: number
  /** Wall-clock milliseconds; `healthz` is the p99.9 of calls without work, for comparison. */
  wall: { p50: number; p999: number; healthz: number }
  slowest: number
  slowestAddress: string
  /** The number of pages that show the token of their query as text. */
  shown: number
  /** The growth of the heap after garbage collection, from a third of the calls to the end. */
  growthMb: number
}

interface Timed {
  wall: number
  worked: number
}

/** Sends nasty queries to a shop, one after the other, over HTTP. */
export async function fuzzSearch({ origin, queries, pages, seed }: FuzzOptions): Promise<FuzzResult> {
  const random = createRandom(seed)
  const pool = new Pool(origin, { connections: 1 })
  const calls: Timed[] = []
  const idle: Timed[] = []
  const result = {
    statuses: {} as Record<number, number>,
    wrong: [] as string[],
    slowest: 0,
    slowestAddress: '',
    shown: 0,
  }
  let usedBefore = 0
  try {
    for (let nth = 0; nth < queries; nth += 1) {
      const { path } = nextAddress(CALLS)
      const { status, type, text } = await ask(path, calls)
      count(status)
      const { worked = 0 } = calls.at(-1) ?? {}
      if (worked > result.slowest) Object.assign(result, { slowest: worked, slowestAddress: path.slice(0, 2000) })
      if (!type.startsWith('application/json') || !isRight(status, text)) note(status, path, text)
      if (nth === Math.floor(queries / 3)) usedBefore = usedMb()
      if (nth % 4 === 0) await ask('/healthz', idle)
    }
    for (let nth = 0; nth < pages; nth += 1) {
      const { path, token } = nextAddress(PAGES)
      const { status, type, text } = await ask(path)
      count(status)
      if (text.includes(token)) result.shown += 1
      const isPage = status === 200 && type.startsWith('text/html') && !reflects(text, token)
      // Only invalid bytes and overlong paths are refused without a page.
      const isRefused = (status === 400 && path.includes('\u00ff')) || (status === 414 && path.length > 8192)
      if (!isPage && !isRefused) note(status, path, text)
    }
    const works = calls.map(({ worked }) => worked)
    const wall = { p50: at(wallsOf(calls), 0.5), p999: at(wallsOf(calls), 0.999), healthz: at(wallsOf(idle), 0.999) }
    return { ...result, p999: at(works, 0.999), wall, growthMb: usedMb() - usedBefore }
  } finally {
    await pool.close()
  }

  async function ask(path: string, timed: Timed[] = []) {
    const [begun, begunWork] = [performance.now(), workClock()]
    const { statusCode: status, headers, body } = await pool.request({ path, method: 'GET' })
    const text = await body.text()
    timed.push({ wall: performance.now() - begun, worked: workClock() - begunWork })
    return { status, type: String(headers['content-type']), text }
  }

  function count(status: number): void {
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
  }

  function note(status: number, path: string, text: string): void {
    result.wrong.push(`${status} ${path.slice(0, 2000)} ${text.slice(0, 200)}`)
  }

  function nextAddress(paths: readonly string[]): { path: string; token: string } {
    for (;;) {
      const { search, token } = nastyQuery(random)
      const path = `${random.pick(paths)}?${search}`
      if (path.length < MAX_PATH_LENGTH) return { path, token }
    }
  }
}

function wallsOf(timed: readonly Timed[]): number[] {
  return timed.map(({ wall }) => wall)
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function isRight(status: number, text: string): boolean {
  try {
    const { statusCode, message } = JSON.parse(text) as { statusCode?: unknown; message?: unknown }
    return status === 200 || (status === 400 && statusCode === 400 && typeof message === 'string' && message !== '')
  } catch {
    return false
  }
}

/** Whether the token occurs in a page as a tag or an attribute. */
export function reflects(html: string, token: string): boolean {
  const outsideOfData = html.replaceAll(/<script type="application\/json"[^]*?<\/script>/g, '')
  return (
    html.includes(`<${token}`) || new RegExp(`<[^>"']*("[^"]*"[^>"']*|'[^']*'[^>"']*)* ${token}=`).test(outsideOfData)
  )
}

function usedMb(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
