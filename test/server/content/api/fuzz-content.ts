import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Pool } from 'undici'

import { createRandom } from '#test/support/random.ts'

import { openContentServer } from './content-server.ts'
import { nastyAddress } from './malformed-queries.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Of an address: the server reads no longer one. */
const LONGEST = 60_000

interface FuzzOptions {
  contentDir: string
  queries: number
  seed: number
}

export interface FuzzResult {
  /** How often each status came. */
  statuses: Record<number, number>
  /** Answered with something else than 200, 400 or 404, or a refusal without a sentence. */
  wrong: string[]
  p50: number
  p999: number
  slowest: number
  slowestAddress: string
  /** Of memory in use after a collection, from a third of the way to the end. */
  growthMb: number
}

/** Asks a server nasty questions, one after the other, over real HTTP. Times are in milliseconds. */
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
      const begun = performance.now()
      const { statusCode, body } = await pool.request({ path, method: 'GET' })
      const text = await body.text()
      const time = performance.now() - begun
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
      if (address.length < LONGEST) return address
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
