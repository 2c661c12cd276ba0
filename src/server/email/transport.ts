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
