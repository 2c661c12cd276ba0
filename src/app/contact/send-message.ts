import type { ContactMessage } from '#shared/contact/contact-message.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** Long enough for a slow connection. */
const TIMEOUT_MS = 15_000

/** In the page's language. */
export interface ContactProblem {
  /** Empty if no answer came from the shop. */
  message: string
  /** By field name. */
  fields?: Record<string, string>
}

export function readMessage(form: FormData, locale: Locale): ContactMessage {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    name: text('name'),
    email: text('email'),
    message: text('message'),
    order: text('order') || null,
    product: text('product') || null,
    lang: locale,
    website: text('website'),
  }
}

/** @returns null if the shop has the message; never throws */
export async function sendMessage(body: ContactMessage): Promise<ContactProblem | null> {
  try {
    const answer = await fetch('/api/contact', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.ok) return null
    const { message = '', details } = (await answer.json()) as {
      message?: string
      details?: { fields?: Record<string, string> }
    }
    return { message, ...(details?.fields ? { fields: details.fields } : {}) }
  } catch {
    return { message: '' }
  }
}
