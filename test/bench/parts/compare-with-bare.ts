import type { ChildProcess } from 'node:child_process'

import { request } from 'undici'

import { median, report, rounded, type Program } from '#test/support/program.ts'

import { startPart, usedCpu } from './part.ts'
import { load, type Load } from './wrk.ts'

export interface ReadyAnswer {
  status: number
  /** Names and values, alternating. */
  headers: string[]
  body: string
}

export interface Server {
  child: ChildProcess
  url: string
}

interface Comparison {
  path: string
  shop: Server
  answer: ReadyAnswer
  headers: Record<string, string>
}

export interface Rate {
  perSecond: number
  cpuUs: number
}

interface Round<Measured> {
  shop: Measured
  bare: Measured
}

const CONNECTIONS = 25
const SECONDS = 5
const ROUNDS = 5

export async function startServer(
  t: Program,
  part: 'shop.ts' | 'bare-answer.ts',
  options: Parameters<typeof startPart>[2] = {},
): Promise<Server> {
  const { child, facts } = await startPart<{ url: string }>(t, part, {
    stdio: ['ignore', 'ignore', 2, 'ipc'],
    ...options,
  })
  return { child, url: facts.url }
}

export async function readAnswer(url: string, headers: Record<string, string>) {
  const { statusCode: status, headers: named, body } = await request(url, { headers })
  const bytes = Buffer.from(await body.arrayBuffer())
  // Node adds these headers to every response, also on the bare server.
  const own = Object.entries(named).filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  const pairs = own.flatMap(([name, value]) => [name, String(value)])
  const answer: ReadyAnswer = { status, headers: pairs, body: bytes.toString('base64') }
  return { answer, named }
}

/** Alternates between both, so that other load on the machine affects both. The first round is a warm-up. */
export async function alternate<Measured>(
  rounds: number,
  ask: Record<'shop' | 'bare', () => Promise<Measured>>,
): Promise<Round<Measured>[]> {
  const all: Round<Measured>[] = []
  for (let round = 0; round <= rounds; round += 1) {
    if (round % 2 === 0) all.push({ bare: await ask.bare(), shop: await ask.shop() })
    else all.push({ shop: await ask.shop(), bare: await ask.bare() })
  }
  return all.slice(1)
}

export function reportShare(name: string, least: number, rounds: readonly Round<Rate>[], more: object): void {
  const shares = rounds.map(({ shop, bare }) => shop.perSecond / bare.perSecond)
  const middle = (of: keyof Round<Rate>, figure: keyof Rate) =>
    rounded(median(rounds.map((round) => round[of][figure])))
  report(name, {
    value: median(shares),
    unit: 'of a bare server',
    least,
    shop: middle('shop', 'perSecond'),
    bare: middle('bare', 'perSecond'),
    cpu: { shop: middle('shop', 'cpuUs'), bare: middle('bare', 'cpuUs'), unit: 'µs' },
    rounds: shares.map((share) => rounded(share)),
    ...more,
  })
}

export async function compareWithBare(
  t: Program,
  name: string,
  least: number,
  { path, shop, answer, headers }: Comparison,
): Promise<void> {
  const bare = await startServer(t, 'bare-answer.ts', { message: answer })
  const ask = async ({ url, child }: Server): Promise<Load & Rate> => {
    const before = await usedCpu(child)
    const measured = await load(url + path, { connections: CONNECTIONS, seconds: SECONDS, headers })
    const cpuMs = (await usedCpu(child)) - before
    return { ...measured, cpuUs: (cpuMs * 1000) / (measured.perSecond * SECONDS) }
  }
  const rounds = await alternate(ROUNDS, { shop: () => ask(shop), bare: () => ask(bare) })
  const bytes = Buffer.from(answer.body, 'base64').length
  reportShare(name, least, rounds, { connections: CONNECTIONS, bytes })
  const bareLate = median(rounds.map((round) => round.bare.p99))
  const most = Math.max(bareLate * 2, bareLate + 2)
  const value = median(rounds.map((round) => round.shop.p99))
  report(`${name}, p99`, { value, unit: 'ms', most, bare: bareLate })
}
