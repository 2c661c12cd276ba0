/** What of an experiment someone gets. */
export interface FlagVariant {
  key: string
  value: unknown
  experiment_id?: string
  is_experiment_active?: boolean
  is_qa_tester?: boolean
}

/** What of Mixpanel the shop uses; the same where it is switched off. */
export interface Analytics {
  track: (event: string, facts?: object) => void
  /** Says that what this visitor does is one person's. */
  identify: (id: string) => void
  people: { set: (facts: Record<string, unknown>) => void }
  /** Forgets the visitor. */
  reset: () => void
  flag: (name: string, fallback: FlagVariant) => Promise<FlagVariant>
  end: () => Promise<void>
}

/** Where there is no one to tell, and in the shop on one's own machine, whose visits are no one's. */
export const STUB: Analytics = {
  track: () => undefined,
  identify: () => undefined,
  people: { set: () => undefined },
  reset: () => undefined,
  flag: (_name, fallback) => Promise.resolve(fallback),
  end: () => Promise.resolve(),
}

let current = STUB

/** @param analytics those that speak from now on, or the stub once they no longer do */
export function setAnalytics(analytics: Analytics): void {
  current = analytics
}

/** A feature does not wait longer for its experiment. */
const FLAG_MS = 1000

/**
 * The variant of a feature flag for this visitor.
 * @param fallback for visitors who are not measured, for an unknown flag, and if no answer comes within a second
 */
export async function readFlag(name: string, fallback: FlagVariant): Promise<FlagVariant> {
  const { promise: late, resolve } = Promise.withResolvers<FlagVariant>()
  setTimeout(() => resolve(fallback), FLAG_MS)
  return Promise.race([current.flag(name, fallback), late])
}
