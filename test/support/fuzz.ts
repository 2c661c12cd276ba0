import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Pool } from 'undici'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The longest path and query that the server reads. */
const MAX_PATH_LENGTH = 60_000

export interface FuzzResult {
  statuses: Record<number, number>
  wrong: string[]
  p50: number
  p999: number
  slowest: number
  slowestAddress: string
  /** The growth of the heap after garbage collection, from a third of the requests to the end. */
  growthMb: number
}

interface FuzzOptions<Address extends { path: string }> {
  origin: string
  requests: number
  next: () => Address
  isRight: (status: number, text: string, address: Address, type: string) => boolean
}

export async function fuzz<Address extends { path: string }>(options: FuzzOptions<Address>): Promise<FuzzResult> {
  const { origin, requests, next, isRight } = options
  const pool = new Pool(origin, { connections: 1 })
  const result = { statuses: {} as Record<number, number>, wrong: [] as string[], slowest: 0, slowestAddress: '' }
  const works: number[] = []
  let usedBefore = 0
  try {
    for (let nth = 0; nth < requests; nth += 1) {
      let address = next()
      while (address.path.length >= MAX_PATH_LENGTH) address = next()
      const { path } = address
      const before = process.threadCpuUsage()
      const { statusCode: status, headers, body } = await pool.request({ path, method: 'GET' })
      const text = await body.text()
      const { user, system } = process.threadCpuUsage(before)
      const work = (user + system) / 1000
      works.push(work)
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      if (!isRight(status, text, address, String(headers['content-type'])))
        result.wrong.push(`${status} ${path.slice(0, 2000)} ${text.slice(0, 200)}`)
      if (work > result.slowest) Object.assign(result, { slowest: work, slowestAddress: path.slice(0, 2000) })
      if (nth === Math.floor(requests / 3)) usedBefore = usedMb()
    }
    return {
      ...result,
      p50: percentile(works, 0.5),
      p999: percentile(works, 0.999),
      growthMb: usedMb() - usedBefore,
    }
  } finally {
    await pool.close()
  }
}

/** @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function isErrorAnswer(status: number, text: string): boolean {
  const { statusCode, message } = (parse(text) ?? {}) as { statusCode?: unknown; message?: unknown }
  return statusCode === status && typeof message === 'string' && message !== ''
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function usedMb(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
