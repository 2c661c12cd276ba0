import type { Email, EmailContext, RenderedEmail } from '#shared/email/email.ts'

/** What is kept of an email until it has been handed over. */
export interface EmailJob {
  /** Of the email, not of the job: it stays the same however often the email is sent again. */
  id: string
  to: string
  letter: Email
  preferencesUrl: string | null
  unsubscribeUrl: string | null
}

/** Gives an email its words; comes with the pages. */
export type RenderEmail = (email: Email, place: EmailContext) => Promise<RenderedEmail>
