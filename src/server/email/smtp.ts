import nodemailer from 'nodemailer'

import type { Transport } from './transport.ts'

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
