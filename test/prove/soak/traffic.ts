import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import type { Random } from '#test/support/random.ts'

export interface Answer {
  status: number
  body: string
  firstByteMs?: number | undefined
  problem?: string
}

export interface Request {
  method?: 'GET' | 'POST'
  body?: object
  headers?: Record<string, string>
}

const FINE = 2 ** 30
const PATIENCE_MS = 15_000

export type Ask = (url: string, query?: Request) => Promise<Answer>

export function createAsk(connections: number): { ask: Ask; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    close: () => agent.destroy(),
    async ask(url, { method = 'GET', body, headers = {} } = {}) {
      const { promise, resolve } = Promise.withResolvers<Answer>()
      const began = performance.now()
      let firstByteMs: number | undefined
      const type = body ? { 'content-type': 'application/json' } : {}
      const outgoing = request(url, { method, agent, timeout: PATIENCE_MS, headers: { ...type, ...headers } })
      const fail = (problem: string): void => resolve({ status: 0, body: '', problem })
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
      outgoing.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => {
          firstByteMs ??= performance.now() - began
          chunks.push(chunk)
        })
        incoming.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString(), firstByteMs }),
        )
      })
      outgoing.end(body && JSON.stringify(body))
      return promise
    },
  }
}

export async function peakOf(task: () => Promise<unknown>, { atOnce, seconds }: { atOnce: number; seconds: number }) {
  const end = performance.now() + seconds * 1000
  let done = 0
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      await task()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return done / seconds
}

/**
 * Runs a task at a fixed rate per second until it is stopped. If the shop is too slow, the rate is what the given
 * number of workers can do.
 * @param how `random`: at random intervals, as people arrive, instead of regular ones
 * @returns the number of runs
 */
export async function interval(
  task: () => Promise<unknown>,
  { perSecond, atOnce, signal, random }: { perSecond: number; atOnce: number; signal: AbortSignal; random?: Random },
): Promise<number> {
  const began = performance.now()
  const running = new Set<Promise<unknown>>()
  // Independent arrivals have exponentially distributed intervals.
  const gap = (): number => (random ? -Math.log(1 - random.below(FINE) / FINE) : 1)
  let next = gap()
  let done = 0
  while (!signal.aborted) {
    for (const due = ((performance.now() - began) / 1000) * perSecond; next <= due; next += gap()) {
      if (running.size >= atOnce) continue
      done += 1
      const one = task().finally(() => running.delete(one))
      running.add(one)
    }
    await pause(5)
  }
  await Promise.all(running)
  return done
}
