import type { PublicConfig } from '#shared/page/public-config.ts'
import { CONSENT_VERSION } from '#shared/privacy/consent-version.ts'
import type { ConsentChoice, ConsentRecord } from '#shared/privacy/consent.ts'
import { drawId } from '#shared/privacy/draw-id.ts'

import { createSafeStorage } from '../routing/safe-storage.ts'

/** What a browser keeps of its visitor's choice. */
export interface Consent extends ConsentRecord {
  /** When they chose; ISO. */
  time: string
  /** Whether the shop has it on record. */
  isTold: boolean
}

const KEY = 'consent'

const storage = createSafeStorage()
const listeners = new Set<() => void>()
/** The newest choice of this page, also where the browser lets nothing be kept. */
let chosenHere: Consent | undefined

/** The choice that is in force; undefined before one, and after a change of what it was about. */
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

/** Calls back after every change, here or in another tab. @returns what ends it */
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

/** Whether the browser itself says no, by Global Privacy Control or by the older Do Not Track. */
export function hasObjection(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as { globalPrivacyControl?: boolean; doNotTrack: unknown }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** Whether this visit may be measured, as things stand. */
export function mayMeasure({ consent }: Pick<PublicConfig, 'consent'>): boolean {
  const choice = readConsent()?.choice
  return !hasObjection() && (choice === 'accepted' || (consent === 'implied' && choice === undefined))
}

function parseConsent(text: string | undefined): Consent | undefined {
  try {
    const saved = JSON.parse(text ?? 'null') as Consent | null
    return saved?.choice === 'accepted' || saved?.choice === 'rejected' ? saved : undefined
  } catch {
    // Written by something else, or by hand: as if no one had chosen.
    return undefined
  }
}
