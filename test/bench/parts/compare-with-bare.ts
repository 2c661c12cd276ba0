import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { endChild } from './end-child.ts'
import { usedCpu } from './used-cpu.ts'
import { load, type Load } from './wrk.ts'

/** An answer that the shop has ready. */
export interface ReadyAnswer {
  status: number
  /** Names and values by turns. */
  headers: string[]
  /** In base64. */
  body: string
}

/** The target of a load. */
export interface Server {
  child: ChildProcess
  url: string
}

interface Comparison {
  path: string
  shop: Server
  answer: ReadyAnswer
  /** What is asked with. */
  headers: Record<string, string>
}

interface Round extends Load {
  /** Of the processor, for one answer. */
  cpuUs: number
}

const CONNECTIONS = 25
const SECONDS = 5
const ROUNDS = 5

const children: ChildProcess[] = []

/** Starts a part of the bench in a process of its own, and waits until it has told its address. */
export async function start(part: string, reported?: object): Promise<Server> {
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

/** Ends whatever was started. */
export async function endAll(): Promise<void> {
  for (const child of children.splice(0)) await endChild(child)
}

/**
 * Prints how many answers a second the shop gives beside a bare server that sends the same, and how late the last of a
 * hundred come. Turn by turn, so that what else the machine does meets both; the first turn warms them up.
 * @param least the share of the bare server's that is wanted
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

/** Prints a figure; one that is not within its budget fails the bench. */
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
