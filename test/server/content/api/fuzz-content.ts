import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Pool } from 'undici'

import { createRandom } from '#test/support/random.ts'

import { openContentServer } from './content-server.ts'
import { nastyAddress } from './malformed-queries.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Maximum URL length; the server accepts no longer one. */
const MAX_URL_LENGTH = 60_000

interface FuzzOptions {
  contentDir: string
  queries: number
  seed: number
}

export interface FuzzResult {
  /** Number of responses by status. */
  statuses: Record<number, number>
  /** Responses with another status than 200, 400 or 404, or errors without a message. */
  wrong: string[]
  p50: number
  p999: number
  slowest: number
  slowestAddress: string
  /** Growth of the heap after garbage collection, from a third of the requests to the end. */
  growthMb: number
}

/**
 * Sends malformed queries to a server over real HTTP, one after another. Times are in milliseconds of this thread's CPU, so
 * that other processes do not lengthen them.
 */
export async function fuzzContent({ contentDir, queries, seed }: FuzzOptions): Promise<FuzzResult> {
  const random = createRandom(seed)
  const app = await openContentServer(contentDir)
  const pool = new Pool(await app.listen({ port: 0, host: '127.0.0.1' }), { connections: 1 })
  const times: number[] = []
  const result: FuzzResult = { statuses: {}, wrong: [], p50: 0, p999: 0, slowest: 0, slowestAddress: '', growthMb: 0 }
  let usedBefore = 0
  try {
    for (let nth = 0; nth < queries; nth += 1) {
      const path = nextAddress()
      const before = process.threadCpuUsage()
      const { statusCode, body } = await pool.request({ path, method: 'GET' })
      const text = await body.text()
      const { user, system } = process.threadCpuUsage(before)
      const time = (user + system) / 1000
      times.push(time)
      result.statuses[statusCode] = (result.statuses[statusCode] ?? 0) + 1
      if (!isRight(statusCode, text)) result.wrong.push(`${statusCode} ${path.slice(0, 2000)} ${text.slice(0, 200)}`)
      if (time > result.slowest) Object.assign(result, { slowest: time, slowestAddress: path.slice(0, 2000) })
      if (nth === Math.floor(queries / 3)) usedBefore = usedMb()
    }
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return { ...result, p50: at(0.5), p999: at(0.999), growthMb: usedMb() - usedBefore }
  } finally {
    await pool.close()
    await app.close()
  }

  function nextAddress(): string {
    for (;;) {
      const address = nastyAddress(random)
      if (address.length < MAX_URL_LENGTH) return address
    }
  }
}

function isRight(status: number, text: string): boolean {
  if (status === 200) return isJson(text)
  if (status !== 400 && status !== 404) return false
  const { statusCode, message } = isJson(text) ? (JSON.parse(text) as { statusCode?: unknown; message?: unknown }) : {}
  return statusCode === status && typeof message === 'string' && message !== ''
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function usedMb(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
