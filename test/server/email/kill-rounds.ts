import { setTimeout as pause } from 'node:timers/promises'

import type { Test } from 'tap'

import type { Backend } from '#test/support/commerce.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import type { Random } from '#test/support/random.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

export interface KillRound {
  /** The time from the response until the process was killed. */
  ms: number
  /** Whether the SMTP server had seen the email when the process was killed. */
  reached: 'queue' | 'smtp'
  emails: number
}

/** The queue is polled every second: later than this, most emails have been sent. */
const MAX_MS = 3000
const TIMEOUT_MS = 180_000

/**
 * Subscribes with a new address each round, and kills the server at a random moment after its response and before the
 * SMTP server has accepted the email. Then starts the server once more and waits for all emails.
 */
export async function killRounds(
  t: Pick<Test, 'teardown'>,
  { commerce, rounds, random }: { commerce: Backend; rounds: number; random: Random },
): Promise<KillRound[]> {
  const mailServer = await openMailServer(t)
  const env = {
    ...shopEnvironment(commerce, 'emails-survive'),
    ...mailServer.env,
  }
  const addressOf = (round: number): string => `round-${round}@example.com`
  const never = new Promise<never>(() => {})
  const killed: Omit<KillRound, 'emails'>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const shop = startShopProcess(t, { env })
    const url = await shop.ready()
    Object.assign(mailServer.faults, random.isLucky(50) ? { hold: never } : { hold: undefined, holdYes: never })
    const triesBefore = mailServer.tries()
    await subscribe(url, addressOf(round))
    const ms = random.below(MAX_MS)
    await pause(ms)
    await shop.stop('SIGKILL')
    killed.push({ ms, reached: mailServer.tries() > triesBefore ? 'smtp' : 'queue' })
  }

  Object.assign(mailServer.faults, { hold: undefined, holdYes: undefined })
  const shop = startShopProcess(t, { env })
  const url = await shop.ready()
  for (let round = 0; round < rounds; round += 1) await mailServer.waitFor(addressOf(round), undefined, TIMEOUT_MS)
  await until(async () => (await waitingAt(url)) === 0, TIMEOUT_MS)
  await shop.stop()
  return killed.map((round, index) => ({ ...round, emails: mailServer.emails(addressOf(index)).length }))
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
