import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Test } from 'tap'

import { until } from './until.ts'

export type MailServer = Awaited<ReturnType<typeof openMailServer>>

export interface ReceivedEmail extends Email {
  recipients: string[]
  raw: string
}

interface MailServerFaults {
  refuse?: number
  unknown?: (address: string) => boolean
  /** Connections get no greeting before this promise resolves. */
  hold?: Promise<unknown> | undefined
  /** A message is read completely, and gets no response before this promise resolves. */
  holdYes?: Promise<unknown> | undefined
}

export async function openMailServer(t: Pick<Test, 'teardown'>, port = 0) {
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

  /** An email counts as accepted when our response is sent. A client that disconnected before must send it again. */
  async function take(stream: AsyncIterable<Buffer>, session: SMTPServerSession, answer: () => void): Promise<void> {
    // A killed process breaks off in the middle of its message and has sent nothing.
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
  const url = `smtp://127.0.0.1:${bound}`
  return {
    url,
    env: { SMTP_URL: url, MAIL_FROM: 'Lumenite <letters@shop.test>' },
    emails,
    waitFor: (address: string, predicate: (email: ReceivedEmail) => boolean = () => true, patienceMs = 20_000) =>
      until(() => emails(address).find(predicate), patienceMs),
    faults,
    tries: () => tries,
    stop,
  }
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
