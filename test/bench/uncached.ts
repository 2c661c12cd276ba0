/** Uncached product pages per second, as a share of the same render behind a bare server. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { Pool } from 'undici'

import { findRing } from '#test/support/categories.ts'
import { BROWSER, CRAWLER } from '#test/support/read-stream.ts'

import { endChild } from './parts/end-child.ts'
import { usedCpu } from './parts/used-cpu.ts'

const CONNECTIONS = 10
const ROUND_MS = 1000
const ROUNDS = 19
const KINDS = [
  { kind: 'streamed', userAgent: BROWSER, least: 0.7 },
  { kind: 'complete', userAgent: CRAWLER, least: 0.78 },
] as const

interface Rate {
  perSecond: number
  /** CPU time of one page. */
  cpuMs: number
}

type Addresses = Record<'shop' | 'streamed' | 'complete', string>

const child = fork(join(import.meta.dirname, 'parts/render-servers.ts'), { stdio: ['ignore', 2, 2, 'ipc'] })
try {
  const [addresses] = (await Promise.race([once(child, 'message'), childEnd()])) as [Addresses]
  const { product } = await findRing(addresses.shop)
  const path = `/en/shop/product/${product.handle}`
  for (const { kind, userAgent, least } of KINDS) {
    const ask = (origin: string) => pagesPerSecond(origin, path, userAgent)
    await measure(
      kind,
      least,
      () => ask(addresses.shop),
      () => ask(addresses[kind]),
    )
  }
} finally {
  await endChild(child)
}

/** Alternates between both, so that other load on the machine affects both. The first round is a warm-up. */
async function measure(
  kind: string,
  least: number,
  askShop: () => Promise<Rate>,
  askBare: () => Promise<Rate>,
): Promise<void> {
  const rounds: { shop: Rate; bare: Rate }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    if (round % 2 === 0) rounds.push({ bare: await askBare(), shop: await askShop() })
    else rounds.push({ shop: await askShop(), bare: await askBare() })
  }
  const counted = rounds.slice(1)
  const middle = (pick: (round: { shop: Rate; bare: Rate }) => number) => median(counted.map(pick))
  const value = rounded(middle(({ shop, bare }) => shop.perSecond / bare.perSecond))
  if (value < least) process.exitCode = 1
  const figures = {
    shop: Math.round(middle(({ shop }) => shop.perSecond)),
    bare: Math.round(middle(({ bare }) => bare.perSecond)),
    cpu: {
      shop: rounded(middle(({ shop }) => shop.cpuMs)),
      bare: rounded(middle(({ bare }) => bare.cpuMs)),
      unit: 'ms',
    },
    rounds: counted.map(({ shop, bare }) => rounded(shop.perSecond / bare.perSecond)),
    connections: CONNECTIONS,
  }
  const verdict = { name: `uncached ${kind}`, value, unit: 'of a bare server', budget: least, within: value >= least }
  console.log(JSON.stringify({ ...verdict, ...figures }))
}

/** Sends requests over a few connections, one after another. */
async function pagesPerSecond(origin: string, path: string, userAgent: string): Promise<Rate> {
  const pool = new Pool(origin, { connections: CONNECTIONS })
  const cpuBefore = await usedCpu(child)
  const started = performance.now()
  let pages = 0
  const ask = async (): Promise<void> => {
    while (performance.now() - started < ROUND_MS) {
      const headers = { 'user-agent': userAgent, accept: 'text/html' }
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      await body.dump({ limit: 10_000_000 })
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
      pages += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  const seconds = (performance.now() - started) / 1000
  const cpuMs = ((await usedCpu(child)) - cpuBefore) / pages
  await pool.close()
  return { perSecond: pages / seconds, cpuMs }
}

async function childEnd(): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`the servers ended before they were ready (${code ?? 'by a signal'})`)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
