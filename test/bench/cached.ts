/** Answers a second with a kept page, and how late the last of a hundred come, beside a bare server that sends the same. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { request } from 'undici'

import { findRing } from '#test/support/shelf.ts'
import { until } from '#test/support/until.ts'

import { endChild } from './parts/end-child.ts'
import { usedCpu } from './parts/used-cpu.ts'
import { load, type Load } from './parts/wrk.ts'

const CONNECTIONS = 25
const SECONDS = 5
const ROUNDS = 5
const ENCODED = { 'accept-encoding': 'br' }

interface Answer {
  status: number
  /** Names and values by turns. */
  headers: string[]
  body: string
}

/** Whom a load was put on. */
interface Server {
  child: ChildProcess
  url: string
}

interface Round extends Load {
  /** Of the processor, for one answer. */
  cpuUs: number
}

const children: ChildProcess[] = []
try {
  const shop = await start('cached-shop')
  const { product } = await findRing(shop.url)
  const path = `/en/shop/product/${product.handle}`
  const kept = await until(() => readHit(shop.url + path, ENCODED))
  const etag = headerOf(kept, 'etag')
  await compare('cached page', 0.8, { path, shop, answer: kept, headers: ENCODED })

  const known = { ...ENCODED, 'if-none-match': etag }
  const unchanged = await readHit(shop.url + path, known)
  if (!unchanged) throw new Error(`${path} is not kept any more`)
  await compare('cached page, not changed', 0.75, { path, shop, answer: unchanged, headers: known })
} finally {
  for (const child of children) await endChild(child)
}

/** Turn by turn, so that what else the machine does meets both; the first turn warms them up. */
async function compare(
  name: string,
  least: number,
  { path, shop, answer, headers }: { path: string; shop: Server; answer: Answer; headers: Record<string, string> },
): Promise<void> {
  const bare = await start('bare-answer', answer)
  const rounds: { shop: Round; bare: Round }[] = []
  const ask = async ({ url, child }: Server): Promise<Round> => {
    const before = await usedCpu(child)
    const measured = await load(url + path, { connections: CONNECTIONS, seconds: SECONDS, headers })
    const cpuMs = (await usedCpu(child)) - before
    return { ...measured, cpuUs: (cpuMs * 1000) / (measured.perSecond * SECONDS) }
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const first = round % 2 === 0 ? bare : shop
    const one = await ask(first)
    const other = await ask(first === bare ? shop : bare)
    rounds.push(first === bare ? { bare: one, shop: other } : { shop: one, bare: other })
  }
  const counted = rounds.slice(1)
  const shares = counted.map((round) => round.shop.perSecond / round.bare.perSecond)
  const middle = (pick: (round: { shop: Round; bare: Round }) => number) => median(counted.map(pick))
  const figures = {
    shop: Math.round(middle((round) => round.shop.perSecond)),
    bare: Math.round(middle((round) => round.bare.perSecond)),
    cpu: {
      shop: rounded(middle(({ shop: { cpuUs } }) => cpuUs)),
      bare: rounded(middle(({ bare: { cpuUs } }) => cpuUs)),
      unit: 'µs',
    },
    rounds: shares.map(rounded),
    connections: CONNECTIONS,
    bytes: Buffer.from(answer.body, 'base64').length,
  }
  const value = rounded(median(shares))
  report({
    name,
    value,
    unit: 'of a bare server',
    budget: least,
    within: value >= least,
    ...figures,
  })

  const late = middle((round) => round.shop.p99)
  const bareLate = middle((round) => round.bare.p99)
  const latest = Math.max(bareLate * 2, bareLate + 2)
  report({
    name: `${name}, p99`,
    value: rounded(late),
    unit: 'ms',
    budget: rounded(latest),
    within: late <= latest,
    bare: rounded(bareLate),
  })
}

/** @returns undefined where the page had to be made */
async function readHit(url: string, headers: Record<string, string>): Promise<Answer | undefined> {
  const { statusCode, headers: named, body } = await request(url, { headers })
  const bytes = Buffer.from(await body.arrayBuffer())
  if (named['server-timing'] !== 'cache;desc=hit') return undefined
  // Node adds these to every answer, also to the bare one's.
  const own = Object.entries(named).filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  return {
    status: statusCode,
    headers: own.flatMap(([name, value]) => [name, String(value)]),
    body: bytes.toString('base64'),
  }
}

async function start(part: string, told?: object): Promise<Server> {
  const child = fork(join(import.meta.dirname, `parts/${part}.ts`), { stdio: ['ignore', 'ignore', 2, 'ipc'] })
  children.push(child)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${part} ended before it was ready (${String(code ?? 'by a signal')})`)
  })
  if (told) child.send(told)
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }]
  ended.catch(() => {})
  return { child, url }
}

function headerOf({ headers }: Answer, name: string): string {
  return headers[headers.indexOf(name) + 1] ?? ''
}

function report(figures: { within: boolean } & Record<string, unknown>): void {
  if (!figures.within) process.exitCode = 1
  console.log(JSON.stringify(figures))
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
