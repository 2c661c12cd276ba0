/** The variant of a feature flag or experiment. */
export interface FlagVariant {
  key: string
  value: unknown
  experiment_id?: string
  is_experiment_active?: boolean
  is_qa_tester?: boolean
}

/** The subset of Mixpanel that the shop uses. */
export interface Analytics {
  track: (event: string, facts?: object) => void
  identify: (id: string) => void
  people: { set: (facts: Record<string, unknown>) => void }
  /** Clears the stored identity of the visitor. */
  reset: () => void
  flag: (name: string, fallback: FlagVariant) => Promise<FlagVariant>
  end: () => Promise<void>
}

/** A stub that does nothing. It is used without a Mixpanel token, without consent and on localhost. */
export const STUB: Analytics = {
  track: () => undefined,
  identify: () => undefined,
  people: { set: () => undefined },
  reset: () => undefined,
  flag: (_name, fallback) => Promise.resolve(fallback),
  end: () => Promise.resolve(),
}

let current = STUB

/** Sets the analytics instance that `readFlag` and `resetAnalytics` use. */
export function setAnalytics(analytics: Analytics): void {
  current = analytics
}

/** Makes the visitor a new one for analytics, after a customer has signed out. */
export function resetAnalytics(): void {
  current.reset()
}

const FLAG_TIMEOUT_MS = 1000

/**
 * Reads the variant of a feature flag for this visitor.
 * @param fallback used for visitors who are not measured, for an unknown flag, and if no response arrives within a
 * second
 */
export async function readFlag(name: string, fallback: FlagVariant): Promise<FlagVariant> {
  const { promise: timeout, resolve } = Promise.withResolvers<FlagVariant>()
  setTimeout(() => resolve(fallback), FLAG_TIMEOUT_MS)
  return Promise.race([current.flag(name, fallback), timeout])
}
