import { createSafeStorage } from '../routing/safe-storage.ts'

/** As this browser stores it. The server's database is authoritative. */
export interface Subscription {
  subscribed: boolean
  email: string
  /** ISO 8601. */
  timestamp: string
}

const KEY = 'emailSubscription'

const storage = createSafeStorage()
/** Used if the browser blocks storage. */
let savedHere: Subscription | undefined

/** @param onDamage called with the error if the stored value is invalid */
export function readSubscription(onDamage?: (error: unknown) => void): Subscription | undefined {
  try {
    return parse(storage.get(KEY)) ?? savedHere
  } catch (error) {
    onDamage?.(error)
    return undefined
  }
}

/** Logs and deletes an invalid value. */
export function mendSubscription(): Subscription | undefined {
  return readSubscription((error) => {
    console.error('What was stored of a subscription could not be read, and is forgotten:', error)
    storage.remove(KEY)
  })
}

export function keepSubscription(email: string): void {
  savedHere = { subscribed: true, email, timestamp: new Date().toISOString() }
  storage.set(KEY, JSON.stringify(savedHere))
}

function parse(text: string | undefined): Subscription | undefined {
  if (text === undefined) return undefined
  const saved = JSON.parse(text) as Subscription
  if (typeof saved.subscribed !== 'boolean' || typeof saved.email !== 'string') {
    throw new Error(`no subscription: ${text}`)
  }
  return saved
}
