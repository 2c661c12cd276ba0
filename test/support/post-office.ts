import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Test } from 'tap'

import { until } from '#test/support/until.ts'

/** A letter as it lies in the recipient's mailbox. */
export interface ReceivedLetter extends Email {
  /** Whom the envelope names. */
  recipients: string[]
  /** The message as it came. */
  raw: string
}

export interface PostOfficeFaults {
  /** So many messages are refused for now, before one is taken. */
  refuse?: number
  /** Refused for good. */
  unknown?: (address: string) => boolean
  /** Nobody who wants to send is answered before this. */
  hold?: Promise<unknown> | undefined
  /** A message is read whole, and neither taken nor refused before this. */
  holdYes?: Promise<unknown> | undefined
}

export interface PostOffice {
  /** For `SMTP_URL`. */
  url: string
  /** Everything that was taken so far. */
  letters: (address?: string) => ReceivedLetter[]
  /** Waits for a letter to an address. */
  waitFor: (
    address: string,
    predicate?: (letter: ReceivedLetter) => boolean,
    patienceMs?: number,
  ) => Promise<ReceivedLetter>
  /** From now on. */
  faults: PostOfficeFaults
  /** How often somebody began to send. */
  tries: () => number
  stop: () => Promise<void>
}

/** A real SMTP server on this machine that keeps what it gets; it ends with the test. */
export async function openPostOffice(t: Pick<Test, 'teardown'>, port = 0): Promise<PostOffice> {
  const received: ReceivedLetter[] = []
  const closed = new Set<string>()
  const faults: PostOfficeFaults = {}
  let tries = 0
  let isOver = false

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onMailFrom(_address, _session, callback) {
      tries += 1
      void answerLate(() => {
        if (!faults.refuse) return callback()
        faults.refuse -= 1
        callback(reply(451, 'Come back later'))
      })
    },
    onRcptTo({ address }, _session, callback) {
      callback(faults.unknown?.(address) ? reply(550, `5.1.1 <${address}>: no such mailbox`) : undefined)
    },
    onData(stream, session, callback) {
      void take(stream, session, callback)
    },
    onClose: (session) => void closed.add(session.id),
  })
  server.on('error', () => {})

  async function answerLate(answer: () => void): Promise<void> {
    await faults.hold
    if (!isOver) answer()
  }

  /** A letter is taken with our yes: whoever has gone before hears none, and has to come again. */
  async function take(stream: AsyncIterable<Buffer>, session: SMTPServerSession, answer: () => void): Promise<void> {
    const raw = await buffer(stream)
    const letter = await PostalMime.parse(raw)
    await faults.holdYes
    if (closed.has(session.id)) return
    const recipients = session.envelope.rcptTo.map(({ address }) => address)
    received.push({ ...letter, recipients, raw: raw.toString('utf8') })
    answer()
  }

  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: bound } = server.server.address() as AddressInfo

  const stop = async () => {
    isOver = true
    await new Promise<void>((resolve) => void server.close(resolve))
  }
  t.teardown(stop)
  const letters = (address?: string) =>
    received.filter((it) => address === undefined || it.recipients.includes(address))
  return {
    url: `smtp://127.0.0.1:${bound}`,
    letters,
    waitFor: (address, predicate = () => true, patienceMs = 20_000) =>
      until(() => letters(address).find(predicate), patienceMs),
    faults,
    tries: () => tries,
    stop,
  }
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
