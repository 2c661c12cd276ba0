import type { SendMailOptions } from 'nodemailer'

import type { RenderedEmail } from '#shared/email/email.ts'

import type { EmailJob } from './email-job.ts'
import type { Sender } from './sender.ts'

/** The message itself. Its id is that of the email, so that a mailbox that gets it twice can tell. */
export function composeEmail(job: EmailJob, { subject, html, text }: RenderedEmail, from: Sender): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    // As an object, and never read as a list of addresses.
    to: { name: '', address: job.to },
    subject,
    html,
    text,
    messageId: `<${job.id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': job.letter.locale,
      // Emails of one kind are not folded into one conversation.
      'X-Entity-Ref-ID': job.id,
      ...(job.unsubscribeUrl ? unsubscribeHeaders(job.unsubscribeUrl) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058: a mail program unsubscribes by itself, with one POST. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
