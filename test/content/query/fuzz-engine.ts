import fc from 'fast-check'

import { ContentError } from '#content/content-error.ts'
import type { ContentDocument } from '#content/document.ts'
import { createEngine } from '#content/query/engine.ts'
import { createContentRequests } from '#content/request/content-requests.ts'
import { createRandom } from '#test/support/random.ts'

import { malformQuery } from './malform-query.ts'
import { query } from './random-query.ts'

const SETTINGS = { locales: ['en', 'ru'], defaultLocale: 'en', navigation: { fields: ['icon'] } }
const USUAL = { where: [{ _path: /^\/blogs/ }], sort: [{ title: 1 }], limit: 5, only: ['_path', 'title'] }

interface EngineFuzz {
  statuses: Record<200 | 400 | 404, number>
  wrong: string[]
  times: number[]
  slowest: string
}

/**
 * Sends malformed queries to the engine in process, where they may contain values that JSON cannot represent. Afterwards
 * a normal query must return the same result as before.
 * @param onThird called after a third of the queries, to measure memory when the caches are full
 */
export function fuzzEngine(
  documents: readonly ContentDocument[],
  { queries, seed, onThird }: { queries: number; seed: number; onThird?: () => void },
): EngineFuzz {
  const random = createRandom(seed)
  const requests = createContentRequests(createEngine(documents, SETTINGS), SETTINGS)
  const right = fc.sample(query, { numRuns: Math.min(queries, 1000), seed })
  const usual = JSON.stringify(requests.query(USUAL))
  const result: EngineFuzz = { statuses: { 200: 0, 400: 0, 404: 0 }, wrong: [], times: [], slowest: '' }
  let slowest = 0
  for (let nth = 0; nth < queries; nth += 1) {
    const asked = malformQuery(random.pick(right), random)
    const mode = random.isLucky(30) ? ('advanced' as const) : undefined
    const isOfTree = random.isLucky(20)
    const startedAt = ownTime()
    let answer: unknown
    let status: 200 | 400 | 404 = 200
    try {
      answer = isOfTree ? requests.navigation(asked) : requests.query(asked, { mode })
    } catch (error) {
      if (error instanceof ContentError && error.message.length < 500) status = error.statusCode
      else result.wrong.push(`${String(error).slice(0, 300)} for ${show(asked)}`)
    }
    const time = ownTime() - startedAt
    if (time > slowest) [slowest, result.slowest] = [time, show(asked)]
    result.times.push(time)
    result.statuses[status] += 1
    if (holdsDraft(answer)) result.wrong.push(`a draft for ${show(asked)}`)
    if (nth === Math.floor(queries / 3)) onThird?.()
  }
  if (JSON.stringify(requests.query(USUAL)) !== usual) result.wrong.push('the usual question has another answer now')
  if ('polluted' in {}) result.wrong.push('every object inherits what a question brought')
  return { ...result, times: result.times.toSorted((a, b) => a - b) }
}

function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function holdsDraft(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.some(holdsDraft)
  if (typeof answer !== 'object' || answer === null) return false
  return '_draft' in answer && answer._draft === true
}

function show(asked: unknown): string {
  const seen = (_: string, value: unknown) =>
    value instanceof RegExp || typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value
  try {
    return (JSON.stringify(asked, seen) ?? String(asked)).slice(0, 300)
  } catch {
    return 'a question that cannot be shown'
  }
}
