import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { Static } from 'typebox'

import type { AddPasskey, NewPasskeyOptions, PasskeySignInOptions, SignInByPasskey } from '#shared/account/passkeys.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** Long enough for a slow connection. */
const TIMEOUT_MS = 15_000

/**
 * - `none`: the shopper closed the browser's dialog, or the device has no passkey
 * - `known`: the device already has a passkey for the account
 * - `ended`: another call of WebAuthn took the place of this one
 * - `refused`: by the shop; `message` is in the page's language, and empty if no answer came
 */
export type PasskeyProblem = { kind: 'none' | 'known' | 'ended' } | { kind: 'refused'; message: string }

/**
 * @param username the address of the account that the page shows
 * @returns null if the passkey was added; never throws
 */
export async function addPasskey(username: string, lang: Locale): Promise<PasskeyProblem | null> {
  return findProblem(async () => {
    const { options } = await post<Static<typeof NewPasskeyOptions>>('/options', { username, lang })
    const response = await startRegistration({ optionsJSON: options })
    await post('', { response, username, lang } satisfies Static<typeof AddPasskey>)
  })
}

/**
 * @param isSuggested offers passkeys among the browser's suggestions for the email field, without a dialog
 * @returns null if the shopper is signed in; never throws
 */
export async function signInByPasskey(lang: Locale, isSuggested: boolean): Promise<PasskeyProblem | null> {
  const own = (newest += 1)
  let isChosen = !isSuggested
  const problem = await findProblem(async () => {
    const asking = lastAsking.then(() => post<Static<typeof PasskeySignInOptions>>('/sign-in/options', { lang }))
    lastAsking = asking.catch(() => undefined)
    const { options } = await asking
    if (own !== newest) throw new DOMException('A newer sign-in has begun', 'AbortError')
    const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isSuggested })
    isChosen = true
    await post('/sign-in', { response, lang } satisfies Static<typeof SignInByPasskey>)
  })
  // The shopper has not asked for suggestions.
  return problem && !isChosen ? { kind: 'ended' } : problem
}

/** The challenge of each sign-in replaces the cookie of the one before, so they are asked for one after another. */
let lastAsking: Promise<unknown> = Promise.resolve()
let newest = 0

class CallError extends Error {}

async function findProblem(work: () => Promise<void>): Promise<PasskeyProblem | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof CallError) return { kind: 'refused', message: error.message }
    // The names that WebAuthn gives to its errors.
    const name = error instanceof Error ? error.name : ''
    return { kind: name === 'InvalidStateError' ? 'known' : name === 'AbortError' ? 'ended' : 'none' }
  }
}

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`/api/account/passkeys${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  const sent = (await answer?.json().catch(() => undefined)) as (Answer & { message?: string }) | undefined
  if (!answer?.ok || !sent) throw new CallError(sent?.message)
  return sent
}
