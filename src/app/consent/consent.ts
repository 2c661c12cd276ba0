import { useSyncExternalStore } from 'react'

import type { PublicConfig } from '#shared/page/public-config.ts'
import { CONSENT_VERSION } from '#shared/privacy/consent-version.ts'
import type { ConsentChoice, ConsentRecord } from '#shared/privacy/consent.ts'

import { usePage } from '../routing/page-context.tsx'
import { createSafeStorage } from '../routing/safe-storage.ts'

/** The visitor's choice as the browser stores it. */
export interface Consent extends ConsentRecord {
  /** The time of the choice; ISO. */
  time: string
  /** Whether the server has recorded it. */
  isTold: boolean
}

const KEY = 'consent'

const storage = createSafeStorage()
const listeners = new Set<() => void>()
/** The newest choice on this page, for a browser that blocks storage. */
let chosenHere: Consent | undefined

/** The current choice; undefined before the first one, and if it was made for an older `CONSENT_VERSION`. */
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

/** Subscribes to changes of the choice, here or in another tab. @returns the function to unsubscribe */
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

/** Whether the browser objects to tracking, by Global Privacy Control or the older Do Not Track. */
export function hasObjection(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as { globalPrivacyControl?: boolean; doNotTrack: unknown }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** Whether this visit may be tracked now. */
export function mayMeasure({ consent }: Pick<PublicConfig, 'consent'>): boolean {
  const choice = readConsent()?.choice
  return !hasObjection() && (choice === 'accepted' || (consent === 'implied' && choice === undefined))
}

/** The visitor's choice, here or in another tab. For components that render only in the browser. */
export function useChoice(): ConsentChoice | undefined {
  return useSyncExternalStore(followConsent, () => readConsent()?.choice)
}

/** Whether this visit may be tracked now. For components that render only in the browser. */
export function useMayMeasure(): boolean {
  const { publicConfig } = usePage()
  return useSyncExternalStore(followConsent, () => mayMeasure(publicConfig))
}

/** A random id of 32 hexadecimal digits. `crypto.randomUUID` exists over HTTPS only. */
export function drawId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function parseConsent(text: string | undefined): Consent | undefined {
  try {
    const saved = JSON.parse(text ?? 'null') as Consent | null
    return saved?.choice === 'accepted' || saved?.choice === 'rejected' ? saved : undefined
  } catch {
    // Other code or a person has written it: it counts as no choice.
    return undefined
  }
}
