export interface FlagVariant {
  key: string
  value: unknown
  experiment_id?: string
  is_experiment_active?: boolean
  is_qa_tester?: boolean
}

export interface Analytics {
  track: (event: string, properties?: object) => void
  identify: (id: string) => void
  people: { set: (properties: Record<string, unknown>) => void }
  reset: () => void
  flag: (name: string, fallback: FlagVariant) => Promise<FlagVariant>
  end: () => Promise<void>
}

/** Used without a Mixpanel token, without consent and on localhost. */
export const STUB: Analytics = {
  track: () => undefined,
  identify: () => undefined,
  people: { set: () => undefined },
  reset: () => undefined,
  flag: (_name, fallback) => Promise.resolve(fallback),
  end: () => Promise.resolve(),
}

let current = STUB

export function setAnalytics(analytics: Analytics): void {
  current = analytics
}

export function resetAnalytics(): void {
  current.reset()
}

const FLAG_TIMEOUT_MS = 1000

/** `fallback` is for visitors who are not measured, an unknown flag, and no response within a second. */
export async function readFlag(name: string, fallback: FlagVariant): Promise<FlagVariant> {
  const { promise: timeout, resolve } = Promise.withResolvers<FlagVariant>()
  setTimeout(() => resolve(fallback), FLAG_TIMEOUT_MS)
  return Promise.race([current.flag(name, fallback), timeout])
}
