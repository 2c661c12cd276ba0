import type { DropAHint, EmailSubscribe } from '#shared/api/mailing.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** Long enough for a slow line; whoever waits longer thinks that nothing happens. */
const PATIENCE_MS = 15_000
const SITE_TYPE = 'jewelry'

/** What the shop refused. */
export class LetterRefusal extends Error {
  override name = 'LetterRefusal'
  /** Said to the shopper, in their language; absent where the answer was none of ours. */
  readonly said: string | undefined

  constructor(status: number, said: string | undefined) {
    super(`The shop answered ${status}`)
    this.said = said
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

/** Asks for a letter to be sent that confirms the subscription. @throws LetterRefusal, or what kept it from an answer */
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
  /** Whoever hints, where this browser knows. */
  sender: string | undefined
  recipient: string
  note: string
  variantId: string | undefined
  locale: Locale
  website?: string
}

/** Asks for a hint to be sent. @throws LetterRefusal, or what kept it from an answer */
export async function dropHint({ sender, recipient, note, variantId, locale, website }: HintOptions): Promise<void> {
  const body: DropAHint = {
    sender_email: sender ?? null,
    recipient_email: recipient.trim(),
    message: note.trim() || null,
    lang: locale,
    site_type: SITE_TYPE,
    ...(variantId ? { variant_id: variantId } : {}),
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
  throw new LetterRefusal(answer.status, saidIn(await answer.json().catch(() => undefined)))
}

/** The sentence of a refusal: ours, or in the words of whatever may stand between the shopper and us. */
function saidIn(refusal: unknown): string | undefined {
  const { message, error } = (refusal ?? {}) as { message?: unknown; error?: unknown }
  const said = message ?? (error as { message?: unknown } | undefined)?.message ?? error
  return typeof said === 'string' ? said : undefined
}
