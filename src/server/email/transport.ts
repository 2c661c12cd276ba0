import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import nodemailer from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'

/** Where emails leave us: an SMTP server, or files on a machine without mail. */
export interface Transport {
  kind: 'smtp' | 'outbox'
  /**
   * @param name of the email, for anyone who looks at what was laid down
   * @returns where to find it, where it can be found
   * @throws whatever kept it from being handed over
   */
  send: (message: SendMailOptions, name: string, id: string) => Promise<string | undefined>
  close: () => void
}

const CONNECT_MS = 10_000
/** A server may think for long over a message that it has read whole; giving up then could send it twice. */
const ANSWER_MS = 300_000

/** Keeps a few connections to the server that the operator named. */
export function createSmtp(url: string): Transport {
  const mail = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // A connection that is not there is the queue's affair, which knows how long to wait.
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

/** Lays emails down as files that every mail program opens. */
export function createOutbox(dataDir: string): Transport {
  const folder = join(dataDir, 'outbox')
  const mail = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    kind: 'outbox',
    async send(message, name, id) {
      const { message: text } = await mail.sendMail(message)
      const file = join(folder, `${name}-${id}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed when whole; the same email a second time takes the place of the first.
      await writeFile(`${file}.part`, text as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return file
    },
    close: () => mail.close(),
  }
}

/** Who an email is from. */
export interface Sender {
  name: string
  address: string
}

/**
 * @param mailFrom `letters@shop.example`, or `Lumenite <letters@shop.example>`; undefined on a machine of one's own
 * @param brand stands in where no name is given
 */
export function toSender(mailFrom: string | undefined, brand: string): Sender {
  const [, name = '', address = mailFrom ?? 'letters@localhost'] = /^(.*)<(.+)>$/.exec(mailFrom ?? '') ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || brand, address: address.trim() }
}
