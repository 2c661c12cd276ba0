import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import nodemailer from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'

export interface Transport {
  kind: 'smtp' | 'outbox'
  /** Returns the file, if one was written. `name` is that of the email's kind. */
  send: (message: SendMailOptions, name: string, id: string) => Promise<string | undefined>
  close: () => void
}

const CONNECT_MS = 10_000
/** A server may respond late to a message that it has read completely. A shorter timeout could send it twice. */
const ANSWER_MS = 300_000

export function createSmtp(url: string): Transport {
  const mail = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // Leave connection retries to the queue, which has a backoff.
    maxRequeues: 1,
  })
  return {
    kind: 'smtp',
    async send(message) {
      await mail.sendMail(message)
      return undefined
    },
    close: () => mail.close(),
  }
}

export function createOutbox(dataDir: string): Transport {
  const folder = join(dataDir, 'outbox')
  const mail = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    kind: 'outbox',
    async send(message, name, id) {
      const { message: text } = await mail.sendMail(message)
      const file = join(folder, `${name}-${id}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Rename the file once it is complete. The same email sent again replaces the file.
      await writeFile(`${file}.part`, text as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return file
    },
    close: () => mail.close(),
  }
}

export interface Sender {
  name: string
  address: string
}

/** `letters@shop.example`, or `Lumenite <letters@shop.example>`; undefined on a development machine. */
export function toSender(mailFrom: string | undefined, brand: string): Sender {
  const [, name = '', address = mailFrom ?? 'letters@localhost'] = /^(.*)<(.+)>$/.exec(mailFrom ?? '') ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || brand, address: address.trim() }
}
