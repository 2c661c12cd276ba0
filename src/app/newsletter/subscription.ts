import { createSafeStorage } from '../routing/safe-storage.ts'

/** What this browser remembers of a subscription; the shop's own truth is in its database. */
export interface Subscription {
  subscribed: boolean
  email: string
  /** ISO 8601 */
  timestamp: string
}

const KEY = 'emailSubscription'

const storage = createSafeStorage()
/** For a browser that keeps nothing. */
let savedHere: Subscription | undefined

/**
 * @param onDamage told why what is stored cannot be read
 * @returns undefined where there is none, or none that can be read
 */
export function readSubscription(onDamage?: (error: unknown) => void): Subscription | undefined {
  try {
    return parse(storage.get(KEY)) ?? savedHere
  } catch (error) {
    onDamage?.(error)
    return undefined
  }
}

/** As `readSubscription`, but what cannot be read is told to the console and thrown away. */
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
