import type { Locale } from '#shared/i18n/locale.ts'
import type { DropAHint, EmailSubscribe } from '#shared/newsletter/mailing.ts'

/** Long enough for a slow line; a request that waits longer thinks that nothing happens. */
const PATIENCE_MS = 15_000
const SITE_TYPE = 'jewelry'

/** What the shop refused. */
export class NewsletterError extends Error {
  override name = 'NewsletterError'
  /** Said to the shopper, in their language; absent where the answer was none of ours. */
  readonly serverMessage: string | undefined

  constructor(status: number, serverMessage: string | undefined) {
    super(`The shop answered ${status}`)
    this.serverMessage = serverMessage
  }
}

interface SubscribeOptions {
  email: string
  locale: Locale
  /** What a person leaves empty. */
  website?: string
  /** The overlay popup says nothing of the kind of shop. */
  isOverlay?: boolean
}

/**
 * Asks for an email to be sent that confirms the subscription. @throws NewsletterError, or what kept it from an answer
 */
export async function subscribe({ email, locale, website, isOverlay = false }: SubscribeOptions): Promise<void> {
  const body: EmailSubscribe = {
    email: email.trim(),
    lang: locale,
    ...(isOverlay ? {} : { site_type: SITE_TYPE }),
    ...(website ? { website } : {}),
  }
  await post('/api/email-subscribe', body)
}

interface HintOptions {
  /** Anyone who hints, where this browser knows. */
  sender: string | undefined
  /** The name that the email is signed with; '' for none. */
  name: string
  recipient: string
  note: string
  piece: { variantId: string; isSized: boolean } | null
  locale: Locale
  website?: string
}

/** Asks for a hint to be sent. @throws NewsletterError, or what kept it from an answer */
export async function dropHint({
  sender,
  name,
  recipient,
  note,
  piece: product,
  locale,
  website,
}: HintOptions): Promise<void> {
  const body: DropAHint = {
    sender_email: sender ?? null,
    ...(name.trim() ? { sender_name: name.trim() } : {}),
    recipient_email: recipient.trim(),
    message: note.trim() || null,
    lang: locale,
    site_type: SITE_TYPE,
    ...(product ? { variant_id: product.variantId, ...(product.isSized ? {} : { any_size: true }) } : {}),
    ...(website ? { website } : {}),
  }
  await post('/api/drop-a-hint', body)
}

async function post(path: string, body: object): Promise<void> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (answer.ok) return
  throw new NewsletterError(answer.status, messageIn(await answer.json().catch(() => undefined)))
}

/** The sentence of a refusal: ours, or in the words of whatever may stand between the shopper and us. */
function messageIn(httpError: unknown): string | undefined {
  const { message, error } = (httpError ?? {}) as { message?: unknown; error?: unknown }
  const serverMessage = message ?? (error as { message?: unknown } | undefined)?.message ?? error
  return typeof serverMessage === 'string' ? serverMessage : undefined
}
