import { setTimeout as pause } from 'node:timers/promises'

import type { Test } from 'tap'

import type { Backend } from '#test/support/commerce.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { openPostOffice } from '#test/support/post-office.ts'
import type { Random } from '#test/support/random.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

export interface KillRound {
  /** From the answer to the form until the process was killed. */
  ms: number
  /** How far the letter had come, as the SMTP server saw it. */
  reached: 'queue' | 'smtp'
  /** How many of it lay in the mailbox in the end. */
  letters: number
}

/** The queue is looked into every second: later than this most letters are on their way. */
const LONGEST_MS = 3000
const PATIENCE_MS = 180_000

/**
 * Subscribes, and kills the server at a chance moment after its answer and before the SMTP server has taken the
 * letter; as often as asked, each time with another address. Then the server may live.
 */
export async function killRounds(
  t: Pick<Test, 'teardown'>,
  { commerce, rounds, random }: { commerce: Backend; rounds: number; random: Random },
): Promise<KillRound[]> {
  const office = await openPostOffice(t)
  const env = {
    ...shopEnvironment(commerce, 'letters-survive'),
    SMTP_URL: office.url,
    MAIL_FROM: 'Lumenite <letters@shop.test>',
  }
  const addressOf = (round: number): string => `round-${round}@example.com`
  const never = new Promise<never>(() => {})
  const killed: Omit<KillRound, 'letters'>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const shop = startShopProcess(t, { env })
    const url = await shop.ready()
    Object.assign(office.faults, random.isLucky(50) ? { hold: never } : { hold: undefined, holdYes: never })
    const triesBefore = office.tries()
    await subscribe(url, addressOf(round))
    const ms = random.below(LONGEST_MS)
    await pause(ms)
    await shop.stop('SIGKILL')
    killed.push({ ms, reached: office.tries() > triesBefore ? 'smtp' : 'queue' })
  }

  Object.assign(office.faults, { hold: undefined, holdYes: undefined })
  const shop = startShopProcess(t, { env })
  const url = await shop.ready()
  for (let round = 0; round < rounds; round += 1) await office.waitFor(addressOf(round), undefined, PATIENCE_MS)
  await until(async () => (await waitingAt(url)) === 0, PATIENCE_MS)
  await shop.stop()
  return killed.map((round, index) => ({ ...round, letters: office.letters(addressOf(index)).length }))
}

async function subscribe(url: string, email: string): Promise<void> {
  const response = await fetch(`${url}/api/email-subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, lang: 'en', site_type: 'jewelry' }),
  })
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`)
}

async function waitingAt(url: string): Promise<number | null> {
  const answer = (await (await fetch(`${url}/readyz`)).json()) as { letters: { waiting: number | null } }
  return answer.letters.waiting
}
