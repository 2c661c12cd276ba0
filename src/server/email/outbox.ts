import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import nodemailer from 'nodemailer'

import type { Transport } from './transport.ts'

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
