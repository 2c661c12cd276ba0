import { useSyncExternalStore } from 'react'

import type { PublicConfig } from '#shared/page/public-config.ts'
import { CONSENT_VERSION } from '#shared/privacy/consent-version.ts'
import type { ConsentChoice, ConsentRecord } from '#shared/privacy/consent.ts'

import { usePage } from '../routing/page-context.tsx'
import { createSafeStorage } from '../routing/safe-storage.ts'

/** As the browser stores it. */
export interface Consent extends ConsentRecord {
  time: string
  /** Whether the server has recorded the choice. */
  isTold: boolean
}

const KEY = 'consent'

const storage = createSafeStorage()
const listeners = new Set<() => void>()
/** Used if the browser blocks storage. */
let chosenHere: Consent | undefined

/** Undefined if there is none, or if it was made for an older `CONSENT_VERSION`. */
export function readConsent(): Consent | undefined {
  const saved = parseConsent(storage.get(KEY)) ?? chosenHere
  return saved?.version === CONSENT_VERSION ? saved : undefined
}

export function choose(choice: ConsentChoice): void {
  const id = readConsent()?.id ?? drawId()
  keepConsent({ choice, version: CONSENT_VERSION, id, time: new Date().toISOString(), isTold: false })
}

export function keepConsent(consent: Consent): void {
  chosenHere = consent
  storage.set(KEY, JSON.stringify(consent))
  for (const listener of listeners) listener()
}

/** Also follows changes in other tabs. @returns a function that unsubscribes */
export function followConsent(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return
    chosenHere = undefined
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** Global Privacy Control or the older Do Not Track. */
export function hasObjection(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as { globalPrivacyControl?: boolean; doNotTrack: unknown }
  return globalPrivacyControl === true || doNotTrack === '1'
}

export function mayMeasure({ consent }: Pick<PublicConfig, 'consent'>): boolean {
  const choice = readConsent()?.choice
  return !hasObjection() && (choice === 'accepted' || (consent === 'implied' && choice === undefined))
}

/** For components that render only in the browser. */
export function useChoice(): ConsentChoice | undefined {
  return useSyncExternalStore(followConsent, () => readConsent()?.choice)
}

export function useMayMeasure(): boolean {
  const { publicConfig } = usePage()
  return useSyncExternalStore(followConsent, () => mayMeasure(publicConfig))
}

/** 32 hexadecimal digits. `crypto.randomUUID` exists over HTTPS only. */
export function drawId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function parseConsent(text: string | undefined): Consent | undefined {
  try {
    const saved = JSON.parse(text ?? 'null') as Consent | null
    return saved?.choice === 'accepted' || saved?.choice === 'rejected' ? saved : undefined
  } catch {
    // An invalid value counts as no choice.
    return undefined
  }
}
