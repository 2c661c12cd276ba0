import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Pool } from 'undici'

import { createRandom } from '#test/support/random.ts'

import { workClock } from '../listing/time-choices.ts'
import { nastyQuery } from './nasty-queries.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Of an address: the server reads no longer one. */
const LONGEST = 60_000
const CALLS = ['/api/products/search', '/api/products/search', '/api/products/suggestions']
const PAGES = ['/en/search', '/ru/search']

interface FuzzOptions {
  origin: string
  /** How many queries, each asked of the calls. */
  queries: number
  /** How many are asked of the page as well. */
  pages: number
  seed: number
}

export interface FuzzResult {
  /** How often each status came. */
  statuses: Record<number, number>
  /** Answered with something else than 200 or 400, in a form that is no answer, or with what was asked as HTML. */
  wrong: string[]
  /**
   * Milliseconds that a call was worked at, by who asks and who answers: not what else the machine did meanwhile. They
   * are counted in steps of a few.
   */
  p999: number
  /** By the clock on the wall; beside it what a call costs there that does nothing. */
  wall: { p50: number; p999: number; healthz: number }
  slowest: number
  slowestAddress: string
  /** Pages in which the sign of their query stands, as words. */
  shown: number
  /** Of memory in use after a collection, from a third of the way to the end. */
  growthMb: number
}

interface Timed {
  wall: number
  worked: number
}

/** Asks a shop nasty queries, one after the other, over real HTTP. */
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
      // Only bytes that no address may hold are refused without a page, and addresses that are longer than any page's.
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
      if (path.length < LONGEST) return { path, token }
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

/** Whether what was typed stands in a page as HTML: a tag, or an attribute of one. */
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
