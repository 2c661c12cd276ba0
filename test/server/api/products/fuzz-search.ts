import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Pool } from 'undici'

import { workClock } from '#test/server/catalog/listing/time-choices.ts'
import { createRandom } from '#test/support/random.ts'

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
  /** Of the calls, in milliseconds. */
  p50: number
  p999: number
  /** The same of the time that this thread worked, who asks and who answers: without what else the machine did. */
  p999Worked: number
  slowest: number
  slowestAddress: string
  /** Of memory in use after a collection, from a third of the way to the end. */
  growthMb: number
}

/** Asks a shop nasty queries, one after the other, over real HTTP. */
export async function fuzzSearch({ origin, queries, pages, seed }: FuzzOptions): Promise<FuzzResult> {
  const random = createRandom(seed)
  const pool = new Pool(origin, { connections: 1 })
  const times: { ms: number; worked: number }[] = []
  const result = { statuses: {} as Record<number, number>, wrong: [] as string[], slowest: 0, slowestAddress: '' }
  let usedBefore = 0
  try {
    for (let nth = 0; nth < queries; nth += 1) {
      const { path } = nextAddress(CALLS)
      const [begun, begunWork] = [performance.now(), workClock()]
      const { status, type, text } = await ask(path)
      const ms = performance.now() - begun
      times.push({ ms, worked: workClock() - begunWork })
      if (ms > result.slowest) Object.assign(result, { slowest: ms, slowestAddress: path.slice(0, 2000) })
      if (!type.startsWith('application/json') || !isRight(status, text)) note(status, path, text)
      if (nth === Math.floor(queries / 3)) usedBefore = usedMb()
    }
    for (let nth = 0; nth < pages; nth += 1) {
      const { path, token } = nextAddress(PAGES)
      const { status, type, text } = await ask(path)
      const isPage = status === 200 && type.startsWith('text/html') && !reflects(text, token)
      // Only bytes that no address may hold are refused without a page.
      if (!isPage && !(status === 400 && path.includes('\u00ff'))) note(status, path, text)
    }
    const [walls, works] = [times.map(({ ms }) => ms), times.map(({ worked }) => worked)]
    const growthMb = usedMb() - usedBefore
    return { ...result, p50: at(walls, 0.5), p999: at(walls, 0.999), p999Worked: at(works, 0.999), growthMb }
  } finally {
    await pool.close()
  }

  async function ask(path: string) {
    const { statusCode: status, headers, body } = await pool.request({ path, method: 'GET' })
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
    return { status, type: String(headers['content-type']), text: await body.text() }
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
