import type { Locale } from '#shared/i18n/locale.ts'
import type { DropAHint, EmailSubscribe } from '#shared/newsletter/mailing.ts'
import type { BackInStock } from '#shared/newsletter/stock-alert.ts'

/** Long enough for a slow connection. */
const TIMEOUT_MS = 15_000
const SITE_TYPE = 'jewelry'

class NewsletterError extends Error {
  override name = 'NewsletterError'
  readonly serverMessage: string | undefined

  constructor(status: number, serverMessage: string | undefined) {
    super(`the server responded with ${status}`)
    this.serverMessage = serverMessage
  }
}

/** In the shopper's language; undefined if the error contains none. */
export function serverMessageOf(error: unknown): string | undefined {
  return error instanceof NewsletterError ? error.serverMessage : undefined
}

interface SubscribeOptions {
  email: string
  locale: Locale
  website?: string
  /** True for the overlay popup, which sends no `site_type`. */
  isOverlay?: boolean
}

/** The server sends an email to confirm the address. @throws if the request fails or is rejected */
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
  /** Known if this browser has subscribed. */
  sender: string | undefined
  /** Stands at the end of the email; empty for none. */
  name: string
  recipient: string
  note: string
  product: { variantId: string; isSized: boolean } | null
  locale: Locale
  website?: string
}

/** @throws if the request fails or is rejected */
export async function dropHint(options: HintOptions): Promise<void> {
  const { sender, name, recipient, note, product, locale, website } = options
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

interface AlertOptions {
  email: string
  variantId: string
  locale: Locale
  website?: string
}

/** One email is sent when the variant is back. @throws if the request fails or is rejected */
export async function askForAlert({ email, variantId, locale, website }: AlertOptions): Promise<void> {
  const body: BackInStock = { variant_id: variantId, email, lang: locale, ...(website ? { website } : {}) }
  await post('/api/back-in-stock', body)
}

async function post(path: string, body: object): Promise<void> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (answer.ok) return
  throw new NewsletterError(answer.status, messageIn(await answer.json().catch(() => undefined)))
}

/** The response comes from our server or from a proxy in front of it. */
function messageIn(body: unknown): string | undefined {
  const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown }
  const serverMessage = message ?? (error as { message?: unknown } | undefined)?.message ?? error
  return typeof serverMessage === 'string' ? serverMessage : undefined
}
