import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Test } from 'tap'

import { until } from '#test/support/until.ts'

/** An email as it lies in the recipient's mailbox. */
export interface ReceivedEmail extends Email {
  /** The recipients that the envelope names. */
  recipients: string[]
  /** The message as it came. */
  raw: string
}

export interface MailServerFaults {
  /** So many messages are refused for now, before one is taken. */
  refuse?: number
  /** Refused for good. */
  unknown?: (address: string) => boolean
  /** No one who wants to send is answered before this. */
  hold?: Promise<unknown> | undefined
  /** A message is read whole, and neither taken nor refused before this. */
  holdYes?: Promise<unknown> | undefined
}

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string
  /** Everything that was taken so far. */
  emails: (address?: string) => ReceivedEmail[]
  /** Waits for an email to an address. */
  waitFor: (
    address: string,
    predicate?: (email: ReceivedEmail) => boolean,
    patienceMs?: number,
  ) => Promise<ReceivedEmail>
  /** From now on. */
  faults: MailServerFaults
  /** How often someone began to send. */
  tries: () => number
  stop: () => Promise<void>
}

/** A real SMTP server on this machine that keeps what it gets; it ends with the test. */
export async function openMailServer(t: Pick<Test, 'teardown'>, port = 0): Promise<MailServer> {
  const received: ReceivedEmail[] = []
  const closed = new Set<string>()
  const faults: MailServerFaults = {}
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

  /** An email is taken with our yes: anyone who has gone before hears none, and has to come again. */
  async function take(stream: AsyncIterable<Buffer>, session: SMTPServerSession, answer: () => void): Promise<void> {
    // A process that is killed breaks off in the middle of its message: it has sent nothing.
    const raw = await buffer(stream).catch(() => undefined)
    if (!raw) return
    const email = await PostalMime.parse(raw)
    await faults.holdYes
    if (closed.has(session.id)) return
    const recipients = session.envelope.rcptTo.map(({ address }) => address)
    received.push({ ...email, recipients, raw: raw.toString('utf8') })
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
  const emails = (address?: string) => received.filter((it) => address === undefined || it.recipients.includes(address))
  return {
    url: `smtp://127.0.0.1:${bound}`,
    emails,
    waitFor: (address, predicate = () => true, patienceMs = 20_000) =>
      until(() => emails(address).find(predicate), patienceMs),
    faults,
    tries: () => tries,
    stop,
  }
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
