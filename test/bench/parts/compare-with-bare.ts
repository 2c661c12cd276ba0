import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { endChild } from './end-child.ts'
import { usedCpu } from './used-cpu.ts'
import { load, type Load } from './wrk.ts'

/** A response of the shop, to be served by the bare server. */
export interface ReadyAnswer {
  status: number
  /** Names and values, alternating. */
  headers: string[]
  /** Base64. */
  body: string
}

/** Target of the load. */
export interface Server {
  child: ChildProcess
  url: string
}

interface Comparison {
  path: string
  shop: Server
  answer: ReadyAnswer
  /** Request headers. */
  headers: Record<string, string>
}

interface Round extends Load {
  /** CPU time of one response. */
  cpuUs: number
}

const CONNECTIONS = 25
const SECONDS = 5
const ROUNDS = 5

const children: ChildProcess[] = []

/** Starts a part of the bench in a child process, and waits until it has sent its URL. */
export async function start(part: 'cached-shop' | 'images-shop' | 'bare-answer', reported?: object): Promise<Server> {
  const child = fork(join(import.meta.dirname, `${part}.ts`), { stdio: ['ignore', 'ignore', 2, 'ipc'] })
  children.push(child)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${part} ended before it was ready (${String(code ?? 'by a signal')})`)
  })
  if (reported) child.send(reported)
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }]
  ended.catch(() => {})
  return { child, url }
}

/** Stops all started processes. */
export async function endAll(): Promise<void> {
  for (const child of children.splice(0)) await endChild(child)
}

/**
 * Compares the responses per second and the p99 latency of the shop with those of a bare server that sends the same
 * bytes. Alternates between both, so that other load on the machine affects both. The first round is a warm-up.
 * @param least required share of the bare server's rate
 */
export async function compareWithBare(
  name: string,
  least: number,
  { path, shop, answer, headers }: Comparison,
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

/** Prints a figure. A figure over its budget fails the bench. */
export function report(figures: { within: boolean } & Record<string, unknown>): void {
  if (!figures.within) process.exitCode = 1
  console.log(JSON.stringify(figures))
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
